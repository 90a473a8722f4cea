#!/usr/bin/env bash
# README.md shows what the tool prints. WHICHCHIP is the binary.
exec python3 "$(dirname -- "$0")/../../scripts/regenerate_readme.py" --check
