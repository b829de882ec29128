"""Operations that hold for the backward part what fused kernels hold: a normalisation its input, a
softmax its result, a dropout its mask of a byte. So a layer holds the bytes of the published
formulas. Gradients of weights are f32.
"""
import functools

import jax
import jax.numpy as jnp

KEEP = 0.9  # of dropout


def read_again(*held):
    """What was held, as it was held: else kernels that compute it again would hold it as f32."""
    return jax.lax.optimization_barrier(held)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def normalise(center, x, weight, bias, masters):
    """Layer norm, or RMS norm (no center): holds its input."""
    y = _normalised(center, x)[0] * weight.astype(jnp.float32)
    return (y if bias is None else y + bias.astype(jnp.float32)).astype(x.dtype)


def _normalised(center, x):
    x = x.astype(jnp.float32)
    if center:
        x = x - jnp.mean(x, -1, keepdims=True)
    scale = jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5)
    return x * scale, scale


def _normalise_forward(center, x, weight, bias, masters):
    return normalise(center, x, weight, bias, masters), (x, weight, bias)


def _normalise_backward(center, held, grad):
    x, weight, bias = held
    x, = read_again(x)
    y, scale = _normalised(center, x)
    grad = grad.astype(jnp.float32)
    over = tuple(range(x.ndim - 1))
    masters = (jnp.sum(grad * y, over),) + (() if bias is None else (jnp.sum(grad, over),))
    inner = grad * weight.astype(jnp.float32)
    of_x = inner - y * jnp.mean(inner * y, -1, keepdims=True)
    if center:
        of_x = of_x - jnp.mean(inner, -1, keepdims=True)
    return (of_x * scale).astype(x.dtype), None, None, masters


normalise.defvjp(_normalise_forward, _normalise_backward)


@jax.custom_vjp
def add_bias(x, bias, master):
    return x + bias


add_bias.defvjp(lambda x, bias, master: (x + bias, master.ndim),
                lambda rank, grad: (grad, None, jnp.sum(grad.astype(jnp.float32),
                                                        tuple(range(grad.ndim - rank)))))


@jax.custom_vjp
def softmax(scores, seed):
    """Causal, of scaled scores [..., query, key]: holds its result. The mask is of vectors, and
    no `where`: JAX takes whole tensors of constants out of a scan, where kernels have to read them."""
    place = jnp.arange(scores.shape[-1], dtype=jnp.int32) + (seed & 0).astype(jnp.int32)
    mask = (place[:, None] >= place[None, :]).astype(jnp.float32)
    x = scores.astype(jnp.float32) + (mask - 1) * 1e30
    return jax.nn.softmax(x, -1).astype(scores.dtype)


def _softmax_backward(result, grad):
    result, = read_again(result)
    y, grad = result.astype(jnp.float32), grad.astype(jnp.float32)
    return (y * (grad - jnp.sum(grad * y, -1, keepdims=True))).astype(result.dtype), None


softmax.defvjp(lambda x, seed: (softmax(x, seed),) * 2, _softmax_backward)


def _mask(x, seed):
    """Random enough, and in registers: a hash of each element's bits."""
    word = jax.lax.bitcast_convert_type(x.astype(jnp.float32), jnp.uint32) + jnp.uint32(seed)
    return word * jnp.uint32(0x85EBCA6B) < jnp.uint32(KEEP * 2**32)


@jax.custom_vjp
def dropout(x, seed):
    return _keep(x, _mask(x, seed))


def _keep(x, mask):
    return x * mask.astype(x.dtype) * jnp.asarray(1 / KEEP, x.dtype)


def _dropout_forward(x, seed):
    mask = _mask(x, seed)
    return _keep(x, mask), mask


dropout.defvjp(_dropout_forward, lambda mask, grad: (_keep(grad, *read_again(mask)), None))


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def activate(function, x):
    """gelu(x), or swiglu of [..., 2, ffn]: holds its input."""
    return function(x.astype(jnp.float32)).astype(x.dtype)


activate.defvjp(
    lambda function, x: (activate(function, x), x),
    lambda function, x, grad: (jax.vjp(function, read_again(x)[0].astype(jnp.float32))[1](
        grad.astype(jnp.float32))[0].astype(x.dtype),))


def gelu(x):
    return 0.5 * x * (1 + jnp.tanh(0.79788456 * x * (1 + 0.044715 * x * x)))


def swiglu(x):
    return jax.nn.silu(x[..., 0, :]) * x[..., 1, :]


@jax.custom_vjp
def cross_entropy(logits, targets):
    """Mean over tokens, with the vocabulary divided or not: holds probabilities in f32. Each line
    that `one_pass` ends reads and writes all of them, as Megatron's and PyTorch's losses do."""
    return _entropy(logits, targets)[0]


def one_pass(x):
    return jax.lax.optimization_barrier(x)


def _chosen(logits, targets):
    return jax.lax.broadcasted_iota(jnp.int32, logits.shape, 2) == targets[..., None]


def _entropy(logits, targets):
    x = one_pass(logits.astype(jnp.float32))
    most = jnp.max(x, -1, keepdims=True)
    chosen = jnp.sum(jnp.where(_chosen(logits, targets), x, 0), -1)
    x = one_pass(x - most)
    x = one_pass(jnp.exp(x))
    total = jnp.sum(x, -1, keepdims=True)
    held = one_pass(x / total), targets, jnp.zeros((), logits.dtype)
    return jnp.mean((most + jnp.log(total))[..., 0] - chosen), held


def _entropy_backward(held, grad):
    y, targets, zero = held
    y = one_pass((y - _chosen(y, targets)) * (grad / float(targets.size)))
    return y.astype(zero.dtype), None


cross_entropy.defvjp(_entropy, _entropy_backward)
