#!/usr/bin/env bash
# Quality and cost through the command-line tool, on splits that somebody else made and scores.
#
# usage: referee.sh SHARED_DIR [DATASET...]        datasets by default: uci zh80w ko_bbang
#
# SHARED_DIR holds
#   splits/DATASET.group.train.tsv, splits/DATASET.group.test.tsv
#       label<TAB>text a row; near duplicates are on one side only
#   score.py
#       score.py TEST.tsv VERDICTS.jsonl --json prints one JSON object with auc, ap, recall@0.1%,
#       recall@0.2%, recall@1%, precision, recall, falseJunk, falseJunkRate, unsure
#
# For each of --trainer blend, lr and nb: trains with default settings, classifies the test part,
# has it scored, prints a Markdown table and appends to records/quality.csv. Keeps only counts and
# figures of the data. Times are Python's own (wait4), as not every system has /usr/bin/time.
# SPAMKIT_COMMIT names the commit for the record.
set -euo pipefail

if [ $# -lt 1 ] || [ ! -d "$1/splits" ] || [ ! -f "$1/score.py" ]; then
    sed -n 's/^# usage: /usage: /p' "$0" >&2
    echo "SHARED_DIR must hold splits/ and score.py; the head of this script says which files" >&2
    exit 64
fi
shared=$1
shift
datasets=${*:-uci zh80w ko_bbang}

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
make build >&2
tool=.build/release/spamkit
commit=${SPAMKIT_COMMIT:-$(git rev-parse --short HEAD 2>/dev/null || echo unknown)}

# shellcheck disable=SC2086
exec python3 "$here/referee.py" --tool "$tool" --shared "$shared" --record "$here/records/quality.csv" --commit "$commit" $datasets
