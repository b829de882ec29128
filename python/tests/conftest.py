"""Makes the package importable from the source tree and keeps JAX on the CPU
with four devices, for the meshes of these tests."""
import gc
import os
import sys

import pytest

import fake_gpus

os.environ.setdefault("JAX_PLATFORMS", "cpu")
# Tests are of what is compiled now, but for those of the cache.
os.environ["POPT_CACHE_DIR"] = ""
# And of processors, also on a machine with GPUs.
os.environ["POPT_CUDA_DRIVER"] = fake_gpus.NO_DRIVER
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


@pytest.fixture
def gpus(native, monkeypatch):
    """gpus("devices=2"): the fake driver with these."""
    def start(words="devices=2"):
        monkeypatch.setenv("POPT_CUDA_DRIVER", str(fake_gpus.LIBRARY))
        monkeypatch.setenv("POPT_FAKE_CUDA", words)
        monkeypatch.setattr(popt.gpus, "_said", set())
        started.append(fake_gpus.FakeGpus(words))
        return started[-1]
    started = []
    yield start
    gc.collect()
    if started:
        assert started[-1].report() is None
        assert started[-1].counters()["live_objects"] == 0
