#!/usr/bin/env bash
# Brings a machine to the point where `cmake --preset …` works: installs the missing system packages (Debian, through
# root or sudo) and fills third_party/ (git-ignored) with pinned, hash-checked sources and, unless a fitting `emcc` is
# on PATH, with an Emscripten that needs no change to the system. Run again, it only checks.
#
#   scripts/setup.sh [build|test|all]     build: what serve.sh needs; test: also browser and linters' runtime (default all)
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
tp=$root/third_party
archives=$tp/.archives
apt_view=$tp/.apt
goal=${1:-all}
case $goal in build | test | all) ;; *)
  echo "setup.sh: unknown goal '$goal' (build, test or all)" >&2
  exit 2
  ;;
esac

started=$SECONDS
say() { echo "setup: [$((SECONDS - started)) s] $*"; }
die() {
  echo "setup: error: $1" >&2
  shift
  for line in "$@"; do echo "  $line" >&2; done
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }
mkdir -p "$archives"

# --- what the machine already has ------------------------------------------------------------------------------------
emscripten_wanted=3.1.69
version_at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -1)" = "$2" ]; }

# An emcc of the developer's own (emsdk, Debian trixie, a container) wins over unpacking one here.
own_emcc=
if has emcc; then
  own_version=$(emcc -dumpversion 2>/dev/null || true)
  if version_at_least "${own_version:-0}" "$emscripten_wanted"; then own_emcc=$(readlink -f "$(command -v emcc)"); fi
fi
node_major=$( (node --version 2>/dev/null || echo v0) | sed 's/^v\([0-9]*\).*/\1/')

# --- system packages ---------------------------------------------------------------------------------------------------
packages=(cmake ninja-build g++ ccache curl ca-certificates xz-utils python3 protobuf-compiler brotli esbuild)
[ "$node_major" -ge 18 ] || packages+=(nodejs)
[ -n "$own_emcc" ] || packages+=(clang-19 lld-19 llvm-19)
if [ "$goal" != build ]; then
  has npm || packages+=(npm)
  has chromium || has google-chrome || packages+=(chromium)
  # One test runs in Firefox, where there is one.
  if ! has firefox-esr && ! has firefox && apt-cache show firefox-esr >/dev/null 2>&1; then packages+=(firefox-esr); fi
fi

install_packages() {
  local missing=() as_root=()
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    has sudo || die "packages are missing: ${missing[*]}" "install them as root, then run this again"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o Dpkg::Use-Pty=0)
  "${apt[@]}" update
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >"$tp/.apt-install.log" 2>&1 ||
    die "apt-get could not install ${missing[*]}" "$(tail -5 "$tp/.apt-install.log")"
}
if has apt-get && has dpkg-query; then
  install_packages
else
  for tool in cmake ninja g++ curl python3 xz node esbuild emcc; do
    has "$tool" || die "$tool is missing and this machine has no apt-get" \
      "install cmake >= 3.25, ninja, a C++20 compiler, curl, python3, xz, node >= 18, esbuild and emscripten >= $emscripten_wanted"
  done
fi
say "system packages are there"

