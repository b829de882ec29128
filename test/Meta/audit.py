#!/usr/bin/env python3
"""Every flag, environment variable, plan key and Python parameter has a test.

    audit.py BIN SOURCE TABLE.json

Asks the tools and reads the sources for the words that popt understands, and
compares them with the table: group, word, and a test that shows what the word
does, as [file, piece of its text]. Wrong are words without a row, rows of words
that are gone, and rows whose file does not hold the text or whose text does not
hold the word.
"""
import ast
import json
import os
import re
import subprocess
import sys

BIN, SOURCE, TABLE = sys.argv[1:4]


def say(tool, *flags):
    return subprocess.run([os.path.join(BIN, tool), *flags], check=True, text=True,
                          stdout=subprocess.PIPE, timeout=60).stdout


def compile_flags(help):
    """Of LLVM's help: a flag, and the words that it takes."""
    words, flag = [], None
    for line in help.split("Generic Options:")[0].splitlines():
        if match := re.match(r"  (-[-#\w]+)", line):
            flag = match[1]
            words.append(flag)
        elif match := re.match(r"    =([-\w]+)", line):
            words.append(f"{flag}={match[1]}")
    return words


def run_flags(help):
    """Those in the left column, several if they share a line."""
    return [flag for line in help.splitlines() if line.startswith("  -")
            for flag in re.findall(r"(?:^|, )(-[-\w]+)", re.split(r"\s{3,}", line.strip())[0])]


def source(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def plan_keys():
    """By the function that reads them: readSchedule's are of "schedule"."""
    keys, text = [], source("lib/Annotate/Plan.cpp")
    for match in re.finditer(r"\.object\(\s*\{(.*?)\}\)", text, re.DOTALL):
        reader = re.findall(r"^static .*?(\w+)\(", text[:match.start()], re.MULTILINE)[-1]
        where = re.sub(r"^(read|check)", "", reader).lower()
        keys += [("" if where == "plan" else where + ".") + key
                 for key in re.findall(r'"(\w+)"', match[1])]
    return keys


def is_public(name):
    return not name.startswith("_")


def parameters(name, function):
    """Those that may be left out: no call goes without the others."""
    args = function.args
    positional = args.posonlyargs + args.args
    optional = positional[len(positional) - len(args.defaults):] + args.kwonlyargs
    return [f"{name}({arg.arg})" for arg in optional]


def python_words():
    """Optional parameters of public functions, members of public classes and theirs."""
    exported = ast.literal_eval(
        re.search(r"__all__ = (\[.*?\])", source("python/popt/__init__.py"), re.DOTALL)[1])
    words = []
    for file in sorted(os.listdir(os.path.join(SOURCE, "python/popt"))):
        if not file.endswith(".py"):
            continue
        # A module of its own, with names of its own.
        prefix, public = ("torch.", ("compile", "Step")) if file == "torch.py" else ("", exported)
        for node in ast.parse(source("python/popt/" + file)).body:
            if getattr(node, "name", None) not in public:
                continue
            name = prefix + node.name
            if isinstance(node, ast.FunctionDef):
                words += parameters(name, node)
            for member in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(member, ast.FunctionDef) and is_public(member.name):
                    words += [f"{name}.{member.name}"] + parameters(f"{name}.{member.name}", member)
    return words


def bare(word):
    """What a test must say: of `export(plan)` and `schedule.kind` the last name."""
    return re.split(r"[(.]", word)[-1].rstrip(")")


def main():
    poptc, popt_run = compile_flags(say("poptc", "--help")), compile_flags(
        say("popt-run", "--help"))
    popt_plan = compile_flags(say("popt-plan", "--help"))
    groups = {
        "poptc": poptc,
        "popt-run": [flag for flag in popt_run if flag not in poptc],
        "popt-plan": [flag for flag in popt_plan if flag not in popt_run],
        "run": run_flags(say("popt-launch", "--help")),
        "environment": re.findall(r"^(\w+)", say("popt-launch", "--help-env"), re.MULTILINE),
        "plan": plan_keys(),
        "python": python_words(),
    }
    with open(TABLE, encoding="utf-8") as file:
        table = json.load(file)
    wrong = [f"{group}: no such group" for group in table if group not in groups]
    for group, words in groups.items():
        if not words:
            wrong.append(f"{group}: no word was found; audit.py looks in the wrong place")
        rows = table.get(group, {})
        wrong += [f"{group}: {word} has no row" for word in words if word not in rows]
        for word, (path, text) in rows.items():
            if word not in words:
                wrong.append(f"{group}: {word} is gone")
            elif bare(word) not in text:
                wrong.append(f"{group}: the text of {word} does not name it: {text}")
            elif not os.path.exists(os.path.join(SOURCE, path)):
                wrong.append(f"{group}: the test of {word}, {path}, does not exist")
            elif text not in source(path):
                wrong.append(f"{group}: the test of {word}, {path}, does not hold: {text}")
    for line in wrong:
        print(line)
    print(f"{sum(map(len, groups.values()))} words, {len(wrong)} wrong")
    return 1 if wrong else 0


sys.exit(main())
