#!/bin/sh
# Packs dist/scorepad, the program that needs no Python, as a .deb and a .tar.xz for Debian 12 and
# newer, with SHA256SUMS.  Runs in the clean root in which the program was built (dist.sh).
set -eu
cd "$(dirname "$0")/../.."
umask 022
version=$(dist/scorepad/scorepad --version | cut -d' ' -f2)
day=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
maintainer='The Scorepad authors <scorepad@users.noreply.github.com>'
machine=$(dpkg --print-architecture)
. installer/apt.sh
install_packages lintian appstream desktop-file-utils shared-mime-info man-db xz-utils libxml2-utils

# The oldest glibc that all files of the folder run with.
glibc=$(find dist/scorepad -type f \( -name '*.so*' -o -name scorepad \) -exec objdump -T {} + 2>/dev/null |
    grep -o 'GLIBC_[0-9.]*' | cut -d_ -f2 | sort -uV | tail -n 1)

# --- the .deb -----------------------------------------------------------------------------------
rm -rf build/deb
tree=build/deb/scorepad
share=$tree/usr/share
mkdir -p "$tree/usr/lib" "$tree/usr/bin" "$tree/DEBIAN" "$share/applications" "$share/metainfo" \
    "$share/mime/packages" \
    "$share/man/man1" "$share/doc/scorepad" "$share/lintian/overrides" \
    "$share/bash-completion/completions" "$share/zsh/vendor-completions" \
    "$share/fish/vendor_completions.d"
cp -a dist/scorepad "$tree/usr/lib/"
find "$tree/usr/lib" -type f ! -name scorepad -exec chmod 644 {} +
find "$tree/usr/lib" -type d -exec chmod 755 {} +
ln -s ../lib/scorepad/scorepad "$tree/usr/bin/scorepad"
cp installer/linux/scorepad.desktop "$share/applications/"
cp installer/linux/org.scorepad.Scorepad.xml "$share/mime/packages/"
sed "s/@VERSION@/$version/; s/@DATE@/$day/" installer/linux/org.scorepad.Scorepad.metainfo.xml \
    >"$share/metainfo/org.scorepad.Scorepad.metainfo.xml"
for icon in resources/icons/scorepad.svg=apps/scorepad installer/linux/match.svg=mimetypes/application-x-scorepad; do
    .venv/bin/python installer/linux/icons.py "${icon%=*}" "${icon#*=}" "$share/icons/hicolor"
done
cp installer/linux/lintian-overrides "$share/lintian/overrides/scorepad"
python3 installer/linux/man.py dist/scorepad/scorepad | gzip -9n >"$share/man/man1/scorepad.1.gz"
cp installer/linux/completion.bash "$share/bash-completion/completions/scorepad"
cp installer/linux/completion.zsh "$share/zsh/vendor-completions/_scorepad"
cp installer/linux/completion.fish "$share/fish/vendor_completions.d/scorepad.fish"
gzip -9nc CHANGELOG.md >"$share/doc/scorepad/CHANGELOG.md.gz"
printf 'scorepad (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$share/doc/scorepad/changelog.gz"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
    printf 'Upstream-Name: Scorepad\nComment:\n'
    printf ' The licenses of all parts are in /usr/lib/scorepad/_internal/licenses, and the list\n'
    printf ' of the parts is sbom.cdx.json there.  Qt and PySide6 are under the LGPL 3: their\n'
    printf ' libraries in /usr/lib/scorepad/_internal may be replaced by others.\n\n'
    printf 'Files: *\nCopyright: 2026 The Scorepad authors\nLicense: Expat\n'
    sed '1,4d; s/^$/./; s/^/ /' LICENSE
} >"$share/doc/scorepad/copyright"
cat >"$tree/DEBIAN/control" <<CONTROL
Package: scorepad
Version: $version
Architecture: $machine
Maintainer: $maintainer
Section: utils
Priority: optional
Installed-Size: $(du -sk --apparent-size "$tree/usr" | cut -f1)
Depends: libc6 (>= $glibc), libegl1, libgl1, libxcb1, fontconfig-config
Recommends: libwayland-client0, libwayland-cursor0, libwayland-egl1, libcups2, shared-mime-info, desktop-file-utils
Suggests: xdg-utils
Description: Spades matches and events, scored exactly
 For the person who runs a Spades event: several tables, a clock, and two teams
 who watch every number. It scores by exactly the rule set that is being played,
 keeps every hand the moment it is confirmed, prints the sheet, and says for
 every number which rule it comes from. It needs no network.
CONTROL
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
deb=dist/scorepad_${version}_$machine.deb
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$tree" "$deb" >/dev/null

# Is it as Debian wants it?
desktop-file-validate "$share/applications/scorepad.desktop"
appstreamcli validate --no-net "$share/metainfo/org.scorepad.Scorepad.metainfo.xml"
xmllint --noout "$share/mime/packages/org.scorepad.Scorepad.xml"
man --warnings -l "$share/man/man1/scorepad.1.gz" >/dev/null
lintian --allow-root --fail-on error,warning "$deb"

# --- the .tar.xz --------------------------------------------------------------------------------
rm -rf build/tar
top=scorepad-$version
mkdir -p "build/tar/$top"
cp -a dist/scorepad "build/tar/$top/program"
sed "s/@GLIBC@/$glibc/" installer/linux/start.sh >"build/tar/$top/scorepad"
chmod 755 "build/tar/$top/scorepad"
cp -r LICENSE resources/guide/en "build/tar/$top/"
mv "build/tar/$top/en" "build/tar/$top/guide"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -C build/tar -c "$top" | xz -6 -T2 >"dist/$top-linux-$machine.tar.xz"

(cd dist && sha256sum "$(basename "$deb")" "$top-linux-$machine.tar.xz") >dist/SHA256SUMS
