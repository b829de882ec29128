#!/usr/bin/env python3
"""Feeds mutated portable artifacts to popt: whatever the bytes are, the answer is a
message, never a crash, a hang or silence.

    artifacts.py --bin build/bin --count 2000 --seed 1 FILE.mlir...

Each input is one of the modules, as an artifact of some version of StableHLO, with
a few bytes changed, removed, repeated or taken from another one. What is wrong is
what mutate.py says. Inputs that go wrong are kept in --keep; exit status 1 if there
were any.
"""
import argparse
import concurrent.futures
import os
import sys

from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from mutate import make_input, verdict

VERSIONS = ["0.9.0", "0.14.0", "0.16.0", "1.0.0", "1.9.0", "1.14.0"]


def artifacts(files):
    """[(name, bytes)] of all modules and versions."""
    out = []
    for file in files:
        with mlir.make_ir_context():
            with open(file, encoding="utf-8") as text:
                module = ir.Module.parse(text.read())
            for version in VERSIONS:
                try:
                    out.append((f"{os.path.basename(file)} of {version}",
                                stablehlo.serialize_portable_artifact(module, version)))
                except ValueError:  # of an operation that came later
                    pass
    return out


def mutate_once(rng, data, sources):
    at = rng.randrange(len(data))
    kind = rng.choice(["byte", "byte", "bit", "small", "cut", "repeat", "insert", "splice", "truncate"])
    if kind == "byte":
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1:]
    if kind == "bit":
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:]
    if kind == "small":
        return data[:at] + bytes([(data[at] + rng.choice([-2, -1, 1, 2])) % 256]) + data[at + 1:]
    if kind == "cut":
        return data[:at] + data[at + rng.randrange(1, 20):]
    if kind == "repeat":
        return data[:at] + data[max(0, at - rng.randrange(1, 20)):]
    if kind == "insert":
        return data[:at] + bytes(rng.choice([0, 1, 255, rng.randrange(256)])
                                 for _ in range(rng.choice([1, 1, 4, 9]))) + data[at:]
    if kind == "truncate":
        return data[:at] or data[:1]
    other = rng.choice(sources)[1]
    begin = rng.randrange(len(other))
    piece = other[begin:begin + rng.randrange(1, 40)]
    return data[:at] + piece + data[at + len(piece):]


parser = argparse.ArgumentParser()
parser.add_argument("--bin", required=True)
parser.add_argument("--count", type=int, default=100)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--limit", type=float, default=20)
parser.add_argument("--keep")
parser.add_argument("files", nargs="+")
options = parser.parse_args()
sources = artifacts(options.files)
commands = [[os.path.join(options.bin, "popt"), "{input}", "-o", "{output}"],
            [os.path.join(options.bin, "poptc"), "{input}", "--emit=imported", "-o", "{output}"]]


def check(number):
    name, data = make_input(options.seed, number, sources, mutate_once)
    return number, name, data, verdict(commands[number % 2], data, options.limit)


wrong = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for number, name, data, problem in pool.map(check, range(options.count)):
        # Artifacts without lines have no place to name for what is wrong with the program.
        if problem is None or problem[0] == "placeless":
            continue
        wrong += 1
        print(f"input {number}, from {name}: {problem[0]}: {problem[1]}")
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
            with open(os.path.join(options.keep, f"{number}.mlirbc"), "wb") as file:
                file.write(data)
print(f"{options.count} artifacts from {len(sources)}: "
      + ("all answered" if not wrong else f"{wrong} went wrong"))
sys.exit(1 if wrong else 0)
