"""Weights in other programs give the scores of the core, and come back; what a file cannot hold is
refused."""

import subprocess

import numpy as np
import pytest
from conftest import Corpus, rows
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression, Ridge, SGDClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

import spamkit
from spamkit import exchange, modelfile
from spamkit.errors import ExchangeError
from spamkit.exchange.importing import LinearClass, from_hashes


@pytest.fixture(scope="module")
def few():
    """Enough to fit a model on."""
    return Corpus(rows("test", 600))


@pytest.fixture(scope="module")
def softmax(folders, few):
    """Four classes by scikit-learn in our file: a soft minimum of three vectors, and no
    calibration."""
    values = folders.features(*few.columns).to_scipy()
    return exchange.from_sklearn(LogisticRegression(C=3, max_iter=50, tol=0.1).fit(values, few.actions), folders)


@pytest.fixture(scope="module", params=["pair", "folders", "softmax"])
def any_model(request):
    return request.getfixturevalue(request.param)


def truth(model, corpus):
    """Log-odds and probabilities of each class, and probabilities of each label, by the core."""
    odds, shares = model.decision_function(*corpus.columns), model.predict_proba(*corpus.columns)
    odds = np.stack([-odds, odds], axis=1) if odds.ndim == 1 else odds
    return odds, shares, model.classify(*corpus.columns).probabilities


def test_the_formula_in_numpy_gives_the_scores_of_the_core(any_model, corpus):
    odds, shares, _ = truth(any_model, corpus)
    found = exchange.scores(any_model, exchange.features(any_model, *corpus.columns))
    assert np.abs(found[0] - odds).max() < 1e-9 and np.abs(found[1] - shares).max() < 1e-6


