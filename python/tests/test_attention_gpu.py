"""Attention on GPUs: one command of the step table, by cuDNN or by the runtime's own
kernels, on the fake driver and its libraries; against JAX's own on the same numbers, as
test_attention.py does on processors. The tolerances and their reasons are that file's.
"""
import json
import os

import pytest

jax = pytest.importorskip("jax")

from fake_gpus import LIBRARY
from test_attention import FORMS, compare, run

pytestmark = pytest.mark.skipif(not LIBRARY.exists(), reason="the fake driver is not built")


@pytest.fixture(params=["cudnn", "own"])
def counted(request, monkeypatch, tmp_path):
    """How often the library was asked; None if there is none."""
    counters = tmp_path / "counters.json"
    monkeypatch.setenv("POPT_CUDA_DRIVER", os.fspath(LIBRARY))
    monkeypatch.setenv("POPT_CUBLASLT", os.fspath(LIBRARY))
    monkeypatch.setenv("POPT_CUDNN", os.fspath(LIBRARY) if request.param == "cudnn" else "off")
    monkeypatch.setenv("POPT_FAKE_CUDA", f"counters={counters}")
    return lambda: (request.param, json.loads(counters.read_text())["attentions"])


def on_gpu(form, dtype, mesh, tmp_path):
    for expected, got in run(FORMS[form], dtype, mesh, tmp_path, flags=["--target=sm_90"],
                             modes=([],)):
        compare(expected, got, dtype)


@pytest.mark.parametrize("form", FORMS)
def test_whole(form, counted, tmp_path):
    on_gpu(form, "bfloat16", "whole", tmp_path)
    calls = 1 if form == "inference" else 2
    assert counted() in [("cudnn", calls), ("own", 0)]


@pytest.mark.parametrize("form", ["causal", "one-bias"])
def test_f16(form, counted, tmp_path):
    on_gpu(form, "float16", "whole", tmp_path)
    assert counted() in [("cudnn", 2), ("own", 0)]


# Calls of all ranks. A bias's gradient that is still to be summed is decomposed. Queries
# that could be split under a mask by position, or whose keys' gradients would be summed,
# are left whole here, by price: blocks of them would be decomposed.
@pytest.mark.parametrize("mesh,form,calls", [
    ("dp", "causal-lengths", 4), ("dp", "one-bias", 2), ("tp", "bias-of-heads", 4),
    ("tp4", "grouped", 8), ("sp", "causal", 4), ("sp", "lengths", 4), ("sp", "inference", 2),
    ("all", "grouped", 16)])
def test_divided(mesh, form, calls, counted, tmp_path):
    on_gpu(form, "bfloat16", mesh, tmp_path)
    assert counted() in [("cudnn", calls), ("own", 0)]
