import re

import pytest
import yaml

from bandit_replications.configuration import overrides, yaml_text
from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import unknown, unknown_key
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.runtime.errors import ConfigurationError


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("scale", configuration.SCALES)
def test_shipped_configurations_validate_and_survive_a_round_trip(paper, scale):
    config = configuration.load(paper, scale=scale)
    values = configuration.to_values(config)
    again = configuration.validate(paper, yaml.safe_load(yaml.safe_dump(values)))
    assert again == config


def test_powers_of_ten_are_numbers():
    text = "[1e6, 1.5e3, -1E+2, 1e-3, 1.0, 1e30, 1e, x1e5]"
    assert list(map(repr, yaml_text.parse(text))) == (
        ["1000000", "1500", "-100", "0.001", "1.0", "1e+30", "'1e'", "'x1e5'"]
    )
    with pytest.raises(ConfigurationError, match=r"1e\+30; allowed: .*at most 1000000000000"):
        configuration.load("anonymous", overrides={"regret": yaml_text.parse("{horizon: 1e30}")})


def test_whole_floats_are_whole_numbers():
    given = {"horizon": 5e4, "epsilons": [1], "replicates": {"default": 3.0}}
    section = configuration.load("private_online", overrides={"regret": given}).regret
    assert (section.horizon, section.replicates) == (50_000, {"default": 3})
    assert type(section.horizon) is int
    with pytest.raises(ConfigurationError, match=r"^regret.horizon: 1000.5; allowed: a whole"):
        configuration.load("private_online", overrides={"regret": {**given, "horizon": 1000.5}})


def test_hints_know_capitals_and_what_is_allowed_here():
    assert "Did you mean 'dp-se'?" in unknown("algorithm", "DP-SE", ["dp-se", "ucb1"])
    assert "the word is beta." in unknown_key("delta", ["beta", "clip"])
    assert "the word is users." in unknown_key("N", ["groups", "users"])


def test_a_list_that_is_cut_ends_with_a_whole_name_and_where_all_are():
    names = [f"algorithm-{number}" for number in range(99)]
    for said in (
        unknown("algorithm", "x" * 99, names, see="all"),
        unknown_key("x", names, see="all"),
    ):
        assert re.search(r"algorithm-\d+, … \(all: 99\)$", str(ConfigurationError(said)))


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ({"regret": {"horizn": 10}}, r"regret\.horizn: unknown key\. Did you mean 'horizon'\?"),
        ({"regrets": {}}, r"regrets: unknown key\. Did you mean 'regret'\?"),
        ({"regret": {"T": 10}}, r"regret\.T: a letter or short form; the word is horizon"),
        (
            {"regret": {"horizon": "1e3"}},
            r"regret\.horizon: '1e3'; allowed: a whole number \('1e3' is text",
        ),
        ({"regret": {"epsilons": 0.5}}, r"regret\.epsilons: 0\.5; allowed: a list"),
        ({"regret": {"horizon": 4}}, r"horizon: 4; allowed: at least the number of arms, 5"),
        (
            {"regret": {"algorithms": ["dp_se"]}},
            r"^regret.algorithms: 'dp_se'. Did you mean 'dp-se'\? Allowed: ",
        ),
        (
            {"regret": {"settings": [{"name": "x", "means": [0.5]}]}},
            r"regret\.settings\[0\]: instance 'x' has 1 arm; allowed: at least 2 arms",
        ),
        (
            {"regret": {"settings": [{"name": "x", "mean": [0.5, 0.2]}]}},
            r"regret\.settings\[0\]\.mean: unknown key\. Did you mean 'means'\?",
        ),
        ({"regret": {"options": {"dp-se": {"betta": 1.0}}}}, "betta"),
    ],
)
def test_bad_values_are_answered_by_key_value_and_allowed(override, message):
    with pytest.raises(ConfigurationError, match=message) as caught:
        configuration.load("private_online", overrides=override)
    assert "\n" not in str(caught.value)


