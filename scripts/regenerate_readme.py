#!/usr/bin/env python3
"""Runs every `$ whichchip …` of README.md's ```console blocks and puts its real output below it.

  scripts/regenerate_readme.py [--check] [--binary PATH]

--check changes nothing and fails when the file differs from what the tool prints now. `$ whichchip … | head -N` keeps the
first N lines, followed by "…" when there are more.
"""

import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
HEAD = re.compile(r"\s*\|\s*head -(\d+)$")


def output_of(command, binary):
    limit = HEAD.search(command)
    words = shlex.split(HEAD.sub("", command))
    if words[0] != "whichchip":
        raise SystemExit(f"README.md: only whichchip is run, not {words[0]}")
    environment = dict(os.environ, COLUMNS="100", NO_COLOR="1", WHICHCHIP_SAMPLES=str(ROOT / "sample_models"))
    done = subprocess.run([binary, *words[1:]], capture_output=True, text=True, env=environment, cwd=ROOT, check=False)
    lines = (done.stdout + done.stderr).rstrip("\n").split("\n")
    if limit and len(lines) > int(limit[1]):
        lines = lines[: int(limit[1])] + ["…"]
    return "\n".join(lines)


def regenerated(text, binary):
    def block(match):
        commands = [line[2:] for line in match[1].split("\n") if line.startswith("$ ")]
        parts = [f"$ {command}\n{output_of(command, binary)}\n" for command in commands]
        return "```console\n" + "\n".join(parts) + "```"

    return BLOCK.sub(block, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--binary", default=os.environ.get("WHICHCHIP", str(ROOT / "build/native/bin/whichchip")))
    arguments = parser.parse_args()
    readme = ROOT / "README.md"
    old = readme.read_text(encoding="utf-8")
    new = regenerated(old, arguments.binary)
    if not arguments.check:
        readme.write_text(new, encoding="utf-8")
        return
    if new != old:
        for number, (a, b) in enumerate(zip(old.split("\n"), new.split("\n")), 1):
            if a != b:
                print(f"README.md:{number} says\n  {a}\nthe tool says\n  {b}")
                break
        sys.exit("README.md is not what the tool prints: run scripts/regenerate_readme.py")


if __name__ == "__main__":
    main()
