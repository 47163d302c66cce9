#!/usr/bin/env bash
# Makes the shared and the static library for C, with header and pkg-config file:
#     library.sh OBJECTS OUT        OBJECTS: libCSpamFilter.a as SwiftPM builds it
# Both hold the Swift library, so that nothing of Swift must be installed, and show C nothing but
# the functions of spamfilter.h: a program may hold another Swift beside it.
set -euo pipefail
objects=$(realpath "$1") out=$2
here=$(cd "$(dirname "$0")" && pwd)
version=$("$here/../../.ci/version.py")
# Raised when a program of before would no longer run.
number=0

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$out/include" "$out/lib/pkgconfig"
install -m 644 "$here/../CSpamFilterHeader/include/spamfilter.h" "$out/include/"
# Of two files of one name, one would take the place of the other.
if ar t "$objects" | sort | uniq -d | grep .; then
    echo "library.sh: two files of this name are in the archive; rename one" >&2
    exit 1
fi
(cd "$folder" && ar x "$objects")

if [ "$(uname)" = Darwin ]; then
    # The Swift library is a part of the system.
    swiftc -emit-library "$folder"/*.o -Xlinker -exported_symbol -Xlinker '_spamfilter_*' \
        -Xlinker -install_name -Xlinker @rpath/libspamfilter.$number.dylib -o "$out/lib/libspamfilter.$number.dylib"
    ln -sf libspamfilter.$number.dylib "$out/lib/libspamfilter.dylib"
    install -m 644 "$objects" "$out/lib/libspamfilter.a"
    others="-L/usr/lib/swift -lswiftCore"
else
    echo '{ global: spamfilter_*; local: *; };' >"$folder/exports"
    swiftc -emit-library -static-stdlib "$folder"/*.o -Xlinker -soname=libspamfilter.so.$number \
        -Xlinker --version-script="$folder/exports" -Xlinker --gc-sections -Xlinker -s -o "$out/lib/libspamfilter.so.$number"
    ln -sf libspamfilter.so.$number "$out/lib/libspamfilter.so"
    # One object, whose other names are hidden: an archive alone cannot hide any.
    swift=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift_static/linux
    ld -r -o "$folder/spamfilter.o" "$folder"/*.o "$swift/$(uname -m)/swiftrt.o" \
        --start-group "$swift"/lib{swiftCore,swiftSynchronization,swiftGlibc}.a --end-group
    objcopy --wildcard --keep-global-symbol='spamfilter_*' --strip-unneeded "$folder/spamfilter.o"
    rm -f "$out/lib/libspamfilter.a"
    ar rcs "$out/lib/libspamfilter.a" "$folder/spamfilter.o"
    others="-lstdc++ -lm -lpthread -ldl"
fi

cat >"$out/lib/pkgconfig/spamfilter.pc" <<END
prefix=\${pcfiledir}/../..
includedir=\${prefix}/include
libdir=\${prefix}/lib

Name: spamfilter
Description: Classifies messages with a spamkit model
Version: $version
Cflags: -I\${includedir}
Libs: -L\${libdir} -lspamfilter
Libs.private: $others
END
