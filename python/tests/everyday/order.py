"""Sorting, searching, counting, segments."""
import jax
import jax.numpy as jnp
from jax import lax

from . import integers, program, values


@program("sort, argsort, descending, stable", values(8, 6), integers(3, 8, 6))
def sorting(x, n):
    return jnp.sort(x), jnp.argsort(x, axis=0), jnp.argsort(n, stable=True), jnp.sort(n, descending=True)


@program("lexsort, lax.sort with several keys, vmap of sort", integers(3, 12), values(12))
def sorting_by_keys(n, x):
    return jnp.lexsort((x, n)), lax.sort((n, x), num_keys=2), jax.vmap(jnp.sort)(x.reshape(3, 4))


@program("gradient of sort", values(8, 6), values(6))
def sort_gradient(x, w):
    return jax.grad(lambda x: jnp.sum(jnp.sort(x) * w))(x)


@program("lax.top_k, grad, argmax, argmin", values(8, 12))
def top_k(x):
    return (*lax.top_k(x, 3), jax.grad(lambda x: jnp.sum(lax.top_k(x, 2)[0]))(x),
            jnp.argmax(x, 1), jnp.argmin(x, 0), jnp.argpartition(x, 3)[:, :0])


@program("lax.approx_max_k, approx_min_k (as for TPUs)", values(8, 64), platform="tpu")
def approximate_top_k(x):
    return (*lax.approx_max_k(x, 3), *lax.approx_min_k(x, 2))


@program("searchsorted, digitize, bucketing", values(16), values(8, 6))
def search(a, x):
    a = jnp.sort(a)
    return (jnp.searchsorted(a, x), jnp.searchsorted(a, x, side="right"), jnp.digitize(x, a),
            jnp.searchsorted(a, x, method="sort"))


@program("median, percentile, quantile, nanmedian", values(8, 6))
def quantiles(x):
    return (jnp.median(x), jnp.median(x, axis=1), jnp.percentile(x, 30.0, axis=0),
            jnp.quantile(x, jnp.array([0.1, 0.9])), jnp.nanmedian(x))


@program("histogram, bincount, unique with size, nonzero with size", integers(8, 32), values(32))
def counting(n, x):
    return (jnp.histogram(x, bins=5)[0], jnp.bincount(n, length=8), jnp.bincount(n, x, length=8),
            *jnp.unique(n, size=8, return_inverse=True, return_counts=True, fill_value=-1),
            jnp.nonzero(n > 3, size=20, fill_value=0)[0], jnp.flatnonzero(n > 3, size=4))


@program("isin, setdiff1d, intersect1d with size", integers(8, 16), integers(8, 8, seed=1))
def sets(a, b):
    return (jnp.isin(a, b), jnp.setdiff1d(a, b[:3], size=8, fill_value=-1),
            jnp.union1d(a, b, size=8, fill_value=-1))


@program("jax.ops.segment_sum, segment_max, segment_prod, num_segments", values(16, 4),
         integers(5, 16))
def segments(x, ids):
    return (jax.ops.segment_sum(x, ids, 5), jax.ops.segment_max(x, ids, 5),
            jax.ops.segment_min(x, ids, 6), jax.ops.segment_prod(x, ids, 5),
            jax.ops.segment_sum(x, jnp.sort(ids), 5, indices_are_sorted=True))


@program("gradient and vmap of segment_sum", values(4, 16), integers(5, 16))
def segment_gradient(x, ids):
    def total(row):
        return jnp.sum(jax.ops.segment_sum(row, ids, 5) ** 2)
    return jax.vmap(jax.grad(total))(x)


@program("graph network: gather, segment softmax", values(8, 4), integers(8, 24),
         integers(8, 24, seed=1))
def graph(x, senders, receivers):
    score = jnp.sum(x[senders] * x[receivers], -1)
    top = jax.ops.segment_max(score, receivers, 8)
    weight = jnp.exp(score - top[receivers])
    weight = weight / jax.ops.segment_sum(weight, receivers, 8)[receivers]
    return jax.ops.segment_sum(weight[:, None] * x[senders], receivers, 8)


@program("cumsum, cumprod, cummax, cumlogsumexp, reverse, nancumsum", values(8, 6))
def cumulative(x):
    return (jnp.cumsum(x, 0), jnp.cumsum(x), jnp.cumprod(x, 1), lax.cummax(x), lax.cummin(x, reverse=True),
            lax.cumlogsumexp(x, axis=1), jax.grad(lambda x: jnp.sum(jnp.cumprod(x, 0)))(x))
