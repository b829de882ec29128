"""Runs programs with time limits, and knows where the kit's files are."""
import glob
import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = {"POPT_CUBLASLT": "libcublasLt.so.*", "POPT_CUDNN": "libcudnn.so.*",
             "POPT_NCCL": "libnccl.so.2"}


def libraries():
    """Variables that name CUDA's libraries where PyTorch and JAX bring them. Those that are
    set already stay."""
    if os.environ.get("POPT_CUDA_DRIVER"):
        return {}
    found = {}
    for variable, name in LIBRARIES.items():
        files = [file for folder in sys.path
                 for file in glob.glob(os.path.join(folder, "nvidia", "*", "lib", name))]
        if files and not os.environ.get(variable):
            found[variable] = files[0]
    return found


class Failed(Exception):
    """What went wrong, in a line."""


class NoTime(Failed):
    """The time for everything was over before a process ended."""


class Skipped(Exception):
    """What this machine lacks."""


class Running:
    """A process of its own group, whose output goes to files: pipes fill."""

    def __init__(self, command, environment):
        self.name = name_of(command)
        self.begin = time.monotonic()
        self.is_late = False
        self.output, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdout=self.output, stderr=self.errors,
                                        stdin=subprocess.DEVNULL, start_new_session=True,
                                        env=dict(os.environ, **(environment or {})))

    def wait(self, end):
        """None, or what went wrong."""
        try:
            self.process.wait(timeout=max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.is_late = True
            return f"{self.name}: no end after {time.monotonic() - self.begin:.0f} s"
        if self.process.returncode == 0:
            return None
        said = last_lines(self.text(self.errors)) or last_lines(self.text(self.output))
        return f"{self.name}: exit status {self.process.returncode}: {said}"

    def kill(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @staticmethod
    def text(file):
        file.seek(0)
        return file.read().decode("utf-8", "replace")


class Tools:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.end = time.monotonic() + 60 * options.minutes
        self.item_end = self.end
        with open(os.path.join(HERE, "manifest.json"), encoding="utf-8") as f:
            self.manifest = json.load(f)
        self.launcher = None

    def begin_item(self, most_seconds):
        """Nothing that the next item runs takes longer, together."""
        self.item_end = min(self.end, time.monotonic() + most_seconds)

    def remaining(self):
        return max(0.0, self.end - time.monotonic())

    def run(self, command, limit, environment=None):
        """stdout of a command; it ends with its children after `limit` seconds."""
        return self.run_many([command], limit, environment)[0]

    def run_many(self, commands, limit, environment=None, environments=None):
        """The same of several at a time, each with variables of its own if there are
        `environments`; Failed if one failed, NoTime if it had no time left."""
        end = min(time.monotonic() + limit, self.item_end)
        running = [Running(command, own) for command, own in
                   zip(commands, environments or [environment] * len(commands))]
        try:
            wrong = [process.wait(end) for process in running]
        finally:
            for process in running:
                process.kill()
        outputs = [process.text(process.output) for process in running]
        if any(wrong):
            is_cut = self.remaining() == 0 and all(
                process.is_late for process, text in zip(running, wrong) if text)
            failure = (NoTime if is_cut else Failed)(" | ".join(filter(None, wrong)))
            failure.outputs = outputs
            raise failure
        return outputs

    def package(self, name):
        """A package as a file, unpacked where it is needed first."""
        return self.unpack(os.path.join("packages", name + ".gz"))

    def model(self, name):
        return self.unpack(os.path.join("models", name + ".mlir.gz"))

    def unpack(self, path):
        file = os.path.join(self.scratch, os.path.basename(path)[:-len(".gz")])
        if not os.path.exists(file):
            with gzip.open(os.path.join(HERE, path)) as packed, open(file + ".part", "wb") as f:
                shutil.copyfileobj(packed, f)
            os.rename(file + ".part", file)
        return file

    def data(self, *path):
        return os.path.join(HERE, "data", *path)

    def program(self, package, *flags):
        """The command that runs a package."""
        return [*self.start(), self.package(package), *flags]

    def start(self):
        """The command to which a package is added."""
        if self.launcher is None:
            self.launcher = self.find_launcher()
        return self.launcher

    def find_launcher(self):
        """The launcher: in place, else as a copy (the kit may lie where nothing can be
        executed), else by the kit's own C library, where the machine's is older."""
        copies = os.path.join(self.scratch, "launcher")
        shutil.copytree(os.path.join(HERE, "libc"), copies)
        shutil.copy(os.path.join(HERE, "popt-launch"), copies)
        loader, copy = (os.path.join(copies, name) for name in ("ld-linux-x86-64.so.2", "popt-launch"))
        for file in os.listdir(copies):
            os.chmod(os.path.join(copies, file), 0o755)
        wrong = []
        for way in ([os.path.join(HERE, "popt-launch")], [copy],
                    [loader, "--library-path", copies, copy]):
            try:
                self.run([*way, "--help"], 20)
                return way
            except (Failed, OSError) as error:
                wrong.append(str(error))
        raise Failed("the launcher does not start: " + " | ".join(wrong))

    def bench(self, package, steps, limit, flags=("--init", "random"), environment=None):
        """What --bench prints."""
        output = self.run(self.program(package, *flags, "--bench", str(steps)), limit, environment)
        return json.loads(output)

    def worker(self, script, *arguments, limit=60):
        """The JSON objects that one of the kit's scripts prints, a line each; those that
        it printed before it failed stay."""
        wrong = None
        try:
            output = self.run([sys.executable, os.path.join(HERE, script), *map(str, arguments)],
                              limit)
        except Failed as error:
            output, wrong = error.outputs[0], error
        found = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
        for line in found:
            if "skipped" in line:
                raise Skipped(line["skipped"])
        if not found:
            raise wrong or Failed(f"{script} printed nothing")
        return found


def name_of(command):
    """The program or script that a command runs."""
    names = [os.path.basename(word) for word in command]
    known = [name for name in names if name.endswith((".py", ".package"))]
    return known[0] if known else names[0]


def last_lines(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " / ".join(lines[-3:])[:600]


def find_program(*names):
    """One of CUDA's tools, in PATH or where CUDA is installed."""
    for name in names:
        for place in (None, "/usr/local/cuda/bin", "/usr/local/bin", "/opt/nvidia/nsight-systems/bin"):
            found = shutil.which(name, path=place)
            if found:
                return found
    raise Skipped(f"{' and '.join(names)}: not found")
