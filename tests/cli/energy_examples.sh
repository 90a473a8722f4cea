#!/usr/bin/env bash
# docs/energy.md shows what the tool prints, and its sums come out by hand. WHICHCHIP is the binary.
exec python3 "$(dirname -- "$0")/../../scripts/regenerate_energy.py" --check
