#!/usr/bin/env python3
"""Random plans with stages, microbatches and device axes, compared with one device.

    random_plans.py --bin build/bin --count 20 --seed 1 [--memory] [--only K] FOLDER...

A plan takes a model of one of the folders (those of the corpus, or of
stage_models.py), axes of up to eight ranks, a number of microbatches and a
schedule, and pins most of the state to the coordinates of the stage axis: in
runs, forth and back, or without any order, so that weights and what belongs to
them may live apart; some tensors are split over a device axis as well. The
compiled program must give the case's results, of one call and of all training
steps, with unwritten memory poisoned. A schedule may say that it does
not fit the placement; every other refusal is a failure. With --memory the host
may hold some of the state and of the activations, others are computed again,
machines may have two levels of links, and budgets are a part of what a step takes
without one: that may be too little. Needs only the standard library. Prints a line
per plan; exit status 1 if one failed.
"""
import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from multiprocessing.pool import ThreadPool

import stages as cases

SCHEDULES = ["gpipe", "1f1b", "eager-1f1b", "zb-h1", "zb-h2", "chimera", "auto"]
OF_SHAPES = ["interleaved-1f1b", "looped-bfs", "zb-v", "dualpipev", "dualpipe", "hanayo"]
# More device axes than the plan's would be numbered by their manual regions.
NOT_THESE = ["shardmap_mlp"]
FITS_NOT = re.compile(r'error: schedule "((zb-v|dualpipev|hanayo)" takes two chunks per coordinate|'
                      r'interleaved-1f1b" takes a multiple of \d+ microbatches|'
                      r'(chimera|dualpipe)" takes an even number of|'
                      r'dualpipev?" takes at least \d+ microbatches)|'
                      r"error: a device needs \d+ bytes")
LARGEST = 1 << 20  # bytes of inputs


def arguments_of(module):
    """(extents, is state) of the arguments of @main."""
    with open(module) as f:
        text = f.read()
    begin = text.index("@main(")
    signature = text[begin:text.index(") -> ", begin)]
    for argument in re.split(r"(?=%arg\d+: tensor<)", signature)[1:]:
        extents = re.match(r"%arg\d+: tensor<((?:\d+x)*)", argument).group(1)
        yield ([int(extent) for extent in extents.split("x") if extent],
               "tf.aliasing_output" in argument or "jax.buffer_donor" in argument)


def models_of(folders):
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            files = [os.path.join(path, file) for file in
                     ("case.json", "single.mlir", "inputs.npz", "expected.npz")]
            if (name not in NOT_THESE and all(map(os.path.exists, files))
                    and os.path.getsize(files[2]) <= LARGEST):
                with open(files[0]) as f:
                    case = json.load(f)
                with open(files[1]) as f:
                    case["has_scopes"] = 'loc("jit(' in f.read()
                case["args"] = [(argument["name"], *what) for argument, what in
                                zip(case["args"], arguments_of(files[1]))]
                if any(is_state for _, _, is_state in case["args"]):
                    yield path, case


def places_of(rng, count, stages):
    """Coordinates of `count` tensors in order; None: not pinned."""
    how = rng.choice(["runs", "runs", "runs", "forth and back", "anyhow"])
    if how == "anyhow":
        return [rng.choice([None, *range(stages)]) for _ in range(count)]
    chunks = stages if how == "runs" else 2 * stages
    ends = sorted(rng.randrange(count + 1) for _ in range(chunks - 1))
    chunk = [sum(end <= i for end in ends) for i in range(count)]
    return [None if rng.random() < 0.2 else min(c, 2 * stages - 1 - c) for c in chunk]


def draw(rng, case):
    """A plan of the format of --plan."""
    state = [name for name, _, is_state in case["args"] if is_state]
    mesh, ranks = {"device": [], "stage": [], "time": []}, 1
    stages = rng.choice([1, 2, 2, 3, 4])
    for axis, size in rng.choice([[], [("dp", 2)], [("tp", 2)], [("dp", 2), ("tp", 2)],
                                  [("dp", 3)]]):
        if stages * ranks * size <= 8:
            mesh["device"].append([axis, size])
            ranks *= size
    if stages > 1:
        mesh["stage"].append(["pp", stages])
    batches = [name for name, extents, is_state in case["args"]
               if not is_state and name.startswith("batch") and extents and extents[0] > 1]
    microbatches = rng.choice([1, 2, 4, 4, 8]) if batches else 1
    if microbatches > 1:
        mesh["time"].append(["mb", microbatches])
    places = places_of(rng, len(state), stages)
    if all(place is None for place in places):
        places[0] = 0
    at = dict(zip(state, places))
    axes = [axis for axis, _ in mesh["device"]]
    shardings, inputs = [], {}
    for name, extents, is_state in case["args"]:
        entry = {"match": name}
        if is_state:
            if stages > 1 and at[name] is not None:
                entry["at"] = {"pp": [at[name]]}
            dims = [[] for _ in extents]
            for axis in axes:
                if dims and rng.random() < 0.3:
                    rng.choice(dims).append(axis)
            if any(dims):
                entry["dims"] = dims
        elif name in batches:
            inputs[name] = [[axis for axis in ("dp", "mb")
                             if axis in axes or (axis == "mb" and microbatches > 1)]]
        if len(entry) > 1:
            shardings.append(entry)
    plan = {"popt_plan": 1, "mesh": {kind: axes for kind, axes in mesh.items() if axes},
            "inputs": inputs, "shardings": shardings}
    if stages > 1:
        plan["schedule"] = {"kind": rng.choice(SCHEDULES * 3 + OF_SHAPES)}
    return plan


