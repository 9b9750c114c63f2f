#!/usr/bin/env bash
# Installs or upgrades Balcão on Debian or Ubuntu. Run it as root from an unpacked release:
#   deploy/install.sh desk.example.com   installs; the same command from a newer release upgrades
#   deploy/install.sh --back             returns to the version and the data before the last upgrade
# Running it again changes nothing that is in order. What it changes: docs/operations/install.md.
set -euo pipefail

BUN_VERSION=1.4.5
# SHA-512 of Bun's own packages at the npm registry (`npm view @oven/bun-linux-x64@1.4.5 dist.integrity`), in hex.
BUN_SHA512_x64=2165fd0442e8187014b4ca2791e49a35a6705f3464fa80f0e8c93e1c115777728760804d06c20646ea4c64f7203680db2692eeea00098c8a0854f66db75689d6
BUN_SHA512_x64_baseline=b3cc8cc187059e7ac0d7bf208e2d2065b904d965437a3fd38b5c7bef4a0f7e2871c91c5230d846862010357579dda0deada67192c76f295fd101d40109dd2a3c
BUN_SHA512_aarch64=e015e6b122a78ceae5196a99578c7fa166bb015a11f81ea509775d3333805c1226dede747ac960f706faea09ad5b501a984435975083be69abbb2b0486a39632

APP=/opt/balcao
VERSIONS=/opt/balcao-versions
DATA=/var/lib/balcao
BEFORE=/var/lib/balcao-before
# With the moment of the way back, so that no other one removes it.
AFTER=/var/lib/balcao-after
BACKUPS=/var/backups/balcao
SETTINGS=/etc/balcao.env
UNITS=/etc/systemd/system
UNIT=$UNITS/balcao.service
# Of an earlier version: it removed the copies file by file, so that a part was left.
SINGLE_FILES=/etc/tmpfiles.d/balcao.conf
SITE=/etc/caddy/balcao.caddy
HEALTH=http://127.0.0.1:3000/healthz
BUN=/usr/local/bin/bun
BUNS=/usr/local/lib

SOURCE=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
RESTART=
UPGRADED=

main() {
  case ${1:-} in
    -h | --help) sed -n '2,5s/^# //p' "$0" && exit ;;
  esac
  [ "$(id -u)" = 0 ] || fail "run it as root: sudo $0 $*"
  case ${1:-} in
    --back) go_back ;;
    -*) fail "unknown option $1; see --help" ;;
    *) install_all "${1:-$(known_domain)}" ;;
  esac
}

install_all() {
  local domain=$1
  check_machine
  check_domain "$domain"
  check_disk
  install_packages
  fetch_bun "$SOURCE"
  install_user
  write_settings "$domain"
  install_site "$domain"
  install_version
  link_bun "$SOURCE"
  install_units
  start "$domain"
}

check_machine() {
  grep -qE '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release || fail "this script is for Debian and Ubuntu; see docs/operations/install.md"
  if [ ! -d "$SOURCE/node_modules" ] || [ ! -f "$SOURCE/RELEASE" ]; then
    fail "run it from an unpacked release; in a checkout, bun scripts/release.ts makes one"
  fi
  local made_for
  read -r _ _ made_for <"$SOURCE/RELEASE"
  [ "$made_for" = "$(cpu)" ] || fail "this release is for $made_for, and this machine is $(cpu)"
}

check_domain() {
  [ -n "$1" ] || fail "name the domain: $0 desk.example.com"
  [[ $1 =~ ^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$ ]] || fail "not a domain name: $1"
}

# The data is put aside, and back, by its name.
check_disk() {
  [ -d "$DATA" ] || return 0
  if mountpoint -q "$DATA" || [ "$(stat -Lc %d "$DATA")" != "$(stat -Lc %d "$(dirname "$DATA")")" ]; then
    fail "$DATA is on a disk of its own, so that no copy fits beside it; see docs/operations/install.md#one-command"
  fi
}

known_domain() {
  sed -n 's,^PUBLIC_URL=https://,,p' "$SETTINGS" 2>/dev/null | tail -n 1
}

