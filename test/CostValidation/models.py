"""Training steps of language models at any size, as Megatron computes them.

`training_step(sizes)` gives a function and the shapes of its arguments: weights in 16 bits, f32
masters and Adam's moments, tokens and targets; it returns the first four again, and the loss.
Layers are one scan over stacked weights.
"""
import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

from held import (activate, add_bias, computed_again, cross_entropy, dropout, dropout_of_softmax,
                  gelu, normalise, own_pass, softmax, swiglu)
from products import Form, embed, product


@dataclasses.dataclass(frozen=True)
class Sizes:
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    ffn: int
    vocab: int
    seq: int
    batch: int
    llama: bool = False            # RMSNorm, gated MLP, rotated positions, no biases, no dropout
    tied: bool = True
    experts: int = 0
    top_k: int = 1
    type: str = "bfloat16"
    factors: str = ""              # of products with weights, if others than `type`: "float8_e4m3fn"
    recompute: str = "none"        # none, selective, full
    fused: bool = False            # attention as one call, which holds no scores
    # Axes of the mesh: of the batch where time doesn't divide it, too, of features, of the sequence
    # beside them and elsewhere, and of experts.
    data: tuple = ()
    features: tuple = ()
    within: tuple = ()
    sequence: tuple = ()           # beside features, also over these
    experts_over: tuple = ()
    gathers: bool = False          # weights divided over data, once a step, for both passes
    pieces: int = 1                # of each sequence, whose collectives run beside products of others

    @property
    def between(self):
        return self.within + self.sequence

    @property
    def head(self):
        return self.hidden // self.heads


def pin(x, *dims):
    """The dimensions over these axes; None leaves a dimension open. Nothing without a mesh, as a
    pipeline of single devices has none."""
    if jax.sharding.get_abstract_mesh().empty:
        return x
    return jax.lax.with_sharding_constraint(
        x, P(*[P.UNCONSTRAINED if dim is None else dim or None for dim in dims]))


# --- Layers --------------------------------------------------------------------------------------

def rotate(x):
    """Rotary positions of [batch, sequence, heads…, channels]."""
    half = x.shape[-1] // 2
    shape = (x.shape[1],) + (1,) * (x.ndim - 3) + (half,)
    angle = (jax.lax.broadcasted_iota(jnp.float32, shape, 0)
             * jnp.exp2(jax.lax.broadcasted_iota(jnp.float32, shape, len(shape) - 1) * (-13 / half)))
    cos, sin = jnp.cos(angle).astype(x.dtype), jnp.sin(angle).astype(x.dtype)
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * cos - b * sin, a * sin + b * cos], -1)


def core_attention(sizes, seed, q, k, v):
    """[batch, query, group, head, channel], [batch, key, group, channel] twice."""
    scores = jnp.einsum("bsngd,btnd->bngst", q * jnp.asarray(sizes.head ** -0.5, q.dtype), k)
    weights = softmax(scores, seed)
    if not sizes.llama:
        weights = dropout_of_softmax(weights, 3 * seed)
    return jnp.einsum("bngst,btnd->bsngd", weights, v)


