"""Makes the package importable from the source tree and keeps JAX on the CPU
with four devices, for the meshes of these tests."""
import os
import sys

import pytest

os.environ.setdefault("JAX_PLATFORMS", "cpu")
# Tests are of what is compiled now, but for those of the cache.
os.environ["POPT_CACHE_DIR"] = ""
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import jax  # noqa: E402

import popt  # noqa: E402

jax.config.update("jax_num_cpu_devices", 4)


@pytest.fixture(scope="session")
def native():
    """The compiler as a library; skips where it was not built."""
    try:
        return popt.native.load()
    except ImportError as reason:
        pytest.skip(str(reason))
