#!/usr/bin/env python3
"""Runs models of the corpus on pipeline stages and compares with one device.

    stages.py --bin build/bin --corpus ../shared/corpus mlp_sgd:single,tp@2,3 gpt_adamw:dp@2

Each argument is MODEL:VARIANTS@STAGES. A plan pins the layers in order to the
coordinates of a stage axis, in equal runs; what it does not name is placed by
the compiler. Then

  reference   (--part) the interpreter after Partition, all stages, one call
  compiled    the binary: one call with poisoned memory, then all training steps

must give the case's expected results within its own tolerance. Needs only the
standard library. Prints a line per check; exit status 1 if one failed.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

# Patterns of arguments, in the order of the network. "%" stands for a layer.
NETWORKS = {
    "mlp_sgd": ["params[%][*]|momentum[%][*]", 3],
    "mlp_dropout": ["params[%][*]", 3],
    "gpt_adamw": ["params['blocks'][%]*|opt['mu']['blocks'][%]*|opt['nu']['blocks'][%]*", 4],
    "gpt_accum": ["params['blocks'][%]*|opt*['blocks'][%]*", 2],
    "llama_small": ["master['layers'][%]*|opt*['layers'][%]*", 2],
    "moe_switch": ["params['blocks'][%]*|opt*['blocks'][%]*", 2],
    "resnet_bn": ["params['Block_%']*|opt*['Block_%']*|batch_stats['Block_%']*", 3],
    "hybrid_conv": ["params['conv'][%]*", 3],
}
# Others, first and last of the network: (pattern, first, last).
ENDS = {
    "gpt_adamw": [("*['ln_f']*", [-1]), ("*['wte']", [0, -1]), ("*['wpe']", [0])],
    "llama_small": [("*['embed']", [0]), ("*['head']", [-1]), ("*['norm']", [-1])],
}


def plan(model, names, stages):
    """{"shardings": ...} for this number of stages."""
    pattern, layers = NETWORKS[model]
    shardings = []

    def pin(match, at):
        # Only patterns that name an argument: results follow their arguments.
        shardings.append({"match": match, "at": {"pp": at}})

    for layer in range(layers):
        for part in pattern.split("|"):
            match = part.replace("%", str(layer))
            if any(matches(match, name) for name in names):
                pin(match, [layer * stages // layers])
    for match, at in ENDS.get(model, []):
        pin(match, sorted({stage % stages for stage in at}))
    # The end of the network keeps the last coordinate busy.
    return {"popt_plan": 1, "mesh": {"stage": [["pp", stages]]}, "shardings": shardings}


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


def check(model, variant, stages, options, folder):
    """(part, None or what went wrong) of each part."""
    case_folder = os.path.join(options.corpus, "models", model)
    file = lambda name: os.path.join(case_folder, name)
    with open(file("case.json")) as f:
        case = json.load(f)
    names = [argument["name"] for argument in case["args"]]
    plan_file = os.path.join(folder, "plan.json")
    with open(plan_file, "w") as f:
        json.dump(plan(model, names, stages), f)
    tolerance = ["--rtol", str(case["rtol"]), "--atol", str(case["atol"])]
    flags = [file(variant + ".mlir"), "--plan", plan_file, *options.flags.split()]
    once = ["--inputs", file("inputs.npz"), "--expect", file("expected.npz"), *tolerance]
    if "reference" in options.part:
        yield "reference", tool([os.path.join(options.bin, "popt-run"), *flags, "--reference",
                                 "--poison-padding", *once])
    if "compiled" not in options.part:
        return
    binary = os.path.join(folder, "step")
    wrong = tool([os.path.join(options.bin, "poptc"), *flags, "-o", binary])
    wrong = wrong or tool([binary, *once], POPT_POISON="1")
    yield "one call", wrong
    if wrong or not os.path.exists(file("batches.npz")):
        return
    with open(file("curve.json")) as f:
        curve = json.load(f)
    metrics = os.path.join(folder, "metrics.json")
    steps = len(curve["metrics_per_step"])
    wrong = tool([binary, "--inputs", file("inputs.npz"), "--batches", file("batches.npz"),
                  "--steps", str(steps), "--metrics", metrics, "--expect", file("final.npz"),
                  *tolerance])
    if not wrong and curve["names"]:
        with open(metrics) as f:
            got = json.load(f)["metrics_per_step"]
        for step, rows in enumerate(zip(got, curve["metrics_per_step"])):
            for name, a, b in zip(curve["names"], *rows):
                if abs(a - b) > case["atol"] + case["rtol"] * abs(b):
                    wrong = wrong or f"{name} of step {step} is {a}, expected {b}"
    yield f"{steps} steps", wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="+", help="MODEL:VARIANT,..@STAGES,..")
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--part", default="compiled")
    parser.add_argument("--flags", default="", help="more compile flags")
    options = parser.parse_args()
    failed = checks = 0
    for text in options.cases:
        model, rest = text.split(":")
        variants, stages = rest.split("@")
        for variant in variants.split(","):
            for count in stages.split(","):
                with tempfile.TemporaryDirectory() as folder:
                    for part, wrong in check(model, variant, int(count), options, folder):
                        checks += 1
                        failed += bool(wrong)
                        print(f"{'FAILED' if wrong else 'passed'} {model}/{variant} on {count} "
                              f"stages, {part}" + (f": {wrong}" if wrong else ""), flush=True)
    print(f"{checks} checks, {failed} failed")
    return 1 if failed or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
