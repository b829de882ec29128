"""Every module of the corpus parses, prints and parses to the same module.

    roundtrip.py POPT CORPUS [EVERY]

For each module: the pretty and the generic form, both with locations, print
the same again after parsing, and the generic form parses to the pretty one.
A module without locations also prints as it was written, but for booleans in
hexadecimal, which MLIR versions pack differently. Modules of one folder go
through the tool together, split by the line it splits at. EVERY takes one folder in so
many.
"""
import gzip
import pathlib
import subprocess
import sys

SPLIT = "// -----\n"


def read(path):
    raw = path.read_bytes()
    return (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()


def run(popt, text, *flags):
    done = subprocess.run([popt, "--split-input-file", *flags], input=text,
                          capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stderr[:4000])
        sys.exit(1)
    return done.stdout


def check(popt, paths):
    texts = [read(path) for path in paths]
    joined = SPLIT.join(text.rstrip("\n") + "\n" for text in texts)
    pretty = run(popt, joined, "--mlir-print-debuginfo")
    generic = run(popt, joined, "--mlir-print-debuginfo",
                  "--mlir-print-op-generic")
    bad = []
    results = {
        "pretty form": (pretty, run(popt, pretty, "--mlir-print-debuginfo")),
        "generic form": (generic, run(popt, generic, "--mlir-print-debuginfo",
                                      "--mlir-print-op-generic")),
        "generic to pretty": (pretty, run(popt, generic,
                                          "--mlir-print-debuginfo")),
    }
    for what, (first, second) in results.items():
        for path, a, b in zip(paths, first.split(SPLIT), second.split(SPLIT)):
            if a != b:
                bad.append(f"{path}: {what} changes when parsed again")
    plain = run(popt, joined).split(SPLIT)
    assert len(plain) == len(paths)
    for path, text, printed in zip(paths, texts, plain):
        exact = "loc(" not in text and 'dense<"0x' not in text
        if exact and text.strip() != printed.strip():
            bad.append(f"{path}: prints differently from how it was written")
    return bad


def main():
    popt, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    folders = {}
    for path in sorted(corpus.rglob("*.mlir*")):
        folders.setdefault(path.parent, []).append(path)
    if len(sys.argv) > 3:
        folders = dict(list(folders.items())[::int(sys.argv[3])])
    bad = [line for paths in folders.values() for line in check(popt, paths)]
    print("\n".join(bad))
    print(f"{sum(map(len, folders.values()))} modules, {len(bad)} failures")
    return bool(bad) or not folders


if __name__ == "__main__":
    sys.exit(main())
