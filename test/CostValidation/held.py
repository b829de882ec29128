"""Operations that hold for the backward part what fused kernels hold: a normalisation its input, a
softmax its result, a dropout its mask of a byte. So a layer holds the bytes of the published
formulas. Gradients of weights are f32.
"""
import functools

import jax
import jax.numpy as jnp

KEEP = 0.9  # of dropout


def own_pass(function, x):
    """function(x), of the type of x, by kernels that read and write all of it, as a library's do
    that are called one by one. popt makes kernels across barriers, and across no loop."""
    return jax.lax.fori_loop(0, 1, lambda _, x: function(x), x)


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


@jax.custom_vjp
def dropout_of_softmax(x, seed):
    """Between two other kernels, Megatron's softmax and a product's."""
    return _dropout_forward_alone(x, seed)[0]


def _dropout_forward_alone(x, seed):
    mask = _mask(x, seed)
    return own_pass(lambda x: _keep(x, mask), x), mask


def _dropout_backward_alone(mask, grad):
    mask, = read_again(mask)
    return own_pass(lambda x: _keep(x, mask), grad), None


dropout_of_softmax.defvjp(_dropout_forward_alone, _dropout_backward_alone)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def computed_again(function, seed, *values):
    """function(seed, *values), which holds its arguments. Megatron computes it again when the
    gradient of its result, [batch, sequence, group, ...], has come, and not beside the collectives
    that bring it: the first value waits for numbers of that gradient, which change nothing."""
    return function(seed, *values)


def _computed_again_backward(function, held, grad):
    seed, first, *others = read_again(*held)
    bits = jax.lax.bitcast_convert_type(grad[:, :1, :, :1, :1], jnp.uint16) & 0
    first = first + bits.astype(first.dtype)
    return None, *jax.vjp(functools.partial(function, seed), first, *others)[1](grad)


computed_again.defvjp(lambda function, *values: (function(*values), values), _computed_again_backward)


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
    with a pass of its own reads and writes all of them, as Megatron's and PyTorch's losses do."""
    return _entropy(logits, targets)[0]


def _chosen(logits, targets):
    return jax.lax.broadcasted_iota(jnp.int32, logits.shape, 2) == targets[..., None]


def _entropy(logits, targets):
    x = jax.lax.optimization_barrier(logits.astype(jnp.float32))
    most = jnp.max(x, -1, keepdims=True)
    chosen = jnp.sum(jnp.where(_chosen(logits, targets), x, 0), -1)
    x = own_pass(lambda x: x - most, x)
    x = own_pass(jnp.exp, x)
    total = jnp.sum(x, -1, keepdims=True)
    held = own_pass(lambda x: x / total, x), targets, jnp.zeros((), logits.dtype)
    return jnp.mean((most + jnp.log(total))[..., 0] - chosen), held


def _entropy_backward(held, grad):
    y, targets, zero = held
    y = own_pass(lambda y: (y - _chosen(y, targets)) * (grad / float(targets.size)), y)
    return y.astype(zero.dtype), None


cross_entropy.defvjp(_entropy, _entropy_backward)
