"""Small training steps as people write them in JAX, in several layouts on four devices.

    training_steps.py FOLDER [NAME...]

Writes FOLDER/NAME/LAYOUT/step.mlir, with inputs.npz, for each step and layout, as
popt.export does. Layouts:

  dp     the batch is split, weights are whole
  fsdp   the batch and the first dimension of each weight that divides
  zero1  the batch and the optimizer's moments, weights are whole
  tp     the last dimension of each matrix, the batch is whole
  dp_tp  2 x 2: the batch over one axis, the last dimension of matrices over the other
"""
import os
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import popt  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402

jax.config.update("jax_num_cpu_devices", 4)

STEPS = {}


def normal(*shape, seed=0, scale=1.0):
    rng = np.random.default_rng(seed + sum(shape))
    return (rng.standard_normal(shape) * scale).astype(np.float32)


def dense(*shape, seed=0):
    return normal(*shape, seed=seed, scale=shape[-2] ** -0.5)


def step(params, batch, optimizer="adam"):
    """Decorator: a loss as a training step on these parameters and batch."""
    def add(loss):
        STEPS[loss.__name__] = (loss, params, batch, optimizer)
        return loss
    return add


def training_step(loss, optimizer):
    def sgd(params, moments, batch):
        value, grads = jax.value_and_grad(loss)(params, batch)
        return jax.tree.map(lambda p, g: p - 0.01 * g, params, grads), moments, value

    def adam(params, moments, batch):
        value, grads = jax.value_and_grad(loss)(params, batch)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments["m"], grads)
        v = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, moments["v"], grads)
        new = jax.tree.map(lambda p, m, v: p - 1e-3 * m / (jnp.sqrt(v) + 1e-6), params, m, v)
        return new, {"m": m, "v": v}, value
    return adam if optimizer == "adam" else sgd


def norm(x, g):
    x = x - x.mean(-1, keepdims=True)
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5) * g


def attention(x, w, heads):
    b, s, d = x.shape
    q, k, v = (jnp.reshape(x @ w[n], (b, s, heads, d // heads)) for n in "qkv")
    a = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / (d // heads) ** 0.5)
    return jnp.reshape(jnp.einsum("bhqk,bkhd->bqhd", a, v), (b, s, d)) @ w["o"]


def block(d, seed):
    return {"q": dense(d, d, seed=seed), "k": dense(d, d, seed=seed + 1), "v": dense(d, d, seed=seed + 2),
            "o": dense(d, d, seed=seed + 3), "up": dense(d, 4 * d, seed=seed), "down": dense(4 * d, d, seed=seed),
            "n1": np.ones(d, np.float32), "n2": np.ones(d, np.float32)}


def transformer(x, blocks, heads):
    for w in blocks:
        x = x + attention(norm(x, w["n1"]), w, heads)
        x = x + jax.nn.gelu(norm(x, w["n2"]) @ w["up"]) @ w["down"]
    return x


@step({"patch": dense(48, 32), "pos": normal(16, 32), "blocks": [block(32, 1), block(32, 7)], "head": dense(32, 10)},
      {"images": normal(16, 16, 16, 3), "labels": np.arange(16, dtype=np.int32) % 10})
def vit(params, batch):
    x = batch["images"].reshape(-1, 4, 4, 4, 4, 3).transpose(0, 1, 3, 2, 4, 5).reshape(-1, 16, 48)
    x = transformer(x @ params["patch"] + params["pos"], params["blocks"], 4)
    logits = x.mean(1) @ params["head"]
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), batch["labels"][:, None], 1))


@step({"embed": normal(64, 32), "layers": [{"a": normal(32, 16), "b": dense(32, 16), "c": dense(16, 32),
                                            "up": dense(32, 64), "down": dense(64, 32)} for _ in range(2)],
       "head": dense(32, 64)},
      {"tokens": np.arange(8 * 32, dtype=np.int32).reshape(8, 32) % 64})
def state_space(params, batch):
    x = params["embed"][batch["tokens"]]
    for w in params["layers"]:
        decay = jnp.exp(-jnp.exp(w["a"]).mean(0))
        u = x @ w["b"]

        def combine(left, right):
            return left[0] * right[0], right[0] * left[1] + right[1]
        _, h = lax.associative_scan(combine, (jnp.broadcast_to(decay, u.shape), u), axis=1)
        x = x + h @ w["c"]
        x = x + jax.nn.silu(x @ w["up"]) @ w["down"]
    logits = x @ params["head"]
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits)[:, :-1], batch["tokens"][:, 1:, None], 2))


