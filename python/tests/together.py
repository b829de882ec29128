"""What test_processes.py runs in each of several processes: `together.py WHAT …`.

Prints a line of JSON for each result that is compared.
"""
import contextlib
import io
import json
import os
import signal
import sys
import time
from unittest import mock

os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import popt  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402
from small_model import X, loss_of, weights  # noqa: E402

def said_by_launcher(names, default):
    return next((int(os.environ[name]) for name in names if name in os.environ), default)


RANK = said_by_launcher(["RANK", "OMPI_COMM_WORLD_RANK"], 0)
SIZE = said_by_launcher(["WORLD_SIZE", "OMPI_COMM_WORLD_SIZE"], 1)
MINE = slice(RANK * 8 // SIZE, (RANK + 1) * 8 // SIZE)


def train(params, x):
    loss, grads = jax.value_and_grad(loss_of)(params, x)
    return (jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss,
            jnp.tanh(x @ params["w"]))


def advanced(keys, x):
    return jax.vmap(lambda key: jax.random.fold_in(key, 7))(keys), jnp.sum(x)


def compiled(size=SIZE, **options):
    return popt.compile(train, (weights(), X), mesh={"dp": size},
                        in_shardings=({"b": P(), "w": P(None, "dp")}, P("dp")), **options)


def say(value):
    # At once: the processes share their output.
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def bits(array):
    return np.asarray(array).tobytes().hex()


def results(size):
    """Everything that a program of `size` ranks gives; also of one process."""
    step = compiled(int(size))
    params, losses = weights(), []
    for _ in range(20):
        params, loss, out = step(params, X)
        losses.append(bits(loss))
    say({"losses": losses, "w": bits(params["w"].gather()), "b": bits(params["b"]),
         "out": bits(out if SIZE == 1 else out.gather())})


def parts():
    """Parts instead of whole arrays, in and out; state from one function to another."""
    assert (popt.rank(), popt.size()) == (RANK, SIZE)
    step = compiled()
    whole = compiled()
    local = popt.compile(train, (weights(), popt.local(X[MINE])), mesh={"dp": SIZE},
                         in_shardings=({"b": P(), "w": P(None, "dp")}, P("dp")))
    evaluate = popt.compile(loss_of, (weights(), X), mesh={"dp": SIZE},
                            in_shardings=(None, P("dp")))
    params, loss, out = step(weights(), popt.local(X[MINE]))
    expected, expected_loss, expected_out = whole(weights(), X)
    _, local_loss, _ = local(weights(), popt.local(X[MINE]))
    assert loss == expected_loss == local_loss
    first = params["w"].local
    assert (first.shape, first.dtype) == ((6, 4 // SIZE), np.float32), first
    assert first.index == (slice(0, 6), slice(RANK * 4 // SIZE, (RANK + 1) * 4 // SIZE))
    np.testing.assert_array_equal(out.local.data, expected_out.gather()[MINE])
    np.testing.assert_array_equal(params["b"].local.data, params["b"])
    assert "0:6" in repr(params["w"]) and "other" not in repr(out)
    before = params["w"]
    evaluated = float(evaluate(params, X))
    again, _, _ = step(params, X)
    # `first` was looked at, the rest of that call's state is gone; results stay.
    np.testing.assert_array_equal(before.local.data, first.data)
    np.testing.assert_array_equal(out.gather(), expected_out.gather())
    np.testing.assert_allclose(evaluated, float(loss_of({k: np.asarray(v.gather())
                                                         for k, v in expected.items()}, X)), rtol=1e-6)
    # Another layout's state: blocks of these are no blocks of that.
    other = popt.compile(train, (weights(), X), mesh={"dp": SIZE},
                         in_shardings=({"b": P(), "w": P("dp")}, P()))
    _, other_loss, _ = other(again, X)
    # An interrupted gathering, which the others have done, is not asked for again.
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    _, _, out = whole(weights(), X)
    try:
        if RANK == 0:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
        else:
            time.sleep(0.3)
        out.gather()
    except KeyboardInterrupt:
        pass
    np.testing.assert_allclose(out.gather(), expected_out.gather(), rtol=1e-6)
    # Keys come back as keys, of which each process has some.
    keys = jax.random.split(jax.random.key(0), 8)
    advance = popt.compile(advanced, (keys, X), mesh={"dp": SIZE}, in_shardings=(P("dp"), P()))
    after = advance(keys, X)[0]
    expected = jax.random.key_data(advanced(keys, X)[0])
    np.testing.assert_array_equal(jax.random.key_data(after), expected)
    say({"memory": len(step.memory), "report": f"{SIZE} ranks" in step.report(),
         "loss": abs(float(other_loss) - float(step(again, X)[1])) < 1e-6})


def wrong():
    """Mistakes that leave the program as it was."""
    step, said = compiled(), []

    def refused(kind, function):
        try:
            function()
            said.append("not refused")
        except kind as error:
            said.append(str(error))
    params, _, out = step(weights(), X)
    refused(popt.PoptError, lambda: np.asarray(params["w"]))
    refused(TypeError, lambda: step(params, X[MINE]))
    refused(TypeError, lambda: step(params, popt.local(X)))
    refused(popt.PoptError, lambda: compiled(2 * SIZE))
    refused(TypeError, lambda: popt.compile(loss_of, (weights(), popt.local(X)), mesh={"dp": SIZE}))
    refused(popt.PoptError, lambda: popt.compile(loss_of, (weights(), X[:4 + RANK]), mesh={"dp": SIZE}))
    refused(popt.PoptError, lambda: popt.compile(lambda x: x + RANK, (X,), names=["x"],
                                                 mesh={"dp": SIZE}))
    refused(popt.CompileError, lambda: compiled(memory_budget=64))
    # The process that compiles fails alone.
    with mock.patch.object(popt.native.load(), "compile", side_effect=OSError("disk full")):
        refused((OSError, popt.CompileError), lambda: compiled(batch="x=0"))
    alone = compiled(2, processes=1)
    refused(TypeError, lambda: alone(weights(), popt.local(X)))
    alone_loss = float(alone(weights(), X)[1])
    assert abs(float(alone(params, X)[1]) - float(loss_of(
        {k: np.asarray(v.gather()) for k, v in params.items()}, X))) < 1e-6
    refused(popt.PoptError, lambda: in_fork(lambda: step(params, X)))
    refused(popt.PoptError, lambda: in_fork(compiled))
    params, loss, out = step(params, X)
    say({"said": said, "goes on": float(loss) < alone_loss})


def some(size):
    """The first so many of X: whole ones in one process, else parts."""
    x = X[:size]
    return popt.local(x[RANK * size // SIZE:(RANK + 1) * size // SIZE]) if SIZE > 1 and size < 8 else x


def jitted(folder):
    """Batches of three sizes, whole ones and parts, on one state. Also of one process."""
    step = popt.jit(train, mesh={"dp": 2}, in_shardings=({"b": P(), "w": P(None, "dp")}, P("dp")))
    params, losses = weights(), []
    for size in (8, 4, 8, 6):
        params, loss, _ = step(params, some(size))
        losses.append(bits(loss))
    ended = step.run([some(size) for size in (8, 4, 6)], state=params, save=folder, save_every=1,
                     log=lambda done: losses.append(bits(done.metrics["result[1]"])))
    w = bits(ended.state["w"].gather())
    restored = step.restore(folder)
    same = bits(restored["w"].gather()) == w
    losses.append(bits(step(restored, some(4))[1]))
    say({"losses": losses, "w": w, "programs": len(step.programs), "restored": same, "steps": step.steps})


def jitted_apart():
    """Processes that meet other shapes than rank 0."""
    step = popt.jit(train, mesh={"dp": SIZE}, in_shardings=(P(), P("dp")), timeout=3)
    step(weights(), X)
    for count in (8, 4 if RANK else 2):
        try:
            step(weights(), popt.local(X[:count]) if count < 8 else X)
        except (popt.PoptError, TypeError) as error:
            say({"said": str(error)})
    loss = step(weights(), X)[1]
    try:
        step(weights(), X[:6] if RANK else X)
    except popt.RankFailure as error:
        say({"said": str(error), "loss": bits(loss)})


def in_fork(function):
    """Raises what it raises in a forked child."""
    read, write = os.pipe()
    if os.fork() == 0:
        try:
            function()
        except BaseException as error:
            os.write(write, str(error).encode())
        os._exit(0)
    os.close(write)
    os.wait()
    raise popt.PoptError(os.read(read, 10000).decode())


def failing(how):
    """The last rank does what `how` says; the others say what they get, and when."""
    step = compiled(timeout=3)
    params, _, _ = step(weights(), X)
    params, _, out = step(params, X)
    out.gather()  # all are done with it
    if RANK == SIZE - 1:
        say({"began": time.time(), "pid": os.getpid()})
        if how == "raise":
            raise ValueError("a bad batch")
        if how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        if how == "interrupt":
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
        if how == "end":
            return
        if how == "other":
            popt.compile(loss_of, (params, X), mesh={"dp": SIZE})
    try:
        step(params, X)
    except popt.RankFailure as error:
        say({"told": time.time(), "said": str(error)})
        if how == "other":
            time.sleep(0.5)
        raise


def idle(how):
    """The last rank fails while the others are in no call."""
    step = compiled()
    params, _, out = step(weights(), X)
    out.gather()  # all are done with it
    if how == "own":
        # A script with a handler of its own hears of it at its next call.
        signal.signal(signal.SIGINT, lambda *_: say({"said": "interrupted"}))
    if RANK == SIZE - 1:
        say({"began": time.time()})
        if how == "raise":
            raise ValueError("a bad batch")
        os.kill(os.getpid(), signal.SIGKILL)
    try:
        time.sleep(2 if how == "own" else 20)
        step(params, X)
    except popt.RankFailure as error:
        say({"told": time.time(), "said": str(error)})
        # Once: neither a handler nor a clean-up is interrupted again.
        time.sleep(0.3)
        raise


def endless():
    """Steps, with Python's own time between them, until something happens to a process."""
    say({"pid": os.getpid(), "rank": RANK})
    step, params = compiled(timeout=10), weights()
    while True:
        try:
            params, _, _ = step(params, X)
            time.sleep(0.01)
        except popt.RankFailure as error:
            say({"said": str(error)})
            raise


def arrays():
    """jax.Arrays of several processes as arguments."""
    jax.config.update("jax_num_cpu_devices", 2)
    jax.distributed.initialize(f"{os.environ['MASTER_ADDR']}:{os.environ['MASTER_PORT']}", SIZE, RANK)
    coarse = jax.sharding.Mesh(np.array(jax.devices())[::2], ("dp",))
    fine = jax.sharding.Mesh(np.array(jax.devices()), ("dp",))

    def spread(mesh, array, *spec):
        array = np.asarray(array)
        return jax.make_array_from_callback(
            array.shape, jax.sharding.NamedSharding(mesh, P(*spec)), lambda index: array[index])
    given = weights()
    params = {"b": spread(coarse, given["b"]), "w": spread(coarse, given["w"], None, "dp")}
    x = spread(fine, X, "dp")  # two parts of each process are its block
    step = popt.compile(train, (params, x), mesh={"dp": SIZE},
                        in_shardings=({"b": P(), "w": P(None, "dp")}, P("dp")))
    after, loss, _ = step(params, x)
    expected, expected_loss, _ = compiled()(given, X)
    assert loss == expected_loss
    np.testing.assert_array_equal(after["w"].gather(), expected["w"].gather())
    keys = jax.random.split(jax.random.key(0), 8)
    keys = jax.make_array_from_callback((8,), jax.sharding.NamedSharding(fine, P("dp")),
                                        lambda index: keys[index])
    advance = popt.compile(advanced, (keys, X), mesh={"dp": SIZE}, in_shardings=(P("dp"), P()))
    np.testing.assert_array_equal(jax.random.key_data(advance(keys, X)[0]), jax.random.key_data(
        advanced(jax.random.split(jax.random.key(0), 8), X)[0]))
    said = []
    alone = compiled(2, processes=1)
    for refused in (lambda: step(params, spread(fine, X[:4], "dp")),
                    lambda: step({**params, "w": spread(coarse, given["w"], "dp")}, x),
                    lambda: alone(weights(), x)):
        try:
            refused()
        except TypeError as error:
            said.append(str(error))
    say({"said": said, "goes on": float(step(after, x)[1]) < float(loss)})


def training(*cases):
    """Cases OPTIMIZER/MODEL/PLAN of test_compile_training.py."""
    import test_compile_training
    for case in cases:
        optimizer, model, plan = case.split("/")
        try:
            test_compile_training.train(model, optimizer, plan)
            say({case: "equal"})
        except popt.RankFailure:
            raise
        except Exception as error:
            say({case: repr(error)})


def everyday(*names):
    """Programs of test_everyday.py, beside jax.jit on one device."""
    import test_everyday
    mesh = test_everyday.MESHES[{2: "2", 4: "2x2"}[SIZE]]
    for program in test_everyday.programs():
        if names and program.name not in names:
            continue
        fn = test_everyday.function_of(program, mesh)
        try:
            run = popt.compile(fn, program.args, mesh=mesh, donate_argnums=program.donate,
                               in_shardings=test_everyday.specs_of(program, mesh),
                               platform=program.platform)
        except (popt.CompileError, ValueError):
            say({program.name: "refused"})
            continue
        got = {f"res{i}": leaf.gather() if isinstance(leaf, popt.Array) else np.asarray(leaf)
               for i, leaf in enumerate(jax.tree.leaves(run(*program.args)))}
        with contextlib.redirect_stdout(io.StringIO()):
            expected = jax.block_until_ready(test_everyday.one_device(
                test_everyday.function_of(program, {}), program.args))
        say({program.name: test_everyday.differences(program, expected, got) or "equal"})


def missing():
    """One that comes not at all."""
    if RANK == SIZE - 1:
        time.sleep(2)
        return
    try:
        compiled(timeout=1)
    except popt.PoptError as error:
        say({"said": str(error)})


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
