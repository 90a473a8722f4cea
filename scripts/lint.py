#!/usr/bin/env python3
"""House rules that no compiler checks. Prints one line per finding and fails when there is one."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN_FOLDERS = ("engine", "cli", "ui", "web", "tests")
ENGINE = ("core", "model", "workload", "hardware", "estimate", "analysis", "report", "share")

RULES = [
    # (folders, pattern, what to do instead)
    (OWN_FOLDERS, re.compile(r'#\s*include\s*"\.\.?/'), 'include by folder: #include "model/graph.h"'),
    (
        ("engine", "cli", "ui", "web"),
        re.compile(
            r"\bstd::(exp2?|expm1|log(?:2|10|1p)?|pow|cbrt|erfc?|[tl]gamma|sinh?|cosh?|tanh?|a(?:sin|cos|tan)h?|atan2"
            r"|hypot|fma)\s*\("
        ),
        "libm differs between machines: use core/math.h",
    ),
    (("engine",), re.compile(r"\blong double\b"), "differs between machines: use double"),
    (("engine",), re.compile(r"\bstd::(cout|cerr|clog|printf)\b|(?<![\w:])f?printf\s*\("), "the engine never prints"),
    (OWN_FOLDERS, re.compile(r"\t"), "indent with spaces"),
    (OWN_FOLDERS, re.compile(r"[ \t]+$"), "space at the end of the line"),
]
INCLUDE = re.compile(r'#\s*include\s*"(\w+)/')


def sources():
    for folder in OWN_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cc") and path.is_file():
                yield folder, path


def findings():
    for folder, path in sources():
        relative = path.relative_to(ROOT)
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".h" and "#pragma once" not in text:
            yield f"{relative}: no #pragma once"
        if path.suffix == ".h" and not text.startswith("//"):
            yield f"{relative}: a header starts with a comment that says what it is for"
        layer = ENGINE.index(relative.parts[1]) if folder == "engine" and relative.parts[1] in ENGINE else None
        for number, line in enumerate(text.splitlines(), 1):
            code = line.split("//")[0]
            for folders, pattern, advice in RULES:
                subject = line if "$" in pattern.pattern or pattern.pattern == r"\t" else code
                if folder in folders and pattern.search(subject):
                    yield f"{relative}:{number}: {advice}"
            included = INCLUDE.match(code)
            if layer is not None and included and included[1] in ENGINE and ENGINE.index(included[1]) > layer:
                yield f"{relative}:{number}: {relative.parts[1]} may not use {included[1]}, which stands to its right"


def main():
    found = list(findings())
    for line in found:
        print(line)
    print(f"lint: {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
