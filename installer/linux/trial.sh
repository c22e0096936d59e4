#!/bin/sh
# Tries the .deb and the .tar.xz in a clean Debian, as a new user would: installed, a match played
# by keys in a window under Xvfb, printed, exported, a file opened; removed and installed again.
# dist.sh starts it as root, in a root that is thrown away afterwards.
set -eu
cd /trial
deb=$(ls /trial/scorepad_*.deb)
archive=$(ls /trial/scorepad-*.tar.xz)
step() { printf '  %s\n' "$*" >&2; }
fail() {
    printf 'scorepad: the trial failed: %s\n' "$*" >&2
    exit 1
}
ann() { # runs a command as the user, on the display
    setpriv --reuid=ann --regid=ann --clear-groups env -i HOME=/home/ann USER=ann LANG=C.UTF-8 \
        PATH=/usr/bin:/bin:/usr/games ${display:+DISPLAY=$display} "$@"
}
refused() { # WORD COMMAND...: ends with status 2 and one sentence that has this word
    word=$1
    shift
    status=0
    ann "$@" >/tmp/out 2>/tmp/err || status=$?
    [ $status = 2 ] || fail "$* ended with $status: $(cat /tmp/err)"
    [ "$(wc -l </tmp/err)" = 1 ] || fail "$* said: $(cat /tmp/err)"
    grep -q -- "$word" /tmp/err || fail "$* said: $(cat /tmp/err)"
    [ ! -s /tmp/out ] || fail "$* printed: $(cat /tmp/out)"
}
until_true() { # COMMAND...: waits until it holds, at most a minute
    end=$(($(date +%s) + 60))
    until "$@"; do
        [ "$(date +%s)" -lt $end ] || fail "after a minute not: $*"
        sleep 0.2
    done
}
display=

step "a broken download is refused"
apt-get update -q >/dev/null
apt-get install -y -q --no-install-recommends xz-utils >/dev/null 2>&1
mkdir /tmp/broken
for file in "$deb" "$archive"; do
    head -c 1000000 "$file" >"/tmp/broken/${file##*/}"
    (cd /tmp/broken && sha256sum -c --ignore-missing /trial/SHA256SUMS) >/tmp/out 2>/dev/null &&
        fail "SHA256SUMS takes a broken download"
    grep -q "^${file##*/}: FAILED" /tmp/out || fail "SHA256SUMS does not name $file"
done
if dpkg -i /tmp/broken/*.deb >/dev/null 2>&1; then fail "a broken .deb was installed"; fi
if tar -xJf /tmp/broken/*.tar.xz -C /tmp/broken 2>/dev/null; then fail "a broken .tar.xz was unpacked"; fi
[ ! -e /tmp/broken/scorepad-*/scorepad ] || fail "a part of a .tar.xz can be started"
rm -rf /tmp/broken

step "installed"
apt-get install -y -q "$deb" >/dev/null 2>&1 || fail "apt cannot install it"
apt-get install -y -q --no-install-recommends xvfb xdotool >/dev/null 2>&1
if command -v python3 >/dev/null; then fail "Python is here, so it is not shown that none is needed"; fi
if command -v x-terminal-emulator >/dev/null; then fail "a terminal came with it"; fi
useradd -m ann
grep -q 'application/x-scorepad:\*.scorepad' /usr/share/mime/globs2 || fail "*.scorepad has no type"
grep -q 'application/x-scorepad=scorepad.desktop' /usr/share/applications/mimeinfo.cache ||
    fail "a double click on a match file opens nothing"
for size in 48x48 128x128 256x256 scalable; do
    for icon in apps/scorepad mimetypes/application-x-scorepad; do
        ls /usr/share/icons/hicolor/$size/$icon.* >/dev/null 2>&1 || fail "there is no icon $size/$icon"
    done
done
[ -r /usr/lib/scorepad/_internal/licenses/sbom.cdx.json ] || fail "there is no list of the parts"

step "without a display, with a home that may not be written, and with no file"
refused "no display" scorepad
ann scorepad score /trial/match.json | grep -q ' ' || fail "score said nothing"
refused "find the file" scorepad gone.scorepad
mkdir /home/locked && chmod 555 /home/locked
refused "have permission" env HOME=/home/locked scorepad new --rules unc
refused "have permission" env HOME=/home/locked QT_QPA_PLATFORM=offscreen scorepad

