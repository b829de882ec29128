"""A PyTorch model, its loss and its optimizer as one parallel program.

    step = popt.torch.compile(model, lambda model, x, y: F.cross_entropy(model(x), y),
                              torch.optim.AdamW(model.parameters()), mesh={"dp": 4},
                              in_shardings="dp")
    for x, y in loader:
        loss = step(x, y)
    model.load_state_dict(step.state_dict())

torchax runs PyTorch's own forward pass and the optimizer's own `step` on JAX's
tracers; gradients are JAX's. So the program is one of JAX, and all that popt has for
those holds: plans, pipelines, microbatches, checkpoints, several processes.
"""
import collections
import contextlib
import copy
import inspect
import math
import os
import unittest.mock
from collections.abc import Mapping

import numpy as np

from .array import Array
from .jit import jit

try:
    import torch
    import torchax
    from torchax.tensor import Tensor
except ImportError as error:
    raise ImportError(f"popt.torch needs PyTorch and torchax, as `pip install popt[torch]` has them: {error}",
                      name=error.name) from error
import jax
from jax._src import source_info_util
from jax.sharding import PartitionSpec

from .as_pytorch import as_pytorch

# Locations are lines of models, not of what runs them on tracers.
for _library in (torch, torchax):
    source_info_util.register_exclusion(os.path.dirname(_library.__file__))

# What of a parameter group schedulers change: data of the program. What chooses an
# implementation, and changes no number. The rest are settings, each with its program.
_SCHEDULED = ("lr", "momentum", "betas", "weight_decay")
_PLAIN = {"foreach": False, "fused": False, "capturable": False, "differentiable": False}


def compile(module, loss, optimizer, *, shardings=None, in_shardings=None, before_update=None,
            plan=None, seed=None, **options):
    """A training step of `module`; returns a `Step`, which compiles when it is called.

    module          a `torch.nn.Module` on the CPU; its mode (train or eval) at a call counts
    loss            a function of the module and of a call's arguments, which returns a
                    scalar, or (scalar, what else a call is to return)
    optimizer       a `torch.optim.Optimizer` of the module's parameters; its own `step`
                    is compiled. Numbers of its groups are read at each call, so schedulers
                    work. Not: closures (LBFGS), sparse gradients
    shardings       {pattern of parameters' names: sharding}, such as
                    {"*.q_proj.weight": "tp", "*.o_proj.weight": (None, "tp")}; the last
                    match wins. The optimizer's state follows
    in_shardings    of the call's arguments: one for all, or a list of one for each
    before_update   a function of the module, called when parameters have their `grad`, as
                    lambda module: torch.nn.utils.clip_grad_norm_(module.parameters(), 1.0)
    plan            as of `popt.compile`, instead of shardings. Names are
                    params['layers.0.weight'], buffers['bn.running_mean'],
                    optimizer['layers.0.weight']['exp_avg'], and those of the loss
    seed            of dropout and other random numbers; None: `torch.initial_seed()`
    options         others of `popt.compile`: mesh, batch, schedule, memory_budget, …

    A sharding is an axis, a tuple of axes by dimension, or a PartitionSpec. Integers of 64
    bits are of 32 within the program, as JAX has them.

    Errors: ValueError for parameters of 64 bits without JAX's option jax_enable_x64, for an
    optimizer of other parameters, and for a plan beside shardings; TypeError for what is no
    module, optimizer or option.
    """
    for what, kind, name in ((module, torch.nn.Module, "module"), (optimizer, torch.optim.Optimizer, "optimizer")):
        if not isinstance(what, kind):
            raise TypeError(f"{name} is a {type(what).__name__}, and no {kind.__module__}.{kind.__name__}")
    return Step(module, loss, optimizer, shardings, in_shardings, before_update, plan, seed, options)


