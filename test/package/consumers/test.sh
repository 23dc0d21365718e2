#!/bin/sh
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every way into a build that docs/build-systems.md shows, against an installed copy that was
# moved: allocsite_instrument(), one include for a whole project of CMake, AllocSite as a part
# of a project, pkg-config, Meson. Each gives the same rows; what cannot work says why.
#
#   test.sh BUILD LLVM_BIN CMAKE LLVM TYPES
#
# ALLOCSITE_TEST_FULL=1 builds AllocSite as a part of another project; else that is only
# configured, and the order of what would be built is looked at.
set -eu

build=$1 llvm_bin=$2 cmake=$3 llvm=$4 types=$5
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
source=$(dirname "$here")
work=$build/test/consumers-$llvm
rm -rf "$work"
mkdir -p "$work"
. "$source/checks.sh"

quietly "$work/install.log" "$cmake" --install "$build" --prefix "$work/first"
prefix="$work/moved prefix"
mv "$work/first" "$prefix"
printf 'field:Hooks.take size=0\n' >"$work/hooks.cfg"
set -- -G Ninja "-DCMAKE_PREFIX_PATH=$prefix" \
  "-DCMAKE_C_COMPILER=$llvm_bin/clang" "-DCMAKE_CXX_COMPILER=$llvm_bin/clang++"

# One target, with a file of rules and a level.
quietly "$work/log" "$cmake" -S "$here/instrument" -B "$work/instrument" "$@" \
  "-DRULES=$work/hooks.cfg"
quietly "$work/log" "$cmake" --build "$work/instrument"
check_rows instrument/consumer 2
check_plain "$work/instrument/plain"
rm -f "$work/consumer.csv"
(cd "$work" && ALLOCSITE=1 ALLOCSITE_OPTIONS=output=consumer.csv instrument/consumer)
[ ! -e "$work/consumer.csv" ] || {
  echo "LEVEL 2 has not reached main"
  exit 1
}
# The rules are a dependency.
printf '# none\n' >>"$work/hooks.cfg"
quietly "$work/log" "$cmake" --build "$work/instrument"
check 'Building C object CMakeFiles/consumer.dir/.*part.c.o' "$work/log"

# What is wrong is said with its line.
while read -r wrong message; do
  fails "$work/log" "$cmake" -S "$here/instrument" -B "$work/wrong" "$@" \
    "-DRULES=$work/hooks.cfg" "-DWRONG=$wrong"
  check "$message" "$work/log"
  check 'CMakeLists.txt:[0-9]' "$work/log"
done <<'MESSAGES'
target allocsite_instrument: there is no target nothing
interface allocsite_instrument: target AllocSite::headers compiles no sources
file allocsite_instrument: there is no file /.*no-such-rules.cfg
level allocsite_instrument: LEVEL needs a whole number, not .high.
word allocsite_instrument: unknown argument FILES;x
MESSAGES
if command -v gcc >/dev/null && command -v g++ >/dev/null; then
  fails "$work/log" "$cmake" -S "$here/instrument" -B "$work/gcc" -G Ninja \
    "-DCMAKE_PREFIX_PATH=$prefix" -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++
  check 'the compilers here are C: GNU [0-9.]*, C++: GNU [0-9.]*. Configure an empty build directory with -DCMAKE_C_COMPILER=clang-' "$work/log"
  # One of the two is clang: it works, and says what is left out.
  quietly "$work/log" "$cmake" -S "$here/instrument" -B "$work/half" "$@" \
    -DCMAKE_C_COMPILER=gcc "-DRULES=$work/hooks.cfg"
  check 'AllocSite: sources in C are not instrumented: .* is GNU' "$work/log"
fi
# A clang for which there is no plugin: this one, where the package has others alone.
cp -r "$prefix" "$work/other"
sed -i 's/^set(AllocSite_LLVM_VERSIONS .*/set(AllocSite_LLVM_VERSIONS 98 99)/' \
  "$work/other/lib/cmake/AllocSite/AllocSiteConfig.cmake"
fails "$work/log" "$cmake" -S "$here/instrument" -B "$work/none" "$@" \
  "-DCMAKE_PREFIX_PATH=$work/other"
check "AllocSite is a plugin for Clang 98, 99; the compilers here are C: Clang $llvm" "$work/log"
check 'CMAKE_CXX_COMPILER=clang++-99' "$work/log"

# A whole project that knows nothing of it. The sources are copied: project/ has no word of
# AllocSite, and the probes of CMake are not in the inventory.
mkdir "$work/project"
cp "$source/main.cpp" "$source/part.c" "$work/project"
cat >"$work/project/CMakeLists.txt" <<'LISTS'
cmake_minimum_required(VERSION 3.20)
project(Whole NONE)
project(Project LANGUAGES C CXX)
include(CheckFunctionExists)
check_function_exists(malloc HAVE_MALLOC)
add_executable(consumer main.cpp part.c)
LISTS
package=$prefix/lib/cmake/AllocSite
include=-DCMAKE_PROJECT_INCLUDE=$package/AllocSiteProject.cmake
sed -i 's,<allocsite/allocsite.h>,"allocsite/allocsite.h",' "$work/project/part.c"
quietly "$work/log" "$cmake" -S "$work/project" -B "$work/whole" "$@" "$include" \
  -DALLOCSITE=ON "-DALLOCSITE_CONFIG=$work/hooks.cfg"
