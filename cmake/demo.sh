#!/bin/sh
# ===- demo.sh - From a fresh checkout to a profile -----------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   sh cmake/demo.sh
#
# Installs what is missing (root or sudo), builds AllocSite for LLVM 19, profiles
# examples/photo_sizes and shows its ten largest allocation sites. The last line
# is the path of the CSV; a workspace for Tad lies beside it.
#
# ===---------------------------------------------------------------------===#
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$top/cmake/setup.sh"

# shellcheck disable=SC2046 # lists
install_packages $(packages_to_build $first_llvm)
build_for $first_llvm

demo=$build/demo
csv=$demo/photo_sizes.csv
mkdir -p "$demo"
cd "$top"

# Prints a command as one would type it at the top of the tree, and runs it.
show() {
  printf '\n$ %s\n' "$*"
  "$@"
}

show "clang++-$first_llvm" -O2 -g -fpass-plugin=build/lib/AllocSite.so \
  examples/photo_sizes/*.cpp -o build/demo/photo_sizes
rm -f "$csv"
show env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=build/demo/photo_sizes.csv \
  build/demo/photo_sizes
[ -s "$csv" ] || die "$csv was not written"
show build/bin/allocsite report build/demo/photo_sizes.csv --top 10
show build/bin/allocsite tad build/demo/photo_sizes.csv

printf '\n%s\n' "$csv"
