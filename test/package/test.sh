#!/bin/sh
# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the build to a scratch prefix, moves it, and builds the project here
# against it: C and C++ are both counted, annotations are found, types and calls through
# pointers are known, from where the package lies now; and so with clang's --config.
#
#   test.sh BUILD LLVM_BIN CMAKE LLVM TYPES
#
# TYPES is TRUE where the plugin that knows clang's classes was built.
set -eu

build=$1 llvm_bin=$2 cmake=$3 llvm=$4 types=$5
source=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$build/test/package-$llvm
rm -rf "$work"
mkdir -p "$work"
. "$source/checks.sh"

# A prefix of any name; and one that was moved: no path of the build is in it.
"$cmake" --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/moved prefix"

quietly "$work/configure.log" "$cmake" -S "$source" -B "$work/build" -G Ninja \
  "-DCMAKE_PREFIX_PATH=$work/moved prefix" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
  "-DCMAKE_C_COMPILER=$llvm_bin/clang" "-DCMAKE_CXX_COMPILER=$llvm_bin/clang++"
printf 'field:Hooks.take size=0\n' >"$work/hooks.cfg"
export ALLOCSITE_PASS_OPTIONS="config='$work/hooks.cfg'"
quietly "$work/build.log" "$cmake" --build "$work/build" --verbose

check_rows build/consumer

# A build that is done does nothing; with other rules it compiles anew.
"$cmake" --build "$work/build" >"$work/again.log" 2>&1
check 'ninja: no work to do' "$work/again.log"
if [ "$types" = TRUE ]; then
  printf '# none\n' >>"$work/hooks.cfg"
  "$cmake" --build "$work/build" >"$work/again.log" 2>&1
  check 'Building C object CMakeFiles/consumer.dir/part.c.o' "$work/again.log"
fi

# Rules by a variable are flags, and so is a hash of them and of the plugins.
hash_of() { # build directory
  grep -o '[^ ]*-allocsite-hash=[0-9a-f]*' "$1/compile_commands.json" | sort -u
}
(
  unset ALLOCSITE_PASS_OPTIONS
  "$cmake" -S "$source" -B "$work/ruled" -G Ninja \
    "-DCMAKE_PREFIX_PATH=$work/moved prefix" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    "-DAllocSite_RULES=$work/hooks.cfg" \
    "-DCMAKE_C_COMPILER=$llvm_bin/clang" "-DCMAKE_CXX_COMPILER=$llvm_bin/clang++" &&
    "$cmake" --build "$work/ruled"
) >"$work/ruled.log" 2>&1 || {
  cat "$work/ruled.log"
  exit 1
}
check_rows ruled/consumer
differs() { # what was changed
  hash_of "$work/ruled" >"$work/flags-after"
  if cmp -s "$work/flags-before" "$work/flags-after"; then
    echo "the flags do not change with $1"
    exit 1
  fi
  cp "$work/flags-after" "$work/flags-before"
}
hash_of "$work/ruled" >"$work/flags-before"
[ -s "$work/flags-before" ] || {
  echo "no hash is among the flags"
  exit 1
}
printf '# more\n' >>"$work/hooks.cfg"
(unset ALLOCSITE_PASS_OPTIONS && "$cmake" --build "$work/ruled" >"$work/ruled.log")
differs "the rules"
check 'Building C object CMakeFiles/consumer.dir/part.c.o' "$work/ruled.log"
cp -p "$work/moved prefix/lib/AllocSite.so" "$work/AllocSite.so"
printf 'x' >>"$work/moved prefix/lib/AllocSite.so" # behind all that is read of it
(unset ALLOCSITE_PASS_OPTIONS && "$cmake" --build "$work/ruled" >"$work/ruled.log")
differs "the plugins"
check 'Building C object CMakeFiles/consumer.dir/part.c.o' "$work/ruled.log"
cp -p "$work/AllocSite.so" "$work/moved prefix/lib/AllocSite.so"

# The same as flags of clang. The link step says nothing of flags without a use.
(
  cd "$work"
  set -- "$llvm_bin/clang" --config "$work/moved prefix/lib/allocsite/allocsite.cfg" -O1
  "$@" "-I$work/moved prefix/include" -c "$source/part.c" -o part.o
  "$@" -x c++ -c "$source/main.cpp" -o main.o
  "$@" main.o part.o -lstdc++ -o configured
) >"$work/flags.log" 2>&1 || {
  cat "$work/flags.log"
  exit 1
}
[ ! -s "$work/flags.log" ] || {
  echo "clang said:"
  cat "$work/flags.log"
  exit 1
}
check_rows ./configured

# What `allocsite discover` starts is found from where the package lies now.
discover=$(find "$work/moved prefix" -name allocsite-discover)
if [ -n "$discover" ]; then
  "$work/moved prefix/bin/allocsite" discover -p "$work/build" >"$work/discover.cfg"
  check '^wrapper:allocateInC$' "$work/discover.cfg"
fi

# So is all that allocsite-clang needs; and the README finds its documents.
"$work/moved prefix/bin/allocsite" doctor >"$work/doctor.log" || {
  cat "$work/doctor.log"
  exit 1
}
readme=$(find "$work/moved prefix" -name README.md -path '*/AllocSite/README.md')
for page in $(sed -n 's/.*](\(docs\/[a-z-]*\.md\)).*/\1/p' "$readme"); do
  [ -f "$(dirname "$readme")/$page" ] || {
    echo "not installed: $page"
    exit 1
  }
done

# The target without the pass is not profiled and says nothing.
check_plain "$work/build/plain"

# A compiler that is no clang is told at configure time.
if command -v gcc >/dev/null && command -v g++ >/dev/null; then
  fails "$work/gcc.log" "$cmake" -S "$source" -B "$work/gcc" -G Ninja \
    "-DCMAKE_PREFIX_PATH=$work/moved prefix" -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++
  check 'AllocSite is a plugin for Clang' "$work/gcc.log"

  # The header alone is for every compiler.
  mkdir "$work/annotated"
  cat >"$work/annotated/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(Annotated C)
find_package(AllocSite REQUIRED COMPONENTS headers)
add_library(annotated STATIC pool.c)
target_link_libraries(annotated PRIVATE AllocSite::headers)
END
  cat >"$work/annotated/pool.c" <<'END'
#include <allocsite/allocsite.h>
ALLOCSITE_ALLOC(size=0) void *pool_alloc(unsigned long);
END
  "$cmake" -S "$work/annotated" -B "$work/annotated/build" -G Ninja \
    "-DCMAKE_PREFIX_PATH=$work/moved prefix" -DCMAKE_C_COMPILER=gcc \
    >"$work/annotated.log"
  "$cmake" --build "$work/annotated/build" >>"$work/annotated.log"
fi

# No path of the source or the build tree is in
# what is installed.
if grep -rlF --include='*.cmake' "$build" "$work/moved prefix"; then
  echo "the package names the build directory"
  exit 1
fi
