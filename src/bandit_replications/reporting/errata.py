"""The errata of a paper as text: by severity, a section each for more than misprints."""

from bandit_replications.ledger.records import ErratumRecord, Ledger
from bandit_replications.runtime.paths import repo_root

SECTIONS = {
    "statement false": "Statements that are false",
    "gap in the proof": "Gaps in proofs",
    "constant": "Constants",
}
PARTS = {
    "as_printed": "Printed",
    "holds_under": "Holds under",
    "counterexample": "Why not",
    "reach": "From which size",
    "repair": "Repair",
    "survives": "The theorem",
    "authors_reply": "The authors' reply",
    "corrected_in": "Corrected in",
}


def errata_text(ledger: Ledger) -> str:
    """Return the errata as Markdown, those of statements first and misprints as a list."""
    blocks = []
    for severity, title in SECTIONS.items():
        listed = [one for one in ledger.filled_errata if one.severity == severity]
        if listed:
            blocks.append(f"### {title}")
            blocks += [_section(one, ledger.affected(one.slug)) for one in listed]
    misprints = [one for one in ledger.filled_errata if one.severity == "misprint"]
    if misprints:
        lines = (
            f"- `{one.slug}` ({one.place}): {one.as_printed} *Read:* {one.repair}"
            for one in misprints
        )
        blocks.append("### Misprints\n\n" + "\n".join(lines))
    return "\n\n".join(blocks)


def _section(erratum: ErratumRecord, claims: tuple[str, ...]) -> str:
    lines = [f"#### `{erratum.slug}` ({erratum.place})"]
    lines += [
        f"*{word}:* {getattr(erratum, name)}"
        for name, word in PARTS.items()
        if getattr(erratum, name)
    ]
    if script := counterexample(erratum.slug):
        lines.append(f"*Alone, without this package:* `{script}`")
    lines.append(f"*Bears on:* {', '.join(f'`{claim}`' for claim in claims)}")
    return "\n\n".join(lines)


def counterexample(slug: str) -> str:
    """Return the script that refutes a statement without this package; "" if there is none."""
    script = f"counterexamples/{slug.replace('-', '_')}.py"
    return script if (repo_root() / script).is_file() else ""
