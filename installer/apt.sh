# `install_packages PACKAGE...` installs from Debian, and waits up to two minutes while another
# program holds apt's lock.  $as_root is what makes it root; what apt wrote is in $apt_log.

apt_log=$(mktemp)
waited=0 # seconds

_apt() { # apt does not wait for the lock of its lists
    until ${as_root:-env} DEBIAN_FRONTEND=noninteractive apt-get "$@" >"$apt_log" 2>&1; do
        grep -q 'Could not get lock\|Unable to acquire\|Unable to lock' "$apt_log" && [ "$waited" -lt 120 ] || return 1
        [ "$waited" -gt 0 ] ||
            echo "scorepad: another program is installing packages; waiting up to two minutes for it" >&2
        sleep 5
        waited=$((waited + 5))
    done
}

install_packages() { # one try with the lists that are there, one with fresh lists
    _apt install -y -q --no-install-recommends "$@" && return 0
    _apt update -q && _apt install -y -q --no-install-recommends "$@" && return 0
    tail -n 5 "$apt_log" >&2
    return 1
}
