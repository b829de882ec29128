"""A layer with a loss, for tests of calls: threads' and processes'."""
import jax.numpy as jnp
import numpy as np

X = np.random.default_rng(0).standard_normal((8, 6)).astype(np.float32)


def weights():
    rng = np.random.default_rng(1)
    return {"b": jnp.asarray(rng.standard_normal(4), jnp.float32),
            "w": jnp.asarray(0.3 * rng.standard_normal((6, 4)), jnp.float32)}


def loss_of(params, x):
    return jnp.mean(jnp.tanh(x @ params["w"] + params["b"]) ** 2)