# --- an apt view of our own ----------------------------------------------------------------------------------------
# Sources come from Debian trixie through whichever mirror this machine is set up for: its first Debian entry is copied
# with another suite into third_party/.apt, so /etc stays as it is and no host name is written down here.
apt_options=()
open_apt_view() {
  [ ${#apt_options[@]} -eq 0 ] || return 0
  has apt-get || return 1
  mkdir -p "$apt_view/lists/partial" "$apt_view/parts" "$apt_view/prefs" "$apt_view/cache"
  local entry=$apt_view/parts/trixie.sources uri
  if [ -f /etc/apt/sources.list.d/debian.sources ]; then
    awk 'BEGIN { RS = ""; ORS = "\n\n" } NR == 1' /etc/apt/sources.list.d/debian.sources |
      sed -e '/^#/d' -e 's/^Types:.*/Types: deb deb-src/' -e 's/^Suites:.*/Suites: trixie/' \
        -e 's/^Components:.*/Components: main/' >"$entry"
  else
    uri=$(awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^[a-z]+:\/\//) { print $i; exit } }' \
      /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true)
    [ -n "$uri" ] || return 1
    printf 'Types: deb deb-src\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: %s\n' \
      "$uri" /usr/share/keyrings/debian-archive-keyring.gpg >"$entry"
  fi
  apt_options=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt_view/parts"
    -o Dir::Etc::preferences=/dev/null -o "Dir::Etc::preferencesparts=$apt_view/prefs"
    -o "Dir::State::lists=$apt_view/lists" -o "Dir::Cache=$apt_view/cache"
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Acquire::Languages=none
    -o APT::Sandbox::User=root -o Acquire::Retries=3)
  if ! ls "$apt_view"/lists/*Sources* >/dev/null 2>&1; then
    apt-get "${apt_options[@]}" -qq update || return 1
    say "package indexes of trixie"
  fi
}

# --- pinned sources ------------------------------------------------------------------------------------------------------
matches() { [ -f "$1" ] && echo "$2  $1" | sha256sum --check --status 2>/dev/null; }

# Debian's repacked archives (+ds) differ from upstream's, so each address has a sum of its own.
fetch() { # archive  sha256  debian-uri-command…
  local archive=$1 sha=$2 uri=$3
  matches "$archive" "$sha" && return 0
  [ -n "$uri" ] || return 1
  curl --fail --silent --show-error --location --retry 3 --output "$archive.part" "$uri" || return 1
  if ! matches "$archive.part" "$sha"; then
    say "wrong SHA-256 from $uri"
    return 1
  fi
  mv "$archive.part" "$archive"
}

debian_uri() { # kind (source|deb)  package  file
  open_apt_view >&2 || return 0
  case $1 in
    source) apt-get "${apt_options[@]}" source --print-uris "$2" 2>/dev/null ;;
    deb) (cd "$archives" && apt-get "${apt_options[@]}" --print-uris download "$2" 2>/dev/null) ;;
  esac | sed -n "s#^'\([^']*\)' $3 .*#\1#p" | head -1
}

unpack() { # folder  archive  strip
  local fresh=$tp/.new
  rm -rf "$fresh"
  mkdir "$fresh"
  case $2 in
    *.deb) dpkg-deb --extract "$2" "$fresh" ;;
    *) tar --extract --file "$2" --directory "$fresh" --strip-components=1 --no-same-owner ;;
  esac
  rm -rf "${tp:?}/$1"
  mv "$fresh" "$tp/$1"
}

source_of() { # folder  kind  package  debian-file  debian-sha256  upstream-address  upstream-sha256
  local folder=$1 stamp=$tp/$1/.whichchip-sha256 sha=
  case $(cat "$stamp" 2>/dev/null) in "$5" | "${7:-none}") return 0 ;; esac
  local archive=$archives/$4
  if matches "$archive" "$5" || fetch "$archive" "$5" "$(debian_uri "$2" "$3" "$4")"; then
    sha=$5
  else
    [ -n "$6" ] || return 1
    archive=$archives/$folder-upstream.tar.gz
    fetch "$archive" "$7" "$6" || die "cannot fetch $folder" "tried this machine's Debian mirror and $6"
    sha=$7
  fi
  unpack "$folder" "$archive"
  echo "$sha" >"$stamp"
  say "source $folder"
}

source_of onnx source onnx onnx_1.17.0.orig.tar.gz \
  8d5e983c36037003615e5a02d36b18fc286541bf52de1a78f6cf9f32005a820e \
  https://github.com/onnx/onnx/archive/refs/tags/v1.17.0.tar.gz \
  8d5e983c36037003615e5a02d36b18fc286541bf52de1a78f6cf9f32005a820e
source_of protobuf source protobuf protobuf_3.21.12.orig.tar.gz \
  930c2c3b5ecc6c9c12615cf5ad93f1cd6e12d0aba862b572e076259970ac3a53 \
  https://github.com/protocolbuffers/protobuf/archive/refs/tags/v3.21.12.tar.gz \
  930c2c3b5ecc6c9c12615cf5ad93f1cd6e12d0aba862b572e076259970ac3a53
source_of imgui source imgui imgui_1.90.1+ds.orig.tar.xz \
  ecce377df0f90b292f15dcbd83d438bddc162b2388c881132bde18c787572a1c \
  https://github.com/ocornut/imgui/archive/v1.90.1.tar.gz \
  21dcc985bb2ae8fe48047c86135dbc438d6980a8f2e08babbda5be820592f282
source_of zlib source zlib zlib_1.3.dfsg+really1.3.1.orig.tar.gz \
  60dd315c07f616887caa029408308a018ace66e3d142726a97db164b3b8f69fb \
  https://github.com/madler/zlib/releases/download/v1.3.1/zlib-1.3.1.tar.gz \
  9a93b2b7dfdac77ceba5a558a580e74667dd6fede4585b91eefb60f03b72df23
source_of musl source musl musl_1.2.5.orig.tar.gz \
  a9a118bbe84d8764da0ea0d28b3ab3fae8477fc7e4085d90102b8596fc7c75e4 \
  https://musl.libc.org/releases/musl-1.2.5.tar.gz \
  a9a118bbe84d8764da0ea0d28b3ab3fae8477fc7e4085d90102b8596fc7c75e4
source_of nlohmann_json source nlohmann-json3 nlohmann-json3_3.11.3.orig.tar.gz \
  0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406 \
  https://github.com/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz \
  0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406
source_of cli11 source cli11 cli11_2.4.1+ds.orig.tar.xz \
  0b8fbf2398875f15f30a675c7f412123a2aaa38df2863e991de72004fd5f1292 \
  https://github.com/CLIUtils/CLI11/archive/v2.4.1.tar.gz \
  73b7ec52261ce8fe980a29df6b4ceb66243bb0b779451dbd3d014cfec9fdbb58
source_of valijson deb libvalijson-dev libvalijson-dev_1.0.3+repack-2_all.deb \
  8c9e8f57990cd7f44fff562b4e644de9db0a832302c71751c056b36a20b9f122 \
  https://github.com/tristanpenman/valijson/archive/v1.0.3.tar.gz \
  0fbd3cd2312b441c6373ee116e9a162c400f9e3cd79f6b32665cdd22fa11ac3f
source_of googletest source googletest googletest_1.16.0.orig.tar.gz \
  2f54382b5d13d6cd0be2afc524f1e510d37f8ba78c2d439c5bea64ef37e30d01 \
  https://github.com/google/googletest/archive/refs/tags/v1.16.0.tar.gz \
  78c676fc63881529bf97bf9d45948d905a66833fbfa5318ea2cd7478cb98f399
source_of benchmark source benchmark benchmark_1.9.1.orig.tar.gz \
  32131c08ee31eeff2c8968d7e874f3cb648034377dfc32a4c377fa8796d84981 \
  https://github.com/google/benchmark/archive/refs/tags/v1.9.1.tar.gz \
  32131c08ee31eeff2c8968d7e874f3cb648034377dfc32a4c377fa8796d84981
source_of stb source libstb libstb_0.0~git20241109.5c20573+ds.orig.tar.xz \
  a3a5820445a7dd063516bb542a5cd54ced8efc9c5a30bfbaae1bab6dec2c1a74 \
  https://github.com/nothings/stb/archive/5c205738c191bcb0abc65c4febfa9bd25ff35234.tar.gz \
  cfeab9f800961882d6d22ddf36e965523b33002f4f937de08321304c9ba72af3
# Elsewhere Dear ImGui's own archive brings one weight of the face.
if source_of roboto deb fonts-roboto-unhinted 'fonts-roboto-unhinted_2%3a0~20170802-4_all.deb' \
  048f1e05cfb1ad1e5cd1c283cd61f2276c6a36f75e85032ddfd65db252b4634e '' ''; then
  font_folder=../roboto/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF
  font_faces=(Regular Medium Bold)
else
  font_folder=../imgui/misc/fonts
  font_faces=(Medium Medium Medium)
fi

# Header-only libraries are linked folder by folder: the whole of another include root in front of em++'s own would
# shadow its C library.
link_into() { # link  target
  [ "$(readlink "$1" 2>/dev/null)" = "$2" ] || { rm -rf "$1" && mkdir -p "$(dirname "$1")" && ln -s "$2" "$1"; }
}
link_into "$tp/include/nlohmann" ../nlohmann_json/include/nlohmann
link_into "$tp/include/CLI" ../cli11/include/CLI
if [ -d "$tp/valijson/usr" ]; then
  link_into "$tp/include/valijson" ../valijson/usr/include/valijson
else
  link_into "$tp/include/valijson" ../valijson/include/valijson
fi
link_into "$tp/include/stb" ../stb
faces=(Regular Medium Bold)
for i in 0 1 2; do
  link_into "$tp/fonts/Roboto-${faces[i]}.ttf" "$font_folder/Roboto-${font_faces[i]}.ttf"
done

# --- protoc: generated code and run-time library must be of one version -------------------------------------------------
protoc_wanted=3.21.12
mkdir -p "$tp/bin"
if has protoc && [ "$(protoc --version)" = "libprotoc $protoc_wanted" ]; then
  link_into "$tp/bin/protoc" "$(command -v protoc)"
elif ! { [ -x "$tp/bin/protoc" ] && [ "$("$tp/bin/protoc" --version)" = "libprotoc $protoc_wanted" ]; }; then
  say "building protoc $protoc_wanted"
  rm -f "$tp/bin/protoc"
  cmake -S "$tp/protobuf" -B "$tp/.protoc" -G Ninja -DCMAKE_BUILD_TYPE=Release -Dprotobuf_BUILD_TESTS=OFF \
    -DBUILD_SHARED_LIBS=OFF >/dev/null
  cmake --build "$tp/.protoc" --target protoc -j 2 >/dev/null
  cp -L "$tp/.protoc/protoc" "$tp/bin/protoc"
fi

# --- Emscripten ----------------------------------------------------------------------------------------------------------
# Debian trixie's package is independent of the architecture and runs on bookworm's clang-19; only binaryen needs a newer
# C library, so it is started through a private copy of that library's loader.
unpack_emscripten() {
  open_apt_view || die "no emcc >= $emscripten_wanted on PATH and no Debian mirror to take one from" \
    "install emsdk $emscripten_wanted and put emcc on PATH"
  (cd "$archives" && rm -f emscripten_*.deb binaryen_*.deb &&
    apt-get "${apt_options[@]}" -qq download emscripten binaryen node-acorn libc6 libstdc++6 libgcc-s1)
  local package version
  for package in emscripten:$emscripten_wanted binaryen:120; do
    version=$(dpkg-deb --field "$archives"/"${package%%:*}"_*.deb Version)
    [[ $version == ${package##*:}* ]] ||
      die "the mirror has ${package%%:*} $version, this build is proven with ${package##*:}" \
        "install emsdk $emscripten_wanted and put emcc on PATH"
  done
  say "downloaded emscripten"

  # The prebuilt system libraries come in every variant (1.5 GB); only the plain ones are ever linked here.
  rm -rf "$tp/.em" "$tp/emscripten"
  mkdir "$tp/.em"
  dpkg-deb --fsys-tarfile "$archives"/emscripten_*.deb |
    tar --extract --directory "$tp/.em" --exclude='*/wasm32-emscripten/pic' --exclude='*/wasm32-emscripten/lto' \
      --exclude='*/wasm32-emscripten/thinlto' --exclude='*/wasm64-emscripten' --exclude='*-asan*.a' \
      --exclude='*-ww*.a' --exclude='*-mt*.a' ./usr/share/emscripten
  dpkg-deb --fsys-tarfile "$archives"/node-acorn_*.deb | tar --extract --directory "$tp/.em"
  mv "$tp/.em/usr/share/emscripten" "$tp/emscripten"
  mkdir -p "$tp/emscripten/node_modules"
  rm -rf "$tp/emscripten/node_modules/acorn"
  mv "$tp/.em/usr/share/nodejs/acorn" "$tp/emscripten/node_modules/acorn"
  rm -rf "$tp/.em"

  local b=$tp/binaryen stage=$tp/.binaryen library tool name
  rm -rf "$b" "$stage"
  mkdir -p "$b/bin" "$b/lib" "$b/libexec" "$stage"
  for package in libc6 libstdc++6 libgcc-s1 binaryen; do
    dpkg-deb --extract "$(ls -t "$archives"/${package}_*.deb | head -1)" "$stage"
  done
  for library in ld-linux-x86-64.so.2 libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1 libgcc_s.so.1 \
    libstdc++.so.6 libbinaryen.so; do
    cp -L "$stage/usr/lib/x86_64-linux-gnu/$library" "$b/lib/"
  done
  for tool in "$stage"/usr/bin/wasm*; do
    name=${tool##*/}
    cp "$tool" "$b/libexec/$name"
    cat >"$b/bin/$name" <<'WRAPPER'
#!/bin/sh
d=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
exec "$d/lib/ld-linux-x86-64.so.2" --library-path "$d/lib" "$d/libexec/${0##*/}" "$@"
WRAPPER
    chmod +x "$b/bin/$name"
  done
  rm -rf "$stage" "$archives"/emscripten_*.deb
}

if [ -n "$own_emcc" ]; then
  [ -L "$tp/emscripten" ] || rm -rf "$tp/emscripten"
  link_into "$tp/emscripten" "$(dirname "$own_emcc")"
else
  if [ ! -x "$tp/emscripten/emcc" ] || [ -L "$tp/emscripten" ] || [ ! -x "$tp/binaryen/bin/wasm-opt" ]; then
    rm -f "$tp/emscripten" 2>/dev/null || true
    unpack_emscripten
  fi
  # Absolute paths, so it is written again when the checkout has moved.
  config=$(
    cat <<CONFIG
LLVM_ROOT = '/usr/bin'
BINARYEN_ROOT = '$tp/binaryen'
NODE_JS = '$(command -v node)'
FROZEN_CACHE = True
LLVM_ADD_VERSION = '19'
CLANG_ADD_VERSION = '19'
CONFIG
  )
  [ "$(cat "$tp/emscripten/.emscripten" 2>/dev/null)" = "$config" ] || echo "$config" >"$tp/emscripten/.emscripten"
fi
say "emscripten $("$tp/emscripten/emcc" -dumpversion)"

# --- browser driver --------------------------------------------------------------------------------------------------------
if [ "$goal" != build ] && [ -f "$root/package-lock.json" ]; then
  lock_sum=$(sha256sum <"$root/package-lock.json")
  if [ "$(cat "$root/node_modules/.whichchip-lock" 2>/dev/null)" != "$lock_sum" ]; then
    (cd "$root" && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error)
    echo "$lock_sum" >"$root/node_modules/.whichchip-lock"
  fi
  say "browser driver"
fi
say "ready"
