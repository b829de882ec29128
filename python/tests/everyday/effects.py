"""Callbacks and printing: what a program says on its way has no place in a
compiled step and is left out; what Python must compute is refused."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

from . import program, values


def _nothing(*_):
    return None


@program("jax.debug.print", values(8, 6))
def debug_print(x):
    jax.debug.print("mean {}", x.mean())
    return x * 2


@program("jax.debug.print ordered, in a scan and a branch", values(8, 6))
def debug_print_ordered(x):
    def step(total, row):
        jax.debug.print("total {}", total.sum(), ordered=True)
        total = jax.lax.cond(row[0] > 0, lambda t: t + row, _print_and_keep, total)
        return total, total
    return jax.lax.scan(step, jnp.zeros(6), x)


def _print_and_keep(total):
    jax.debug.print("kept {}", total.sum(), ordered=True)
    return total


@program("jax.debug.callback under grad and vmap", values(8, 6))
def debug_callback(x):
    def f(row):
        jax.debug.callback(_nothing, row)
        return jnp.sum(jnp.sin(row))
    return jax.vmap(jax.grad(f))(x)


@program("io_callback without result", values(8, 6))
def io_callback_effect(x):
    io_callback(_nothing, None, x.sum())
    return x + 1


@program("io_callback without result, ordered", values(8, 6))
def io_callback_ordered(x):
    io_callback(_nothing, None, x, ordered=True)
    io_callback(_nothing, None, x * 2, ordered=True)
    return x + 1


@program("io_callback whose result is used", values(8, 6))
def io_callback_result(x):
    step = io_callback(lambda: np.float32(3), jax.ShapeDtypeStruct((), np.float32))
    return x + step


@program("io_callback whose result is used, ordered", values(8, 6))
def io_callback_result_ordered(x):
    step = io_callback(lambda: np.float32(3), jax.ShapeDtypeStruct((), np.float32), ordered=True)
    return x + step


@program("pure_callback whose result is used", values(8, 6))
def pure_callback(x):
    return x + jax.pure_callback(lambda x: np.sin(x), jax.ShapeDtypeStruct(x.shape, x.dtype), x)


@program("pure_callback under vmap", values(8, 6))
def pure_callback_batch(x):
    return jax.vmap(lambda r: jax.pure_callback(
        lambda r: np.sort(r), jax.ShapeDtypeStruct(r.shape, r.dtype), r, vmap_method="sequential"))(x)


@program("jax.experimental.checkify, error thrown away", values(8, 6))
def checkified(x):
    from jax.experimental import checkify

    def f(x):
        checkify.check(jnp.all(x < 100), "too large")
        return jnp.log(jnp.abs(x))
    return checkify.checkify(f)(x)[1]


@program("jax.debug.inspect_array_sharding", values(8, 6))
def inspect_sharding(x):
    y = x @ x.T
    jax.debug.inspect_array_sharding(y, callback=_nothing)
    return y
