#!/usr/bin/env python3
"""Runs models on pipeline stages and compares with one device.

    stages.py --bin build/bin --corpus ../shared/corpus mlp_sgd:single,tp@2,3 gpt_adamw:dp@2
    stages.py --bin build/bin deep:single@0.1.2.3.3.2.1.0/mb=4/dp=2/zb-v

Each argument is MODEL:VARIANTS@STAGES, with more after slashes: axes of the
mesh (mb is a time axis, others are device axes on the batch), the schedule, or
order=NAME for one of Inputs/orders, which the plan then names. Lists with commas
stand for a case with each. A plan pins the layers in order to the coordinates of
a stage axis: in equal runs if STAGES is a number, else where the list says (0+3:
at both). "stack4" splits the layers of stacks, which models scan, over 4
coordinates, and "stack0.1.1.0" deals four blocks of them to these. What it does
not name is placed by the compiler. Models that the corpus does not have are
those of Inputs/export.py. Kernels are not optimised (--flags=-O3 does): where
operations run does not change them, and half of the time went there. Then

  reference   (--part) the interpreter after Partition, all stages, one call
  compiled    the binary, with poisoned memory: all training steps, or one call of a
              model without batches

must give the case's expected results within its own tolerance. Needs only the
standard library. Prints a line per check; exit status 1 if one failed.
"""
import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import two_hosts

# Patterns of arguments, in the order of the network, and how many layers there
# are. "%" stands for a layer.
NETWORKS = {
    "mlp_sgd": ["params[%][*]|momentum[%][*]", 3],
    "mlp_dropout": ["params[%][*]", 3],
    "gpt_adamw": ["params['blocks'][%]*|opt['mu']['blocks'][%]*|opt['nu']['blocks'][%]*", 4],
    "gpt_accum": ["params['blocks'][%]*|opt*['blocks'][%]*", 2],
    "llama_small": ["master['layers'][%]*|opt*['layers'][%]*", 2],
    "moe_switch": ["params['blocks'][%]*|opt*['blocks'][%]*", 2],
    "resnet_bn": ["params['Block_%']*|opt*['Block_%']*|batch_stats['Block_%']*", 3],
    "hybrid_conv": ["params['conv'][%]*", 3],
    "embed_lm": ["params*", 1],
}
# Others, at the first or last layer: (pattern, layers).
ENDS = {
    "gpt_adamw": [("*['ln_f']*", [-1]), ("*['wte']", [0, -1]), ("*['wpe']", [0])],
    "llama_small": [("*['embed']", [0]), ("*['head']", [-1]), ("*['norm']", [-1])],
    "tied_adamw": [("*['embed']", [0, -1])],
}
# Where a placement has more entries than layers: more, smaller parts.
PARTS = {
    "mlp_sgd": ["params[0][*]|momentum[0][*]", "params[1][*]|momentum[1][*]",
                "params[2][0]|momentum[2][0]", "params[2][1]|momentum[2][1]"],
    "gpt_adamw": [f"*['blocks'][{layer}]['{part}']*|*['blocks'][{layer}]['{norm}']*"
                  for layer in range(4) for part, norm in (("attn", "ln1"), ("mlp", "ln2"))],
    "gpt_accum": ["*['wpe']|*['blocks'][0]['attn']*|*['blocks'][0]['ln1']*",
                  "*['blocks'][0]['mlp']*|*['blocks'][0]['ln2']*",
                  "*['blocks'][1]['attn']*|*['blocks'][1]['ln1']*",
                  "*['blocks'][1]['mlp']*|*['blocks'][1]['ln2']*|*['ln_f']*|*['wte']"],
    "embed_lm": ["params['table']", "params['wx']", "params['wh']|params['b']", "params['out*"],
    "mlp_dropout": ["params[0][*]", "params[1][*]", "params[2][0]", "params[2][1]"],
    "llama_small": ["*['embed']", "*['layers'][0]*", "*['layers'][1]*", "*['head']|*['norm']"],
    "moe_switch": ["*['embed']", "*['blocks'][0]*", "*['blocks'][1]*", "*['head']|*['ln_f']*"],
    "resnet_bn": ["*['Block_0']*", "*['Block_1']*", "*['Block_2']*", "*['Dense_0']*"],
}
# Stacks of layers, and which of their dimensions "tp" splits.
STACKS = {"gpt_scan": "params['blocks']*"}
SPLIT = {"gpt_scan": [("params['blocks']['attn']['wq']", 2), ("params['blocks']['attn']['wk']", 2),
                      ("params['blocks']['attn']['wv']", 2), ("params['blocks']['attn']['wo']", 1),
                      ("params['blocks']['mlp']['w1']", 2), ("params['blocks']['mlp']['b1']", 1),
                      ("params['blocks']['mlp']['w2']", 1)]}
INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
# What Inputs/export.py writes (stage_models.py).
MODELS = os.environ.get("POPT_TEST_MODELS", os.path.join(INPUTS, *[".."] * 4, "build", "test-models"))
# The built-in machine's numbers, but devices and host have memories of their own.
WITH_HOST = {"popt_cluster": 1, "name": "with host",
             "devices": [{"kind": "core", "count": 8, "memory_bytes": 1.6e10,
                          "memory_bytes_per_second": 2e10,
                          "flops_per_second": {"bf16": 1e11, "f32": 1e11, "f64": 5e10}}],
             "links": [{"name": "link", "latency_seconds": 2e-6, "bytes_per_second": 5e9}],
             "host": {"memory_bytes": 6e10, "latency_seconds": 0, "bytes_per_second": 2e10}}


def cluster_with_host(folder):
    """The file of a machine on which state and activations may be in host memory."""
    path = os.path.join(folder, "cluster.json")
    with open(path, "w") as f:
        json.dump(WITH_HOST, f)
    return path


def network_of(model, names, entries):
    """Patterns of each layer, and of the ends: (patterns, layers)."""
    if model in NETWORKS:
        pattern, layers = NETWORKS[model]
        if entries > layers and model in PARTS:
            parts = [part.split("|") for part in PARTS[model]]
            named = [pattern for part in parts for pattern in part]
            return parts, [end for end in ENDS.get(model, []) if end[0] not in named]
    else:
        pattern, layers = "*['l%']*", 0
        while any(f"['l{layers}']" in name for name in names):
            layers += 1
    of = lambda layer: pattern.replace("%", str(layer)).split("|")
    return [of(layer) for layer in range(layers)], ENDS.get(model, [])


def plan_of(model, names, places, axes):
    """The plan: mesh, pins, and the axes of batches."""
    if places.startswith("stack"):
        owners = [int(at) for at in places[len("stack"):].split(".")]
        stages = owners[0] if len(owners) == 1 else 1 + max(owners)
        layers = "pp" if len(owners) == 1 else {"pp": owners}
        shardings = [{"match": STACKS.get(model, "params*['stack']*"), "dims": [[layers]]}]
        for match, dim in SPLIT.get(model, []) if "tp" in axes else []:
            shardings.append({"match": match, "dims": [[layers], *[[]] * (dim - 1), ["tp"]]})
    else:
        stages, shardings = pins_of(model, names, places)
    mesh = {"stage": [["pp", stages]]}
    plan = {"popt_plan": 1, "mesh": mesh, "shardings": shardings}
    for name, size in axes.items():
        mesh.setdefault("time" if name == "mb" else "device", []).append([name, size])
    # Models of the corpus say themselves where their batches are split.
    if axes and model not in NETWORKS:
        order = [name for name in axes if name not in ("mb", "tp")]
        plan["inputs"] = {"batch*": [order + [name for name in axes if name == "mb"]]}
    return plan


