"""Finds popt._native, the compiled part of this package: in the package where
it is installed, else in the build folder beside the source tree."""
import glob
import importlib
import importlib.util
import os
import sys

from .tools import tool_folders


def load():
    """The module. Errors: ImportError that says what to build."""
    name = "popt._native"
    if name in sys.modules:
        return sys.modules[name]
    if importlib.util.find_spec(name):
        return importlib.import_module(name)
    tag = f"cpython-{sys.version_info.major}{sys.version_info.minor}"
    for folder in tool_folders():
        for file in glob.glob(os.path.join(folder, "..", "python", f"_native.{tag}*.so")):
            spec = importlib.util.spec_from_file_location(name, file)
            sys.modules[name] = module = importlib.util.module_from_spec(spec)
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
            return module
    raise ImportError("popt._native is not built for this Python: `pip install .` in popt's "
                      "source folder builds it, or `make venv build` for the Python in .venv")
