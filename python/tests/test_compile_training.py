"""Everyday training through popt.compile: optimizers and models, each on several
meshes, as jax.jit trains for 20 steps."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
import optax
import popt
import pytest
from jax.sharding import PartitionSpec as P

pytestmark = pytest.mark.usefixtures("native")

STEPS = 20
# Both sides compute in f32 (half an ulp: 6e-8) and differ in the order of sums of
# at most 64 terms and in the last bit of functions. Measured over all cases below:
# losses by up to 3.5e-7 of their value, parameters by up to 3.9e-7. Some thirty times
# that leaves room for JAX's kernels for other processors. Of parameters the bound is
# absolute: Adam divides a gradient by its own size, so that a step of 1e-2 carries the
# relative error of a gradient near zero, whatever the parameter's size. A wrong
# gradient shows: its sign alone moves a parameter by 2e-2 in the first step.
LOSS = {"rtol": 1e-5, "atol": 0}
PARAMETERS = {"rtol": 0, "atol": 2e-5}
OPTIMIZERS = {
    "sgd": optax.sgd(1e-2), "momentum": optax.sgd(1e-2, momentum=0.9, nesterov=True),
    "adam": optax.adam(1e-2), "adamw": optax.adamw(1e-2), "adamax": optax.adamax(1e-2),
    "nadam": optax.nadam(1e-2), "amsgrad": optax.amsgrad(1e-2), "adagrad": optax.adagrad(1e-2),
    "adadelta": optax.adadelta(1e-1), "rmsprop": optax.rmsprop(1e-3), "lion": optax.lion(1e-3),
    "lamb": optax.lamb(1e-2), "lars": optax.lars(1e-2), "adafactor": optax.adafactor(1e-2),
    "radam": optax.radam(1e-2),
    "chain": optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(
        optax.warmup_cosine_decay_schedule(0, 1e-2, 5, 20)))}


RNG = np.random.default_rng(0)


def normal(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def dense(*shape):
    return normal(*shape) / np.float32(np.sqrt(shape[0]))


# --- models: parameters, batch, loss; layers are "first" and "second" -----------------

def mlp(p, x, y):
    x = jax.nn.gelu(x @ p["first"]["w"] + p["first"]["b"])
    return jnp.mean((x @ p["second"]["w"] + p["second"]["b"] - y) ** 2)


def attention_block(p, x):
    q, k, v = (x @ p[name] for name in "qkv")
    scores = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((6, 6), bool)),
                                      q @ k.swapaxes(1, 2) / 4, -1e9))
    x = x + scores @ v
    return x + jax.nn.relu(x @ p["up"]) @ p["down"]


def transformer(p, x, y):
    x = p["first"]["embedding"][x]
    for layer in ("first", "second"):
        x = attention_block(p[layer], x)
    logits = x @ p["second"]["head"]
    return jnp.mean(optax.softmax_cross_entropy_with_integer_labels(logits, y))


def convolution(p, x, y):
    for layer in ("first", "second"):
        x = jax.lax.conv_general_dilated(x, p[layer]["kernel"], (2, 2), "SAME",
                                         dimension_numbers=("NHWC", "HWIO", "NHWC"))
        x = jax.nn.relu(x + p[layer]["b"])
    return jnp.mean((jnp.mean(x, (1, 2)) - y) ** 2)


def recurrent(p, x, y):
    for layer in ("first", "second"):
        def cell(h, x, p=p[layer]):
            h = jnp.tanh(x @ p["w"] + h @ p["u"])
            return h, h
        _, x = jax.lax.scan(cell, jnp.zeros((x.shape[1], 8)), x)
    return jnp.mean((x[-1] - y) ** 2)


def experts(p, x, y):
    for layer in ("first", "second"):
        gates = jax.nn.softmax(x @ p[layer]["gate"])
        x = x + jnp.einsum("be,edf,bd->bf", gates, p[layer]["w"], x)
    return jnp.mean((x - y) ** 2)


def bilinear(p, x, y):
    x = jnp.einsum("bi,ijk,bj->bk", x, p["first"]["w"], x)
    return optax.huber_loss(x * p["second"]["w"], y).mean()


def blocks(*shapes):
    return {layer: {name: dense(*shape) for name, shape in s.items()}
            for layer, s in zip(("first", "second"), shapes)}


HEADS = {"q": (8, 8), "k": (8, 8), "v": (8, 8), "up": (8, 16), "down": (16, 8)}
MODELS = {
    "mlp": (mlp, blocks({"w": (6, 16), "b": (16,)}, {"w": (16, 4), "b": (4,)}),
            normal(8, 6), normal(8, 4)),
    "transformer": (transformer, blocks({**HEADS, "embedding": (12, 8)}, {**HEADS, "head": (8, 12)}),
                    RNG.integers(0, 12, (8, 6)), RNG.integers(0, 12, (8, 6))),
    "convolution": (convolution, blocks({"kernel": (3, 3, 4, 8), "b": (8,)},
                                        {"kernel": (3, 3, 8, 4), "b": (4,)}),
                    normal(8, 8, 8, 4), normal(8, 4)),
    "recurrent": (recurrent, blocks({"w": (4, 8), "u": (8, 8)}, {"w": (8, 8), "u": (8, 8)}),
                  normal(5, 8, 4), normal(8, 8)),
    "experts": (experts, blocks({"gate": (8, 4), "w": (4, 8, 8)}, {"gate": (8, 4), "w": (4, 8, 8)}),
                normal(8, 8), normal(8, 8)),
    "bilinear": (bilinear, blocks({"w": (4, 4, 6)}, {"w": (6,)}), normal(8, 4), normal(8, 6)),
}
BATCH_DIM = {"recurrent": 1}


def fsdp(leaf):
    """The first dimension that four ranks divide."""
    for dim, size in enumerate(leaf.shape):
        if size % 4 == 0:
            return P(*[None] * dim, "dp")
    return P()


def tensor_parallel(leaf):
    return P(*[None] * (leaf.ndim - 1), "tp") if leaf.ndim and leaf.shape[-1] % 2 == 0 else P()


def plans(model, params, opt):
    """{plan: options of popt.compile}."""
    dim = BATCH_DIM.get(model, 0)
    batch = P(*[None] * dim, "dp")
    labels = P("dp")

    def layers(tree):
        return [{"match": f"*['{layer}']*", "at": {"pp": [stage]}}
                for stage, layer in enumerate(tree)]
    return {
        "single": {},
        "dp2": {"mesh": {"dp": 2}, "in_shardings": (P(), P(), batch, labels)},
        "fsdp4": {"mesh": {"dp": 4}, "in_shardings": (*jax.tree.map(fsdp, (params, opt)), batch,
                                                      labels)},
        "dp2_tp2": {"mesh": {"dp": 2, "tp": 2},
                    "in_shardings": (*jax.tree.map(tensor_parallel, (params, opt)), batch, labels)},
        "pp2_mb4": {"mesh": {"stage:pp": 2, "time:mb": 4}, "batch": {"x": dim, "y": 0},
                    "plan": {"popt_plan": 1, "shardings": layers(params)}, "schedule": "1f1b"},
    }


@functools.cache
def reference(model, optimizer):
    """(the step, its first state, JAX's losses and last parameters): the same for all plans."""
    loss_of, params, x, y = MODELS[model]
    tx = OPTIMIZERS[optimizer]

    def step(params, opt, x, y):
        loss, grads = jax.value_and_grad(loss_of)(params, x, y)
        updates, opt = tx.update(grads, opt, params)
        return optax.apply_updates(params, updates), opt, loss
    first = state = (params, jax.jit(tx.init)(params))
    compiled, losses = jax.jit(step), []
    for _ in range(STEPS):
        *state, loss = compiled(*state, x, y)
        losses.append(loss)
    return step, first, losses, state[0]


def train(model, optimizer, plan):
    step, first, losses, expected = reference(model, optimizer)
    _, _, x, y = MODELS[model]
    compiled = popt.compile(step, (*first, x, y), **plans(model, *first)[plan])
    ours = first
    for expected_loss in losses:
        *ours, loss = compiled(*ours, x, y)
        np.testing.assert_allclose(loss, expected_loss, **LOSS)
    whole = jax.tree.map(lambda a: a.gather() if isinstance(a, popt.Array) else a, ours[0])
    jax.tree.map(lambda a, b: np.testing.assert_allclose(
        np.asarray(a, np.float32), np.asarray(b, np.float32), **PARAMETERS), whole, expected)
    assert set(compiled.state) >= {"params"}, compiled.state


PLANS = ("single", "dp2", "fsdp4", "dp2_tp2", "pp2_mb4")


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_optimizers(optimizer, plan):
    train("mlp", optimizer, plan)


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("model", MODELS)
def test_models(model, plan):
    train(model, "adamw", plan)
