"""Rows by number and index, in the ways that JAX offers: nothing is sent.

x[arange(n), i] and x.at[arange(n), i].set(v), with rows on the same ranks, in
blocks that are even (4 ranks) and uneven (3), give what JAX gives on one device.
"""
import os
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax import lax
from jax.sharding import PartitionSpec as P
from popt.arrays import save_arrays
from popt.tools import find_tool

N = jnp.arange


def values(*shape):
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def ints(high, *shape, low=0):
    """Some of them negative, or too large, if so said."""
    return np.random.default_rng(sum(shape) + high).integers(low, high, shape).astype(np.int32)


X, I, U = values(8, 6, 5), ints(6, 8), values(8, 5)
OUT = ints(12, 8, low=-12)

# What sends nothing, in a few programs: compiling takes more time than they do.
READS = {
    "plain": lambda x, i, o: x[N(8), i],
    "clip": lambda x, i, o: x.at[N(8), o].get(mode="clip"),
    "fill": lambda x, i, o: x.at[N(8), o].get(mode="fill", fill_value=7),
    "wrap": lambda x, i, o: x[N(8) % 8, o % 6],
    "NumPy's": lambda x, i, o: x[np.arange(8), i],
    "from the end": lambda x, i, o: x[N(-8, 0), i],
    "several": lambda x, i, o: x[N(8)[:, None], jnp.stack([i, i % 3], 1)],
    "second dim": lambda x, i, o: jnp.swapaxes(x, 0, 1)[i, N(8)],
    "two of three": lambda x, i, o: x[N(8)[:, None], i[:, None], N(5)],
    "apart": lambda x, i, o: x[N(8), :, i % 5],
    "three": lambda x, i, o: x[N(8), i, i % 5],
    "unsigned": lambda x, i, o: x[N(8, dtype=jnp.uint8), i.astype(jnp.uint8)],
    "rows alone": lambda x, i, o: x[N(8)] * 2,
    "along": lambda x, i, o: jnp.take_along_axis(x, i[:, None, None], 1),
    "one hot": lambda x, i, o: jnp.sum(jnp.where((i[:, None] == N(6))[..., None], x, 0), 1),
    "one hot product": lambda x, i, o: jnp.einsum("nc,ncd->nd", jax.nn.one_hot(i, 6), x),
}
WRITES = {
    "set": lambda x, i, o, u: x.at[N(8), i].set(u),
    "add, drop": lambda x, i, o, u: x.at[N(8), o].add(u, mode="drop"),
    "max, clip": lambda x, i, o, u: x.at[N(8), o].max(u, mode="clip"),
    "sorted": lambda x, i, o, u: x.at[N(8), i].set(u, indices_are_sorted=True, unique_indices=True),
    "rows alone": lambda x, i, o, u: x.at[N(8)].add(u[:, None]),
    "scan": lambda x, i, o, u: lax.scan(
        lambda x, k: (x.at[N(8), (i + k) % 6].add(u), x[N(8), k]), x, N(3)),
}
GRADIENTS = {
    "read": lambda x, i, o, u: jax.grad(lambda x: jnp.sum(jnp.tanh(x)[N(8), i] ** 2))(x),
    "along": lambda x, i, o, u: jax.grad(
        lambda x: jnp.sum(jnp.take_along_axis(jnp.tanh(x), i[:, None, None], 1) ** 2))(x),
    "write": lambda x, i, o, u: jax.grad(
        lambda x, u: jnp.sum(jnp.tanh(x.at[N(8), i].set(u)) ** 2), (0, 1))(x, u),
}
# Not all rows: they may be sent, but are right.
PARTS = {
    "prefix": lambda x, i, o: x[N(6), i[:6]],
    "every second": lambda x, i, o: x[N(0, 8, 2), i[::2]],
    "diagonal": lambda x, i, o: x[N(5), i[:5], N(5)],
    "backwards": lambda x, i, o: x[N(7, -1, -1), i],
}


def check(forms, args, ranks, folder, sends=False):
    def fn(*args):
        return {name: form(*args) for name, form in forms.items()}
    module, inputs = os.path.join(folder, "m.mlir"), os.path.join(folder, "in.npz")
    popt.export(fn, args, mesh={"x": ranks}, in_shardings=tuple(P("x") for _ in args), path=module,
                inputs="in.npz")
    got = popt.run(module, inputs, ranks=ranks)
    for i, want in enumerate(jax.tree.leaves(jax.jit(fn)(*args))):
        np.testing.assert_allclose(got[f"res{i}"], want, rtol=1e-5, atol=1e-6)
    done = subprocess.run([find_tool("poptc"), module, "-v", "-o", os.path.join(folder, "exe")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    assert sends or "sent by a rank in a step: 0 B," in done.stdout, done.stdout


@pytest.mark.parametrize("ranks", (4, 3))
@pytest.mark.parametrize("forms, args", ((READS, (X, I, OUT)), (WRITES, (X, I, OUT, U)),
                                         (GRADIENTS, (X, I, OUT, U))),
                         ids=("reads", "writes", "gradients"))
def test_nothing_is_sent(forms, args, ranks, tmp_path):
    check(forms, args, ranks, tmp_path)


@pytest.mark.parametrize("ranks", (4, 3))
def test_parts_of_the_rows(ranks, tmp_path):
    check(PARTS, (X, I, OUT), ranks, tmp_path, sends=True)
