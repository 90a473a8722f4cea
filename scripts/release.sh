#!/usr/bin/env bash
# Packs a release into FOLDER (default build/release): the page as a zip, the command line with the sample models,
# completions and man page as a tar, and SHA256SUMS of both. Builds both first; the same sources give the same archives.
#
#   scripts/release.sh [FOLDER]
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

folder=${1:-$root/build/release}
[[ $folder == /* ]] || folder=$OLDPWD/$folder  # as the caller means it: common.sh has changed to the root
version=$(sed -n 's/.*kVersion = "\(.*\)".*/\1/p' "$root/engine/core/version.h")
[ -n "$version" ] || { echo "release: engine/core/version.h names no version" >&2; exit 1; }
mkdir -p "$folder"
folder=$(cd -- "$folder" && pwd)

scripts/setup.sh
build_preset native whichchip_cli
build_preset wasm site

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=whichchip-$version
cli=$work/$name-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
binary=build/native/bin/whichchip
install -D --strip "$binary" "$cli/bin/whichchip"
mkdir -p "$cli/share/whichchip" "$cli/share/man/man1" "$cli/share/bash-completion/completions" \
  "$cli/share/zsh/site-functions" "$cli/share/fish/vendor_completions.d"
cp -r sample_models "$cli/share/whichchip/"
rm -rf "$cli/share/whichchip/sample_models/scripts"
cp LICENSE NOTICE THIRD_PARTY_NOTICES.md README.md CHANGELOG.md "$cli/"
"$binary" --man >"$cli/share/man/man1/whichchip.1"
"$binary" --completion bash >"$cli/share/bash-completion/completions/whichchip"
"$binary" --completion zsh >"$cli/share/zsh/site-functions/_whichchip"
"$binary" --completion fish >"$cli/share/fish/vendor_completions.d/whichchip.fish"

# One fixed date, order and mode, so that only a change of content changes a sum.
stamp=@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
tar --sort=name --mtime="$stamp" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C "$work" -cf - \
  "$(basename "$cli")" | gzip -9 -n >"$folder/$(basename "$cli").tar.gz"
python3 - "$root/build/wasm/site" "$folder/$name-site.zip" "$name-site" "${stamp#@}" <<'PY'
import pathlib, sys, time, zipfile

site, target, prefix, stamp = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
date = time.gmtime(stamp)[:6]
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(p for p in site.rglob("*") if p.is_file()):
        entry = zipfile.ZipInfo(f"{prefix}/{path.relative_to(site).as_posix()}", date)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        archive.writestr(entry, path.read_bytes())
PY
(cd "$folder" && sha256sum "$(basename "$cli").tar.gz" "$name-site.zip" >SHA256SUMS && cat SHA256SUMS)
