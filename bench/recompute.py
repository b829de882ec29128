#!/usr/bin/env python3
"""Recomputation by popt against jax.checkpoint placed by hand, on the same models.

    recompute.py --corpus ../shared/corpus [--bin build/bin] [--rounds 5] [MODEL ...]

Each model is exported twice: as it is, and with jax.checkpoint around each block, as
an expert writes it. The first is compiled under every policy of --recompute, the
second without. Prints peaks, predicted and measured milliseconds of a step, and the
parts of them that are left. Runs take turns, and the medians are over rounds, so
that a busy machine slows all alike. gpt16 is gpt_adamw with 16 layers. Needs JAX, and
what the corpus' own generator needs.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import types

# What an expert writes, by model: lines of the generator, and what replaces them.
BY_HAND = {
    "gpt_adamw": [("x = gpt_block(x, p, cfg, cs)",
                   "x = jax.checkpoint(partial(gpt_block, cfg=cfg, cs=cs))(x, p)")],
    "llama_small": [("cs, remat=False)", "cs, remat=True)")],
    "resnet_bn": [("x = Block(filters, stride)(x)", "x = nn.remat(Block)(filters, stride)(x)")],
}
SIXTEEN = [("    cfg = GPTConfig()\n    rng = np.random.default_rng(4)",
            "    cfg = GPTConfig(layers=16)\n    rng = np.random.default_rng(4)")]


def build(corpus, model, edits):
    """The case of the generator, with its text changed."""
    folder = os.path.join(corpus, "generate")
    sys.path.insert(0, folder)
    with open(os.path.join(folder, "public_models.py")) as f:
        text = f.read()
    for old, new in edits:
        if old not in text:
            sys.exit(f"the generator has no {old!r}")
        text = text.replace(old, new)
    module = types.ModuleType("changed_models")
    module.__file__ = os.path.join(folder, "public_models.py")
    sys.modules[module.__name__] = module
    exec(compile(text, module.__file__, "exec"), module.__dict__)
    return module.case_of(model)


def export(case, path):
    """Writes PATH.mlir and PATH.npz."""
    import jax
    import numpy
    step = jax.jit(case.fn, donate_argnums=case.donate, keep_unused=True)
    shapes = jax.tree.map(lambda a: jax.ShapeDtypeStruct(numpy.shape(a), a.dtype), case.args)
    with open(path + ".mlir", "w") as f:
        f.write(step.lower(*shapes).as_text(debug_info=True))
    leaves = [numpy.asarray(leaf) for leaf in jax.tree.leaves(case.args)]
    numpy.savez(path + ".npz", **{f"arg{i}": leaf for i, leaf in enumerate(leaves)})


def compile_step(options, module, flags, out):
    """The predicted milliseconds of a step."""
    done = subprocess.run([os.path.join(options.bin, "poptc"), module, *flags, "-v", "-o", out],
                          check=True, capture_output=True, text=True)
    number, unit = re.search(r" ([\d.]+) (ns|us|ms|s) predicted", done.stderr).groups()
    return float(number) * {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}[unit]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", default=["gpt_adamw", "llama_small", "resnet_bn", "gpt16"])
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    os.environ["JAX_PLATFORMS"] = "cpu"
    for model in options.models:
        name, edits = ("gpt_adamw", SIXTEEN) if model == "gpt16" else (model, [])
        with tempfile.TemporaryDirectory() as folder:
            plain, hand = os.path.join(folder, "plain"), os.path.join(folder, "hand")
            export(build(options.corpus, name, edits), plain)
            export(build(options.corpus, name, edits + BY_HAND[name]), hand)
            kinds = [(policy, plain, ["--recompute", policy]) for policy in ("none", "selective", "full")]
            kinds.append(("jax.checkpoint", hand, []))
            predicted, measured, peaks = {}, {kind: [] for kind, *_ in kinds}, {}
            for kind, path, flags in kinds:
                predicted[kind] = compile_step(options, path + ".mlir", flags, os.path.join(folder, kind))
            for _ in range(options.rounds):
                for kind, path, _ in kinds:
                    done = subprocess.run([os.path.join(folder, kind), "--inputs", path + ".npz", "--bench", "5"],
                                          check=True, capture_output=True, text=True)
                    bench = json.loads(done.stdout)
                    peaks[kind] = max(bench["peak_bytes"])
                    measured[kind].append(bench["step_ms"]["median"])
            print(f"{model}: {'':15} {'peak':>10} {'part':>6} {'predicted':>10} {'part':>6} {'measured':>10} {'part':>6}")
            for kind, *_ in kinds:
                # Parts of the same round: other programs slow both alike.
                part = statistics.median(a / b for a, b in zip(measured[kind], measured["none"]))
                print(f"{'':{len(model) + 2}}{kind:15} {peaks[kind]:10} {peaks[kind] / peaks['none']:6.3f} "
                      f"{predicted[kind]:10.3f} {predicted[kind] / predicted['none']:6.3f} "
                      f"{statistics.median(measured[kind]):10.3f} {part:6.3f}", flush=True)


if __name__ == "__main__":
    main()
