#!/usr/bin/env python3
"""Serves a folder on localhost, with the types that the page's module and WebAssembly need."""

import argparse
import errno
import functools
import http.server
import subprocess
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
        ".webmanifest": "application/manifest+json",
        ".svg": "image/svg+xml",
        ".onnx": "application/octet-stream",
    }

    def end_headers(self):
        # A rebuilt page must show at the next reload.
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *arguments):
        pass


def bind(first_port, handler):
    for port in range(first_port, first_port + 20):
        try:
            return http.server.ThreadingHTTPServer(("localhost", port), handler)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    sys.exit(f"serve.py: error: ports {first_port} to {first_port + 19} are taken; give another one with --port")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--open", action="store_true")
    arguments = parser.parse_args()
    server = bind(arguments.port, functools.partial(Handler, directory=arguments.folder))
    address = f"http://localhost:{server.server_address[1]}/"
    print(f"page:         {address}   (Ctrl+C stops)", flush=True)
    if arguments.open:
        subprocess.run(["xdg-open", address], check=False)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
