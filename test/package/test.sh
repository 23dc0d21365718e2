#!/bin/sh
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the build to a scratch prefix, moves it, and builds the project here
# against it: C and C++ are both counted, and annotations are found, from where the
# package lies now.
#
#   test.sh BUILD LLVM_BIN CMAKE
set -eu

build=$1 llvm_bin=$2 cmake=$3
source=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$build/test/package
rm -rf "$work"
mkdir -p "$work"

# A prefix of any name; and one that was moved: no path of the build is in it.
"$cmake" --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/moved prefix"

if ! "$cmake" -S "$source" -B "$work/build" -G Ninja \
  "-DCMAKE_PREFIX_PATH=$work/moved prefix" \
  "-DCMAKE_C_COMPILER=$llvm_bin/clang" "-DCMAKE_CXX_COMPILER=$llvm_bin/clang++" \
  >"$work/configure.log" 2>&1; then
  cat "$work/configure.log"
  exit 1
fi
"$cmake" --build "$work/build" --verbose >"$work/build.log" 2>&1 || {
  cat "$work/build.log"
  exit 1
}

csv=$work/consumer.csv
SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=consumer.csv \
  sh -c 'cd "$1" && build/consumer' sh "$work" 2>"$work/run.log" || {
  cat "$work/run.log"
  exit 1
}
check() { # pattern, file
  grep -q "$1" "$2" || {
    echo "not found in $2: $1"
    cat "$2"
    exit 1
  }
}
rows=$work/rows.log
python3 "$source/../rows.py" --cols 'pc0,pc1,bytes allocated,call count,allocator' \
  "$csv" >"$rows"
check '^allocateInC|main|24|3|malloc$' "$rows"
check '^takeInC|main|48|1|takeRoom$' "$rows"
check '^main|-|40|1|operator new\[\]$' "$rows"

# The target without the pass is not profiled and says nothing.
SKIP_HEAP_PROFILE=1 "$work/build/plain" >"$work/plain.log" 2>&1
[ ! -s "$work/plain.log" ] || {
  echo "the plain program said:"
  cat "$work/plain.log"
  exit 1
}

# A compiler that is no clang is told at configure time.
if command -v gcc >/dev/null && command -v g++ >/dev/null; then
  if "$cmake" -S "$source" -B "$work/gcc" -G Ninja \
    "-DCMAKE_PREFIX_PATH=$work/moved prefix" \
    -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ >"$work/gcc.log" 2>&1; then
    echo "find_package(AllocSite) accepted gcc"
    exit 1
  fi
  check 'AllocSite is a plugin for Clang' "$work/gcc.log"
fi

# No path of the source or the build tree is in
# what is installed.
if grep -rlF --include='*.cmake' "$build" "$work/moved prefix"; then
  echo "the package names the build directory"
  exit 1
fi
