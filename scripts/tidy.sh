#!/usr/bin/env bash
# clang-tidy over our own sources, two files at a time.
#
#   scripts/tidy.sh [--changed]     --changed: only files that differ from the last commit's parent or are not committed
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
command -v clang-tidy-19 >/dev/null || {
  echo "tidy.sh: clang-tidy-19 is missing: apt-get install clang-tidy-19" >&2
  exit 2
}
scripts/setup.sh build
build_preset native-debug whichchip_onnx # generated headers

folders=(engine cli ui tests)
if [ "${1:-}" = --changed ]; then
  files=$( (git diff --name-only HEAD~1 -- "${folders[@]}" && git ls-files --others --exclude-standard -- "${folders[@]}") | sort -u)
else
  files=$(git ls-files -- "${folders[@]}")
fi
files=$(echo "$files" | grep '\.cc$' || true)
# Only what the build compiles has flags to be checked with.
known=$(python3 -c 'import json; print("\n".join(e["file"] for e in json.load(open("build/native-debug/compile_commands.json"))))')
for file in $files; do
  if grep -qxF "$root/$file" <<<"$known"; then echo "$file"; fi
done | xargs --no-run-if-empty -P "${WHICHCHIP_JOBS:-2}" -n 1 \
  clang-tidy-19 --quiet -p build/native-debug --extra-arg=-Wno-unknown-warning-option
echo "clang-tidy: clean"
