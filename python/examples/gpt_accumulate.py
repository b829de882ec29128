"""The GPT of gpt_train.py with gradient accumulation written by hand, beside the
plain step that popt splits into microbatches itself (--mesh time:mb=4):

    python python/examples/gpt_accumulate.py FOLDER [MICROBATCHES [SCALE]]

  plain.mlir        the training step, batch over "dp"
  accumulated.mlir  the same step with a lax.scan over microbatches
  inputs.npz        parameters, optimizer state and a batch for either

Both give the same numbers up to the order of sums. SCALE multiplies width and
batch, for timing; bench/accumulation.py runs the two side by side.
"""
import os
import sys

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

import gpt_train
from gpt_train import adamw, loss_of, popt

MESH = {"dp": 2}


def update(params, optimizer, loss, grads):
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
    grads = jax.tree.map(lambda g: g / jnp.maximum(norm, 1.0), grads)
    params, optimizer = adamw(params, optimizer, grads)
    return params, optimizer, {"loss": loss, "gradient_norm": norm}


def plain(params, optimizer, batch):
    loss, grads = jax.value_and_grad(loss_of)(params, batch, lambda x, name: x)
    return update(params, optimizer, loss, grads)


def accumulated(microbatches):
    def rows(x):
        """[batch, ...] as [microbatch, row, ...]; every device keeps its rows."""
        x = x.reshape(x.shape[0] // microbatches, microbatches, *x.shape[1:]).swapaxes(0, 1)
        return jax.lax.with_sharding_constraint(x, P(None, "dp"))

    def step(params, optimizer, batch):
        def add(carried, batch):
            loss, grads = jax.value_and_grad(loss_of)(params, batch, lambda x, name: x)
            return jax.tree.map(jnp.add, carried, (loss, grads)), None
        zeros = (0.0, jax.tree.map(jnp.zeros_like, params))
        (loss, grads), _ = jax.lax.scan(add, zeros, jax.tree.map(rows, batch))
        return update(params, optimizer, loss / microbatches,
                      jax.tree.map(lambda g: g / microbatches, grads))
    return step


def export_to(folder, microbatches=4, scale=1):
    gpt_train.WIDTH *= scale
    gpt_train.BATCH *= scale
    args, _ = gpt_train.arguments()
    for name, step in (("plain", plain), ("accumulated", accumulated(microbatches))):
        popt.export(step, args, donate_argnums=(0, 1), mesh=MESH, inputs="inputs.npz",
                    in_shardings=(P(), P(), P("dp")), out_shardings=(P(), P(), P()),
                    names=("params", "optimizer", "batch"),
                    path=os.path.join(folder, name + ".mlir"))


if __name__ == "__main__":
    export_to(sys.argv[1], *map(int, sys.argv[2:]))
