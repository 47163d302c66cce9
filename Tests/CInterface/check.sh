#!/usr/bin/env bash
# Fails where the library for C differs from the decision core, where a call traps, where memory
# grows, or where an example does not do what the others do. What is missing here is named and left
# out: valgrind, a JDK, a C++ compiler.
#     check.sh LIBRARY [DECISIONS]      LIBRARY: the folder that `make capi` makes
set -euo pipefail
library=$(realpath "$1") decisions=${2:-300000}
cd "$(dirname "$0")"
examples=../../Sources/CSpamFilter/Examples
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cc=${CC:-cc} warnings="-std=c11 -D_DEFAULT_SOURCE -O2 -Wall -Wextra -Wpedantic -Werror"
export PKG_CONFIG_PATH=$library/lib/pkgconfig SPAMFILTER_LIBRARY=$library/lib/libspamfilter.so PYTHONDONTWRITEBYTECODE=1
flags="$(pkg-config --cflags --libs spamfilter) -Wl,-rpath,$library/lib"
static="$(pkg-config --cflags spamfilter) $library/lib/libspamfilter.a $(pkg-config --libs-only-l --static spamfilter | sed 's/-lspamfilter//')"

fail() {
    echo "cinterface: $*" >&2
    exit 1
}

# What the libraries show and need.
shown=$(nm -g --defined-only "$library/lib/libspamfilter.a" | awk 'NF == 3 { print $3 }' | sort)
declared=$(grep -o '\bspamfilter_[a-z_]*(' "$library/include/spamfilter.h" | grep -v -e '\*' | tr -d '(' | sort -u)
[ "$shown" = "$declared" ] || fail "the static library does not define just what the header declares: $shown"
[ "$(nm -D --defined-only "$SPAMFILTER_LIBRARY" | awk '$2 == "T" { print $3 }' | sort)" = "$declared" ] ||
    fail "the shared library does not define just what the header declares"
! ldd "$SPAMFILTER_LIBRARY" | grep -i swift || fail "the shared library needs an installed Swift"

# In the folder of `make linkage` and `make digest`, which compile the core with the same flags.
scratch=(--scratch-path ../Linkage/.build)
swift build -c release "${scratch[@]}" -Xlinker -L"$library/lib" -Xlinker -rpath="$library/lib" >&2
programs=$(swift build -c release "${scratch[@]}" --show-bin-path)
"$programs/samples" "$folder"

# The digest through C must be the one of Swift.
found=$("$programs/digest-through-c")
grep -qE '^digest: [0-9a-f]+ over the verdicts of 100000 messages$' <<<"$found" || fail "other verdicts through C: $found"
echo "$found, through C"

# A header that C++ and old C read too.
echo '#include <spamfilter.h>' >"$folder/header.c"
$cc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only $(pkg-config --cflags spamfilter) "$folder/header.c"
if command -v c++ >/dev/null; then
    c++ -x c++ -Wall -Wextra -Wpedantic -Werror -fsyntax-only $(pkg-config --cflags spamfilter) "$folder/header.c"
else
    echo "cinterface: no C++ compiler: the header was not read by one"
fi

$cc $warnings hostile.c $flags -lm -lpthread -o "$folder/hostile"
"$folder/hostile" "$folder" 7
if command -v valgrind >/dev/null; then
    valgrind -q --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --error-exitcode=9 \
        "$folder/hostile" "$folder" 997
else
    echo "cinterface: no valgrind: leaks were counted by the heap alone"
fi
$cc $warnings -g -fsanitize=address,undefined hostile.c $flags -lm -lpthread -o "$folder/sanitized"
"$folder/sanitized" "$folder" 97
$cc $warnings soak.c $flags -lpthread -o "$folder/soak"
"$folder/soak" "$folder/folders.spam" "$folder/messages" 4 "$decisions"
$cc $warnings soak.c $static -o "$folder/soak-static"
"$folder/soak-static" "$folder/pair.spam" "$folder/messages" 80 "$decisions"

# The examples say the same of the same lines.
$cc $warnings "$examples/classify.c" $flags -o "$folder/classify"
"$folder/classify" "$folder/folders.spam" <"$folder/lines.txt" >"$folder/c.out"
[ "$(wc -l <"$folder/c.out")" = "$(wc -l <"$folder/lines.txt")" ] || fail "the example in C left lines out"
"$folder/classify" --why "$folder/pair.spam" <"$folder/lines.txt" >"$folder/why.out"
grep -q '^    +.* for junk: word "' "$folder/why.out" || fail "the example in C explains nothing"
python3 "$examples/spamfilter.py" "$folder/folders.spam" <"$folder/lines.txt" | cmp - "$folder/c.out"
python3 calls.py "$folder/folders.spam"
echo "examples: C and Python agree on $(wc -l <"$folder/c.out") messages"
java=$(dirname "$(dirname "$(readlink -f "$(command -v javac || true)")")")
if [ -f "$java/include/jni.h" ]; then
    $cc $warnings -shared -fPIC "$examples/spamfilter_jni.c" $flags -I"$java/include" -I"$java/include/linux" \
        -o "$folder/libspamfilter_jni.so"
    javac -d "$folder" "$examples/SpamFilter.java"
    # The machine's own checks of calls through JNI print a warning before what the program says.
    run="java -Xcheck:jni -Djava.library.path=$folder -cp $folder SpamFilter"
    $run "$folder/folders.spam" <"$folder/lines.txt" | cmp - "$folder/c.out"
    refused=$($run "$folder/lines.txt" 2>&1 </dev/null) && fail "the example in Java opened what is no model"
    grep -q 'java.io.IOException: .*not a spamkit model' <<<"$refused" || fail "the example in Java says: $refused"
    echo "examples: Java agrees"
else
    echo "cinterface: no JDK: the example in Java was not run"
fi

# Time, which fails nothing: a machine may be busy.
for model in pair folders; do
    read -r swift bits < <("$programs/overhead" swift "$folder/$model.spam" "$folder/messages")
    read -r c same < <("$programs/overhead" c "$folder/$model.spam" "$folder/messages")
    [ "$bits" = "$same" ] || fail "log-odds through C differ"
    python=$(python3 calls.py "$folder/$model.spam" "$folder/messages")
    echo "$model.spam: a decision takes $swift ns in Swift, $c ns through C, $python through Python"
done
