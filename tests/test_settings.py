"""Settings come from defaults, a file and the environment, and a wrong one is refused."""

from __future__ import annotations

from dataclasses import fields

import pytest

from eventlocky.errors import SettingsError
from eventlocky.settings import Settings, load


def test_defaults_hold_where_nothing_is_said():
    assert load(environment={}) == Settings()


def test_the_file_changes_defaults_and_the_environment_changes_the_file(tmp_path):
    (tmp_path / "eventlocky.toml").write_text('timeout_s = 5\nfinder = "plain"\nport = 9000\n', encoding="utf-8")
    settings = load(environment={"EVENTLOCKY_PORT": "9100", "EVENTLOCKY_ALLOW_LOOPBACK": "yes"})
    assert (settings.timeout_s, settings.port, settings.allow_loopback) == (5.0, 9100, True)


def test_a_file_can_be_named(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("port = 1234", encoding="utf-8")
    assert load(environment={"EVENTLOCKY_SETTINGS": str(file)}).port == 1234


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"EVENTLOCKY_COLOUR": "red"}, "no setting 'colour'.*Known: "),
        ({"EVENTLOCKY_PORT": "many"}, "port .* whole number"),
        ({"EVENTLOCKY_TIMEOUT_S": ""}, "timeout_s .* number"),
        ({"EVENTLOCKY_ALLOW_LOOPBACK": "perhaps"}, "true or false"),
        ({"EVENTLOCKY_SETTINGS": "nowhere.toml"}, "cannot be read"),
        ({"EVENTLOCKY_PORT": "65536"}, "port .* from 1 to 65535"),
        ({"EVENTLOCKY_MAX_AT_ONCE": "0"}, "max_at_once .* from 1 on"),
        ({"EVENTLOCKY_TIMEOUT_S": "nan"}, "timeout_s .* number"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(environment, complaint):
    with pytest.raises(SettingsError, match=complaint):
        load(environment=environment)


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "88.7", "true", "-1", "[80]"])
def test_a_whole_number_in_the_file_must_be_one(tmp_path, value):
    (tmp_path / "eventlocky.toml").write_text(f"port = {value}", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"port .* whole number"):
        load(environment={})


def test_a_file_of_brackets_is_refused(tmp_path):
    (tmp_path / "eventlocky.toml").write_text("a = " + "[" * 5000, encoding="utf-8")
    with pytest.raises(SettingsError, match="not valid TOML"):
        load(environment={})


def test_a_broken_file_is_refused(tmp_path):
    (tmp_path / "eventlocky.toml").write_text("port = = 1", encoding="utf-8")
    with pytest.raises(SettingsError, match="not valid TOML"):
        load(environment={})


@pytest.mark.parametrize("field", [field.name for field in fields(Settings)])
def test_every_setting_is_documented(field, root):
    assert f"`{field}`" in (root / "docs" / "settings.md").read_text(encoding="utf-8")
