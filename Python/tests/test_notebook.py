"""The notebook runs from its first cell to its last."""

import os
import pathlib

import pytest

NOTEBOOK = pathlib.Path(__file__).parents[1] / "first_model.ipynb"


def test_the_notebook_runs(tool, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.setenv("SPAMKIT", tool)
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "commit it without outputs"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    printed = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))
    assert "average precision" in printed and "only the first" in printed
    assert os.environ["SPAMKIT"] == tool
