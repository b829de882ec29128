"""Makes the package importable from the source tree and keeps JAX on the CPU
with four devices, for the meshes of these tests."""
import gc
import glob
import os
import sys

import pytest

import fake_gpus

os.environ.setdefault("JAX_PLATFORMS", "cpu")
# Tests are of what is compiled now, but for those of the cache.
os.environ["POPT_CACHE_DIR"] = ""
# XLA computes expected results of small models, and takes twice as long to compile them with
# its own optimizations; `make check-all` compares with those, too.
if not os.environ.get("POPT_LONG"):
    os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import jax  # noqa: E402

import popt  # noqa: E402

jax.config.update("jax_num_cpu_devices", 4)


def pytest_addoption(parser):
    parser.addoption("--on-fake-gpus", action="store_true",
                     help="functions without a target run on four GPUs of the fake driver")


def pytest_configure(config):
    if config.getoption("--on-fake-gpus"):
        os.environ |= {"POPT_CUDA_DRIVER": str(fake_gpus.LIBRARY), "POPT_FAKE_CUDA": "devices=4"}
    elif glob.glob(popt.gpus._NODES):
        # Tests are of processors, also on a machine with GPUs; where there are none, all is as
        # users have it.
        os.environ["POPT_CUDA_DRIVER"] = fake_gpus.NO_DRIVER


@pytest.fixture(scope="session")
def native():
    """The compiler as a library; skips where it was not built."""
    try:
        return popt.native.load()
    except ImportError as reason:
        pytest.skip(str(reason))


@pytest.fixture
def compiled_once(tmp_path, monkeypatch):
    """What a test runs in several ways is compiled once."""
    monkeypatch.setenv("POPT_CACHE_DIR", str(tmp_path / "programs"))


@pytest.fixture(autouse=True)
def finds_nothing(request):
    """What a test gives the fake driver's GPUs is right."""
    yield
    if request.config.getoption("--on-fake-gpus"):
        assert fake_gpus.report() is None


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


@pytest.fixture
def cuda(gpus):
    """Another library on GPU 0 of two, and the counters of the driver."""
    fake = gpus("devices=2,seed=5")
    cuda = fake_gpus.Cuda(fake.library)
    cuda.counters = fake.counters
    yield cuda
    gc.collect()
    cuda.close()