def draw_memory(rng, case, plan):
    """Adds to the plan what it says of memory; (a cluster file or None, the budget as a part of
    what a step takes or None)."""
    for entry in plan["shardings"]:
        if rng.random() < 0.2:
            entry["memory"] = "host"
    if rng.random() < 0.3:
        names = [name for name, _, is_state in case["args"] if is_state]
        match = rng.choice(["*", rng.choice(names).split("[")[0] + "*"])
        plan["shardings"].append({"match": match, "memory": "host"})
    policy = rng.choice([None, "selective", "full", "dots_saveable", "offload", "offload"])
    if policy and case["has_scopes"]:
        plan["recompute"] = [{"match": "loc:*", "policy": policy}]
    sizes = [size for kind in ("device", "stage") for _, size in plan["mesh"].get(kind, [])]
    count = math.prod(sizes)
    cluster = None
    if rng.random() < 0.6:
        near = rng.choice([n for n in range(1, 5) if count % n == 0])
        levels = [{"name": "near", "devices": near, "latency_seconds": 1e-6,
                   "bytes_per_second": 1e11}] if near < count else []
        cluster = {"popt_cluster": 1, "name": "drawn",
                   "devices": [{"kind": "drawn", "count": count, "memory_bytes": 1e9,
                                "memory_bytes_per_second": 1e11, "flops_per_second": {"f32": 1e12},
                                "slowdown_beside_links": rng.choice([1, 1.5])}],
                   "links": [*levels, {"name": "far", "latency_seconds": rng.choice([0, 1e-5]),
                                       "bytes_per_second": rng.choice([1e9, 1e10]),
                                       "slowdown_beside_kernels": rng.choice([1, 1.5])}],
                   "host": {"memory_bytes": 1e10, "bytes_per_second": 1e10}}
    return cluster, rng.choice([None, None, 0.95, 0.8, 0.6])


def tool(command, out_said=None):
    """None, or what went wrong."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600,
                              env=dict(os.environ, POPT_POISON="1"))
    except subprocess.TimeoutExpired:
        return "no end after 600 s"
    if out_said is not None:
        out_said.append(done.stderr)
    if done.returncode == 0 or FITS_NOT.search(done.stderr):
        return None
    lines = [l for l in done.stderr.strip().splitlines() if "warning:" not in l]
    return f"exit status {done.returncode}: " + " | ".join(lines[-3:])[:600]


def run(options, path, case, plan, cluster=None, part=None):
    """None, or what went wrong in one call or in all training steps."""
    def file(name):
        return os.path.join(path, name)

    tolerance = ["--rtol", str(case["rtol"]), "--atol", str(case["atol"])]
    with tempfile.TemporaryDirectory() as folder:
        binary, plan_file = os.path.join(folder, "step"), os.path.join(folder, "plan.json")
        with open(plan_file, "w") as f:
            json.dump(plan, f)
        compiler = [os.path.join(options.bin, "poptc"), file("single.mlir"), "--plan", plan_file,
                    *cases.level_of(options.flags), "-o", binary]
        if cluster:
            with open(os.path.join(folder, "cluster.json"), "w") as f:
                json.dump(cluster, f)
            compiler += ["--cluster", f.name]
        if part:
            said = []
            wrong = tool([*compiler, "--memory-budget=1TB", "--remarks-filter=partition"], said)
            if wrong or not os.path.exists(binary):
                return wrong
            bytes_ = int(re.search(r"a step takes (\d+) bytes", said[0]).group(1))
            os.remove(binary)
            compiler += [f"--memory-budget={int(part * bytes_)}"]
        wrong = tool(compiler)
        if wrong or not os.path.exists(binary):
            return wrong
        command = [binary, *options.run_flags.split(), "--inputs", file("inputs.npz"), *tolerance]
        wrong = tool([*command, "--expect", file("expected.npz")])
        if wrong or not os.path.exists(file("batches.npz")):
            return wrong
        with open(file("curve.json")) as f:
            steps = len(json.load(f)["metrics_per_step"])
        wrong = tool([*command, "--batches", file("batches.npz"), "--steps", str(steps),
                      "--expect", file("final.npz")])
        return wrong and f"{steps} steps: {wrong}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this plan alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="plans at once")
    parser.add_argument("--flags", default="", help="more compile flags")
    parser.add_argument("--run-flags", default="", help="more run flags")
    parser.add_argument("--keep", help="folder for plans that fail")
    parser.add_argument("--memory", action="store_true",
                        help="also host memory, recomputation, machines and budgets")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    models = list(models_of(options.folders))
    failed = 0
    numbers = range(options.count) if options.only is None else [options.only]

    def check(number):
        rng = random.Random(f"{options.seed} {number}")
        path, case = rng.choice(models)
        plan = draw(rng, case)
        more = draw_memory(rng, case, plan) if options.memory else ()
        return number, path, plan, more, run(options, path, case, plan, *more)

    # Compilers and programs are processes: threads keep all processors busy.
    for number, path, plan, more, wrong in ThreadPool(options.jobs).imap(check, numbers):
        failed += wrong is not None
        kind = plan.get("schedule", {}).get("kind", "")
        print(f"{'ok' if wrong is None else 'FAILED'} {number} {os.path.basename(path)} "
              f"{json.dumps(plan['mesh'])} {kind} {wrong or ''}", flush=True)
        if wrong and options.keep:
            os.makedirs(options.keep, exist_ok=True)
            with open(os.path.join(options.keep, f"{options.seed}-{number}.json"), "w") as f:
                json.dump(plan, f)
    print(f"{failed} of {len(numbers)} plans failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
