"""The Python of the documentation runs, block after block."""
import os
import re

import pytest

DOCS = os.path.join(os.path.dirname(__file__), "..", "..", "docs")
# Page -> what it prints.
PAGES = {
    "../README.md": [],
    "Data.md": [],
    "Python.md": [r"^loss 0\.\d{4} on 4 ranks$",
                  r"^{'params': 'result\[0\]', 'opt': 'result\[1\]'}$",
                  r"error: a device needs"],
    "PyTorch.md": [r"^loss \d\.\d{3}$", r"^loss \d\.\d{3} over two stages$"],
    "Tutorials/Training.md": [r"all-reduce sum over {\"dp\"}", r"^1 loop over microbatches$",
                              r"^bubble \d+%$", r"^8 ranks$"],
}


@pytest.mark.parametrize("page", PAGES)
def test_python_of_pages(page, native, capsys, monkeypatch, tmp_path):
    if page == "PyTorch.md":
        pytest.importorskip("torchax", reason="torchax is not installed: make check-torch")
    monkeypatch.chdir(tmp_path)
    with open(os.path.join(DOCS, page)) as file:
        text = file.read()
    names = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(block, "train.py", "exec"), names)
    out = capsys.readouterr().out
    for line in PAGES[page]:
        assert re.search(line, out, re.M), out
    # What a page says that a block prints.
    for block in re.findall(r"```python\n[^`]*```\n\nprints.*?\n\n```\n(.*?)```", text, re.S):
        assert block in out, out
    # Messages show the user's lines, not this package's.
    assert "compiled.py" not in out
