#!/usr/bin/env bash
# Compiles the module with the address and undefined-behaviour sanitizers, and calls it as no caller
# should: tests/hostile_core.py. The core inside is checked by `make cinterface`.
#     sanitize.sh PYTHON CAPI
set -euo pipefail
python=$1 capi=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cc=${CC:-cc}
runtime=$("$cc" -print-file-name=libasan.so)
[ "$(uname)" = Linux ] && [ -f "$runtime" ] || { echo "check-python: no address sanitizer for $cc: the module was not checked by it"; exit 0; }
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
"$cc" -std=c11 -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=undefined -shared -fPIC \
    -I"$include" -I"$capi/include" "$here/src/spamkit/_core.c" "$capi/lib/libspamfilter.a" \
    -Wl,--gc-sections -Wl,--version-script="$here/exports.map" -lstdc++ -lm -lpthread -ldl -o "$folder/_core.abi3.so"
# Python's own memory is never given back in whole.
LD_PRELOAD="$runtime $("$cc" -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH=$folder \
    "$python" "$here/tests/hostile_core.py" "$here/../Tests/Fixtures/models"
