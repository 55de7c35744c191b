"""Names in a piece of Python source."""

import ast


def assigned_names(source: str) -> list[str]:
    """Return the names that the statements of a source assign, in order; none if it is invalid."""
    try:
        statements = ast.parse(source).body
    except SyntaxError:
        return []
    targets = [
        target
        for node in statements
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    return [target.id for target in targets if isinstance(target, ast.Name)]
