"""Layers that lie whole on ranks: read from their owner, summed at their owner.

Scans over a stack whose dimension of layers is split send rows by broadcasts and
rooted reductions, where blocks are even (4 ranks) and uneven (3, or more ranks
than fit), and give what JAX gives on one device.
"""
import os
import re
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax import lax
from jax.sharding import PartitionSpec as P
from popt.tools import find_tool


def values(*shape, seed=0, scale=1.0):
    return (scale * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


def layer(h, w):
    return jnp.tanh(h @ w) + h, None


def forward(w, x):
    return lax.scan(layer, x, w)[0]


def backwards(w, x):
    return lax.scan(layer, x, w, reverse=True)[0]


def train(w, x):
    loss, g = jax.value_and_grad(lambda w: jnp.mean(lax.scan(jax.checkpoint(layer), x, w)[0] ** 2))(w)
    return w - .1 * g, loss


def orthogonal(w, x):
    """Muon: whole matrices are made orthogonal where they are."""
    def body(h, w):
        a = w @ w.T
        return h, 3.4 * w + (-4.7 * a + 2 * a @ a) @ w
    return lax.scan(body, x, w)[1]


def two(w, x):
    """Two weights in each layer: one bucket for both."""
    def body(h, weights):
        u, v = weights
        return jnp.tanh(h @ u) @ v + h, None
    def loss(w):
        return jnp.sum(lax.scan(body, x, (w, jnp.sin(w)))[0])
    return jax.grad(loss)(w)


def indexed(w, x):
    """A loop of Python, and a row that is found and updated."""
    h = x
    for i in range(3):
        h = layer(h, lax.dynamic_index_in_dim(w, 2 * i, keepdims=False))[0]
    return h, lax.dynamic_update_index_in_dim(w, h.T @ h, 3, 0)


# The function, the shardings of its results, and how its rows are sent.
STEPS = {
    "forward": (forward, P("d"), {"broadcast"}),
    "backwards": (backwards, P("d"), {"broadcast"}),
    "train": (train, (P("d"), P()), {"broadcast", "reduce"}),
    "orthogonal": (orthogonal, P("d"), set()),
    "two": (two, P("d"), {"broadcast", "reduce"}),
    "indexed": (indexed, (P("d"), P("d")), {"broadcast", "reduce"}),
}


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("ranks", (3, 4))
def test_rows_of_owners(name, ranks, tmp_path):
    step, out, sent = STEPS[name]
    args = values(6, 16, 16, scale=.2), values(12, 16, seed=1)
    module = os.path.join(tmp_path, "m.mlir")
    popt.export(step, args, mesh={"d": ranks}, in_shardings=(P("d"), P("d")), out_shardings=out, path=module,
                inputs="in.npz")
    got = popt.run(module, os.path.join(tmp_path, "in.npz"), ranks=ranks, flags=["--strategies=propagated"])
    for i, want in enumerate(jax.tree.leaves(jax.jit(step)(*args))):
        np.testing.assert_allclose(got[f"res{i}"], want, rtol=1e-4, atol=1e-4)
    done = subprocess.run([find_tool("poptc"), module, "--strategies=propagated", "--emit=scheduled", "-o", "-"],
                          stdout=subprocess.PIPE, text=True, check=True)
    rows = set(re.findall(r"= dist\.(\w+) .*tensor<(?:1x)?16x16x", done.stdout))
    assert rows - {"step_slice", "step_update"} == sent
