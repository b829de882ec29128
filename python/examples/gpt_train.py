"""A small decoder GPT trained with AdamW, exported for one device and for a
2 x 2 mesh (data parallel x tensor parallel). Makes demo/gpt:

    python python/examples/gpt_train.py [FOLDER]

  single.mlir       the training step without shardings
  dp2_tp2.mlir      the same step, annotated: batch over "dp", heads, hidden
                    units and vocabulary over "tp"
  inputs.npz        parameters, optimizer state and the first batch
  batches.npz       the batches of 20 steps
  *.json            names, shapes, state of each module

`--check` runs the 20 steps in JAX on one and on four devices and prints the
losses and how far the two runs drift apart.
"""
import math
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import popt  # noqa: E402

LAYERS, WIDTH, HEADS, SEQUENCE, VOCABULARY = 3, 64, 4, 32, 128
BATCH, STEPS = 8, 20
MESH = {"dp": 2, "tp": 2}


def normalise(x, p):
    centred = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(centred * centred, axis=-1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5) * p["scale"] + p["bias"]


def attend(x, p, place):
    """Causal self-attention; x is [batch, sequence, width]."""
    query = place(jnp.einsum("bsw,whc->bshc", x, p["query"]), "heads")
    key = place(jnp.einsum("bsw,whc->bshc", x, p["key"]), "heads")
    value = place(jnp.einsum("bsw,whc->bshc", x, p["value"]), "heads")
    score = jnp.einsum("bqhc,bkhc->bhqk", query, key) / math.sqrt(query.shape[-1])
    position = jnp.arange(x.shape[1])
    score = jnp.where(position[:, None] >= position[None, :], score, -1e30)
    mixed = jnp.einsum("bhqk,bkhc->bqhc", jax.nn.softmax(score, axis=-1), value)
    return jnp.einsum("bqhc,hcw->bqw", mixed, p["out"])


def loss_of(params, batch, place):
    x = params["embedding"][batch["tokens"]] + params["position"]
    for p in params["layers"]:
        x = place(x + attend(normalise(x, p["norm1"]), p["attention"], place), "stream")
        hidden = jax.nn.gelu(normalise(x, p["norm2"]) @ p["mlp"]["up"] + p["mlp"]["bias"])
        x = place(x + place(hidden, "hidden") @ p["mlp"]["down"], "stream")
    logits = normalise(x, params["norm"]) @ params["head"]
    log_probability = jax.nn.log_softmax(logits, axis=-1)
    return -jnp.mean(jnp.take_along_axis(log_probability, batch["targets"][..., None], axis=-1))


def adamw(params, optimizer, grads, rate=5e-3, b1=0.9, b2=0.95, epsilon=1e-6, decay=0.05):
    count = optimizer["count"] + 1
    mean = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, optimizer["mean"], grads)
    square = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, optimizer["square"], grads)
    unbias1, unbias2 = 1 - b1 ** count, 1 - b2 ** count
    params = jax.tree.map(
        lambda p, m, v: p - rate * (m / unbias1 / (jnp.sqrt(v / unbias2) + epsilon) + decay * p),
        params, mean, square)
    return params, {"mean": mean, "square": square, "count": count}


def make_step(constraints=None):
    """The training step; constraints: {activation: PartitionSpec}."""
    def place(x, name):
        return jax.lax.with_sharding_constraint(x, constraints[name]) if constraints else x

    def train_step(params, optimizer, batch):
        loss, grads = jax.value_and_grad(loss_of)(params, batch, place)
        norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
        grads = jax.tree.map(lambda g: g / jnp.maximum(norm, 1.0), grads)
        params, optimizer = adamw(params, optimizer, grads)
        return params, optimizer, {"loss": loss, "gradient_norm": norm}
    return train_step


# Megatron's split: each rank of "tp" has half of the heads, of the hidden
# units and of the vocabulary. Keys are the ends of parameter names.
SHARDED = {"query": P(None, "tp"), "key": P(None, "tp"), "value": P(None, "tp"), "out": P("tp"),
           "up": P(None, "tp"), "mlp.bias": P("tp"), "down": P("tp"),
           "embedding": P("tp"), "head": P(None, "tp")}
CONSTRAINTS = {"stream": P("dp"), "heads": P("dp", None, "tp"), "hidden": P("dp", None, "tp")}


def parameter_specs(params):
    def spec(path, leaf):
        name = ".".join(str(getattr(k, "key", "")) for k in path)
        return next((s for end, s in SHARDED.items() if name.endswith(end)), P())
    return jax.tree_util.tree_map_with_path(spec, params)


