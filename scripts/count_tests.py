#!/usr/bin/env python3
"""Counts single tests. Prints "<passed> <failed>".

    count_tests.py ctest FOLDER    FOLDER/ctest.xml (JUnit) and FOLDER/<test>.json (GoogleTest)
    count_tests.py tap FILE        node --test's TAP report

A program that ctest calls failed although its own report shows no failure (it crashed, hung, or a sanitizer spoke at
the end) counts as one failure more; one without a report is a single test.
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


def count_gtest(report):
    passed = failed = 0
    for suite in report.get("testsuites", []):
        for case in suite.get("testsuite", []):
            if case.get("failures"):
                failed += 1
            elif case.get("result") == "COMPLETED":
                passed += 1
    return passed, failed


def count_ctest(folder):
    passed = failed = 0
    junit = folder / "ctest.xml"
    if not junit.exists():
        return 0, 0
    for case in ElementTree.parse(junit).getroot().iter("testcase"):
        ok = case.get("status") == "run"
        report = folder / f"{case.get('name')}.json"
        try:
            p, f = count_gtest(json.loads(report.read_text(encoding="utf-8")))
        except (OSError, json.JSONDecodeError):
            p, f = (1, 0) if ok else (0, 0)
        if not ok and f == 0:
            f = 1
        passed += p
        failed += f
    return passed, failed


def count_tap(path):
    text = path.read_text(encoding="utf-8") if path.exists() else ""

    def total(name):
        return sum(int(n) for n in re.findall(rf"^# {name} (\d+)$", text, re.MULTILINE))

    return total("pass"), total("fail") + total("cancelled")


def main():
    kind, path = sys.argv[1], pathlib.Path(sys.argv[2])
    print(*(count_ctest(path) if kind == "ctest" else count_tap(path)))


if __name__ == "__main__":
    main()
