"""scikit-learn: TF-IDF of characters and words, with a linear SVM and with logistic regression.

The SVM has words 1-2 and characters 1-5, or characters 1-3 where messages are Chinese: the best peers of an earlier comparison. The
regression has characters 1-4 with digits folded and C = 20, the best of those on sources that it was never trained on. Self-training is
that regression's, with scikit-learn's defaults: what it is sure of by .75 becomes a label, for ten rounds at most.
"""
import pickle
import re

from . import has_han

SYSTEMS = {"scikit-learn SVM": "svm", "scikit-learn LR": "lr"}
POOLED = {"scikit-learn LR, self-training": "self-training"}


def prepare():
    global LogisticRegression, LinearSVC, TfidfVectorizer, SelfTrainingClassifier, make_pipeline, make_union
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline, make_union
    from sklearn.semi_supervised import SelfTrainingClassifier
    from sklearn.svm import LinearSVC


def folded(text):
    return re.sub(r"\d", "0", text.lower())


def characters(least, most, **more):
    return TfidfVectorizer(analyzer="char", ngram_range=(least, most), sublinear_tf=True, **more)


def train(settings, rows, path):
    if settings in ("lr", "self-training"):
        # liblinear's own tolerance, which takes less time than scikit-learn's for the same figures.
        features, learner = characters(1, 4, preprocessor=folded), LogisticRegression(C=20, solver="liblinear", dual=True, tol=0.1, random_state=1)
        learner = SelfTrainingClassifier(learner) if settings == "self-training" else learner
    elif has_han(rows):
        features, learner = characters(1, 3), LinearSVC(random_state=1)
    else:
        words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, token_pattern=r"\w+|[^\w\s]")
        features, learner = make_union(words, characters(1, 5)), LinearSVC(random_state=1)
    model = make_pipeline(features, learner)
    model.fit([text for _, text in rows], [-1 if junk is None else int(junk) for junk, _ in rows])
    with open(path, "wb") as file:
        pickle.dump(model, file)


def opened(path):
    with open(path, "rb") as file:
        model = pickle.load(file)
    return model.decision_function
