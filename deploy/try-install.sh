#!/usr/bin/env bash
# Tries deploy/install.sh in a fresh Debian below a folder: deploy/try-install.sh ARCHIVE FOLDER
# systemd and journalctl are replaced by small scripts, so units are read but their sandbox is not; Caddy checks its
# configuration and is not started. It needs root, debootstrap and port 3000.
set -euo pipefail

ARCHIVE=$(readlink -f "$1")
ROOT=$(readlink -m "$2")
DOMAIN=desk.example.com

main() {
  [ -x "$ROOT/bin/bash" ] || debootstrap --variant=minbase --include=ca-certificates bookworm "$ROOT"
  trap stop_all EXIT
  prepare
  unpack one
  step 'installs and prints a link' && run one/deploy/install.sh "$DOMAIN" | tee "$ROOT/tmp/out"
  grep -q "once: https://$DOMAIN/setup/" "$ROOT/tmp/out"
  expect 200 /healthz && expect 200 /login
  grep -q "^$DOMAIN {" "$ROOT/etc/caddy/balcao.caddy"
  [ "$(stat -c '%U %a' "$ROOT/etc/balcao.env")" = 'root 640' ]
  [ "$(run_plain stat -c '%U %a' /var/backups/balcao)" = 'balcao 700' ]

  step 'changes nothing the second time'
  local pid
  pid=$(cat "$ROOT/run/balcao.pid")
  run one/deploy/install.sh
  [ "$pid" = "$(cat "$ROOT/run/balcao.pid")" ]

  step 'upgrades, with a copy of the data'
  remember old
  unpack two
  run two/deploy/install.sh "$DOMAIN"
  expect 200 /healthz
  [ "$(recall)" = old ] && [ -f "$ROOT/var/lib/balcao-before/platform.db" ]
  run_plain readlink /opt/balcao | grep -q 'two$'

  step 'refuses the way back to a copy that was removed in part'
  mv "$ROOT/var/lib/balcao-before/platform.db" "$ROOT/tmp/"
  refuses run_plain /opt/balcao/deploy/install.sh --back
  expect 200 /healthz
  mv "$ROOT/tmp/platform.db" "$ROOT/var/lib/balcao-before/"

  step 'returns to the version and the data before'
  remember new
  run_plain /opt/balcao/deploy/install.sh --back
  expect 200 /healthz
  [ "$(recall)" = old ]
  run_plain readlink /opt/balcao | grep -q 'one$'

  step 'returns by itself when the new version does not answer'
  unpack broken
  echo 'process.exit(1);' >"$ROOT/root/broken/src/main.ts"
  refuses run broken/deploy/install.sh "$DOMAIN"
  expect 200 /healthz
  [ "$(recall)" = old ]
  run_plain readlink /opt/balcao | grep -q 'one$'
  grep -qx new "$ROOT"/var/lib/balcao-after-*/try.txt

  step 'refuses what is no domain, and a checkout'
  refuses run one/deploy/install.sh 'desk example'
  rm "$ROOT/root/two/RELEASE"
  refuses run two/deploy/install.sh "$DOMAIN"
  printf '\nall steps passed\n'
}

# A release of its own name: the name takes the commit's place.
unpack() {
  rm -rf "$ROOT/root/$1"
  mkdir "$ROOT/root/$1"
  tar -xzf "$ARCHIVE" -C "$ROOT/root/$1" --strip-components=1
  sed -i "s/^\([^ ]*\) [^ ]*/\1 $1/" "$ROOT/root/$1/RELEASE"
}

remember() { echo "$1" >"$ROOT/var/lib/balcao/try.txt"; }
recall() { cat "$ROOT/var/lib/balcao/try.txt"; }
refuses() { if "$@"; then echo 'was not refused' >&2 && return 1; fi; }
step() { printf '\n== %s\n' "$1"; }
run_plain() { chroot "$ROOT" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
run() { run_plain "/root/$1" "${@:2}"; }

expect() {
  [ "$(curl -s -o /dev/null -w '%{http_code}' -H 'Accept: text/html' "http://127.0.0.1:3000$2")" = "$1" ] ||
    { echo "$2 does not answer $1" >&2 && return 1; }
}

prepare() {
  mkdir -p "$ROOT/run/systemd/system"
  mountpoint -q "$ROOT/proc" || mount -t proc proc "$ROOT/proc"
  cp -L /etc/resolv.conf "$ROOT/etc/resolv.conf"
  # The network may have a proxy with an authority of its own.
  cp -L "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$ROOT/etc/ssl/certs/ca-certificates.crt"
  install -m 0755 /dev/stdin "$ROOT/usr/local/sbin/systemctl" <<'SHIM'
#!/bin/bash
# Runs the unit's command as its user, with its environment.
verb=$1; shift; [ "${1:-}" != --quiet ] || shift
[ "${1:-balcao}" = balcao ] || exit 0
unit=/etc/systemd/system/balcao.service
running() { [ -f /run/balcao.pid ] && kill -0 "$(cat /run/balcao.pid)" 2>/dev/null; }
stop() { running || return 0; kill "$(cat /run/balcao.pid)"; while running; do sleep 0.1; done; rm -f /run/balcao.pid; }
start() {
  running && return 0
  install -d -m 0700 -o balcao -g balcao /var/lib/balcao
  read -ra words <<<"$(sed -n 's/^Environment=//p' "$unit") $(grep -v '^#' /etc/balcao.env | tr '\n' ' ')"
  cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")" || exit 1
  read -ra command <<<"$(sed -n 's/^ExecStart=//p' "$unit")"
  setsid setpriv --reuid=balcao --regid=balcao --clear-groups env "${words[@]}" "${command[@]}" >>/var/log/balcao.log 2>&1 </dev/null &
  echo $! >/run/balcao.pid
}
case $verb in
  start) start ;;
  stop) stop ;;
  restart) stop; start ;;
  is-active) running ;;
esac
SHIM
  printf '#!/bin/sh\ntail -n 200 /var/log/balcao.log\n' | install -m 0755 /dev/stdin "$ROOT/usr/local/sbin/journalctl"
}

stop_all() {
  run_plain systemctl stop balcao || true
  umount "$ROOT/proc" || true
}

main
