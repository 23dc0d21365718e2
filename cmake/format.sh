#!/bin/sh
# ===- format.sh - Formats C and C++ as .clang-format says ----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   sh cmake/format.sh                 formats the tree
#   sh cmake/format.sh --check         shows what would change, and exits with 1 if anything
#   sh cmake/format.sh --check REV     the same of the lines that have changed since REV
#
# The version is pinned, since each formats a little differently: clang-format-19 (package of
# that name). Tests and examples are left out: where a line stands is what many tests check, and
# what the docs show.
#
# ===---------------------------------------------------------------------===#
set -eu

cd "$(dirname -- "$0")/.."
formatter=clang-format-19
command -v $formatter >/dev/null || {
  echo "error: $formatter not found (package $formatter)" >&2
  exit 2
}
sources='include profile runtime pass report discover'

case "${1:-}" in
'')
  # shellcheck disable=SC2086 # a list
  git ls-files -z -- $sources | grep -zE '\.(c|h|cpp)$' | xargs -0 $formatter -i
  ;;
--check)
  if [ -n "${2:-}" ]; then
    # shellcheck disable=SC2086
    changes=$(git clang-format-19 --binary $formatter --quiet --diff "$2" -- $sources) || :
  else
    # shellcheck disable=SC2086
    changes=$(git ls-files -- $sources | grep -E '\.(c|h|cpp)$' | while read -r file; do
      $formatter "$file" | diff -u --label "$file" --label "$file, formatted" "$file" - || :
    done)
  fi
  [ -z "$changes" ] || {
    printf '%s\n' "$changes"
    exit 1
  }
  ;;
*)
  echo "usage: sh cmake/format.sh [--check [REVISION]]" >&2
  exit 2
  ;;
esac
