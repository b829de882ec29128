#!/usr/bin/env python3
"""Checks that propagation by cost never costs more than Shardy's.

    cost_mode.py --popt build/bin/popt --drop 2 --seed 1 MODULE...

Each module is propagated in both modes and its strategies are chosen; the cost
that choose-strategies reports may not be higher in mode `cost`. Then the same
with `--drop` random subsets of the arguments' and results' shardings left out.
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
         f"--choose-strategies=cluster={cluster}",
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--popt", required=True)
    parser.add_argument("--drop", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", default="builtin:bytes")
    parser.add_argument("modules", nargs="+")
    args = parser.parse_args()
    dearer = 0
    with tempfile.TemporaryDirectory() as folder:
        for module in args.modules:
            with open(module) as f:
                text = f.read()
            rng = random.Random(f"{args.seed} {os.path.basename(module)}")
            texts = [text] + [without_some(text, rng) for _ in range(args.drop)]
            for number, variant in enumerate(texts):
                path = os.path.join(folder, "module.mlir")
                with open(path, "w") as f:
                    f.write(variant)
                sdy, cost = (cost_of(args.popt, path, mode, args.cluster)
                             for mode in ("sdy", "cost"))
                # Costs are printed with three digits.
                isDearer = cost > sdy * 1.001 + 1e-12
                dearer += isDearer
                print(f"{'DEARER' if isDearer else 'ok'} {module} "
                      f"{'as it is' if number == 0 else f'subset {number}'}: "
                      f"sdy {sdy:.3e}, cost {cost:.3e}", flush=True)
    return 1 if dearer else 0


if __name__ == "__main__":
    sys.exit(main())
