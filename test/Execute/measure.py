"""What the scripts that measure programs have in common."""
import argparse


def read_options(doc, corpus=False):
    """The command line of a script with this docstring: cases, where the tools are, and
    perhaps where the corpus is."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--bin", default="build/bin")
    if corpus:
        parser.add_argument("--corpus", required=True)
    return parser.parse_args()
