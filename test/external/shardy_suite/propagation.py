"""Final shardings against the expectations of Shardy's propagation tests.

Expectations are read from the CHECK lines: shardings of arguments, of results,
and of operations in their order. popt's text is read in the same way, and both
lists are aligned by operation names. A function is exact if every sharding that
the test states is popt's, open and closed dimensions included.
"""

import math
import re
from collections import Counter

from .chunks import (Run, in_parallel, percent, print_table, run,
                           uncommented)

# The passes of each test file, in popt's words.
CLOSE = "close=true constraints=true by-operation=true"
OPEN = "close=false constraints=false by-operation="
BOUND = "close=false constraints=true by-operation=false factors=aggressive"
OPTIONS = {
    "aggressive_propagation": OPEN + "false factors=aggressive",
    "basic_propagation": OPEN + "false factors=basic",
    "basic_propagation_data_flow_edges": OPEN + "false factors=basic",
    "basic_propagation_keep_sharding_rules": OPEN + "false factors=basic",
    "basic_propagation_manual_computation": OPEN + "false factors=basic",
    "basic_propagation_token": OPEN + "false factors=basic",
    "sharding_group_propagation": OPEN + "false factors=basic",
    "edge_shardings": BOUND,
    "sharding_origins": BOUND,
    "op_priority_propagation": OPEN + "true factors=both",
    "user_priority_propagation": OPEN + "true factors=both",
    "propagation_pipeline": CLOSE,
    "propagation_pipeline_data_flow_edges": CLOSE,
    "propagation_pipeline_dedup_functions_fully_true": CLOSE,
}
# Operations by popt's names for them.
NAMES = {"sdy.reshard": "dist.constraint", "sdy.sharding_constraint": "dist.constraint",
         "sdy.constant": "stablehlo.constant", "sdy.manual_computation": "dist.manual",
         "sdy.propagation_barrier": "dist.propagation_barrier",
         "sdy.all_reduce": "dist.constraint"}
CONSTANT = "stablehlo.constant"
# A line that a test does not write to its end.
UNFINISHED = "unfinished"
OPENING, CLOSING = "<[{(", ">]})"


