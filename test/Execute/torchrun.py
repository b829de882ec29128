#!/usr/bin/env python3
"""Starts a process for each rank of a program as torchrun does, without PyTorch.

    torchrun.py --ranks 4 --address 10.77.0.1 --host=COMMAND --host=COMMAND PROGRAM ARGUMENTS...

COMMAND starts a process on a host ("nsenter --net=..."); the first ranks are on the first host,
which has that address. With --tag lines of output begin with the rank. The exit status is the
first that is not 0.
"""
import argparse
import os
import shlex
import subprocess
import sys
import threading


def copy(tag, pipe, to):
    for line in pipe:
        to.write(tag + line)
        to.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", type=int, required=True)
    parser.add_argument("--address", required=True)
    parser.add_argument("--host", action="append", required=True)
    parser.add_argument("--tag", action="store_true")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    # Of ranks that cannot be dealt out evenly the first hosts have one more.
    begins = [-(-options.ranks * host // len(options.host))
              for host in range(len(options.host) + 1)]
    processes, threads = [], []
    for host, (begin, end) in enumerate(zip(begins, begins[1:])):
        for rank in range(begin, end):
            words = {"RANK": rank, "WORLD_SIZE": options.ranks, "LOCAL_RANK": rank - begin,
                     "LOCAL_WORLD_SIZE": end - begin, "MASTER_ADDR": options.address,
                     "MASTER_PORT": 29500}
            process = subprocess.Popen(
                [*shlex.split(options.host[host]), *options.program],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env={**os.environ, **{name: str(word) for name, word in words.items()}})
            processes.append(process)
            tag = f"[rank {rank}] ".encode() if options.tag else b""
            threads += [threading.Thread(target=copy, args=(tag, pipe, to.buffer)) for pipe, to in
                        ((process.stdout, sys.stdout), (process.stderr, sys.stderr))]
    for thread in threads:
        thread.start()
    statuses = [process.wait() for process in processes]
    for thread in threads:
        thread.join()
    # Of one that a signal ended it is negative.
    sys.exit(next((abs(status) for status in statuses if status), 0))


if __name__ == "__main__":
    main()