def planned(options, tool, model, places, axes, *flags, form="single"):
    """(stdout, stderr) of popt-run or poptc with a model of Inputs/export.py and its plan."""
    folder = os.path.join(MODELS, model)
    with open(os.path.join(folder, "case.json")) as f:
        names = [argument["name"] for argument in json.load(f)["args"]]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as plan:
        json.dump(plan_of(model, names, places, axes), plan)
        plan.flush()
        done = subprocess.run(
            [os.path.join(options.bin, tool), os.path.join(folder, form + ".mlir"), "--plan",
             plan.name, "-O0", *flags], capture_output=True, text=True, timeout=600)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout, done.stderr


def pins_of(model, names, places):
    """The number of stages, and the entries that pin layers to them."""
    entries = 1 + places.count(".") if "." in places else int(places)
    network, ends = network_of(model, names, entries)
    layers = len(network)
    if "." in places:
        held = [[int(at) for at in place.split("+")] for place in places.split(".")]
        if len(held) != layers:
            sys.exit(f"{model} has {layers} layers, {places} places {len(held)}")
    else:
        held = [[layer * int(places) // layers] for layer in range(layers)]
    stages = int(places) if "." not in places else 1 + max(max(at) for at in held)
    shardings = []

    def pin(match, at):
        # Only patterns that name an argument: results follow their arguments.
        if any(matches(match, name) for name in names):
            shardings.append({"match": match, "at": {"pp": sorted(set(at))}})

    for layer, patterns in enumerate(network):
        for pattern in patterns:
            pin(pattern, held[layer])
    for match, at_ends in ends:
        pin(match, [at for end in at_ends for at in held[end]])
    return stages, shardings


def axes_of(module):
    """Names of the axes of a module's mesh."""
    with open(module) as f:
        meshes = [line for line in f if "sdy.mesh" in line]
    return set(re.findall(r'"(\w+)"=', meshes[0])) if meshes else set()


def matches(pattern, name):
    parts = pattern.split("*")
    if not name.startswith(parts[0]):
        return False
    at = len(parts[0])
    for part in parts[1:]:
        found = name.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return pattern.endswith("*") or name.endswith(parts[-1])


def tool(command, **environment):
    """None, or what went wrong."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=dict(os.environ, **environment), timeout=600)
    if done.returncode == 0:
        return None
    lines = [l for l in done.stderr.strip().splitlines() if "warning:" not in l]
    return f"exit status {done.returncode}: " + " | ".join(lines[:3])[:500]


def level_of(flags):
    """The flags, with kernels for processors not optimised."""
    return flags.split() if "-O" in flags or "--target" in flags else ["-O0", *flags.split()]


def case_of(options, model):
    """A function from names of the model's files to their paths, and what case.json says."""
    folder = os.path.join(MODELS, model)
    if not os.path.isdir(folder):
        folder = os.path.join(options.corpus, "models", model)
    file = lambda name: os.path.join(folder, name)
    with open(file("case.json")) as f:
        return file, json.load(f)


def cases_of(texts):
    """[(model, variant, places, more)] of arguments; places is empty where no stages are named."""
    for text in texts:
        model, _, rest = text.partition("@")
        model, _, variants = model.partition(":")
        lists = [part.split(",") for part in (variants or "single", *rest.split("/"))]
        for variant, places, *more in itertools.product(*lists):
            yield model, variant, places, more


def name_of(model, variant, places, more):
    return "/".join([f"{model}:{variant}@{places}" if places else f"{model}:{variant}", *more])


def module_and_flags(options, model, variant, places, more, folder):
    """The module and the flags that compile it in stages; the plan is written to the folder."""
    file, case = case_of(options, model)
    if not places:
        return [file(variant + ".mlir")]
    names = [argument["name"] for argument in case["args"]]
    plan_file = os.path.join(folder, "plan.json")
    given = dict(text.split("=") for text in more if "=" in text)
    order = given.pop("order", None)
    plan = plan_of(model, names, places, {name: int(size) for name, size in given.items()})
    if order:
        plan["schedule"] = {"kind": "custom", "order": os.path.join(INPUTS, "orders", order + ".csv")}
    with open(plan_file, "w") as f:
        json.dump(plan, f)
    module = file(variant + ".mlir")
    flags = [module, "--plan", plan_file]
    schedules = [text for text in more if "=" not in text]
    if len(schedules) > 1:
        sys.exit(f"several schedules: {', '.join(schedules)}")
    flags += ["--schedule=" + text for text in schedules]
    # Layouts of the corpus without a data axis do not say what the batch is.
    if "mb" in given and model in NETWORKS and not {"dp", "data"} & axes_of(module):
        flags.append("--batch=batch[*=0")
    return flags


def check(model, variant, places, more, options, folder):
    """(part, None or what went wrong) of each part."""
    file, case = case_of(options, model)
    tolerance = ["--rtol", str(case["rtol"]), "--atol", str(case["atol"])]
    flags = [*module_and_flags(options, model, variant, places, more, folder), *level_of(options.flags)]
    once = ["--inputs", file("inputs.npz"), "--expect", file("expected.npz"), *tolerance]
    if "reference" in options.part:
        yield "reference", tool([os.path.join(options.bin, "popt-run"), *flags, "--reference",
                                 "--poison-padding", *once])
    if "compiled" not in options.part:
        return
    binary = os.path.join(folder, "step")
    wrong = tool([os.path.join(options.bin, "poptc"), *flags, "-o", binary])
    if wrong:
        yield "poptc", wrong
        return
    start = [*options.start(binary), *options.run_flags.split()]
    if not os.path.exists(file("batches.npz")):
        yield "one call", tool([*start, *once], POPT_POISON="1")
        return
    with open(file("curve.json")) as f:
        curve = json.load(f)
    metrics = os.path.join(folder, "metrics.json")
    steps = len(curve["metrics_per_step"])
    wrong = tool([*start, "--inputs", file("inputs.npz"), "--batches", file("batches.npz"),
                  "--steps", str(steps), "--metrics", metrics, "--expect", file("final.npz"),
                  *tolerance], POPT_POISON="1")
    if not wrong and curve["names"]:
        with open(metrics) as f:
            got = json.load(f)["metrics_per_step"]
        for step, rows in enumerate(zip(got, curve["metrics_per_step"])):
            for name, a, b in zip(curve["names"], *rows):
                if abs(a - b) > case["atol"] + case["rtol"] * abs(b):
                    wrong = wrong or f"{name} of step {step} is {a}, expected {b}"
    yield f"{steps} steps", wrong


def parser_of(doc):
    """Of a script that takes cases."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("cases", nargs="+", help="MODEL[:VARIANT,..]@STAGES,..[/AXIS=SIZE,..][/SCHEDULE,..]")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--corpus", default="")
    return parser


def run_checks(doc, checks):
    """The exit status of a script: what `checks(options, expect)` expects holds."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--bin", default="build/bin")
    failed = 0

    def expect(what, holds, got):
        nonlocal failed
        failed += not holds
        print(f"{'passed' if holds else 'FAILED'} {what}" + ("" if holds else f": {got}"), flush=True)

    checks(parser.parse_args(), expect)
    return 1 if failed else 0


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--part", default="compiled")
    parser.add_argument("--flags", default="", help="more compile flags")
    parser.add_argument("--run-flags", default="", help="more run flags")
    parser.add_argument("--two-hosts", action="store_true", help="with half of a binary's ranks on each")
    options = parser.parse_args()
    failed = checks = 0
    with two_hosts.starter(options.two_hosts) as options.start:
        for case in cases_of(options.cases):
            with tempfile.TemporaryDirectory() as folder:
                for part, wrong in check(*case, options, folder):
                    checks += 1
                    failed += bool(wrong)
                    print(f"{'FAILED' if wrong else 'passed'} {name_of(*case)} {part}" +
                          (f": {wrong}" if wrong else ""), flush=True)
    print(f"{checks} checks, {failed} failed")
    return 1 if failed or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
