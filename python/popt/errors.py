"""What popt raises and warns of."""
import os
import sys


class PoptError(RuntimeError):
    """Something that popt was to do failed; the text says what and where."""


class CompileError(PoptError):
    """A module that does not compile. `messages` has what the compiler said, each
    with its place, the source line and its notes."""

    def __init__(self, messages):
        super().__init__("\n".join(message.rstrip() for message in messages))
        self.messages = messages


class CompileWarning(UserWarning):
    """What the compiler warns of."""


class NanError(PoptError, FloatingPointError):
    """A result has NaN, or infinities, where they were looked for. The text says which,
    and the command, rank and line that made the first in that call. `Compiled.last` has
    what the call returned, and the next call goes on from there."""


class RankFailure(PoptError):
    """A rank failed, in this process or in another one that takes part in the program:
    an exception ended its script, it died, or it made another call. The text says which
    one, why and where. The program can't be called again."""


def frames_of_popt():
    """How far up the stack the line is that called popt, for `warnings.warn`."""
    frame, level = sys._getframe(1), 1
    while frame and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(__file__):
        frame, level = frame.f_back, level + 1
    return level
