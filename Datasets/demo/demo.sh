#!/usr/bin/env bash
# Why a trained filter: six short scenes on the project's own corpus. Prints each command first.
# usage: demo.sh SPAMKIT CORPUS_DIR MODEL_FILE
set -euo pipefail
export LC_ALL=C.UTF-8
spamkit=$1 corpus=$2 model=$3
here=$(dirname "$0") page=${model%.spam}.html list=${model%.spam}.words phone=${model%.spam}.phone.spam

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\033[1m' plain=$'\033[0m'; fi
scene() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }

# show COMMAND ARGUMENT...: prints a spamkit command as it is typed
show() {
    printf '$ spamkit'
    for word; do
        case $word in *[!-a-zA-Z0-9_./=%,]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
}

# say COMMAND ARGUMENT...: prints it, and runs it
say() { show "$@"; "$spamkit" "$@"; }

scene "1. Ask a model that comes with spamkit; then train one, and allow 2 % of the wanted messages in Junk"
code='Your Harborline code is 402913. Do not share it.'
show classify Models/starter.spam --text "$code"
"$spamkit" classify Models/starter.spam --text "$code" | cut -d , -f 1-5
show train "$corpus/train.jsonl" --out "$model" --max-false-junk 2%
"$spamkit" train "$corpus/train.jsonl" --out "$model" --max-false-junk 2% | sed '/^Limits/,$c…'

scene "2. Ask it for messages that it has not seen, and a list of words beside it"
show evaluate "$model" "$corpus/test.jsonl" --html "$page" --show-text
"$spamkit" evaluate "$model" "$corpus/test.jsonl" --html "$page" --show-text --quiet | sed '/^$/,$d'
awk -f "$here/make-list.awk" "$corpus/train.jsonl" | LC_ALL=C sort -k1,1nr -k2 | sed -n 1,500p | cut -f 2 > "$list"
printf 'The %s words that are most of all in junk, as a list to filter by:\n' "$(wc -l < "$list" | tr -d ' ')"
awk -f "$here/try-list.awk" "$list" "$corpus/test.jsonl"

scene "3. Hide the words: the list sees none, the model reads them"
hidden='V1P j0b: e4rn 300 a d@y, c0ntact mаnager on WhаtsАpp wa.example/k2'
printf '{"text":"%s","label":"junk"}\n' "$hidden" | awk -f "$here/try-list.awk" "$list" -
show classify "$model" --text "$hidden"
"$spamkit" classify "$model" --text "$hidden" | cut -d , -f 1-5

scene "4. Ask why"
say explain "$model" --text "$hidden" --top 4

scene "5. A phone that nobody labelled: what it got all summer teaches the model, without a label"
own=(train --unlabelled "$here/summer.csv" --background "$corpus/train.jsonl" --out "$phone" --country US)
show "${own[@]}"
"$spamkit" "${own[@]}" | sed '/^Next/,$d'
for file in Models/starter.spam "$phone"; do
    show evaluate "$file" "$here/october.csv"
    "$spamkit" evaluate "$file" "$here/october.csv" --quiet | sed '/^$/,$d'
done

scene "6. See it all on the page that evaluate wrote, and measure the speed"
echo "The page: $page"
start=$(date +%s%N)
"$spamkit" classify "$model" "$corpus/test.jsonl" > /dev/null
milliseconds=$((($(date +%s%N) - start) / 1000000 + 1)) messages=$(wc -l < "$corpus/test.jsonl")
echo "Classified $((messages)) messages in $milliseconds ms, $((messages * 1000 / milliseconds)) a second, by a file of $(($(wc -c < "$model") / 1024)) KiB."

# Only for a person who looks on: not in a pipe, not on a server without a screen.
if [ -t 1 ]; then
    if [ "$(uname)" = Darwin ]; then open "$page"
    elif [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v xdg-open > /dev/null; then xdg-open "$page" > /dev/null 2>&1 || true
    fi
fi
