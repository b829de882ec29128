"""Indexing, updates, shapes."""
import jax
import jax.numpy as jnp
from jax import lax

from . import integers, program, values


@program("take modes: clip, fill, wrap; take_along_axis", values(8, 6), integers(12, 5))
def take(x, i):
    return (jnp.take(x, i, axis=0, mode="clip"), jnp.take(x, i, axis=0, mode="fill", fill_value=7),
            jnp.take(x, i, axis=1, mode="wrap"), jnp.take_along_axis(x, jnp.argsort(x), 1),
            x.at[i].get(mode="fill", fill_value=0), x[i % 8, i % 6])


@program("at[].set, add, mul, min, max with modes drop and clip", values(8, 6), integers(12, 5),
         values(5, 6))
def updates(x, i, u):
    return (x.at[i].add(u, mode="drop"), x.at[i].max(u, mode="clip"), x.at[i].min(u),
            x.at[i].multiply(u, mode="drop"), x.at[1:3].set(0), x.at[::2, 1].add(1),
            x.at[i % 8, i % 6].set(3.0))


@program("gradients of gather and scatter, vmap", values(4, 8), integers(8, 4, 3))
def gather_gradient(x, i):
    return (jax.grad(lambda x: jnp.sum(jax.vmap(lambda r, i: r[i] ** 2)(x, i)))(x),
            jax.grad(lambda x: jnp.sum(jax.vmap(lambda r, i: r.at[i].mul(2.0))(x, i) ** 2))(x))


@program("dynamic_slice, dynamic_update_slice, at traced positions, vmap", values(8, 6), integers(4, 4))
def dynamic_slices(x, n):
    block = lax.dynamic_slice(x, (n[0], n[1]), (3, 2))
    rows = jax.vmap(lambda i: lax.dynamic_slice_in_dim(x, i, 2))(n)
    return block, lax.dynamic_update_slice(x, block * 2, (n[2], n[3])), rows, \
        lax.dynamic_index_in_dim(x, n[0], 1)


@program("one_hot, where, select, clip, embedding", integers(6, 8), values(6, 4))
def one_hot(n, table):
    hot = jax.nn.one_hot(n, 6)
    return (hot, hot @ table, table[n], jnp.where(n[:, None] > 2, table[n], 0),
            jnp.select([n > 4, n > 2], [n, -n], 0), jnp.clip(n, 1, 4), jnp.choose(n % 2, [n, -n], mode="clip"))


@program("einsum, tensordot, outer, vdot, matmul broadcast", values(4, 6, 8), values(8, 6))
def einsum(a, b):
    return (jnp.einsum("bij,jk->bik", a, b), jnp.einsum("bij,ji->b", a, b), jnp.tensordot(a, b, ((1, 2), (1, 0))),
            jnp.einsum("bij,bij->ij", a, a), jnp.einsum("ij->ji", b), a @ b, jnp.einsum("bii->b", a[:, :, :6]),
            jnp.outer(b[0], b[1]), jnp.vdot(b, b), jnp.inner(b, b))


@program("roll, flip, rot90, tile, repeat, concatenate, stack, split", values(8, 6))
def moves(x):
    return (jnp.roll(x, 3, 0), jnp.roll(x, (1, -2), (0, 1)), jnp.flip(x), jnp.rot90(x), jnp.tile(x, (2, 1)),
            jnp.repeat(x, 2, 1), jnp.concatenate([x, x[:3]]), jnp.stack([x, -x], 1),
            *jnp.split(x, [3, 5]), jnp.repeat(x, jnp.arange(8) % 3, 0, total_repeat_length=8))


@program("pad modes: constant, edge, reflect, wrap, symmetric, linear_ramp, negative", values(8, 6))
def padding(x):
    modes = ("edge", "reflect", "wrap", "symmetric", "linear_ramp", "mean", "maximum")
    return (jnp.pad(x, ((1, 2), (0, 3)), constant_values=5), *(jnp.pad(x, 2, mode=m) for m in modes),
            lax.pad(x, 0.0, ((-1, 2, 1), (1, -1, 0))))


@program("reshape, ravel, transpose, moveaxis, broadcast, expand_dims, squeeze", values(4, 6, 8))
def shapes(x):
    return (x.reshape(24, 8), x.reshape(4, 3, 16), x.ravel(), jnp.transpose(x, (2, 0, 1)),
            jnp.moveaxis(x, 0, 2), jnp.broadcast_to(x[:, None], (4, 2, 6, 8)), jnp.swapaxes(x, 1, 2))


@program("tril, triu, diag, diagonal, meshgrid, tri, vander", values(8, 6), values(6))
def triangles(x, v):
    return (jnp.tril(x, 1), jnp.triu(x, -1), jnp.diag(v), jnp.diagonal(x), *jnp.meshgrid(v, v[:3]),
            jnp.vander(v, 3), x[jnp.tril_indices(6)], jnp.fill_diagonal(x, 2.0, inplace=False))


@program("reductions: var, std, ptp, any, all, count_nonzero, average, norm", values(8, 6))
def reductions(x):
    return (jnp.var(x, 0), jnp.std(x, ddof=1), jnp.ptp(x, 1), jnp.any(x > 2, 0), jnp.all(x > -3),
            jnp.count_nonzero(x > 0, 1), jnp.average(x, 0, weights=jnp.arange(8.0)), jnp.prod(x, 1),
            jnp.cov(x), jnp.corrcoef(x.T), jnp.max(x, 0, where=x < 1, initial=-9))


@program("vectorize, apply_along_axis, piecewise", values(8, 6))
def function_tools(x):
    return (jnp.vectorize(lambda a, b: a @ b, signature="(n),(n)->()")(x, x),
            jnp.apply_along_axis(lambda r: jnp.sort(r)[1:3], 1, x),
            jnp.piecewise(x, [x < 0, x > 1], [lambda x: -x, lambda x: x * x, 0.5]))
