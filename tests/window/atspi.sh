#!/bin/sh
# Walks the running window as a screen reader does.  Needs Xvfb, openbox, xdotool, dbus-run-session,
# at-spi2-core, and gi with Atspi 2.0 for the system's Python.
set -eu
if [ "${1:-}" != inside ]; then exec dbus-run-session -- "$0" inside "${PYTHON:-python3}"; fi
python=$2
data=$(mktemp -d)
log=$(mktemp)
Xvfb -displayfd 3 -screen 0 1366x768x24 3>"$log" 2>/dev/null & display=$!
trap 'kill "$display" "${program:-}" "${manager:-}" "${bus:-}" 2>/dev/null || true; rm -rf "$data" "$log"' EXIT
while [ ! -s "$log" ]; do sleep 0.1; done
export DISPLAY=":$(cat "$log")" QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 LANGUAGE=en
openbox >/dev/null 2>&1 & manager=$!
/usr/libexec/at-spi-bus-launcher --launch-immediately >/dev/null 2>&1 & bus=$!
sleep 1
gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \
    --method org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled '<true>' >/dev/null
"$python" -m scorepad --data "$data" & program=$!
/usr/bin/python3 tests/window/atspi.py "$python" "$data"
