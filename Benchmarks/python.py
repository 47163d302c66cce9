#!/usr/bin/env python3
"""Processor time of a message in the package for Python, beside a loop over spamfilter_classify_text.

usage: python.py CAPI MODEL ROWS.jsonl [ROUNDS]     CAPI: the folder of `make capi`

Run it in an environment that has the package, such as .build/python. Both read the same messages, by
turns; the least of all rounds counts, which other programs disturbed least. Short messages are the
first twenty characters of each. The log-odds of both must be the same.
"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

import spamkit

LOOP = r"""
#include <spamfilter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int main(int count, char **words) {
    spamfilter_model *model;
    FILE *file = fopen(words[2], "rb");
    if (count != 3 || !file || spamfilter_open(words[1], NULL, &model)) return 1;
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(length);
    if (fread(bytes, 1, length, file) != length) return 1;
    struct timespec start, end;
    double sum = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (size_t at = 0; at < length;) {
        uint32_t own;
        memcpy(&own, bytes + at, 4);
        spamfilter_verdict verdict;
        spamfilter_classify_text(model, bytes + at + 4, (int32_t)own, NULL, 0, NULL, 0, &verdict);
        sum += verdict.junk_log_odds;
        at += 4 + own;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%.0f %.17g\n", (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec), sum);
}
"""


def timed(call):
    start = time.clock_gettime_ns(time.CLOCK_PROCESS_CPUTIME_ID)
    result = call()
    return time.clock_gettime_ns(time.CLOCK_PROCESS_CPUTIME_ID) - start, result


def compare(program, path, texts, rounds, folder):
    messages = folder / "messages"
    messages.write_bytes(b"".join(struct.pack("<I", len(b)) + b for b in (text.encode() for text in texts)))
    model = spamkit.Model(path)
    names = ("junk_log_odds", "predict_proba", "decision_function", "predict", "classify")
    least = dict.fromkeys(("C", *names), float("inf"))
    for _ in range(rounds):
        told, total = subprocess.run(
            [program, path, messages], check=True, capture_output=True, text=True
        ).stdout.split()
        least["C"] = min(least["C"], float(told))
        for name in names:
            spent, found = timed(lambda: getattr(model, name)(texts))
            least[name] = min(least[name], spent)
            if name == "junk_log_odds":
                assert sum(found.tolist()) == float(total), "other log-odds than through C"
    return {name: value / len(texts) for name, value in least.items()}


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__.split("\n\n")[1])
    capi, path, rows = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) == 5 else 15
    with open(rows, encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "loop.c").write_text(LOOP)
        subprocess.run(
            [
                "cc",
                "-O2",
                folder / "loop.c",
                f"-I{capi}/include",
                f"{capi}/lib/libspamfilter.a",
                "-lstdc++",
                "-lm",
                "-lpthread",
                "-ldl",
                "-o",
                folder / "loop",
            ],
            check=True,
        )
        for kind, some in (("whole", texts), ("short", [text[:20] for text in texts])):
            size = sum(len(text.encode()) for text in some) / len(some)
            found = compare(folder / "loop", path, some, rounds, folder)
            loop = found.pop("C")
            print(f"{kind}: {len(some):,} messages of {size:.0f} bytes; C {loop:.0f} ns")
            for name, spent in found.items():
                print(
                    f"  {name:18} {spent:6.0f} ns, {100 * loop / spent:3.0f} % of C's speed, {1e9 / spent:9,.0f} a second"
                )


main()
