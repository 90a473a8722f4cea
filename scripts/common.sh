# Shared by the scripts beside it: source it, do not run it.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# One cache serves every checkout: paths below this one count relative to it.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

# build_preset <preset> [target…]: configures when that is needed (Ninja itself notices changed CMake lists, but not
# changed presets), then builds. Output of a build that has nothing to do is one line.
build_preset() {
  local preset=$1 folder=build/$1 targets=()
  shift
  [ $# -eq 0 ] || targets=(--target "$@")
  if [ ! -f "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/CMakeCache.txt" ]; then
    cmake --preset "$preset" >"/tmp/whichchip-configure.$$" 2>&1 || {
      cat "/tmp/whichchip-configure.$$"
      rm -f "/tmp/whichchip-configure.$$"
      return 1
    }
    rm -f "/tmp/whichchip-configure.$$"
    touch "$folder/CMakeCache.txt"
  fi
  cmake --build "$folder" --parallel "${WHICHCHIP_JOBS:-2}" "${targets[@]}"
}
