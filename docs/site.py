#!/usr/bin/env python3
"""Builds the documentation as a site, with the Python that has mkdocs:

    docs/site.py [--pages build/pages] [--site build/site]

Collects README.md, CONTRIBUTING.md and docs/ in a folder, where the links among
them hold. A link to anything else of the source tree becomes its text. Links that
lead nowhere are errors, in mkdocs' words. Exit status: mkdocs'.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

import yaml  # comes with mkdocs

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Written by docs/generate.py; a tree where that has not run has none.
GENERATED = ("docs/Passes.md", "docs/Dialects")
LINK = re.compile(r"(!?)\[([^\]\[]*)\]\(([^)#\s]+)(#[^)]*)?\)")


def pages():
    """Files of the site, relative to the source tree."""
    found = ["README.md", "CONTRIBUTING.md"]
    for folder, _, files in os.walk(os.path.join(SOURCE, "docs")):
        found += [os.path.relpath(os.path.join(folder, file), SOURCE) for file in files
                  if file.endswith((".md", ".svg", ".png", ".json", ".css"))]
    return sorted(found)


def with_links_of_the_site(text, page, known):
    """The page without links to files that exist, but only in the source tree."""
    def link(match):
        target = os.path.normpath(os.path.join(os.path.dirname(page), match.group(3)))
        if ":" in match.group(3) or target in known:
            return match.group(0)
        if os.path.isdir(os.path.join(SOURCE, target)) and f"{target}/README.md" in known:
            return f"[{match.group(2)}]({match.group(3).rstrip('/')}/README.md{match.group(4) or ''})"
        if target in GENERATED or os.path.exists(os.path.join(SOURCE, target)):
            return match.group(2)
        return match.group(0)
    # Code stays as it is.
    parts = re.split(r"(```.*?```|`[^`\n]*`(?!\]))", text, flags=re.S)
    return "".join(part if index % 2 else LINK.sub(link, part) for index, part in enumerate(parts))


def collect(folder):
    shutil.rmtree(folder, ignore_errors=True)
    known = set(pages())
    for page in known:
        target = os.path.join(folder, page)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not page.endswith(".md"):
            shutil.copy(os.path.join(SOURCE, page), target)
            continue
        with open(os.path.join(SOURCE, page)) as source, open(target, "w") as out:
            out.write(with_links_of_the_site(source.read(), page, known))


def unfold(entry, known):
    """[entry of the settings' nav, with the pages of folders in place of them], or []
    without any: reference pages are there only once they are generated."""
    (title, value), = entry.items()
    if isinstance(value, list):
        return [{title: [page for below in value for page in unfold(below, known)]}]
    if value.endswith(".md"):
        return [entry] if value in known else []
    inside = sorted((page for page in known
                     if os.path.dirname(page) == value and page.endswith(".md")),
                    key=lambda page: (not page.endswith("README.md"), page))
    return [{title: inside}] if inside else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", default=os.path.join(SOURCE, "build", "pages"))
    parser.add_argument("--site", default=os.path.join(SOURCE, "build", "site"))
    arguments = parser.parse_args()
    collect(arguments.pages)
    with open(os.path.join(SOURCE, "mkdocs.yml")) as file:
        settings = yaml.safe_load(file)
    settings["docs_dir"] = os.path.abspath(arguments.pages)
    settings["site_dir"] = os.path.abspath(arguments.site)
    known = pages()
    settings["nav"] = [page for entry in settings["nav"] for page in unfold(entry, known)]
    file = os.path.abspath(arguments.pages) + ".yml"
    with open(file, "w") as out:
        yaml.safe_dump(settings, out, sort_keys=False)
    # -q would hide what is strict.
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-f", file],
                          env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