install_packages() {
  local missing=() package
  # ffmpeg converts voice notes, curl fetches Bun.
  for package in ca-certificates curl caddy ffmpeg; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  log "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]} (for Caddy on older systems: https://caddyserver.com/docs/install)"
}

cpu() {
  uname -m | sed 's/^x86_64$/x64/; s/^aarch64$/arm64/'
}

# The exact version of the release in $1: versions of Bun differ in what a database or a request may do.
bun_of() {
  cat "$1/BUN_VERSION" 2>/dev/null || sed -n 's/^BUN_VERSION=//p' "$1/deploy/install.sh" 2>/dev/null || true
}

version_of() {
  "$1" --version 2>/dev/null || true
}

link_bun() {
  local version
  version=$(bun_of "$1")
  [ "$(version_of "$BUN")" != "$version" ] || return 0
  ln -sfn "$BUNS/bun-$version/bun" "$BUN"
  RESTART=yes
}

# Changes nothing that runs. One that was installed by hand is copied, for the way back.
fetch_bun() {
  local version running
  version=$(bun_of "$1")
  running=$(version_of "$BUN")
  [ -z "$running" ] || [ -x "$BUNS/bun-$running/bun" ] ||
    install -D -m 0755 "$(readlink -f "$BUN")" "$BUNS/bun-$running/bun"
  [ "$(version_of "$BUNS/bun-$version/bun")" = "$version" ] || download_bun "$version" "$BUNS/bun-$version"
}

download_bun() {
  local name sum temporary
  [ "$1" = "$BUN_VERSION" ] || fail "Bun $1 is needed in $2; this script knows the checksum of $BUN_VERSION only"
  case $(cpu) in
    arm64) name=bun-linux-aarch64 sum=$BUN_SHA512_aarch64 ;;
    *) name=bun-linux-x64 sum=$BUN_SHA512_x64 ;;
  esac
  if [ "$(cpu)" = x64 ] && ! grep -qw avx2 /proc/cpuinfo; then
    name=bun-linux-x64-baseline sum=$BUN_SHA512_x64_baseline
  fi
  log "installing Bun $1"
  temporary=$(mktemp -d)
  curl -fsSL --retry 3 -o "$temporary/bun.tgz" "https://registry.npmjs.org/@oven/$name/-/$name-$1.tgz"
  echo "$sum  $temporary/bun.tgz" | sha512sum --check --quiet || fail "the download of Bun is not what was published"
  tar -xzf "$temporary/bun.tgz" -C "$temporary"
  install -D -m 0755 "$temporary/package/bin/bun" "$2/bun"
  rm -rf "$temporary"
}

install_user() {
  id -u balcao >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir "$DATA" --shell /usr/sbin/nologin balcao
}

write_settings() {
  local domain=$1
  if [ ! -f "$SETTINGS" ]; then
    install -m 0640 -o root -g balcao /dev/null "$SETTINGS"
    printf '%s\n' '# Settings: docs/operations/settings.md; then: systemctl restart balcao' "PUBLIC_URL=https://$domain" \
      TRUSTED_PROXY=127.0.0.1 '# Better on another disk, or in a bucket: docs/operations/backups.md' "BACKUP_DIR=$BACKUPS" >"$SETTINGS"
    RESTART=yes
  elif [ "$(known_domain)" != "$domain" ]; then
    log "the address becomes https://$domain"
    sed -i '/^PUBLIC_URL=/d' "$SETTINGS"
    echo "PUBLIC_URL=https://$domain" >>"$SETTINGS"
    RESTART=yes
  fi
  [ -d "$BACKUPS" ] || install -d -m 0700 -o balcao -g balcao "$BACKUPS"
}

install_units() {
  local name
  for name in balcao.service balcao-copies.service balcao-copies.timer; do
    put "$UNITS/$name" <"$SOURCE/deploy/$name"
  done
  # It starts without the folder, too: backups may be elsewhere.
  printf '[Service]\nReadWritePaths=-%s\n' "$BACKUPS" | put "$UNIT.d/backups.conf"
  rm -f "$SINGLE_FILES"
  ! has_systemd || systemctl daemon-reload
  systemctl enable --quiet balcao caddy balcao-copies.timer
  ! has_systemd || systemctl start balcao-copies.timer
}

