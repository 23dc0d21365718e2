#!/bin/sh
# ===- fuzz.sh - Builds and runs the fuzzers of the readers ----------------===#
#
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===#
#
#   fuzz.sh CLANG++ SOURCE DIRECTORY SANITIZERS SECONDS [all]
#
# Without `all`, those of what comes from elsewhere: the smaller readers take as long to compile.
# Prints what each fuzzer says in its last line. All sources of one are a single
# file, for the sake of the compiler's time.
set -eu
cxx=$1 source=$2 directory=$3 sanitizers=$4 seconds=$5

fuzz() { # name of the seeds, sources
  seeds=$source/test/report/fuzz/$1
  target=$directory/$1
  shift
  rm -rf "$target"
  mkdir -p "$target/corpus"
  for each; do
    printf '#include "%s.cpp"\n' "$each"
  done >"$target/all.cpp"
  # RapidJSON adds to null pointers.
  printf 'src:*/rapidjson/*\n' >"$target/ignored"
  "$cxx" -std=c++17 -O1 "-fsanitize=fuzzer,$sanitizers" -fno-sanitize-recover=all \
    "-fsanitize-ignorelist=$target/ignored" \
    "-I$source" "-I$source/report" "-I$source/include" "$target/all.cpp" -lfmt -lz \
    -o "$target/fuzzer"
  if ! "$target/fuzzer" "-max_total_time=$seconds" -timeout=20 \
    "-artifact_prefix=$target/" "$target/corpus" "$seeds" >"$target/out" 2>&1; then
    cat "$target/out"
    exit 1
  fi
  tail -n 1 "$target/out"
}

fuzz logs test/report/fuzz/LogFuzzer report/support/DisplayText report/support/Glob report/support/Json \
  report/support/NameTable report/support/Suggestion report/read/AllocationLog \
  report/read/ByteSource report/read/CsvReader report/merge/FunctionName \
  report/merge/Grouping report/merge/HiddenFrames report/merge/Layers \
  report/merge/LibraryChains report/merge/NameFilter report/merge/Wrappers \
  report/render/ChainText report/render/Quantity report/render/Sheet report/render/TableFormat \
  report/render/TellApart report/render/TextTable report/render/TypeText
fuzz pprof test/report/fuzz/PprofFuzzer report/support/DisplayText report/support/NameTable \
  report/read/ByteSource report/read/PprofReader report/model/Profile
fuzz where test/report/fuzz/WhereFuzzer report/support/DisplayText report/support/Glob \
  report/support/NameTable report/support/Suggestion report/model/Profile \
  report/merge/FunctionName report/merge/Layers report/merge/NameFilter \
  report/merge/Wrappers \
  report/transform/Budget report/transform/ByName report/transform/Followed report/transform/Shown \
  report/transform/ShownThrough report/transform/SitePlace report/transform/Sites report/transform/Where
fuzz names test/report/fuzz/NameFuzzer report/merge/FunctionName
# The library that the command shares with the runtime.
library=$(sed -n '/^set(ALLOCSITE_PROFILE_SOURCES/,/)/s|^ *\([A-Za-z]*\)\.cpp.*|profile/\1|p' \
  "$source/profile/Sources.cmake")
fuzz profiles test/report/fuzz/ProfileFuzzer profile/LiveReader profile/ProfileReader $library
if [ "${6-}" != all ]; then
  exit
fi
fuzz beside report/support/DisplayText test/report/fuzz/BesideFuzzer report/support/Glob \
  report/support/Message report/support/NewFile report/support/Terminal report/read/LogTables \
  report/support/NameTable report/read/ByteSource report/read/CsvReader report/read/ArenaLog \
  report/read/CallPlaces report/read/CoverageLine report/read/Inventory \
  report/read/LinkedCopies report/read/MarkRange report/read/ModulesOfLog report/model/Profile \
  report/read/Suppressions report/read/Timeline \
  report/read/TimelineGroups report/read/GraphLog report/transform/GraphPart \
  report/render/GraphFormat report/render/ChainText report/render/Quantity report/render/Sheet \
  report/render/TellApart report/render/TextTable report/render/TypeText report/support/Json \
  report/merge/FunctionName \
  report/read/RecordedProfile report/read/ProfileFiles profile/LiveReader \
  profile/ProfileReader $library
