"""Samples of final regrets that the claims compare, in the paper's three settings."""

import itertools
from collections.abc import Sequence

from bandit_replications.ledger.comparison_records import Chosen, ComparisonRecord
from bandit_replications.ledger.parts import ratio
from bandit_replications.ledger.samples import Reader, Samples, require
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

PAPER_MEANS = {
    "setting-1": (0.75, 0.70, 0.70, 0.70, 0.70),
    "setting-2": (0.75, 0.625, 0.5, 0.375, 0.25),
    "setting-3": (0.75, 0.15, 0.15, 0.15, 0.15),
}
CHANCE = 0.01  # of a step up that is named, over all steps


def _cell(config: Configuration, cell: Chosen) -> str:
    """Return "setting 1, ε = 0.5", or with a horizon the setting by its name in the data."""
    symbols = {"epsilon": "ε = {:g}", "horizon": "T = {}"}
    texts = [symbols.get(column, "{}").format(value) for column, value in cell.items()]
    return ", ".join(texts if "horizon" in cell else [one.replace("-", " ") for one in texts])


# --- Scope ----------------------------------------------------------------------------------


def require_setting(config: Configuration, name: str) -> None:
    """Raise NotApplicable unless the run's setting of this name is the paper's."""
    found = {one.name: one for one in config.regret.settings}
    if (
        name not in found
        or tuple(found[name].resolve_means()) != PAPER_MEANS[name]
        or found[name].law != "bernoulli"
    ):
        raise NotApplicable(f"the run has no {name} as in the paper")


def _scope(config: Configuration, chosen: Sequence[Chosen]) -> None:
    for one in chosen:
        if one["data"] == "anytime":
            if one.get("restarts", "squaring") not in config.anytime.restarts:
                raise NotApplicable("the run has no restarts with squared horizons")
            firsts = config.anytime.first_horizons
            if one.get("first_horizon", firsts[0]) not in firsts:
                raise NotApplicable(f"the run has no first horizon {one['first_horizon']}")
            if config.anytime.replicates < 2:
                raise NotApplicable("the run has one replicate; at least 2 are needed")
            continue
        if config.regret.options:
            raise NotApplicable("the run changes constants or interpretations of the algorithms")
        require(config, "regret", [one["algorithm"]])
        require_setting(config, one["setting"])
        if one["epsilon"] not in config.regret.epsilons:
            raise NotApplicable(f"the run has no epsilon {one['epsilon']:g}")
        if one["data"] == "readings":
            _require_interpretation(config, one)


def _require_interpretation(config: Configuration, one: Chosen) -> None:
    section, algorithm, name = config.readings, one["algorithm"], one["reading"]
    if (algorithm, name) not in {(some.algorithm, some.reading) for some in section.variants}:
        raise NotApplicable(f"the run has no interpretation {name} of {algorithm}")
    part = section.part(algorithm, name)
    settings = [some.name for some in section.settings] if part is None else part.settings
    epsilons = section.epsilons if part is None else part.epsilons
    if section.horizon != config.regret.horizon:
        raise NotApplicable("readings and regret have different horizons")
    if one["setting"] not in settings or one["epsilon"] not in epsilons:
        raise NotApplicable(f"interpretation {name} of {algorithm} does not run in all cells")


# --- A caveat -------------------------------------------------------------------------------


def _rises(reader: Reader[Configuration], record: ComparisonRecord) -> str:
    """Return a caveat with the steps up to the next ε beyond chance."""
    falling = [a["algorithm"] for a, relation, *_ in record.statements() if relation == "below"]
    found = []
    for algorithm in falling:
        cells = {
            epsilon: reader(record.chosen({"algorithm": algorithm, "epsilon": epsilon}, {}))
            for epsilon in reader.config.regret.epsilons
        }
        pairs = list(itertools.pairwise(sorted(cells)))
        for low, high in pairs:
            name = f"{algorithm}, ε = {high:g} / {low:g}"
            part = ratio(name, cells[high], cells[low], 1.0, below=True)
            against = part.evidence()[0].p_against
            if against <= CHANCE / (len(pairs) * len(falling)):
                found.append(f"{part.name}: {part.value:.3g}")
    return f"rises at {'; '.join(found)}" if found else ""


SAMPLES = Samples(
    place="papers.private_online.checks.samples:SAMPLES",
    scope=_scope,
    cell=_cell,
    caveats={"rises": _rises},
)
