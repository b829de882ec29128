"""torchax computes what PyTorch does: modes and methods for where it does something else.

Without them gradients pass through torch.no_grad, a change in place of a view is lost, and
running statistics stay as they are, all without a word.
"""
import contextlib
import math
import unittest.mock
import weakref

import jax
import numpy as np
import torch
from torchax.tensor import Tensor


@contextlib.contextmanager
def as_pytorch(differentiable=True):
    """Modes and methods by which torchax computes what PyTorch does."""
    mode, methods = _AsPyTorch(differentiable), unittest.mock.patch.multiple(
        Tensor, flatten=torch.Tensor.flatten, type_as=lambda self, other: self.to(other.dtype),
        detach=torch.Tensor.detach, data=property(torch.Tensor.detach, Tensor.data.fset),
        __setitem__=lambda self, key, value: mode.set_item(self, key, value))
    with methods, unittest.mock.patch.object(torch.autograd.Function, "apply", classmethod(_applied)), mode:
        yield


_apply = torch.autograd.Function.apply.__func__


def _applied(function, *args, **kwargs):
    if function is torch.utils.checkpoint.CheckpointFunction:
        return args[0](*args[2:])  # What is kept is the plan's.
    if function.__module__.startswith("torch."):
        return _apply(function, *args, **kwargs)
    raise TypeError(f"{function.__name__} is a torch.autograd.Function, whose backward is not taken: gradients are "
                    "those of a forward pass; write it with detach, as x + (f(x) - x).detach()")


class _AsPyTorch(torch.overrides.TorchFunctionMode):
    """What torchax has no lowering for, or another one than PyTorch: running statistics,
    results that are put in `out`, factors (alpha, value) that are tensors, no_grad, and
    changes in place of what others view."""

    def __init__(self, differentiable):
        super().__init__()
        self.differentiable = differentiable

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        given = [each for each in _leaves((args, kwargs)) if isinstance(each, Tensor)]
        before = [tensor._elem for tensor in given]
        result = self._call(function, args, kwargs)
        if given and args and given[0] is args[0] and _is_view(function, *args):
            result = _views(function, args, kwargs, result)
        for tensor in _leaves(result):
            if self.differentiable and isinstance(tensor, Tensor) and not torch.is_grad_enabled() \
                    and not any(tensor is each for each in given):
                tensor._elem = jax.lax.stop_gradient(tensor._elem)
        for tensor, array in zip(given, before):
            self._changed(tensor, array)
        return result

    def set_item(self, tensor, key, value):
        before = tensor._elem
        _set_item(tensor, key, value)
        self._changed(tensor, before)

    def _changed(self, tensor, before):
        """After a change in place: without gradient where it was made so, and as tensors see
        it that are views of this one, or that it views."""
        if tensor._elem is before or tensor._elem.shape != before.shape:
            return
        if self.differentiable and not torch.is_grad_enabled():
            tensor._elem = _in_place_of(before, tensor._elem)
        if (base := getattr(tensor, "_base_of", None)) is not None:
            before, places = base._elem, tensor._see(np.arange(base._elem.size, dtype=np.int32).reshape(base.shape))
            base._elem = before.reshape(-1).at[places.reshape(-1)].set(tensor._elem.reshape(-1)).reshape(before.shape)
            if tensor._function is torch.Tensor.detach:
                base._elem = _in_place_of(before, base._elem)
            self._changed(base, before)
        else:
            _refresh(tensor)

    def _call(self, function, args, kwargs):
        name = getattr(function, "__name__", "")
        if (own := _OWN.get(function)) is not None:
            return own(*args, **kwargs)
        for refused, (place, option) in _REFUSED.items():
            if function is refused and (kwargs.get(option) or len(args) > place and args[place]):
                raise TypeError(f"{name} with {option} is not in this build: torchax computes something else than "
                                "PyTorch")
        if function is torch.Tensor.detach:
            return Tensor(jax.lax.stop_gradient(args[0].jax()), args[0]._env)
        if function is torch.Tensor.detach_:
            args[0]._elem = jax.lax.stop_gradient(args[0].jax())
            return args[0]
        if kwargs.get("out") is not None:
            kwargs = dict(kwargs)
            return kwargs.pop("out").copy_(function(*args, **kwargs))
        factor = kwargs.get("alpha", kwargs.get("value"))
        if isinstance(factor, torch.Tensor) and name.rstrip("_") in _WITH_FACTOR:
            result = _WITH_FACTOR[name.rstrip("_")](*args, factor)
            return args[0].copy_(result) if name.endswith("_") else result
        return function(*args, **kwargs)


_set_item = Tensor.__setitem__
# Functions whose results are views; of what is transposed, reshape makes a copy.
_TRANSPOSING = {"t", "transpose", "permute", "movedim", "moveaxis", "swapaxes", "swapdims", "expand",
                "expand_as", "diagonal", "unfold", "__get__"}
