"""A small image classifier, two convolutions and a linear layer, trained by SGD:
for spatial parallelism, where devices hold rows of images and exchange halos.
Makes demo/conv:

    python python/examples/conv_train.py [FOLDER]

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

BATCH, SIDE, CHANNELS, WIDTH, CLASSES, STEPS = 8, 16, 3, 8, 4, 10


def convolve(x, kernel):
    return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME",
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))


def train_step(params, batch):
    def loss_of(params):
        x = jax.nn.relu(convolve(batch["image"], params["conv1"]))
        x = jax.nn.relu(convolve(x, params["conv2"]))
        logits = jnp.mean(x, axis=(1, 2)) @ params["head"]
        picked = jax.nn.one_hot(batch["label"], CLASSES) * jax.nn.log_softmax(logits)
        return -jnp.mean(jnp.sum(picked, axis=-1))

    loss, grads = jax.value_and_grad(loss_of)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), {"loss": loss}


def arguments():
    rng = np.random.default_rng(3)

    def weight(*shape):
        scale = np.prod(shape[:-1]) ** -0.5
        return (rng.standard_normal(shape) * scale).astype(np.float32)

    params = {"conv1": weight(3, 3, CHANNELS, WIDTH), "conv2": weight(3, 3, WIDTH, WIDTH),
              "head": weight(WIDTH, CLASSES)}
    batches = [{"image": rng.standard_normal((BATCH, SIDE, SIDE, CHANNELS)).astype(np.float32),
                "label": rng.integers(0, CLASSES, BATCH).astype(np.int32)} for _ in range(STEPS)]
    return (params, batches[0]), batches


def export_to(folder):
    args, data = arguments()
    case = popt.export(train_step, args, donate_argnums=(0,), inputs="inputs.npz",
                       path=os.path.join(folder, "single.mlir"))
    case.save_batches(os.path.join(folder, "batches.npz"), [{1: b} for b in data])


if __name__ == "__main__":
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    export_to(sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "demo", "conv"))