def initial_parameters(rng):
    def normal(*shape, scale):
        # float16 values held in float32: half the size once compressed.
        return (scale * rng.standard_normal(shape)).astype(np.float16).astype(np.float32)
    norm = lambda: {"scale": np.ones(WIDTH, np.float32), "bias": np.zeros(WIDTH, np.float32)}
    channels, hidden = WIDTH // HEADS, 4 * WIDTH
    layer = lambda: {
        "norm1": norm(), "norm2": norm(),
        "attention": {**{w: normal(WIDTH, HEADS, channels, scale=WIDTH ** -0.5)
                         for w in ("query", "key", "value")},
                      "out": normal(HEADS, channels, WIDTH, scale=(2 * LAYERS * WIDTH) ** -0.5)},
        "mlp": {"up": normal(WIDTH, hidden, scale=WIDTH ** -0.5),
                "bias": np.zeros(hidden, np.float32),
                "down": normal(hidden, WIDTH, scale=(2 * LAYERS * hidden) ** -0.5)}}
    return {"embedding": normal(VOCABULARY, WIDTH, scale=0.5),
            "position": normal(SEQUENCE, WIDTH, scale=0.1),
            "layers": [layer() for _ in range(LAYERS)], "norm": norm(),
            "head": normal(WIDTH, VOCABULARY, scale=WIDTH ** -0.5)}


def batches(rng):
    """Counting sequences with a random start and stride: something to learn."""
    out = []
    for _ in range(STEPS):
        start = rng.integers(0, VOCABULARY, (BATCH, 1))
        stride = rng.integers(1, 4, (BATCH, 1))
        tokens = ((start + stride * np.arange(SEQUENCE + 1)) % VOCABULARY).astype(np.int32)
        out.append({"tokens": tokens[:, :-1].copy(), "targets": tokens[:, 1:].copy()})
    return out


def arguments():
    rng = np.random.default_rng(2024)
    params = initial_parameters(rng)
    zeros = jax.tree.map(np.zeros_like, params)
    optimizer = {"mean": zeros, "square": zeros, "count": np.zeros((), np.int32)}
    data = batches(rng)
    return (params, optimizer, data[0]), data


def shardings(params):
    """(in_shardings, out_shardings) of the annotated step."""
    specs = parameter_specs(params)
    optimizer = {"mean": specs, "square": specs, "count": P()}
    return (specs, optimizer, P("dp")), (specs, optimizer, P())


def export_to(folder):
    args, data = arguments()
    ins, outs = shardings(args[0])
    case = popt.export(make_step(), args, donate_argnums=(0, 1), inputs="inputs.npz",
                       path=os.path.join(folder, "single.mlir"))
    popt.export(make_step(CONSTRAINTS), args, donate_argnums=(0, 1), mesh=MESH, in_shardings=ins,
                out_shardings=outs, inputs=None, path=os.path.join(folder, "dp2_tp2.mlir"))
    case.save_batches(os.path.join(folder, "batches.npz"), [{2: b} for b in data])


def check():
    """Losses in JAX, and the largest drift of the sharded run's final weights."""
    args, data = arguments()
    mesh = jax.make_mesh(tuple(MESH.values()), tuple(MESH),
                         axis_types=(jax.sharding.AxisType.Auto,) * 2)
    named = lambda tree: jax.tree.map(lambda s: jax.sharding.NamedSharding(mesh, s), tree,
                                      is_leaf=lambda s: isinstance(s, P))
    ins, outs = map(named, shardings(args[0]))

    def train(step):
        params, optimizer, losses = args[0], args[1], []
        for batch in data:
            params, optimizer, metrics = step(params, optimizer, batch)
            losses.append(float(metrics["loss"]))
        return params, losses
    one, one_losses = train(jax.jit(make_step()))
    with jax.set_mesh(mesh):
        four, four_losses = train(jax.jit(make_step(CONSTRAINTS), in_shardings=ins,
                                          out_shardings=outs))
    print("losses", " ".join(f"{x:.4f}" for x in one_losses))
    print("largest drift of a loss:",
          max(abs(a - b) for a, b in zip(one_losses, four_losses)))
    drift = jax.tree.map(lambda a, b: float(np.max(np.abs(np.asarray(a) - np.asarray(b)))), one, four)
    print("largest drift of a weight:", max(jax.tree.leaves(drift)))


if __name__ == "__main__":
    if "--check" in sys.argv:
        jax.config.update("jax_num_cpu_devices", 4)
        check()
    else:
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        export_to(sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "demo", "gpt"))
