"""The machine before a load, the same for every load."""
import mmap
import os

LARGE_PAGE = 2 << 20


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


def touch(mib):
    """Memory of `mib` MiB has just been in use, in small pages and in large ones.

    The host of a virtual machine can take free memory away after a second or two. The next
    to use it then waits for the host, longer than for a load."""
    for advice in mmap.MADV_NOHUGEPAGE, mmap.MADV_HUGEPAGE:
        with mmap.mmap(-1, mib << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
            memory.madvise(advice)
            for begin in range(0, len(memory), LARGE_PAGE):
                memory[begin:begin + LARGE_PAGE] = bytes(LARGE_PAGE)
