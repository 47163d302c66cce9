#!/usr/bin/env bash
# The main job: train, evaluate, classify, explain, inspect. Prints each command before its output.
# usage: demo.sh SPAMKIT CORPUS_DIR MODEL_FILE
set -euo pipefail
spamkit=$1 corpus=$2 model=$3

# say 'THE COMMAND AS TYPED' COMMAND ARGUMENT...
say() {
    printf '\n\033[1m$ %s\033[0m\n' "$1"
    shift
    "$@"
}

echo "The corpus is synthetic. The test messages are of templates that training has not seen."
echo "It is too small to promise the default, 0.2 % false junk, so the demo asks for 2 %."
say "spamkit train $corpus/train.jsonl --out $model --max-false-junk 0.02" \
    "$spamkit" train "$corpus/train.jsonl" --out "$model" --max-false-junk 0.02
say "spamkit evaluate $model $corpus/test.jsonl" "$spamkit" evaluate "$model" "$corpus/test.jsonl"
say "spamkit classify $model --text 'Your Harborline code is 402913. Do not share it.'" \
    "$spamkit" classify "$model" --text 'Your Harborline code is 402913. Do not share it.'
say "head -n 5 $corpus/test.jsonl | spamkit classify $model -" bash -c 'head -n 5 "$1/test.jsonl" | "$0" classify "$2" -' "$spamkit" "$corpus" "$model"
say "spamkit explain $model --text '[국외발신] 고객님 택배 주소 오류로 반송 예정, 확인: dl-kr.example/x9' --country KR --top 5" \
    "$spamkit" explain "$model" --text '[국외발신] 고객님 택배 주소 오류로 반송 예정, 확인: dl-kr.example/x9' --country KR --top 5
say "spamkit inspect $model --verify" "$spamkit" inspect "$model" --verify
