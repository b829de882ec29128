"""What popt raises and warns of."""


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


class ProcessesWarning(UserWarning):
    """`compile` was called in one of several processes that a launcher started."""
