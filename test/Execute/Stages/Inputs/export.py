#!/usr/bin/env python3
"""Writes the models of the tests of stages: small training steps of every structure
that pipeline stages must place, in the form of the corpus (needs JAX).

    export.py FOLDER [NAME...]

test/Execute/lit.local.cfg runs it where FOLDER is out of date.

Per case: single.mlir, inputs.npz and expected.npz (one call), batches.npz,
final.npz and curve.json (all steps), case.json. Layers are the entries "l0",
"l1", ... of every tree of weights, in the order of the network, so that
`*['l2']*` names all that belongs to the third.
"""
import json
import os
import re
import sys

import jax
import jax.numpy as jnp
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                *[".."] * 4, "python"))
from popt.arrays import save_arrays  # noqa: E402
from popt.export import export  # noqa: E402

STEPS = 3
FOLDER = ""  # where the models go
random = np.random.default_rng(7)


def weights(*shape):
    return (random.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)


def values(*shape):
    return random.standard_normal(shape).astype(np.float32)


def dense(rows, columns):
    return {"b": np.zeros(columns, np.float32), "w": weights(rows, columns)}


def layers(*widths):
    return {f"l{i}": dense(a, b) for i, (a, b) in enumerate(zip(widths, widths[1:]))}


def zeros(tree):
    return jax.tree.map(np.zeros_like, tree)


def apply(layer, x):
    return x @ layer["w"] + layer["b"]


def chain(params, x, activation=jnp.tanh):
    """Four layers, one after the other."""
    for i in range(4):
        x = activation(apply(params[f"l{i}"], x))
    return x


def momentum_step(loss, params, momentum, rate=0.1):
    """SGD with momentum; `loss` gives (loss, other metrics)."""
    (value, more), gradient = jax.value_and_grad(loss, has_aux=True)(params)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradient)
    params = jax.tree.map(lambda p, m: p - rate * m, params, momentum)
    return params, momentum, {"loss": value, **more}


CASES = {}


def case(batch, rtol=1e-4, atol=1e-5):
    """The function below it makes (step, its arguments but the batch)."""
    def add(make):
        CASES[make.__name__] = (make, batch, {"rtol": rtol, "atol": atol})
        return make
    return add


def batch_of(inputs, outputs, rows=16):
    return lambda: {"x": values(rows, inputs), "y": values(rows, outputs)}


