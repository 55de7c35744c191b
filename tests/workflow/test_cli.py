"""Words that the command line cannot use: one line, status 2, and nothing is written."""

import importlib

import pytest

from bandit_replications.runtime import environment
from bandit_replications.workflow import cli
from bandit_replications.workflow.index import index
from support.checkouts import python

RERUN = ["rerun", "private_online"]
EQUAL = "{name: x, means: [0.5, 0.5]}"
FIGURE = [*RERUN, "figure=5"]
DEEP = f"{'[' * 3000}{']' * 3000}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["verify-numbers", "--scale", "huge"], "scale: 'huge'; allowed: paper, quick"),
        (["stability", "anon"], "paper: 'anon'. Did you mean 'anonymous'"),
        (["nonsense"], "command: invalid choice: 'nonsense' (choose from"),
        (["figure"], "the following arguments are required: paper, figure"),
        ([], "the following arguments are required: command"),
        (["params", "anonymous", "--x\ny"], "unrecognized arguments: --x"),
        (["params", ""], "paper: ''. Allowed: private_online"),
        (["figure", "private", "5"], "paper: 'private'. Did you mean 'private_online'"),
        (["figure", "private_online", "99"], "figure: '99'"),
        (["claim", "theorem-66"], "claim: 'theorem-66'. Did you mean 'theorem-6'"),
        (["rerun", "private_onlin"], "paper: 'private_onlin'. Did you mean 'private_online'"),
        ([*RERUN, "regret.horizn=5"], "regret.horizn: unknown key. Did you mean 'horizon'"),
        ([*RERUN, "horizon=5"], "horizon: several experiments have it"),
        ([*RERUN, "label=A b"], "label: 'A b'; allowed: at most 64"),
        ([*RERUN, f"label={'x' * 300}"], "label: 'xxx … allowed: at most 64 small letters"),
        ([*RERUN, "foo.bar=1"], "foo: unknown key. Allowed here: anytime"),
        ([*RERUN, "regret.replicates={}"], "regret.replicates: {}; changes no"),
        ([*RERUN, "config=/dev/null"], "config: '/dev/null'; allowed: a file"),
        ([*RERUN, "dry=yes"], "dry: 'yes'; allowed: 0 or 1"),
        ([*RERUN, "yes=1", "yes=1"], "yes: given twice"),
        ([*FIGURE, f"regret.settings=[{EQUAL}]"], "regret.settings … all equal"),
        ([*FIGURE, f"regret.horizon={10**22}"], "regret.horizon: 1000 … at most 1000000000000"),
        ([*FIGURE, f"regret.horizon={'9' * 5000}"], "regret.horizon: … allowed: a YAML value"),
        ([*FIGURE, f"regret.epsilons={DEEP}"], "regret.epsilons: … allowed: a YAML value"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_words_are_refused_in_one_line(capsys, root, words, message):
    before = set((root / "build").glob("*"))
    assert cli.main(words) == 2
    said = capsys.readouterr().err
    begins, _, rest = message.partition(" … ")
    assert said.startswith(f"error: {begins}")
    assert rest in said
    assert said.count("\n") == 1
    assert len(said) <= 308
    assert {path.name for path in set((root / "build").glob("*")) - before} <= {".lock"}


LOADED = """
import os, sys
from bandit_replications.workflow import cli
from bandit_replications.workflow.index import index
print(cli.main(sys.argv[1:]), *{"PIL", "matplotlib", "pandas", "scipy.stats"} & {*sys.modules})
"""


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["params", "anonymous"], 0),
        (["where", "theorem 1", "anonymous"], 0),
        (["claim", "anonymous/theorem-99"], 2),
        (["figure", "anonymous", "99"], 2),
        (["rerun", "anonymous", "regret.horizon=abc"], 2),
        (["rerun", "private_online", "regret.horizon=1000", "dry=1"], 0),
        (["verify-numbers", "--scale", "huge"], 2),
        (["new-paper", "class"], 2),
        (["stability", "anon"], 2),
    ],
    ids=str,
)
def test_answers_wait_for_no_library_that_draws_or_judges(root, words, status):
    index("anonymous")
    done = python(root, "-c", LOADED, *words)
    assert done.stdout.splitlines()[-1] == str(status), done.stderr


def test_every_command_is_a_function_of_its_name():
    for name, (module, _) in cli.COMMANDS.items():
        found = importlib.import_module(f"bandit_replications.workflow.commands.{module}")
        assert callable(getattr(found, name.replace("-", "_")))


WATCHED = """
import os, runpy, sys
from bandit_replications.runtime.environment import THREADS

class Watch:
    def find_spec(self, name, *_):
        if name == "numpy":
            print(*map(os.environ.get, THREADS), flush=True)
            os._exit(0)

assert "numpy" not in sys.modules
sys.meta_path.insert(0, Watch())
runpy.run_module("bandit_replications", run_name="__main__")
"""


@pytest.mark.parametrize("words", [["params", "anonymous"], ["job", "collect", "quick", "x"]])
def test_threads_are_set_before_numpy_is_imported(root, words):
    done = python(root, "-c", WATCHED, *words, **dict.fromkeys(environment.THREADS))
    assert done.stdout == "1 1 1\n", done.stderr