# Shardings
def balanced(text, start):
    """The text from an opening bracket to the closing one, or to its end."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] in OPENING:
            depth += 1
        elif text[i] in CLOSING and text[i - 1: i + 1] != "->":
            depth -= 1
            if depth == 0:
                return text[start: i + 1]
    return text[start:]


def split_list(text):
    """What stands between the commas of a bracketed list."""
    parts, depth, part = [], 0, ""
    for c in text[1:-1].replace("->", "  "):
        depth += (c in OPENING) - (c in CLOSING)
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return [*parts, part.strip()] if part.strip() else parts


def axes_of(text, clause):
    match = re.search(clause + r"\s*=\s*\w*\s*(\{[^}]*\})", text)
    return frozenset(split_list(match.group(1))) if match else frozenset()


def parse_sharding(text):
    """`<@mesh, [..], ..>` in normal form; None if it says nothing."""
    if re.match(r"<@maximal", text):
        return "closed"  # of all dimensions
    dims = []
    for dim in split_list(balanced(text, text.index("["))):
        axes = split_list(balanced(dim, 0))
        is_open = axes[-1:] == ["?"]
        dims.append((tuple(axes[:-1] if is_open else axes), is_open))
    replicated = axes_of(text, "replicated")
    partial = axes_of(text, "unreduced") | axes_of(text, "partial")
    if not replicated and not partial and not any(axes for axes, _ in dims):
        closed = any(not is_open for _, is_open in dims)
        return "closed" if closed else None
    return tuple(dims), replicated, partial


def same(expected, got, closed_everywhere):
    """popt writes shardings that say nothing; Shardy leaves them out."""
    if expected == UNFINISHED:
        return True
    if closed_everywhere:
        expected, got = (None if s == "closed" else s for s in (expected, got))
    return expected == got


ATTRIBUTE = re.compile(r"(?:sdy|dist)\.shardings?\s*=\s*")


def shardings_after(text, position):
    """The shardings of `name = …` at this position."""
    rest = text[position:]
    match = re.match(r"#sdy\.sharding_per_value<|#(?:sdy|dist)\.sharding<|\[|<", rest)
    if not match:
        return None
    whole = balanced(rest, match.end() - 1)
    if whole[-1:] not in CLOSING:
        return None  # a line that a test leaves unfinished
    if "per_value" in match.group() or match.group() == "[":
        inner = balanced(whole, whole.index("["))
        return [parse_sharding(s) for s in split_list(inner)]
    return [parse_sharding(whole)]


# Functions
class Entry:
    """One operation of a text: its name, and what is said of its results."""

    def __init__(self, text):
        text = text.strip()
        name = re.match(r"(?:%\S+(?:, %\S+)* = )?\"?((?:\w+\.)?\w+)\"?", text)
        self.name = "})" if text.startswith("})") else name.group(1) if name else ""
        self.name = NAMES.get(self.name, self.name)
        self.text = text
        self.shardings = None  # not said
        if "[[" in re.sub(r"\[\[\{|\[\[<", "", text) or not self.name:
            return  # a pattern, or the end of a list
        lists = []
        if self.name == "dist.manual":
            for word in (r"in(?:_shardings=| )", r"out(?:_shardings=| )"):
                match = re.search(word + r"(?=\[)", text)
                if match:
                    lists += shardings_after(text, match.end()) or []
            self.shardings = lists or None
            return
        match = ATTRIBUTE.search(text)
        if match:
            self.shardings = shardings_after(text, match.end())
        elif self.name == "dist.constraint":
            match = re.search(r"<(?=@|mesh<)", text)
            self.shardings = match and [parse_sharding(balanced(text, match.start()))]
        elif re.search(r" : |\{\{\$\}\}$", text) and "while" not in self.name:
            # A loop may have its attributes on another line.
            self.shardings = [None]


class Function:
    """Arguments, results and operations of a function's text."""

    def __init__(self, signature, lines):
        self.arguments, self.results = parse_signature(signature)
        self.entries = [Entry(line) for line in lines]


def parse_signature(text):
    """Shardings of arguments by number, and of results in order."""
    arguments, results = {}, []
    for match in re.finditer(r"%arg(\d+): ", text):
        rest = text[match.end():]
        stop = re.search(r"%arg\d+: |->", strip_brackets(rest))
        own = rest[: stop.start()] if stop else rest
        arguments[int(match.group(1))] = sharding_of(own)
    arrow = re.search(r"->\s*", strip_brackets(text))
    if arrow and text[arrow.end():]:
        rest = text[arrow.end():]
        parts = split_list(balanced(rest, 0)) if rest[0] == "(" else [rest]
        for part in parts:
            results.append(sharding_of(part))
    return arguments, results


def sharding_of(text):
    """The sharding among the attributes of one argument or result."""
    attribute = ATTRIBUTE.search(text)
    if not attribute:
        return None
    return (shardings_after(text, attribute.end()) or [UNFINISHED])[0]


def strip_brackets(text):
    """The text with what stands in <>, [] and {} blanked."""
    out, depth = "", 0
    for i, c in enumerate(text):
        arrow = text[max(0, i - 1): i + 1] == "->"
        depth += c in "<[{"
        out += c if depth == 0 else "."
        depth -= c in ">]}" and not arrow and depth > 0
    return out


def expected_functions(text):
    """What the CHECK lines say, by the functions' names."""
    directives = []
    # Some continuations lack their colon.
    for match in re.finditer(
            r"(?m)^\s*// CHECK(?:(-[A-Z]+)?(?:\{LITERAL\})?:|(?=-SAME )(-SAME))[ ]?(.*)$", text):
        kind = match.group(1) or match.group(2) or ""
        words = match.group(3).strip()
        words = re.sub(r"%\[\[(\w+):.*?\]\]", r"%\1", words)
        words = re.sub(r"%\[\[(\w+)\]\]", r"%\1", words)
        if kind == "-SAME" and directives:
            directives[-1][1] += " " + words
        elif kind != "-NOT":
            directives.append([kind, words])
    functions, current = {}, None
    for kind, words in directives:
        label = re.search(r"func(?:\.func)?(?: private| public)? @([\w.]+)", words)
        if kind == "-LABEL" and not label:
            label = re.search(r"^@?(\w+)", words)
        if label:
            current = (words[label.end():], [])
            functions[label.group(1)] = current
        elif current:
            current[1].append(words)
    return {name: Function(*parts) for name, parts in functions.items()}