@case(batch_of(12, 6))
def deep():
    """Eight layers of equal cost: every placement fits it."""
    params = layers(12, 16, 16, 16, 16, 16, 16, 16, 6)

    def step(params, momentum, batch):
        def loss(params):
            x = batch["x"]
            for i in range(8):
                x = apply(params[f"l{i}"], x)
                x = jnp.tanh(x) if i < 7 else x
            return jnp.mean((x - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def uneven():
    """Layers of very different widths."""
    params = layers(12, 64, 8, 96, 6)

    def step(params, momentum, batch):
        def loss(params):
            x = chain(params, batch["x"], jax.nn.silu)
            return jnp.mean((x - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 12))
def skips():
    """Down and up again: each layer going up reads one going down."""
    params = layers(12, 16, 20, 24, 20, 16, 12)

    def step(params, momentum, batch):
        def loss(params):
            kept, x = [], batch["x"]
            for i in range(3):
                kept.append(x)
                x = jnp.tanh(apply(params[f"l{i}"], x))
            for i in range(3, 6):
                x = jnp.tanh(apply(params[f"l{i}"], x) + kept.pop())
            return jnp.mean((x - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(lambda: {"image": values(16, 12), "text": values(16, 10)})
def contrastive():
    """Two towers; every image is compared with every text of the batch."""
    params = layers(12, 16, 8)
    params["l2"], params["l3"] = dense(10, 16), dense(16, 8)
    params["l4"] = np.float32(0.5)

    def tower(a, b, x):
        x = apply(b, jnp.tanh(apply(a, x)))
        return x / jnp.sqrt(jnp.sum(x * x, axis=1, keepdims=True) + 1e-3)

    def step(params, momentum, batch):
        def loss(params):
            a = tower(params["l0"], params["l1"], batch["image"])
            b = tower(params["l2"], params["l3"], batch["text"])
            logits = a @ b.T * jnp.exp(params["l4"])
            right = jnp.diag(logits)
            value = jnp.mean(jax.nn.logsumexp(logits, axis=1) - right)
            value += jnp.mean(jax.nn.logsumexp(logits, axis=0) - right)
            return value / 2, {"right": jnp.mean(right)}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(lambda: {"a": values(16, 12), "b": values(16, 10), "y": values(16)})
def two_inputs():
    """Two towers that meet example by example."""
    params = layers(12, 16, 8)
    params["l2"], params["l3"], params["l4"] = dense(10, 16), dense(16, 8), dense(16, 1)

    def step(params, momentum, batch):
        def loss(params):
            a = apply(params["l1"], jnp.tanh(apply(params["l0"], batch["a"])))
            b = apply(params["l3"], jnp.tanh(apply(params["l2"], batch["b"])))
            y = apply(params["l4"], jnp.concatenate([a, b], axis=1))[:, 0]
            return jnp.mean((y - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


def attention(w, x, memory):
    q, k, v = x @ w["q"], memory @ w["k"], memory @ w["v"]
    scores = jax.nn.softmax(jnp.einsum("bqd,bkd->bqk", q, k) / 4.0, axis=-1)
    return x + jnp.tanh(jnp.einsum("bqk,bkd->bqd", scores, v) @ w["o"])


def attention_weights(width):
    return {name: weights(width, width) for name in "qkvo"}


@case(lambda: {"source": random.integers(0, 20, (8, 6)).astype(np.int32),
               "target": random.integers(0, 20, (8, 5)).astype(np.int32)})
def encoder_decoder():
    """Every layer of the decoder reads the encoder's end."""
    width = 8
    params = {f"l{i}": {"self": attention_weights(width)} for i in range(4)}
    params["l0"]["embed"], params["l2"]["embed"] = weights(20, width), weights(20, width)
    params["l2"]["cross"], params["l3"]["cross"] = (attention_weights(width) for _ in range(2))
    params["l3"]["head"] = weights(width, 20)

    def step(params, momentum, batch):
        def loss(params):
            x = params["l0"]["embed"][batch["source"]]
            for i in range(2):
                x = attention(params[f"l{i}"]["self"], x, x)
            y = params["l2"]["embed"][batch["target"]]
            for i in range(2, 4):
                y = attention(params[f"l{i}"]["self"], y, y)
                y = attention(params[f"l{i}"]["cross"], y, x)
            logits = jax.nn.log_softmax(y @ params["l3"]["head"])
            picked = jnp.take_along_axis(logits, batch["target"][..., None], axis=-1)
            return -jnp.mean(picked), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


def head_batch():
    return {"x": values(16, 12), "y": values(16, 4),
            "label": random.integers(0, 5, 16).astype(np.int32)}


def with_heads(total):
    """Four layers with a head each, and two at the end; `total` of all losses."""
    params = layers(12, 16, 16, 16, 16)
    for i in range(4):
        params[f"l{i}"]["head"] = weights(16, 4)
    params["l3"]["classes"] = weights(16, 5)

    def step(params, momentum, batch):
        def loss(params):
            x, losses = batch["x"], {}
            for i in range(4):
                x = jnp.tanh(apply(params[f"l{i}"], x))
                losses[f"head{i}"] = jnp.mean((x @ params[f"l{i}"]["head"] - batch["y"]) ** 2)
            logits = jax.nn.log_softmax(x @ params["l3"]["classes"])
            losses["classes"] = -jnp.mean(
                jnp.take_along_axis(logits, batch["label"][:, None], axis=1))
            return total(losses), losses
        return momentum_step(loss, params, momentum, 0.02)
    return step, (params, zeros(params))


@case(head_batch)
def heads():
    """A loss at every layer, and two heads at the end."""
    return with_heads(lambda losses: sum(losses.values()))


@case(head_batch)
def coupled():
    """Losses of two layers multiplied: no backward before all forwards."""
    return with_heads(lambda losses: losses["classes"] + losses["head1"] * losses["head2"])


@case(lambda: {"tokens": random.integers(0, 24, (8, 6)).astype(np.int32)})
def tied_adamw():
    """A tied embedding, AdamW with a step counter and a schedule of the learning
    rate, clipping by the norm of all gradients."""
    width = 8
    params = {"embed": weights(24, width)}
    for i in range(4):
        params[f"l{i}"] = {"attention": attention_weights(width), "down": weights(2 * width, width),
                           "up": weights(width, 2 * width)}
    state = {"count": np.int32(0), "mu": zeros(params), "nu": zeros(params)}

    def step(params, opt, batch):
        def loss(params):
            x = params["embed"][batch["tokens"]]
            for i in range(4):
                layer = params[f"l{i}"]
                x = attention(layer["attention"], x, x)
                x = x + jax.nn.silu(x @ layer["up"]) @ layer["down"]
            logits = jax.nn.log_softmax(x @ params["embed"].T)
            picked = jnp.take_along_axis(logits, jnp.roll(batch["tokens"], 1, 1)[..., None], -1)
            return -jnp.mean(picked)
        value, gradient = jax.value_and_grad(loss)(params)
        norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(gradient)))
        gradient = jax.tree.map(lambda g: g * jnp.minimum(1.0, 0.5 / norm), gradient)
        count = opt["count"] + 1
        t = count.astype(jnp.float32)
        rate = 0.02 * jnp.where(t < 2, t / 2, 0.5 * (1 + jnp.cos(jnp.pi * t / 8)))
        mu = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, opt["mu"], gradient)
        nu = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, opt["nu"], gradient)
        params = jax.tree.map(
            lambda p, m, v: p - rate * (m / (1 - 0.9 ** t) / (jnp.sqrt(v / (1 - 0.99 ** t)) + 1e-3)
                                        + 0.01 * p), params, mu, nu)
        return (params, {"count": count, "mu": mu, "nu": nu},
                {"loss": value, "norm": norm, "rate": rate})
    return step, (params, state)


@case(batch_of(12, 6))
def batch_norm():
    """Statistics of the whole batch, and running means as state."""
    params = layers(12, 16, 16, 6)
    for i in range(2):
        params[f"l{i}"]["scale"] = np.ones(16, np.float32)
    stats = {f"l{i}": {"mean": np.zeros(16, np.float32), "var": np.ones(16, np.float32)}
             for i in range(2)}

    def step(params, momentum, stats, batch):
        def loss(params):
            x, new = batch["x"], {}
            for i in range(2):
                name = f"l{i}"
                x = apply(params[name], x)
                mean, var = jnp.mean(x, 0), jnp.var(x, 0)
                new[name] = {"mean": 0.9 * stats[name]["mean"] + 0.1 * mean,
                             "var": 0.9 * stats[name]["var"] + 0.1 * var}
                x = jnp.tanh((x - mean) / jnp.sqrt(var + 1e-3) * params[name]["scale"])
            x = apply(params["l2"], x)
            return jnp.mean((x - batch["y"]) ** 2), new
        (value, stats), gradient = jax.value_and_grad(loss, has_aux=True)(params)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradient)
        params = jax.tree.map(lambda p, m: p - 0.05 * m, params, momentum)
        return params, momentum, stats, {"loss": value}
    return step, (params, zeros(params), stats)


@case(lambda: {"x": values(16, 12), "y": values(16, 6),
               "mask": (random.random(16) < 0.6).astype(np.float32)})
def masked():
    """A mean over what a mask keeps: its count is needed before the first step."""
    params = layers(12, 16, 16, 6)

    def step(params, momentum, batch):
        def loss(params):
            x = batch["x"]
            for i in range(3):
                x = apply(params[f"l{i}"], jnp.tanh(x))
            errors = jnp.sum((x - batch["y"]) ** 2, axis=1) * batch["mask"]
            return jnp.sum(errors) / jnp.sum(batch["mask"]), {"kept": jnp.sum(batch["mask"])}
        return momentum_step(loss, params, momentum, 0.02)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def frozen():
    """The first half is not trained: it is passed forward alone."""
    params = layers(12, 16, 16, 16, 6)
    fixed = {name: params.pop(name) for name in ("l0", "l1")}

    def step(params, momentum, fixed, batch):
        def loss(params):
            x = batch["x"]
            for i in range(2):
                x = jnp.tanh(apply(fixed[f"l{i}"], x))
            x = jnp.tanh(apply(params["l2"], x))
            return jnp.mean((apply(params["l3"], x) - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params), fixed)


@case(batch_of(12, 6))
def shared():
    """One weight at two layers, others between."""
    params = layers(12, 16, 16, 16, 6)

    def step(params, momentum, batch):
        def loss(params):
            x = jnp.tanh(apply(params["l0"], batch["x"]))
            for name in ("l1", "l2", "l1"):
                x = jnp.tanh(apply(params[name], x))
            return jnp.mean((apply(params["l3"], x) - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def silent():
    """Returns its state alone: nothing says where forward ends."""
    params = layers(12, 16, 16, 16, 6)

    def step(params, momentum, batch):
        def loss(params):
            x = chain(params, batch["x"])
            return jnp.mean((x - batch["y"]) ** 2), {}
        return (*momentum_step(loss, params, momentum)[:2], {})
    return step, (params, zeros(params))


@case(batch_of(12, 12))
def scales():
    """Weights that are one number: scalars that are no loss."""
    params = {f"l{i}": {"w": weights(12, 12), "s": np.float32(0.5 + i)} for i in range(4)}

    def step(params, momentum, batch):
        def loss(params):
            x = batch["x"]
            for i in range(4):
                x = x + params[f"l{i}"]["s"] * jnp.tanh(x @ params[f"l{i}"]["w"])
            return jnp.mean((x - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum, rate=0.01)
    return step, (params, zeros(params))


def stacked(count, *shape):
    """Layers one upon another; "stack" in their names is for the plans of tests."""
    return {"stack": {"b": 0.1 * values(count, shape[-1]),
                      "w": np.stack([weights(*shape) for _ in range(count)])}}


@case(batch_of(12, 6))
def scan_adam():
    """A scan over checkpointed layers, Adam, clipped by the norm of all gradients."""
    params = {"in": weights(12, 16), "out": weights(16, 6), **stacked(4, 16, 16)}

    def step(params, state, batch):
        def layer(x, own):
            return x + jnp.tanh(x @ own["w"] + own["b"]), None

        def loss(params):
            x, _ = jax.lax.scan(jax.checkpoint(layer), batch["x"] @ params["in"],
                                params["stack"])
            return jnp.mean((x @ params["out"] - batch["y"]) ** 2)
        value, gradient = jax.value_and_grad(loss)(params)
        norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(gradient)))
        gradient = jax.tree.map(lambda g: g / jnp.maximum(norm, 1.0), gradient)
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["mean"], gradient)
        square = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, state["square"],
                              gradient)
        params = jax.tree.map(lambda p, m, v: p - 0.01 * m / (jnp.sqrt(v) + 1e-3),
                              params, mean, square)
        return params, {"mean": mean, "square": square}, {"loss": value, "norm": norm}
    return step, (params, {"mean": zeros(params), "square": zeros(params)})


