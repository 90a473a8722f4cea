#!/usr/bin/env bash
# Installs what is missing, builds the native command line and the page, and serves the page on localhost.
#
#   scripts/serve.sh [--port N] [--no-open] [--build-only]
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

port=8080 open=yes serve=yes
while [ $# -gt 0 ]; do
  case $1 in
    --port) port=${2:?--port needs a number} && shift ;;
    --port=*) port=${1#*=} ;;
    --no-open) open=no ;;
    --build-only) serve=no ;;
    -h | --help) sed -n '2,4s/^# \{0,1\}//p' "$0" && exit 0 ;;
    *) echo "serve.sh: unknown option $1 (see --help)" >&2 && exit 2 ;;
  esac
  shift
done

scripts/setup.sh build
build_preset native whichchip_cli
build_preset wasm site

echo
echo "command line: $root/build/native/bin/whichchip"
echo "one file:     $root/build/wasm/whichchip.html (opens from a disk, without a server)"
echo "page folder:  $root/build/wasm/site (any static host can serve it)"
[ "$serve" = yes ] || exit 0
[ "$open" = yes ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v xdg-open >/dev/null && opener=--open || opener=
exec python3 scripts/serve.py --port "$port" $opener build/wasm/site
