"""What a compiled function has for training: checkpoints, and loops."""
import contextlib
import weakref

from . import checkpoints, loops, native, processes as together


class Progress:
    """Of programs that go on from each other's state: the steps that they have done, and the
    state that the last one left."""

    def __init__(self):
        self.steps = 0
        self._newest = None  # weak
        self._names, self._places, self._values = (), (), ()

    @property
    def newest(self):
        """The `Compiled` that was called or restored last; None if it is gone, or none was."""
        return self._newest and self._newest()

    def put(self, compiled, places, values):
        """The state of `compiled` is, by argument, values[place], where that is not negative."""
        self._newest = weakref.ref(compiled)
        self._names, self._places, self._values = compiled.names, places, values

    def leaves(self, names):
        """The state of arguments of these names, None for the rest; None before the first."""
        if not self._values:
            return None
        now = [self._values[place] if place >= 0 else None for place in self._places]
        if names is self._names:
            return now
        by_name = dict(zip(self._names, now))
        return [by_name.get(name) for name in names]


class Training:
    """Of `Compiled` and `Jitted`: what is done with the state of `newest`, the program that
    was called last."""

    def save(self, folder, *, step=None, keep=None, loader=None):
        """Saves the state that the last call, or `restore`, left as a checkpoint, which
        binaries and other meshes load, too; returns its path, such as
        "ck/step-00000100", when it is on disk. In several processes all call it.

        step    how many steps were done; else `steps`
        keep    all but the newest so many checkpoints in the folder are removed
        loader  what feeds the steps, whose place is saved as well: anything with
                state_dict and load_state_dict, or get_state and set_state

        Errors: PoptError, after which calls go on.
        """
        return checkpoints.save(self.newest, folder, step, keep, loader)

    def restore(self, folder, *, loader=None):
        """Loads the newest complete checkpoint of a folder, or the one that the folder
        is, of any mesh, into the ranks, and returns the arguments that are state: a
        tuple, or the only one. `loader` goes to where it was. Errors: PoptError."""
        return checkpoints.restore_state(self.newest, folder, loader)

    def run(self, batches, steps=None, **options):
        """Runs a step for each batch; returns a `popt.Run`. In several processes all call
        it, each with whole batches or its part (`popt.local`).

        batches     what is iterated: a list, a generator, a loader of torch or Grain; or a
                    function of the number of the batch to begin with, from 0. A batch is
                    the argument that is no state; of several such arguments a tuple, or a
                    dict by name, where the rest stays as it was compiled
        steps       how many in all, after which a run ends; what can be iterated again
                    begins again at its end. None: to the end of `batches`
        state       arguments that are state, to begin with. None: as the last call left
                    them, else as they were compiled
        inputs, names
                    a file with weights to begin with, in place of the state's, and what its
                    keys are called (`load_weights`); a checkpoint counts before it
        log         called with each `popt.Done`; or a file "….jsonl", a folder for
                    TensorBoard, its writer, or a list of such; every `log_every` steps
        metrics     names of the results that are scalars and no state, in their order;
                    else by their keys, such as "loss"
        save, save_every, keep, resume
                    as of binaries (docs/Checkpoints.md): a folder of checkpoints, which is
                    saved to at the end, after an exception and at Ctrl-C and SIGTERM, too
                    (several processes: at SIGTERM; else they have what save_every saved);
                    every so many steps; how many stay; True: go on from the newest, if
                    there is one, or a folder to begin with. The position of `batches` is
                    saved if they have state_dict and load_state_dict, or get_state and
                    set_state; else as many are drawn again, and dropped
        evaluate    (function, batches, every): after every so many steps the function is
                    called with the arguments of its own that are called as the state, and
                    each batch; what it returns, numbers, is averaged into the metrics
        stop        "nan", a `popt.Plateau`, a function of a `popt.Done` that returns a
                    reason, or a list of such. A state after "nan", or with NaN that
                    check_nan found, is not saved
        ahead       batches that a thread reads before they are asked for; 0: no thread

        Errors: PoptError if batches end early or raise, or a checkpoint can't be read or
        written; TypeError for a batch of other shapes; what callbacks raise.
        """
        return loops.run(self, batches, steps, options)

    def iterate(self, batches, steps=None, **options):
        """The same, step by step: an iterator of `popt.Done`. At a `break` the state is
        saved as after an exception; several processes can call `save` then."""
        return loops.Loop(self, batches, steps, **options).iterate()


class Stateful(Training):
    """Of `Compiled`: the state of its ranks, for loops and checkpoints."""

    @property
    def newest(self):
        return self

    @property
    def steps(self):
        return self.progress.steps

    @steps.setter
    def steps(self, steps):
        self.progress.steps = steps

    def _program_for(self, args, _):
        """The program that takes these arguments in a loop: this one."""
        return self

    def current_leaves(self):
        """By argument, state as the last call or `restore` left it, None for the rest; None
        before the first."""
        return self.progress.leaves(self.names)

    @property
    def program(self):
        return self._program

    @property
    def rank(self):
        """This process's among several; -1: it has all ranks."""
        return self._program.rank

    @property
    def peers(self):
        """The processes that the program is one of; None: it is this one's alone."""
        return together.joined(0) if self._program.rank >= 0 else None

    @contextlib.contextmanager
    def turn(self):
        """The native program, while no other thread calls it."""
        with native.turn(self._program):
            yield self._program

    def restored(self, steps, leaves):
        """What a checkpoint of so many steps holds, by argument, is the state now."""
        for i, key in self._keys_in.items():
            if leaves[i] is not None:
                leaves[i] = key.wrap(leaves[i].gather())
        self.progress.steps = steps
        self.progress.put(self, range(len(leaves)), leaves)
        return list(leaves)
