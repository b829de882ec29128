"""Where a run's metrics go: functions, files of JSON lines, TensorBoard."""
import json
import math
import os
import warnings

from .arrays import replaced


def loggers(log, first, writes):
    """Functions of a `Done`, with `close`, of what `run(log=)` takes: one or a list. Files
    are written where `writes`, and keep what they have of steps up to `first`."""
    if log is None:
        return []
    made = []
    for one in log if isinstance(log, (list, tuple)) else [log]:
        if isinstance(one, (str, os.PathLike)):
            path = os.fspath(one)
            if writes:
                made.append(Lines(path, first) if path.endswith((".jsonl", ".json"))
                            else Board(_writer_of(path, first)))
        elif hasattr(one, "add_scalar"):
            if writes:
                made.append(Board(one, closes=False))
        elif callable(one):
            made.append(one)
        else:
            raise TypeError(f"log is of type {type(one).__name__}: it may be a function, a file "
                            "\"….jsonl\", a folder for TensorBoard or its writer, or a list of them")
    return made


class Lines:
    """A file with a JSON object for each step, as --log of binaries writes it. A line that
    can't be written is kept, and tried again."""

    def __init__(self, path, first):
        kept = []
        if first and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                kept = [line for line in file if _step_of(line) <= first]
        with replaced(path, "w") as file:
            file.writelines(kept)
        self._path, self._left, self._warned = path, [], False
        self._file = open(path, "ab", buffering=0)

    def __call__(self, done):
        numbers = {name: value if math.isfinite(value) else None
                   for name, value in done.metrics.items()}
        self._left.append(json.dumps({"step": done.step, "seconds": round(done.seconds, 6),
                                      "metrics": numbers}).encode() + b"\n")
        self._write()

    def _write(self):
        try:
            while self._left:
                written = self._file.write(self._left[0])
                self._left[0] = self._left[0][written:]
                if not self._left[0]:
                    self._left.pop(0)
        except OSError as error:
            if not self._warned:
                warnings.warn(f"{self._path}: {error.strerror}; its lines are kept, and tried again",
                              stacklevel=2)
            self._warned = True

    def close(self):
        self._write()
        self._file.close()
        if self._left:
            warnings.warn(f"{self._path} lacks {len(self._left)} lines", stacklevel=2)


def _step_of(line):
    try:
        return int(json.loads(line)["step"])
    except (ValueError, KeyError, TypeError):  # cut off, or not ours
        return math.inf


class Board:
    """TensorBoard, by the writer of tensorboardX or torch."""

    def __init__(self, writer, closes=True):
        self._writer, self._closes = writer, closes

    def __call__(self, done):
        for name, value in done.metrics.items():
            self._writer.add_scalar(name, value, done.step)

    def close(self):
        self._writer.flush()
        if self._closes:
            self._writer.close()


def _writer_of(folder, first):
    try:
        from tensorboardX import SummaryWriter
    except ImportError:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            raise ImportError(f"log={folder!r} is a folder for TensorBoard, which needs tensorboardX "
                              "(pip install tensorboardX) or torch with tensorboard; a file of JSON "
                              "lines is called \"….jsonl\"") from None
    return SummaryWriter(folder, **({"purge_step": first + 1} if first else {}))
