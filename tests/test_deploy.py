"""What is written for deployment works, as far as that can be known without an engine."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from eventlocky.cli import COMMANDS, parser
from eventlocky.settings import Settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
FILES = sorted(file for file in DEPLOY.rglob("*") if file.is_file())
MANIFESTS = sorted(DEPLOY.glob("kubernetes/*.yaml"))
UNITS = sorted(DEPLOY.glob("systemd/eventlocky-*"))
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
DOCUMENT = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")


def documents(file: Path) -> list[dict]:
    return list(yaml.safe_load_all(file.read_text(encoding="utf-8")))


def containers(value: object) -> list[dict]:
    """Return every container of a manifest, however deep."""
    if isinstance(value, list):
        return [one for item in value for one in containers(item)]
    if not isinstance(value, dict):
        return []
    return [*value.get("containers", []), *(one for item in value.values() for one in containers(item))]


ALL = {
    f"{file.name}:{one['name']}": one
    for file in MANIFESTS
    for document in documents(file)
    for one in containers(document)
}


def calls() -> dict[str, list[str]]:
    """Return every call of our command line that the files make."""
    found = {f"compose:{name}": one["command"] for name, one in COMPOSE["services"].items() if "command" in one}
    found |= {name: one["args"] for name, one in ALL.items() if one["image"] == "eventlocky" and "args" in one}
    for unit in UNITS:
        for line in re.findall(r"^ExecStart=\S+/eventlocky (.+)$", unit.read_text(encoding="utf-8"), re.MULTILINE):
            found[unit.name] = shlex.split(line)
    found["Containerfile"] = re.findall(r'"(.+?)"', CONTAINERFILE.rpartition("CMD ")[2])
    return found


@pytest.mark.parametrize(("name", "call"), calls().items(), ids=calls().keys())
def test_every_call_of_ours_is_understood_by_our_command_line(name, call):
    if call[0] == "worker" and "worker" not in {command.name for command in COMMANDS}:
        pytest.skip("This checkout has no command worker yet.")
    assert parser().parse_args(call).command == call[0]


@pytest.mark.parametrize("file", [*FILES, ROOT / "docs" / "deployment.md"], ids=lambda file: file.name)
def test_every_setting_that_is_named_exists(file):
    known = {f"EVENTLOCKY_{field.name.upper()}" for field in fields(Settings)} | {"EVENTLOCKY_SETTINGS"}
    assert set(re.findall(r"EVENTLOCKY_[A-Z_]+", file.read_text(encoding="utf-8"))) - known == set()


def test_images_are_named_without_a_registry_and_with_a_version_where_they_are_not_ours():
    images = [one["image"] for one in [*ALL.values(), *COMPOSE["services"].values()]]
    images += re.findall(r"^FROM (\S+)", CONTAINERFILE, re.MULTILINE)
    assert all(re.fullmatch(r"eventlocky|(?:[a-z]+/)?[a-z]+:[\w.-]+", image) for image in images), images


def test_what_the_containerfile_copies_exists_and_reaches_it():
    allowed = (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [
        name for line in re.findall(r"^COPY (?!--)(.+)$", CONTAINERFILE, re.MULTILINE) for name in line.split()[:-1]
    ]
    assert copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in allowed, name


def test_the_containerfile_installs_extras_that_exist_and_runs_as_nobody():
    extras = re.search(r"'\.\[(.+)\]'", CONTAINERFILE)
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(extras[1].split(",")) <= known.keys()
    assert re.findall(r"^USER (.+)$", CONTAINERFILE, re.MULTILINE) == ["10001"]


def test_the_lock_becomes_constraints_that_pip_reads(tmp_path):
    command = re.search(r"sed -e .+? requirements\.lock", CONTAINERFILE)[0]
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line for line in done.stdout.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert len(lines) > 50
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.!+-]+(?: ; .+)?", line)] == []


@pytest.mark.parametrize("name", [name for name, one in ALL.items() if one["image"] == "eventlocky"])
def test_every_container_of_ours_is_confined_and_has_a_limit_of_memory(name):
    one = ALL[name]
    assert one["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert "memory" in one["resources"]["limits"]


def test_what_a_manifest_mounts_or_selects_is_there():
    for file in MANIFESTS:
        for document in documents(file):
            spec = document.get("spec", {})
            if "selector" in spec and "template" in spec:
                assert spec["selector"]["matchLabels"] == spec["template"]["metadata"]["labels"], file.name
            pod = spec.get("template", {}).get("spec", {})
            claims = {claim["metadata"]["name"] for claim in spec.get("volumeClaimTemplates", [])}
            given = {volume["name"] for volume in pod.get("volumes", [])} | claims
            for one in pod.get("containers", []):
                assert {mount["name"] for mount in one.get("volumeMounts", [])} <= given, file.name


def test_the_kustomization_names_manifests_that_exist_and_is_built_where_kubectl_is():
    (kustomization,) = documents(DEPLOY / "kubernetes" / "kustomization.yaml")
    assert all((DEPLOY / "kubernetes" / name).is_file() for name in kustomization["resources"])
    if shutil.which("kubectl"):
        done = subprocess.run(
            ["kubectl", "kustomize", DEPLOY / "kubernetes"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "image: eventlocky:" in done.stdout


def test_compose_keeps_the_password_out_of_the_file_and_the_server_on_this_machine():
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert all("${POSTGRES_PASSWORD:?" in line for line in text.splitlines() if re.search(r"PASSWORD:|://\w+:", line))
    assert COMPOSE["services"]["server"]["ports"] == ["127.0.0.1:8800:8800"]
    named = {volume.partition(":")[0] for one in COMPOSE["services"].values() for volume in one.get("volumes", [])}
    assert named == COMPOSE["volumes"].keys()


@pytest.fixture
def units(tmp_path) -> list[Path]:
    """The units with a program that exists, and an instance of the template."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed.")
    program = tmp_path / "eventlocky"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/eventlocky/bin/eventlocky", str(program))
        (tmp_path / unit.name.replace("@.", "@1.")).write_text(text, encoding="utf-8")
    return sorted(tmp_path.glob("eventlocky-*"))


def test_systemd_finds_no_fault_in_the_units(units):
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    about_ours = [line for line in done.stderr.splitlines() if "eventlocky" in line]
    assert (done.returncode, about_ours) == (0, [])


def test_systemd_calls_the_services_well_confined(units):
    for unit in units:
        if unit.suffix == ".service":
            done = subprocess.run(
                ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit],
                capture_output=True,
                text=True,
                check=False,
            )
            if "nknown" in done.stderr or "nrecognized" in done.stderr:
                pytest.skip("systemd is older than 250 and cannot judge units that are not loaded.")
            assert done.returncode == 0, done.stdout[-300:]


def test_the_lines_about_copies_of_the_store_work(tmp_path, monkeypatch):
    """Run the lines of docs/deployment.md on a store of the demo."""
    from eventlocky.store import Store

    monkeypatch.chdir(tmp_path)
    with Store("town.sqlite"):
        pass
    block = DOCUMENT.split("<!-- not run: a test of its own")[1].split("```console\n")[1].split("```")[0]
    script = "\n".join(line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ "))
    assert script.count("eventlocky ") >= 2
    function = f'set -eu\neventlocky() {{ {shlex.quote(sys.executable)} -m eventlocky "$@"; }}\n'
    done = subprocess.run(["sh", "-c", function + script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "town.sqlite").is_file()
    assert list((tmp_path / "backups").glob("eventlocky-*.sqlite"))
