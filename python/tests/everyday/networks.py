"""Networks: convolution, pooling, normalisation, attention, narrow types."""
import jax
import jax.numpy as jnp
from jax import lax

from . import integers, program, values

NHWC = ("NHWC", "HWIO", "NHWC")


@program("conv: strides, SAME, gradients of image and kernel", values(4, 8, 8, 3), values(3, 3, 3, 4))
def convolution(x, k):
    def f(x, k):
        return jnp.sum(lax.conv_general_dilated(x, k, (2, 2), "SAME", dimension_numbers=NHWC) ** 2)
    return (lax.conv_general_dilated(x, k, (1, 1), "VALID", dimension_numbers=NHWC), *jax.grad(f, (0, 1))(x, k))


@program("grouped, dilated and transposed conv, conv1d", values(4, 8, 8, 4), values(3, 3, 2, 4),
         values(3, 3, 4, 2))
def convolution_kinds(x, grouped, k):
    return (lax.conv_general_dilated(x, grouped, (1, 1), "SAME", feature_group_count=2, dimension_numbers=NHWC),
            lax.conv_general_dilated(x, k, (1, 1), "SAME", rhs_dilation=(2, 2), dimension_numbers=NHWC),
            lax.conv_transpose(x, k, (2, 2), "SAME"),
            lax.conv_general_dilated(x[:, 0], k[0], (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC")),
            lax.conv_general_dilated_patches(x, (3, 3), (1, 1), "SAME", dimension_numbers=NHWC))


@program("pooling: max, average, sum and gradients (reduce_window)", values(4, 8, 8, 3))
def pooling(x):
    def top(x):
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    def mean(x):
        return lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME") / 9
    return (top(x), mean(x), jax.grad(lambda x: jnp.sum(top(x) ** 2))(x),
            jax.grad(lambda x: jnp.sum(mean(x) ** 2))(x))


@program("image resize, bilinear and nearest", values(2, 8, 8, 3))
def resize(x):
    return jax.image.resize(x, (2, 12, 4, 3), "bilinear"), jax.image.resize(x, (2, 16, 16, 3), "nearest")


@program("batch, layer, group and RMS norm with gradients", values(8, 6), values(6))
def normalisation(x, g):
    def f(x, g):
        batch = (x - x.mean(0)) * lax.rsqrt(x.var(0) + 1e-5)
        layer = jax.nn.standardize(x)
        return jnp.sum((batch + layer * g + x / jnp.sqrt(jnp.mean(x * x, -1, keepdims=True))) ** 2)
    return f(x, g), jax.grad(f, (0, 1))(x, g)


@program("jax.nn.dot_product_attention, causal, with bias, grad", values(2, 8, 4, 6), values(2, 8, 2, 6),
         values(2, 8, 2, 6, seed=1))
def attention(q, k, v):
    def f(q, k, v):
        return jax.nn.dot_product_attention(q, k, v, is_causal=True)
    return f(q, k, v), jax.grad(lambda q: jnp.sum(f(q, k, v) ** 2))(q)


@program("activations: gelu, silu, elu, softplus, mish, hard_tanh, glu", values(8, 6))
def activations(x):
    fs = (jax.nn.gelu, jax.nn.silu, jax.nn.elu, jax.nn.softplus, jax.nn.mish, jax.nn.hard_tanh, jax.nn.glu,
          jax.nn.selu, jax.nn.celu, jax.nn.relu6, jax.nn.log_sigmoid, jax.nn.squareplus)
    return (*(f(x) for f in fs), jax.grad(lambda x: sum(jnp.sum(f(x)) for f in fs))(x))


@program("losses: cross entropy, hinge, huber; label smoothing", values(8, 6), integers(6, 8))
def losses(logits, labels):
    hot = jax.nn.one_hot(labels, 6) * 0.9 + 0.1 / 6
    def loss(z):
        return -jnp.mean(jnp.sum(hot * jax.nn.log_softmax(z), -1)) + jnp.mean(jnp.where(
            jnp.abs(z) < 1, 0.5 * z * z, jnp.abs(z) - 0.5))
    return jax.value_and_grad(loss)(logits), jnp.mean(jnp.argmax(logits, -1) == labels)


@program("bfloat16 and float16 matmul, preferred_element_type", values(8, 6, dtype="float16"), values(6, 4),
         rtol=1e-2)
def half_precision(a, b):
    low = b.astype(jnp.bfloat16)
    return (lax.dot(a.astype(jnp.bfloat16), low, preferred_element_type=jnp.float32), a @ b.astype(jnp.float16),
            (a.astype(jnp.bfloat16) @ low).astype(jnp.float32),
            jnp.einsum("ij,jk->ik", a, b, preferred_element_type=jnp.float32))


@program("int8 matmul with int32 sums; fake quantisation", integers(200, 8, 16, dtype="int8"),
         integers(200, 16, 4, dtype="int8", seed=1), values(8, 6))
def quantised(a, b, x):
    scale = jnp.max(jnp.abs(x), axis=1, keepdims=True) / 127
    q = jnp.clip(jnp.round(x / scale), -127, 127).astype(jnp.int8)
    return lax.dot(a, b, preferred_element_type=jnp.int32), q, q.astype(jnp.float32) * scale


@program("float8 storage: cast and back", values(8, 6))
def float8(x):
    return x.astype(jnp.float8_e4m3fn).astype(jnp.float32) + 1


@program("LSTM cell in a scan, with gradient", values(4, 8, 6), values(10, 16) / 4)
def lstm(x, w):
    def run(w):
        def cell(state, row):
            h, c = state
            i, f, g, o = jnp.split(jnp.concatenate([row, h], -1) @ w, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            return (jax.nn.sigmoid(o) * jnp.tanh(c), c), None
        zero = jnp.zeros((4, 4))
        return jnp.sum(lax.scan(cell, (zero, zero), jnp.swapaxes(x, 0, 1))[0][0] ** 2)
    return jax.value_and_grad(run)(w)


@program("mixture of experts: top_k routing, ragged_dot", values(8, 6), values(6, 4), values(4, 6, 6))
def ragged_experts(x, router, experts):
    weight, choice = lax.top_k(jax.nn.softmax(x @ router), 1)
    order = jnp.argsort(choice[:, 0], stable=True)
    sizes = jnp.bincount(choice[:, 0], length=4).astype(jnp.int32)
    y = lax.ragged_dot(x[order], experts, sizes)
    return jnp.zeros_like(y).at[order].set(y) * weight


@program("rotary embedding, key-value cache update", values(2, 8, 4, 6), integers(4, 1))
def rotary_cache(q, at):
    angle = jnp.arange(8.0)[:, None] / 10.0 ** (jnp.arange(3) / 3)
    c, s = jnp.cos(angle)[:, None], jnp.sin(angle)[:, None]
    a, b = q[..., ::2], q[..., 1::2]
    turned = jnp.stack([a * c - b * s, a * s + b * c], -1).reshape(q.shape)
    cache = lax.dynamic_update_slice_in_dim(jnp.zeros((2, 16, 4, 6)), turned, at[0], 1)
    return turned, jnp.einsum("bthd,bshd->bhts", turned, cache)


@program("adam step with optimizer state and global-norm clipping", {"w": values(6, 4), "b": values(4)},
         {"w": values(6, 4) * 0, "b": values(4) * 0}, values(8, 6), donate=(0, 1))
def adam(params, moments, x):
    grads = jax.grad(lambda p: jnp.mean((jnp.tanh(x @ p["w"]) + p["b"]) ** 2))(params)
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
    grads = jax.tree.map(lambda g: g / jnp.maximum(1, norm), grads)
    moments = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments, grads)
    return jax.tree.map(lambda p, m: p - 0.1 * m / (jnp.abs(m) + 1e-8), params, moments), moments
