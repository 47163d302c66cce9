#!/usr/bin/env bash
# Builds the wheel, installs it in an environment of its own, and tests it there: scores against the
# tool's, odd batches, types, examples, exchange with other programs, the notebook.
#     check.sh VENV CAPI TOOL WHEELS
# Where pip cannot install what the tests need, it says so and leaves them out.
set -euo pipefail
venv=$1 capi=$2 tool=$(realpath "$3") wheels=$4
here=$(cd "$(dirname "$0")" && pwd)

skip() {
    echo "check-python: $*; nothing was tested"
    exit 0
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "the package needs Python 3.10 or newer"
python3 -c 'import sysconfig, os, sys; sys.exit(not os.path.exists(sysconfig.get_paths()["include"] + "/Python.h"))' ||
    skip "there is no Python.h: install python3-dev"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" || skip "python3 makes no environment: install python3-venv"
# As the list of packages changes, so does what is installed.
listed=$venv/listed-$(cksum <"$here/pyproject.toml" | tr ' ' -)
if [ ! -e "$listed" ]; then
    packages=$("$venv/bin/python" -c 'import sys
try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib
project = tomllib.load(open(sys.argv[1], "rb"))["project"]
print("\n".join(project["dependencies"] + project["optional-dependencies"]["test"]))' "$here/pyproject.toml")
    echo "$packages" >"$venv/packages"
    "$venv/bin/pip" install -q --disable-pip-version-check -r "$venv/packages" || skip "pip cannot install the packages"
    # Not for every Python: tests that need one are skipped without it.
    for package in onnxruntime 'coremltools>=8' vowpalwabbit; do
        "$venv/bin/pip" install -q --disable-pip-version-check --only-binary :all: "$package" ||
            echo "check-python: pip has no $package for this Python; its tests are skipped"
    done
    touch "$listed"
fi
"$here/wheel.sh" "$venv" "$capi" "$wheels"
"$venv/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl

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

cd "$here"
"$venv/bin/mypy" --cache-dir "$venv/mypy" --exclude '/spark/' src/spamkit
SPAMKIT=$tool "$venv/bin/python" -m pytest -q -p no:cacheprovider --durations=5 tests
