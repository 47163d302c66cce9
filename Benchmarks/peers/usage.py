#!/usr/bin/env python3
"""What a process costs: usage.py OUT COMMAND... runs it and writes "CPU-seconds wall-seconds peak-KiB" to OUT.

As a program it stays small, since a process has at least the peak of the one that started it.
"""
import os
import sys
import time


def main():
    start = time.monotonic()
    child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
    _, status, used = os.wait4(child, 0)
    wall = time.monotonic() - start
    kib = used.ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write(f"{used.ru_utime + used.ru_stime} {wall} {kib}")
    sys.exit(os.waitstatus_to_exitcode(status) & 255)


def used(command):
    """(CPU seconds, wall seconds, peak MiB, standard output) of a command that must succeed, on one thread."""
    import subprocess
    import tempfile
    one = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    with tempfile.NamedTemporaryFile() as file:
        starter = [sys.executable, "-I", "-S", os.path.abspath(__file__), file.name]
        done = subprocess.run([*starter, *command], capture_output=True, text=True, check=False, env={**os.environ, **one})
        if done.returncode:
            sys.exit(f"peers: {' '.join(command[:6])} … ended with {done.returncode}: {done.stderr.strip()[-400:]}")
        cpu, wall, kib = file.read().split()
    return float(cpu), float(wall), int(kib) / 1024, done.stdout


if __name__ == "__main__":
    main()
