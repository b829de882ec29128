#!/usr/bin/env python3
"""Writes a GPT training step in bf16 as StableHLO text, for any sizes.

    gpt.py OUT.mlir [--layers 24 --width 1024 --heads 16 --sequence 1024 --vocabulary 32768 --batch 4]
        [--layout fsdp|tp|pp --ranks 8] [--attention plain|cudnn]

Weights and Adam's moments are f32, products are of bf16; layers run in a scan.
The defaults have 337 M parameters. Attention is written out, or is cuDNN's. Needs JAX.
"""
import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "python"))


def training_step(sizes):
    """(step, shapes of its arguments): the step takes parameters, both moments, tokens and
    targets, and returns the first three again, and the loss."""
    import jax
    import jax.numpy as jnp

    width, heads = sizes.width, sizes.heads

    def normalise(x, scale):
        x32 = x.astype(jnp.float32)
        mean_square = jnp.mean(x32 * x32, axis=-1, keepdims=True)
        return (x32 * jax.lax.rsqrt(mean_square + 1e-5) * scale).astype(jnp.bfloat16)

    def attend(x, layer):
        query, key, value = (jnp.einsum("bsw,whc->bshc", x, layer[name].astype(jnp.bfloat16))
                             for name in ("query", "key", "value"))
        if sizes.attention == "cudnn":
            mixed = jax.nn.dot_product_attention(query, key, value, is_causal=True,
                                                 implementation="cudnn")
            return jnp.einsum("bqhc,hcw->bqw", mixed, layer["out"].astype(jnp.bfloat16))
        score = jnp.einsum("bqhc,bkhc->bhqk", query, key).astype(jnp.float32)
        score = score * (width // heads) ** -0.5
        position = jnp.arange(x.shape[1])
        score = jnp.where(position[:, None] >= position[None, :], score, -1e30)
        weights = jax.nn.softmax(score, axis=-1).astype(jnp.bfloat16)
        mixed = jnp.einsum("bhqk,bkhc->bqhc", weights, value)
        return jnp.einsum("bqhc,hcw->bqw", mixed, layer["out"].astype(jnp.bfloat16))

    def block(x, layer):
        x = x + attend(normalise(x, layer["norm1"]), layer)
        hidden = jax.nn.gelu(normalise(x, layer["norm2"]) @ layer["up"].astype(jnp.bfloat16))
        return x + hidden @ layer["down"].astype(jnp.bfloat16), None

    def loss_of(params, tokens, targets):
        embedding = params["embedding"].astype(jnp.bfloat16)
        x = embedding[tokens] + params["position"].astype(jnp.bfloat16)
        x, _ = jax.lax.scan(block, x, params["layers"])
        logits = jnp.einsum("bsw,vw->bsv", normalise(x, params["norm"]), embedding)
        logits = logits.astype(jnp.float32)
        chosen = jnp.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]
        return jnp.mean(jax.nn.logsumexp(logits, axis=-1) - chosen)

    def train_step(params, mean, square, tokens, targets):
        loss, grads = jax.value_and_grad(loss_of)(params, tokens, targets)
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, grads)
        square = jax.tree.map(lambda v, g: 0.95 * v + 0.05 * g * g, square, grads)
        # Random initial values of `square` may be negative.
        params = jax.tree.map(
            lambda p, m, v: p - 1e-4 * (m / (jnp.sqrt(jnp.maximum(v, 0)) + 1e-6) + 0.05 * p),
            params, mean, square)
        return params, mean, square, loss

    def tensor(*shape, type=jnp.float32):
        return jax.ShapeDtypeStruct(shape, type)

    layers, channels, hidden = sizes.layers, width // heads, 4 * width
    params = {
        "embedding": tensor(sizes.vocabulary, width), "position": tensor(sizes.sequence, width),
        "norm": tensor(width),
        "layers": {"norm1": tensor(layers, width), "norm2": tensor(layers, width),
                   **{name: tensor(layers, width, heads, channels)
                      for name in ("query", "key", "value")},
                   "out": tensor(layers, heads, channels, width),
                   "up": tensor(layers, width, hidden), "down": tensor(layers, hidden, width)}}
    batch = tensor(sizes.batch, sizes.sequence, type=jnp.int32)
    return train_step, (params, params, params, batch, batch)


# Of each parameter the dimension that a layout puts on its axis; None: every rank has it whole.
# FSDP divides parameters and batch; tensor parallelism heads, hidden layer and vocabulary, as
# Megatron does; a pipeline the layers.
LAYOUTS = {
    "fsdp": ("dp", {"embedding": 0, "position": None, "norm": None, "norm1": None, "norm2": None,
                    "query": 1, "key": 1, "value": 1, "out": 3, "up": 1, "down": 2, "batch": 0}),
    "tp": ("tp", {"embedding": 0, "position": None, "norm": None, "norm1": None, "norm2": None,
                  "query": 2, "key": 2, "value": 2, "out": 1, "up": 2, "down": 1, "batch": None}),
    "pp": ("pp", {"embedding": None, "position": None, "norm": None, "batch": None,
                  **dict.fromkeys(("norm1", "norm2", "query", "key", "value", "out", "up", "down"),
                                  0)})}


def shardings(layout, arguments):
    """A PartitionSpec for each argument of the step, and for each result."""
    from jax.sharding import PartitionSpec
    axis, dims = LAYOUTS[layout]

    def spec(name):
        return PartitionSpec() if dims[name] is None else \
            PartitionSpec(*[None] * dims[name], axis)
    params = {name: {inner: spec(inner) for inner in value} if name == "layers" else spec(name)
              for name, value in arguments[0].items()}
    batch = spec("batch")
    return (params, params, params, batch, batch), (params, params, params, PartitionSpec())


def lower(sizes, layout=None, ranks=1):
    import popt
    step, arguments = training_step(sizes)
    flags = {"donate_argnums": (0, 1, 2), "source_root": HERE,
             "platform": "cuda" if sizes.attention == "cudnn" else "cpu"}
    if layout is not None:
        ins, outs = shardings(layout, arguments)
        flags.update(mesh={LAYOUTS[layout][0]: ranks}, in_shardings=ins, out_shardings=outs)
    return popt.export(step, arguments, **flags).text


def add_sizes(parser):
    for name, size in (("layers", 24), ("width", 1024), ("heads", 16), ("sequence", 1024),
                       ("vocabulary", 32768), ("batch", 4)):
        parser.add_argument("--" + name, type=int, default=size)
    parser.add_argument("--attention", choices=("plain", "cudnn"), default="plain")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    add_sizes(parser)
    parser.add_argument("--layout", choices=LAYOUTS)
    parser.add_argument("--ranks", type=int, default=8, help="size of the layout's axis")
    options = parser.parse_args()
    text = lower(options, options.layout, options.ranks)
    with open(options.out, "w", encoding="utf-8") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