step "a window; a match is played by keys"
Xvfb :77 -screen 0 1366x768x24 -fbdir /trial >/dev/null 2>&1 &
screen=$!
window=
end() {
    kill $screen $window 2>/dev/null || true
    [ ! -e /srv/server/data/postmaster.pid ] || postgres pg_ctl -D /srv/server/data -m immediate stop >/dev/null
}
trap end EXIT
display=:77
until_true test -e /tmp/.X11-unix/X77
focus() { # TITLE: gives the keys to the window with this title, as a window manager does
    tries=0
    # Both fail where another window closes while they look at it.
    until ann xdotool search --sync --onlyvisible --name "$1" >/tmp/id 2>/dev/null &&
        ann xdotool windowfocus --sync "$(tail -n 1 /tmp/id)" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 10 ] || fail "no window is called $1"
    done
}
open_window() { # FILE...: starts the window
    ann scorepad "$@" 2>/tmp/window-errors &
    window=$!
    focus 'Scorepad$'
}
close_window() {
    focus 'Scorepad$'
    ann xdotool key ctrl+q
    wait $window || fail "the window ended with $?: $(cat /tmp/window-errors)"
    [ ! -s /tmp/window-errors ] || fail "the window said: $(cat /tmp/window-errors)"
    log=/home/ann/.local/share/scorepad/logs/scorepad.log
    [ ! -e $log ] || fail "the window logged: $(cat $log)"
}
listed() { ann scorepad matches --json | grep -q -- "$1"; }
hands() { ann scorepad matches --json | grep -o '"hands": *[0-9]*' | grep -o '[0-9]*$'; }
open_window
ann xdotool key ctrl+n
ann xdotool type --delay 20 Foxes
ann xdotool key Return
until_true listed Foxes
dealer() { ann xdotool key a && listed '"entries":[1-9]'; } # the table asks who deals first
until_true dealer
played=0
while ! listed '"over"'; do
    ann xdotool type --delay 20 43327
    ann xdotool key Return
    played=$((played + 1))
    [ $played -lt 20 ] || fail "20 hands, and the match is not over: $(ann scorepad matches)"
    at_least() { listed '"over"' || [ "$(hands)" -ge $played ]; }
    until_true at_least
done
cp /trial/Xvfb_screen0 "/trial/played.xwd"