@case(batch_of(12, 6))
def scan_uneven():
    """Five layers, the last first; what each layer gives is read after the scan."""
    params = {"in": weights(12, 8), "out": weights(8, 6), **stacked(5, 8, 8)}

    def step(params, momentum, batch):
        def loss(params):
            def layer(carried, own):
                x, total = carried
                x = jax.nn.silu(x @ own["w"] + own["b"])
                return (x, total + jnp.mean(x)), jnp.mean(x * x)
            (x, total), squares = jax.lax.scan(
                layer, (batch["x"] @ params["in"], 0.0), params["stack"], reverse=True)
            error = jnp.mean((x @ params["out"] - batch["y"]) ** 2)
            return error + 0.01 * total + 0.1 * jnp.mean(squares), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 6), rtol=3e-2, atol=1e-2)
def scan_mixed():
    """Weights in f32, layers that compute in bf16."""
    params = {"in": weights(12, 8), "out": weights(8, 6), **stacked(4, 8, 8)}

    def step(params, momentum, batch):
        def loss(params):
            half = jax.tree.map(lambda w: w.astype(jnp.bfloat16), params)

            def layer(x, own):
                return x + jnp.tanh(x @ own["w"] + own["b"]), None
            x = batch["x"].astype(jnp.bfloat16) @ half["in"]
            x, _ = jax.lax.scan(layer, x, half["stack"])
            x = (x @ half["out"]).astype(jnp.float32)
            return jnp.mean((x - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum, rate=0.01)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def scan_dropout():
    """Each layer drops elements by a key of its own, and divides by its number."""
    params = {"in": weights(12, 8), "out": weights(8, 6), **stacked(4, 8, 8)}

    def step(params, momentum, batch):
        keys = jax.random.split(jax.random.key(3), 4)

        def loss(params):
            def layer(x, own):
                own, key, number = own
                kept = jax.random.bernoulli(key, 0.5, x.shape)
                more = jnp.where(kept, jnp.tanh(x @ own["w"] + own["b"]), 0)
                return x + more / (1 + number), None
            x, _ = jax.lax.scan(layer, batch["x"] @ params["in"],
                                (params["stack"], keys, jnp.arange(4.0)))
            return jnp.mean((x @ params["out"] - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def scan_two():
    """A decoder of four layers, each of which reads what an encoder of three gives."""
    params = {"in": weights(12, 8), "out": weights(8, 6), "encoder": stacked(3, 8, 8),
              "decoder": stacked(4, 8, 8)}

    def step(params, momentum, batch):
        def loss(params):
            memory = batch["x"] @ params["in"]
            memory, _ = jax.lax.scan(
                lambda x, own: (x + jnp.tanh(x @ own["w"] + own["b"]), None), memory,
                params["encoder"]["stack"])
            x, _ = jax.lax.scan(
                lambda x, own: (jnp.tanh(x @ own["w"] + memory * own["b"]), None),
                jnp.ones_like(memory), params["decoder"]["stack"])
            return jnp.mean((x @ params["out"] - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def scan_groups():
    """A scan over groups of layers, and in it a scan over the layers of a group."""
    inner = [stacked(2, 8, 8)["stack"] for _ in range(4)]
    params = {"in": weights(12, 8), "out": weights(8, 6),
              "stack": jax.tree.map(lambda *parts: np.stack(parts), *inner)}

    def step(params, momentum, batch):
        def loss(params):
            def layer(x, own):
                return x + jnp.tanh(x @ own["w"] + own["b"]), None

            def group(x, own):
                x, _ = jax.lax.scan(layer, x, own)
                return x / 2, None
            x, _ = jax.lax.scan(group, batch["x"] @ params["in"], params["stack"])
            return jnp.mean((x @ params["out"] - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def scan_accum():
    """A scan over microbatches of the model's own, around the scan over layers."""
    params = {"in": weights(12, 8), "out": weights(8, 6), **stacked(4, 8, 8)}

    def step(params, momentum, batch):
        def loss(params, x, y):
            x, _ = jax.lax.scan(
                jax.checkpoint(lambda x, own: (x + jnp.tanh(x @ own["w"] + own["b"]), None)),
                x @ params["in"], params["stack"])
            return jnp.mean((x @ params["out"] - y) ** 2)

        def accumulate(sums, part):
            value, gradient = jax.value_and_grad(loss)(params, *part)
            return jax.tree.map(lambda a, b: a + b / 2, sums, (value, gradient)), None
        zero = (0.0, jax.tree.map(jnp.zeros_like, params))
        parts = (batch["x"].reshape(2, -1, 12), batch["y"].reshape(2, -1, 6))
        (value, gradient), _ = jax.lax.scan(accumulate, zero, parts)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradient)
        params = jax.tree.map(lambda p, m: p - 0.1 * m, params, momentum)
        return params, momentum, {"loss": value}
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def scan_muon():
    """The optimizer iterates on all layers at once, by number and until data ends it;
    every layer has its own rate; values of single layers are results."""
    params = {"in": weights(12, 8), "out": weights(8, 6), **stacked(4, 8, 8)}
    rates = np.linspace(0.1, 0.4, 4).astype(np.float32)

    def step(params, momentum, batch):
        def loss(params):
            def layer(x, own):
                x = x + jnp.tanh(x @ own["w"] + own["b"])
                return x, jnp.mean(x)
            x, means = jax.lax.scan(layer, batch["x"] @ params["in"], params["stack"])
            more = jnp.sum(jnp.cumsum(means) * jnp.arange(4.0))
            return jnp.mean((x @ params["out"] - batch["y"]) ** 2) + 1e-3 * more

        def orthogonal(m):
            m = m / (jnp.sqrt(jnp.sum(m * m, (1, 2), keepdims=True)) + 1e-3)
            return jax.lax.fori_loop(
                0, 3, lambda i, m: 1.5 * m - 0.5 * m @ jnp.swapaxes(m, 1, 2) @ m, m)

        value, gradient = jax.value_and_grad(loss)(params)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradient)
        change = orthogonal(momentum["stack"]["w"]) * rates[:, None, None]
        change = jax.lax.while_loop(lambda c: jnp.max(jnp.abs(c)) > 0.02, lambda c: c * 0.7, change)
        params = jax.tree.map(lambda p, m: p - 0.05 * m, params, momentum)
        params["stack"]["w"] = params["stack"]["w"] - change
        norms = jnp.sqrt(jnp.sum(change**2, (1, 2)))
        return params, momentum, {"loss": value, "first": norms[0],
                                  "trace": jax.vmap(jnp.trace)(params["stack"]["w"])[3]}
    return step, (params, zeros(params))


def llama(scanned, half=False):
    sizes = {"n1": (16,), "n2": (16,), "q": (16, 16), "k": (16, 8), "v": (16, 8), "o": (16, 16),
             "g": (16, 24), "u": (16, 24), "d": (24, 16)}
    layers = [{name: weights(*size) if len(size) > 1 else np.ones(size, np.float32)
               for name, size in sizes.items()} for _ in range(4)]
    params = {"embed": weights(11, 16), "head": weights(16, 11), "norm": np.ones(16, np.float32)}
    if scanned:
        params["stack"] = jax.tree.map(lambda *parts: np.stack(parts), *layers)
    else:
        params.update({f"l{i}": own for i, own in enumerate(layers)})

    def rms(x, gain):
        return x * jax.lax.rsqrt(jnp.mean(x**2, -1, keepdims=True) + 1e-5) * gain

    def turn(x):  # [batch, time, heads, 4]
        angle = (jnp.arange(6)[:, None] * jnp.array([1.0, 0.1]))[None, :, None]
        a, b = jnp.split(x, 2, -1)
        cos, sin = jnp.cos(angle).astype(x.dtype), jnp.sin(angle).astype(x.dtype)
        return jnp.concatenate([a * cos - b * sin, a * sin + b * cos], -1)

    def attention(x, own):
        heads = lambda name, n: (x @ own[name]).reshape(-1, 6, n, 4)
        q, k = turn(heads("q", 4)), jnp.repeat(turn(heads("k", 2)), 2, 2)
        scores = jnp.einsum("bthd,bshd->bhts", q, k) / 2
        scores = jnp.where(jnp.tril(jnp.ones((6, 6), bool)), scores, -1e9)
        mixed = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(scores),
                           jnp.repeat(heads("v", 2), 2, 2))
        return mixed.reshape(-1, 6, 16) @ own["o"]

    def layer(x, own):
        x = x + attention(rms(x, own["n1"]), own)
        y = rms(x, own["n2"])
        return x + (jax.nn.silu(y @ own["g"]) * (y @ own["u"])) @ own["d"], None

    def step(params, momentum, batch):
        def loss(params):
            policies = jax.checkpoint_policies
            kept = jax.checkpoint(layer, policy=policies.nothing_saveable if half else
                                  policies.dots_with_no_batch_dims_saveable)
            x = params["embed"][batch["t"]]
            if half:
                x, params = jax.tree.map(lambda a: a.astype(jnp.bfloat16), (x, params))
            if scanned:
                x, _ = jax.lax.scan(kept, x, params["stack"])
            else:
                for i in range(4):
                    x, _ = kept(x, params[f"l{i}"])
            logits = (rms(x, params["norm"]) @ params["head"]).astype(jnp.float32)
            return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits),
                                                 batch["y"][..., None], -1)), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


def tokens():
    return {name: random.integers(0, 11, (8, 6)).astype(np.int32) for name in "ty"}


@case(tokens)
def scan_llama():
    """Layers of a Llama, of which products are kept for the backward pass."""
    return llama(scanned=True)


@case(tokens)
def twin_llama():
    """The same with a tree of weights for each layer."""
    return llama(scanned=False)


def twin(layer, width, scanned, count=4):
    """Layers of weights "a" and "b" alone, which read the batch."""
    layers = [{"a": weights(width, 3 * width), "b": weights(3 * width, width)}
              for _ in range(count)]
    params = ({"stack": jax.tree.map(lambda *parts: np.stack(parts), *layers)} if scanned else
              {f"l{i}": own for i, own in enumerate(layers)})

    def step(params, momentum, batch):
        def loss(params):
            x = batch["x"]
            if scanned:
                x, _ = jax.lax.scan(lambda x, own: (layer(x, own), None), x, params["stack"])
            else:
                for i in range(count):
                    x = layer(x, params[f"l{i}"])
            return jnp.mean((x - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


def perceptron(x, own):
    return x + jnp.tanh(x @ own["a"]) @ own["b"]


def transformer(x, own):
    """Attention with one head, whose weights are parts of "a", and gelu."""
    def norm(x):
        x = x - jnp.mean(x, -1, keepdims=True)
        return x * jax.lax.rsqrt(jnp.mean(x**2, -1, keepdims=True) + 1e-5)

    rows = x.reshape(-1, 64, x.shape[-1])
    q, k, v = jnp.split(norm(rows) @ own["a"], 3, -1)
    scores = jnp.where(jnp.tril(jnp.ones((64, 64), bool)), q @ jnp.swapaxes(k, 1, 2) / 11, -1e9)
    x = x + (jax.nn.softmax(scores) @ v).reshape(x.shape)
    return x + jax.nn.gelu(norm(x) @ own["a"]) @ own["b"]


@case(batch_of(24, 24, rows=64))
def scan_mlp():
    """Layers that read the batch itself: nothing needs its gradient."""
    return twin(perceptron, 24, scanned=True)


@case(batch_of(24, 24, rows=64))
def twin_mlp():
    """The same with a tree of weights for each layer."""
    return twin(perceptron, 24, scanned=False)


@case(batch_of(128, 128, rows=512))
def scan_gpt():
    """Attention and gelu, all of whose values are kept for the backward pass."""
    return twin(transformer, 128, scanned=True)


@case(batch_of(128, 128, rows=512))
def twin_gpt():
    """The same with a tree of weights for each layer."""
    return twin(transformer, 128, scanned=False)


@case(batch_of(64, 64, rows=512))
def scan_narrow():
    """Products take less of the time, values that tasks leave for others more."""
    return twin(transformer, 64, scanned=True)


@case(batch_of(64, 64, rows=512))
def twin_narrow():
    """The same with a tree of weights for each layer."""
    return twin(transformer, 64, scanned=False)


@case(batch_of(8, 8))
def scan_unet():
    """Levels of two layers: what they read going down, those going up read, last first."""
    params = {"down0": stacked(2, 8, 8), "down1": stacked(2, 12, 12), "up0": stacked(2, 8, 8),
              "up1": stacked(2, 12, 12), "wider": weights(8, 12), "narrower": weights(12, 8)}

    def step(params, momentum, batch):
        def down(x, own):
            return jnp.tanh(x @ own["w"] + own["b"]), x

        def up(x, both):
            own, kept = both
            return jnp.tanh((x + kept) @ own["w"] + own["b"]), None

        def loss(params):
            x, kept0 = jax.lax.scan(down, batch["x"], params["down0"]["stack"])
            x, kept1 = jax.lax.scan(down, x @ params["wider"], params["down1"]["stack"])
            x, _ = jax.lax.scan(up, x, (params["up1"]["stack"], kept1), reverse=True)
            x, _ = jax.lax.scan(up, x @ params["narrower"], (params["up0"]["stack"], kept0[::-1]))
            return jnp.mean((x - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def scan_index():
    """A scan over numbers of layers, whose body takes the layers itself: the indices are
    kept for the backward pass, and gradients added row by row."""
    params = {"in": weights(12, 8), "out": weights(8, 6), **stacked(4, 8, 8)}

    def step(params, momentum, batch):
        def loss(params):
            def layer(x, i):
                own = jax.tree.map(lambda a: a[i], params["stack"])
                return x + jnp.tanh(x @ own["w"] + own["b"]), None
            x, _ = jax.lax.scan(layer, batch["x"] @ params["in"], jnp.arange(4)[::-1])
            return jnp.mean((x @ params["out"] - batch["y"]) ** 2), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


@case(batch_of(12, 6))
def scan_coupled():
    """All rows of the batch meet after the scan: what its layers left is kept for all
    microbatches, or computed again."""
    params = {"in": weights(12, 8), "out": weights(8, 6), **stacked(4, 8, 8)}

    def step(params, momentum, batch):
        def loss(params):
            def layer(x, own):
                y = jnp.tanh(x @ own["w"] + own["b"])
                return x + y, jnp.mean(y * y)
            x, squares = jax.lax.scan(layer, batch["x"] @ params["in"], params["stack"])
            x = (x - jnp.mean(x, 0)) / (jnp.std(x, 0) + 0.1)
            return jnp.mean((x @ params["out"] - batch["y"]) ** 2) + 0.1 * jnp.mean(squares), {}
        return momentum_step(loss, params, momentum)
    return step, (params, zeros(params))


# bf16 rounds by 2^-8 of what it adds up, here numbers near 1, in each of four layers there
# and back. (A pipeline of popt gives the bits of its one device.)
@case(lambda: tokens(), rtol=2**-5, atol=2**-5)
def scan_llama_bf16():
    """The layers of scan_llama in bf16, all of them computed again."""
    return llama(scanned=True, half=True)


@case(lambda: {"image": values(8, 8, 8, 3), "y": values(8, 6)}, rtol=1e-3, atol=1e-3)
def patches():
    """A convolution cuts patches, attention drops elements by keys, AdamW has a
    schedule: constants of all kinds, which every stage makes for itself."""
    width = 8
    params = {f"l{i}": {"attention": attention_weights(width), "up": weights(width, width)}
              for i in range(4)}
    params["l0"]["patch"] = values(4, 4, 3, width) / 20
    params["l3"]["head"] = weights(width, 6)
    state = {"count": np.int32(0), "mu": zeros(params), "nu": zeros(params)}

    def step(params, opt, batch):
        keys = jax.random.split(jax.random.fold_in(jax.random.key(3), opt["count"]), 8)

        def drop(key, x):
            return jnp.where(jax.random.bernoulli(key, 0.9, x.shape), x / 0.9, 0)

        def loss(params):
            x = jax.lax.conv_general_dilated(batch["image"], params["l0"]["patch"], (4, 4), "SAME",
                                             dimension_numbers=("NHWC", "HWIO", "NHWC"))
            x = x.reshape(8, 4, width)
            for i in range(4):
                layer = params[f"l{i}"]
                x = x + drop(keys[2 * i], attention(layer["attention"], x, x))
                x = x + drop(keys[2 * i + 1], jax.nn.gelu(x @ layer["up"]))
            return jnp.mean((x.mean(1) @ params["l3"]["head"] - batch["y"]) ** 2)
        value, gradient = jax.value_and_grad(loss)(params)
        count = opt["count"] + 1
        t = count.astype(jnp.float32)
        rate = 0.02 * jnp.minimum(1.0, t / 4)
        mu = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, opt["mu"], gradient)
        nu = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, opt["nu"], gradient)
        params = jax.tree.map(
            lambda p, m, v: p - rate * (m / (1 - 0.9 ** t) / (jnp.sqrt(v / (1 - 0.99 ** t)) + 1e-3)
                                        + 0.01 * p), params, mu, nu)
        return params, {"count": count, "mu": mu, "nu": nu}, {"loss": value, "rate": rate}
    return step, (params, state)


@case(lambda: {"x": values(16, 12)})
def forward():
    """No training: one visit of every coordinate."""
    params = layers(12, 16, 16, 16, 6)

    def step(params, batch):
        x = chain(params, batch["x"])
        return {"largest": jnp.max(x), "y": x}
    return step, (params,)


# Their tests compare what is sent and held; nothing runs.
ONLY_MODULES = {"scan_gpt", "scan_narrow", "twin_gpt", "twin_llama", "twin_mlp", "twin_narrow"}


def write_results(exported, name, step, start, batches, count):
    """What JAX makes of one call, and of all steps."""
    folder = os.path.join(FOLDER, name)
    run = jax.jit(step)
    results, state, curve = None, list(start), []
    for batch in batches:
        out = run(*state, batch)
        if not count:
            results, final = jax.tree.leaves(out), []
            break
        results = results or jax.tree.leaves(out)
        state[:count] = out[:count]
        metrics = jax.tree.leaves(out[-1])
        curve.append([float(m) for m in metrics])
        final = jax.tree.leaves(out[:count])
    save_arrays(os.path.join(folder, "expected.npz"), results, "res")
    if count:
        exported.save_batches(os.path.join(folder, "batches.npz"),
                              [{len(start): batch} for batch in batches])
        save_arrays(os.path.join(folder, "final.npz"), final, "res")
        with open(os.path.join(folder, "curve.json"), "w") as file:
            json.dump({"names": sorted(out[-1]), "metrics_per_step": curve}, file)
            file.write("\n")


def write(name):
    make, make_batch, tolerance = CASES[name]
    step, start = make()
    batches = [make_batch() for _ in range(STEPS)]
    folder = os.path.join(FOLDER, name)
    # State: all trees that the step returns but the last, the metrics.
    names = list(step.__code__.co_varnames[:step.__code__.co_argcount])
    count = 0 if name == "forward" else 3 if name == "batch_norm" else 2
    args = (*start, batches[0])
    module = os.path.join(folder, "single.mlir")
    exported = export(step, args, path=module, inputs="inputs.npz", names=names,
                      donate_argnums=tuple(range(count)))
    os.remove(exported.case_file)
    with open(module, "w") as file:  # of locations the arguments' names stay
        file.write(re.sub(r'^#loc.*\n| loc\((".*?"\()?#loc\d*\)\)?', "", exported.text,
                          flags=re.M))
    if name in ONLY_MODULES:
        os.remove(os.path.join(folder, "inputs.npz"))
    else:
        write_results(exported, name, step, start, batches, count)
    with open(os.path.join(folder, "case.json"), "w") as file:
        json.dump({"name": name, "notes": make.__doc__, **tolerance,
                   "args": [{"name": a["name"]} for a in exported.args]}, file)
        file.write("\n")


def layer_of(x, own):
    return x + jnp.tanh(x @ own["w"] + own["b"]), None


def grouped(stack, size):
    return jax.tree.map(lambda a: a.reshape(-1, size, *a.shape[1:]), stack)


def part(stack, *at):
    return jax.tree.map(lambda a: a[slice(*at)], stack)


def in_groups(size, **policy):
    def group(x, own):
        return jax.lax.scan(layer_of, x, own)
    return lambda x, stack: jax.lax.scan(jax.checkpoint(group, **policy), x, grouped(stack, size))[0]


def scan_of_scans(x, stack):
    def group(x, own):
        return jax.lax.scan(layer_of, x, own)
    return jax.lax.scan(group, x, grouped(stack, 2))[0]


def unrolled(size):
    return lambda x, stack: jax.lax.scan(layer_of, x, stack, unroll=size)[0]


def by_slices(x, stack):
    for i in range(6):
        x, _ = jax.checkpoint(layer_of)(x, jax.tree.map(lambda a: a[i], stack))
    return x


def in_parts(x, stack):
    x, _ = jax.lax.scan(layer_of, x, part(stack, 0, 2))
    return jax.lax.scan(layer_of, x, part(stack, 2, 6))[0]


def in_pairs(x, stack):
    def pair(x, own):
        return layer_of(layer_of(x, own[0])[0], own[1])
    return jax.lax.scan(pair, x, (part(stack, 0, 6, 2), part(stack, 1, 6, 2)))[0]


def three_in_a_step(x, stack):
    def step(x, own):
        for j in range(3):
            x, _ = layer_of(x, jax.tree.map(lambda a: a[j], own))
        return x, None
    return jax.lax.scan(step, x, grouped(stack, 3))[0]


def backwards(x, stack):
    def group(x, own):
        return jax.lax.scan(layer_of, x, own, reverse=True)
    return jax.lax.scan(group, x, grouped(part(stack, None, None, -1), 2), reverse=True)[0]


def turned_around(x, stack):
    return jax.lax.scan(layer_of, x, part(stack, None, None, -1), reverse=True)[0]


def by_numbers(x, stack):
    def pair(x, own):
        return layer_of(layer_of(x, own[0])[0], own[1])
    rows = [jax.tree.map(lambda a: a[np.array(numbers)], stack)
            for numbers in ([0, 2, 4], [1, 3, 5])]
    return jax.lax.scan(pair, x, rows)[0]


def taken(x, stack):
    for i in range(6):
        x, _ = layer_of(x, jax.tree.map(lambda a: jnp.take(a, i, axis=0), stack))
    return x


def nested(x, stack):
    def group(x, i):
        def layer(j, x):
            return layer_of(x, jax.tree.map(lambda a: a[2 * i + j], stack))[0]
        return jax.lax.fori_loop(0, 2, layer, x), None
    return jax.lax.scan(group, x, jnp.arange(3))[0]


def one_beside(x, stack):
    x, _ = jax.lax.scan(layer_of, x, part(stack, 0, 5))
    return layer_of(x, jax.tree.map(lambda a: a[5], stack))[0]


def rest_in_groups(x, stack):
    def group(x, own):
        return jax.lax.scan(layer_of, x, own, unroll=2)
    return jax.lax.scan(group, x, grouped(stack, 3))[0]


# Six layers, in all the ways in which programs walk along a stack; what they compute is
# the same.
FORMS = {
    "plain": lambda x, stack: jax.lax.scan(layer_of, x, stack)[0],
    "groups2": in_groups(2), "groups3": in_groups(3), "unroll2": unrolled(2),
    "unroll4": unrolled(4), "slices": by_slices, "parts": in_parts, "pairs": in_pairs,
    "three": three_in_a_step, "backwards": backwards, "numbers": by_numbers, "taken": taken,
    "nested": nested, "turned": turned_around,
    "dots": in_groups(2, policy=jax.checkpoint_policies.dots_saveable),
    "scans": scan_of_scans, "unroll6": unrolled(6), "beside": one_beside,
    "rests": rest_in_groups,
}
# Those that are tried without training, too.
SERVED = ["plain", "unroll2", "unroll6", "beside", "rests"]


def write_forms(name):
    """One module for each form, and the inputs and results that all of them have."""
    params = {"in": weights(12, 8), "out": weights(8, 6), **stacked(6, 8, 8)}
    batch = batch_of(12, 6)()
    args = (params, zeros(params), zeros(params), batch) if name == "forms" else (params, batch)
    folder = os.path.join(FOLDER, name)
    for form in FORMS if name == "forms" else SERVED:
        walk = FORMS[form]

        def serve(params, batch):
            x = walk(batch["x"] @ params["in"], params["stack"])
            return {"y": x @ params["out"]}

        def train(params, mean, square, batch):
            def loss(params):
                return jnp.mean((serve(params, batch)["y"] - batch["y"]) ** 2)
            value, gradient = jax.value_and_grad(loss)(params)
            mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, gradient)
            square = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, square, gradient)
            params = jax.tree.map(lambda p, m, v: p - 0.01 * m / (jnp.sqrt(v) + 1e-3), params,
                                  mean, square)
            return params, mean, square, {"loss": value}
        step = train if name == "forms" else serve
        names = list(step.__code__.co_varnames[:step.__code__.co_argcount])
        module = os.path.join(folder, form + ".mlir")
        exported = export(step, args, path=module, inputs="inputs.npz", names=names,
                          donate_argnums=(0, 1, 2) if name == "forms" else ())
        os.remove(exported.case_file)
        with open(module, "w") as file:
            file.write(re.sub(r'^#loc.*\n| loc\((".*?"\()?#loc\d*\)\)?', "", exported.text,
                              flags=re.M))
        results = jax.tree.leaves(jax.jit(step)(*args))
        if form == "plain":
            expected = results
            save_arrays(os.path.join(folder, "expected.npz"), results, "res")
        for a, b in zip(results, expected):
            np.testing.assert_allclose(a, b, 1e-4, 1e-5, err_msg=form)
    with open(os.path.join(folder, "case.json"), "w") as file:
        json.dump({"name": name, "notes": write_forms.__doc__, "rtol": 1e-4, "atol": 1e-5,
                   "args": [{"name": a["name"]} for a in exported.args]}, file)
        file.write("\n")


if __name__ == "__main__":
    FOLDER = sys.argv[1]
    jax.config.update("jax_disable_most_optimizations", True)
    for chosen in sys.argv[2:] or [*CASES, "forms", "served"]:
        random = np.random.default_rng(7)
        write_forms(chosen) if chosen in ("forms", "served") else write(chosen)