def fused_attention(sizes, q, k, v):
    """The same as JAX's call of cuDNN. Where the sequence is divided, each device has two blocks
    of queries, an early and a late one, which between them see half of the keys."""
    batch, seq, groups, of_group, head = q.shape
    q = q.reshape(batch, seq, groups * of_group, head)
    call = functools.partial(jax.nn.dot_product_attention, implementation="cudnn")
    if not sizes.within:
        return call(q, k, v, is_causal=True)

    def block(q, k, v):
        k, v = (jax.lax.all_gather(x, sizes.within, axis=1, tiled=True)[:, :seq // 2]
                for x in (k, v))
        return call(q, k, v)
    spec = P(None, sizes.within, sizes.features or None, None)
    axes = set(sizes.within + sizes.features)
    return jax.shard_map(block, axis_names=axes, in_specs=spec, out_specs=spec,
                         check_vma=False)(q, k, v)


def attention(sizes, x, w, m, seed):
    batch, seq, _ = x.shape
    groups = sizes.kv_heads
    qkv = product(Form("bsh,hngd->bsngd", "n"), sizes, x, w["qkv"], m["qkv"])
    if not sizes.llama:
        qkv = add_bias(qkv, w["qkv_bias"], m["qkv_bias"])
    qkv = qkv.reshape(-1, sizes.seq, *qkv.shape[2:])
    q, k, v = qkv[:, :, :, :-2], qkv[:, :, :, -2], qkv[:, :, :, -1]
    if sizes.llama:
        q, k = rotate(q), rotate(k)
    core = functools.partial(core_attention, sizes)
    if sizes.recompute == "selective":
        core = functools.partial(computed_again, core)
    mixed = fused_attention(sizes, q, k, v) if sizes.fused else core(seed, q, k, v)
    mixed = mixed.reshape(batch, seq, groups, -1)
    return product(Form("bsnc,nch->bsh", "n"), sizes, mixed, w["out"], m["out"])


def mlp(sizes, x, w, m):
    hidden = product(Form("bsh,hcf->bscf" if sizes.llama else "bsh,hf->bsf", "f"), sizes,
                     x, w["up"], m["up"])
    if not sizes.llama:
        hidden = add_bias(hidden, w["up_bias"], m["up_bias"])
    hidden = activate(swiglu if sizes.llama else gelu, hidden)
    return product(Form("bsf,fh->bsh", "f"), sizes, hidden, w["down"], m["down"])


def experts(sizes, x, w, m):
    """Each sequence sends its tokens to slots of experts, and drops what is over."""
    batch, seq, width = x.shape
    count, chosen = sizes.experts, sizes.top_k
    slots = -(-seq * chosen // count)
    scores = jax.nn.softmax(product(Form("bsh,he->bse"), sizes, x, w["router"], m["router"])
                            .astype(jnp.float32), -1)
    weight, expert = jax.lax.top_k(scores, chosen)
    one = jax.nn.one_hot(expert.reshape(batch, -1), count, dtype=jnp.int32)
    place = jnp.sum((jnp.cumsum(one, 1) - 1) * one, -1)
    slot = jnp.where(place < slots, expert.reshape(batch, -1) * slots + place, count * slots)
    token = jnp.broadcast_to(jnp.arange(seq * chosen, dtype=jnp.int32) // chosen, slot.shape)
    source = jax.vmap(lambda s, t: jnp.zeros(count * slots, jnp.int32).at[s].set(t, mode="drop"))(
        slot, token)
    sent = jnp.take_along_axis(x, source[..., None], 1).reshape(batch, count, slots, width)
    if sizes.experts_over:
        sent = pin(sent, None, sizes.experts_over, None, None)
    hidden = product(Form("beth,ehcf->betcf" if sizes.llama else "beth,ehf->betf", "f"), sizes,
                     sent, w["up"], m["up"])
    hidden = activate(swiglu if sizes.llama else gelu, hidden)
    back = product(Form("betf,efh->beth", "f"), sizes, hidden, w["down"], m["down"])
    if sizes.experts_over:
        back = pin(back, None, (), None, None)
    back = back.reshape(batch, -1, width)
    back = jnp.take_along_axis(back, jnp.minimum(slot, count * slots - 1)[..., None], 1)
    back = back.reshape(batch, seq, chosen, width) * weight[..., None].astype(x.dtype)
    return jnp.sum(back, 2)


def norm(sizes, x, w, m, name):
    bias = name + "_bias"
    return normalise(not sizes.llama, x, w[name], w.get(bias),
                     (m[name],) + ((m[bias],) if bias in w else ()))


def layer(sizes, x, stacked):
    w, m, seed = stacked
    def add(x, y, name, number):
        if not sizes.llama:
            y = add_bias(y, w[name + "_bias"], m[name + "_bias"])
            y = dropout(y, 3 * seed + number)
        return pin(x + y, sizes.data or None, sizes.between, ())
    x = add(x, attention(sizes, norm(sizes, x, w, m, "norm1"), w, m, seed), "out", 1)
    y = norm(sizes, x, w, m, "norm2")
    return add(x, experts(sizes, y, w, m) if sizes.experts else mlp(sizes, y, w, m), "down", 2), None


def add_positions(sizes, x, table, master):
    pieces = sizes.pieces, sizes.seq // sizes.pieces, sizes.hidden
    return add_bias(x.reshape(-1, *pieces), table.reshape(pieces), master.reshape(pieces)
                    ).reshape(x.shape)


def loss_of(params, master, sizes, tokens, targets):
    tokens, targets = (y.reshape(-1, sizes.seq // sizes.pieces) for y in (tokens, targets))
    x = embed(sizes, params["embedding"], master["embedding"], tokens)
    if not sizes.llama:
        x = add_positions(sizes, x, params["position"], master["position"])
    x = pin(x, sizes.data or None, sizes.between, ())
    if not sizes.llama:
        x = dropout(x, 0)
    body = functools.partial(layer, sizes)
    if sizes.recompute == "full":
        body = jax.checkpoint(body, prevent_cse=False)
    seeds = jnp.arange(1, sizes.layers + 1, dtype=jnp.uint32)
    x, _ = jax.lax.scan(body, x, (params["layers"], master["layers"], seeds))
    x = norm(sizes, x, params, master, "norm")
    name = "embedding" if sizes.tied else "head"
    return cross_entropy(product(Form("bsh,vh->bsv", "v"), sizes, x, params[name], master[name]), targets)


# --- Steps ---------------------------------------------------------------------------------------
def shapes_of(sizes):
    """{name: shape}, those of layers stacked."""
    h, f, groups = sizes.hidden, sizes.ffn, sizes.kv_heads
    of_group, gate = sizes.heads // groups, (2,) if sizes.llama else ()
    layers = {"norm1": (h,), "qkv": (h, groups, of_group + 2, sizes.head),
              "out": (groups, of_group * sizes.head, h), "norm2": (h,)}
    if sizes.experts:
        layers.update(router=(h, sizes.experts), up=(sizes.experts, h, *gate, f),
                      down=(sizes.experts, f, h))
    else:
        layers.update(up=(h, *gate, f), down=(f, h))
    others = {"embedding": (sizes.vocab, h), "norm": (h,)}
    if not sizes.llama:
        others.update(position=(sizes.seq, h), norm_bias=(h,))
        layers.update(norm1_bias=(h,), norm2_bias=(h,), out_bias=(h,), down_bias=(h,),
                      qkv_bias=layers["qkv"][1:])
        if not sizes.experts:
            layers["up_bias"] = (f,)
    if not sizes.tied:
        others["head"] = (sizes.vocab, h)
    return {**others, "layers": {name: (sizes.layers, *shape) for name, shape in layers.items()}}


def adam(master, mean, square, grad):
    mean = 0.9 * mean + 0.1 * grad
    square = 0.95 * square + 0.05 * grad * grad
    return master - 1e-4 * (mean / (jnp.sqrt(square) + 1e-8) + 0.1 * master), mean, square


def state_step(parameters, batch):
    """Of a model of which only the number of parameters is known: its state, and its update."""
    def train_step(params, master, mean, square, tokens):
        grad = params.astype(jnp.float32) * jnp.mean(tokens.astype(jnp.float32))
        master, mean, square = adam(master, mean, square, grad)
        return master.astype(params.dtype), master, mean, square
    wide = jax.ShapeDtypeStruct((parameters,), jnp.float32)
    return train_step, (jax.ShapeDtypeStruct((parameters,), jnp.bfloat16), wide, wide, wide,
                        jax.ShapeDtypeStruct((batch,), jnp.int32))


def clip(grads):
    """To a norm of 1, as two passes over the gradients, before those of Adam."""
    square = sum(jnp.sum(g * g) for g in jax.tree.leaves(grads))
    scale = jnp.minimum(1.0, jax.lax.rsqrt(square + 1e-6))
    return jax.tree.map(lambda g: own_pass(lambda g: g * scale, g), grads)


def copied(param, master):
    """Weights in 16 bits, which are copied in a pass of their own."""
    return own_pass(lambda both: (both[1].astype(both[0].dtype), both[1]), (param, master))


def training_step(sizes):
    def train_step(params, master, mean, square, tokens, targets):
        loss, grads = jax.value_and_grad(loss_of, 1)(params, master, sizes, tokens, targets)
        grads = clip(grads)
        tree = jax.tree.structure(master)
        updated = [adam(*leaves) for leaves in zip(*map(jax.tree.leaves,
                                                        (master, mean, square, grads)))]
        master, mean, square = (tree.unflatten(leaves) for leaves in zip(*updated))
        params, master = jax.tree.transpose(
            tree, jax.tree.structure((0, 0)), jax.tree.map(copied, params, master))
        return params, master, mean, square, loss

    def tensors(type):
        return jax.tree.map(lambda shape: jax.ShapeDtypeStruct(shape, type), shapes_of(sizes),
                            is_leaf=lambda x: isinstance(x, tuple))
    wide = tensors(jnp.float32)
    words = jax.ShapeDtypeStruct((sizes.batch, sizes.seq), jnp.int32)
    return train_step, (tensors(sizes.type), wide, wide, wide, words, words)
