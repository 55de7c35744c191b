"""The command line: `python -m bandit_replications <command>`. make's targets are thin wrappers."""

import argparse
from collections.abc import Sequence

from bandit_replications.runtime.faults import Parser, guarded


def parser() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    top = Parser(prog="python -m bandit_replications", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="command")

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text)

    add("reproduce", "regenerate everything at the papers' scale, compare, publish")
    verify = add("verify", "regenerate everything and say how alike it is; publish nothing")
    verify.add_argument("--strict", action="store_true", help="pass only with the same bytes")
    numbers = add("verify-numbers", "compare the numbers alone: results, and figures' CSVs")
    numbers.add_argument("papers", nargs="*", help="default: all")
    numbers.add_argument("--scale", default="paper", help="paper (the default) or quick")
    numbers.add_argument("--accept", action="store_true", help="list them as they are (quick)")
    add("quick", "the whole workflow at a small scale, under build/quick")
    add("stability", "judge all claims under 20 other root seeds (hours): data/stability.csv")
    add("notebooks", "execute the committed notebooks again, in place, at the quick scale")
    add("costs", "write config/costs.csv, what cells cost, from the last paper-scale run")
    add("artifact", "write ARTIFACT.md from the published scorecard and measured times")
    add("site", "build the published notebooks, claims, errata and algorithms as pages: build/site")
    figure = add("figure", "draw one figure, simulating only what it shows")
    figure.add_argument("paper")
    figure.add_argument("figure", help="5, 05 or figure-05")
    claim = add("claim", "check one claim, simulating only what it needs")
    claim.add_argument("id", help="theorem-6, figure-05, … or <paper>/<id>")
    params = add("params", "list a paper's parameters")
    params.add_argument("paper")
    place = add("where", "where a theorem, an algorithm or a figure stands: file and line")
    place.add_argument("what", nargs="?", help='"theorem 5", "algorithm 2", "figure 1b", dp-se, …')
    place.add_argument("paper", nargs="?")
    new = add("new-paper", "write a further paper that runs at once")
    new.add_argument("name")
    rerun = add("rerun", "run a paper with other parameters, under build/rerun-<label>")
    rerun.add_argument("paper")
    rerun.add_argument(
        "words",
        nargs="*",
        metavar="key=value",
        help="label=…, figure=…, scale=paper|quick, config=<file>, dry=1 (show what would run), "
        "yes=1 (run more than an hour or 4 GB), or a parameter",
    )
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or another after one line that says why."""
    return guarded(lambda: _run(parser().parse_args(words)))


def _run(arguments: argparse.Namespace) -> int:
    """Run a command; each loads what it needs, and an error in papers.yaml is the user's too."""
    from bandit_replications.configuration.papers import PAPERS, check_paper  # noqa: PLC0415
    from bandit_replications.workflow import commands  # noqa: PLC0415

    chosen = {
        "reproduce": lambda: commands.reproduce(PAPERS),
        "verify": lambda: commands.verify(PAPERS, strict=arguments.strict),
        "verify-numbers": lambda: commands.verify_numbers(
            [check_paper(paper) for paper in arguments.papers] or list(PAPERS),
            scale=arguments.scale,
            accept=arguments.accept,
        ),
        "quick": lambda: commands.quick(PAPERS),
        "site": lambda: commands.site(PAPERS),
        "stability": lambda: commands.judge_stability(PAPERS),
        "notebooks": lambda: commands.notebooks(PAPERS),
        "costs": lambda: commands.write_costs(PAPERS),
        "artifact": lambda: commands.artifact(PAPERS),
        "figure": lambda: commands.figure(arguments.paper, arguments.figure),
        "claim": lambda: commands.claim(arguments.id),
        "params": lambda: commands.params(arguments.paper),
        "where": lambda: commands.where(arguments.what, arguments.paper),
        "new-paper": lambda: commands.write_paper(arguments.name),
        "rerun": lambda: commands.rerun(arguments.paper, arguments.words),
    }
    return chosen[arguments.command]()
