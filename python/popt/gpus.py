"""Which processors a program is compiled for, and which GPUs of this process it runs on."""
import contextlib
import glob
import json
import math
import numbers
import os
import re
import sys
from collections.abc import Iterable

from . import native
from .artifacts import meshes_of
from .errors import PoptError

# Of each GPU on Linux, and of all in a Linux of Windows.
_NODES, _NODE_OF_WINDOWS = "/dev/nvidia[0-9]*", "/dev/dxg"
# What stderr has been told already: one line for each choice, not for each function.
_said = set()


def choose_target(target, devices, ranks, name, may_take_gpus):
    """(target, GPUs by rank) of what the user wrote. The target is as poptc has it, or
    None for its default; the GPUs are the driver's numbers; none: as the target has them.
    "auto" takes GPUs where there is one for each of `ranks` (None: not known), which reach
    each other, and `may_take_gpus`.

    Errors: ValueError, TypeError for what is no target or device, PoptError for a GPU
    that is not there or too old.
    """
    if not isinstance(target, str):
        raise TypeError(f"target is {target!r}: \"auto\", \"cpu\" or a GPU such as \"sm_90\"")
    if isinstance(devices, str) or not isinstance(devices, (numbers.Integral, type(None), Iterable)):
        devices = [devices]
    wanted = None if isinstance(devices, (numbers.Integral, type(None))) else [
        _number(device) for device in devices]
    may_choose = wanted is None
    if wanted is not None and target == "cpu":
        raise ValueError("devices lists GPUs, but target is \"cpu\": leave one of them out")
    if wanted == []:
        raise ValueError("devices is empty: list a GPU for each rank, or leave it out")
    if target != "auto":
        return target, wanted or []
    if wanted is None and not (may_take_gpus and ranks is not None and _may_show(ranks)):
        return None, []
    with native.new_lock():
        gpus, why = native.load().gpus()
        reach = wanted is not None or native.load().can_connect(list(range(ranks)))
    if wanted is None:
        wanted = list(range(ranks))
        if len(gpus) < ranks or not reach or not all(_target_of(gpus, number) for number in wanted):
            return None, []
    elif not gpus:
        raise PoptError(f"devices lists GPUs, but {why}")
    for number in wanted:
        if number >= len(gpus):
            raise PoptError(f"devices: there is no GPU {number}: the driver shows {len(gpus)}, from "
                            "0; list others, or show more GPUs (CUDA_VISIBLE_DEVICES)")
        if not _target_of(gpus, number):
            raise PoptError(f"devices: GPU {number} ({gpus[number][0]}) is sm_{gpus[number][1]}, and "
                            "programs are for sm_80 or newer: list others, or leave devices out")
    oldest = min(wanted, key=lambda number: gpus[number][1])
    target = _target_of(gpus, oldest)
    _say(name, target, gpus, wanted)
    return target, [] if may_choose else wanted


def _may_show(count):
    """Whether the driver may show so many GPUs. It is asked only then: once it has begun,
    processes that are forked cannot use it."""
    return (bool(os.environ.get("POPT_CUDA_DRIVER")) or os.path.exists(_NODE_OF_WINDOWS)
            or len(glob.glob(_NODES)) >= count)


def _target_of(gpus, number):
    return native.load().target_of_gpu(gpus[number][1])


def _say(name, target, gpus, wanted):
    key = (target, tuple(wanted))
    if key in _said:
        return
    _said.add(key)
    all_ = sorted(set(wanted))
    which = (f"GPU {all_[0]}" if len(all_) == 1 else
             f"GPUs {', '.join(map(str, all_[:-1]))} and {all_[-1]}" if len(all_) < 5 else
             f"{len(all_)} GPUs")
    models = ", ".join(dict.fromkeys(gpus[number][0] for number in all_))
    print(f"popt: {name} runs on {which} ({models}, {target}); target=\"cpu\" takes processors",
          file=sys.stderr)


def _number(device):
    """The driver's number of a GPU: of a number, "cuda:1", a jax.Device or a torch.device."""
    if isinstance(device, numbers.Integral) and device >= 0:
        return int(device)
    if getattr(device, "platform", None) in ("gpu", "cuda"):  # of JAX
        return device.local_hardware_id
    # torch.device("cuda", 1) is the text "cuda:1", too.
    if text := re.fullmatch(r"cuda(?::(\d+))?", str(device)):
        return int(text[1] or 0)
    raise ValueError(f"devices: {device!r} is no GPU: a number from 0, \"cuda:1\", or a device of JAX "
                     "or torch")


@contextlib.contextmanager
def said_of_gpus(chosen):
    """Where popt has chosen the GPUs, an error of theirs also says how to do without."""
    try:
        yield
    except PoptError as error:
        if not chosen:
            raise
        raise type(error)(f"{error}\npopt has chosen GPUs: target=\"cpu\" takes processors"
                          + _WHO_HAS_MEMORY * ("out of memory" in str(error))) from None


# Of a GPU that is full.
_WHO_HAS_MEMORY = ("; JAX takes three quarters of a GPU's memory at its own first use, unless "
                   "XLA_PYTHON_CLIENT_PREALLOCATE=false is set before")


def ranks_of(axes, text, plan, devices):
    """How many ranks a module will have, with these axes beside its own or in their place;
    None where the plan chooses."""
    times = {name.rpartition(":")[2] for name in axes if name.startswith("time:")}
    sizes = {axis: size for mesh in meshes_of(text) for axis, size in mesh.items()}
    sizes |= {name.rpartition(":")[2]: size for name, size in axes.items()}
    if plan == "auto":
        if devices is not None:
            return (devices if isinstance(devices, numbers.Integral) else
                    len(devices) if isinstance(devices, (list, tuple)) else 1)
        return _product(sizes, times) if sizes else None
    try:
        if isinstance(plan, (str, os.PathLike)):
            with open(plan, encoding="utf-8") as file:
                plan = json.load(file)
        changed = (plan or {}).get("mesh", {})
        for kind in "device", "stage":
            sizes.update(changed.get(kind, []))
            times.difference_update(name for name, _ in changed.get(kind, []))
        times.update(name for name, _ in changed.get("time", []))
    except (OSError, ValueError, TypeError, AttributeError):
        return None  # the compiler says what is wrong with it
    return _product(sizes, times)


def _product(sizes, times):
    of_ranks = [size for name, size in sizes.items() if name not in times]
    # What is no number, the compiler refuses.
    return math.prod(of_ranks) if all(isinstance(size, numbers.Integral) for size in of_ranks) else None
