#!/usr/bin/env python3
"""Checks the workflow for public hosting, which no runner here runs: each target of make, each file
and each filter of tests that it names is there, and each job has what a job needs.

usage: workflow.py

What needs PyYAML is skipped, saying so, where Python has none.
"""
import os
import re
import sys

WORKFLOW, PROJECT = ".github/workflows/ci.yml", ".github/example.yml"
# Made by the steps themselves.
MADE = {".build/example/shipped.spam", ".github/Example.xcodeproj"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def commands(text):
    """What is wrong with what steps run, as sentences."""
    targets = set(re.findall(r"^([\w-]+)(?: [\w-]+)*:(?!=)", read("Makefile"), re.M))
    for name in re.findall(r"\bmake ([a-z][\w-]*)\b", text):
        if name not in targets:
            yield f"{WORKFLOW}: make {name}: expected a target of the Makefile, found none"
    for path in re.findall(r"(?<![\w/])\.(?:ci|github)/[\w./-]+|\bModels/[\w.]+", text):
        if path not in MADE and not os.path.exists(path):
            yield f"{WORKFLOW}: {path}: expected a file, found none"
    manifest = read("Package.swift")
    for names in re.findall(r"--filter '\(([\w|]+)\)Tests'", text):
        for name in names.split("|"):
            if f'"{name}Tests"' not in manifest:
                yield f"{WORKFLOW}: {name}Tests: expected a target of Package.swift, found none"


def jobs(workflow):
    for name, job in workflow["jobs"].items():
        for key in ("runs-on", "timeout-minutes", "steps"):
            if key not in job:
                yield f"{WORKFLOW}: {name}: expected {key}, found none"
        for needed in [job["needs"]] if isinstance(job.get("needs"), str) else job.get("needs", []):
            if needed not in workflow["jobs"]:
                yield f"{WORKFLOW}: {name}: needs {needed}: expected a job, found none"
        for step in job.get("steps", []):
            if len({"run", "uses"} & set(step)) != 1:
                yield f"{WORKFLOW}: {name}: expected steps of run or uses, found {sorted(step)}"


def files(project):
    """Files that the project of the example names."""
    folder = os.path.dirname(PROJECT)
    for name, target in project["targets"].items():
        settings = target.get("settings", {}).get("base", {})
        named = [source["path"] for source in target["sources"]]
        named += [settings[key] for key in ("CODE_SIGN_ENTITLEMENTS", "INFOPLIST_FILE") if key in settings]
        for path in (os.path.normpath(os.path.join(folder, path)) for path in named):
            if path not in MADE and not os.path.exists(path):
                yield f"{PROJECT}: {name}: {path}: expected a file, found none"
        for own in (d["target"] for d in target.get("dependencies", []) if "target" in d):
            if own not in project["targets"]:
                yield f"{PROJECT}: {name}: {own}: expected a target, found none"


def main():
    wrong = list(commands(read(WORKFLOW)))
    try:
        import yaml
    except ImportError:
        print("workflow: Python has no PyYAML: jobs are not checked", file=sys.stderr)
    else:
        wrong += [*jobs(yaml.safe_load(read(WORKFLOW))), *files(yaml.safe_load(read(PROJECT)))]
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
