"""A three-layer classifier trained by SGD with momentum: the smallest whole
example. Exported for one device and for two annotated meshes. Makes demo/mlp:

    python python/examples/mlp_train.py [FOLDER]

  single.mlir   no shardings
  dp4.mlir      data parallel: the batch over "dp"
  tp4.mlir      tensor parallel: columns, rows, whole
  inputs.npz, batches.npz, *.json
"""
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import popt  # noqa: E402

SIZES, BATCH, STEPS = (24, 64, 64, 8), 16, 20


def train_step(params, momentum, batch):
    def loss_of(params):
        x = batch["features"]
        for layer in params[:-1]:
            x = jax.nn.relu(x @ layer["weight"] + layer["bias"])
        logits = x @ params[-1]["weight"] + params[-1]["bias"]
        picked = jax.nn.one_hot(batch["label"], SIZES[-1]) * jax.nn.log_softmax(logits)
        return -jnp.mean(jnp.sum(picked, axis=-1))

    loss, grads = jax.value_and_grad(loss_of)(params)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, grads)
    params = jax.tree.map(lambda p, m: p - 0.05 * m, params, momentum)
    return params, momentum, {"loss": loss}


def arguments():
    rng = np.random.default_rng(7)
    layer = lambda rows, columns: {
        "weight": (rng.standard_normal((rows, columns)) * rows ** -0.5).astype(np.float32),
        "bias": np.zeros(columns, np.float32)}
    params = [layer(*pair) for pair in zip(SIZES, SIZES[1:])]
    centres = rng.standard_normal((SIZES[-1], SIZES[0]))

    def batch():
        label = rng.integers(0, SIZES[-1], BATCH)
        noise = 0.5 * rng.standard_normal((BATCH, SIZES[0]))
        return {"features": (centres[label] + noise).astype(np.float32),
                "label": label.astype(np.int32)}
    data = [batch() for _ in range(STEPS)]
    return (params, jax.tree.map(np.zeros_like, params), data[0]), data


COLUMNS = {"weight": P(None, "tp"), "bias": P("tp")}
ROWS = {"weight": P("tp"), "bias": P()}
WHOLE = {"weight": P(), "bias": P()}


def export_to(folder):
    args, data = arguments()
    case = popt.export(train_step, args, donate_argnums=(0, 1), inputs="inputs.npz",
                       path=os.path.join(folder, "single.mlir"))
    for name, mesh, layers, batch in (("dp4", {"dp": 4}, [WHOLE] * 3, P("dp")),
                                      ("tp4", {"tp": 4}, [COLUMNS, ROWS, WHOLE], P())):
        popt.export(train_step, args, donate_argnums=(0, 1), mesh=mesh,
                    in_shardings=(layers, layers, batch), out_shardings=(layers, layers, P()),
                    inputs=None, path=os.path.join(folder, name + ".mlir"))
    case.save_batches(os.path.join(folder, "batches.npz"), [{2: b} for b in data])


if __name__ == "__main__":
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    export_to(sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "demo", "mlp"))
