#!/usr/bin/env python3
"""Assembles the page's folder and weighs it.

Copies web/static, the module, the device files and the sample models into SITE, scripts and styles without their comments and
the samples' manifest without what only its makers need; writes SITE/files.json (every file with its bytes and SHA-256), fills
the service worker in, and prints what the first result costs to download. Fails when that passes the budget.
"""

import argparse
import gzip
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys


def brotli_size(data):
    if not shutil.which("brotli"):
        return None
    run = subprocess.run(["brotli", "--quality=11", "--stdout", "-"], input=data, stdout=subprocess.PIPE, check=True)
    return len(run.stdout)


def copy_tree(source, target):
    for path in sorted(source.rglob("*")):
        if path.is_file():
            to = target / path.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)


def minify(site):
    """Scripts and styles as esbuild writes them; their names, and so their imports, stay."""
    esbuild = shutil.which("esbuild")
    if not esbuild:
        sys.exit("assemble_site.py: error: esbuild is missing: run scripts/setup.sh, or install it")
    for path in sorted(p for p in site.iterdir() if p.suffix in (".js", ".mjs", ".css")):
        command = [esbuild, str(path), "--minify", "--target=es2022", "--charset=utf8", "--log-level=error",
                   "--allow-overwrite", f"--outfile={path}"]
        subprocess.run(command, check=True)


# What the page shows of a sample, and what it needs to open it.
SAMPLE_KEYS = ("name", "family", "title", "file", "default_dims", "parameters", "macs")


def copy_samples(samples, target):
    target.mkdir(exist_ok=True)
    for path in sorted(samples.glob("*.onnx")):
        shutil.copyfile(path, target / path.name)
    manifest = json.loads((samples / "manifest.json").read_text(encoding="utf-8"))
    models = [{key: model[key] for key in SAMPLE_KEYS if key in model} for model in manifest["models"]]
    text = json.dumps({"models": models}, separators=(",", ":"), ensure_ascii=False)
    (target / "manifest.json").write_text(text, encoding="utf-8")


def service_worker(site, files, core):
    """Names the build by its content and lists what is kept for use without a network."""
    path = site / "sw.js"
    if not path.exists():
        return
    build = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    names = [name for name in core if name != "sw.js"]
    text = path.read_text(encoding="utf-8").replace("@BUILD@", build)
    text = re.sub("""['"]@CORE@['"]""", ", ".join(f"'{name}'" for name in names), text)
    path.write_text(text, encoding="utf-8")
    listed = next(entry for entry in files if entry["path"] == "sw.js")
    listed.update(bytes=len(text.encode()), sha256=hashlib.sha256(text.encode()).hexdigest())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", required=True, type=pathlib.Path)
    parser.add_argument("--static", required=True, type=pathlib.Path, action="append", help="a folder to copy; repeatable")
    parser.add_argument("--module", required=True, type=pathlib.Path)
    parser.add_argument("--device-files", required=True, type=pathlib.Path, help="the devices in full, one JSON a line")
    parser.add_argument("--measurements", required=True, type=pathlib.Path, help="what others measured")
    parser.add_argument("--samples", required=True, type=pathlib.Path)
    parser.add_argument("--notices", required=True, type=pathlib.Path, help="licences of what the page contains")
    parser.add_argument("--version", required=True)
    parser.add_argument("--budget", required=True, type=int, help="compressed bytes that the first result may take")
    arguments = parser.parse_args()
    site = arguments.site

    # The folder itself stays: a server may be running in it.
    site.mkdir(parents=True, exist_ok=True)
    for entry in site.iterdir():
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    for folder in arguments.static:
        copy_tree(folder, site)
    for path in (arguments.module, arguments.module.with_suffix(".wasm")):
        shutil.copyfile(path, site / path.name)
    shutil.copyfile(arguments.notices, site / "third-party-notices.txt")
    shutil.copyfile(arguments.device_files, site / "devices.jsonl")
    shutil.copyfile(arguments.measurements, site / "measurements.json")
    minify(site)
    copy_samples(arguments.samples, site / "sample_models")

    files = []
    rows = []
    first = []  # what the first result takes
    kept = []  # for use without a network: that, and what follows it
    for path in sorted(p for p in site.rglob("*") if p.is_file()):
        name = path.relative_to(site).as_posix()
        data = path.read_bytes()
        files.append({"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
        # A first result takes one sample, not all of them, no licences, and nothing of what others measured or published.
        source = name in ("devices.jsonl", "measurements.json")
        later = source or name.startswith("sample_models/") or name in ("third-party-notices.txt", "whichchip-api.js")
        if source:
            kept.append(name)
        if not later or name in ("sample_models/resnet50.onnx", "sample_models/manifest.json"):
            first.append(name)
            rows.append((name, len(data), len(gzip.compress(data, 9, mtime=0)), brotli_size(data)))
    service_worker(site, files, [*first, *kept])
    listing = {"version": arguments.version, "files": files}
    (site / "files.json").write_text(json.dumps(listing, indent=1) + "\n", encoding="utf-8")

    def total(column):
        return None if any(row[column] is None for row in rows) else sum(row[column] for row in rows)

    print(f"{'page weight for the first result':<40}{'raw':>12}{'gzip -9':>12}{'brotli 11':>12}")
    for row in [*rows, ("total", total(1), total(2), total(3))]:
        cells = "".join(f"{'-' if value is None else value:>12}" for value in row[1:])
        print(f"{row[0]:<40}{cells}")
    compressed = total(3) if total(3) is not None else total(2)
    print(f"budget {arguments.budget} bytes, {compressed} used ({100 * compressed / arguments.budget:.0f} %)")
    if compressed > arguments.budget:
        sys.exit("assemble_site.py: error: the page is heavier than its budget")


if __name__ == "__main__":
    main()