def test_onnx_gives_the_scores_of_the_core(any_model, corpus, tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    made = exchange.to_onnx(any_model, tmp_path / "m.onnx")
    session = runtime.InferenceSession(str(tmp_path / "m.onnx"))
    assert made.SerializeToString() == (tmp_path / "m.onnx").read_bytes()
    expected = truth(any_model, corpus)
    assert [output.name for output in session.get_outputs()] == ["log_odds", "probabilities", "label_probabilities"]
    rows = any_model.features(*corpus.columns)
    slots, values = exchange.padded(rows)
    assert len(slots) > 10_000
    for start in range(0, len(slots), 1000):
        part = slice(start, start + 1000)
        found = session.run(None, {"slots": slots[part], "values": values[part]})
        for columns, those in zip(found, expected):
            assert columns.shape == those[part].shape and np.abs(columns - those[part]).max() < 1e-5
    about = session.get_modelmeta().custom_metadata_map
    assert about["classes"] == ",".join(any_model.classes_) and float(about["cutoff_junk"]) == any_model.cutoffs["junk"]
    with pytest.raises(ValueError, match="raise width"):
        exchange.padded(rows, 3)
    assert exchange.padded(any_model.features(["a"]), 50)[0].shape == (1, 50)


def evaluated(spec, values):
    """The layers of a Core ML network, in NumPy and doubles."""
    found = {"values": values}
    for layer in spec.neuralNetwork.layers:
        inputs, kind = [found[name] for name in layer.input], layer.WhichOneof("layer")
        if kind == "innerProduct":
            own = layer.innerProduct
            weights = np.array(own.weights.floatValue, np.float64).reshape(own.outputChannels, own.inputChannels)
            result = inputs[0] @ weights.T + (np.array(own.bias.floatValue) if own.hasBias else 0)
        elif kind == "reduceLogSumExp":
            result = np.log(
                np.exp(inputs[0]).sum(axis=tuple(layer.reduceLogSumExp.axes), keepdims=layer.reduceLogSumExp.keepDims)
            )
        elif kind == "softmaxND":
            powers = np.exp(inputs[0])
            result = powers / powers.sum(axis=layer.softmaxND.axis, keepdims=True)
        elif kind == "concatND":
            result = np.concatenate(inputs, axis=layer.concatND.axis)
        elif kind == "addBroadcastable":
            result = inputs[0] + inputs[1]
        elif kind == "multiplyBroadcastable":
            result = inputs[0] * inputs[1]
        else:
            assert kind == "activation" and layer.activation.linear.alpha == 1 and layer.activation.linear.beta == 0
            result = inputs[0]
        found[layer.output[0]] = result
    return found["log_odds"], found["probabilities"], found["label_probabilities"]


def test_core_ml_has_layers_that_give_the_scores_of_the_core(any_model, few, tmp_path):
    coremltools = pytest.importorskip("coremltools")
    spec = exchange.to_coreml(any_model, tmp_path / "m.mlmodel")
    read = coremltools.models.MLModel(str(tmp_path / "m.mlmodel"), skip_model_load=True).get_spec()
    names = [output.name for output in read.description.output]
    assert read == spec and names == ["log_odds", "probabilities", "label_probabilities"]
    expected = truth(any_model, few)
    values = any_model.features(*few.columns).to_scipy()
    for start in range(0, 600, 300):
        part = slice(start, start + 300)
        found = evaluated(read, values[part].toarray())
        # Factors and addends are floats in the network.
        for columns, those in zip(found, expected):
            assert columns.shape == those[part].shape and np.abs(columns - those[part]).max() < 1e-5
    with pytest.raises(ValueError, match="ends with .mlmodel"):
        exchange.to_coreml(any_model, tmp_path / "m.onnx")


def test_scikit_learn_gives_the_scores_of_the_core_and_comes_back(pair, some):
    fitted, rows = exchange.to_sklearn(pair), pair.features(*some.columns).to_scipy()
    assert np.abs(fitted.decision_function(rows) - pair.decision_function(*some.columns)).max() < 1e-9
    assert np.abs(fitted.predict_proba(rows) - pair.predict_proba(*some.columns)).max() < 1e-6
    back = exchange.from_sklearn(fitted, pair, cutoffs={"junk": pair.cutoffs["junk"]})
    assert np.array_equal(back.file.steps, pair.file.steps) and back.cutoffs["junk"] == pair.cutoffs["junk"]
    assert np.abs(back.decision_function(*some.columns) - pair.decision_function(*some.columns)).max() < 1e-5
    assert np.array_equal(back.classify(*some.columns).action == "junk", pair.classify(*some.columns).action == "junk")
    assert "scikit-learn" in back.card["trainedWith"] and back.to_bytes()[:8] == b"\x93SPAMKIT"


def test_models_that_scikit_learn_cannot_hold_are_refused(folders, softmax):
    with pytest.raises(ExchangeError, match="sub-actions"):
        exchange.to_sklearn(folders)
    with pytest.raises(ExchangeError, match="soft minimum"):
        exchange.to_sklearn(softmax)


def most_off(model, corpus):
    """How far rounding may move a score: half a step for each unit of value."""
    values = model.features(*corpus.columns).to_scipy()
    step = [step for entry in model.file.classes for _, step in entry.vectors][-1]
    return np.asarray(values.sum(axis=1)).ravel() * step / 2


@pytest.mark.parametrize(("name", "reverse"), [("pair", False), ("pair", True), ("folders", False), ("folders", True)])
def test_two_classes_of_scikit_learn_become_a_model(request, name, reverse, few, tool, tmp_path):
    base = request.getfixturevalue(name)
    words = {"junk": "0 bad", "allow": "1 good"} if reverse else {"junk": "spam", "allow": "ham"}
    rows = base.features(*few.columns).to_scipy()
    own = LogisticRegression(C=1, max_iter=20, tol=0.1).fit(rows, [words[label] for label in few.junk])
    model = exchange.from_sklearn(own, base, labels={word: action for action, word in words.items()})
    expected = own.decision_function(rows) * (-1 if reverse else 1)
    off = np.abs(model.decision_function(*few.columns) - expected)
    assert (off <= most_off(model, few) + 1e-4).all()
    # Six bits, or two bytes where the base has several vectors.
    assert off.max() < (1 if name == "pair" else 1e-3)
    path = tmp_path / "m.spam"
    path.write_bytes(model.to_bytes())
    told = subprocess.run([tool, "inspect", str(path), "--verify"], check=True, capture_output=True, text=True).stdout
    assert "all checksums right" in told and "imported from scikit-learn LogisticRegression" in " ".join(told.split())


def test_softmaxes_of_scikit_learn_become_a_model(folders, softmax, few):
    rows = folders.features(*few.columns).to_scipy()
    own = LogisticRegression(C=3, max_iter=50, tol=0.1).fit(rows, few.actions)
    assert softmax.classes_.tolist() == own.classes_.tolist() and softmax.file.vectors == 5
    assert np.abs(softmax.predict_proba(*few.columns) - own.predict_proba(rows)).max() < 0.05
    # Without junk, the first class is what the others are relative to.
    wanted = [i for i, action in enumerate(few.actions) if action != "junk"]
    own = LogisticRegression(C=3, max_iter=50, tol=0.1).fit(rows[wanted], np.array(few.actions)[wanted])
    model = exchange.from_sklearn(own, folders)
    assert model.labels_ == ["allow", "promotion", "transaction"] and model.file.vectors == 2
    assert np.abs(model.predict_proba(*few.columns) - own.predict_proba(rows)).max() < 0.05
    fitted = exchange.to_sklearn(model)
    assert np.abs(fitted.predict_proba(rows) - model.predict_proba(*few.columns)).max() < 1e-6


def test_slots_with_the_fingerprint_0_keep_their_weights(pair, folders, corpus):
    for base in (pair, folders):
        zero = (base.file.fingerprints == 0) & base.file.used
        free = ~base.file.used
        assert free.any() and not base.file.steps[free].any()
        found = np.unique(base.features(*corpus.columns).indices)
        assert not free[found].any()
        if base is pair:
            assert zero.sum() > 10 and zero[found].any()
    coef = np.zeros(pair.file.slots)
    coef[np.flatnonzero((pair.file.fingerprints == 0) & pair.file.used)] = 1.0
    model = exchange.from_weights(pair, coef, 0.5, ["allow", "junk"])
    rows = pair.features(*corpus.columns).to_scipy()
    assert np.abs(model.decision_function(*corpus.columns) - (rows @ coef + 0.5)).max() < 1e-5
    assert len(np.unique(rows @ coef)) > 10
    coef[np.flatnonzero(~pair.file.used)[0]] = 1
    with pytest.raises(ExchangeError, match="found 1 in free ones"):
        exchange.from_weights(pair, coef, 0, ["allow", "junk"])


def test_junk_has_the_weights_whatever_the_other_class_is(pair, folders):
    texts = ["free prize, call now", "see you at home", ""]
    for base in (pair, folders):
        coef = np.where(base.file.used, 0.25, 0.0)
        score = base.features(texts).to_scipy() @ coef - 1
        for classes, sign in ((["allow", "junk"], 1), (["junk", "promotion"], -1), (["transaction", "junk"], 1)):
            model = exchange.from_weights(base, coef, -1, classes)
            assert np.abs(model.junk_log_odds(texts) - sign * score).max() < 1e-5
        model = exchange.from_weights(base, coef, -1, ["promotion", "allow"])
        assert model.classes_.tolist() == ["allow", "promotion"]
        assert np.abs(model.decision_function(texts) + score).max() < 1e-5


def test_the_junk_cutoff_lets_as_many_groups_be_junk_as_the_bound_promises():
    odds, actions = np.append(np.arange(1000) / 100, np.full(10, 100.0)), np.repeat([1, 2], [1000, 10])
    # Of 1,000 groups one is at most .47 %, two are at most .63 %, with 95 % confidence.
    cutoff, promise = exchange.junk_cutoff(odds, actions, np.arange(1010), 0.005)
    assert 9.98 < cutoff < 9.99 and promise["falseJunk"] == 1 and promise["found"] == 10
    assert 0.0047 < promise["upperLimit"] < 0.0048
    # Two messages a group: 500 groups promise .6 % at best.
    cutoff, promise = exchange.junk_cutoff(odds, actions, np.arange(1010) // 2, 0.005)
    assert cutoff > 9.99 and promise["falseJunk"] == 0 and promise["independentWanted"] == 500


@pytest.mark.parametrize("vectors", [1, 4])
def test_weights_over_hashes_become_a_model_that_scores_by_the_formula(pair, few, vectors):
    read = pair.hashed_features(few.texts)
    hashes, column = np.unique(read.hashes, return_inverse=True)
    assert read.is_char_ngram.any() and not read.is_char_ngram.all()
    ends = np.cumsum(read.widths)
    assert all(len(set(read.hashes[end - width:end])) == width for end, width in zip(ends, read.widths))
    weights = np.random.default_rng(1).normal(size=(vectors, len(hashes)))
    classes = [LinearClass(1), LinearClass(2, ((0.5, weights[0]),), 2.0, -1.0)]
    if vectors > 1:
        junk = tuple((0.5, own) for own in weights[:2])
        classes = [LinearClass(1), LinearClass(2, junk), LinearClass(3, ((0.1, weights[2]),))]
        classes += [LinearClass(20_000), LinearClass(20_001, ((0.2, weights[3]),))]
    model = from_hashes(hashes, np.ones(len(hashes)), classes, 1 << 22, {"junk": 1.5}, {}, [20_001] if vectors > 1 else [])
    assert len(model.to_bytes()) < 1 << 22 and model.cutoffs["junk"] == 1.5
    row, norm = np.repeat(np.arange(len(few.texts)), read.widths), np.repeat(read.norm, read.widths)
    values = read.counts * norm
    scores = np.array([0.5 + np.bincount(row, values * own[column]) for own in weights])
    expected = 2 * scores[0] - 1 if vectors == 1 else -np.logaddexp(-scores[0], -scores[1])
    # A step is a 31st or a 127th of the largest weight; a few features find their bucket full.
    assert np.corrcoef(expected, model.junk_log_odds(few.texts))[0, 1] > 0.985
    kept = model.features(few.texts)
    assert 0.9 < len(kept.data) / len(read.hashes) <= 1.01 and np.allclose(kept.norm, read.norm)
    # One bucket holds eight: the heaviest.
    small = from_hashes(hashes, np.ones(len(hashes)), classes, 1, {}, {})
    assert small.file.features == 8 and len(small.to_bytes()) < 2048


def test_what_a_file_cannot_hold_is_refused(pair, folders, released, few):
    slots = pair.file.slots
    coef, names = np.zeros(slots), ["allow", "junk"]
    for wrong, words in (
        (lambda: exchange.from_weights(pair, coef[1:], 0, names), "a column for each slot"),
        (lambda: exchange.from_weights(pair, [coef], [0, 1], names), "1 intercepts"),
        (lambda: exchange.from_weights(pair, coef + np.nan, 0, names), "finite"),
        (lambda: exchange.from_weights(pair, coef, np.inf, names), "finite"),
        (lambda: exchange.from_weights(pair, np.where(pair.file.used, 1e300, 0), 0, names), "float of 32 bits"),
        (lambda: exchange.from_weights(pair, coef, 0, ["ham", "junk"]), "found ham as class 0, .*say in labels"),
        (lambda: exchange.from_weights(pair, coef, 0, ["allow", "allow"]), "each once"),
        (lambda: exchange.from_weights(pair, coef, 0, ["allow", "promotion/offers"]), "promotion/offers"),
        (
            lambda: exchange.from_weights(pair, [coef] * 3, [0] * 3, [*names, "promotion"]),
            "train a base with more labels",
        ),
        (lambda: exchange.from_weights(pair, coef, 0, names, cutoffs={"spam": 1}), "found spam"),
        (lambda: exchange.from_weights(pair, coef, 0, names, cutoffs={"junk": 1, "unsure": 2}), "unsure not above"),
        (lambda: exchange.from_sklearn(LogisticRegression(), pair), "without coef_"),
        (lambda: exchange.from_sklearn(make_pipeline(LogisticRegression()), pair), "take it out of a pipeline"),
        (lambda: exchange.from_sklearn(Ridge().fit([[0], [1]], [0, 1]), pair), "without classes_"),
    ):
        with pytest.raises(ExchangeError, match=words):
            wrong()
    rows = folders.features(*few.columns).to_scipy()
    several = SGDClassifier(loss="log_loss", max_iter=5, tol=None).fit(rows, few.actions)
    with pytest.raises(ExchangeError, match="against the rest"):
        exchange.from_sklearn(several, folders)
    machine = LinearSVC(C=0.1, max_iter=20, tol=0.1).fit(rows, few.junk)
    with pytest.raises(ExchangeError, match="give slope and offset"):
        exchange.from_sklearn(machine, folders)
    model = exchange.from_sklearn(machine, folders, slope=2.0, offset=-0.5)
    assert np.abs(model.decision_function(*few.columns) - 2 * machine.decision_function(rows) + 0.5).max() < 1e-2
    with pytest.raises(ExchangeError, match="slope above 0"):
        exchange.from_sklearn(machine, folders, slope=-1.0)


def test_what_learned_otherwise_than_the_formula_is_refused(folders, few):
    rows = folders.features(*few.columns).to_scipy()
    own = LogisticRegression(C=3, max_iter=20, tol=0.1).fit(rows, few.actions)
    own.multi_class = "ovr"
    with pytest.raises(ExchangeError, match='multi_class="ovr"'):
        exchange.from_sklearn(own, folders)

    # Without the attribute, its probabilities give it away.
    class Other(LogisticRegression):
        def predict_proba(self, X):
            shares = 1 / (1 + np.exp(-X @ self.coef_.T - self.intercept_))
            return shares / shares.sum(axis=1, keepdims=True)

    Other.__name__ = "LogisticRegression"
    with pytest.raises(ExchangeError, match="other ones of LogisticRegression, by up to"):
        exchange.from_sklearn(Other(C=3, max_iter=20, tol=0.1).fit(rows, few.actions), folders)

    # A softmax of the decision and its negative, as older versions learned multi_class="multinomial".
    class Doubled(LogisticRegression):
        def predict_proba(self, X):
            second = 1 / (1 + np.exp(-2 * self.decision_function(X)))
            return np.stack([1 - second, second], axis=1)

    Doubled.__name__ = "LogisticRegression"
    own = Doubled(max_iter=20, tol=0.1).fit(rows, few.junk)
    with pytest.raises(ExchangeError, match="slope=2"):
        exchange.from_sklearn(own, folders)
    model = exchange.from_sklearn(own, folders, slope=2.0)
    assert np.abs(model.predict_proba(*few.columns) - own.predict_proba(rows)).max() < 1e-3


def test_a_signature_is_never_taken_over(released):
    signed = spamkit.Model(released["-signed"])
    coef = signed.file.steps[:, 0].astype(float)
    with pytest.raises(ExchangeError, match="drop_signature=True"):
        exchange.from_weights(signed, coef, 0, ["allow", "junk"])
    model = exchange.from_weights(signed, coef, 0, ["allow", "junk"], drop_signature=True)
    assert not model.file.is_signed and model.sequence == 0 and signed.sequence == 3


def test_files_are_written_as_they_were_read(pair, folders, released):
    for model in (pair, folders, spamkit.Model(released["-pair"])):
        file = model.file
        assert modelfile.assemble(file.tokenizer_version, file.sections) == model.to_bytes()


def test_svmlight_is_read_back_to_the_last_bit(model, few, tmp_path):
    rows = model.features(*few.columns)
    classes = sorted(set(few.actions))
    exchange.write_svmlight(rows, few.actions, classes, tmp_path / "rows")
    found, labels = load_svmlight_file(str(tmp_path / "rows"), n_features=model.file.slots)
    assert (found != rows.to_scipy()).nnz == 0
    assert [classes[int(label)] for label in labels] == few.actions
    wanted, place = ["allow", "promotion", "transaction"], few.actions.index("junk")
    with pytest.raises(ExchangeError, match=f"found junk in row {place}, the first of {few.actions.count('junk')} such"):
        exchange.write_svmlight(rows, few.actions, wanted, tmp_path / "rows")
    for secret in ("my pin is 4242", "4242", "pin4242", 4242):
        with pytest.raises(ExchangeError, match="found another in row 0, the first of 600") as caught:
            exchange.write_vw(rows, [secret] * 600, classes, tmp_path / "rows")
        with pytest.raises(ExchangeError, match="found another as class 1, the first of 1") as other:
            exchange.from_weights(model, np.zeros(model.file.slots), 0, ["allow", secret])
        assert "4242" not in str(caught.value) + str(other.value)
    with pytest.raises(ValueError, match="a label for each"):
        exchange.write_svmlight(rows, few.actions[1:], classes, tmp_path / "rows")


def liblinear(path, solver, label, weights, bias):
    """A model as liblinear's save_model writes one."""
    rows = weights.tolist()
    path.write_text(
        f"solver_type {solver}\nnr_class 2\nlabel {label}\nnr_feature {len(rows) - (bias >= 0)}\nbias {bias}\nw\n"
        + "".join(f"{value:.17g} \n" for value in rows)
    )
    return path


@pytest.mark.parametrize("label", ["1 0", "0 1"])
def test_models_of_liblinear_become_ours(pair, few, label, tmp_path):
    rows = pair.features(*few.columns).to_scipy()
    # scikit-learn's solver of this name is liblinear's.
    own = LogisticRegression(solver="liblinear", C=10, intercept_scaling=2.0, tol=0.1).fit(rows, few.junk)
    sign = 1 if label == "1 0" else -1
    numbers = np.append(own.coef_[0], own.intercept_[0] / 2) * sign
    path = liblinear(tmp_path / "model", "L2R_LR", label, numbers, 2)
    model = exchange.from_liblinear(path, pair, ["allow", "junk"])
    other = exchange.from_sklearn(own, pair)
    assert np.array_equal(model.file.steps, other.file.steps)
    assert np.abs(model.decision_function(*few.columns) - other.decision_function(*few.columns)).max() < 1e-5
    # Without a bias, and trained on rows whose last slots were empty.
    cut = liblinear(path, "L2R_LR", label, np.ones(7) * pair.file.used[:7] * sign, -1)
    assert np.abs(exchange.from_liblinear(cut, pair, ["allow", "junk"]).decision_function([""])).max() == 0


def test_other_models_of_liblinear_are_refused(pair, tmp_path):
    path, names, weights = tmp_path / "model", ["allow", "junk"], np.zeros(4)
    for solver, label, words in (
        ("MCSVM_CS", "1 0", "solver MCSVM_CS"),
        ("L2R_L2LOSS_SVR", "1 0", "solver L2R_L2LOSS_SVR"),
        ("L2R_L2LOSS_SVC_DUAL", "1 0", "give slope and offset"),
        ("L2R_LR", "1 -1", "labels from 0 to 1"),
        ("L2R_LR", "1 2", "found 2"),
    ):
        with pytest.raises(ExchangeError, match=words):
            exchange.from_liblinear(liblinear(path, solver, label, weights, -1), pair, names)
    liblinear(path, "L2R_L2LOSS_SVC_DUAL", "1 0", weights, -1)
    assert exchange.from_liblinear(path, pair, names, slope=1.5).predict(["a"]).tolist() == ["junk"]
    text = liblinear(path, "L2R_LR", "1 0", weights, -1).read_text()
    for broken in (
        "",
        "hello",
        text[:-4],
        text + "1\n",
        text.replace("nr_class 2", "nr_class 3"),
        text.replace("0 \n", "x \n", 1),
    ):
        path.write_text(broken)
        with pytest.raises(ExchangeError):
            exchange.from_liblinear(path, pair, names)


def test_vowpal_wabbit_trains_on_our_rows_and_comes_back(pair, few, tmp_path):
    vowpalwabbit = pytest.importorskip("vowpalwabbit")
    rows, bits = pair.features(*few.columns), exchange.vw_bits(pair.file.slots)
    exchange.write_vw(rows, few.junk, ["allow", "junk"], tmp_path / "rows")
    learner = vowpalwabbit.Workspace(f"-b {bits} --loss_function logistic --quiet --readable_model {tmp_path}/model")
    lines = (tmp_path / "rows").read_text().splitlines()
    for line in lines:
        learner.learn(line)
    expected = [learner.predict("|" + line.split("|")[1]) for line in lines]
    learner.finish()
    with pytest.raises(ExchangeError, match="give is_logistic=True"):
        exchange.from_vw(tmp_path / "model", pair, ["allow", "junk"])
    model = exchange.from_vw(tmp_path / "model", pair, ["allow", "junk"], is_logistic=True)
    found = model.decision_function(*few.columns)
    off = most_off(model, few)
    assert np.std(expected) > 0.1 and (np.abs(found - expected) <= off + 1e-3).all()
    assert model.card["trainedWith"] == "imported from Vowpal Wabbit"


def readable(path, bits, rows, options=""):
    """A model as Vowpal Wabbit's --readable_model writes one."""
    head = f"Version 9.11.9\nId \nMin label:-1\nMax label:1\nbits:{bits}\nlda:0\n0 ngram:\n0 skip:\noptions:{options}\nChecksum: 7\n:0\n"
    path.write_text(head + "".join(f"{place}:{value}\n" for place, value in rows))
    return path


def test_readable_models_of_vowpal_wabbit_are_read(pair, tmp_path):
    names, bits, slots = ["allow", "junk"], exchange.vw_bits(pair.file.slots), pair.file.slots
    used = int(np.flatnonzero(pair.file.used)[0])
    weights = [(used, 0.5), (11650396 & ((1 << bits) - 1), -1.25)]
    path = readable(tmp_path / "model", bits, weights, " --learning_rate 0.2 --l1 -1e-8 --loss_function logistic")
    model = exchange.from_vw(path, pair, names)
    assert model.decision_function([""])[0] == -1.25 and model.file.steps[used, 0] == 31
    for wrong, words in (
        ((4, []), f"-b {bits} or more"),
        ((bits, [(slots, 1)]), "one of"),
        ((bits, [("x", 1)]), "lines of a number"),
        ((bits, [], " --oaa 3"), "found --oaa"),
        ((bits, [], " --interactions ::"), "found --interactions"),
        ((bits, [], " --loss_function logistic --marginal m"), "found --marginal"),
        ((bits, [], " --hash_seed=3"), "found --hash_seed"),
        ((bits, [], " -q ::"), "found -q"),
        ((bits, []), "give is_logistic=True"),
        ((bits, [], " --loss_function squared"), "give slope and offset"),
    ):
        with pytest.raises(ExchangeError, match=words):
            exchange.from_vw(readable(path, *wrong), pair, names)
    readable(path, bits, [])
    with pytest.raises(ExchangeError, match="3 classes"):
        exchange.from_vw(path, pair, [*names, "promotion"])
    with pytest.raises(ExchangeError, match="give slope and offset"):
        exchange.from_vw(path, pair, names, is_logistic=False)
    assert exchange.from_vw(path, pair, names, slope=2.0, offset=1.0).decision_function([""])[0] == 1
    readable(path, bits, [], " --loss_function squared")
    with pytest.raises(ExchangeError, match="give slope and offset"):
        exchange.from_vw(path, pair, names, is_logistic=True)
    path.write_text("no model")
    with pytest.raises(ExchangeError, match="use --readable_model"):
        exchange.from_vw(path, pair, names)


@pytest.mark.parametrize("name", ["", "-pair"])
def test_a_dump_has_every_weight(released, name, tmp_path):
    any_model, path = spamkit.Model(released[name]), tmp_path / "dump.tsv"
    exchange.dump(any_model, path)
    lines = path.read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    weights = exchange.to_weights(any_model)
    assert rows[0] == ["slot", "fingerprint", *weights.labels]
    assert len(rows) - 1 == any_model.file.used.sum()
    for slot, fingerprint, *values in rows[1:200]:
        assert int(fingerprint, 16) == any_model.file.fingerprints[int(slot)]
        assert np.allclose([float(value) for value in values], weights.coef[:, int(slot)], rtol=1e-8)
    heaviest = [max(abs(float(value)) for value in row[2:]) for row in rows[1:]]
    assert heaviest == sorted(heaviest, reverse=True)
    assert sum(line.startswith("# class ") for line in lines) == len(any_model.labels_)
