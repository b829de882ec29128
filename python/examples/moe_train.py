"""A mixture of experts: each token goes to the best of four experts, which take
so many tokens each. Trained by SGD: for expert parallelism, where devices hold
experts and tokens travel. Makes demo/moe:

    python python/examples/moe_train.py [FOLDER]

  single.mlir   no shardings
  inputs.npz, batches.npz, *.json
"""
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import popt  # noqa: E402

TOKENS, WIDTH, HIDDEN, EXPERTS, CAPACITY, STEPS = 32, 16, 32, 4, 12, 10


def mix(params, x):
    """Each group of tokens fills its own places in the experts: g groups, s tokens."""
    gates = jax.nn.softmax(jnp.einsum("gsd,de->gse", x, params["gate"]))
    chosen = jax.nn.one_hot(jnp.argmax(gates, axis=-1), EXPERTS)
    place = (jnp.cumsum(chosen, axis=1) - 1) * chosen
    dispatch = chosen[..., None] * jax.nn.one_hot(place, CAPACITY)
    taken = jnp.einsum("gsec,gsd->egcd", dispatch, x)
    hidden = jax.nn.relu(jnp.einsum("egcd,edh->egch", taken, params["up"]))
    made = jnp.einsum("egch,ehd->egcd", hidden, params["down"])
    return jnp.einsum("gsec,gse,egcd->gsd", dispatch, gates, made)


def train_step(params, batch):
    def loss_of(params):
        return jnp.mean((batch["x"] + mix(params, batch["x"]) - batch["y"]) ** 2)

    loss, grads = jax.value_and_grad(loss_of)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), {"loss": loss}


def arguments():
    rng = np.random.default_rng(5)

    def values(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    params = {"gate": values(WIDTH, EXPERTS), "up": values(EXPERTS, WIDTH, HIDDEN) / 4,
              "down": values(EXPERTS, HIDDEN, WIDTH) / 6}
    batches = [{"x": values(4, TOKENS, WIDTH), "y": values(4, TOKENS, WIDTH)} for _ in range(STEPS)]
    return (params, batches[0]), batches


def export_to(folder):
    args, data = arguments()
    case = popt.export(train_step, args, donate_argnums=(0,), inputs="inputs.npz",
                       path=os.path.join(folder, "single.mlir"))
    case.save_batches(os.path.join(folder, "batches.npz"), [{1: b} for b in data])


if __name__ == "__main__":
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    export_to(sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "demo", "moe"))
