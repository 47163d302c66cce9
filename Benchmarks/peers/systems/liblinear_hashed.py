"""liblinear: a linear SVM (-s 1) over characters 1-4 that are hashed to 2^20 columns, without a vocabulary."""
SYSTEMS = {"liblinear": None}


def prepare():
    global HashingVectorizer, liblinear
    from liblinear import liblinearutil as liblinear
    from sklearn.feature_extraction.text import HashingVectorizer


def features(texts):
    return HashingVectorizer(analyzer="char", ngram_range=(1, 4), n_features=1 << 20, alternate_sign=False).transform(texts)


def train(settings, rows, path):
    y = [1 if junk else -1 for junk, _ in rows]
    model = liblinear.train(y, features([text for _, text in rows]), "-s 1 -c 1 -B 1 -q")
    liblinear.save_model(path, model)


def opened(path):
    model = liblinear.load_model(path)
    sign = 1 if model.get_labels()[0] == 1 else -1

    def scores(texts):
        return [sign * values[0] for values in liblinear.predict([], features(texts), model, "-q")[2]]
    return scores
