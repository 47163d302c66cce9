#!/usr/bin/env python3
"""The process of a peer: worker.py PEER SYSTEM ACTION MODEL FILE [OUT]

train   learns from FILE, label<TAB>text, and writes MODEL; prints the CPU seconds after all imports
score   writes a score a line to OUT for the rows of FILE
each    decides on each row of FILE by itself, in a process that is warm; prints p50 and p99 in nanoseconds, as bench does
once    opens MODEL and decides on the first row of FILE
"""
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import systems  # noqa: E402
from rows import read  # noqa: E402

MOST_SWEEPS, CPU_SECONDS = 31, 3


def each(decide, texts):
    """(p50, p99) over the messages of the least CPU time of each: more sweeps while there is time.

    bench takes the least of 31 by the monotonic clock, which comes to the same where a decision is short.
    """
    clock = time.thread_time_ns
    own = min(-clock() + clock() for _ in range(1000))
    least, start = [float("inf")] * len(texts), time.process_time()
    for _ in range(MOST_SWEEPS):
        for i, text in enumerate(texts):
            before = clock()
            decide([text])
            least[i] = min(least[i], clock() - before - own)
        if time.process_time() - start > CPU_SECONDS:
            break
    least.sort()
    return least[len(least) // 2], least[len(least) * 99 // 100]


def main():
    peer, system, action, model, path = sys.argv[1:6]
    module = systems.module(peer)
    module.prepare()
    settings = systems.names(peer)[system]
    if action == "train":
        start = sum(os.times()[:4])  # with processes that are started
        module.train(settings, read(path), model)
        return print(sum(os.times()[:4]) - start)
    texts, decide = [text for _, text in read(path)], module.opened(model)
    if action == "once":
        return print(float(decide(texts[:1])[0]))
    if action == "each":
        p50, p99 = each(decide, texts)
        return print(json.dumps({"p50": p50, "p99": p99}))
    with open(sys.argv[6], "w", encoding="utf-8") as out:
        out.writelines(f"{float(score)!r}\n" for score in decide(texts))


if __name__ == "__main__":
    main()
