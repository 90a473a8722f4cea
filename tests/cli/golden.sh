#!/usr/bin/env bash
# The outputs are those of tests/golden/cli. WHICHCHIP is the binary.
set -euo pipefail
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$root/scripts/regenerate_golden.sh" "$fresh"
diff -ru "$root/tests/golden/cli" "$fresh" && exit 0
echo "the outputs changed: if that is meant, run scripts/regenerate_golden.sh and commit the difference"
exit 1