quietly "$work/log" env "ALLOCSITE_PASS_OPTIONS=inventory=$work/whole.jsonl" \
  "$cmake" --build "$work/whole"
check_rows whole/consumer
if grep -q CMakeScratch "$work/whole.jsonl" 2>/dev/null; then
  echo "a probe of CMake was instrumented"
  exit 1
fi
# OFF, as it is without a word, changes no flag.
(cd "$work/project" && ln -s "$prefix/include/allocsite" allocsite)
quietly "$work/log" "$cmake" -S "$work/project" -B "$work/off" "$@" "$include"
quietly "$work/log" "$cmake" --build "$work/off"
check_plain "$work/off/consumer"

# pkg-config, for one compiler call and for Meson.
if command -v pkg-config >/dev/null; then
  export "PKG_CONFIG_PATH=$prefix/lib/pkgconfig"
  flags=$(pkg-config --cflags allocsite)
  (
    cd "$work"
    export ALLOCSITE_PASS_OPTIONS="config='$work/hooks.cfg'"
    eval quietly log "$llvm_bin/clang" "$flags" -O1 -c "$source/part.c" -o part.o
    eval quietly log "$llvm_bin/clang++" "$flags" -O1 "$source/main.cpp" part.o -o by-pkg-config
  )
  check_rows ./by-pkg-config
  if command -v meson >/dev/null; then
    mkdir "$work/meson"
    cp "$here"/meson/* "$source/main.cpp" "$source/part.c" "$work/meson"
    quietly "$work/log" env "CC=$llvm_bin/clang" "CXX=$llvm_bin/clang++" meson setup \
      -Dallocsite=enabled "$work/meson/build" "$work/meson"
    quietly "$work/log" env "ALLOCSITE_PASS_OPTIONS=config='$work/hooks.cfg'" \
      meson compile -C "$work/meson/build"
    check_rows meson/build/consumer
    # With the compiler alone, the project knows nothing.
    sed -i 's,<allocsite/allocsite.h>,"allocsite/allocsite.h",' "$work/meson/part.c"
    ln -s "$prefix/include/allocsite" "$work/meson/allocsite"
    quietly "$work/log" env "PATH=$prefix/bin:$llvm_bin:$PATH" \
      CC=allocsite-clang-$llvm CXX=allocsite-clang++-$llvm meson setup "$work/meson/other" "$work/meson"
    quietly "$work/log" env "PATH=$prefix/bin:$llvm_bin:$PATH" \
      "ALLOCSITE_PASS_OPTIONS=config='$work/hooks.cfg'" meson compile -C "$work/meson/other"
    check_rows meson/other/consumer
  else
    echo "note: no meson: not tried"
  fi
fi

# As a part of another project. Its install has nothing of AllocSite's.
tree=$(dirname "$(dirname "$source")")
for way in -DADD=ON -DADD=OFF; do
  quietly "$work/log" "$cmake" -S "$here/subproject" -B "$work/part$way" "$@" "$way" \
    "-DALLOCSITE_SOURCE=$tree" "-DALLOCSITE_LLVM_VERSIONS=$llvm" "-DRULES=$work/hooks.cfg" \
    -DALL="${way#-DADD=}" -DCMAKE_BUILD_TYPE=Debug
  ninja -C "$work/part$way" -t commands consumer >"$work/order"
  plugin=$(grep -n -e '-o [^ ]*lib/AllocSite.so' "$work/order" | cut -d: -f1)
  object=$(grep -n -e '-o CMakeFiles/consumer.dir/.*part.c.o' "$work/order" | cut -d: -f1)
  [ "${plugin:-9999}" -lt "${object:-0}" ] || {
    echo "the sources of a target are compiled before the plugin ($way)"
    exit 1
  }
  ninja -C "$work/part$way" -t commands all >"$work/order"
  if grep -q -e '-o [^ ]*allocsite-discover' "$work/order"; then
    echo "all targets of AllocSite are built with the project ($way)"
    exit 1
  fi
  [ -n "${ALLOCSITE_TEST_FULL:-}" ] && [ $way = -DADD=OFF ] || continue
  quietly "$work/log" "$cmake" --build "$work/part$way"
  check_rows "part$way/consumer"
  quietly "$work/log" "$cmake" --install "$work/part$way" --prefix "$work/installed$way"
  [ "$(find "$work/installed$way" -type f)" = "$work/installed$way/bin/consumer" ] || {
    echo "more is installed than the project asks for:"
    find "$work/installed$way"
    exit 1
  }
done
