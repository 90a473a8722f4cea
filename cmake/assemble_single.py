#!/usr/bin/env python3
"""Makes one HTML file of the assembled page, which works from a disk, without a server and without a network.

The scripts are bundled by esbuild into a classic one, the Workers' among them as text; engine, typeface and the samples of
the start page go along in base64. The file carries a Content-Security-Policy of its own: by hash what is inline, and no
connection to anywhere.
"""

import argparse
import base64
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

CARDS = ["resnet50", "mobilenet_v2", "vit_b_16", "bert_base", "llama3_8b", "efficientnet_b0", "swin_t", "gpt2"]


def bundle(esbuild, entry):
    command = [esbuild, str(entry), "--bundle", "--format=iife", "--minify", "--target=es2022", "--charset=utf8",
               "--external:module", "--log-level=error", "--define:import.meta.url=\"about:blank\""]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")


def base64_of(data):
    return base64.b64encode(data).decode("ascii")


def hash_of(text):
    return "'sha256-" + base64_of(hashlib.sha256(text.encode("utf-8")).digest()) + "'"


def inline(script):
    """A script's text inside <script>: the one sequence that would end it is written otherwise."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", required=True, type=pathlib.Path)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    site = arguments.site
    esbuild = shutil.which("esbuild")
    if not esbuild:
        sys.exit("assemble_single.py: error: esbuild is missing: run scripts/setup.sh, or install it")

    manifest = json.loads((site / "sample_models/manifest.json").read_text(encoding="utf-8"))
    manifest["models"] = [model for model in manifest["models"] if model["name"] in CARDS]
    files = {"sample_models/manifest.json": base64_of(json.dumps(manifest).encode("utf-8"))}
    for model in manifest["models"]:
        path = "sample_models/" + model.get("file", model["name"] + ".onnx")
        files[path] = base64_of((site / path).read_bytes())
    for path in ["whichchip.wasm", "devices.jsonl", "measurements.json", *(p.relative_to(site).as_posix() for p in sorted((site / "fonts").glob("*.ttf")))]:
        files[path] = base64_of((site / path).read_bytes())

    workers = {name: bundle(esbuild, site / f"{name}.js") for name in ("worker", "drawing_worker")}
    contents = json.dumps({"files": files, "workers": workers})
    script = inline(f"globalThis.whichchipFiles={contents};\n{bundle(esbuild, site / 'app.js')}")
    style = re.sub(r'url\("?(fonts/[^")]+)"?\)', lambda found: f"url(\"data:font/ttf;base64,{files[found.group(1)]}\")",
                   (site / "styles.css").read_text(encoding="utf-8"))
    icon = "data:image/svg+xml;base64," + base64_of((site / "favicon.svg").read_bytes())
    policy = (f"default-src 'none'; script-src {hash_of(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; "
              f"style-src {hash_of(style)}; img-src data: blob:; font-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'")

    page = (site / "index.html").read_text(encoding="utf-8")
    page = re.sub(r'(http-equiv="Content-Security-Policy" content=")[^"]*', lambda found: found.group(1) + policy, page)
    page = re.sub(r'\n *<link rel="(?:manifest|modulepreload)"[^>]*>', "", page)
    page = re.sub(r'\n *<a class="notices"[^>]*>[^<]*</a>', "", page)
    page = page.replace("favicon.svg", icon).replace('href="./"', 'href="#"')
    page = re.sub(r'<link rel="stylesheet"[^>]*>', lambda _: f"<style>{style}</style>", page)
    page = re.sub(r'\n *<script type="module"[^>]*></script>', "", page)
    page = page.replace("</body>", with_script(script))
    if re.search(r'(?:src|href)="(?!data:|#)[^"]', page.split("<script>")[0]):
        sys.exit("assemble_single.py: error: something outside the file is still named in it")
    arguments.output.write_text(page, encoding="utf-8")
    print(f"{arguments.output}: {len(page.encode('utf-8'))} bytes")


def with_script(script):
    """The end of the page: the script last, when everything that it looks for is there."""
    return f"<script>{script}</script>\n</body>"


if __name__ == "__main__":
    main()
