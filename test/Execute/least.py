#!/usr/bin/env python3
"""Whether a memory budget is refused only where nothing that popt can find meets it.

    least.py                        all programs
    least.py --every 4 NAME...      those, at each fourth budget

The budgets are 1, 0.95, 0.9, ... of what a step takes without one, until one is refused. A step
must hold no more than its budget and have JAX's results. Where a budget is refused, no larger
one may have led to a step that meets it, `--strategies=propagated` must not meet it either, nor
tell of fewer bytes, and the bytes in the error must be a budget that is met.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path.insert(0, os.path.join(SOURCE, "python"))
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import harness
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402

import popt  # noqa: E402
from popt.arrays import plain, save_arrays  # noqa: E402

PROGRAMS = {}


def rnd(*shape, seed=0, scale=1.0):
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


def add(name, fn, args, mesh, shardings, flags=()):
    PROGRAMS[name] = (fn, args, mesh, shardings, flags)


def descend(loss):
    """A step of gradient descent on the first argument."""
    def step(w, *data):
        value, gradient = jax.value_and_grad(loss)(w, *data)
        return jax.tree.map(lambda a, b: a - .1 * b, w, gradient), value
    return step


# Layers, each with a weight that is larger than what it computes.
def layers(scanned, remat):
    def body(h, w):
        return jnp.tanh(h @ w) + h, None
    body = jax.checkpoint(body) if remat else body

    def loss(w, x):
        if scanned:
            h, _ = lax.scan(body, x, w)
        else:
            h = x
            for i in range(w.shape[0]):
                h, _ = body(h, w[i])
        return jnp.mean(h ** 2)
    return descend(loss)


for what, spec in (("rows", P(None, "d")), ("columns", P(None, None, "d")), ("layers", P("d")), ("nothing", P())):
    for scanned in (True, False):
        for remat in (True, False):
            add(f"{what}-{'scan' if scanned else 'unrolled'}{'-remat' if remat else ''}", layers(scanned, remat),
                (rnd(8, 64, 64, scale=.1), rnd(16, 64, seed=1)), {"d": 4}, (spec, P("d")))


def mlp(w, x):
    return jnp.mean((jnp.tanh(x @ w["a"]) @ w["b"]) ** 2)


def attention(w, x):
    q, k, v = jnp.split(x @ w["qkv"], 3, axis=-1)
    q, k, v = (a.reshape(*a.shape[:2], 4, -1) for a in (q, k, v))
    p = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 4, axis=-1)
    h = jnp.einsum("bhqk,bkhd->bqhd", p, v).reshape(x.shape)
    return jnp.mean((x + h @ w["o"]) ** 2)


def route(w, x):
    gate = jax.nn.softmax(x @ w["gate"])
    order = jnp.argsort(-gate, axis=-1)[:, :2]
    h = jnp.einsum("nd,edf->nef", x, w["experts"])
    h = jnp.take_along_axis(h, order[:, :, None], axis=1)
    return jnp.mean(jnp.sum(h * jnp.take_along_axis(gate, order, axis=1)[:, :, None], axis=1) ** 2)


def convolve(w, x):
    for k in ("a", "b"):
        x = jax.nn.relu(lax.conv_general_dilated(x, w[k], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))
    return jnp.mean(x ** 2)


def embed(w, tokens):
    logits = jnp.tanh(w["table"][tokens] @ w["mix"]) @ w["table"].T
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), tokens[..., None], axis=-1))


def recur(w, x):
    def body(h, row):
        return jnp.tanh(h @ w["h"] + row @ w["x"]), None
    h, _ = lax.scan(body, jnp.zeros((x.shape[1], w["h"].shape[0])), x)
    return jnp.mean(h ** 2)


def adapt(w, frozen, x):
    def body(h, layer):
        whole, a, b = layer
        return jnp.tanh(h @ whole + (h @ a) @ b), None
    h, _ = lax.scan(jax.checkpoint(body), x, (frozen, w["a"], w["b"]))
    return jnp.mean(h ** 2)


def largest(w, x):
    top, _ = lax.top_k(jnp.sort(x @ w["a"], axis=-1) @ w["b"], 3)
    return jnp.mean(top ** 2)


def momentum(w, m, x):
    value, gradient = jax.value_and_grad(mlp)(w, x)
    m = jax.tree.map(lambda a, b: .9 * a + b, m, gradient)
    return jax.tree.map(lambda a, b: a - .1 * b, w, m), m, value


def power(a, x):
    def body(_, x):
        y = a @ (a.T @ x)
        return y / jnp.linalg.norm(y)
    x = lax.fori_loop(0, 4, body, x)
    return x, jnp.sum((a.T @ x) ** 2)


two = {"a": rnd(64, 128, scale=.1), "b": rnd(128, 64, seed=1, scale=.1)}
add("mlp-columns", descend(mlp), (two, rnd(32, 64, seed=2)), {"d": 4}, ({"a": P(None, "d"), "b": P("d")}, None))
add("mlp-fsdp-momentum", momentum, (two, two, rnd(32, 64, seed=2)), {"d": 4}, (P("d"), P("d"), P("d")))
add("mlp-microbatches", descend(mlp), (two, rnd(32, 64, seed=2)), {"d": 2}, (P("d"), P("d")),
    ("--mesh=time:mb=4", "--batch=data[0]=0"))
add("attention-heads", descend(attention), ({"qkv": rnd(64, 192, scale=.1), "o": rnd(64, 64, seed=1, scale=.1)},
                                            rnd(4, 16, 64, seed=2)), {"d": 2}, ({"qkv": P(None, "d"), "o": P("d")}, None))
add("experts", descend(route), ({"gate": rnd(32, 8), "experts": rnd(8, 32, 64, seed=1, scale=.1)}, rnd(32, 32, seed=2)),
    {"d": 4}, ({"gate": P(), "experts": P("d")}, P("d")))
add("convolutions", descend(convolve), ({"a": rnd(3, 3, 8, 16, scale=.1), "b": rnd(3, 3, 16, 8, seed=1, scale=.1)},
                                        rnd(4, 16, 16, 8, seed=2)), {"d": 4}, (P(), P("d")))
add("vocabulary", descend(embed), ({"table": rnd(256, 32, scale=.1), "mix": rnd(32, 32, seed=1, scale=.1)},
                                   np.arange(64, dtype=np.int32).reshape(8, 8)), {"d": 4}, ({"table": P("d"), "mix": P()}, P()))
add("recurrence", descend(recur), ({"h": rnd(64, 64, scale=.1), "x": rnd(32, 64, seed=1, scale=.1)},
                                   rnd(12, 16, 32, seed=2)), {"d": 4}, (P("d"), P(None, "d")))
add("adapters", descend(adapt), ({"a": rnd(8, 64, 4, scale=.1), "b": rnd(8, 4, 64, seed=1, scale=.1)},
                                 rnd(8, 64, 64, seed=2, scale=.1), rnd(16, 64, seed=3)), {"d": 4}, (P(), P("d"), P("d")))
add("sorted", descend(largest), ({"a": rnd(64, 128, scale=.1), "b": rnd(128, 64, seed=1, scale=.1)}, rnd(32, 64, seed=2)),
    {"d": 2, "t": 2}, (P("t"), P("d")))
add("power-iteration", power, (rnd(96, 64), rnd(96, 1, seed=1)), {"d": 4}, (P("d"), P()))


class Program:
    def __init__(self, options, name, folder):
        fn, args, mesh, shardings, flags = PROGRAMS[name]
        self.file = lambda ending: os.path.join(folder, name + ending)
        results = jax.tree.leaves(jax.jit(fn)(*args))
        save_arrays(self.file(".expect.npz"), {f"res{i}": plain(x) for i, x in enumerate(results)})
        popt.export(fn, args, mesh=mesh, in_shardings=shardings, path=self.file(".mlir"), inputs=self.file(".npz"))
        self.command = [harness.tool("popt-run"), self.file(".mlir"), "-O1", *flags,
                        "--inputs", self.file(".npz"), "--expect", self.file(".expect.npz"),
                        "--rtol", "1e-3", "--atol", "1e-4", "--remarks-filter=partition"]

    def run(self, budget, *flags):
        """(bytes that a step takes, None), (None, the least bytes that were found), or an error."""
        done = subprocess.run([*self.command, f"--memory-budget={budget}", *flags], capture_output=True, text=True)
        held = re.search(r"under the budget of \d+ a step takes (\d+) bytes", done.stderr)
        least = re.search(r"error: a device needs (\d+) bytes for a step, the least that was found", done.stderr)
        if done.returncode == 0 and held:
            return int(held.group(1)), None
        return (None, int(least.group(1))) if least else (None, None, done.stderr[-1500:])


def sweep(program, every):
    """Prints a line per budget; what is wrong."""
    wrong = []
    peak, *more = program.run(10 ** 9)
    if not peak:
        return [f"without a budget: {more}"]
    smallest = peak
    for step in range(0, 20, every):
        budget = peak * (20 - step) // 20
        held, *more = program.run(budget)
        if held:
            print(f"  {budget:>9} holds {held}", flush=True)
            smallest = min(smallest, held)
            if held > budget:
                wrong.append(f"{held} bytes under {budget}")
            continue
        if more[0] is None:
            return [*wrong, f"under {budget}: {more[1]}"]
        least = more[0]
        print(f"  {budget:>9} refused, the least is {least}", flush=True)
        if smallest <= budget:
            wrong.append(f"{budget} is refused, although a step of {smallest} was found under a larger one")
        propagated, *more = program.run(budget, "--strategies=propagated")
        if propagated or more[0] is None or more[0] < least:
            wrong.append(f"{budget} is refused with {least} bytes; propagated: {propagated} {more}")
        held, *more = program.run(least)
        if not held:
            wrong.append(f"{least} bytes were found, but not under {least}: {more}")
        break
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("programs", nargs="*", default=list(PROGRAMS))
    options = parser.parse_args()
    failed = 0
    for name in options.programs:
        print(name, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            wrong = sweep(Program(options, name, folder), options.every)
        for line in wrong:
            print(f"  WRONG: {line}", flush=True)
        failed += bool(wrong)
    print(f"{len(options.programs)} programs, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
