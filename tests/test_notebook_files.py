"""The committed notebooks: quick-scale parameters, thin cells, executed without an error."""

import ast
import json

import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.papers import PAPERS


def notebook(root, paper):
    return json.loads((root / "notebooks" / f"{paper}.ipynb").read_text())


def code_cells(root, paper):
    return [cell for cell in notebook(root, paper)["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("paper", PAPERS)
def test_parameters_cell_has_scale_seed_and_experiments(root, paper):
    cells = [c for c in code_cells(root, paper) if "parameters" in c["metadata"].get("tags", [])]
    namespace: dict[str, object] = {}
    exec("".join(cells[0]["source"]), namespace)
    del namespace["__builtins__"]
    values = configuration.to_values(configuration.load(paper, scale="quick"))
    seed = values.pop("root_seed")
    assert len(cells) == 1
    assert namespace == {"scale": "quick", "root_seed": seed, **{name: {} for name in values}}


@pytest.mark.parametrize("paper", PAPERS)
def test_cells_are_thin(root, paper):
    for cell in code_cells(root, paper):
        if "parameters" in cell["metadata"].get("tags", []):
            continue
        source = "".join(cell["source"])
        tree = ast.parse(source)
        nodes = (ast.FunctionDef, ast.ClassDef, ast.For, ast.While, ast.Lambda)
        assert not any(isinstance(node, nodes) for node in ast.walk(tree)), source
        imports = (ast.Import, ast.ImportFrom)
        statements = [node for node in tree.body if not isinstance(node, imports)]
        assert sum(node.end_lineno - node.lineno + 1 for node in statements) <= 12, source


@pytest.mark.parametrize("paper", PAPERS)
def test_every_cell_was_executed_without_error_or_warning(root, paper):
    for cell in code_cells(root, paper):
        assert cell["execution_count"] is not None, cell["source"]
        for output in cell["outputs"]:
            assert output["output_type"] != "error"
            assert output.get("name") != "stderr", output["text"]


@pytest.mark.parametrize("paper", PAPERS)
def test_only_source_listings_are_not_compared(root, paper):
    for cell in code_cells(root, paper):
        tags = cell["metadata"].get("tags", [])
        assert "nbval-skip" not in tags
        if "nbval-ignore-output" in tags:
            assert "show_source(" in "".join(cell["source"])
