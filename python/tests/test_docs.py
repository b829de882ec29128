"""The Python of the documentation runs, block after block."""
import os
import re

import pytest

DOCS = os.path.join(os.path.dirname(__file__), "..", "..", "docs")
# Page -> what it prints.
PAGES = {
    "Python.md": [r"^loss 0\.\d{4} on 4 ranks$",
                  r"^{'params': 'result\[0\]', 'opt': 'result\[1\]'}$",
                  r"error: a device needs"],
    "Tutorials/Training.md": [r"all-reduce sum over {\"dp\"}", r"^1 loop over microbatches$",
                              r"^bubble \d+%$", r"^8 ranks$"],
}


@pytest.mark.parametrize("page", PAGES)
def test_python_of_pages(page, native, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with open(os.path.join(DOCS, page)) as file:
        blocks = re.findall(r"```python\n(.*?)```", file.read(), re.S)
    names = {}
    for block in blocks:
        exec(block, names)
    out = capsys.readouterr().out
    for line in PAGES[page]:
        assert re.search(line, out, re.M), out
    # Messages show the user's lines, not this package's.
    assert "compiled.py" not in out
