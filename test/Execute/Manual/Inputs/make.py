#!/usr/bin/env python3
"""Makes the modules and numbers of this folder with JAX.

    make.py [name...]

Each case is a program with shard_map. NAME.mlir is what JAX prints with sdy
annotations, NAME.gspmd.mlir what it prints with sharding strings; NAME.npz has
arguments and the results of JAX on one process with several CPU devices.
Values are small integers, so that sums are exact in any order.
"""
import contextlib
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=12"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

CASES = {}


def case(**axes):
    """Registers a case on a mesh with these axes."""
    return lambda function: CASES.setdefault(function.__name__, (axes, function))


def array(*shape):
    """Small integers that differ along every dimension."""
    return (np.arange(np.prod(shape), dtype=np.int64) * 7919 % 23 - 11
            ).astype(np.float32).reshape(shape)


def mapped(mesh, inside, outside, axes=None):
    names = set(axes or mesh.axis_names)
    return lambda body: jax.shard_map(body, mesh=mesh, in_specs=inside, out_specs=outside,
                                      axis_names=names, check_vma=False)


@case(a=2, b=3)
def collectives(mesh):
    """Every collective, over one axis, over both, and over lists of devices."""
    @mapped(mesh, (P("a", "b"), P(("b", "a"))), (P("a", "b"), P(None, "b"), P(("a", "b")), P(), P(("a", "b"))))
    def body(x, y):
        n = lax.axis_index("a") * 10 + lax.axis_index("b")
        rows = lax.all_gather(x, "a", tiled=True)
        both = lax.psum(x, ("a", "b"))
        part = lax.psum_scatter(rows, "a", scatter_dimension=0, tiled=True)
        swap = lax.all_to_all(part, "b", split_axis=1, concat_axis=0, tiled=True)
        ring = lax.ppermute(y, "b", [(0, 1), (1, 2)])
        most = lax.pmax(x, "b") - lax.pmin(x, "a")
        return (x + both + n, rows * 2 + lax.psum(rows, "a"), swap.sum(1)[:2],
                lax.psum(most.sum(), ("a", "b")), ring + n)
    return body, (array(4, 9), array(12))


@case(a=2, b=2)
def groups(mesh):
    """Groups that are those of no axes stay lists."""
    @mapped(mesh, P(("a", "b")), P(("a", "b")))
    def body(x):
        pairs = [[0, 3], [1, 2]]
        s = lax.psum(x, ("a", "b"), axis_index_groups=pairs)
        g = lax.all_gather(x, ("a", "b"), axis_index_groups=pairs, tiled=True)
        t = lax.all_to_all(x, ("a", "b"), 0, 0, axis_index_groups=pairs, tiled=True)
        r = lax.psum_scatter(x, ("a", "b"), axis_index_groups=[[3, 0], [2, 1]], tiled=True)
        return s + g[:2] - g[2:] + t * 100 + jnp.concatenate([r, r]) * 1000
    return body, (array(8),)


@case(a=2, b=3)
def partial(mesh):
    """Manual over b; a is free, divides inside, and need not divide dims."""
    @mapped(mesh, (P(None, "b"), P("b")), (P(), P("b")), axes={"b"})
    def body(x, w):
        x = lax.with_sharding_constraint(x, P("a", None))
        y = lax.psum(x @ w, "b")
        z = lax.all_gather(jnp.tanh(w * 0), "b", tiled=True).sum() + lax.axis_index("b")
        w = lax.with_sharding_constraint(w * 3, P(None, "a"))
        return y + y.sum(0), w + z
    def function(x, w):
        y, z = body(x + 1, w)
        return y.sum(1), z.T, y.max(0)
    return function, (array(5, 6), array(6, 7))


@case(a=2, b=2, c=2)
def nested(mesh):
    """A region in a region, with an axis that stays free in both."""
    @mapped(mesh, P("a"), P("a"), axes={"a"})
    def outer(x):
        @mapped(jax.sharding.get_abstract_mesh(), P(None, "b"), P(None, "b"), axes={"b"})
        def inner(y):
            y = y + lax.axis_index("b")
            return lax.psum(y, "b") * 2 + lax.ppermute(y, "b", [(0, 1), (1, 0)])
        s = lax.psum(x, "a")
        return inner(x + s) - lax.ppermute(x, "a", [(0, 1)])
    def function(x):
        x = lax.with_sharding_constraint(x, NamedSharding(mesh, P(("a", "c"))))
        return outer(x) + 1
    return function, (array(8, 6),)