install_site() {
  sed -e "s/{\$DOMAIN:[^}]*}/$1/" -e "s/{\$DESK:\([^}]*\)}/\1/" "$SOURCE/deploy/Caddyfile" | put "$SITE"
  grep -qxF "import $SITE" /etc/caddy/Caddyfile 2>/dev/null || printf '\nimport %s\n' "$SITE" >>/etc/caddy/Caddyfile
  caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile >/dev/null 2>&1 ||
    fail "caddy validate --config /etc/caddy/Caddyfile finds an error"
  ! has_systemd || systemctl reload-or-restart caddy
}

# Writes its input to $1, and asks for a restart, only if it differs.
put() {
  local content
  content=$(cat)
  [ "$content" != "$(cat "$1" 2>/dev/null || true)" ] || return 0
  install -D -m 0644 /dev/null "$1"
  printf '%s\n' "$content" >"$1"
  RESTART=yes
}

install_version() {
  local version commit folder before
  read -r version commit _ <"$SOURCE/RELEASE"
  folder=$VERSIONS/$version-$commit
  before=$(readlink -f "$APP" || true)
  [ "$before" != "$folder" ] || return 0
  if [ ! -d "$folder" ]; then
    rm -rf "$folder.partial"
    mkdir -p "$VERSIONS" "$folder.partial"
    cp -a "$SOURCE/." "$folder.partial/"
    chown -R root:root "$folder.partial"
    chmod -R go-w,a+rX "$folder.partial"
    mv "$folder.partial" "$folder"
  fi
  if [ -d "$APP" ]; then
    log "upgrading to $version ($commit)"
    ! has_systemd || trap 'systemctl start balcao || true' EXIT
    ! has_systemd || systemctl stop balcao
    store_before
    [ -L "$APP" ] || {
      before=$VERSIONS/by-hand && rm -rf "$before" && mv "$APP" "$before"
      # By hand it need not be the one of its install.sh, which the first versions do not have.
      version_of "$BUN" >"$before/BUN_VERSION"
    }
    echo "$before" >"$VERSIONS/previous"
    UPGRADED=yes
  fi
  point_to "$folder"
  RESTART=yes
  remove_other_versions "$folder" "$before"
}

# An exact copy, because the service is stopped. Files of conversations never change, so links are enough for them.
store_before() {
  [ -d "$DATA" ] || return 0
  local needed free medium
  needed=$(du -sk --exclude=media --exclude=backups --exclude=exports "$DATA" | cut -f1)
  free=$(df -Pk "$DATA" | awk 'NR == 2 { print $4 }')
  [ $((needed + needed / 10)) -lt "$free" ] || fail "the copy before the upgrade needs $needed KB, and $free are free"
  log "copying the data to $BEFORE"
  rm -rf "$BEFORE.partial"
  install -d -m 0700 -o balcao -g balcao "$BEFORE.partial"
  tar -C "$DATA" --exclude=media --exclude=./backups --exclude=./exports -cf - . | tar -C "$BEFORE.partial" -xpf -
  (cd "$DATA" && find . -path ./backups -prune -o -type d -name media -print -prune) | while IFS= read -r medium; do
    cp -al "$DATA/$medium" "$BEFORE.partial/$medium"
  done
  # It is about the former copy.
  rm -f "$VERSIONS/previous"
  rm -rf "$BEFORE"
  mv "$BEFORE.partial" "$BEFORE"
}

point_to() {
  ln -sfn "$1" "$APP.new"
  mv -T "$APP.new" "$APP"
}

remove_other_versions() {
  find "$VERSIONS" -mindepth 1 -maxdepth 1 -type d ! -path "$1" ! -path "$2" -exec rm -rf {} +
}

