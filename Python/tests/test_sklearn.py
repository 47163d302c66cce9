"""A model stands where scikit-learn expects a classifier, and refuses to be fitted."""

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone, is_classifier
from sklearn.metrics import average_precision_score, classification_report, precision_recall_curve, roc_auc_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer

import spamkit

NEWER = pytest.mark.skipif(
    tuple(int(part) for part in sklearn.__version__.split(".")[:2]) < (1, 6),
    reason="FrozenEstimator is of scikit-learn 1.6",
)


def test_fit_refuses_and_says_what_to_do(model):
    with pytest.raises(NotImplementedError, match=r"spamkit\.train\(\.\.\.\).*FrozenEstimator"):
        model.fit(["a"], ["allow"])


def test_clones_are_the_same_model(model, some):
    other = clone(model)
    assert other is not model and other.get_params() == model.get_params()
    assert np.array_equal(other.decision_function(*some.columns), model.decision_function(*some.columns))
    held = spamkit.Model.from_bytes(model.to_bytes(), n_jobs=2)
    assert clone(held).to_bytes() == model.to_bytes() and clone(held).n_jobs == 2


def test_parameters_are_read_and_set(pair, folders):
    model = spamkit.Model(pair.path)
    assert set(model.get_params()) == {"path", "data", "rules", "overlay", "public_keys", "mapped", "checked", "n_jobs"}
    core = model._core
    assert model.set_params(n_jobs=2) is model and model._core is core and model.n_jobs == 2
    model.set_params(path=folders.path, mapped=True)
    assert len(model.classes_) == 4 and model.n_jobs == 2 and model.mapped
    with pytest.raises(ValueError, match="expected parameters among path, .*found nonsense"):
        model.set_params(nonsense=1)
    with pytest.raises(OSError):
        model.set_params(path="/nowhere/at.all")
    assert len(model.classes_) == 4 and model.path == folders.path
    with pytest.raises(TypeError, match="give one of both"):
        model.set_params(data=b"x")


def test_it_is_a_classifier_with_sorted_classes(model):
    assert is_classifier(model)
    assert list(model.classes_) == sorted(model.classes_)
    assert repr(model) == f"Model('{model.path}')"


def test_pipelines_end_with_it(model, some):
    lower = FunctionTransformer(lambda texts: [text.lower() for text in texts])
    pipeline = Pipeline([("lower", lower), ("model", model)])
    assert np.array_equal(pipeline.predict(some.texts), model.predict([text.lower() for text in some.texts]))
    assert np.array_equal(
        pipeline.predict_proba(some.texts, sender=some.senders),
        model.predict_proba([text.lower() for text in some.texts], some.senders),
    )
    assert pipeline.decision_function(some.texts).shape == model.decision_function(some.texts).shape
    assert np.array_equal(pipeline.classes_, model.classes_)
    assert clone(pipeline).predict(some.texts[:5]).tolist() == pipeline.predict(some.texts[:5]).tolist()
    assert make_pipeline(lower, model).score(some.texts, some.actions if len(model.classes_) > 2 else some.junk) > 0.5


def test_metrics_take_its_scores(pair, some):
    truth = np.array(some.junk) == "junk"
    scores = pair.decision_function(*some.columns)
    precision, recall, cutoffs = precision_recall_curve(truth, scores)
    assert (precision >= 0).all() and recall[0] == 1 and len(cutoffs) > 100
    assert average_precision_score(truth, scores) > 0.8 and roc_auc_score(truth, scores) > 0.9
    assert pair.score(some.texts, some.junk, sender=some.senders, country=some.countries) == np.mean(
        pair.predict(*some.columns) == np.array(some.junk)
    )
    weights = np.arange(len(some.texts))
    assert 0 < pair.score(some.texts, some.junk, weights) < 1
    expected = pair.score(some.texts, some.junk, weights)
    assert pair.score(some.texts, np.array(some.junk)[:, None], weights[:, None]) == expected
    for labels, given in (
        (some.junk[:1], None),
        (some.junk[0], None),
        (some.junk[1:], None),
        (np.array([some.junk]), None),
        (some.junk, weights[1:]),
        (some.junk, 1.0),
    ):
        with pytest.raises(ValueError, match=r"of shape \(3000,\), one for each message"):
            pair.score(some.texts, labels, given)
    assert "junk" in classification_report(some.junk, pair.predict(*some.columns))


def test_tables_of_pandas_go_in_and_out(pair, some):
    table = pd.DataFrame({"text": some.texts, "sender": some.senders, "label": some.junk})
    table["score"] = pair.decision_function(table["text"], table["sender"])
    table["said"] = pair.predict(table.text, table.sender)
    assert table.groupby("said").score.mean()["junk"] > table.groupby("said").score.mean()["allow"]
    kept = table[table.label == "junk"]
    assert np.array_equal(pair.decision_function(kept.text, kept.sender), kept.score)


def test_a_table_keeps_each_sender_with_its_message(model, some):
    table = pd.DataFrame({"label": some.junk, "text": some.texts, "sender": some.senders, "country": some.countries})
    expected = model.predict_proba(*some.columns)
    assert not np.array_equal(expected, model.predict_proba(some.texts))
    for given, columns in ((table, {}), (table[["text"]], {"sender": some.senders, "country": some.countries})):
        assert np.array_equal(model.predict_proba(given, **columns), expected)
        assert np.array_equal(model.features(given, **columns).data, model.features(*some.columns).data)
    pipeline = make_pipeline(FunctionTransformer(lambda rows: rows.assign(text=rows.text.str.lower())), model)
    lowered = [text.lower() for text in some.texts]
    assert np.array_equal(pipeline.predict(table), model.predict(lowered, some.senders, some.countries))
    with pytest.raises(ValueError, match="expected a sender once"):
        model.predict(table, sender="MYBANK")


@NEWER
def test_folds_of_a_table_keep_each_sender_with_its_message(pair, some):
    from sklearn.frozen import FrozenEstimator
    from sklearn.model_selection import cross_val_predict

    table = pd.DataFrame({"text": some.texts, "sender": some.senders, "country": some.countries})
    found = cross_val_predict(FrozenEstimator(pair), table, some.junk, cv=3, method="decision_function")
    assert np.array_equal(found, pair.decision_function(*some.columns))


@NEWER
def test_frozen_it_stands_where_fit_is_called(pair, some):
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.frozen import FrozenEstimator
    from sklearn.model_selection import FixedThresholdClassifier, cross_val_predict, cross_val_score

    frozen = FrozenEstimator(pair)
    assert np.array_equal(frozen.fit(some.texts, some.junk).predict(some.texts), pair.predict(some.texts))
    scored = cross_val_score(frozen, some.texts, some.junk, cv=3, scoring="roc_auc")
    assert scored.shape == (3,) and (scored > 0.8).all()
    shares = cross_val_predict(frozen, np.array(some.texts, dtype=object), some.junk, cv=3, method="predict_proba")
    assert np.array_equal(shares.astype(np.float32), pair.predict_proba(some.texts))
    calibrated = CalibratedClassifierCV(frozen).fit(np.array(some.texts, dtype=object), np.array(some.junk))
    assert calibrated.predict_proba(some.texts).shape == (len(some.texts), 2)
    strict = FixedThresholdClassifier(frozen, threshold=5.0, response_method="decision_function", pos_label="junk")
    found = strict.fit(some.texts, some.junk).predict(some.texts)
    assert np.array_equal(found == "junk", pair.decision_function(some.texts) >= 5.0)
