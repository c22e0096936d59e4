#!/bin/sh
# Makes what `make` needs: the environment in .venv, and the system libraries that Qt wants.
#
#   setup.sh run     to open the window
#   setup.sh cli     to use the command line: no system library is needed
#   setup.sh frozen  to build what is handed out: only what installer/locked.txt has, by its hashes
#   setup.sh test    to run the tests: the tools too, and a virtual display where it can be had
#
# What is missing from the system is installed where that is allowed without asking (root, or sudo
# without a password); otherwise the one line to type is printed.  Run again it costs nothing.
#   PYTHON=python3.12  takes that Python        SCOREPAD_SYSTEM=no  never installs system packages
set -eu

mode=${1:-run}
cd "$(dirname "$0")/.."
venv=.venv
PATH=$PATH:/usr/sbin:/sbin

say() { printf 'scorepad: %s\n' "$*" >&2; }
stop() {
    say "$*"
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

case $mode in
run | cli | frozen | test) ;;
*) stop "setup.sh takes run, cli, frozen or test, not $mode." ;;
esac

case $(uname -s) in
Linux) linux=yes ;;
*) linux=no ;;
esac

# --- a display: asked first, because installing takes minutes ---------------------------------
if [ "$mode" = run ] && [ "$linux" = yes ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ]; then
    stop "there is no display to open the window on; 'make demo' plays a match without one."
fi

# --- a Python that is new enough ----------------------------------------------------------------
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
python=
# Root takes the system's first: one in root's home could not be started by any other user.
first=
[ "$(id -u)" = 0 ] && first=/usr/bin/python3
for candidate in ${PYTHON:-$first python3 python3.14 python3.13 python3.12 python3.11}; do
    if have "$candidate" && new_enough "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    if [ -n "${PYTHON:-}" ]; then
        stop "PYTHON=$PYTHON is not there or is older than 3.11; name another one."
    elif have python3; then
        stop "$(python3 --version 2>&1) is too old: Scorepad needs Python 3.11 or newer; install one and run make again, or name it: make run PYTHON=/path/to/python3.11."
    elif ! have apt-get; then
        stop "Python 3.11 or newer is needed; install it and run make again."
    fi
fi

# --- the environment that is there: asked before anything is installed for a new one -------------
extra=
is_made=no
enough="$mode" # the stamps that say that this mode has what it needs
case $mode in
cli) enough='cli run test' ;;
run) enough='run test' ;;
test) extra='[dev]' ;;
esac
# The installed package bears the version of the source.
want=$({ cat pyproject.toml constraints.txt installer/locked.txt; grep __version__ scorepad/__init__.py; } | cksum)" $(pwd)"
if "$venv/bin/python" -c pass >/dev/null 2>&1; then
    for stamp in $enough; do
        [ "$(cat "$venv/.made-for-$stamp" 2>/dev/null)" != "$want" ] || is_made=yes
    done
fi
for place in . "$venv"; do
    [ "$is_made" = yes ] || [ ! -e "$place" ] || [ -w "$place" ] ||
        stop "you may not write in $(pwd), where the environment goes; copy that folder into your home and run make there."
done

# --- what the system lacks ------------------------------------------------------------------------
# library (as the loader knows it) and the Debian package that has it; newer Debians call some of
# these lib...t64, and apt-get takes the old names for them.
qt_libraries='libEGL.so.1=libegl1 libGL.so.1=libgl1 libglib-2.0.so.0=libglib2.0-0
libfontconfig.so.1=libfontconfig1 libdbus-1.so.3=libdbus-1-3 libxkbcommon.so.0=libxkbcommon0
libxkbcommon-x11.so.0=libxkbcommon-x11-0 libxcb-cursor.so.0=libxcb-cursor0
libxcb-icccm.so.4=libxcb-icccm4 libxcb-keysyms.so.1=libxcb-keysyms1
libxcb-shape.so.0=libxcb-shape0 libcups.so.2=libcups2'
test_programs='Xvfb=xvfb xdotool=xdotool openbox=openbox setxkbmap=x11-xkb-utils initdb=postgresql
openssl=openssl cc=gcc strace=strace'
# LibreOffice is large, so one test is skipped without it, except where none may be.
[ -z "${SCOREPAD_NO_SKIP:-}" ] || test_programs="$test_programs soffice=libreoffice-calc-nogui pdftotext=poppler-utils"

missing_libraries() { # prints "library=package" for each that the loader does not know
    [ "$linux" = yes ] || return 0
    have ldconfig || return 0
    known=$(ldconfig -p 2>/dev/null || true)
    for pair in $qt_libraries; do
        case $known in
        *"${pair%%=*} "*) ;;
        *) printf '%s\n' "$pair" ;;
        esac
    done
}

