"""Lines of code by room and paper stay within their budgets: who adds, removes."""

import ast
import io
import tokenize
from collections import Counter

PAPERS = {
    "anonymous": 6_100,
    "cooperative": 4_800,
    "distributed": 7_800,
    "multiplayer": 4_900,
    "private_online": 6_000,
}
ROOMS = {
    "bandits": 625,
    "configuration": 770,
    "experiments": 680,
    "inference": 870,
    "ledger": 1_255,
    "library": 1_185,
    "playing": 555,
    "reporting": 815,
    "runtime": 350,
    "site": 1_220,
    "workflow": 1_950,
}
TESTS = 24_850  # lines in all
LONGEST = 400  # lines of a module in all
LONGEST_BODY = 50  # lines of a function without its docstring
LAYOUT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}
DOCUMENTED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def code_lines(text):
    """Return the number of lines without imports, docstrings, comments and blanks."""
    counted, left_out = set(), set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            left_out |= set(range(node.lineno, node.end_lineno + 1))
        elif isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            left_out |= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in LAYOUT:
            counted |= set(range(token.start[0], token.end[0] + 1))
    return len(counted - left_out)


def lines_by_room(root):
    """Return the lines of code of each room and paper."""
    package, found = root / "src" / "bandit_replications", Counter()
    for path in package.rglob("*.py"):
        room, *below = path.relative_to(package).parts
        if below:
            found[below[0] if room == "papers" else room] += code_lines(path.read_text())
    return found


def test_only_code_is_counted():
    text = (
        '"""A module."""\n\nimport os  # none\n\n\ndef f():\n    """Do."""\n    return """a\nb"""\n'
    )
    assert code_lines(text) == 3


def test_rooms_are_within_their_budgets(root):
    budgets, lines = {**PAPERS, **ROOMS}, lines_by_room(root)
    assert {room for room, count in lines.items() if count} == set(budgets)
    assert {room: lines[room] for room in budgets if lines[room] > budgets[room]} == {}


def test_tests_are_within_their_budget(root):
    paths = (root / "tests").rglob("*.py")
    assert sum(len(path.read_text().splitlines()) for path in paths) <= TESTS


def test_no_module_is_too_long(root):
    paths = (root / "src").rglob("*.py")
    assert [str(path) for path in paths if len(path.read_text().splitlines()) > LONGEST] == []


def test_no_function_is_too_long(root):
    long = []
    for path in (root / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                documented = ast.get_docstring(node) is not None
                first = node.body[1 if documented and len(node.body) > 1 else 0]
                if node.end_lineno - first.lineno + 1 > LONGEST_BODY:
                    long.append(f"{path}: {node.name}")
    assert long == []
