# Sourced by the scripts of a release: its version, its time, and archives without chance in them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$("$root/.ci/version.py")
# Of the commit, so that two runs write the same times into files.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

# pack ARCHIVE FOLDER NAME: NAME of FOLDER as a .tar.gz with the same bytes each time.
pack() {
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$2" -c "$3" | gzip -n9 >"$1"
}