venv_package() {
    case $python in
    python3 | /usr/bin/python3) echo python3-venv ;;
    *) echo "$(basename "$python")-venv" ;;
    esac
}

packages= # needed
wished=   # without these some tests are skipped, or have less to go by
lacking=  # the same for systems without apt
if [ -z "$python" ]; then
    packages='python3 python3-venv'
elif [ ! -x "$venv/bin/python" ] && ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    packages=$(venv_package)
    lacking="the venv module of $python"
fi
if [ "$mode" != cli ]; then
    for pair in $(missing_libraries); do
        packages="$packages ${pair#*=}"
        lacking="$lacking ${pair%%=*}"
    done
fi
if [ "$mode" = test ] && [ "$linux" = yes ]; then
    PATH=$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' :)
    for pair in $test_programs; do
        have "${pair%%=*}" || wished="$wished ${pair#*=}"
    done
    # A compiler alone does not have the headers.
    case $wished in *gcc*) wished="$wished libc6-dev" ;; esac
fi
packages=$(echo $packages)
wished=$(echo $wished)

as_root= # how to become root without being asked; empty when that cannot be
if [ "${SCOREPAD_SYSTEM:-}" != no ]; then
    if [ "$(id -u)" = 0 ]; then
        as_root=env
    elif have sudo && sudo -n true >/dev/null 2>&1; then
        as_root='sudo -n env'
    fi
fi

if [ -n "$packages$wished" ] && have apt-get && [ -n "$as_root" ]; then
    . installer/apt.sh
    say "installing from Debian: $packages $wished"
    if [ -n "$packages" ] && install_packages $packages; then packages=; fi
    if [ -n "$wished" ] && install_packages $wished; then wished=; fi
    rm -f "$apt_log"
fi
if [ -n "$packages" ]; then
    if have apt-get; then
        say "some system packages are missing; type this line, then run make again:"
        line="apt-get install -y --no-install-recommends $(echo $packages $wished)"
        if have sudo; then
            printf 'sudo apt-get update && sudo %s\n' "$line" >&2
        else # Debian has none where root was given a password
            printf "su -l -c 'apt-get update && %s'\n" "$line" >&2
        fi
        exit 1
    elif have dnf && [ "$mode" != cli ] && [ -n "$python" ]; then
        say "some system libraries are missing; type this line, then run make again:"
        printf 'sudo dnf install' >&2
        for pair in $(missing_libraries); do printf " '%s()(64bit)'" "${pair%%=*}" >&2; done
        printf '\n' >&2
        exit 1
    fi
    stop "missing from this system: $(echo $lacking); install that with the system's package manager and run make again."
fi
if [ -n "$wished" ]; then
    say "without $wished some tests are skipped; to run them: sudo apt-get install -y $wished"
fi
[ -n "$python" ] || python=python3

# --- a new environment --------------------------------------------------------------------------
[ "$is_made" = no ] || exit 0
"$venv/bin/python" -c pass >/dev/null 2>&1 || rm -rf "$venv"
if [ ! -x "$venv/bin/python" ]; then
    say "making the environment with $("$python" --version 2>&1) (once; this takes a few minutes)"
    "$python" -m venv "$venv" || {
        rm -rf "$venv"
        stop "the environment could not be made with $python -m venv; see above."
    }
fi
if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    "$venv/bin/python" -m ensurepip -q || stop "pip cannot be had in $venv; remove that folder and run make again."
fi
rm -f "$venv"/.made-for-*
install() { "$venv/bin/python" -m pip install -q --disable-pip-version-check "$@"; }
if [ "$mode" = frozen ]; then
    install --require-hashes -r installer/locked.txt && install --no-deps --no-build-isolation -e .
else
    install -c constraints.txt -e ".$extra"
fi ||
    stop "the Python packages could not be installed; see above (is the network there?), then run make again."
if [ "$linux" = yes ] && [ "$mode" != cli ] && have ldd; then
    qt=$("$venv/bin/python" -c 'import PySide6, os; print(os.path.dirname(PySide6.__file__))')
    unmet=$(ldd "$qt"/QtWidgets.abi3.so "$qt"/QtPrintSupport.abi3.so "$qt"/Qt/plugins/platforms/libqxcb.so \
        "$qt"/Qt/plugins/platforms/libqoffscreen.so 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u)
    [ -z "$unmet" ] || stop "Qt lacks these system libraries: $(echo $unmet); install them with the system's package manager."
fi
printf '%s\n' "$want" >"$venv/.made-for-$mode"
