"""Random changes of the papers' configurations, and checks of their refusals."""

import contextlib
import copy
import datetime
import math
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bandit_replications.configuration import messages, validation
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import MOST, ConfigurationError

QUICK = {paper: validation.to_values(validation.load(paper, scale="quick")) for paper in PAPERS}
GONE = ...  # what a key is changed to that is taken away

# --- What is put in place of a value --------------------------------------------------------

EDGES = [math.nan, math.inf, -math.inf, -1, 0, -0.0, 0.5, 1, 1.0, 2, 3, 7, 64]
EDGES += [1e-323, 1e-300, 1e-17, 1e-8, 1 - 1e-16, 1e6, 1e300, 10**4, 10**6, 10**9, 10**12]
EDGES += [2**31, 2**53, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 2**64, 10**22, 10**400]
WORDS = ["", " ", "x", "main", "default", "random", "1e3", "nan", "1/0", "true", "T", "{}", "%s{0}"]
WORDS += ["é" * 200, "x" * 5000, "a\nb", "\x00\x1b[31m", "\u202eabc", "\ud800", "../../etc/passwd"]

numbers = st.sampled_from(EDGES) | st.integers() | st.floats()
texts = st.sampled_from(WORDS) | st.text(max_size=12)
single = numbers | texts | st.none() | st.booleans() | st.just(datetime.date(2020, 1, 1))
keys = texts | st.sampled_from(["name", "means", "arms", "agents", "algorithms", "instances"])
anything = st.recursive(
    single,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)


def nearly(old: Any) -> st.SearchStrategy[Any]:
    """Return values like the one that stood there: a bit more, twice, in another order, a typo."""
    if isinstance(old, list):
        again = st.lists(st.sampled_from(old or [0]), min_size=1, max_size=4)
        more = single.map(lambda new: [*old, new])
        long = st.sampled_from([old * 2, [old], (old or [1]) * 20_000])
        return st.permutations(old) | again | more | long | st.lists(numbers, max_size=6)
    if isinstance(old, dict):
        more = st.dictionaries(texts | st.integers(), single, min_size=1, max_size=2)
        typo = st.sampled_from(sorted(map(str, old)) or [""]).map(lambda key: {**old, key[:-1]: 1})
        return more.map(lambda new: {**old, **new}) | typo | st.just([old])
    if isinstance(old, str):
        return st.sampled_from([old.upper(), old + " ", old * 100, old + "\n", old[:-1]])
    if isinstance(old, bool) or not isinstance(old, (int, float)) or not abs(old) < 1e300:
        return single
    bigger = [old + 1, old * 2, old * 3, old * 10, round(old * 1.5)]
    return st.sampled_from([*bigger, old - 1, old // 2, old / 2, old * 0.9, -old, str(old), [old]])


# --- Where --------------------------------------------------------------------------------


def items(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, list):
        return list(enumerate(value))
    return list(value.items()) if isinstance(value, dict) else []


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each value in a configuration."""
    if path:
        yield path
    for key, inner in items(value):
        yield from places(inner, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def put(values: Any, path: tuple[Any, ...], new: Any) -> None:
    inner = at(values, path[:-1])
    if new is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new


def laid_over(values: Any, changes: Any) -> Any:
    """Return changed values as overrides: keys down to each place, or its list."""
    over: Any = {}
    for path, _ in changes:
        depth = next((n for n, part in enumerate(path) if isinstance(part, int)), len(path))
        with contextlib.suppress(KeyError, TypeError):  # taken away, or within what was replaced
            one = at(values, path[:depth])
            for part in reversed(path[:depth]):
                one = {part: one}
            over = validation.merge(over, one)
    return over


@st.composite
def changed(draw: Any) -> Any:
    """Return a paper, its values with one to three changes, and the changes."""
    paper = draw(st.sampled_from(PAPERS))
    values = copy.deepcopy(QUICK[paper])
    changes = []
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 3]))):
        path = draw(st.sampled_from(list(places(values))))
        near = draw(st.booleans())
        new = draw(nearly(at(values, path)) if near else anything | st.just(GONE))
        put(values, path, copy.deepcopy(new))
        changes.append((path, new))
    return paper, values, changes


# --- What comes of it -----------------------------------------------------------------------


def told(value: Any) -> Iterator[str]:
    """Yield the beginnings of a value in a message, or of one in it."""
    yield "missing" if value is GONE else messages.shown(value)[:12]
    if isinstance(value, float):
        yield f"{value:g}"
    if isinstance(value, (str, int)):
        yield str(value)[:12]
    for key, inner in items(value):
        yield str(key)[:12]
        yield from told(inner)


def check_line(text: str) -> None:
    assert len(text) <= MOST
    assert text.isprintable(), ascii(text)
    assert re.match(r".+: .*llowed", text), text


def check_refusal(error: ConfigurationError, changes: Any) -> None:
    """Check that a message is one line with a changed key, its value and the allowed values."""
    text = str(error)
    check_line(text)
    words = {part for path, _ in changes for part in path if isinstance(part, str)}
    words |= {str(key) for _, new in changes for key, _ in items(new)}
    assert any(word[:20] in text for word in words), text
    gone = any(new is GONE or isinstance(new, (list, dict)) for _, new in changes)
    assert gone or any(name in text for _, new in changes for name in told(new)), text


# Every case is to be planned in seconds; on a busy machine in less than this.
bounded = settings(
    derandomize=True,
    database=None,
    deadline=datetime.timedelta(minutes=1),
    suppress_health_check=list(HealthCheck),
)