@step({"w": dense(16, 4), "b": np.zeros(4, np.float32)}, {"x": normal(64, 16), "y": normal(64, 4)}, optimizer="sgd")
def least_squares(params, batch):
    x, y = batch["x"], batch["y"]
    ridge = jnp.linalg.solve(x.T @ x + jnp.eye(16), x.T @ y)
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2) + 1e-2 * jnp.mean((params["w"] - ridge) ** 2)


@step({"image": [dense(48, 64), dense(64, 32)], "text": [dense(24, 64), dense(64, 32)],
       "scale": np.float32(1.0)}, {"images": normal(32, 48), "texts": normal(32, 24)})
def towers(params, batch):
    def tower(x, ws):
        x = jnp.tanh(x @ ws[0]) @ ws[1]
        return x / jnp.linalg.norm(x, axis=-1, keepdims=True)
    logits = tower(batch["images"], params["image"]) @ tower(batch["texts"], params["text"]).T * jnp.exp(params["scale"])
    labels = jnp.eye(32)
    return -jnp.mean(labels * jax.nn.log_softmax(logits) + labels * jax.nn.log_softmax(logits, axis=0)) * 32


@step({"g": [dense(16, 64), dense(64, 64), dense(64, 32)], "d": [dense(32, 64), dense(64, 1)]},
      {"noise": normal(32, 16), "real": normal(32, 32)})
def gan(params, batch):
    def mlp(x, ws):
        for w in ws[:-1]:
            x = jax.nn.leaky_relu(x @ w)
        return x @ ws[-1]
    fake = mlp(batch["noise"], params["g"])
    frozen = lax.stop_gradient(fake)
    d = jnp.mean(jax.nn.softplus(mlp(frozen, params["d"])) + jax.nn.softplus(-mlp(batch["real"], params["d"])))
    held = jax.tree.map(lax.stop_gradient, params["d"])
    return d + jnp.mean(jax.nn.softplus(-mlp(fake, held)))


@step({"layers": [dense(64, 128), dense(128, 128, seed=1), dense(128, 128, seed=2), dense(128, 10)]},
      {"x": normal(32, 64), "y": normal(32, 10)})
def half_scaled(params, batch):
    x = batch["x"].astype(jnp.float16)
    for w in params["layers"][:-1]:
        x = jax.nn.relu(x @ w.astype(jnp.float16))
    out = (x @ params["layers"][-1].astype(jnp.float16)).astype(jnp.float32)
    return 1024.0 * jnp.mean((out - batch["y"]) ** 2)


@step({"w": dense(48, 128, seed=3), "u": dense(32, 128), "head": dense(32, 8)},
      {"x": normal(16, 12, 48), "y": np.arange(16, dtype=np.int32) % 8})
def lstm(params, batch):
    def cell(carry, x):
        h, c = carry
        i, f, g, o = jnp.split(x @ params["w"] + h @ params["u"], 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return (jax.nn.sigmoid(o) * jnp.tanh(c), c), None
    zero = jnp.zeros((16, 32))
    (h, _), _ = lax.scan(cell, (zero, zero), batch["x"].transpose(1, 0, 2))
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(h @ params["head"]), batch["y"][:, None], 1))


@step({"k": [normal(3, 3, 3, 8, scale=0.2), normal(3, 3, 8, 16, scale=0.1)], "head": dense(16, 10)},
      {"images": normal(16, 16, 16, 3), "labels": np.arange(16, dtype=np.int32) % 10}, optimizer="sgd")