class Step:
    """A training step whose parameters, buffers and optimizer's state the ranks hold. Call
    it with a batch, tensors or arrays; it returns the loss, and what else `loss` does.

    jitted      the `popt.Jitted` that it calls, with its programs
    """

    def __init__(self, module, loss, optimizer, shardings, in_shardings, before_update, plan, seed,
                 options):
        self._module, self._optimizer, self._loss = module, optimizer, _Loss(module, loss)
        self._before_update = before_update
        self._tensors = {**dict(module.named_parameters()), **dict(module.named_buffers())}
        self._names = {id(tensor): name for name, tensor in self._tensors.items()}
        self._check()
        self._params = self._buffers = self._state = None
        self._key = jax.random.key(torch.initial_seed() % 2**32 if seed is None else seed)
        batch = list(inspect.signature(loss).parameters.values())[1:]
        self._signature = inspect.Signature(batch)
        if plan is None:
            plan = _plan_of(shardings)
        elif shardings is not None:
            raise ValueError("compile() takes shardings or a plan, which has a place for them")
        self.jitted = jit(self._as_function_of(batch), static_argnums=(5,), plan=plan,
                          in_shardings=_of_arguments(in_shardings, batch), **options)

    def __call__(self, *batch, **named):
        after = self.jitted(*self._arguments(batch, named))
        self._params, self._buffers = after["params"], after["buffers"]
        self._state, self._key = after["optimizer"], after["key"]
        self._optimizer._opt_called = True  # by which schedulers know that a step was taken
        return _map(_tensor, after["loss"])

    def compiled(self, *batch, **named):
        """The `popt.Compiled` that a call with this batch runs: its report, memory, cost."""
        return self.jitted.compiled(*self._arguments(batch, named))

    def check(self, *batch, **named):
        """A step of the ranks beside one of PyTorch on the CPU, both from the state as it is now,
        which stays: {"loss" or a name of `state_dict`: largest difference of an element}. torchax
        has its own form of each operation, so do this once with a new model, without dropout."""
        batch = self._signature.bind(*batch, **named).args
        ours, theirs = self.state_dict(), self.optimizer_state_dict()
        module, optimizer = copy.deepcopy((self._module, self._optimizer))
        module.load_state_dict(ours)
        optimizer.load_state_dict(theirs)
        optimizer.zero_grad()
        expected = self._loss.function(module, *_map(
            lambda leaf: leaf.clone() if isinstance(leaf, torch.Tensor) else leaf, batch))
        expected = expected[0] if isinstance(expected, tuple) else expected
        expected.backward()
        if self._before_update is not None:
            self._before_update(module)
        type(optimizer).step(optimizer)
        before = [_map(_on_host, each) for each in (self._params, self._buffers, self._state)], self._key
        found = self(*batch)
        after = {"loss": found[0] if isinstance(found, tuple) else found, **self.state_dict()}
        (self._params, self._buffers, self._state), self._key = before
        self.jitted.newest.progress.steps -= 1
        return {name: (after[name].double() - tensor.detach().double()).abs().max().item()
                for name, tensor in {"loss": expected, **module.state_dict()}.items() if tensor.numel()}

    def state_dict(self):
        """The module's, with what the ranks have: {name: tensor}."""
        self._load()
        values = {**self._params, **self._buffers}
        found = self._module.state_dict(keep_vars=True)
        for name, tensor in found.items():
            if id(tensor) in self._names:
                found[name] = _tensor(values[self._names[id(tensor)]], tensor.dtype)
        return found

    def load_state_dict(self, state, strict=True):
        """As the module's: it and the ranks go on from there."""
        found = self._module.load_state_dict(state, strict)
        self._load(anew=True)
        return found

    def optimizer_state_dict(self):
        """The optimizer's, with what the ranks have, in PyTorch's form."""
        self._load()
        for group in self._optimizer.param_groups:
            for parameter in group["params"]:
                values = self._state.get(self._names[id(parameter)])
                if values:
                    self._optimizer.state[parameter] = _map(_tensor, values)
        return self._optimizer.state_dict()

    def load_optimizer_state_dict(self, state):
        """As the optimizer's: it and the ranks go on from there."""
        self._load()
        self._optimizer.load_state_dict(state)
        self._state = self._of_optimizer(self._optimizer.state)

    def save(self, folder, **options):
        """A checkpoint, as `popt.Jitted.save` writes it: binaries and any mesh load it."""
        return self.jitted.save(folder, **options)

    def _check(self):
        """Errors: those of `compile`."""
        closure = inspect.signature(type(self._optimizer).step).parameters.get("closure")
        if closure is not None and closure.default is inspect.Parameter.empty:
            raise ValueError(f"{type(self._optimizer).__name__} calls the loss within its step, and a "
                             "program has one forward pass: take an optimizer without a closure")
        for name, tensor in self._tensors.items():
            if tensor.dtype in (torch.float64, torch.complex128) and not jax.config.jax_enable_x64:
                raise ValueError(f"{name} is {tensor.dtype}, which JAX takes for half of it: "
                                 "jax.config.update(\"jax_enable_x64\", True), or module.float()")
        for number, group in enumerate(self._optimizer.param_groups):
            for parameter in group["params"]:
                if id(parameter) not in self._names:
                    raise ValueError(f"a parameter {list(parameter.shape)} in group {number} of the "
                                     "optimizer is none of the module")

    def _load(self, anew=False):
        """What the ranks begin with."""
        if self._params is not None and not anew:
            return
        arrays = {name: _array(tensor) for name, tensor in self._tensors.items()}
        parameters = dict(self._module.named_parameters())
        self._params = {name: array for name, array in arrays.items() if name in parameters}
        self._buffers = {name: array for name, array in arrays.items() if name not in parameters}
        if self._state is None:
            self._state = self._of_optimizer(self._optimizer.state or _first_state(self._optimizer))

    def _of_optimizer(self, state):
        return {self._names[id(parameter)]: _map(_array, dict(values))
                for parameter, values in state.items()}

    def _arguments(self, batch, named):
        batch = self._signature.bind(*batch, **named).args if named else batch
        self._load()
        numbers, settings = zip(*map(_numbers_of, self._optimizer.param_groups))
        modes = tuple(module.training for module in self._module.modules())
        trained = tuple(tensor.requires_grad for tensor in self._tensors.values())
        return (self._params, self._buffers, self._state, self._key, list(numbers),
                (settings, modes, trained), *(_map(_array, dict(part) if isinstance(part, Mapping) else part)
                                              for part in batch))

    def _as_function_of(self, batch):
        """The step as a function for JAX."""
        def train(params, buffers, optimizer, key, groups, settings, *batch):
            del settings  # What they say is read of the module and the optimizer, as now.
            loss, gradients, buffers, key = self._gradients(params, buffers, key, batch)
            params, optimizer = self._updated(params, buffers, gradients, optimizer, groups)
            return {"params": params, "buffers": buffers, "optimizer": optimizer, "key": key, "loss": loss}
        own = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
               for name in inspect.signature(train).parameters if name != "batch"]
        train.__signature__ = inspect.Signature([*own, *batch])
        train.__name__ = type(self._module).__name__
        return train

    def _gradients(self, params, buffers, key, batch):
        """(loss and what else it returns, {name: gradient}, buffers, key) after a forward pass.
        A parameter that the loss does not depend on has no gradient, as of PyTorch."""
        env = torchax.default_env()

        def loss_of(trained):
            tensors = env.j2t_iso({**params, **trained, **buffers})
            named = {f"module.{name}": tensor for name, tensor in tensors.items()}
            with env.override_property(prng=key), env, as_pytorch(), _own_tensors():
                result = torch.func.functional_call(self._loss, named, env.j2t_iso(batch))
                after = env.prng_key
            result = env.t2j_iso(result)
            loss = result[0] if isinstance(result, tuple) else result
            # A forward pass may have put other tensors in place of buffers.
            return loss, (result, {name: named[f"module.{name}"].jax() for name in buffers}, after)
        trained = {self._names[id(parameter)]: params[self._names[id(parameter)]]
                   for group in self._optimizer.param_groups for parameter in group["params"]
                   if parameter.requires_grad}
        (_, (result, buffers, key)), gradients = jax.value_and_grad(loss_of, has_aux=True)(trained)
        needed = _needed(lambda trained: loss_of(trained)[0], trained)
        return result, {name: gradients[name] for name in needed}, buffers, key

    def _updated(self, *given):
        """(parameters, state) after the optimizer's step. Where its usual form looks at numbers
        of the state, the one that PyTorch captures in CUDA graphs may not."""
        try:
            return self._updated_by(*given)
        except jax.errors.ConcretizationTypeError as error:
            try:
                return self._updated_by(*given, capturable=True)
            except jax.errors.ConcretizationTypeError:
                raise TypeError(f"{type(self._optimizer).__name__} decides by numbers that only a step has, so "
                                "it can't be part of a program") from error

    def _updated_by(self, params, buffers, gradients, state, groups, capturable=False):
        env = torchax.default_env()
        tensors = env.j2t_iso({**params, **buffers})
        for name, gradient in gradients.items():
            tensors[name].grad = Tensor(gradient, env)
        optimizer = copy.copy(self._optimizer)
        optimizer.param_groups = [{
            **group, **_PLAIN, "capturable": capturable,
            **{key: _map(lambda array, value: _Number(array, env, value), numbers[key], group[key])
               for key in numbers},
            "params": [tensors[self._names[id(parameter)]] for parameter in group["params"]]}
            for group, numbers in zip(self._optimizer.param_groups, groups)]
        optimizer.state = collections.defaultdict(dict, {
            tensors[name]: env.j2t_iso(values) for name, values in state.items()})
        with env, as_pytorch(differentiable=False), torch.no_grad(), \
                unittest.mock.patch("torch.compiler.is_compiling", lambda: True):
            if self._before_update is not None:
                torch.func.functional_call(_Loss(self._module, self._before_update), {
                    f"module.{name}": tensor for name, tensor in tensors.items()})
            type(optimizer).step(optimizer)
        names = {id(tensor): name for name, tensor in tensors.items()}
        return ({name: tensors[name].jax() for name in params},
                {names[id(tensor)]: env.t2j_iso(dict(values)) for tensor, values in optimizer.state.items()})


