#!/usr/bin/env bash
# Formats our own C++ with the committed style; with --check only tells what is not formatted.
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
command -v clang-format-19 >/dev/null || {
  echo "format.sh: clang-format-19 is missing: apt-get install clang-format-19" >&2
  exit 2
}
mode=(-i)
[ "${1:-}" != --check ] || mode=(--dry-run --Werror)
git ls-files -z -- '*.h' '*.cc' | xargs -0 --no-run-if-empty clang-format-19 "${mode[@]}"
