#!/bin/sh
# ===- fuzz.sh - Runs the fuzzers of the readers ---------------------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   fuzz.sh FUZZERS SEEDS DIRECTORY OPTION…
#
# Each with its seeds and options of libFuzzer, one of which ends it. Prints what each says in its
# last line.
set -eu
fuzzers=$1 seeds=$2 directory=$3
shift 3
# Leaks are looked for as well.
unset ASAN_OPTIONS UBSAN_OPTIONS

rm -rf "$directory"
for each in "$seeds"/*/; do
  name=$(basename "$each")
  mkdir -p "$directory/$name/corpus"
  if ! "$fuzzers" "$name" "$@" -timeout=60 "-artifact_prefix=$directory/$name/" \
    "$directory/$name/corpus" "$each" >"$directory/$name/out" 2>&1; then
    cat "$directory/$name/out"
    exit 1
  fi
  echo "$name: $(tail -n 1 "$directory/$name/out")"
done
