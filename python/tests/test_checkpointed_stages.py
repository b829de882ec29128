"""Layers under one jax.checkpoint that lie on several stages.

Each stage computes its own again, from what it was sent: a step sends what the same
step sends without jax.checkpoint, and gives what JAX gives.
"""
import json
import os
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from popt.tools import find_tool

pytestmark = pytest.mark.usefixtures("compiled_once")

LAYERS = 6


def values(*shape, seed=0):
    return (.3 * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


WEIGHTS, X = [values(8, 8, seed=i) for i in range(LAYERS)], values(16, 8, seed=9)


def layer(w, x):
    return jnp.tanh(x @ w) + x


def half(w, x):
    return (jnp.tanh(x.astype(jnp.bfloat16) @ w.astype(jnp.bfloat16)) + x).astype(jnp.float32)


def normed(w, x):
    mean = x.mean(-1, keepdims=True)
    return jnp.tanh((x - mean) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) @ w) + x


def apply(layer, weights, x):
    for w in weights:
        x = layer(w, x)
    return x


def step(group, layer=layer, checkpoint=jax.checkpoint):
    """A step of training, in groups of `group` layers under `checkpoint`."""
    def forward(weights, x):
        for i in range(0, LAYERS, group):
            x = checkpoint(lambda weights, x: apply(layer, weights, x))(weights[i:i + group], x)
        return x

    def run(weights, x):
        loss, g = jax.value_and_grad(lambda weights: jnp.mean(forward(weights, x) ** 2))(weights)
        return jax.tree.map(lambda w, g: w - .1 * g, weights, g), loss
    return run


def parts(f, sizes):
    """Layers of the group in parts of these sizes, each under a checkpoint of its own."""
    def run(weights, x):
        for size in sizes:
            x, weights = jax.checkpoint(f)(weights[:size], x), weights[size:]
        return x
    return run


def halves(f):
    return jax.checkpoint(parts(f, [3, 3]))


def pairs(f):
    return jax.checkpoint(parts(f, [2, 2, 2]))


def each(f):
    return jax.checkpoint(parts(f, [1] * LAYERS))


def thrice(f):
    """Layers within a half within the group."""
    return jax.checkpoint(parts(parts(f, [1, 1, 1]), [3, 3]))


def first(f):
    """Only the first layers of the group are under a checkpoint of their own."""
    return jax.checkpoint(lambda weights, x: f(weights[4:], jax.checkpoint(f)(weights[:4], x)))


def policy(f):
    return jax.checkpoint(f, policy=jax.checkpoint_policies.dots_saveable)


def policies(f):
    """Each layer under a policy within the group."""
    return jax.checkpoint(lambda weights, x: apply_each(policy(f), weights, x))


def apply_each(f, weights, x):
    for w in weights:
        x = f([w], x)
    return x


def everything(f):
    """All is kept, twice."""
    return jax.checkpoint(pairs(f), policy=jax.checkpoint_policies.everything_saveable)


def plain(f):
    return f


def measured(step, stages, folder, weights=WEIGHTS, shardings=None):
    """The step's results, and the bytes that it sends."""
    module, plan = os.path.join(folder, "m.mlir"), os.path.join(folder, "plan.json")
    popt.export(step, (weights, X), path=module, inputs="in.npz")
    shardings = shardings or [{"match": f"weights[{i}]", "at": {"pp": i * stages // LAYERS}}
                              for i in range(LAYERS)]
    with open(plan, "w") as f:
        json.dump({"popt_plan": 1, "mesh": {"stage": [["pp", stages]], "time": [["mb", 2]]},
                   "shardings": shardings, "inputs": {"x": [["mb"]]}}, f)
    got = popt.run(module, os.path.join(folder, "in.npz"), flags=["--plan", plan], ranks=stages)
    bench = subprocess.run([find_tool("popt-run"), module, "--plan", plan, "--init", "random", "--bench", "1"],
                           capture_output=True, text=True, check=True)
    assert "warning" not in bench.stderr
    return got, sum(kind["wire_bytes"] for kind in json.loads(bench.stdout)["comm"].values())


def name(value):
    """Names a parameter: the same in every process, as an address is not."""
    if isinstance(value, dict):
        return "-".join(f"{key}={function.__name__}" for key, function in value.items()) or "plain"
    return getattr(value, "__name__", str(value))


@pytest.mark.parametrize("stages,group,how", [
    (2, 2, {}), (4, 3, {}), (4, 6, {}), (2, 6, {"layer": half}), (2, 2, {"checkpoint": policy}),
    (4, 6, {"layer": normed}), (2, 6, {"layer": normed, "checkpoint": pairs}),
    (3, 6, {"layer": normed, "checkpoint": policies}),
    *((stages, 6, {"checkpoint": how}) for stages, how in
      [(4, halves), (2, pairs), (4, pairs), (3, each), (4, thrice), (2, first), (3, first),
       (2, policies), (4, policies), (2, everything), (4, everything)])], ids=name)
def test_groups_over_stages(stages, group, how, tmp_path):
    train = step(group, **how)
    got, sent = measured(train, stages, str(tmp_path))
    tolerance = 1e-2 if how.get("layer") else 1e-4  # bf16 has eight bits
    for i, want in enumerate(jax.tree.leaves(jax.jit(train)(WEIGHTS, X))):
        np.testing.assert_allclose(got[f"res{i}"], want, rtol=tolerance, atol=tolerance / 10)
    _, least = measured(step(group, **{**how, "checkpoint": plain}), stages, str(tmp_path))
    assert sent <= 1.1 * least


STACKS = {"w": values(LAYERS, 8, 8), "down": values(LAYERS, 8, 2, seed=1),
          "up": values(LAYERS, 2, 8, seed=2)}


def scanned(group, checkpoint):
    """A scan over groups of a stack, to whose weights products are added as adapters do."""
    def run(weights, x):
        def loss(weights):
            stack = weights["w"] + weights["down"] @ weights["up"]

            def layers(x, own):
                return jax.lax.scan(lambda x, w: (layer(w, x), None), x, own)
            y, _ = jax.lax.scan(checkpoint(layers), x, stack.reshape(-1, group, 8, 8))
            return jnp.mean(y ** 2)
        value, g = jax.value_and_grad(loss)(weights)
        return jax.tree.map(lambda w, g: w - .1 * g, weights, g), value
    return run


# Groups of two over three layers of a stage, groups of three over two.
@pytest.mark.parametrize("how", (jax.checkpoint, policy), ids=name)
@pytest.mark.parametrize("stages,group", ((2, 2), (3, 3)))
def test_scanned_groups_over_stages(stages, group, how, tmp_path):
    along = [{"match": "weights*", "dims": [["pp"]]}]
    train = scanned(group, how)
    got, sent = measured(train, stages, str(tmp_path), STACKS, along)
    for i, want in enumerate(jax.tree.leaves(jax.jit(train)(STACKS, X))):
        np.testing.assert_allclose(got[f"res{i}"], want, rtol=1e-4, atol=1e-5)
    _, least = measured(scanned(1, plain), stages, str(tmp_path), STACKS, along)
    assert sent <= 1.1 * least
