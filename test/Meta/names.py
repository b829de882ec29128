#!/usr/bin/env python3
"""Names in documentation and comments that name nothing.

    names.py SOURCE

Looks at every page and at the comments of every source file for paths below a
folder of the repository (`lib/Cost/CostModel.cpp`) and files of tests by their
name alone (`ShardsTest.cpp`); in pages also for flags (`--memory-budget`),
variables of the environment (`POPT_FAULT`) and passes (`fold-time`), which some
file of code has to hold. Prints those that do not exist; exit status 1 if there
are any.
"""
import os
import re
import subprocess
import sys

SOURCE = sys.argv[1]
ROOTS = "bench|cmake|demo|docs|include|lib|python|runtime|test|tools"
PATH = re.compile(rf"(?<![\w/.+~-])((?:{ROOTS})/[\w./+-]*\w)")
FLAG = re.compile(r"(?<![\w-])(--[a-z][\w-]*\w|POPT_[A-Z_]*[A-Z])\b(?!\*)")
PASS = re.compile(r"`([a-z]+(?:-[a-z]+)+)`")
TEST = re.compile(r"(?<![\w/*-])(\w+Test\.cpp)\b")
COMMENT = {".cpp": r"^\s*//.*|\s//.*", ".h": r"^\s*//.*|\s//.*", ".td": r"^\s*//.*|\s//.*",
           ".py": r"^\s*#.*|\"\"\".*?\"\"\"", ".txt": r"#.*", ".cmake": r"#.*"}
CODE = {".cpp", ".h", ".td", ".py", ".test", ".long", ".mlir", ".txt", ".cmake", ".in", ""}
# Made by `make docs` or a run, or in an example.
MADE = {"docs/Passes.md", "docs/Dialects", "bench/results.json", "move-foo", "--count-bytes"}
# Flags of other programs, by page: MLIR's, Megatron's, torchrun's and mpirun's.
FOREIGN = {
    "docs/Debugging.md": ["--mlir-"],
    "docs/Plan.md": ["--context-parallel-size", "--expert-model-parallel-size",
                     "--global-batch-size", "--micro-batch-size",
                     "--num-layers-per-virtual-pipeline-stage", "--pipeline-model-parallel-size",
                     "--sequence-parallel", "--tensor-model-parallel-size"],
    "docs/Processes.md": ["--log-dir", "--master-addr", "--nnodes", "--no-python", "--node-rank",
                          "--output-filename"],
}


def files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=SOURCE, capture_output=True, text=True)
    if listed.returncode == 0:
        return [name for name in listed.stdout.split("\0") if name]
    return [os.path.relpath(os.path.join(folder, name), SOURCE)
            for folder, _, names in os.walk(SOURCE) for name in names]


def read(name):
    path = os.path.join(SOURCE, name)
    if not os.path.isfile(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def prose(name):
    """What a file says to people: a page whole, of code the comments."""
    kind = os.path.splitext(name)[1]
    if kind != ".md" and kind not in COMMENT:
        return ""
    text = read(name)
    if kind == ".md":
        return text
    flags = re.M | (re.S if kind == ".py" else 0)
    return "\n".join(re.findall(COMMENT[kind], text, flags))


def main():
    names = [name for name in files() if not name.startswith((".", "build/"))]
    code = "\n".join(read(name) for name in names if os.path.splitext(name)[1] in CODE)
    base = {os.path.basename(name) for name in names}
    wrong = []
    for name in names:
        text = prose(name)
        # What was decided stands as it was, with the paths of its time.
        if "/Decisions/" not in name:
            wrong += [(name, path) for path in PATH.findall(text)
                      if not any(file.startswith(path) for file in names)]
        wrong += [(name, test) for test in TEST.findall(text) if test not in base]
        if name.endswith(".md"):
            foreign = tuple(FOREIGN.get(name, ["\0"]))
            wrong += [(name, word) for word in sorted({*FLAG.findall(text), *PASS.findall(text)})
                      if word.removeprefix("--") not in code and not word.startswith(foreign)]
    wrong = [f"{name}: {word}" for name, word in wrong if word not in MADE]
    for line in wrong:
        print(line)
    print(f"{len(names)} files, {len(wrong)} wrong")
    return 1 if wrong else 0


sys.exit(main())