@case(x=4)
def ring(mesh):
    """Collectives in a loop inside, and the whole in a loop outside."""
    @mapped(mesh, (P("x"), P(None, "x")), P("x"))
    def step(x, w):
        def turn(i, carry):
            total, block = carry
            column = (lax.axis_index("x") - i) % 4
            rows = lax.dynamic_slice_in_dim(x, column * 2, 2, axis=1)
            total = total + rows @ block.T
            return total, lax.ppermute(block, "x", [(j, (j + 1) % 4) for j in range(4)])
        total, _ = lax.fori_loop(0, 4, turn, (jnp.zeros((1, 3)), w))
        return lax.cond(lax.psum(total.sum(), "x") > 0, lambda t: t, lambda t: -t, total)
    def function(x, w):
        def outer(carry, _):
            y = step(carry, w)
            return jnp.concatenate([y, y, y[:, :2]], 1) % 5, y.sum()
        return lax.scan(outer, x, None, length=3)
    return function, (array(4, 8), array(3, 8))


@case(x=2, y=2)
def gradient(mesh):
    """Forwards and backwards, tensor parallel by hand, data parallel for free."""
    @mapped(mesh, (P(), P(None, "y"), P("y")), P(), axes={"y"})
    def layer(x, u, v):
        return lax.psum((x @ u) @ v, "y")
    def loss(w, x):
        return (layer(x, w[0], w[1]) - x).sum()
    def function(x, u, v):
        x = lax.with_sharding_constraint(x, NamedSharding(mesh, P("x")))
        value, (du, dv) = jax.value_and_grad(loss)((u, v), x)
        return value, u - du, v - dv
    return function, (array(6, 4), array(4, 6), array(6, 4))


@case(a=2, b=3, c=2)
def middle(mesh):
    """Manual over the middle axis: a loop of unknown length, sorting, sums so far."""
    @mapped(mesh, (P("b"), P(None, "b")), P("b"), axes={"b"})
    def body(x, w):
        x = lax.with_sharding_constraint(x, P(None, "c"))
        def cond(c):
            return (lax.psum(c[0].sum(), "b") < 5000) & (c[1] < 6)
        def step(c):
            y, i = c
            y = y + (w.T @ y) % 7 + lax.axis_index("b")
            y = lax.with_sharding_constraint(y, P("a", None))
            return lax.ppermute(y, "b", [(0, 1), (1, 2), (2, 0)]), i + 1
        y, n = lax.while_loop(cond, step, (x, 0))
        return y + n + jnp.sort(x, axis=0) + jnp.cumsum(x, 1)
    def function(x, w):
        x = lax.with_sharding_constraint(x, NamedSharding(mesh, P("b", ("a", "c"))))
        return body(x, w) @ jnp.ones((5, 3))
    return function, (array(9, 5), array(3, 9))


@case(a=2, b=2, c=2)
def several(mesh):
    """Regions with different manual axes, in orders against the mesh's."""
    @mapped(mesh, P("a", "b"), P("b", "a"), axes={"a", "b"})
    def turn(x):
        return lax.ppermute(x.T, ("a", "b"), [(0, 0), (1, 2), (2, 1), (3, 3)])
    @mapped(mesh, P(("a", "c")), P(None, ("c", "a")), axes={"a", "c"})
    def exchange(x):
        y = lax.all_to_all(x, ("c", "a"), 1, 0, tiled=True)
        return y * (1 + lax.axis_index(("c", "a")))
    def function(x):
        y = exchange(turn(x) + x.T)
        return turn(y + 1), y.sum(0), exchange(exchange(turn(x)))
    return function, (array(8, 8),)


@case(a=4, b=2)
def order(mesh):
    """Devices in an order of their own."""
    devices = np.array(jax.devices())[[3, 1, 0, 2, 7, 6, 4, 5]].reshape(4, 2)
    @mapped(jax.sharding.Mesh(devices, ("a", "b")), P("a", "b"), P(("b", "a")))
    def body(x):
        x = x + lax.axis_index("a") * 2 + lax.axis_index("b")
        rows = lax.all_gather(x, "b", tiled=True, axis=1)
        sent = lax.ppermute(rows, "a", [(0, 1), (1, 2), (2, 3)])
        return sent[:1] + lax.psum(x, "a", axis_index_groups=[[0, 2], [1, 3]]).sum()
    return body, (array(8, 4),)


def lower(function, arguments, shardy):
    jax.config.update("jax_use_shardy_partitioner", shardy)
    jax.clear_caches()
    return jax.jit(function).lower(*arguments)


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    for name in sys.argv[1:] or CASES:
        axes, function = CASES[name]
        mesh = jax.make_mesh(tuple(axes.values()), tuple(axes), axis_types=(AxisType.Auto,) * len(axes))
        own = name == "order"
        with contextlib.nullcontext() if own else jax.set_mesh(mesh):
            function, arguments = function(mesh)
            for shardy, suffix in ((False, ".gspmd.mlir"), (True, ".mlir")):
                lowered = lower(function, arguments, shardy)
                with open(os.path.join(folder, name + suffix), "w") as file:
                    file.write(lowered.as_text())
            results = jax.tree.leaves(lowered.compile()(*arguments))
        numbers = {f"arg{i}": x for i, x in enumerate(arguments)}
        numbers.update({f"res{i}": np.asarray(x) for i, x in enumerate(results)})
        np.savez_compressed(os.path.join(folder, name + ".npz"), **numbers)
        print(name, [x.shape for x in results])


main()