start() {
  local domain=$1 link
  trap - EXIT
  if ! has_systemd; then
    log "systemd does not run here: the service is installed and enabled, not started"
    return 0
  fi
  if [ -n "$RESTART" ] || ! systemctl is-active --quiet balcao; then
    systemctl reset-failed balcao 2>/dev/null || true
    if ! { systemctl restart balcao && answers; }; then
      journalctl -u balcao -n 20 --no-pager >&2 || true
      [ -n "$UPGRADED" ] || fail "the service does not answer; see journalctl -u balcao"
      log "the new version does not answer: returning to the one before"
      go_back
      fail "the upgrade was taken back; its messages: journalctl -u balcao"
    fi
  fi
  link=$(journalctl -u balcao -n 1000 -o cat --no-pager | grep -oE '/setup/[A-Za-z0-9_-]+' | tail -n 1 || true)
  log "Balcão $(cut -d ' ' -f 1 "$APP/RELEASE") answers. Backups: $BACKUPS (better on another disk). Settings: $SETTINGS"
  if [ -n "$link" ] && [ "$(curl -s -o /dev/null -w '%{http_code}' -H 'Accept: text/html' "${HEALTH%/healthz}$link")" = 200 ]; then
    log "Create the first company and its administrator here, once: https://$domain$link"
  else
    log "Open https://$domain"
  fi
}

answers() {
  local tries
  for ((tries = 0; tries < 60; tries++)); do
    ! curl -fsS -o /dev/null -m 5 "$HEALTH" 2>/dev/null || return 0
    systemctl is-active --quiet balcao || [ "$tries" -lt 15 ] || return 1
    sleep 2
  done
  return 1
}

go_back() {
  local previous after part
  previous=$(cat "$VERSIONS/previous" 2>/dev/null || true)
  [ -d "$previous" ] || fail "there is no version before this one"
  [ -s "$previous/deploy/balcao.service" ] || fail "$previous contains no deploy/balcao.service"
  [ -n "$(bun_of "$previous")" ] || fail "$previous does not say which Bun it needs"
  check_copy
  check_disk
  fetch_bun "$previous"
  if has_systemd; then
    # Without data it would begin anew.
    trap '[ ! -d "$DATA" ] || systemctl start balcao || true' EXIT
    systemctl stop balcao
  fi
  # Before the moves: the version before refuses newer data, the new one would migrate the old.
  point_to "$previous"
  link_bun "$previous"
  put "$UNIT" <"$previous/deploy/balcao.service"
  ! has_systemd || systemctl daemon-reload
  # Killed between the two moves, it goes on with the second.
  after=$AFTER-$(date +%Y%m%dT%H%M%S)
  if [ -d "$DATA" ]; then mv -T "$DATA" "$after"; else after=$(printf '%s\n' "$AFTER"-* | tail -n 1); fi
  mv -T "$BEFORE" "$DATA" || { mv -T "$after" "$DATA" && fail "the data from before the upgrade could not be put back"; }
  for part in backups exports; do
    [ ! -d "$after/$part" ] || mv "$after/$part" "$DATA/$part" || log "$after/$part must be moved to $DATA by hand"
  done
  rm -f "$VERSIONS/previous"
  trap - EXIT
  if has_systemd; then
    systemctl reset-failed balcao 2>/dev/null || true
    systemctl restart balcao
    answers || fail "the version before does not answer either; see journalctl -u balcao"
  fi
  log "back at $(cut -d ' ' -f 1 "$APP/RELEASE" 2>/dev/null || echo 'the version before'). What came after the upgrade is in $after for seven days"
}

# What is removed, or was in part, must not replace the data.
check_copy() {
  local gone="the data from before the upgrade is gone; docs/operations/backups.md restores a backup" file
  [ -n "$(find "$VERSIONS/previous" -mmin -10080)" ] || fail "$gone"
  [ -n "$(ls -A "$BEFORE" 2>/dev/null)" ] || fail "$gone"
  for file in platform.db secrets.json; do
    [ ! -s "$DATA/$file" ] || [ -s "$BEFORE/$file" ] || fail "$gone"
  done
}

has_systemd() {
  [ -d /run/systemd/system ]
}

log() { printf '%s\n' "balcao: $*"; }
fail() { log "$*" >&2 && exit 1; }

main "$@"
