#!/usr/bin/env python3
"""Holds predicted steps against measured ones, on this machine.

    predictions.py --bin build/bin --corpus ../shared/corpus [--json OUT] [FOLDER...]
    predictions.py --bin build/bin --cluster C.json ...

Measures the machine (popt-run --measure-machine) for each number of ranks, unless --cluster
gives it. Each variant of each model is compiled for it and run --turns times in turn with the
others of its model. Prints measured and predicted milliseconds, and the error; of each model
the rank correlation (Spearman) of its variants whose times differ by more than the machine from
itself; of all steps over --least milliseconds the median error. Wants a quiet machine.
"""
import argparse
import glob
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile


def say(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr.strip()


class Variant:
    def __init__(self, options, module, clusters, path):
        self.module, self.path, self.turns = module, path, []
        self.name = os.path.splitext(os.path.basename(module))[0]
        status, plan, errors = say(f"{options.bin}/popt-plan", module, "--predict", "-o", "-")
        if status:
            raise RuntimeError(errors[-300:])
        ranks = 1
        for axes in (axes for kind, axes in json.loads(plan).get("mesh", {}).items()
                     if kind in ("device", "stage")):
            for _, size in axes:
                ranks *= size
        self.ranks = ranks
        if ranks > options.ranks:
            raise RuntimeError(f"{ranks} ranks")
        cluster = clusters(ranks)
        status, plan, errors = say(f"{options.bin}/popt-plan", module, "--predict", "--cluster",
                                   cluster, "-o", "-")
        if status == 0:
            status, _, errors = say(f"{options.bin}/poptc", module, "--cluster", cluster, "-o", path)
        if status:
            raise RuntimeError(errors[-300:])
        self.predicted = 1e3 * json.loads(plan)["predicted"]["step_seconds"]
        inputs = os.path.join(os.path.dirname(module), "inputs.npz")
        self.inputs = ["--inputs", inputs] if os.path.exists(inputs) else ["--init", "random"]

    def turn(self, options):
        status, text, errors = say(self.path, *self.inputs, "--bench", str(options.steps))
        if status:
            raise RuntimeError(errors[-300:])
        self.turns.append(json.loads(text)["step_ms"]["median"])

    @property
    def time(self):
        return statistics.median(self.turns)

    @property
    def noise(self):
        """What its turns differ by."""
        return (max(self.turns) - min(self.turns)) / self.time


def spearman(variants):
    """Of times that differ by more than the machine from itself; None: too few do."""
    pairs = [(a, b) for a, b in itertools.combinations(variants, 2)
             if abs(a.time - b.time) > max(a.noise * a.time, b.noise * b.time)]
    if len(variants) < 3 or not pairs:
        return None
    ranks = [{id(v): i for i, v in enumerate(sorted(variants, key=key))}
             for key in (lambda v: v.time, lambda v: v.predicted)]
    n = len(variants)
    # Variants that the machine can't tell apart may change places.
    apart = {frozenset((id(a), id(b))) for a, b in pairs}
    squares = 0
    for v in variants:
        distance = ranks[0][id(v)] - ranks[1][id(v)]
        between = [w for w in variants if w is not v and
                   frozenset((id(v), id(w))) in apart and
                   (w.time < v.time) != (w.predicted < v.predicted)]
        squares += distance ** 2 if between else 0
    return 1 - 6 * squares / (n * (n * n - 1))


def measure(options, folder, clusters, scratch):
    variants = []
    for i, module in enumerate(sorted(glob.glob(os.path.join(folder, "*.mlir")))):
        try:
            variants.append(Variant(options, module, clusters, os.path.join(scratch, str(i))))
        except RuntimeError as problem:
            print(f"  {os.path.relpath(module, folder)}: left out: {problem}", flush=True)
    for turn in range(options.turns):
        for variant in variants if turn % 2 else reversed(variants):
            variant.turn(options)
    return variants


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--corpus")
    parser.add_argument("--cluster", help="the machine; else it is measured")
    parser.add_argument("--ranks", type=int, default=4, help="at most (4)")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--steps", type=int, default=5, help="of a turn (5)")
    parser.add_argument("--least", type=float, default=20, help="milliseconds that count (20)")
    parser.add_argument("--json", help="write the figures there")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    folders = options.folders + sorted(glob.glob(f"{options.corpus}/models/*") if options.corpus else [])
    rows, errors, orders = [], [], []
    with tempfile.TemporaryDirectory() as scratch:
        machines = {}

        def clusters(ranks):
            if options.cluster:
                return options.cluster
            if ranks not in machines:
                file = os.path.join(scratch, f"{ranks}.json")
                status, _, problem = say(f"{options.bin}/popt-run", "--measure-machine", "-n", str(ranks), "-o", file)
                if status:
                    sys.exit(f"the machine: {problem}")
                machines[ranks] = file
            return machines[ranks]

        for folder in folders:
            with tempfile.TemporaryDirectory() as programs:
                variants = measure(options, folder, clusters, programs)
            for v in variants:
                error = v.predicted / v.time - 1
                if v.time >= options.least:
                    errors.append(abs(error))
                rows.append({"model": os.path.basename(folder), "variant": v.name, "ranks": v.ranks,
                             "measured_ms": v.time, "predicted_ms": v.predicted, "noise": v.noise})
                print(f"  {os.path.basename(folder):16} {v.name:16} {v.ranks} ranks: measured {v.time:9.3f} ms "
                      f"(differs by {100 * v.noise:4.1f}%), predicted {v.predicted:9.3f}, {100 * error:+6.1f}%", flush=True)
            long = [v for v in variants if v.time >= options.least]
            if (order := spearman(long)) is not None:
                orders.append(order)
                print(f"  {os.path.basename(folder)}: order {order:.2f}", flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    if errors:
        print(f"{len(errors)} steps of {options.least} ms and more: median error {100 * statistics.median(errors):.1f}%, "
              f"most {100 * max(errors):.1f}%" + (f"; order of variants at least {min(orders):.2f}" if orders else ""))


if __name__ == "__main__":
    main()
