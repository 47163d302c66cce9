#!/usr/bin/env bash
# models.sh UNOPTIMISED OPTIMISED: fails when the two builds of this program do not train the same
# models, byte for byte, with each trainer, with one thread and with two. On 800 rows, as the first
# is slow.
set -euo pipefail

corpus=$(dirname "$0")/../../Datasets/starter/test.jsonl
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
head -n 800 "$corpus" >"$folder/rows.jsonl"
for build in unoptimised optimised; do
    mkdir "$folder/$build"
    "$1" "$folder/rows.jsonl" "$folder/$build"
    shift
done
for first in "$folder"/unoptimised/*.1.spam; do
    trainer=$(basename "$first" .1.spam)
    for found in "$folder"/*/"$trainer".[12].spam; do
        cmp "$first" "$found" >&2 || { echo "models: $trainer makes another model in ${found#"$folder"/} than unoptimised with one thread" >&2; exit 1; }
    done
    echo "$trainer: $(wc -c <"$first") bytes, the same unoptimised and optimised, with one thread and two"
done
diff <(ls "$folder/unoptimised") <(ls "$folder/optimised") >&2
