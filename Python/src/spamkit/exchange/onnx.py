"""A model as an ONNX graph, from slots and values to log-odds and probabilities.

The reader of messages stays outside: `Model.features` is it, and `padded` makes its rows the
inputs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ..features import FeatureRows
from ..model import Model
from .tail import Tail

Path = Union[str, "os.PathLike[str]"]

# With reductions whose axes are an input, and before them in all that runs ONNX.
_OPSET = 13


def padded(rows: FeatureRows, width: int | None = None) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Rows as the inputs of a graph: slots and values, each of shape (n, width). Behind the last
    entry of a row stands slot 0 with the value 0.

    Args:
        width: the most entries of a row, so that batches have one shape; None: of these rows.

    Raises ValueError where a row has more.
    """
    widths = np.diff(rows.indptr)
    most = int(widths.max(initial=0))
    if width is None:
        width = max(most, 1)
    if most > width:
        raise ValueError(f"expected rows of at most {width} entries, found {most}; raise width")
    slots = np.zeros((rows.shape[0], width), np.int64)
    values = np.zeros((rows.shape[0], width))
    is_entry = np.arange(width) < widths[:, None]
    slots[is_entry], values[is_entry] = rows.indices, rows.data
    return slots, values


class _Nodes:
    """The operations as nodes; a value is the name of one's output."""

    def __init__(self) -> None:
        from onnx import helper

        self._helper = helper
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, values: npt.NDArray[Any]) -> str:
        from onnx import numpy_helper

        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"n{len(self.nodes)}"
        self.nodes.append(self._helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def take(self, x: str, columns: Sequence[int]) -> str:
        return self.node("Gather", x, self.constant(np.array(columns, np.int64)), axis=1)

    def affine(self, x: str, factors: Sequence[float], addends: Sequence[float]) -> str:
        scaled = self.node("Mul", x, self.constant(np.array(factors, np.float64)))
        return self.node("Add", scaled, self.constant(np.array(addends, np.float64)))

    def log_sum_exp(self, x: str) -> str:
        # By its parts: not every program reduces doubles by it in one.
        peak = self.node("ReduceMax", x, axes=[1], keepdims=1)
        powers = self.node("Exp", self.node("Sub", x, peak))
        total = self.node("ReduceSum", powers, self.constant(np.array([1], np.int64)), keepdims=1)
        return self.node("Add", peak, self.node("Log", total))

    def softmax(self, x: str) -> str:
        return self.node("Softmax", x, axis=1)

    def join(self, parts: Sequence[str]) -> str:
        return self.node("Concat", *parts, axis=1)

    def add(self, x: str, y: str) -> str:
        return self.node("Add", x, y)

    def multiply(self, x: str, y: str) -> str:
        return self.node("Mul", x, y)


def to_onnx(model: Model, path: Path | None = None) -> Any:
    """The model as an ONNX `ModelProto`, checked by onnx, and written to path if one is given.

    Inputs: `slots` int64 (n, width) and `values` float64 (n, width), as `padded` makes them.
    Outputs: `log_odds` float64 (n, classes), of each of `classes_` against all others;
    `probabilities` float64 (n, classes), the columns of `predict_proba`; and `label_probabilities`
    float64 (n, labels), of each of `labels_`. All within 1e-5 of the core's, calibration included.
    Cutoffs and names stand in the metadata. Weights are stored in a byte, as in the model file.
    """
    import onnx
    from onnx import TensorProto, helper

    file, nodes = model.file, _Nodes()
    table = nodes.constant(np.ascontiguousarray(file.steps))
    rows = nodes.node("Cast", nodes.node("Gather", table, "slots", axis=0), to=TensorProto.DOUBLE)
    values = nodes.node("Unsqueeze", "values", nodes.constant(np.array([2], np.int64)))
    weighed = nodes.node("Mul", rows, values)
    sums = nodes.node("ReduceSum", weighed, nodes.constant(np.array([1], np.int64)), keepdims=0)
    tail = Tail(nodes, file.classes, sums)
    outputs = (
        ("log_odds", tail.log_odds, len(model.classes_)),
        ("probabilities", tail.probabilities, len(model.classes_)),
        ("label_probabilities", tail.label_probabilities, len(model.labels_)),
    )
    for name, value, _ in outputs:
        nodes.nodes.append(helper.make_node("Identity", [value], [name]))
    graph = helper.make_graph(
        nodes.nodes,
        "spamkit",
        [
            helper.make_tensor_value_info("slots", TensorProto.INT64, ["messages", "width"]),
            helper.make_tensor_value_info("values", TensorProto.DOUBLE, ["messages", "width"]),
        ],
        [
            helper.make_tensor_value_info(name, TensorProto.DOUBLE, ["messages", columns])
            for name, _, columns in outputs
        ],
        nodes.constants,
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], producer_name="spamkit")
    made.ir_version = 8
    helper.set_model_props(
        made,
        {
            "classes": ",".join(model.classes_),
            "labels": ",".join(model.labels_),
            "tokenizer_version": str(file.tokenizer_version),
            "slots": str(file.slots),
            **{f"cutoff_{name}": repr(value) for name, value in model.cutoffs.items()},
        },
    )
    onnx.checker.check_model(made, full_check=True)
    if path is not None:
        onnx.save(made, os.fspath(path))
    return made
