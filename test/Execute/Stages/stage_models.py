"""The models of the tests of stages, which Inputs/export.py writes once per build."""
import fcntl
import hashlib
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "Inputs", "export.py")
EXPORTER = os.path.join(HERE, *[".."] * 3, "python", "popt", "export.py")


def folder_of(build, python, say=print):
    """The folder with the models; `python` writes them where they are not what the
    scripts write with its JAX, which takes half a minute."""
    folder = os.path.join(build, "test-models")
    stamp = os.path.join(folder, "stamp")
    digest = hashlib.sha256(subprocess.check_output(
        [python, "-c", "import importlib.metadata as m; print(m.version('jax'))"]))
    for source in (SCRIPT, EXPORTER):
        with open(source, "rb") as file:
            digest.update(file.read())
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        written = ""
        if os.path.exists(stamp):
            with open(stamp) as file:
                written = file.read()
        if written != digest.hexdigest():
            say("exporting the models of the tests of stages")
            subprocess.run([python, SCRIPT, folder], check=True, env={**os.environ, "JAX_PLATFORMS": "cpu"})
            with open(stamp, "w") as file:
                file.write(digest.hexdigest())
    return folder