def printed_functions(text):
    functions = {}
    for match in re.finditer(r"(?ms)^  func\.func[^@]*@([\w.]+)(.*?)^  \}$", text):
        lines = match.group(2).split("\n")
        functions[match.group(1)] = Function(lines[0], lines[1:])
    return functions


def align(expected, printed, closed_everywhere):
    """Pairs of entries: as many names as possible, then equal shardings."""

    def score(e, p):
        if e.name != p.name:
            return 0
        equal = e.shardings is not None and agree(e, p, closed_everywhere)
        return 4 + 2 * equal + ("%arg" in e.text and words(e.text) <= words(p.text))

    best = [[(0, None)] * (len(printed) + 1) for _ in range(len(expected) + 1)]
    for i in range(len(expected) - 1, -1, -1):
        for j in range(len(printed) - 1, -1, -1):
            options = [(best[i + 1][j][0], (1, 0)), (best[i][j + 1][0], (0, 1))]
            gain = score(expected[i], printed[j])
            if gain:
                options.append((best[i + 1][j + 1][0] + gain, (1, 1)))
            best[i][j] = max(options)
    i = j = 0
    while i < len(expected) and j < len(printed):
        step = best[i][j][1]
        if step == (1, 1):
            yield expected[i], printed[j]
        i, j = i + step[0], j + step[1]


def words(text):
    return set(re.findall(r"%arg\d+", text))


def agree(e, p, closed_everywhere):
    got = p.shardings or [None]
    wanted = e.shardings
    if len(got) == 1 and got[0] is None:
        got = got * len(wanted)
    if len(wanted) == 1 and wanted[0] is None:
        wanted = wanted * len(got)
    return len(wanted) == len(got) and all(
        same(w, g, closed_everywhere) for w, g in zip(wanted, got))


class Comparison:
    """One function of a test."""

    def __init__(self, chunk, name, expected, printed, closed_everywhere):
        self.chunk, self.name = chunk, name
        self.total, self.differences = 0, []

        def compare(what, wanted, got):
            self.total += 1
            if not same(wanted, got, closed_everywhere):
                self.differences.append((what, show(wanted), show(got)))

        for number, wanted in expected.arguments.items():
            compare(f"argument {number}", wanted, printed.arguments.get(number))
        for number, wanted in enumerate(expected.results):
            if number < len(printed.results):
                compare(f"result {number}", wanted, printed.results[number])
        pairs = align(*([e for e in f.entries if e.name != CONSTANT]
                        for f in (expected, printed)), closed_everywhere)
        for e, p in [*pairs, *self.pair_constants(expected, printed, closed_everywhere)]:
            if e.shardings is None or e.name == "return" or p.text.endswith("-> ()"):
                continue
            self.total += 1
            if not agree(e, p, closed_everywhere):
                self.differences.append((e.text[:160], "", p.text[:200]))


    @staticmethod
    def pair_constants(expected, printed, closed_everywhere):
        """Constants stand in any order: equal ones first."""
        left = [p for p in printed.entries if p.name == CONSTANT]
        for e in [e for e in expected.entries if e.name == CONSTANT]:
            value = re.search(r"dense<.*", e.text)
            fitting = [p for p in left if not value or value.group() in p.text]
            fitting.sort(key=lambda p: e.shardings is None
                         or not agree(e, p, closed_everywhere))
            if fitting:
                left.remove(fitting[0])
                yield e, fitting[0]


def show(sharding):
    if sharding in (None, "closed", UNFINISHED):
        return "nothing" if sharding is None else "{}"
    dims, replicated, partial = sharding
    text = ", ".join("{" + ", ".join([*axes, *["?"] * is_open]) + "}" for axes, is_open in dims)
    return f"[{text}]" + (f" replicated {sorted(replicated)}" if replicated else "") + (
        f" partial {sorted(partial)}" if partial else "")


