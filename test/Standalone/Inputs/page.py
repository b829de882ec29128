"""Runs the Python of a Markdown page, block after block, in one namespace."""
import re
import sys

import popt

print(popt.__file__)
names = {}
with open(sys.argv[1]) as page:
    for block in re.findall(r"```python\n(.*?)```", page.read(), re.S):
        exec(block, names)