def test_unknown_paper_and_scale():
    with pytest.raises(ConfigurationError, match="Did you mean 'private_online'"):
        configuration.load("private-online")
    with pytest.raises(ConfigurationError, match="allowed: paper, quick"):
        configuration.load("private_online", scale="full")


def test_a_missing_key_is_named():
    values = configuration.to_values(configuration.load("private_online"))
    del values["regret"]["horizon"]
    with pytest.raises(ConfigurationError, match=r"regret\.horizon: missing; allowed"):
        configuration.validate("private_online", values)


@pytest.mark.parametrize(
    ("base", "over", "merged"),
    [
        ({"name": "random", "agents": 200}, {"name": "ring"}, {"name": "ring"}),
        ({"name": "random", "agents": 200}, {"agents": 6}, {"name": "random", "agents": 6}),
        ({"default": 20, "lp": 800}, {"default": 5}, {"default": 5}),
        ({"default": 20, "lp": 800}, {"lp": 10}, {"default": 20, "lp": 10}),
    ],
)
def test_entries_and_defaults_replace_and_single_keys_change(base, over, merged):
    assert configuration.merge({"x": base}, {"x": over}) == {"x": merged}


# --- Words of the command line ---


def test_words_become_parameters():
    words = [
        "regret.horizon=100000",
        "regret.epsilons=[0.3]",
        "regret.settings=[{name: mine, means: [0.5, 0.6, 0.6]}]",
        "samples=5000",
        "root_seed=3",
        "regret.options.dp-se.beta=0.1",
    ]
    values = overrides.parse("private_online", words)
    assert values["regret"]["horizon"] == 100000
    assert values["regret"]["epsilons"] == [0.3]
    assert values["privacy_audit"]["samples"] == 5000
    assert values["regret"]["options"] == {"dp-se": {"beta": 0.1}}
    config = configuration.load("private_online", overrides=values)
    assert config.root_seed == 3
    assert config.regret.settings[0].name == "mine"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("horizon=10", r"several experiments have it\. Allowed: regret\.horizon, readings\.hor"),
        ("horizn=10", "Did you mean 'horizon'"),
        ("horizon", "allowed: key=value"),
        ("regret.horizon=[1", "allowed: a YAML value"),
        ("regret.horizon=0100", r"horizon: '0100': YAML reads '0100' as 64; allowed: a number"),
        ("regret.horizon=1:30:00", r"YAML reads '1:30:00' as 5400; allowed: a number to base 10"),
        ("regret.epsilons=[1:30.5]", r"YAML reads '1:30\.5' as 90\.5; allowed: a number"),
    ],
)
def test_bad_words_are_refused(word, message):
    with pytest.raises(ConfigurationError, match=message):
        overrides.parse("private_online", [word])


def test_numbers_to_base_10_are_read():
    text = "[0, -0, 12, +5, 1_000, 0x1F, 0.5, -00.5, .5, '010', a:1]"
    assert yaml_text.parse(text) == [0, 0, 12, 5, 1000, 31, 0.5, -0.5, 0.5, "010", "a:1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"regret: {horizon: 5}\nregret: {horizon: 6}\n", "'regret' twice; allowed: each key once"),
        (b"a: " + b"[" * 3000 + b"]" * 3000, "a value that cannot be read; allowed: YAML"),
        (b"\xff\xfe\x00regret", "cannot be read; allowed: a YAML file"),
        (b"regret: [1,", "not YAML"),
        (b"- 1\n", "a list; allowed: key: value lines"),
    ],
)
def test_unreadable_file_is_refused_in_one_short_line(tmp_path, text, message):
    path = tmp_path / "mine.yaml"
    path.write_bytes(text)
    with pytest.raises(ConfigurationError, match=r"mine\.yaml") as caught:
        configuration.read_yaml(path)
    assert message in str(caught.value)
    assert len(str(caught.value)) <= 300
    assert "\n" not in str(caught.value)


def test_a_word_given_twice_is_refused():
    with pytest.raises(ConfigurationError, match="given twice; allowed: once"):
        overrides.parse("private_online", ["regret.horizon=5", "regret.horizon=6"])
