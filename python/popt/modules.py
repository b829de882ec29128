"""What the text of a module says of `@main`, and of where it was written."""
import os
import re


def signature_of(text):
    """[(name or None, aliased result or None)] per argument of the printed `@main`.
    Tokens, by which JAX orders callbacks, are not counted: popt drops them."""
    match = re.search(r"func\.func public @main\((.*?)\n", text)
    if not match:
        return []
    header, _, results = match.group(1).partition(") -> ")
    # Tokens lead the results.
    tokens = results.count("!stablehlo.token")
    starts = [m.start() for m in re.finditer(r"%arg\d+: ", header)] + [len(header)]
    out = []
    for begin, end in zip(starts, starts[1:]):
        chunk = header[begin:end]
        if ": !stablehlo.token" in chunk:
            continue
        name = re.search(r'loc\("((?:[^"\\]|\\.)*)"\)', chunk)
        alias = re.search(r"tf\.aliasing_output = (\d+)", chunk)
        out.append((_unescape(name.group(1)) if name else None,
                    int(alias.group(1)) - tokens if alias else None))
    return out


def _unescape(text):
    return re.sub(r'\\([0-9A-Fa-f]{2}|.)',
                  lambda m: m.group(1) if len(m.group(1)) == 1 else chr(int(m.group(1), 16)), text)


def shorten_locations(text, root):
    """Source files relative to root, library files from site-packages on: the text
    then does not depend on where it was made, and still says whose lines they are."""
    root = os.path.join(os.path.abspath(root), "")

    def shorten(match):
        file = re.sub(r"^.*/(site|dist)-packages/", "site-packages/", match.group(1))
        return '"' + (file[len(root):] if file.startswith(root) else file) + '":'
    return re.sub(r'"(/[^"\n]*\.py)":', shorten, text)
