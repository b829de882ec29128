#!/usr/bin/env python3
"""Checks that propagation by cost never costs more than Shardy's.

    cost_mode.py --popt build/bin/popt --drop 2 --seed 1 MODULE...
    cost_mode.py --popt build/bin/popt --random 3 --popt-check build/bin/popt-check FOLDER

Each module is propagated in both modes and its strategies are chosen; the cost
that choose-strategies reports may not be higher in mode `cost`. Then the same
with `--drop` random subsets of the arguments' and results' shardings left out,
or with `--random` annotations of each model of the folder, drawn by popt-check.
Prints a line per module; exit status 1 if one got dearer.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

SHARDING = re.compile(r"sdy\.sharding = #sdy\.sharding<(?:[^<>]|<[^<>]*>)*>(, )?")
COST = re.compile(r"strategies of \d+ nodes cost (\S+) s")


def cost_of(popt, module, mode, cluster):
    """Seconds of the chosen strategies."""
    done = subprocess.run(
        [popt, module, "--popt-annotate",
         f"--propagate-shardings=mode={mode}",
         f"--set-machine=cluster={cluster}", "--choose-strategies",
         "--remarks-filter=partition", "-o", os.devnull],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = COST.search(done.stdout)
    if done.returncode or not found:
        raise SystemExit(f"{module} in mode {mode}: {done.stdout[:800]}")
    return float(found.group(1))


def without_some(text, rng):
    """The text with each sharding of the signature left out in half the cases."""
    begin = text.index("func.func public @main")
    end = text.index("{\n", begin)
    head = SHARDING.sub(lambda m: m.group(0) if rng.random() < 0.5 else "",
                        text[begin:end])
    head = head.replace(", }", "}").replace("> {}", ">")
    return text[:begin] + head + text[end:]


def subsets(modules, drop, seed):
    """(name, text) of the modules as they are and with less annotations."""
    for module in modules:
        with open(module) as f:
            text = f.read()
        rng = random.Random(f"{seed} {os.path.basename(module)}")
        yield f"{module} as it is", text
        for number in range(drop):
            yield f"{module} subset {number + 1}", without_some(text, rng)


def annotations(popt_check, folder, count, seed):
    """(name, text) of annotations that popt-check draws; it says when it has no more."""
    for number in range(10 ** 6):
        done = subprocess.run(
            [popt_check, "models", folder, "--count", str(count), "--seed", str(seed),
             "--only", str(number), "--show", "--no-reference", "--compile", "0"],
            capture_output=True, text=True)
        if done.returncode == 2 and f"no item {number} " in done.stderr:
            return
        if done.returncode:
            raise SystemExit(f"{folder} item {number}: exit status {done.returncode}: "
                             + (done.stdout[-400:] + done.stderr)[-800:])
        yield f"{folder} item {number}", done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--popt", required=True)
    parser.add_argument("--popt-check")
    parser.add_argument("--drop", type=int, default=0)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", default="builtin:bytes")
    parser.add_argument("modules", nargs="+")
    args = parser.parse_args()
    if args.random:
        cases = annotations(args.popt_check, args.modules[0], args.random, args.seed)
    else:
        cases = subsets(args.modules, args.drop, args.seed)
    tried = dearer = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "module.mlir")
        for name, text in cases:
            with open(path, "w") as f:
                f.write(text)
            sdy, cost = (cost_of(args.popt, path, mode, args.cluster)
                         for mode in ("sdy", "cost"))
            # Costs are printed with three digits.
            isDearer = cost > sdy * 1.001 + 1e-12
            tried += 1
            dearer += isDearer
            print(f"{'DEARER' if isDearer else 'ok'} {name}: sdy {sdy:.3e}, cost {cost:.3e}",
                  flush=True)
    print(f"{tried} propagated, {dearer} dearer")
    return 1 if dearer or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
