"""Equal work on several weights: each rank does all of it for some of them.

What optimizers do to whole matrices is dealt out where a step is predicted to be faster so,
for as many weights as ranks, fewer and more, and gives what JAX gives on one device. A machine
of little arithmetic makes matrices large that are small enough for tests.
"""
import json
import os
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax import lax
from jax.sharding import PartitionSpec as P
from popt.tools import find_tool

# Of little arithmetic, with links that are slow in comparison.
CLUSTER = {"popt_cluster": 1, "devices": [{"kind": "small", "memory_bytes": 1e9, "memory_bytes_per_second": 1e9,
                                           "flops_per_second": {"f32": 1e8}}],
           "links": [{"name": "link", "latency_seconds": 1e-5, "bytes_per_second": 1e7}]}


def values(*shape, seed=0, scale=1.0):
    return (scale * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


def iterate(x):
    a = x @ x.T
    return 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x


def orthogonal(x):
    """Newton-Schulz, as Muon has it."""
    x = x / (jnp.linalg.norm(x) + 1e-7)
    return lax.fori_loop(0, 3, lambda _, x: iterate(x), x)


def unrolled(x):
    x = x / (jnp.linalg.norm(x) + 1e-7)
    for _ in range(3):
        x = iterate(x)
    return x


def root(x):
    """The inverse fourth root of a statistic, by eigenvalues."""
    values, vectors = jnp.linalg.eigh(x + 1e-2 * jnp.eye(x.shape[0]))
    return (vectors * values ** -.25) @ vectors.T


def newton_root(x):
    """The inverse square root of a statistic, by a coupled iteration that ends when it has converged."""
    one = jnp.eye(x.shape[0])
    scale = jnp.linalg.norm(x)

    def body(state):
        i, y, z = state
        t = 1.5 * one - .5 * z @ y
        return i + 1, y @ t, t @ z

    def goes_on(state):
        i, y, z = state
        return (i < 20) & (jnp.max(jnp.abs(z @ y - one)) > 1e-4)

    return lax.while_loop(goes_on, body, (0, x / scale, one))[2] / jnp.sqrt(scale)


def shampoo(inverse):
    def update(w, g):
        left, right = .1 * g @ g.T + jnp.eye(g.shape[0]), .1 * g.T @ g + jnp.eye(g.shape[1])
        return w - .1 * inverse(left) @ g @ inverse(right)
    return update


def singular(w, g):
    u, s, v = jnp.linalg.svd(g, full_matrices=False)
    return w - .1 * (u * (s > 1)) @ v


def triangular(w, g):
    q, r = jnp.linalg.qr(g)
    return w - .1 * q * jnp.sign(jnp.diagonal(r))


def solved(w, g):
    return w - .1 * jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(g @ g.T + jnp.eye(g.shape[0])), g)


UPDATES = {
    "loop": lambda w, g: w - .1 * orthogonal(g),
    "unrolled": lambda w, g: w - .1 * unrolled(g),
    "eigh": shampoo(root),
    "newton": shampoo(newton_root),
    "svd": singular,
    "qr": triangular,
    "cholesky": solved,
}
SHAPES = {
    "four": [(16, 16)] * 4,
    "three": [(16, 12)] * 3,
    "six": [(12, 12)] * 6,
    "two": [(16, 16)] * 2,
    "many": [(8, 8)] * 13,
    "groups": [(16, 16), (16, 12), (16, 16), (16, 12), (16, 16), (4, 4)],
}
# Which of them are looked at: all updates, and all shapes with one.
CASES = [(update, "four") for update in UPDATES] + [("loop", shapes) for shapes in ("three", "six", "two", "groups")] + \
        [("svd", "three"), ("unrolled", "groups"), ("newton", "six"), ("newton", "two"), ("unrolled", "many")]


def compare(step, args, mesh, ins, outs, tmp_path):
    """Runs both, and returns what the compiler says."""
    module, cluster = os.path.join(tmp_path, "m.mlir"), os.path.join(tmp_path, "cluster.json")
    with open(cluster, "w") as file:
        json.dump(CLUSTER, file)
    popt.export(step, args, mesh=mesh, in_shardings=ins, out_shardings=outs, path=module, inputs="in.npz")
    flags = [f"--cluster={cluster}"]
    got = popt.run(module, os.path.join(tmp_path, "in.npz"), ranks=int(np.prod(list(mesh.values()))), flags=flags)
    for i, want in enumerate(jax.tree.leaves(jax.jit(step)(*args))):
        np.testing.assert_allclose(got[f"res{i}"], want, rtol=2e-3, atol=2e-3)
    done = subprocess.run([find_tool("poptc"), module, *flags, "-o", os.devnull, "--emit=scheduled", "--remarks-filter=.*"],
                          stderr=subprocess.PIPE, text=True, check=True)
    return done.stderr


@pytest.mark.parametrize("update,shapes", CASES)
@pytest.mark.parametrize("mesh,spec", [({"d": 4}, P("d")), ({"d": 2, "t": 2}, P("d", "t"))], ids=("one", "two"))
def test_results(update, shapes, mesh, spec, tmp_path):
    weights = [values(*shape, seed=i) for i, shape in enumerate(SHAPES[shapes])]
    # Of different sizes, so that loops end after different numbers of iterations.
    gradients = [values(*shape, seed=9 + i, scale=(1, .1, .5)[i % 3]) for i, shape in enumerate(SHAPES[shapes])]
    step = lambda w, g: jax.tree.map(UPDATES[update], w, g)
    said = compare(step, (weights, gradients), mesh, (spec, spec), spec, tmp_path)
    assert "equal chains" in said
    assert "it is dealt out" in said


@pytest.mark.parametrize("mesh,spec", [({"d": 4}, P()), ({"d": 3}, P()), ({"d": 4}, P("d")),
                                       ({"d": 2, "t": 2}, P(None, "t"))])
@pytest.mark.parametrize("element", (jnp.float32, jnp.bfloat16))
def test_of_gradients(mesh, spec, element, tmp_path):
    """What makes the gradients is left where it is, though it is alike, too. Partial sums are reduced at the ranks
    that go on with them."""
    def step(w, x):
        def loss(w):
            h = x
            for one in w:
                h = jnp.tanh(h @ one) + h
            return jnp.mean(h ** 2)
        return jax.tree.map(lambda w, g: w - .1 * unrolled(g.astype(element)).astype(w.dtype), w, jax.grad(loss)(w))
    args = [values(16, 16, seed=i, scale=.2) for i in range(4)], values(24, 16, seed=7)
    said = compare(step, args, mesh, (spec, P("d")), spec, tmp_path)
    assert "it is dealt out" in said
