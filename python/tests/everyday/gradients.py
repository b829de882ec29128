"""Gradients, custom rules, checkpoints."""
import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

from . import program, values

POLICIES = jax.checkpoint_policies


def _layer(w, x):
    return checkpoint_name(jnp.tanh(x @ w), "hidden")


def _loss(w, x, policy):
    f = jax.checkpoint(lambda w, x: _layer(w, jnp.sin(_layer(w, x))), policy=policy)
    return jnp.sum(f(w, x) ** 2)


@program("hessian, jacfwd, jacrev, jvp, vjp, linearize", values(6), values(4, 6))
def derivatives(x, a):
    def f(x):
        return jnp.sum(jnp.sin(a @ x) ** 2)
    value, push = jax.linearize(f, x)
    return (jax.hessian(f)(x), jax.jacfwd(lambda x: jnp.tanh(a @ x))(x), jax.jacrev(lambda x: a @ x ** 2)(x),
            jax.jvp(f, (x,), (x,)), value, push(x), jax.vjp(f, x)[1](2.0))


@program("custom_vjp: gradient clipping, straight-through", values(8, 6))
def custom_vjp(x):
    @jax.custom_vjp
    def clip(x):
        return x * 3
    clip.defvjp(lambda x: (x * 3, None), lambda _, g: (jnp.clip(g, -0.5, 0.5),))

    def through(x):
        return x + jax.lax.stop_gradient(jnp.round(x) - x)
    return jax.grad(lambda x: jnp.sum(clip(through(x)) ** 2))(x)


@program("custom_vjp with residuals and vmap, nondiff_argnums", values(8, 6))
def custom_vjp_batch(x):
    import functools

    @functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
    def power(n, x):
        return x ** n
    power.defvjp(lambda n, x: (x ** n, x), lambda n, x, g: (g * n * x ** (n - 1),))
    return jax.vmap(jax.grad(lambda r: jnp.sum(power(3, r))))(x)


@program("custom_jvp: log1pexp; jvp and grad", values(8, 6))
def custom_jvp(x):
    @jax.custom_jvp
    def log1pexp(x):
        return jnp.log1p(jnp.exp(x))

    @log1pexp.defjvp
    def rule(primals, tangents):
        return log1pexp(*primals), (1 - 1 / (1 + jnp.exp(primals[0]))) * tangents[0]
    return jax.grad(lambda x: jnp.sum(log1pexp(x)))(x), jax.jvp(log1pexp, (x,), (x,))[1]


@program("jax.checkpoint: policies nothing_saveable, dots_saveable", values(6, 6), values(8, 6))
def checkpoint(w, x):
    grad = jax.grad(_loss)
    return (grad(w, x, None), grad(w, x, POLICIES.nothing_saveable), grad(w, x, POLICIES.dots_saveable),
            grad(w, x, POLICIES.dots_with_no_batch_dims_saveable), grad(w, x, POLICIES.everything_saveable))


@program("jax.checkpoint: save_only_these_names, save_anything_except", values(6, 6), values(8, 6))
def checkpoint_names(w, x):
    grad = jax.grad(_loss)
    return (grad(w, x, POLICIES.save_only_these_names("hidden")),
            grad(w, x, POLICIES.save_anything_except_these_names("hidden")),
            grad(w, x, POLICIES.save_from_both_policies(POLICIES.dots_saveable, POLICIES.save_only_these_names("hidden"))))


@program("jax.checkpoint: offload of names and dots to the host (as for GPUs)", values(6, 6), values(8, 6),
         platform="cuda")
def checkpoint_offload(w, x):
    names = POLICIES.save_and_offload_only_these_names(
        names_which_can_be_saved=[], names_which_can_be_offloaded=["hidden"],
        offload_src="device", offload_dst="pinned_host")
    dots = POLICIES.offload_dot_with_no_batch_dims("device", "pinned_host")
    return jax.grad(_loss)(w, x, names), jax.grad(_loss)(w, x, dots)


@program("jax.checkpoint in a scan over layers", values(4, 6, 6), values(8, 6))
def checkpoint_scan(w, x):
    layer = jax.checkpoint(lambda x, w: (jnp.tanh(x @ w), None), policy=POLICIES.nothing_saveable)
    return jax.grad(lambda w: jnp.sum(jax.lax.scan(layer, x, w)[0] ** 2))(w)


@program("gradient accumulation: scan over microbatches", values(6, 4), values(8, 6), values(8, 4))
def accumulation(w, x, y):
    def add(total, batch):
        return jax.tree.map(jnp.add, total, jax.value_and_grad(
            lambda w: jnp.mean((batch[0] @ w - batch[1]) ** 2))(w)), None
    zero = (jnp.zeros(()), jnp.zeros_like(w))
    return jax.lax.scan(add, zero, (x.reshape(4, 2, 6), y.reshape(4, 2, 4)))[0]


@program("per-example gradients: vmap of grad; clipped sum", values(6, 4), values(8, 6), values(8, 4))
def per_example(w, x, y):
    grads = jax.vmap(jax.grad(lambda w, x, y: jnp.sum((x @ w - y) ** 2)), (None, 0, 0))(w, x, y)
    norm = jnp.sqrt(jnp.sum(grads ** 2, (1, 2), keepdims=True))
    return jnp.sum(grads * jnp.minimum(1, 1 / norm), 0)


@program("hypergradient: grad through an inner sgd loop", values(6), values(8, 6))
def meta_gradient(w, x):
    def inner(rate):
        def step(w, _):
            return w - rate * jax.grad(lambda w: jnp.mean((x @ w) ** 2))(w), None
        return jnp.sum(jax.lax.scan(step, w, None, length=3)[0] ** 2)
    return jax.value_and_grad(inner)(0.1)
