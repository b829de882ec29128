# How lit runs the tests of this folder.
#
# Substitutions:
#   %popt %poptc %popt-run %popt-ckpt %popt-plan %popt-reduce   the tools of this build
#   %popt-check                         the test driver of test/tools
#   %fake-cuda   the CUDA driver that interprets PTX (test/fake)
#   %shared   the shared data folder (REQUIRES: shared)
#   %python   the Python of .venv where it exists, else python3
#   %src %build %cmake %cxx %llvm       folders and tools of this build
# Features:
#   shared, numpy, mpmath, safetensors, jax, mkdocs, mpi, mpi-shim, gpu, chromium, valgrind, namespaces    what this machine has
#   nccl-headers    POPT_NCCL_INCLUDES names folders that have an nccl.h
#   pypi    pip reaches PyPI (long runs)
#   static-llvm    LLVM and MLIR are here as static libraries, too
#   mounts    a mount namespace of one's own is allowed
#   native                              the compiled part of the Python package is built
#   popt, poptc, popt-run, popt-ckpt, popt-plan, popt-reduce, popt-check    the tool is built
#   long                                POPT_LONG=1 (make check-all)
# A test whose name ends in ".long" is collected by `make check-all` only.
import glob
import os
import shutil
import subprocess

import lit.formats

config.name = "popt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.join(config.popt_src_root, "test")
config.test_exec_root = os.path.join(config.popt_build_root, "test")
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "tools", "CMakeLists.txt"]

long_run = os.environ.get("POPT_LONG", "0") not in ("", "0")
if long_run:
    config.suffixes.append(".long")
    config.available_features.add("long")

tools = os.path.join(config.popt_build_root, "bin")
path = [tools, config.popt_llvm_bin, os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input-filter=error"
# The Python package of the source tree uses this build, too.
config.environment["POPT_BIN"] = tools
# Tests are of what is compiled now, but for those of the cache.
config.environment["POPT_CACHE_DIR"] = ""
# As in python/tests/conftest.py.
if not long_run:
    config.environment["XLA_FLAGS"] = "--xla_backend_optimization_level=0"
# Scripts of tests share what starts processes.
config.environment["PYTHONPATH"] = os.path.join(config.test_source_root, "harness")
for name in ("POPT_LONG", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS",
             "HOME", "JAX_PLATFORMS", "LD_LIBRARY_PATH", "POPT_NCCL_INCLUDES"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

shared = os.path.abspath(os.environ.get(
    "POPT_SHARED", os.path.join(config.popt_src_root, "..", "shared")))
config.environment["POPT_SHARED"] = shared
if os.path.isdir(os.path.join(shared, "corpus")):
    config.available_features.add("shared")

python = os.path.join(config.popt_src_root, ".venv", "bin", "python")
if not os.path.exists(python):
    python = shutil.which("python3") or "/usr/bin/python3"


def can(*command):
    """Whether the command runs and succeeds here."""
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, timeout=120,
                              stderr=subprocess.DEVNULL).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


if can(python, "-c", "import numpy"):
    config.available_features.add("numpy")
if can(python, "-c", "import mpmath, scipy"):
    config.available_features.add("mpmath")
if glob.glob(os.path.join(config.popt_build_root, "python", "_native*.so")):
    config.available_features.add("native")
if can(python, "-m", "mkdocs", "--version"):
    config.available_features.add("mkdocs")
if can(python, "-c", "import numpy, safetensors"):
    config.available_features.add("safetensors")
if can(python, "-c", "import jsonschema"):
    config.available_features.add("jsonschema")
if can(python, "-c", "import highspy"):
    config.available_features.add("highspy")
if can(python, "-c", "import jax, flax, optax"):
    config.available_features.add("jax")
# Asks the network, so only long runs do.
if long_run and can(python, "-m", "pip", "index", "versions", "nvidia-nccl-cu13"):
    config.available_features.add("pypi")
if os.environ.get("POPT_NCCL_INCLUDES"):
    config.available_features.add("nccl-headers")
if glob.glob(os.path.join(config.popt_llvm_root, "lib", "libMLIRIR.a")):
    config.available_features.add("static-llvm")
for program in ("chromium", "valgrind"):
    if shutil.which(program):
        config.available_features.add(program)
if shutil.which("mpirun"):
    config.available_features.add("mpi")
if can("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"):
    config.available_features.add("mounts")
shim = os.path.join(config.popt_build_root, "lib", "popt", "libpopt-mpi.so")
if os.path.exists(shim):
    config.available_features.add("mpi-shim")
space = f"popt{os.getpid()}"
if can("sh", "-c", f"ip netns add {space} && unshare --uts true && "
       f"ip link add {space}x netns {space} type veth peer name {space}y netns {space}; "
       f"status=$?; ip netns del {space}; exit $status"):
    config.available_features.add("namespaces")
if os.path.exists("/dev/nvidia0") and can("nvidia-smi", "-L"):
    config.available_features.add("gpu")

# Longest names first: lit replaces in order, and %popt is a prefix of %popt-run.
for tool in ("popt-reduce", "popt-check", "popt-ckpt", "popt-plan", "popt-run", "poptc",
             "popt"):
    file = os.path.join(tools, tool)
    if os.path.exists(file):
        config.available_features.add(tool)
    config.substitutions.append(("%" + tool + r"(?![\w-])", file))
config.substitutions += [
    ("%fake-cuda", os.path.join(config.popt_build_root, "runtime", "fake",
                                "libpopt-fake-cuda.so")),
    ("%mpi-shim", shim),
    ("%shared", shared),
    ("%python", python),
    ("%src", config.popt_src_root),
    ("%build", config.popt_build_root),
    ("%cmake", config.popt_cmake),
    ("%cxx", config.popt_cxx),
    ("%llvm", config.popt_llvm_root),
]
