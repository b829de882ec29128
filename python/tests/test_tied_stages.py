"""A weight that the first and the last stage hold: a tied embedding.

Whatever a program does between the products and the update (casts, scales, clips with a
barrier, constrains, accumulates), a step sends what the plain one sends: its gradient is summed
over the microbatches, and once over both stages.
"""
import json
import os
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import optax
import popt
import pytest
from jax import lax
from popt.tools import find_tool

pytestmark = pytest.mark.usefixtures("compiled_once")

VOCABULARY, WIDTH, HALF = 24, 8, jnp.bfloat16


def values(*shape, seed=0):
    return (.3 * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


PARAMS = {"embed": values(VOCABULARY, WIDTH), "a": values(WIDTH, WIDTH, seed=1), "b": values(WIDTH, WIDTH, seed=2)}
TOKENS = np.random.default_rng(3).integers(0, VOCABULARY, (8, 4)).astype(np.int32)


def logits(params, tokens, first=lambda w: w, last=lambda w: w):
    x = first(params["embed"])[tokens]
    x = jnp.tanh(x @ params["a"].astype(x.dtype))
    x = jnp.tanh(x @ params["b"].astype(x.dtype))
    return x @ last(params["embed"]).T


def loss(params, tokens, **casts):
    log = jax.nn.log_softmax(logits(params, tokens, **casts).astype(jnp.float32))
    return -jnp.mean(jnp.take_along_axis(log, jnp.roll(tokens, 1, 1)[..., None], -1))


def half(w):
    return w.astype(HALF)


def cast_once(params, tokens):
    return loss({**params, "embed": half(params["embed"])}, tokens)


def cast_twice(params, tokens):
    return loss(params, tokens, first=half, last=half)


def cast_late(params, tokens):
    return loss(params, tokens, last=half)


def scaled(params, tokens):
    return loss(params, tokens, first=lambda w: w * WIDTH ** .5, last=lambda w: .5 * w)


def passed(params, tokens):
    return loss(params, tokens, last=lambda w: lax.optimization_barrier(half(w)))


def same(grads):
    return grads


def clip(grads):
    """In two passes over all gradients."""
    square = sum(jnp.sum(g * g) for g in jax.tree.leaves(grads))
    scale = jnp.minimum(1., lax.rsqrt(square + 1e-6))
    return lax.optimization_barrier(jax.tree.map(lambda g: g * scale, grads))


def clip_before(grads):
    return clip(lax.optimization_barrier(grads))


def narrow(grads):
    return jax.tree.map(lambda g: g.astype(HALF).astype(jnp.float32), clip(grads))


def finite(grads):
    good = jnp.all(jnp.stack([jnp.all(jnp.isfinite(g)) for g in jax.tree.leaves(grads)]))
    return jax.tree.map(lambda g: jnp.where(good, g, 0.), clip(grads))


def step(loss, of_gradients, optimizer=optax.sgd(.1)):
    def run(params, state, tokens):
        value, grads = jax.value_and_grad(loss)(params, tokens)
        updates, state = optimizer.update(of_gradients(grads), state, params)
        return optax.apply_updates(params, updates), state, value
    return run, jax.tree.map(np.asarray, optimizer.init(PARAMS))


def measured(step, state, folder):
    """The step's results, and what it sends by kind."""
    module, plan = os.path.join(folder, "m.mlir"), os.path.join(folder, "plan.json")
    popt.export(step, (PARAMS, state, TOKENS), path=module, inputs="in.npz")
    with open(plan, "w") as f:
        json.dump({"popt_plan": 1, "mesh": {"stage": [["pp", 2]], "time": [["mb", 4]]},
                   "shardings": [{"match": f"*['{name}']", "at": {"pp": at}}
                                 for name, at in (("embed", [0, 1]), ("a", 0), ("b", 1))],
                   "inputs": {"tokens": [["mb"]]}}, f)
    got = popt.run(module, os.path.join(folder, "in.npz"), flags=["--plan", plan], ranks=2)
    bench = subprocess.run([find_tool("popt-run"), module, "--plan", plan, "--init", "random", "--bench", "1"],
                           capture_output=True, text=True, check=True)
    assert "warning" not in bench.stderr
    return got, {kind: sent["wire_bytes"] for kind, sent in json.loads(bench.stdout)["comm"].items()}


@pytest.mark.parametrize("loss, of_gradients, optimizer", [
    (loss, same, optax.sgd(.1)), (loss, clip, optax.adam(.1)), (loss, clip_before, optax.sgd(.1)),
    (cast_once, clip, optax.sgd(.1)), (cast_twice, same, optax.sgd(.1)), (cast_twice, narrow, optax.adamw(.1)),
    (cast_late, finite, optax.sgd(.1)), (scaled, clip, optax.lamb(.1)), (passed, same, optax.sgd(.1)),
    (cast_twice, clip, optax.MultiSteps(optax.adam(.1), 2))])
def test_one_sum_over_both_stages(loss, of_gradients, optimizer, tmp_path):
    train, state = step(loss, of_gradients, optimizer)
    got, sent = measured(train, state, str(tmp_path))
    for i, want in enumerate(jax.tree.leaves(jax.jit(train)(PARAMS, state, TOKENS))):
        np.testing.assert_allclose(got[f"res{i}"], want, rtol=5e-2, atol=1e-2)
    activations = 2 * TOKENS.size * WIDTH * 4
    assert sent.pop("send") <= activations
    assert sum(sent.values()) <= VOCABULARY * WIDTH * 4 + 64  # scalars