# Measurement
def sizes_of_used_meshes(text):
    sizes = set()
    for name, mesh in re.findall(r"(?m)^\s*sdy\.mesh (@\w+) = (<.*)$", text):
        axes = [int(size) for size in re.findall(r'"\w+"\s*=\s*(\d+)', mesh)]
        if axes and re.search(rf"<{name},", text):
            sizes.add(math.prod(axes))
    return sizes


class Propagation:
    """What became of one chunk."""

    def __init__(self, popt, chunk):
        self.chunk, self.comparisons = chunk, []
        options = OPTIONS[stem(chunk)]
        closed = options is CLOSE
        text = uncommented(chunk.text)
        # popt drops axes of size 1.
        ones = re.findall(r'"(\w+)"=1\b', text)
        words = re.sub(r'"(?:%s)"(?:, )?' % "|".join(ones), "", chunk.text) if ones else chunk.text
        expected = expected_functions(re.sub(r", (?=[}\]])", "", words))
        if "sdy.data_flow_edge" in text:
            # Shardings at a region's border are popt's edges, Shardy's are apart.
            for function in expected.values():
                function.entries = [e for e in function.entries if e.name != "dist.manual"]
        passes = ["--allow-unregistered-dialect"]
        if re.search(r"\bcall @", text):
            # Callees become part of what calls them.
            roots = [n for n in expected if not re.search(rf"\bcall @{n}\b", text)]
            if len(roots) != 1:
                self.result = Run(0, "", "")
                return
            expected = {"main": expected[roots[0]]}
            text = re.sub(rf"@{roots[0]}\b", "@main", text)
            grouped = stem(chunk).endswith("dedup_functions_fully_true")
            passes.append("--inline-calls=grouped=true" if grouped else "--inline-calls")
        # Shardy's passes that come before in a pipeline; `dot` is shorthand here.
        simplify = closed or "stablehlo.dot " in text
        passes += ["--import-sdy", *(["--simplify-input"] if simplify else []),
                   f"--propagate-shardings={options}"]
        # A value on a mesh of another size than the rest stays whole: popt closes
        # its dimensions, Shardy leaves them open and does not enter them.
        closed = closed or len(sizes_of_used_meshes(text)) > 1
        self.result = run([popt, *passes], text)
        printed = printed_functions(self.result.out) if self.result.code == 0 else {}
        self.comparisons = [
            Comparison(chunk, name, function, printed[name], closed)
            for name, function in expected.items() if name in printed]

    @property
    def problem(self):
        if self.result.crashed:
            return "crash"
        return "hang" if self.result.hung else "refused" if self.result.code else ""


def stem(chunk):
    return re.sub(r".*/|\.mlir$", "", chunk.file)


def measure(popt, chunks, jobs):
    chunks = [c for c in chunks if stem(c) in OPTIONS]
    propagations = in_parallel(lambda c: Propagation(popt, c), chunks, jobs)
    rows = []
    for name in [*OPTIONS, None]:
        own = [p for p in propagations if name in (None, stem(p.chunk))]
        functions = [c for p in own for c in p.comparisons]
        exact = sum(not c.differences for c in functions)
        total = sum(c.total for c in functions)
        different = sum(len(c.differences) for c in functions)
        counts = Counter(p.problem for p in own)
        rows.append([name or "all", len(functions), exact, percent(exact, len(functions)),
                     total, percent(total - different, total),
                     counts["refused"], counts["crash"], counts["hang"]])
    print_table("Propagation",
                ["test", "functions", "exact", "share", "shardings", "equal", "refused",
                 "crash", "hang"], rows)
    return [{"test": p.chunk.name, "problem": p.problem, "text": p.result.err[-300:]}
            for p in propagations if p.problem] + [
                {"test": c.chunk.name, "problem": "different", "function": c.name,
                 "differences": c.differences}
                for p in propagations for c in p.comparisons if c.differences]
