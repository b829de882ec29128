"""Loops, branches, scans, solvers."""
import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental.ode import odeint
from jax.scipy.optimize import minimize

from . import integers, program, values


@program("lax.scan with carry and outputs, reverse, unroll", values(8, 6), values(6))
def scan(x, h):
    def step(h, row):
        h = jnp.tanh(h + row)
        return h, h * 2
    return lax.scan(step, h, x), lax.scan(step, h, x, reverse=True), lax.scan(step, h, x, unroll=2)


@program("gradient of a scan, vmap of a scan", values(4, 8, 6), values(6))
def scan_gradient(x, w):
    def run(w, x):
        return jnp.sum(lax.scan(lambda h, r: (jnp.sin(h * w + r), h), jnp.ones(6), x)[0])
    return jax.grad(lambda w: jnp.sum(jax.vmap(run, (None, 0))(w, x)))(w)


@program("lax.while_loop with a data-dependent count", values(8, 6))
def while_loop(x):
    def go(state):
        i, x = state
        return i + 1, x * 0.8
    return lax.while_loop(lambda s: jnp.max(jnp.abs(s[1])) > 0.5, go, (0, x))


@program("vmap of while_loop: rows stop at different times", values(8, 6))
def while_loop_batch(x):
    def one(row):
        return lax.while_loop(lambda s: jnp.sum(s[1] ** 2) > 1.0, lambda s: (s[0] + 1, s[1] * 0.7), (0, row))
    return jax.vmap(one)(x)


@program("fori_loop, with gradient, traced bounds", values(8, 6), integers(5, 2))
def fori_loop(x, n):
    fixed = jax.grad(lambda x: jnp.sum(lax.fori_loop(0, 3, lambda i, v: jnp.sin(v) + i, x)))(x)
    return fixed, lax.fori_loop(n[0], n[0] + n[1], lambda i, v: v.at[i].multiply(2.0), x)


@program("lax.cond and switch, with gradients", values(8, 6), integers(3, 1))
def branches(x, n):
    def pick(x):
        y = lax.cond(n[0] > 1, jnp.sin, lambda x: x * 2, x)
        return lax.switch(n[0], [jnp.cos, jnp.exp, lambda x: -x], y)
    return pick(x), jax.grad(lambda x: jnp.sum(pick(x)))(x)


@program("vmap of cond and switch", values(8, 6), integers(3, 8))
def branches_batch(x, n):
    return jax.vmap(lambda r, i: lax.switch(i, [jnp.sin, jnp.exp, lambda x: -x], r))(x, n)


@program("lax.map, with batch_size", values(8, 6))
def map_rows(x):
    return lax.map(lambda r: jnp.sort(r) @ r, x), lax.map(jnp.sum, x, batch_size=4)


@program("lax.associative_scan: pairs, reverse, vmap", values(8, 6), values(8, 6, seed=1))
def associative_scan(a, b):
    def combine(l, r):
        return l[0] * r[0], r[0] * l[1] + r[1]
    return (lax.associative_scan(combine, (a, b)), lax.associative_scan(jnp.maximum, a, reverse=True, axis=1),
            jax.vmap(lambda a: lax.associative_scan(jnp.add, a))(a))


@program("gradient of an associative scan (linear recurrence)", values(8, 6), values(8, 6, seed=1))
def recurrence_gradient(a, b):
    def run(a):
        def combine(l, r):
            return l[0] * r[0], r[0] * l[1] + r[1]
        return jnp.sum(lax.associative_scan(combine, (a, b))[1] ** 2)
    return jax.grad(run)(a)


@program("jax.experimental.ode.odeint, with gradient", values(4), rtol=1e-4)
def ode(y):
    times = jnp.linspace(0.0, 1.0, 5)
    return (odeint(lambda y, t: jnp.sin(y) - t, y, times),
            jax.grad(lambda y: jnp.sum(odeint(lambda y, t: -y * t, y, times)))(y))


@program("lax.custom_root, custom_linear_solve", values(6) + 4)
def implicit(c):
    def root(f, x):
        return lax.fori_loop(0, 8, lambda _, x: x - f(x) / jax.jvp(f, (x,), (jnp.ones_like(x),))[1], x)

    def sqrt(c):
        return lax.custom_root(lambda x: x * x - c, jnp.ones_like(c), root, lambda g, y: y / g(jnp.ones_like(y)))

    def solve(c):
        return lax.custom_linear_solve(lambda x: 2.0 * x, c, lambda f, b: b / 2.0, symmetric=True)
    return sqrt(c), jax.grad(lambda c: jnp.sum(sqrt(c)))(c), jax.grad(lambda c: jnp.sum(solve(c) ** 2))(c)


@program("jax.scipy.optimize.minimize (BFGS, line search)", values(4), rtol=1e-3)
def minimise(x):
    def f(v):
        return jnp.sum((v - 1) ** 2 * jnp.arange(1, 5))
    return minimize(f, x, method="BFGS").x


@program("nested containers, static arguments, None leaves", {"a": values(8, 6), "b": (values(6), None)},
         [values(8, 6, seed=2)])
def containers(tree, rest):
    return {"sum": tree["a"] + tree["b"][0], "rest": jax.tree.map(jnp.sin, rest)}, tree["b"]


@program("donated arguments, results in place", values(8, 6), values(8, 6, seed=1), donate=(0,))
def donated(state, grad):
    return state - 0.1 * grad


@program("game of life: roll, where, scan over steps", integers(2, 8, 8))
def game_of_life(board):
    def step(b, _):
        n = sum(jnp.roll(b, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
        b = ((n == 3) | ((n == 2) & (b == 1))).astype(b.dtype)
        return b, b.sum()
    return lax.scan(step, board, None, length=5)
