"""popt.torch: models of PyTorch train as in PyTorch, whatever their layout.

`make check-torch` runs it where PyTorch, torchax and transformers are not in .venv.
"""
import copy
import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make check-torch")
pytest.importorskip("torchax", reason="torchax is not installed: make check-torch")

import jax  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402

import popt  # noqa: E402
from torch_models import MODELS, class_loss, images_of  # noqa: E402

pytestmark = [pytest.mark.usefixtures("native"),
              # What a library of others warns of.
              pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning")]


def layouts_of(tp, stages, loss):
    arguments = loss.__code__.co_varnames[1:loss.__code__.co_argcount]
    return {"dp": dict(mesh={"dp": 2}, in_shardings="dp"),
            "fsdp": dict(mesh={"dp": 2}, in_shardings="dp", shardings={"*": "dp"}),
            "tp": dict(mesh={"tp": 2}, shardings=tp),
            # Statistics of a batch are of a microbatch in PyTorch and of the batch here.
            "pp": dict(mesh={"stage:pp": 2, "time:mb": 2}, batch={name: 0 for name in arguments},
                       shardings={match: {"at": {"pp": at}} for match, at in stages.items()})}


def sgd(module):
    return torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9)


def adamw(module):
    # Of biases of keys the gradient is 0 but for rounding: not divided by its own size.
    return torch.optim.AdamW(module.parameters(), lr=1e-3, eps=1e-5)


def in_pytorch(module, loss, optimizer, batch, before_update=None):
    optimizer.zero_grad()
    value = loss(module, *batch)
    value.backward()
    if before_update:
        before_update(module)
    optimizer.step()
    return value.detach()


def train_beside(step, module, optimizer, batches, before_update=None, schedulers=()):
    """Steps of classifiers, each with PyTorch's loss."""
    for batch in batches:
        torch.testing.assert_close(step(*batch), in_pytorch(module, class_loss, optimizer, batch, before_update))
        for each in schedulers:
            each.step()


def compare(step, module, tolerance=1e-4):
    ours, theirs = step.state_dict(), module.state_dict()
    assert ours.keys() == theirs.keys()
    for name, tensor in theirs.items():
        assert ours[name].dtype == tensor.dtype
        torch.testing.assert_close(ours[name], tensor, rtol=0, atol=tolerance, msg=name)


@pytest.mark.parametrize("layout", ("dp", "fsdp", "tp", "pp"))
@pytest.mark.parametrize("model", MODELS)
def test_trains_as_in_pytorch(model, layout):
    make, loss, batch_of, tp, stages = MODELS[model]
    if model in ("llama", "vit"):
        pytest.importorskip("transformers", reason="transformers is not installed: make check-torch")
    torch.manual_seed(0)
    module = make().train()
    reference = copy.deepcopy(module)
    make_optimizer = sgd if model == "resnet" else adamw
    optimizer = make_optimizer(reference)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", popt.CompileWarning)  # parts that are empty
        step = popt.torch.compile(module, loss, make_optimizer(module), **layouts_of(tp, stages, loss)[layout])
        generator = torch.Generator().manual_seed(1)
        for _ in range(20):
            batch = batch_of(generator)
            assert abs(float(step(*batch)) - float(in_pytorch(reference, loss, optimizer, batch))) < 1e-4
    compare(step, reference)
    assert len(step.jitted.programs) == 1 and step.compiled(*batch) is step.jitted.programs[0]
    assert step.jitted.programs[0].state["params"] == "result['params']"
    assert "optimizer" in step.jitted.programs[0].state


