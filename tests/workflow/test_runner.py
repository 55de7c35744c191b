"""What a long run says of itself."""

import re
import time

from bandit_replications.workflow import runner


def test_without_a_terminal_lines_say_how_far_it_is(monkeypatch, capsys):
    monkeypatch.setattr(runner, "_LINE_SECONDS", 0.05)
    bar = runner._Bar({"simulate": 4, "page": 1}, seconds=40.0)
    bar.finish("simulate")
    time.sleep(0.3)
    bar.close()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 2
    assert all(re.fullmatch(r"\d+% done, about \d+ s left", line) for line in lines)
    assert 0 < int(lines[-1].partition("%")[0]) < 50
