"""A model as a Core ML neural network, from a dense row of values to log-odds and probabilities.

The reader of messages stays outside, as with ONNX. In an app the decision core itself is smaller
and quicker; this is for what takes Core ML models alone.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ..model import Model
from .tail import Tail

Path = Union[str, "os.PathLike[str]"]


class _Layers:
    """The operations as layers of a network; a value is the name of a layer's output."""

    def __init__(self, builder: Any, widths: dict[str, int]) -> None:
        self._builder = builder
        self._widths = widths

    def _new(self, width: int) -> str:
        name = f"l{len(self._widths)}"
        self._widths[name] = width
        return name

    def linear(self, x: str, weights: npt.NDArray[np.float64], addends: npt.NDArray[np.float64] | None = None) -> str:
        """x times the transposed weights (outputs, inputs), plus addends (outputs,)."""
        name = self._new(weights.shape[0])
        self._builder.add_inner_product(
            name=name,
            W=weights,
            b=addends,
            input_channels=weights.shape[1],
            output_channels=weights.shape[0],
            has_bias=addends is not None,
            input_name=x,
            output_name=name,
        )
        return name

    def take(self, x: str, columns: Sequence[int]) -> str:
        weights = np.zeros((len(columns), self._widths[x]))
        weights[np.arange(len(columns)), list(columns)] = 1
        return self.linear(x, weights)

    def affine(self, x: str, factors: Sequence[float], addends: Sequence[float]) -> str:
        return self.linear(x, np.diag(np.asarray(factors, np.float64)), np.asarray(addends, np.float64))

    def log_sum_exp(self, x: str) -> str:
        name = self._new(1)
        self._builder.add_reduce_logsumexp(name=name, input_name=x, output_name=name, axes=[-1], keepdims=True)
        return name

    def softmax(self, x: str) -> str:
        name = self._new(self._widths[x])
        self._builder.add_softmax_nd(name=name, input_name=x, output_name=name, axis=-1)
        return name

    def join(self, parts: Sequence[str]) -> str:
        if len(parts) == 1:
            return parts[0]
        name = self._new(sum(self._widths[part] for part in parts))
        self._builder.add_concat_nd(name=name, input_names=list(parts), output_name=name, axis=-1)
        return name

    def add(self, x: str, y: str) -> str:
        name = self._new(self._widths[x])
        self._builder.add_add_broadcastable(name=name, input_names=[x, y], output_name=name)
        return name

    def multiply(self, x: str, y: str) -> str:
        name = self._new(self._widths[x])
        self._builder.add_multiply_broadcastable(name=name, input_names=[x, y], output_name=name)
        return name

    def copy(self, x: str, name: str) -> None:
        self._builder.add_activation(
            name=name, non_linearity="LINEAR", input_name=x, output_name=name, params=[1.0, 0.0]
        )


def to_coreml(model: Model, path: Path | None = None) -> Any:
    """The model as a Core ML specification, loaded by coremltools, and written to path (`.mlmodel`)
    if one is given.

    Input: `values`, a row of floats with one for each slot:
    `Model.features(...).to_scipy().toarray()` has such rows. Outputs: `log_odds`, one for each of
    `classes_` against all others; `probabilities`, one for each of `classes_` as in
    `predict_proba`; and `label_probabilities`, one for each of `labels_`. The network calculates in
    float32, which in NumPy is within 1e-5 of the core. It takes 4 bytes for each slot and vector.
    """
    import coremltools as ct
    from coremltools.models import MLModel, datatypes
    from coremltools.models.neural_network import NeuralNetworkBuilder
    from coremltools.models.utils import save_spec

    file = model.file
    outputs = (
        ("log_odds", len(model.classes_)),
        ("probabilities", len(model.classes_)),
        ("label_probabilities", len(model.labels_)),
    )
    builder = NeuralNetworkBuilder(
        [("values", datatypes.Array(file.slots))],
        [(name, datatypes.Array(columns)) for name, columns in outputs],
        disable_rank5_shape_mapping=True,
    )
    layers = _Layers(builder, {"values": file.slots})
    tail = Tail(layers, file.classes, layers.linear("values", file.steps.T.astype(np.float64)))
    layers.copy(tail.log_odds, "log_odds")
    layers.copy(tail.probabilities, "probabilities")
    layers.copy(tail.label_probabilities, "label_probabilities")
    spec = builder.spec
    about = spec.description.metadata
    about.shortDescription = f"spamkit: features of messages to {', '.join(model.classes_)}"
    about.versionString = f"tokenizer {file.tokenizer_version}"
    about.userDefined["classes"] = ",".join(model.classes_)
    about.userDefined["labels"] = ",".join(model.labels_)
    for name, value in model.cutoffs.items():
        about.userDefined[f"cutoff_{name}"] = repr(value)
    ct.models.MLModel(spec, skip_model_load=True)
    if path is not None:
        if not os.fspath(path).endswith(".mlmodel"):
            raise ValueError(f"expected a path that ends with .mlmodel, found {os.fspath(path)}")
        save_spec(spec, os.fspath(path))
        MLModel(os.fspath(path), skip_model_load=True)
    return spec