class Mlp(nn.Module):
    def __init__(self, width=8, dropout=0.0):
        super().__init__()
        self.up = nn.Linear(4, width, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.down = nn.Linear(width, 3, bias=False)

    def forward(self, x):
        return self.down(self.dropout(torch.tanh(self.up(x))))


def points(generator, count=6):
    return torch.randn(count, 4, generator=generator), torch.randint(0, 3, (count,), generator=generator)


def batches_of(count):
    generator = torch.Generator().manual_seed(1)
    return [points(generator) for _ in range(count)]


def mlp_beside(kind, **settings):
    """(step, reference, both optimizers): an Mlp and a copy in PyTorch."""
    torch.manual_seed(0)
    module = Mlp()
    reference = copy.deepcopy(module)
    optimizers = [kind(each.parameters(), **settings) for each in (module, reference)]
    step = popt.torch.compile(module, class_loss, optimizers[0], mesh={"dp": 2}, in_shardings="dp")
    return step, reference, optimizers


OPTIMIZERS = {
    "SGD": {"lr": 0.1}, "SGD, dampening": {"lr": 0.1, "momentum": 0.9, "dampening": 0.1, "weight_decay": 0.01},
    "SGD, nesterov": {"lr": 0.1, "momentum": 0.9, "nesterov": True}, "Adam": {"amsgrad": True}, "AdamW": {},
    "NAdam": {}, "RAdam": {"lr": 0.1}, "Adamax": {}, "Adagrad": {}, "Adadelta": {},
    "RMSprop": {"momentum": 0.5, "centered": True}, "Rprop": {}, "ASGD": {}}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers(name):
    """The optimizer's own step is compiled: 12 steps under a scheduler, and its state."""
    step, reference, optimizers = mlp_beside(getattr(torch.optim, name.partition(",")[0]), **OPTIMIZERS[name])
    schedulers = [torch.optim.lr_scheduler.StepLR(each, 3, 0.5) for each in optimizers]
    train_beside(step, reference, optimizers[1], batches_of(12), schedulers=schedulers)
    compare(step, reference, 1e-5)
    ours, theirs = step.optimizer_state_dict(), optimizers[1].state_dict()
    assert ours["param_groups"] == theirs["param_groups"]
    torch.testing.assert_close(ours["state"], theirs["state"], rtol=1e-4, atol=1e-5)
    # Momentum that begins with a gradient, as a whole: the first step is another program.
    assert len(step.jitted.programs) == (2 if "dampening" in OPTIMIZERS[name] else 1)


class Signs(torch.optim.Optimizer):
    """An optimizer of one's own, which counts in Python's numbers."""

    def __init__(self, parameters, lr=0.01):
        super().__init__(parameters, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for parameter in group["params"]:
                state = self.state[parameter]
                if not state:
                    state["step"], state["mean"] = 0, torch.zeros_like(parameter)
                state["step"] += 1
                state["mean"] = 0.9 * state["mean"] + 0.1 * parameter.grad
                parameter -= group["lr"] / state["step"] * torch.sign(state["mean"])


def test_an_optimizer_of_ones_own_groups_and_clipping():
    torch.manual_seed(0)
    module = Mlp()
    reference = copy.deepcopy(module)

    def clip(module):
        torch.nn.utils.clip_grad_norm_(module.parameters(), 0.1)
    for make in (lambda m: Signs(m.parameters()),
                 lambda m: torch.optim.AdamW([{"params": [m.up.weight], "lr": 0.1},
                                              {"params": [m.down.weight], "weight_decay": 0.0}])):
        optimizer = make(reference)
        step = popt.torch.compile(module, class_loss, make(module), mesh={"dp": 2}, in_shardings="dp",
                                  before_update=clip)
        train_beside(step, reference, optimizer, batches_of(4), clip)
        compare(step, reference, 1e-5)
        assert len(step.jitted.programs) == 1
        reference.load_state_dict(module.state_dict())


def test_one_cycle_changes_numbers_and_compiles_once():
    step, reference, optimizers = mlp_beside(torch.optim.AdamW, lr=0.1)
    schedulers = [torch.optim.lr_scheduler.OneCycleLR(each, 0.1, total_steps=6) for each in optimizers]
    batches = batches_of(5)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)  # such as that no step was taken
        train_beside(step, reference, optimizers[1], batches, schedulers=schedulers)
    compare(step, reference, 1e-5)
    assert len(step.jitted.programs) == 1
    # What leaves out a part of the step is another program.
    optimizers[0].param_groups[0]["weight_decay"] = 0.0
    step(*batches[0])
    assert len(step.jitted.programs) == 2


@pytest.mark.parametrize("options", (
    dict(mesh={"dp": 2}, in_shardings="dp", plan={"popt_plan": 1, "shardings": [
        {"match": "optimizer*exp_avg*", "dims": [["dp"]]}]}),
    dict(mesh={"dp": 2}, in_shardings="dp", plan={"popt_plan": 1, "shardings": [
        {"match": "optimizer*", "memory": "host"}]}),
    dict(mesh={"node": 2, "dp": 2}, in_shardings=(("node", "dp"),), shardings={"*": "dp"}),
    dict(mesh="dp=2,time:mb=3", batch={"images": 0, "labels": 0}, in_shardings="dp"),
    dict(mesh={"dp": 2}, in_shardings="dp", options={"recompute": "full"}),
    dict(mesh={"dp": 2}, in_shardings="dp", memory_budget="10GB")), ids=str)
def test_rows_of_the_page(options):
    """The table of docs/PyTorch.md."""
    module = Mlp()
    reference = copy.deepcopy(module)
    step = popt.torch.compile(module, class_loss, adamw(module), **options)
    train_beside(step, reference, adamw(reference), batches_of(3))
    compare(step, reference, 1e-5)


def test_frozen_unused_and_statistics():
    """A parameter that is frozen, or that the loss does not depend on, stays as it is, though
    weights decay; running statistics go on, and of the mode eval they don't."""
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.frozen, self.unused = nn.Linear(4, 4), nn.Linear(4, 4)
            self.detached = nn.Parameter(torch.ones(4))
            self.norm, self.head = nn.BatchNorm1d(4), nn.Linear(4, 3)
            self.frozen.requires_grad_(False)

        def forward(self, x):
            return self.head(self.norm(self.frozen(x)) * self.detached.detach())
    torch.manual_seed(0)
    module = Model()
    reference = copy.deepcopy(module)
    optimizers = [torch.optim.AdamW(each.parameters(), lr=0.1, weight_decay=0.5) for each in (module, reference)]
    step = popt.torch.compile(module, class_loss, optimizers[0], mesh={"dp": 2}, in_shardings="dp")
    generator = torch.Generator().manual_seed(1)
    for mode in (True, True, False):
        module.train(mode), reference.train(mode)
        batch = points(generator)
        torch.testing.assert_close(step(*batch), in_pytorch(reference, class_loss, optimizers[1], batch))
    compare(step, reference, 1e-5)
    assert len(step.jitted.programs) == 2
    assert step.state_dict()["norm.num_batches_tracked"] == 2


def test_dropout():
    """Other units in each step, the same with the same seed, and none in eval."""
    module = Mlp(width=512, dropout=0.25)

    def kept(model, x):
        hidden = model.dropout(torch.ones(512) if x is None else x)
        return (model.up.weight * 0).sum() + hidden.sum() * 0, (hidden == 0).float().mean()
    shares = []
    for _ in range(2):
        step = popt.torch.compile(module, kept, torch.optim.SGD(module.parameters(), lr=0.0), mesh={"dp": 2},
                                  seed=3)
        shares.append([float(step(torch.ones(512))[1]) for _ in range(4)])
    assert shares[0] == shares[1] and len(set(shares[0])) > 1
    assert abs(np.mean(shares[0]) - 0.25) < 0.05
    module.eval()
    assert step(torch.ones(512))[1] == 0


def test_state_dicts_in_and_out(tmp_path):
    """A run goes on in PyTorch, and comes back; the last batch is smaller."""
    torch.manual_seed(0)
    module = Mlp()
    reference = copy.deepcopy(module)
    optimizer = torch.optim.AdamW(reference.parameters(), lr=0.1)
    step = popt.torch.compile(module, class_loss, torch.optim.AdamW(module.parameters(), lr=0.1),
                              mesh={"dp": 2}, in_shardings="dp", shardings={"*.weight": "dp"})
    generator = torch.Generator().manual_seed(1)
    batches = [points(generator) for _ in range(3)] + [points(generator, 3)]
    for batch in batches:
        step(*batch)
    reference.load_state_dict(step.state_dict())
    optimizer.load_state_dict(step.optimizer_state_dict())
    expected = [in_pytorch(reference, class_loss, optimizer, batch) for batch in batches]
    assert [round(float(step(*batch)), 5) for batch in batches] == [round(float(x), 5) for x in expected]
    assert step.load_state_dict({}, strict=False).missing_keys == ["up.weight", "down.weight"]
    step.load_state_dict(reference.state_dict())
    step.load_optimizer_state_dict(optimizer.state_dict())
    torch.testing.assert_close(step(*batches[0]), in_pytorch(reference, class_loss, optimizer, batches[0]))
    assert len(step.jitted.programs) == 2
    saved = popt.load(step.save(str(tmp_path / "ck")))
    np.testing.assert_array_equal(saved["params['up.weight']"], step.state_dict()["up.weight"].numpy())
    assert "optimizer['up.weight']['exp_avg']" in list(saved)


class Straight(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, gradient):
        return gradient


def without_gradients(model, x):
    hidden = model.up(x)
    with torch.no_grad():
        target = model.up(x)
        model.seen.mul_(0.9).add_(hidden.mean(0), alpha=0.1)
    other = model.up(x).detach_()
    model.seen.data[1] = 0.5
    return hidden * target, hidden * model.up(x).data, hidden * other, hidden * model.seen


def views_in_place(model, x):
    """Each piece changes a part of another tensor, of which it is a view."""
    found = []
    for change in (lambda y: y.view(-1)[3:7].fill_(0), lambda y: y.t().add_(1), lambda y: y[1:3].zero_(),
                   lambda y: y.transpose(0, 1)[2].mul_(3), lambda y: y.flatten().mul_(2),
                   lambda y: y.diagonal().zero_(), lambda y: y.detach()[0].zero_(), lambda y: y[..., None].add_(1),
                   lambda y: y.T.add_(2), lambda y: y.permute(1, 0).reshape(-1).zero_(),
                   lambda y: y[0][1:].copy_(y[1, 1:]), lambda y: y.unflatten(1, (2, 4))[:, 0, 0].mul_(2)):
        hidden = model.up(x) * 1
        row = hidden[0]
        change(hidden)
        found += [hidden, row]
    return tuple(found)


def methods(model, x):
    hidden, count = model.up(x), torch.arange(8, device=x.device)
    return hidden * count.type_as(x) + count // 3, hidden.reshape(6, 2, 2, 2).flatten(1, -2)


@pytest.mark.parametrize("forward", (without_gradients, views_in_place, methods))
def test_gradients_and_views(forward):
    """no_grad, detached tensors and .data have no gradients; changes in place reach what
    is viewed, and what views it."""
    torch.manual_seed(0)
    module = Mlp()
    module.register_buffer("seen", torch.zeros(8))
    reference = copy.deepcopy(module)

    def loss(model, x):
        found = forward(model, x)
        return sum((each ** 2).mean() for each in found) * 0.1, found
    step = popt.torch.compile(module, loss, sgd(module), mesh={"dp": 2}, in_shardings="dp")
    optimizer, generator = sgd(reference), torch.Generator().manual_seed(1)
    for _ in range(3):
        x = points(generator)[0]
        optimizer.zero_grad()
        value, found = loss(reference, x)
        value.backward()
        optimizer.step()
        torch.testing.assert_close(step(x), (value.detach(), tuple(each.detach() for each in found)),
                                   rtol=1e-4, atol=1e-5)
    compare(step, reference, 1e-5)


def test_bfloat16_trees_and_dicts():
    """Types that numpy lacks; a batch that is a dict; results beside the loss."""
    torch.manual_seed(0)
    module = Mlp().bfloat16()

    def loss(model, batch):
        logits = model(batch["x"])
        return F.cross_entropy(logits.float(), batch["y"]), {"logits": logits}
    reference = copy.deepcopy(module)
    step = popt.torch.compile(module, loss, sgd(module), mesh={"dp": 2}, in_shardings="dp")
    x, y = points(torch.Generator().manual_seed(1))
    value, more = step(batch={"x": x.bfloat16(), "y": y})
    theirs = loss(reference, {"x": x.bfloat16(), "y": y})
    torch.testing.assert_close(value, theirs[0].detach(), rtol=0.01, atol=0.01)
    assert more["logits"].dtype == torch.bfloat16
    torch.testing.assert_close(more["logits"], theirs[1]["logits"].detach(), rtol=0.02, atol=0.02)
    assert step.state_dict()["up.weight"].dtype == torch.bfloat16


@pytest.mark.parametrize("layer, shape", (
    (lambda: nn.InstanceNorm2d(4, affine=True, track_running_stats=True), (2, 4, 6, 6)),
    (lambda: nn.ConvTranspose2d(4, 6, 3, stride=2, groups=2, dilation=2), (2, 4, 6, 6)),
    (lambda: nn.ConvTranspose1d(4, 4, 3, groups=4), (2, 4, 6)),
    (lambda: nn.AvgPool2d(3, 2, 1), (2, 4, 6, 6))))
def test_layers_that_torchax_has_otherwise(layer, shape):
    """`check` compares a step with PyTorch's, and changes nothing."""
    torch.manual_seed(0)
    convolution = nn.Conv2d if len(shape) == 4 else nn.Conv1d
    module = nn.Sequential(convolution(4, 4, 3, padding=1), layer())
    step = popt.torch.compile(module, lambda model, x: model(x).square().mean() + model(x).mean(), sgd(module),
                              mesh={"dp": 2}, in_shardings="dp")
    x = torch.randn(shape)
    before = step.state_dict()
    for _ in range(2):
        assert max(step.check(x).values()) < 1e-5
    torch.testing.assert_close(step.state_dict(), before, rtol=0, atol=0)
    assert step.jitted.steps == 0


def test_check_finds_a_difference():
    module = Mlp()
    step = popt.torch.compile(module, lambda model, x, y: class_loss(model, x, y) * (1 + hasattr(x, "_elem")),
                              sgd(module), mesh={"dp": 2}, in_shardings="dp")
    differences = step.check(*points(torch.Generator()))
    assert differences["loss"] > 0.1 and differences["up.weight"] > 1e-4


def test_refused():
    module = Mlp()
    given = (module, class_loss, sgd(module))
    with pytest.raises(ValueError, match=r"a parameter \[8, 4\] in group 0 of the optimizer is none of the"):
        popt.torch.compile(Mlp(), class_loss, sgd(module))
    with pytest.raises(ValueError, match="LBFGS calls the loss within its step"):
        popt.torch.compile(module, class_loss, torch.optim.LBFGS(module.parameters()))
    with pytest.raises(ValueError, match=r"up.weight is torch.float64.*jax_enable_x64"):
        popt.torch.compile(Mlp().double(), *given[1:])
    with pytest.raises(TypeError, match="optimizer is a str, and no torch.optim"):
        popt.torch.compile(module, class_loss, "sgd")
    with pytest.raises(TypeError, match="module is a function"):
        popt.torch.compile(class_loss, class_loss, sgd(module))
    with pytest.raises(ValueError, match="shardings or a plan"):
        popt.torch.compile(*given, shardings={"*": "dp"}, plan={"popt_plan": 1})
    with pytest.raises(TypeError, match="no option 'meshes'"):
        popt.torch.compile(*given, meshes=1)
    step = popt.torch.compile(module, class_loss, torch.optim.Adafactor(module.parameters()))
    with pytest.raises(TypeError, match="Adafactor decides by numbers that only a step has"):
        step(*points(torch.Generator()))
    module.mask = torch.ones(4)
    step = popt.torch.compile(module, lambda model, x, y: class_loss(model, x * model.mask, y), sgd(module))
    with pytest.raises(TypeError, match="register_buffer"):
        step(*points(torch.Generator()))
    for refused, layer in (("avg_pool2d with ceil_mode", nn.AvgPool2d(2, ceil_mode=True)),
                           ("embedding with scale_grad_by_freq", nn.Embedding(3, 4, scale_grad_by_freq=True))):
        module = nn.Sequential(nn.Flatten(0), nn.Linear(3, 3), layer)
        step = popt.torch.compile(module, lambda model, x: (
            model[2](x) if isinstance(model[2], nn.Embedding) else model[2](model[1](x.float())[None])).sum(),
            sgd(module))
        with pytest.raises(TypeError, match=refused):
            step(torch.zeros(3, 3, dtype=torch.int64))
    step = popt.torch.compile(module, lambda model, x, y: class_loss(model, Straight.apply(x), y), sgd(module))
    with pytest.raises(TypeError, match="Straight is a torch.autograd.Function, whose backward is not taken"):
        step(*points(torch.Generator()))


def test_shardings_that_match_nothing():
    module = Mlp()
    step = popt.torch.compile(module, class_loss, sgd(module), mesh={"tp": 2}, shardings={"*.bias": "tp"})
    with pytest.raises(popt.CompileError, match="bias"):
        step(*points(torch.Generator()))