_RESHAPING = {"reshape", "flatten", "ravel", "reshape_as"}
_VIEWING = {*_TRANSPOSING, *_RESHAPING, "__getitem__", "view", "view_as", "squeeze", "unsqueeze", "narrow",
            "select", "unflatten", "chunk", "split", "tensor_split", "unbind", "detach"}
_PROPERTIES = [getattr(torch.Tensor, name).__get__ for name in ("T", "mT", "H", "mH")]


def _is_view(function, tensor, *more):
    name = getattr(function, "__name__", "")
    if name == "__get__":
        return function in _PROPERTIES
    if name == "__getitem__":
        return not any(isinstance(part, (list, torch.Tensor)) for part in (*more, *_leaves(more)))
    return name in _VIEWING and not (
        name in _RESHAPING and getattr(getattr(tensor, "_function", None), "__name__", "") in _TRANSPOSING)


def _views(function, args, kwargs, result):
    """The result, a tensor or several, as views of the first argument."""
    base, env = args[0], args[0]._env

    def view(at, tensor):
        def see(array):
            if function is torch.Tensor.detach:
                return jax.lax.stop_gradient(jax.numpy.asarray(array))
            seen = function(Tensor(jax.numpy.asarray(array), env), *args[1:], **kwargs)
            return (seen if at is None else seen[at]).jax()
        if tensor is base or not isinstance(tensor, torch.Tensor):
            return tensor
        tensor = Tensor(tensor.jax(), env)
        tensor._base_of, tensor._see, tensor._function = base, see, function
        base.__dict__.setdefault("_seen_by", []).append(weakref.ref(tensor))
        return tensor
    if isinstance(result, (tuple, list)):
        return type(result)(view(at, tensor) for at, tensor in enumerate(result))
    return view(None, result)


def _refresh(tensor):
    for reference in getattr(tensor, "_seen_by", ()):
        if (view := reference()) is not None:
            view._elem = view._see(tensor._elem)
            _refresh(view)


def _leaves(tree):
    return torch.utils._pytree.tree_leaves(tree)


def _in_place_of(old, new):
    """New numbers, of which the gradient is that of the old."""
    return _replaced(old, new) if jax.numpy.issubdtype(new.dtype, jax.numpy.inexact) else new


_replaced = jax.custom_jvp(lambda old, new: new)
_replaced.defjvp(lambda values, tangents: (values[1], tangents[0]))


_WITH_FACTOR = {"add": lambda x, y, factor: x + y * factor,
                "sub": lambda x, y, factor: x - y * factor,
                "addcmul": lambda x, y, z, factor: x + factor * y * z,
                "addcdiv": lambda x, y, z, factor: x + factor * (y / z)}


# Where torchax computes something else with one option: its place and name.
_REFUSED = {torch.nn.functional.embedding: (5, "scale_grad_by_freq"),
            torch.nn.functional.avg_pool2d: (4, "ceil_mode"),
            torch.nn.functional.avg_pool3d: (4, "ceil_mode")}


def _transposed_convolution(function):
    """torchax takes no heed of groups, which are convolutions beside each other."""
    def convolve(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
        biases = [None] * groups if bias is None else bias.chunk(groups)
        parts = [function(*each, stride, padding, output_padding, 1, dilation)
                 for each in zip(input.chunk(groups, -weight.ndim + 1), weight.chunk(groups), biases)]
        return parts[0] if groups == 1 else torch.cat(parts, -weight.ndim + 1)
    return convolve


def _instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True,
                   momentum=0.1, eps=1e-5):
    x, mean, variance = input, running_mean, running_var
    if mean is not None and use_input_stats:
        dims = list(range(2, x.ndim))
        now, spread = torch.mean(x, dims).mean(0), torch.var(x, dims).mean(0)
        mean.copy_(mean * (1 - momentum) + now.detach() * momentum)
        variance.copy_(variance * (1 - momentum) + spread.detach() * momentum)
        mean = variance = None
    return torch.nn.functional.instance_norm(x, mean, variance, weight, bias, use_input_stats, momentum, eps)


def _batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    x, mean, variance = input, running_mean, running_var
    dims = [dim for dim in range(x.ndim) if dim != 1]
    shape = [1 if dim != 1 else -1 for dim in range(x.ndim)]
    if training:
        now, spread = torch.mean(x, dims), torch.var(x, dims, correction=0)
        if mean is not None:
            count = math.prod(x.shape[dim] for dim in dims)
            mean.copy_(mean * (1 - momentum) + now.detach() * momentum)
            variance.copy_(variance * (1 - momentum) + spread.detach() * (momentum * count / (count - 1)))
    else:
        now, spread = mean, variance
    x = (x - now.reshape(shape)) * torch.rsqrt(spread.reshape(shape) + eps)
    x = x if weight is None else x * weight.reshape(shape)
    return x if bias is None else x + bias.reshape(shape)


_OWN = {torch.nn.functional.batch_norm: _batch_norm, torch.nn.functional.instance_norm: _instance_norm,
        **{each: _transposed_convolution(each) for each in (
            torch.nn.functional.conv_transpose1d, torch.nn.functional.conv_transpose2d,
            torch.nn.functional.conv_transpose3d)}}