step "printed, and saved where the dialog proposes"
ann xdotool key ctrl+s
focus 'Save as PDF'
ann xdotool key Return
saved() { ls /home/ann/*.pdf >/dev/null 2>&1; }
until_true saved
[ "$(head -c 4 /home/ann/*.pdf)" = %PDF ] || fail "the saved sheet is no PDF"
# A viewer of the system crashes where it gets the libraries of this program.
printf '#!/bin/sh\nenv >/tmp/viewer.part\nmv /tmp/viewer.part /tmp/viewer\n' >/usr/bin/xdg-open
chmod 755 /usr/bin/xdg-open
focus 'Scorepad$'
ann xdotool key --delay 200 ctrl+p
focus 'Match sheet'
ann xdotool key --delay 200 shift+Tab shift+Tab space
until_true test -e /tmp/viewer
if grep /usr/lib/scorepad/_internal /tmp/viewer >&2; then fail "a viewer gets libraries of ours"; fi
ann xdotool key Escape
close_window
match=$(ann scorepad matches --json | grep -o '"id": *"[^"]*"' | head -n 1 | cut -d'"' -f4)
ann scorepad verify "$(ls /home/ann/*.pdf)" >/dev/null || fail "the sheet is not known"
for form in $(ann scorepad help export | sed -n 's/.*--format {\([a-z,]*\)}.*/\1/p' | head -n 1 | tr , ' '); do
    ann scorepad export "$match" --format $form -o /home/ann/export-$form >/dev/null
done
ann scorepad check >/dev/null
printf 'sep=;\nAces;Ann;Cy\nKings;Bo;Di\n' >/home/ann/teams.csv
event() { ann scorepad --data /home/ann/event event "$@" >/dev/null 2>&1 || fail "event $* failed"; }
event new --name Open --rules unc
event teams Open /home/ann/teams.csv
for kind in book round; do event print $kind Open -o /home/ann/event-$kind.pdf; done
ann scorepad help event print | grep -q 'Example: scorepad event print' || fail "help has no example"
bash -c 'source /usr/share/bash-completion/completions/scorepad && complete -p scorepad' >/dev/null ||
    fail "bash doesn't complete scorepad"

step "a match file is opened, shown and imported by one press"
cp /trial/match.json /home/ann/sample.scorepad
open_window /home/ann/sample.scorepad
# The window has the focus; so has the button that imports, once the file is shown.
two() { ann xdotool key Return && [ "$(ann scorepad matches --json | wc -l)" = 2 ]; }
until_true two
cp /trial/Xvfb_screen0 "/trial/imported.xwd"
close_window

step "two laptops share by a PostgreSQL server"
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d # start no other server
chmod 755 /usr/sbin/policy-rc.d
apt-get install -y -q --no-install-recommends postgresql >/dev/null 2>&1
postgres() { # runs a program of the server as its user
    setpriv --reuid=postgres --regid=postgres --clear-groups env -i LC_ALL=C.UTF-8 \
        PATH="$(echo /usr/lib/postgresql/*/bin):/usr/bin:/bin" "$@"
}
mkdir /srv/server
chown postgres /srv/server
postgres initdb -D /srv/server/data -A trust -E UTF8 >/dev/null
postgres pg_ctl -D /srv/server/data -l /srv/server/log -w start \
    -o '-c listen_addresses= -c unix_socket_directories=/srv/server' >/dev/null
{
    ann scorepad share schema
    echo 'create role front login in role scorepad_laptop; create role back login in role scorepad_laptop;'
} | postgres psql -q -v ON_ERROR_STOP=1 -h /srv/server postgres >/dev/null
for login in front back; do
    ann mkdir "/home/ann/$login"
    printf '{"laptop_name": "%s", "share_database": "postgresql://%s@/postgres?host=/srv/server"}\n' \
        $login $login | ann tee "/home/ann/$login/settings.json" >/dev/null
done
ann scorepad --data /home/ann/front import /trial/match.json >/dev/null
for login in front back; do ann scorepad --data /home/ann/$login share once >/dev/null; done
[ "$(ann scorepad --data /home/ann/back matches)" = "$(ann scorepad --data /home/ann/front matches)" ] ||
    fail "the other laptop has other matches"
[ "$(ann scorepad --data /home/ann/back matches --json | wc -l)" = 1 ] || fail "no match arrived by the server"
postgres pg_ctl -D /srv/server/data -m fast stop >/dev/null
if ann scorepad --data /home/ann/back share once >/tmp/out; then fail "a server that is gone is not said"; fi

step "removed; what was recorded stays, and is there when it is installed again"
before=$(ann scorepad matches)
apt-get remove -y -q scorepad >/dev/null 2>&1
[ ! -e /usr/bin/scorepad ] && [ ! -e /usr/lib/scorepad ] || fail "something was left behind"
[ -e /home/ann/.local/share/scorepad/scorepad.db ] || fail "the matches went with the program"
apt-get install -y -q "$deb" >/dev/null 2>&1
[ "$(ann scorepad matches)" = "$before" ] || fail "the matches are others after a new installation"

step "the .tar.xz works too, and says where glibc is too old"
ann tar -xJf "$archive" -C /home/ann
unpacked=$(ls -d /home/ann/scorepad-*/)
[ "$(ann "$unpacked/scorepad" matches)" = "$before" ] || fail "the .tar.xz has other matches"
mkdir /tmp/old
printf '#!/bin/sh\necho glibc 2.31\n' >/tmp/old/getconf
chmod -R a+rx /tmp/old
refused "and this system has 2.31" env PATH=/tmp/old:/usr/bin:/bin "$unpacked/scorepad" --version
rm "$unpacked/program/scorepad"
refused "not whole" "$unpacked/scorepad" --version
step "everything held"
