#!/usr/bin/env python3
"""Compiles a small GPT training step for one rank and for a 2 x 2 mesh, trains
20 steps of each, compares them, and shows what was sharded and communicated.

    make demo                      (or: python3 demo/run.py --bin build/bin)

Needs only the standard library. Exit status 1 when a tool fails or the two
runs disagree. The model is made by python/examples/gpt_train.py.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
STEPS = 20
# Both runs differ only in the order of sums. JAX's own one- and four-device
# runs of this step drift apart by 1e-6 in the losses and 7e-6 in the weights.
# Where a gradient is zero but for rounding, Adam's lr / eps = 5000 multiplies what
# orders of summation change in it, 1.75e-8 at most: 8.7e-5 in a weight.
LOSS_TOLERANCE = 2e-5
WEIGHT_RTOL, WEIGHT_ATOL = 1e-4, 1e-4


def tool(command, verbose):
    """Runs a command, returns (stdout, seconds); leaves on failure."""
    if verbose:
        print("  $ " + " ".join(command), flush=True)
    start = time.time()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.stderr.write(done.stderr)
        sys.exit(f"demo: {os.path.basename(command[0])} exited with status {done.returncode}")
    return done.stdout, time.time() - start


def argument_shardings(text):
    """[(name, dims, element type, [axes per dim])] of `@main` in an annotated module."""
    header = re.search(r"func\.func (?:public )?@main\((.*?)\n", text).group(1)
    rows = []
    for part in re.split(r"(?=%arg\d+: tensor)", header)[1:]:
        shape = re.match(r"%arg\d+: tensor<(?:([\dx]+)x)?(\w+)>", part)
        name = re.search(r'loc\("((?:[^"\\]|\\.)*)"', part)
        sharding = re.search(r"#sdy\.sharding<@\w+, \[(.*?)\](?:, [a-z]+=.*?)?>", part)
        dims = [int(d) for d in shape.group(1).split("x")] if shape.group(1) else []
        axes = [re.findall(r'"(\w+)"', d) for d in re.findall(r"\{(.*?)\}", sharding.group(1))] \
            if sharding else []
        rows.append((name.group(1) if name else "", dims, shape.group(2),
                     axes or [[] for _ in dims]))
    return rows


def print_shardings(text):
    """One line per kind of tensor; equal layers and the optimizer's copies are merged."""
    mesh = dict((a, int(n)) for a, n in re.findall(
        r'"(\w+)"=(\d+)', re.search(r"sdy\.mesh @\w+ = <\[(.*?)\]>", text).group(1)))
    print("mesh: " + " x ".join(f"{a}={n}" for a, n in mesh.items()))
    merged = {}
    for name, dims, element, axes in argument_shardings(text):
        name = re.sub(r"^optimizer\['(mean|square)'\]", "params", name)
        name = re.sub(r"\[\d+\]", "[*]", name)
        merged.setdefault((name, tuple(dims), element, str(axes)), [axes, 0])[1] += 1
    print(f"  {'tensor':<42}{'x':>3}  {'shape':<12}{'each rank holds':<17}split")
    for (name, dims, element, _), (axes, count) in merged.items():
        local, split = [], []
        for i, (size, names) in enumerate(zip(dims, axes)):
            pieces = 1
            for axis in names:
                pieces *= mesh[axis]
            local.append(-(-size // pieces))
            if names:
                split.append(f"dim {i} over " + ", ".join(names))
        shape = "x".join(map(str, dims)) or "scalar"
        print(f"  {name:<42}{count:>3}  {shape:<12}{'x'.join(map(str, local)) or 'scalar':<17}"
              + ("; ".join(split) or "replicated"))


def print_collectives(bench, trace):
    """What one step sends, from the binary's own counters; times from its trace."""
    seconds = collective_seconds(trace)
    print(f"  {'collective':<20}{'per step':>9}{'bytes sent per rank':>21}{'time per step':>16}")
    for kind, row in sorted(bench["comm"].items()):
        spent = seconds.get(kind)
        shown = f"{spent * 1e3:.3f} ms" if spent is not None else "-"
        print(f"  {kind.replace('_', '-'):<20}{row['count']:>9}{row['wire_bytes']:>21,}{shown:>16}")


def collective_seconds(file):
    """{kind: seconds per step on rank 0} of a Chrome trace, empty if unreadable."""
    try:
        with open(file) as f:
            events = json.load(f)["traceEvents"]
    except (OSError, ValueError, KeyError):
        return {}
    total = {}
    for e in events:
        if e.get("ph") == "X" and e["pid"] == 0:
            total[e["cat"]] = total.get(e["cat"], 0) + e["dur"] * 1e-6
    return {kind: t / STEPS for kind, t in total.items()}


def losses_of(file):
    """The loss per step of a --metrics file, which has the gradient's norm and the loss."""
    with open(file) as f:
        return [loss for _, loss in json.load(f)["metrics_per_step"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=os.path.join(HERE, "..", "build", "bin"),
                        help="folder of poptc")
    parser.add_argument("--out", default=None, help="folder for what is made (default BIN/../demo)")
    parser.add_argument("-v", action="store_true", help="print every command")
    options = parser.parse_args()
    poptc = os.path.join(os.path.abspath(options.bin), "poptc")
    if not os.path.exists(poptc):
        sys.exit(f"demo: {poptc} is not there; run make build")
    out = os.path.abspath(options.out or os.path.join(options.bin, "..", "demo"))
    os.makedirs(out, exist_ok=True)
    model = os.path.join(HERE, "gpt")
    made = lambda name: os.path.join(out, name)

    print("compiling a 3-layer GPT training step (AdamW, exported from JAX)")
    for variant in ("single", "dp2_tp2"):
        _, seconds = tool([poptc, os.path.join(model, variant + ".mlir"), "-o", made(variant)],
                          options.v)
        print(f"  {variant:<8} {seconds:6.2f} s  {os.path.getsize(made(variant)):>10,} bytes")

    print(f"\ntraining {STEPS} steps")
    common = ["--inputs", os.path.join(model, "inputs.npz"), "--batches",
              os.path.join(model, "batches.npz"), "--steps", str(STEPS)]
    _, one = tool([made("single"), "-n", "1", *common, "--metrics", made("single.json"),
                   "--outputs", made("single.npz")], options.v)
    _, four = tool([made("dp2_tp2"), "-n", "4", *common, "--metrics", made("dp2_tp2.json"),
                    "--outputs", made("dp2_tp2.npz"), "--trace", made("trace.json"),
                    "--expect", made("single.npz"), "--rtol", str(WEIGHT_RTOL),
                    "--atol", str(WEIGHT_ATOL)], options.v)
    a, b = losses_of(made("single.json")), losses_of(made("dp2_tp2.json"))
    print(f"  {'step':<6}{'1 rank':>12}{'4 ranks':>12}{'difference':>13}")
    for i in sorted({*range(0, STEPS, 4), STEPS - 1}):
        print(f"  {i + 1:<6}{a[i]:>12.6f}{b[i]:>12.6f}{abs(a[i] - b[i]):>13.1e}")
    worst = max(abs(x - y) for x, y in zip(a, b))
    if len(a) != STEPS or len(b) != STEPS or not worst <= LOSS_TOLERANCE:
        sys.exit(f"demo: the losses differ by {worst}, more than {LOSS_TOLERANCE}")
    if not b[-1] < b[0]:
        sys.exit("demo: the loss did not go down")
    print(f"  losses agree within {worst:.1e}; final parameters and optimizer state agree within "
          f"{WEIGHT_ATOL:g} + {WEIGHT_RTOL:g} |x| ({one:.2f} s and {four:.2f} s)")

    print("\nwhat is sharded how (4 ranks)")
    with open(os.path.join(model, "dp2_tp2.mlir")) as f:
        print_shardings(f.read())

    print("\nwhat is communicated in one step (4 ranks)")
    bench = json.loads(tool([made("dp2_tp2"), *common[:2], "--bench", str(STEPS)], options.v)[0])
    print_collectives(bench, made("trace.json"))
    step = bench["step_ms"]
    print(f"\nstep: {step['median']:.2f} ms median, {step['min']:.2f} ms least; "
          f"memory per rank: {max(bench['peak_bytes']):,} bytes")
    print(f"trace for https://ui.perfetto.dev: {made('trace.json')}")


if __name__ == "__main__":
    main()
