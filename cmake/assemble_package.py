#!/usr/bin/env python3
"""Makes the folder of the npm package from the assembled page: engine, wrapper, types, README, example, licences."""

import argparse
import pathlib
import shutil


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", required=True, type=pathlib.Path)
    parser.add_argument("--module", required=True, type=pathlib.Path, help="web/module")
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the source's folder, for its licence")
    parser.add_argument("--version", required=True)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    output = arguments.output
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    for path in sorted(arguments.module.iterdir()):
        text = path.read_text(encoding="utf-8").replace("@VERSION@", arguments.version)
        (output / path.name).write_text(text, encoding="utf-8")
    for name in ("whichchip-api.js", "whichchip.mjs", "whichchip.wasm", "devices.jsonl", "measurements.json", "third-party-notices.txt"):
        shutil.copyfile(arguments.site / name, output / name)
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(arguments.root / name, output / name)


if __name__ == "__main__":
    main()
