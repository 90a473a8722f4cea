#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test: natively under AddressSanitizer and UndefinedBehaviorSanitizer,
# the engine's again as WebAssembly under Node, and the page in headless Chromium. The last line is the total.
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

passed=0 failed=0
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT

# stage <title> <command…>: runs it, prints its seconds; a stage that is not a test counts only when it fails.
stage() {
  local title=$1 start=$SECONDS status=0
  shift
  echo "== $title"
  "$@" || status=$?
  [ $status -eq 0 ] || echo "== $title FAILED"
  echo "== $title: $((SECONDS - start)) s"
  echo
  return $status
}
build_stage() { stage "$@" || failed=$((failed + 1)); }

# add_counts <file with "P F">: a test stage without a single test is a failure: nothing was checked.
add_counts() {
  local p=0 f=0
  [ -s "$1" ] && read -r p f <"$1"
  if [ $((p + f)) -eq 0 ]; then
    echo "no test ran"
    f=1
  fi
  passed=$((passed + p)) failed=$((failed + f))
  [ "$f" -eq 0 ]
}

run_ctest() { # preset
  local folder=build/$1
  rm -rf "$folder/test-results"
  mkdir -p "$folder/test-results"
  ctest --test-dir "$folder" --output-on-failure --parallel "${WHICHCHIP_JOBS:-2}" --output-junit test-results/ctest.xml || true
  python3 scripts/count_tests.py ctest "$folder/test-results" >"$log/$1"
  add_counts "$log/$1"
}

run_browser_tests() {
  local files
  files=$(find tests/e2e -name '*.test.mjs' -o -name '*_test.mjs' 2>/dev/null | sort)
  : >"$log/tap"
  if [ -n "$files" ]; then
    WHICHCHIP_SITE=$root/build/wasm/site WHICHCHIP_CLI=$root/build/native/bin/whichchip \
      WHICHCHIP_CLI_DEBUG=$root/build/native-debug/bin/whichchip WHICHCHIP_CLI_WASM=$root/build/wasm/bin/whichchip-cli.js \
      WHICHCHIP_CHROMIUM=${WHICHCHIP_CHROMIUM:-$(command -v chromium || command -v google-chrome || true)} \
      node --test --test-reporter=spec --test-reporter-destination=stdout \
      --test-reporter=tap --test-reporter-destination="$log/tap" $files || true
  fi
  python3 scripts/count_tests.py tap "$log/tap" >"$log/browser"
  add_counts "$log/browser"
}

build_stage "setup" scripts/setup.sh test
build_stage "build: native, sanitizers" build_preset native-debug
stage "tests: native, sanitizers" run_ctest native-debug || true
build_stage "build: WebAssembly" build_preset wasm
stage "tests: WebAssembly in Node" run_ctest wasm || true
build_stage "build: native command line, benchmarks" build_preset native whichchip_cli bench
stage "tests: page in Chromium" run_browser_tests || true

echo "all stages: $SECONDS s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
