"""Constraints, shard_alike, shard_map, custom partitioning. These take the
mesh: {} is one device."""
import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental.custom_partitioning import custom_partitioning
from jax.experimental.shard_alike import shard_alike
from jax.sharding import PartitionSpec as P

from . import program, values


def _spec(mesh, *names):
    return P(*(n if n in mesh else None for n in names))


def _manual(mesh, fn, in_specs, out_specs):
    """fn by shard_map over all axes; on one device fn itself on whole arrays."""
    return jax.shard_map(fn, in_specs=in_specs, out_specs=out_specs) if mesh else fn


@program("with_sharding_constraint", values(8, 6), values(6, 4), takes_mesh=True)
def constraints(mesh, x, w):
    def pin(v, *names):
        return lax.with_sharding_constraint(v, _spec(mesh, *names)) if mesh else v
    h = pin(jnp.tanh(x @ w), "x", "y")
    return pin(h.T @ h, None, "x"), jax.grad(lambda x: jnp.sum(pin(x @ w, "y", "x") ** 2))(x)


@program("shard_alike", values(8, 6), takes_mesh=True)
def alike(mesh, x):
    a, b = shard_alike(x * 2, jnp.sin(x) + 1)
    return a, b + jnp.roll(b, 1, 0)


@program("custom_partitioning with a sharding rule", values(8, 6), values(8, 6, seed=1), takes_mesh=True)
def partitioned(mesh, x, y):
    @custom_partitioning
    def f(x, y):
        return jnp.sin(x) * y

    def partition(mesh, shapes, result):
        return mesh, f.fun, result.sharding, tuple(s.sharding for s in shapes)
    f.def_partition(partition=partition, infer_sharding_from_operands=lambda m, s, r: s[0].sharding,
                    sharding_rule="i j, i j -> i j")
    return f(x, y) + 1


@program("shard_map: psum, pmax, pmean", values(8, 6), takes_mesh=True, specs=(("x",),))
def manual_sums(mesh, x):
    def f(x):
        total = jnp.sum(x, 0, keepdims=True)
        return lax.psum(total, "x") if mesh else total

    def top(x):
        m = jnp.max(x, 0, keepdims=True)
        return lax.pmax(m, "x") if mesh else m
    return (_manual(mesh, f, P("x"), P())(x), _manual(mesh, top, P("x"), P())(x))


@program("shard_map: all_gather, psum_scatter, matmul by hand", values(8, 6), values(6, 4), takes_mesh=True,
         specs=((None, "x"), ("x",)))
def manual_matmul(mesh, x, w):
    def f(x, w):
        part = x @ w
        return lax.psum_scatter(part, "x", tiled=True) if mesh else part

    def gathered(w):
        w = lax.all_gather(w, "x", tiled=True) if mesh else w
        return jnp.sum(w, 0)[None] * (1.0 if mesh else jnp.ones((2, 1)))
    return (_manual(mesh, f, (P(None, "x"), P("x")), P("x"))(x, w), _manual(mesh, gathered, P("x"), P("x"))(w))


@program("shard_map: ppermute ring, axis_index", values(8, 6), takes_mesh=True, specs=(("x",),))
def manual_ring(mesh, x):
    def f(x):
        n = mesh["x"]
        other = lax.ppermute(x, "x", [(i, (i + 1) % n) for i in range(n)])
        return other + 0.0 * lax.axis_index("x")
    return _manual(mesh, f, P("x"), P("x"))(x) if mesh else jnp.roll(x, 4, 0)


@program("shard_map: all_to_all (rows to columns and back)", values(8, 6), takes_mesh=True, specs=(("x",),))
def manual_all_to_all(mesh, x):
    def f(x):
        y = lax.all_to_all(x, "x", 1, 0, tiled=True)
        y = jnp.cumsum(y, 0)
        return lax.all_to_all(y, "x", 0, 1, tiled=True)
    return _manual(mesh, f, P("x"), P("x"))(x) if mesh else jnp.cumsum(x, 0)


@program("shard_map over one axis, the other automatic; gradient", values(8, 6), values(6, 4), takes_mesh=True)
def manual_partly(mesh, x, w):
    def f(x, w):
        y = jnp.tanh(x @ w)
        total = jnp.sum(y * y)
        return lax.psum(total, "x") if mesh else total
    if mesh:
        f = jax.shard_map(f, in_specs=(P("x"), P()), out_specs=P(), axis_names={"x"})
    return jax.value_and_grad(f, 1)(x, w)


@program("vmap with spmd_axis_name, axis names in vmap", values(8, 6), takes_mesh=True)
def named_vmap(mesh, x):
    centred = jax.vmap(lambda r: r - lax.pmean(r, "rows"), axis_name="rows")(x)
    return centred, jax.vmap(lambda r: r / lax.psum(r, "rows"), axis_name="rows",
                             spmd_axis_name="x" if mesh else None)(x)


@program("jit inside jit, inlined and not; functools.partial", values(8, 6), takes_mesh=True)
def nested_jit(mesh, x):
    inner = jax.jit(functools.partial(jnp.clip, max=3.0), inline=True)
    outer = jax.jit(lambda x: inner(x) + jnp.ones(6))
    return outer(jnp.abs(x)), outer(jnp.abs(x) * 2)
