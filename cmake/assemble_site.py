#!/usr/bin/env python3
"""Assembles the page's folder and weighs it.

Copies web/static, the module, the device files and the sample models into SITE, the page's scripts joined by what needs them
together, scripts and styles without their comments, and the samples' manifest without what only its makers need; writes
SITE/files.json (every file with its bytes, its SHA-256 and whether a first result needs it; tests/e2e/weight.test.mjs holds that
against what a browser asks for), fills the service worker in, and prints what the first result costs to download. Fails when
that passes the budget.
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
import tempfile


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


def esbuild(*arguments, folder=None):
    program = shutil.which("esbuild")
    if not program:
        sys.exit("assemble_site.py: error: esbuild is missing: run scripts/setup.sh, or install it")
    command = [program, "--minify", "--target=es2022", "--charset=utf8", "--log-level=error", *map(str, arguments)]
    subprocess.run(command, check=True, cwd=folder)


# The page's script, and those of its Workers.
ENTRIES = ("app.js", "worker.js", "drawing_worker.js")


def join_scripts(static, module, site):
    """The page's scripts as esbuild joins them; gives the names of those that a first result needs.

    What is imported only when it is first asked for stays apart; all but the engine is needed after the first result.
    """
    with tempfile.TemporaryDirectory() as folder:
        sources = pathlib.Path(folder)
        for path in [*static.glob("*.js"), module]:
            shutil.copyfile(path, sources / path.name)
        listing = sources / "listing.json"
        # From within the folder: the names of the pieces depend on the paths that are seen from there.
        esbuild(*ENTRIES, "--bundle", "--splitting", "--format=esm", "--external:module",
                "--chunk-names=[name]-[hash]", f"--metafile={listing}", f"--outdir={site.resolve()}", folder=sources)
        outputs = {pathlib.Path(path).name: entry for path, entry in json.loads(listing.read_text(encoding="utf-8"))["outputs"].items()}
    engine = next(name for name in outputs if name.startswith("engine-"))
    needed, rest = set(), [*ENTRIES, engine]
    while rest:
        name = rest.pop()
        if name in needed:
            continue
        needed.add(name)
        rest += [pathlib.Path(each["path"]).name for each in outputs[name]["imports"] if each["kind"] == "import-statement" and not each.get("external")]
    preload = [name for name in sorted(needed) if name not in ENTRIES]
    return needed, set(outputs) - needed, preload


def minify(site):
    """What stands alone: styles, the service worker, and the module for other programs."""
    for name in ("styles.css", "sw.js", "whichchip.mjs", "whichchip-api.js"):
        esbuild(site / name, "--allow-overwrite", f"--outfile={site / name}")


def preload_scripts(site, names):
    """Scripts that scripts ask for are asked for at once."""
    path = site / "index.html"
    links = "".join(f'\n  <link rel="modulepreload" href="{name}">' for name in ("app.js", *names))
    text = path.read_text(encoding="utf-8").replace('\n  <link rel="modulepreload" href="app.js">', links)
    path.write_text(text, encoding="utf-8")


# What the page shows of a sample, and what it needs to open it.
SAMPLE_KEYS = ("name", "family", "title", "file", "default_dims", "parameters", "macs")


def copy_samples(samples, target):
    target.mkdir(exist_ok=True)
    for path in sorted(samples.glob("*.onnx")):
        shutil.copyfile(path, target / path.name)
    manifest = json.loads((samples / "manifest.json").read_text(encoding="utf-8"))
    models = [{key: model[key] for key in SAMPLE_KEYS if key in model} for model in manifest["models"]]
    for model in models:
        if model["file"] == model["name"] + ".onnx":  # as almost all are
            del model["file"]
    text = json.dumps({"models": models}, separators=(",", ":"), ensure_ascii=False)
    (target / "manifest.json").write_text(text, encoding="utf-8")


# For other programs, beside the page's own scripts.
STANDING_ALONE = ("sw.js", "whichchip-api.js")
# What a first result takes beside scripts and typefaces.
FIRST = ("index.html", "styles.css", "favicon.svg", "app.webmanifest", "sw.js", "whichchip.wasm", "sample_models/manifest.json", "sample_models/resnet50.onnx")


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
    for path in site.glob("*.js"):
        if path.name not in STANDING_ALONE:
            path.unlink()
    for path in (arguments.module, arguments.module.with_suffix(".wasm")):
        shutil.copyfile(path, site / path.name)
    shutil.copyfile(arguments.notices, site / "third-party-notices.txt")
    shutil.copyfile(arguments.device_files, site / "devices.jsonl")
    shutil.copyfile(arguments.measurements, site / "measurements.json")
    minify(site)
    needed, lazy, preload = join_scripts(arguments.static[0], arguments.module, site)
    preload_scripts(site, preload)
    copy_samples(arguments.samples, site / "sample_models")

    files = []
    first = []  # what the first result takes
    kept = []  # for use without a network: that, and what follows it
    for path in sorted(p for p in site.rglob("*") if p.is_file()):
        name = path.relative_to(site).as_posix()
        data = path.read_bytes()
        files.append({"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
        # A first result takes one sample, not all of them, no licences, nothing of what others measured or published, and
        # no dialog.
        if name in lazy or name in ("devices.jsonl", "measurements.json"):
            kept.append(name)
        if name in needed or name in FIRST or name.startswith("fonts/"):
            first.append(name)
    for entry in files:
        entry["first"] = entry["path"] in first
    service_worker(site, files, [*first, *kept])
    rows = []
    for name in first:
        data = (site / name).read_bytes()
        rows.append((name, len(data), len(gzip.compress(data, 9, mtime=0)), brotli_size(data)))
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
