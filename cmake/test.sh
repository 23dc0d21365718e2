#!/bin/sh
# ===- test.sh - Sets up, builds and runs all tests -----------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   sh cmake/test.sh           all tests, with LLVM 14, 16, 19 and 22
#   sh cmake/test.sh --full    and the slow ones
#   sh cmake/test.sh --quick   two minutes' worth with LLVM 19, for daily work
#
# Installs what is missing (root or sudo). Fails if one of the LLVMs, or the runtime
# under a sanitizer, was not tested. What follows `--` is handed to ctest, as in
# `-- -R lit-19`: then only the tests chosen have to have run.
#
# ===---------------------------------------------------------------------===#
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$top/cmake/setup.sh"

tested_llvms='14 16 19 22'
full=
quick=
while [ $# -gt 0 ]; do
  case $1 in
  --full) full=1 ;;
  --quick) quick=1 ;;
  --)
    shift
    break
    ;;
  *)
    say "usage: sh cmake/test.sh [--full | --quick] [-- ctest arguments]"
    exit 2
    ;;
  esac
  shift
done

if [ -n "$quick" ]; then
  # shellcheck disable=SC2046 # lists
  install_packages $(packages_to_build $first_llvm) $(packages_to_test $first_llvm)
  build_for $first_llvm
  exec ctest --test-dir "$build" --output-on-failure --no-tests=error \
    -C quick -R '^quick$' "$@"
fi

# shellcheck disable=SC2046,SC2086 # lists
install_packages $(packages_to_build $tested_llvms) $(packages_to_test $tested_llvms)
# shellcheck disable=SC2086
build_for $tested_llvms

untested=
if [ "$(uname -m)" = aarch64 ] || ! register_qemu; then
  untested="--untested aarch64-$first_llvm-max"
fi

# Two at a time, each with half of the cores.
rm -f "$build"/test/results-*.json
workers=$((($(nproc) + 1) / 2))
status=0
ALLOCSITE_TEST_FULL=$full LIT_OPTS=-j$workers CMAKE_BUILD_PARALLEL_LEVEL=$workers \
  ctest --test-dir "$build" --parallel 2 --output-on-failure --no-tests=error \
  ${full:+-C full} "$@" || status=$?
[ $# -eq 0 ] || exit "$status"

# shellcheck disable=SC2086 # none, or two words
python3 "$top/test/what_runs_where.py" "$top/CONTRIBUTING.md" "$build/test" ${full:+--full} \
  $untested >&2 ||
  status=1
exit "$status"
