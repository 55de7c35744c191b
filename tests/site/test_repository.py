"""Links to the repository: made of one key of CITATION.cff, and none without it."""

from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.site import repository

ADDRESS = "https://example.org/us/bandits"


def cited(folder, monkeypatch, key):
    """Return the repository of a folder, no checkout of git, whose CITATION.cff has a key more."""
    (folder / "CITATION.cff").write_text(f"date-released: 2026-11-23\n{key}\n")
    monkeypatch.setattr(repository, "repo_root", lambda: folder)
    return repository.repository()


@pytest.mark.parametrize("key", ["", "repository-code:", 'repository-code: ""'])
def test_nothing_leads_to_a_repository_that_has_no_address(tmp_path, monkeypatch, key):
    found = cited(tmp_path, monkeypatch, key)
    assert found.file("src/a.py") == found.dispute("paper/claim") == ""
    assert found.footer(published=True) == (
        "Code under the MIT licence, data, figures and prose under CC BY 4.0"
        " · results of 2026-11-23"
    )


def test_links_and_footer_are_made_of_the_address(tmp_path, monkeypatch):
    found = cited(tmp_path, monkeypatch, f"repository-code: {ADDRESS}/")
    assert found.file("src/a.py") == f"{ADDRESS}/blob/HEAD/src/a.py"
    asked = urlsplit(found.dispute("paper/claim"))
    assert parse_qs(asked.query)["title"] == ["Dispute: paper/claim"]
    assert f'<a href="{ADDRESS}/issues">issues</a>' in found.footer(published=False)
    assert "results of" not in found.footer(published=False)


def test_links_are_to_the_commit_that_is_shown():
    found = repository.Repository(address=ADDRESS, commit="1234abcd-dirty")
    assert found.file("data/a.csv", raw=True) == f"{ADDRESS}/raw/1234abcd/data/a.csv"
    assert f'<a href="{ADDRESS}/commit/1234abcd">commit 1234abcd-dirty</a>' in found.footer(
        published=True
    )


@pytest.mark.parametrize("address", ["ours", "http://a.org", "https://a.org/b c", 7, [ADDRESS]])
def test_an_address_that_is_none_is_refused(tmp_path, monkeypatch, address):
    key = yaml.safe_dump({"repository-code": address})
    with pytest.raises(ConfigurationError, match=r"^CITATION.cff: repository-code: .*https://"):
        cited(tmp_path, monkeypatch, key)


def test_the_form_has_the_fields_that_a_link_fills(root):
    link = parse_qs(urlsplit(repository.Repository(address=ADDRESS).dispute("p/c")).query)
    (template,) = link.pop("template")
    form = yaml.safe_load((root / ".github" / "ISSUE_TEMPLATE" / template).read_text())
    fields = {one["id"] for one in form["body"]}
    assert set(link) <= {"title", *fields}
    assert all(set(one) <= {"type", "id", "attributes", "validations"} for one in form["body"])
