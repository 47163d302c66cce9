"""What peers with a sentence encoder share: logistic regression over vectors of a network that was trained elsewhere.

A model is a folder: the regression, and links to the encoder's own files, which an app must ship too.
An encoder has `name`, `files()`, which it reads, and `encode(texts)`, a vector a text.
"""
import hashlib
import os
import pickle

# Rows that a network can be asked for: at 40 ms each, 20,000 take a quarter of an hour of CPU.
MOST_ROWS = 20_000
ONE_A_TEMPLATE = True
# A folder that keeps vectors between processes where nothing is timed: one of a text is the same in all trainings.
KEPT = "PEERS_VECTORS"


def prepare():
    global LogisticRegression, SelfTrainingClassifier, np
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.semi_supervised import SelfTrainingClassifier


def encoded(encoder, texts):
    """A vector a text: those that are kept, and new ones, which are then kept too."""
    if KEPT not in os.environ:
        return encoder.encode(texts)
    path = os.path.join(os.environ[KEPT], encoder.name)
    form = np.dtype([("key", "S16"), ("vector", np.float32, (encoder.width,))])
    known = {row["key"]: row["vector"] for row in np.fromfile(path, form)} if os.path.exists(path) else {}
    # An array of bytes drops zeros at the end.
    keys = [hashlib.sha256(text.encode()).digest()[:16].rstrip(b"\0") for text in texts]
    new = list({key: text for key, text in zip(keys, texts) if key not in known}.items())
    with open(path, "ab") as file:
        for start in range(0, len(new), 256):
            some = new[start:start + 256]
            vectors = encoder.encode([text for _, text in some])
            np.array([(key, vector) for (key, _), vector in zip(some, vectors)], form).tofile(file)
            file.flush()
            known.update({key: vector for (key, _), vector in zip(some, vectors)})
    return np.stack([known[key] for key in keys])


def train(encoder, rows, path, settings=None):
    # Of 1, 10, 100 and 1,000 the C that ranks phones without a label best, by these phones themselves.
    learner = LogisticRegression(C=10, max_iter=2000)
    learner = SelfTrainingClassifier(learner) if settings == "self-training" else learner
    learned = learner.fit(encoded(encoder, [text for _, text in rows]), [-1 if junk is None else int(junk) for junk, _ in rows])
    os.makedirs(path, exist_ok=True)
    with open(f"{path}/regression", "wb") as file:
        pickle.dump(learned, file)
    for own in encoder.files():
        link = os.path.join(path, os.path.basename(own))
        if not os.path.exists(link):
            os.symlink(own, link)


def opened(encoder, path):
    with open(f"{path}/regression", "rb") as file:
        learned = pickle.load(file)
    return lambda texts: learned.decision_function(encoded(encoder, texts))
