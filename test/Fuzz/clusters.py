#!/usr/bin/env python3
"""Compiles with mutated cluster files: an answer to each, never a crash, a hang or silence.

    clusters.py --bin build/bin --count 2000 --seed 1 MODEL.mlir CLUSTER.json...

Mutations are those of mutate.py, and values of keys that become other numbers, tables and
names. Wrong is what mutate.py calls wrong; a message has to name the file. Exit status 1 if
there is any. (test/unit/Machine/MutatedTest.cpp reads many more, and prices by them.)
"""
import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

import mutate

VALUES = ["0", "-1", "1e-320", "1e308", "1e999", "1e-3", "0.5", "1", '"infinite"', "null", "[]", "{}",
          "[[1, 1]]", "[[1, 0.1], [1e9, 1]]", '["ring", "tree"]', '["switch"]', '["staged", "hierarchical"]',
          "9223372036854775807", "18446744073709551616", '"\\u0000"']


def make_input(seed, number, sources):
    rng = random.Random(f"{seed}/{number}")
    text = rng.choice(sources)[1]
    for _ in range(rng.choice([1, 1, 2, 3])):
        if rng.random() < 0.3:
            text = mutate.mutate_once(rng, text, sources)
            continue
        values = list(re.finditer(r'(": )([^,{}\n\]]+)', text))
        if values:
            found = rng.choice(values)
            text = text[:found.start(2)] + rng.choice(VALUES) + text[found.end(2):]
    return text


def verdict(poptc, model, text, limit):
    """None, or what is wrong with the answer."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "in.json")
        with open(file, "w", encoding="utf-8", errors="replace", newline="") as f:
            f.write(text)
        try:
            done = subprocess.run(
                mutate.LIMITED + [poptc, model, f"--cluster={file}", "--emit=partitioned", "-o",
                                  os.path.join(folder, "out")],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=limit)
        except subprocess.TimeoutExpired:
            return f"no end after {limit} s"
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1) or re.search(r"Sanitizer|runtime error: ", said):
        return f"exit status {done.returncode}\n{said[-2000:]}"
    if done.returncode and not ("error:" in said and "in.json" in said):
        return f"a failure without a message that names the file\n{said[-500:]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("model")
    parser.add_argument("clusters", nargs="+")
    parser.add_argument("--bin", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60, help="seconds per input")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    sources = []
    for path in options.clusters:
        with open(path, encoding="utf-8") as f:
            sources.append((path, f.read()))

    def one(number):
        text = make_input(options.seed, number, sources)
        return number, text, verdict(os.path.join(options.bin, "poptc"), options.model, text, options.limit)

    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, text, problem in pool.map(one, range(options.count)):
            if problem:
                wrong += 1
                print(f"input {number} of seed {options.seed}: {problem}\n{text}", flush=True)
    print(f"{options.count} clusters: " + (f"{wrong} wrong" if wrong else "all answered"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
