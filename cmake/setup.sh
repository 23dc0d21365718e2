# ===- setup.sh - Installs what is missing and builds, for the scripts ----===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
# Read by demo.sh and test.sh (`. cmake/setup.sh`), which set `top` to the source
# tree. All of it does nothing where there is nothing to do.
#
# ===---------------------------------------------------------------------===#

build=$top/build
first_llvm=19

# stdout of the scripts is their answer; this is the commentary.
say() { printf '%s\n' "$*" >&2; }

die() {
  say "error: $*"
  exit 1
}

packages_to_build() { # LLVM majors
  printf '%s\n' cmake ninja-build libfmt-dev libcli11-dev rapidjson-dev zlib1g-dev libprotozero-dev \
    libncurses-dev libcpp-httplib-dev libssl-dev libzstd-dev pkg-config
  if [ "$(uname -m)" = x86_64 ]; then # The plugins carry the runtime of AArch64 too.
    printf '%s\n' libc6-dev-arm64-cross
  fi
  for major; do
    printf '%s\n' "clang-$major" "llvm-$major-dev" "libclang-$major-dev" \
      "libclang-cpp$major"
  done
}

packages_to_test() { # LLVM majors
  # lit comes with llvm-19-tools.
  printf '%s\n' python3 valgrind "libclang-rt-$first_llvm-dev" mold chromium ccache sccache autoconf meson \
    heaptrack python3-jsonschema python3-yaml tmux zsh fish groff-base mandoc zstd
  # Libraries with allocators of their own, for test/truth.
  printf '%s\n' libapr1-dev libtalloc-dev libglib2.0-dev \
    libsqlite3-dev liblua5.4-dev libprotobuf-dev protobuf-compiler libboost-dev \
    libjemalloc2 libtcmalloc-minimal4
  # What include/allocsite/expect.h and benchmark.h are for.
  printf '%s\n' libgtest-dev catch2 doctest-dev libbenchmark-dev
  printf '%s\n' "clang-format-$first_llvm"
  if [ "$(uname -m)" = x86_64 ]; then # Programs for AArch64.
    printf '%s\n' binutils-aarch64-linux-gnu libstdc++-12-dev-arm64-cross qemu-user-static
  fi
  for major; do
    printf '%s\n' "llvm-$major-tools" "lld-$major"
    # Its LLVM is 22. They exclude Debian's older rustc, which stays where it is.
    [ "$major" != 22 ] || command -v rustc >/dev/null || printf '%s\n' rustc-web cargo-web
  done
}

is_installed() {
  dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# Installs those of the packages named that are missing, and says which.
install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "note: not a Debian system, so nothing is installed. Needed:" "$@"
    return
  fi
  missing=
  for package; do
    is_installed "$package" || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0

  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    die "packages are missing and this is neither root nor is there sudo. As root:
  apt-get install$missing"
  fi
  say "installing:$missing"
  mkdir -p "$build"
  # shellcheck disable=SC2086 # a list
  if ! apt_install $missing; then
    say "updating the list of packages"
    as_root apt-get update -qq || die "apt-get update failed"
    # shellcheck disable=SC2086
    apt_install $missing || {
      cat "$build/apt.log" >&2
      die "could not install:$missing"
    }
  fi
}

apt_install() {
  # A lock held by another apt (unattended upgrades) is waited for.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
    --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" >"$build/apt.log" 2>&1
}

# Has the kernel start qemu for programs of AArch64 (binfmt_misc). Returns 1 where it cannot, as in a
# container without privileges.
register_qemu() {
  registry=/proc/sys/fs/binfmt_misc
  {
    [ -e $registry/register ] || as_root mount -t binfmt_misc none $registry
    [ -e $registry/qemu-aarch64 ] ||
      as_root sh -c "cat /usr/lib/binfmt.d/qemu-aarch64.conf > $registry/register"
  } 2>/dev/null || {
    say "note: this kernel starts no qemu (binfmt_misc): what runs programs of AArch64 is skipped"
    return 1
  }
}

# The LLVMs that build/ is configured for, as `14 16 19 22`; empty if for none.
configured_llvms() {
  [ -f "$build/CMakeCache.txt" ] && [ -f "$build/build.ninja" ] || return 0
  sed -n 's/^ALLOCSITE_LLVM_VERSIONS:[A-Z]*=//p' "$build/CMakeCache.txt" | tr ';' ' '
}

# Runs a command with its output in a log, shown only when it fails.
logged() { # file, command…
  log=$1
  shift
  "$@" >"$log" 2>&1 || {
    status=$?
    cat "$log" >&2
    say "error: failed ($status): $*"
    exit "$status"
  }
}

# Builds into build/ for these LLVM majors, and goes on building for those that
# it was configured for before: demo.sh after test.sh throws nothing away.
build_for() {
  configured=$(configured_llvms)
  wanted=$configured
  for major; do
    case " $wanted " in
    *" $major "*) ;;
    *) wanted="${wanted:+$wanted }$major" ;;
    esac
  done
  mkdir -p "$build"
  if [ "$wanted" != "$configured" ]; then
    # shellcheck disable=SC2086 # a list
    wanted=$(printf '%s\n' $wanted | sort -n | tr '\n' ' ' | sed 's/ $//')
    say "configuring for LLVM $wanted"
    set -- -S "$top" -B "$build" \
      "-DALLOCSITE_LLVM_VERSIONS=$(printf '%s' "$wanted" | tr ' ' ';')"
    if [ -z "$configured" ]; then
      set -- "$@" -G Ninja "-DCMAKE_C_COMPILER=clang-$first_llvm" \
        "-DCMAKE_CXX_COMPILER=clang++-$first_llvm"
    fi
    if [ -n "${ALLOCSITE_WARNINGS_ARE_ERRORS:-}" ]; then
      set -- "$@" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
    fi
    logged "$build/configure.log" cmake "$@"
  fi
  say "building for LLVM $wanted, which takes minutes"
  build_status=$build/build.status
  rm -f "$build_status"
  # A line for each tenth.
  { NINJA_STATUS='%p ' ninja -C "$build" 2>&1 || echo "$?" >"$build_status"; } |
    tee "$build/build.log" | {
    said=
    while read -r part _; do
      case $part in
      "$said"[0-9]% | [!0-9]*) ;;
      [0-9]*%) said=${part%?%} && say "  $part" ;;
      esac
    done
  }
  if [ -f "$build_status" ]; then
    cat "$build/build.log" >&2
    say "error: failed ($(cat "$build_status")): ninja -C $build"
    exit 1
  fi
  # Warnings are not to be lost in the log.
  if grep -q 'warning:' "$build/build.log"; then
    cat "$build/build.log" >&2
  fi
}
