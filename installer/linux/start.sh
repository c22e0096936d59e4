#!/bin/sh
# Starts Scorepad from the folder that this archive was unpacked to.
here=$(dirname "$(readlink -f "$0")")
need=@GLIBC@
have=$(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d' ' -f2)
if [ -z "$have" ] || [ "$(printf '%s\n%s\n' "$need" "$have" | sort -V | head -n 1)" != "$need" ]; then
    echo "Scorepad needs Linux with glibc $need or newer (Debian 12, Ubuntu 22.10), and this system has ${have:-none}" >&2
    exit 2
fi
if [ ! -x "$here/program/scorepad" ]; then
    echo "Scorepad is not whole: $here/program/scorepad is missing; unpack the archive again" >&2
    exit 2
fi
exec "$here/program/scorepad" "$@"
