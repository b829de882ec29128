"""What the scripts that measure programs have in common."""
import argparse
import json
import os
import subprocess
import tempfile


def read_options(doc, corpus=False):
    """The command line of a script with this docstring: cases, where the tools are, and
    perhaps where the corpus is."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--bin", default="build/bin")
    if corpus:
        parser.add_argument("--corpus", required=True)
    return parser.parse_args()


def predicted_sent(bin, words, folder):
    """{kind: bytes} that popt-plan predicts the rank to send in a step that sends most of
    this kind. `words` are the model and flags, named as from the folder."""
    plan = os.path.join(folder, "predicted.json")
    subprocess.run([os.path.join(bin, "popt-plan"), *words, "--predict", "-o", plan], cwd=folder,
                   check=True, capture_output=True, text=True)
    with open(plan, encoding="utf-8") as f:
        predicted = json.load(f)["predicted"]
    return {kind: sum(levels.values()) for kind, levels in
            predicted.get("comm_bytes", {}).items()}


def measured_sent(bench):
    """The same of what --bench reports."""
    return {kind: of["wire_bytes"] for kind, of in bench["comm"].items() if of["wire_bytes"]}


def measure(bin, model, inputs, flags, plan):
    """The results' bytes by name, and what --bench prints. `inputs` are flags, `plan` is a
    file or None. Kernels for processors are not optimised: what is measured are bytes."""
    import numpy  # not all who import this file have it

    level = [] if any(flag.startswith("--target") for flag in flags) else ["-O0"]
    program = [os.path.join(bin, "popt-run"), model, *inputs, *level, *flags,
               *(["--plan", plan] if plan else [])]
    with tempfile.TemporaryDirectory() as folder:
        outputs = os.path.join(folder, "out.npz")
        bench = subprocess.run([*program, "--bench", "1", "--outputs", outputs], check=True,
                               capture_output=True, text=True)
        with numpy.load(outputs) as arrays:
            results = {name: arrays[name].tobytes() for name in arrays.files}
    return results, json.loads(bench.stdout)
