#!/usr/bin/env python3
"""Checks the HTML of reports without a browser.

    page.py F.html...

Tags nest, nothing is loaded from elsewhere, there is no script, links lead to
parts of the page, and the page has at most 2 MB. Needs only the standard
library. Exit status 1 if a page breaks a rule.
"""
import html.parser
import os
import sys

MOST_BYTES = 2 * 1000 * 1000
VOID = {"meta", "link", "br", "hr", "img", "input"}
# What loads or runs something.
FORBIDDEN = {"script", "link", "img", "iframe", "object", "embed", "base", "form", "foreignobject"}
LOADING = {"src", "href", "srcset", "data", "action", "xlink:href"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.ids, self.links = [], [], set(), set()

    def handle_starttag(self, tag, attributes):
        if tag in FORBIDDEN:
            self.wrong.append(f"line {self.getpos()[0]}: <{tag}>")
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            if name.startswith("on"):
                self.wrong.append(f"line {self.getpos()[0]}: {name}={value}")
            if name in LOADING and not value.startswith("#"):
                self.wrong.append(f"line {self.getpos()[0]}: loads {value}")
            elif name in LOADING:
                self.links.add(value[1:])
            if "url(" in (value or ""):
                self.wrong.append(f"line {self.getpos()[0]}: loads {value}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"line {self.getpos()[0]}: </{tag}> closes nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] == "style" and ("url(" in data or "@import" in data):
            self.wrong.append("the style loads something")


def main(files):
    failed = False
    for file in files:
        page = Page()
        with open(file, encoding="utf-8") as f:
            page.feed(f.read())
        page.close()
        wrong = page.wrong
        if page.open:
            wrong.append(f"open at the end: {page.open}")
        wrong += [f"#{link} leads nowhere" for link in sorted(page.links - page.ids)]
        if os.path.getsize(file) > MOST_BYTES:
            wrong.append(f"{os.path.getsize(file)} bytes, more than {MOST_BYTES}")
        for line in wrong:
            print(f"{file}: {line}")
        failed |= bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
