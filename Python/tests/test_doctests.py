"""The examples of the docstrings."""

import doctest
import importlib

import pytest

import spamkit

MODULES = [
    "",
    ".batches",
    ".comparison",
    ".model",
    ".explanation",
    ".features",
    ".notebook",
    ".training",
    ".exchange.formats",
    ".exchange.importing",
    ".exchange.programs",
    ".exchange.weights",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_print_what_they_show(name, released):
    module = importlib.import_module(f"spamkit{name}")
    found = doctest.testmod(module, extraglobs={"example": str(released["-pair"]), "spamkit": spamkit})
    assert found.failed == 0
    if name in ("", ".batches", ".model", ".training"):
        assert found.attempted > 0
