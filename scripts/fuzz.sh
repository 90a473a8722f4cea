#!/usr/bin/env bash
# Fuzzes the engine's readers with libFuzzer, starting from tests/fuzz/corpus/<target>.
#
#   scripts/fuzz.sh [target] [seconds]     default: every target for 60 seconds each
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
ls /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-x86_64.a >/dev/null 2>&1 || {
  echo "fuzz.sh: libFuzzer is missing: apt-get install clang-19 libclang-rt-19-dev" >&2
  exit 2
}
scripts/setup.sh build
seconds=${2:-60}
if [ -n "${1:-}" ]; then targets=("$1"); else
  targets=()
  for source in tests/fuzz/*.cc; do
    name=$(basename "$source" .cc)
    [ "$name" = replay_main ] || targets+=("$name")
  done
fi
build_preset fuzz "${targets[@]}"
for target in "${targets[@]}"; do
  echo "== $target, $seconds s"
  mkdir -p "tests/fuzz/corpus/$target" "build/fuzz/found/$target"
  # New inputs go to the build folder; crashes are kept there and belong into the corpus once understood.
  "build/fuzz/bin/$target" -max_total_time="$seconds" -timeout=10 -malloc_limit_mb=1000 -rss_limit_mb=2500 \
    -artifact_prefix="build/fuzz/found/$target-" "build/fuzz/found/$target" "tests/fuzz/corpus/$target"
done
