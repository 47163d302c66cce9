#!/usr/bin/env bash
# models.sh DEBUG RELEASE: fails when the two builds of spamkit do not train the same models, byte
# for byte, with each trainer, with one thread and with two. On 800 rows, as a debug build is slow.
set -euo pipefail

corpus=$(dirname "$0")/../../Datasets/starter/test.jsonl
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
head -n 800 "$corpus" >"$folder/rows.jsonl"

# Those that help lists: "(values: blend, lr, …)".
trainers=$("$1" train --help | tr -s ' \n' ' ' | sed -E 's/.*--trainer <trainer> [^(]*\(values: ([a-z, ]*)[;)].*/\1/; s/,//g')

for trainer in $trainers; do
    for build in "$@"; do
        for threads in 1 2; do
            "$build" train "$folder/rows.jsonl" --trainer $trainer --threads $threads --out "$folder/found.spam" >/dev/null 2>"$folder/errors" ||
                { cat "$folder/errors" >&2; exit 1; }
            [ -e "$folder/$trainer.spam" ] || cp "$folder/found.spam" "$folder/$trainer.spam"
            if ! cmp "$folder/$trainer.spam" "$folder/found.spam" >&2; then
                echo "models: --trainer $trainer makes another model with $build and --threads $threads than with $1 and one thread" >&2
                exit 1
            fi
        done
    done
    echo "$trainer: $(wc -c <"$folder/$trainer.spam") bytes, the same in $# builds with one thread and two"
done