class _Loss(torch.nn.Module):
    """A function of a module, as a module, whose parameters can be replaced for a call."""

    def __init__(self, module, function):
        super().__init__()
        self.module, self.function = module, function

    def forward(self, *batch):
        return self.function(self.module, *batch)


@contextlib.contextmanager
def _own_tensors():
    """Says what to do where a computation meets a tensor that the program does not have."""
    try:
        yield
    except AssertionError as error:
        if "mixed math" not in str(error):
            raise
        raise TypeError("a tensor of PyTorch that is no parameter, buffer or argument meets those of the "
                        "program: make it a buffer (module.register_buffer), or where a forward pass makes "
                        "it, on the device of an argument (device=x.device)") from error


class _Number(Tensor):
    """A number of a parameter group: data, but what it is compared with Python's numbers for
    is decided when the program is compiled. Its sign is one of the settings."""

    def __new__(cls, array, env, value):
        return super().__new__(cls, array, env)

    def __init__(self, array, env, value):
        super().__init__(array, env)
        self.value = value


def _compare(name):
    def compare(self, other):
        if isinstance(other, (int, float)):
            return getattr(float(self.value), name)(float(other))
        return getattr(Tensor, name)(self, other)
    return compare


for _name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(_Number, _name, _compare(_name))
_Number.__hash__ = Tensor.__hash__


