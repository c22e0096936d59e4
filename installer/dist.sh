#!/bin/sh
# Makes what is handed out for Linux, into dist/: a .deb, a .tar.xz, their SHA256SUMS; then tries
# them.  They are built in a clean Debian 12, so that nothing of this machine comes in.
#
#   dist.sh              builds, then tries in clean Debian 12 and 13
#   dist.sh build        only builds
#   dist.sh try          only tries what is in dist/
#   SCOREPAD_ROOTS=DIR   keeps the clean systems in DIR, for the next time
set -eu
cd "$(dirname "$0")/.."
stop() {
    echo "scorepad: $*" >&2
    exit 1
}
[ "$(uname -s)" = Linux ] || stop "make dist builds for Linux, on Linux; .github/workflows/release.yml builds for Windows and macOS."
[ "$(id -u)" = 0 ] || stop "make dist builds in a clean root, which only root may set up: sudo make dist."
PATH=$PATH:/usr/sbin:/sbin
command -v debootstrap >/dev/null || stop "make dist builds in a clean root of Debian; to have it: apt-get install debootstrap."

roots=${SCOREPAD_ROOTS:-}
if [ -z "$roots" ]; then
    roots=$(mktemp -d /var/tmp/scorepad-roots.XXXXXX)
    trap 'rm -rf "$roots"' EXIT
    trap 'exit 130' INT TERM
fi

git() { command git -c safe.directory='*' "$@"; } # the tree may be another user's
keep_owner() { # FOLDER...: gives what root made to who asked for it
    [ -z "${SUDO_UID:-}" ] || chown -R "$SUDO_UID:${SUDO_GID:-0}" "$@"
}

clean_root() { # SUITE NAME: makes a copy of a clean Debian, and says where
    base=$roots/$1
    if [ ! -e "$base/made" ]; then
        rm -rf "$base"
        mkdir -p "$base"
        chmod 755 "$roots" "$base"
        debootstrap --variant=minbase --include=ca-certificates "$1" "$base/root" >"$base/log" 2>&1 || {
            tail -n 3 "$base/log" >&2
            stop "no clean Debian ($1) could be set up here; see above and $base/log."
        }
        touch "$base/made"
    fi
    root=$roots/$2
    rm -rf "$root"
    cp -a "$base/root" "$root"
    chroot "$root" true || stop "this machine does not let a program into a clean root (chroot)."
    # Qt and Xvfb want them; a minimal /dev is enough, and nothing of the host is mounted.
    mkdir -p "$root/tmp/.X11-unix"
    chmod 1777 "$root/tmp" "$root/tmp/.X11-unix"
}

build() {
    [ -z "$(git status --porcelain 2>/dev/null)" ] ||
        stop "make dist builds what is committed, and the tree has other changes; commit them first (git status lists them)."
    clean_root bookworm build
    epoch=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
    mkdir "$root/src"
    if git rev-parse -q --verify HEAD >/dev/null 2>&1; then
        git ls-files -z | tar -c --null -T - | tar -x -C "$root/src"
    else
        tar -c --exclude=./.git --exclude=./.venv --exclude=./build --exclude=./dist . | tar -x -C "$root/src"
    fi
    # Whoever needs an authority of their own to reach the package index names its file (PIP_CERT).
    if [ -n "${PIP_CERT:-}" ]; then cp -L "$PIP_CERT" "$root/authorities.pem"; fi
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive QT_QPA_PLATFORM=offscreen SOURCE_DATE_EPOCH="$epoch" PYTHONDONTWRITEBYTECODE=1 \
        ${PIP_CERT:+PIP_CERT=/authorities.pem} sh -eu -c '
            apt-get update -q >/dev/null
            apt-get install -y -q --no-install-recommends python3-venv libpython3.11 binutils >/dev/null
            cd /src
            installer/freeze.sh
            installer/linux/package.sh'
    mkdir -p dist
    rm -f dist/scorepad_* dist/scorepad-*.tar.xz dist/SHA256SUMS
    cp "$root"/src/dist/scorepad_*.deb "$root"/src/dist/scorepad-*.tar.xz "$root"/src/dist/SHA256SUMS dist/
    keep_owner dist
    rm -rf "$root"
}

try() {
    (cd dist && sha256sum -c --quiet SHA256SUMS) || stop "what is in dist/ is not what SHA256SUMS says; build it again."
    for suite in bookworm trixie; do
        clean_root "$suite" trial
        mkdir "$root/trial"
        cp dist/scorepad_*.deb dist/scorepad-*.tar.xz dist/SHA256SUMS \
            installer/linux/trial.sh resources/sample/match.json "$root/trial/"
        echo "scorepad: trying in a clean Debian ($suite)" >&2
        chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive /trial/trial.sh
        mkdir -p build/trial
        cp "$root"/trial/*.xwd build/trial/
        keep_owner build/trial
        rm -rf "$root"
    done
}

case ${1:-all} in
build) build ;;
try) try ;;
all)
    build
    try
    ;;
*) stop "dist.sh takes build or try, not $1." ;;
esac
ls -l dist/scorepad_*.deb dist/scorepad-*.tar.xz dist/SHA256SUMS
