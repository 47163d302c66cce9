"""Weights to other programs and back, over the features that a model reads.

`features` gives messages as rows of a sparse matrix. `write_svmlight` and `write_vw` write such
rows with labels. `to_onnx`, `to_coreml`, `to_sklearn`, `to_weights` and `dump` take a model's
weights out. `from_weights`, `from_sklearn`, `from_liblinear` and `from_vw` put a linear model's
weights into the feature table of a base model; `junk_cutoff` finds from where it may call messages
junk. docs/exchange.md tells what each needs and how exact it is.
"""

from .coreml import to_coreml
from .cutoffs import junk_cutoff
from .formats import dump, features, write_svmlight, write_vw
from .importing import from_weights
from .onnx import padded, to_onnx
from .programs import from_liblinear, from_sklearn, from_vw, vw_bits
from .weights import LinearWeights, scores, to_sklearn, to_weights

__all__ = [
    "LinearWeights",
    "dump",
    "features",
    "from_liblinear",
    "from_sklearn",
    "from_vw",
    "from_weights",
    "junk_cutoff",
    "padded",
    "scores",
    "to_coreml",
    "to_onnx",
    "to_sklearn",
    "to_weights",
    "vw_bits",
    "write_svmlight",
    "write_vw",
]
