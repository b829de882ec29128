"""Makes the package importable from the source tree and keeps JAX on the CPU
with four devices, for the meshes of these tests."""
import os
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import jax  # noqa: E402

jax.config.update("jax_num_cpu_devices", 4)
