#!/usr/bin/env python3
"""Finds error messages that no test quotes.

    error_sites.py ROOT

An error site is a statement of lib/, tools/ or runtime/ that makes a message:
it calls emitError, fail and the like, or assigns to or returns a message. A
test quotes it if it has five words in a row of one of its string literals, or
the longest literal if all are shorter. UNREACHED lists the texts that no input
can cause, with the reason. Prints the sites that no test quotes, and entries
of UNREACHED that are no such text; exit status 1 if there are any.
"""
import os
import re
import sys

SOURCES = ["lib", "tools", "runtime/lib", "runtime/tools"]
TESTS = ["test", "python/tests"]

# Part of a message -> why no test can cause it.
UNREACHED = {
    "object code of kernels cannot be read": "LLVM has just written it",
    "the step table is another one after printing": "our own bug; tests print every command",
    "no file in memory can be made": "memfd_create fails only when the system is out of something",
    "no pipe to the linker": "as above",
    "cannot create a file in memory": "as above",
    "cannot keep the program in memory": "as above",
    "result size is beyond 63 bits": "takes a group of thousands of ranks, listed one by one",
    "evaluated to": "verifiers refuse operations of such types; the interpreter checks itself",
    "bytes of constants": "the table that holds them has just been read into as much memory",
    "no strategies fit the shardings": "the operation that reads such a value is blamed instead",
    "cannot map what rank 0 shares": "rank 0 has just mapped the same memory",
    "the bytecode is damaged": "a crash of MLIR's reader, which its next version may not have",
    "cannot measure": "this process's own memory and processors; fails only when memory runs out",
    "oneDNN refused to execute": "it has accepted the same shapes in preparation",
}

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\((.*?)\)"|"((?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\])\'|^[ \t]*#[^\n]*|[;{}]',
    re.S | re.M)
SITE = re.compile(
    r"\b\w*([eE]rror|fail|invalid|refuse\w*|report|complain|mismatch|wrong|noMatch)\(|"
    r"\berrs\(\)|\b(note|warn)\(|\w*([eE]rror|problem|message|wrong|reason|said|why) ?(\+?=|<<) |\bstderr\b")
NO_SITE = re.compile(r"\bassert\(|unreachable\(|[rR]emark|cl::|static_assert|"
                     r"getDescription|\b(toText|\w*AsJson|\w*[hH]elp\w*|\w*Note)\(")


def statements(text):
    """(line, code without literals, literals) of each statement."""
    before, code, literals, line, last, at = "", "", [], 1, 0, 1
    for token in TOKEN.finditer(text):
        between = text[last:token.start()]
        last = token.end()
        code += between
        line += between.count("\n")
        if not code.strip():
            at = line
        if token[0] in ";{}":
            yield at, before, " ".join(code.split()), literals
            before, code, literals = code if token[0] == "{" else "", "", []
        elif token[0].startswith(('"', "R")):
            if not code.strip():
                at = line
            literal = token[1] if token[1] is not None else token[2]
            if code.rstrip().endswith("\0"):  # adjacent literals are one
                literals[-1] += literal
            else:
                literals.append(literal)
                code += "\0"
        line += token[0].count("\n")


def plain(text):
    text = re.sub(r"\\x..", "", text).replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")
    return " ".join(text.split())


def quotes(literals):
    """Texts of which a test must have one."""
    parts = []
    for literal in literals:
        for part in re.split(r"%[-.*0-9]*[a-z]+", literal):
            if re.search("[a-z]{2}", plain(part)):
                parts.append(plain(part).strip('",:;.=()[] '))
    long = [part.split() for part in parts if len(part.split()) >= 5]
    if long:
        return {" ".join(words[i:i + 5]) for words in long for i in range(len(words) - 4)}
    return {max(parts, key=len)} if parts else set()


def sources(root, folders, names):
    for folder in folders:
        for path, _, files in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(files):
                if name.endswith(names):
                    with open(os.path.join(path, name), errors="replace") as f:
                        yield os.path.relpath(os.path.join(path, name), root), f.read()


def main():
    root = sys.argv[1]
    tests = ""
    for name, text in sources(root, TESTS, (".mlir", ".test", ".long", ".py", ".cpp", ".txt", ".c", ".h")):
        if os.path.basename(name) == os.path.basename(__file__):
            continue
        tests += " " + plain(re.sub(r'"\s*\n\s*(//\s*)?"', "", text))
    count = missing = 0
    unused = set(UNREACHED)
    for name, text in sources(root, SOURCES, (".cpp", ".h")):
        for line, before, code, literals in statements(text):
            returned = (code.startswith("return ") and not "".join(literals).startswith("{")
                        and any(len(l.split()) > 2 for l in literals))
            if (not literals or NO_SITE.search(before + code)
                    or not (returned or SITE.search(code))):
                continue
            wanted = quotes(literals)
            if not wanted:
                continue
            count += 1
            if any(quote in tests for quote in wanted):
                continue
            whole = plain(" ... ".join(literals))
            reasons = [entry for entry in UNREACHED if entry in whole]
            unused -= set(reasons)
            if not reasons:
                print(f"{name}:{line}: {whole}")
                missing += 1
    for entry in sorted(unused):
        print(f"UNREACHED: \"{entry}\" is no message without a test")
    print(f"{count} error sites, {missing} without a test")
    sys.exit(1 if missing or unused else 0)


main()
