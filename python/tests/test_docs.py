"""The code of docs/Python.md runs, block after block."""
import os
import re

import popt
import pytest

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "Python.md")


def test_python_page(capsys):
    try:
        popt.native.load()
    except ImportError as reason:
        pytest.skip(str(reason))
    with open(PAGE) as page:
        blocks = re.findall(r"```python\n(.*?)```", page.read(), re.S)
    names = {}
    for block in blocks:
        exec(block, names)
    out = capsys.readouterr().out
    assert re.search(r"^loss 0\.\d{4} on 4 ranks$", out, re.M)
    assert "{'params': 'result[0]', 'opt': 'result[1]'}" in out
    assert "error: a device needs" in out and "compiled.py" not in out
