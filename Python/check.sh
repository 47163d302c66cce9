#!/usr/bin/env bash
# Builds the wheel, installs it in an environment of its own, and tests it there: scores against the
# tool's, odd batches, types, examples, exchange with other programs, the notebook.
#     check.sh VENV CAPI TOOL WHEELS
# Where pip reaches no packages, it says so and tests nothing. Where headers or environments of
# Python are missing, it says so too; with CI set it installs them, as root by apt-get, or fails.
set -euo pipefail
venv=$1 capi=$2 tool=$(realpath "$3") wheels=$4
here=$(cd "$(dirname "$0")" && pwd)

skip() {
    echo "check-python: $*; nothing was tested"
    exit 0
}

# In CI a test that is left out must not look like one that passed.
missing() {
    [ -z "${CI-}" ] || { echo "check-python: $*" >&2; exit 1; }
    skip "$*"
}

can_build() {
    python3 -c 'import ensurepip, os, sys, sysconfig, venv
sys.exit(not os.path.exists(sysconfig.get_paths()["include"] + "/Python.h"))' 2>/dev/null
}

pip() { "$venv/bin/python" -m pip "$@" --disable-pip-version-check; }

python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || missing "the package needs Python 3.10 or newer"
if [ -n "${CI-}" ] && ! can_build && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -qq -y python3-dev python3-venv >/dev/null || true
fi
can_build || missing "python3 has no Python.h, or makes no environments: install python3-dev and python3-venv"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" || missing "python3 makes no environment: install python3-venv"
# As the list of packages changes, so does what is installed.
listed=$venv/listed-$(cat "$here/pyproject.toml" "$here/constraints.txt" | cksum | tr ' ' -)
if [ ! -e "$listed" ]; then
    packages=$("$venv/bin/python" -c 'import sys
try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib
project = tomllib.load(open(sys.argv[1], "rb"))["project"]
print("\n".join(project["dependencies"] + project["optional-dependencies"]["test"]))' "$here/pyproject.toml")
    echo "$packages" >"$venv/packages"
    if ! pip install -q -c "$here/constraints.txt" -r "$venv/packages"; then
        rm -rf "$venv/reached"
        pip download -q --no-deps --no-cache-dir -d "$venv/reached" wheel || skip "pip reaches no packages"
        missing "pip cannot install the packages of $venv/packages"
    fi
    # Not for every Python: tests that need one are skipped without it.
    for package in onnxruntime 'coremltools>=8' vowpalwabbit; do
        pip install -q -c "$here/constraints.txt" --only-binary :all: "$package" ||
            echo "check-python: pip has no $package for this Python; its tests are skipped"
    done
    touch "$listed"
fi
"$here/wheel.sh" "$venv" "$capi" "$wheels"
pip install -q --force-reinstall --no-deps "$wheels"/*.whl

# The wheel has its license, and no sources in C.
names=$("$venv/bin/python" -m zipfile -l "$(echo "$wheels"/*.whl)")
if ! grep -q 'licenses/LICENSE' <<<"$names" || grep '\.c ' <<<"$names"; then
    echo "check-python: expected the wheel with LICENSE and without sources in C" >&2
    exit 1
fi

# The core is inside: nothing of Swift is asked for.
core=$("$venv/bin/python" -c 'import spamkit._core; print(spamkit._core.__file__)')
if command -v ldd >/dev/null && ldd "$core" | grep -i swift; then
    echo "check-python: the module asks for an installed Swift" >&2
    exit 1
fi
if command -v nm >/dev/null && [ "$(uname)" = Linux ] &&
    [ "$(nm -D --defined-only "$core" | awk '{ print $3 }')" != PyInit__core ]; then
    echo "check-python: the module shows other names than PyInit__core" >&2
    exit 1
fi
if command -v readelf >/dev/null && [ "$(uname)" = Linux ] && readelf -d "$core" | grep -E 'RPATH|RUNPATH'; then
    echo "check-python: the module looks for libraries in folders of the machine that built it" >&2
    exit 1
fi

"$here/sanitize.sh" "$venv/bin/python" "$capi"

cd "$here"
"$venv/bin/python" -m mypy --cache-dir "$venv/mypy" --exclude '/spark/' src/spamkit
SPAMKIT=$tool "$venv/bin/python" -m pytest -q -p no:cacheprovider --durations=5 tests