class _Recorder(dict):
    """A parameter's state, with what each of its values was first set to."""

    def __init__(self, *values):
        super().__init__(*values)
        self.first = {}

    def __setitem__(self, key, value):
        if key not in self:
            self.first[key] = copy.deepcopy(value)
        super().__setitem__(key, value)


def _first_state(optimizer):
    """{parameter: state} before the first step, which makes it. A copy takes that step with
    NaN as gradients, and a value is what it was first set to. Where that has NaN, as SGD's
    momentum does, it is 0 if a step from there is the same, else left to the first step."""
    given = [parameter for group in optimizer.param_groups for parameter in group["params"]
             if parameter.requires_grad]
    first = _after_step(optimizer, [torch.full_like(parameter, math.nan) for parameter in given])[1]
    first = [{key: value for key, value in state.first.items() if not _has_nan(value)} for state in first]
    generator = torch.Generator().manual_seed(0)
    gradients = [torch.rand(parameter.shape, generator=generator).to(parameter.dtype) for parameter in given]
    values, states = _after_step(optimizer, gradients, first)
    zeros = [{**state, **{key: torch.zeros_like(value) for key, value in after.first.items()
                          if isinstance(value, torch.Tensor)}} for state, after in zip(first, states)]
    if any(len(full) > len(state) for full, state in zip(zeros, first)):
        others, after = _after_step(optimizer, gradients, zeros)
        if all(map(torch.equal, values, others)) and all(map(_same, states, after)):
            first = zeros
    return dict(zip(given, first))


