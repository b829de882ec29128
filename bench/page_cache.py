"""The page cache before a load, the same for whoever loads."""
import os


def settle(folder, cold):
    """Reads every file below `folder` into the page cache, or (`cold`) drops it from there.

    What is not on the disk yet cannot be dropped, so it is written first."""
    for parent, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(parent, name), "rb", buffering=0) as file:
                if cold:
                    os.fsync(file.fileno())
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                else:
                    while file.read(1 << 24):
                        pass