def convnet(params, batch):
    x = batch["images"]
    for k in params["k"]:
        x = jax.nn.relu(lax.conv_general_dilated(x, k, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x.mean((1, 2)) @ params["head"]),
                                         batch["labels"][:, None], 1))


@step({"w": [dense(16, 32), dense(32, 32, seed=1)], "head": dense(32, 4)},
      {"nodes": normal(64, 16), "edges": np.arange(512, dtype=np.int32).reshape(2, 256) * 7 % 64,
       "y": normal(64, 4)})
def graph(params, batch):
    x = batch["nodes"]
    for w in params["w"]:
        messages = (x @ w)[batch["edges"][0]]
        x = jax.nn.relu(jax.ops.segment_sum(messages, batch["edges"][1], 64))
    return jnp.mean((x @ params["head"] - batch["y"]) ** 2)


@step({"users": normal(256, 16), "items": normal(512, 16), "mlp": [dense(32, 64), dense(64, 1)]},
      {"user": np.arange(64, dtype=np.int32) * 3 % 256, "item": np.arange(64, dtype=np.int32) * 5 % 512,
       "y": normal(64)})
def recommender(params, batch):
    x = jnp.concatenate([params["users"][batch["user"]], params["items"][batch["item"]]], -1)
    x = jax.nn.relu(x @ params["mlp"][0]) @ params["mlp"][1]
    return jnp.mean((x[:, 0] - batch["y"]) ** 2)


@step({"layers": {"up": dense(4, 64, 128), "down": dense(4, 128, 64)}},
      {"x": normal(32, 64), "y": normal(32, 64)})
def scanned(params, batch):
    def layer(x, w):
        return x + jnp.tanh(x @ w["up"]) @ w["down"], None
    x, _ = lax.scan(jax.checkpoint(layer), batch["x"], params["layers"])
    return jnp.mean((x - batch["y"]) ** 2)


@step({"w": [dense(64, 256), dense(256, 256, seed=1), dense(256, 64)], "time": dense(16, 256)},
      {"x": normal(64, 64), "t": normal(64, 16)})
def diffusion(params, batch):
    x = jax.nn.silu(batch["x"] @ params["w"][0] + batch["t"] @ params["time"])
    x = jax.nn.silu(x @ params["w"][1]) @ params["w"][2]
    return jnp.mean((x - batch["x"]) ** 2)


def spec(leaf, layout, kind):
    """The PartitionSpec of a leaf; `kind`: params, moments or batch."""
    shape, by = np.shape(leaf), [None] * np.ndim(leaf)
    if kind == "batch":
        if layout != "tp" and shape and shape[0] % 4 == 0:
            by[0] = "dp"
    elif layout == "fsdp" or (layout == "zero1" and kind == "moments"):
        for i, size in enumerate(shape):
            if size % 4 == 0:
                by[i] = "dp"
                break
    elif layout in ("tp", "dp_tp") and len(shape) > 1 and shape[-1] % 4 == 0:
        by[-1] = "tp"
    return P(*by)


MESHES = {"dp": {"dp": 4}, "fsdp": {"dp": 4}, "zero1": {"dp": 4}, "tp": {"tp": 4}, "dp_tp": {"dp": 2, "tp": 2}}


def main():
    folder, names = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    for name, (loss, params, batch, optimizer) in STEPS.items():
        if names and name not in names:
            continue
        fn = training_step(loss, optimizer)
        zeros = jax.tree.map(np.zeros_like, params)
        moments = {"m": zeros, "v": zeros} if optimizer == "adam" else {}
        for layout, mesh in MESHES.items():
            specs = tuple(jax.tree.map(lambda leaf, kind=kind: spec(leaf, layout, kind), tree)
                          for kind, tree in (("params", params), ("moments", moments), ("batch", batch)))
            popt.export(fn, (params, moments, batch), mesh=mesh, in_shardings=specs, donate_argnums=(0, 1),
                        inputs="inputs.npz", path=os.path.join(folder, name, layout, "step.mlir"))


if __name__ == "__main__":
    main()