def _after_step(optimizer, gradients, states=None):
    """(values, states) of the parameters that have gradients after a step of a copy."""
    shadow = copy.copy(optimizer)
    shadow.param_groups, shadow.state = [], collections.defaultdict(_Recorder)
    gradients, found = iter(gradients), []
    for group in optimizer.param_groups:
        parameters = [parameter.detach().clone().requires_grad_(parameter.requires_grad)
                      for parameter in group["params"]]
        for parameter in parameters:
            if parameter.requires_grad:
                parameter.grad = next(gradients)
                if states:
                    shadow.state[parameter] = _Recorder(copy.deepcopy(states[len(found)]))
                found.append(parameter)
        shadow.param_groups.append({**group, **_PLAIN, "params": parameters})
    type(optimizer).step(shadow)
    return found, [shadow.state[parameter] for parameter in found]


def _has_nan(value):
    return isinstance(value, torch.Tensor) and bool(value.isnan().any())


def _same(state, other):
    return state.keys() == other.keys() and all(
        torch.equal(value, other[key]) if isinstance(value, torch.Tensor) else value == other[key]
        for key, value in state.items())


def _needed(loss_of, trained):
    """The names of the arguments by which the result can be differentiated."""
    jaxpr = jax.make_jaxpr(loss_of)(trained).jaxpr
    needed = {id(jaxpr.outvars[0])}
    for equation in reversed(jaxpr.eqns):
        if equation.primitive.name != "stop_gradient" and any(id(var) in needed for var in equation.outvars):
            needed.update(map(id, equation.invars))
    return [name for name, var in zip(sorted(trained), jaxpr.invars) if id(var) in needed]


def _numbers_of(group):
    """What of a parameter group is data, and the rest that changes a step, with the signs of
    the data, since optimizers leave out what is 0."""
    numbers = {key: _map(lambda value: np.asarray(value, np.float32), group[key])
               for key in _SCHEDULED if key in group}
    settings = {key: value for key, value in group.items()
                if key not in ("params", *_SCHEDULED, *_PLAIN)}
    return numbers, repr((settings, _map(np.sign, numbers)))


def _map(function, tree, *rest):
    return torch.utils._pytree.tree_map(function, tree, *rest)


def _array(value):
    """An array of a tensor's bits; of a number of Python, one of JAX's type for it."""
    if isinstance(value, (bool, int, float)):
        return np.asarray(value, {bool: np.bool_, int: np.int32, float: np.float32}[type(value)])
    if not isinstance(value, torch.Tensor):
        return value
    value = value.detach().cpu().contiguous()
    dtype = torchax.ops.mappings.NUMPY_UNSUPPORTED_DTYPES.get(value.dtype)
    if dtype is None:
        return np.array(value.numpy())
    dtype = np.dtype(dtype)
    return np.array(value.view(_BITS[dtype.itemsize]).numpy()).view(dtype)


_BITS = {1: torch.uint8, 2: torch.int16}


def _on_host(value):
    """A copy of a leaf of the state, whole."""
    return np.array(value.gather()) if isinstance(value, Array) else value


def _tensor(value, dtype=None):
    """A tensor of an array's bits; with a dtype, of that."""
    value = np.array(_on_host(value))
    ours = torchax.ops.mappings.j2t_dtype(value.dtype)
    if value.dtype.kind == "V":
        value = value.view({1: np.uint8, 2: np.int16}[value.dtype.itemsize])
        return torch.from_numpy(value).view(ours)
    return torch.from_numpy(value).to(dtype or ours)


def _plan_of(shardings):
    if not shardings:
        return None
    return {"popt_plan": 1, "shardings": [
        {"match": f"params['{pattern}']", **(spec if isinstance(spec, Mapping) else {"dims": [
            [axes] if isinstance(axes, str) else list(axes or ()) for axes in _spec(spec)]})}
        for pattern, spec in shardings.items()]}


def _of_arguments(specs, batch):
    """in_shardings of the step's function."""
    if specs is None:
        return None
    specs = list(map(_spec, specs)) if isinstance(specs, list) else [_spec(specs)] * len(batch)
    return (None,) * 5 + tuple(specs)


def _spec(spec):
    return PartitionSpec(*((spec,) if isinstance(spec, str) else spec or ()))
