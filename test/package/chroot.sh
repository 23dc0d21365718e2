#!/bin/sh
# ===- chroot.sh - The packages, and README's commands, in a fresh Debian --===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   sh test/package/chroot.sh [BUILD]          the .deb and the .tar.zst of this build
#   sh test/package/chroot.sh --demo           README's two commands, from a copy of HEAD
#
# Root, debootstrap, and the network are needed. A Debian of this machine's release is made
# from this machine's mirror, once, in $ALLOCSITE_CHROOT (default: BUILD/test/chroot). In a copy
# of it
#
#   .deb       is installed by apt with what it depends on; `allocsite doctor` is well; a user
#              makes a first profile; and when it is purged no file of it is left
#   .tar.zst   is unpacked, moved, and does the same
#   --demo     cmake/demo.sh installs, builds and profiles; then a program of one's own
#
# ===---------------------------------------------------------------------===#
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
demo=
[ "${1:-}" != --demo ] || {
  demo=1
  shift
}
build=${1:-$top/build}
place=${ALLOCSITE_CHROOT:-$build/test/chroot}
root=$place/root

say() { printf '%s\n' "$*" >&2; }
die() {
  say "error: $*"
  exit 1
}

[ "$(id -u)" = 0 ] || die "debootstrap and chroot need root"
command -v debootstrap >/dev/null || die "debootstrap is not there (package debootstrap)"

. /etc/os-release
release=$VERSION_CODENAME

# The first source of Debian itself that apt of this machine has.
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
  /etc/apt/sources.list.d/*.sources 2>/dev/null |
  sed -n 's/^\(URIs:\|deb\( \[[^]]*\]\)*\) *\([a-z]*:[^ ]*\).*/\3/p' |
  grep '/debian/*$' | head -n 1)
[ -n "$mirror" ] || die "no mirror of Debian in /etc/apt"

if [ ! -e "$place/base/done" ]; then
  say "making a Debian $release"
  rm -rf "$place/base"
  mkdir -p "$place"
  debootstrap --variant=minbase --include=ca-certificates "$release" "$place/base" "$mirror" \
    >"$place/debootstrap.log" || {
    tail -n 20 "$place/debootstrap.log" >&2
    exit 1
  }
  : >"$place/base/done"
fi

unmount() {
  for mounted in dev proc; do
    if mountpoint -q "$root/$mounted"; then
      umount "$root/$mounted" || umount -l "$root/$mounted"
    fi
  done
}
trap unmount EXIT
trap 'exit 1' HUP INT TERM

unmount
! mountpoint -q "$root/dev" || die "$root/dev is still mounted"
rm -rf --one-file-system "$root"
cp -a --reflink=auto "$place/base" "$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
# The same sources of Debian as here: the clangs may come from updates and security.
rm -f "$root/etc/apt/sources.list"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  if [ -f "$list" ] && grep -q "/debian" "$list"; then
    cp "$list" "$root/etc/apt/sources.list.d/$(basename "$list")"
  fi
done

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive "$@"; }
quietly() { # command…
  "$@" >"$place/log" 2>&1 || {
    tail -n 60 "$place/log" >&2
    die "failed: $*"
  }
}
quietly inside apt-get update -q
quietly inside useradd --create-home stranger

# A stranger's program, built by make, and its profile.
profile() { # directory of the commands
  cat >"$root/home/stranger/app.cpp" <<'SOURCE'
#include <cstdlib>
#include <vector>
int main() {
  std::vector<int *> Kept;
  for (int I = 0; I != 1000; ++I)
    Kept.push_back(static_cast<int *>(std::malloc(48)));
  return Kept.size() == 1000 ? 0 : 1;
}
SOURCE
  inside su - stranger -c "
    set -e
    rm -f *.csv
    export PATH=$1:\$PATH
    allocsite build -- sh -c '\$CXX -O2 -g app.cpp -o app'
    ALLOCSITE=1 ./app
    allocsite report" >"$place/profile.log" 2>&1 || {
    cat "$place/profile.log" >&2
    die "no first profile"
  }
  grep -q '46.9 KiB *[0-9.%]* *1,000 *48 *malloc *app.cpp:6' "$place/profile.log" || {
    cat "$place/profile.log" >&2
    die "the first profile has not the row of malloc"
  }
}

if [ -n "$demo" ]; then
  mkdir "$root/home/stranger/allocsite"
  git -C "$top" archive HEAD | tar -x -C "$root/home/stranger/allocsite"
  say "sh cmake/demo.sh"
  start=$(date +%s)
  inside sh -c 'cd /home/stranger/allocsite && nice sh cmake/demo.sh' >"$place/demo.log" 2>&1 || {
    tail -n 60 "$place/demo.log" >&2
    die "cmake/demo.sh has failed"
  }
  grep -q 'ObStack::alloc' "$place/demo.log" || die "no ObStack in $place/demo.log"
  say "ok: the first command, $(($(date +%s) - start)) s"
  profile /home/stranger/allocsite/build/bin
  say "ok: a program of one's own"
  exit 0
fi

rm -rf "$build/packages"
(cd "$build" && quietly cpack)
deb=$(echo "$build"/packages/*.deb) archive=$(echo "$build"/packages/*.tar.zst)
[ -f "$deb" ] && [ -f "$archive" ] || die "cpack has made no .deb or no .tar.zst"
cp "$deb" "$archive" -t "$root/srv"
say "Depends: $(dpkg-deb -f "$deb" Depends)"

# What it depends on is there before the first look, so that only its own files differ.
quietly inside apt-get install -q -y --no-install-recommends zstd
quietly inside apt-get satisfy -q -y --no-install-recommends \
  "$(dpkg-deb -f "$deb" Depends)"
files() {
  chroot "$root" find / -xdev \( -path /var/cache -o -path /var/lib/dpkg -o -path /var/lib/apt \
    -o -path /var/log -o -path /proc -o -path /dev -o -path /home -o -path /tmp \) -prune \
    -o -print | sort
}
files >"$place/before"
quietly inside apt-get install -q -y --no-install-recommends "/srv/${deb##*/}"
inside allocsite doctor >"$place/doctor.log" || {
  cat "$place/doctor.log" >&2
  die "allocsite doctor is not well"
}
profile /usr/bin
quietly inside apt-get purge -q -y allocsite
files >"$place/after"
if ! diff "$place/before" "$place/after" >&2; then
  die "purged, and not all is as before"
fi
say "ok: ${deb##*/}"

quietly inside tar -C /opt -xf "/srv/${archive##*/}"
mv "$root/opt/$(basename "$archive" .tar.zst)" "$root/opt/elsewhere"
inside /opt/elsewhere/bin/allocsite doctor >"$place/doctor.log" || {
  cat "$place/doctor.log" >&2
  die "allocsite doctor is not well"
}
profile /opt/elsewhere/bin
rm -r "$root/opt/elsewhere"
say "ok: ${archive##*/}"
