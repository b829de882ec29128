"""A training step for tests of GPUs, with state, a scalar and a whole array as results."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

import popt

W = np.linspace(-1, 1, 8 * 4, dtype=np.float32).reshape(8, 4)
X = np.linspace(-2, 1, 7 * 8, dtype=np.float32).reshape(7, 8)
N = np.arange(7, dtype=np.int32)


def train(w, x, n):
    loss, gradient = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
    return w - 0.1 * gradient, loss, (x @ w) * n[:, None]


EXPECTED = [np.asarray(a) for a in jax.jit(train)(W, X, N)]
# One rank; two, of which each holds a part of a batch that 2 does not divide; and parts
# that lie apart in the whole.
MESHES = {"one": (None, None), "dp": ({"dp": 2}, (None, P("dp"), P("dp"))),
          "tp": ({"tp": 2}, (P("tp"), P(None, "tp"), None)),
          "shared": ({"dp": 2, "tp": 2}, (P("tp"), P("dp", "tp"), None))}


def compiled(mesh, **options):
    mesh, shardings = MESHES[mesh]
    return popt.compile(train, (W, X, N), mesh=mesh, in_shardings=shardings,
                        **{"target": "sm_90", **options})
