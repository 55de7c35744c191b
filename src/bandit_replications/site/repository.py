"""The repository's address, commit and licence, for links and the foot of every page."""

import html
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from urllib.parse import urlencode

from bandit_replications.configuration import yaml_text
from bandit_replications.configuration.messages import shown
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root

SCORECARD = "data/scorecard.csv"
DIRTY = "-dirty"  # git's mark of a commit that is not all


@dataclass(frozen=True, kw_only=True)
class Repository:
    """Where the code lives, as far as it is known.

    Attributes
    ----------
    address : str
        `repository-code` of CITATION.cff; empty while there is none: then nothing links there.
    commit : str
        Of the checkout, marked if files differ from it; empty in an unpacked archive.
    date : str
        On which the published results were committed, or else released.

    """

    address: str = ""
    commit: str = ""
    date: str = ""

    def file(self, path: str, *, raw: bool = False) -> str:
        """Return the address of a file, given from the root; empty without a repository."""
        kind, commit = "raw" if raw else "blob", self.commit.removesuffix(DIRTY) or "HEAD"
        return f"{self.address}/{kind}/{commit}/{path}" if self.address else ""

    def dispute(self, name: str) -> str:
        """Return the address of a new issue that names a claim or erratum as paper/id."""
        asked = {"template": "dispute.yml", "title": f"Dispute: {name}", "claim": name}
        return f"{self.address}/issues/new?{urlencode(asked)}" if self.address else ""

    def footer(self, *, published: bool) -> str:
        """Return licences, commit and, of the published site, the date of its results, as HTML."""
        commit = f"{self.address}/commit/{self.commit.removesuffix(DIRTY)}"
        parts = {
            "Code under the MIT licence, data, figures and prose under CC BY 4.0": "",
            f"commit {self.commit}" if self.commit else "": commit,
            f"results of {self.date}" if published else "": "",
            "issues" if self.address else "": f"{self.address}/issues",
        }
        return " · ".join(
            f'<a href="{html.escape(page)}">{text}</a>' if page and self.address else text
            for text, page in parts.items()
            if text
        )


def repository() -> Repository:
    """Return the repository of this checkout.

    Raises
    ------
    ConfigurationError
        If the address is none.

    """
    citation = yaml_text.read(repo_root() / "CITATION.cff")
    address = citation.get("repository-code") or ""
    if not re.fullmatch(r"(https://[^\s\"<>]+)?", str(address)):
        raise ConfigurationError(
            f"CITATION.cff: repository-code: {shown(address)}; allowed: an address such as "
            "https://example.org/us/bandits, or no such key"
        )
    return Repository(
        address=address.rstrip("/"),
        commit=_git("describe", "--always", "--exclude=*", "--abbrev=12", f"--dirty={DIRTY}"),
        date=_git("log", "-1", "--format=%cs", "--", SCORECARD) or str(citation["date-released"]),
    )


def _git(*words: str) -> str:
    """Return what git says of the checkout; empty where there is no git or no checkout."""
    program, root = shutil.which("git"), repo_root()
    if program is None:
        return ""
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(root.parent)}
    command = [program, "-C", str(root), *words]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return told.stdout.strip() if told.returncode == 0 else ""
