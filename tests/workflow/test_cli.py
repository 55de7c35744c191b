"""Words that the command line cannot use: one line, status 2."""

import pytest

from bandit_replications.workflow import cli


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["verify-numbers", "--scale", "huge"], "scale: 'huge'; allowed: paper, quick"),
        (["nonsense"], "command: invalid choice: 'nonsense' (choose from"),
        (["figure"], "the following arguments are required: paper, figure"),
        ([], "the following arguments are required: command"),
        (["params", "anonymous", "--x\ny"], "unrecognized arguments: --x"),
    ],
)
def test_wrong_words_are_refused_in_one_line(capsys, words, message):
    assert cli.main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"error: {message}")
    assert said.count("\n") == 1
    assert len(said) <= 308
