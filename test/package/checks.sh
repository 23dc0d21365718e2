# Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the tests of the package share. Before it is read: `source` is the directory of
# main.cpp and part.c, `work` one that may be written, `types` TRUE where the plugin that
# knows clang's classes was built.

# Runs a command, and shows what it said where it fails.
quietly() { # log, command…
  log=$1
  shift
  "$@" >"$log" 2>&1 || {
    cat "$log"
    echo "failed: $*"
    exit 1
  }
}

# Runs a command that has to fail.
fails() { # log, command…
  log=$1
  shift
  if "$@" >"$log" 2>&1; then
    cat "$log"
    echo "did not fail: $*"
    exit 1
  fi
}

# A pattern in one line, or in a message that CMake has wrapped.
check() { # pattern, file
  grep -q "$1" "$2" || tr -s ' \n' '  ' <"$2" | grep -q "$1" || {
    echo "not found in $2: $1"
    cat "$2"
    exit 1
  }
}

# The rows of the program made of main.cpp and part.c, with a rule for Hooks.take.
check_rows() { # program [level]
  rm -f "$work/consumer.csv"
  ALLOCSITE=${2:-1} ALLOCSITE_OPTIONS=output=consumer.csv \
    sh -c 'cd "$1" && "$2"' sh "$work" "$1" 2>"$work/run.log" || {
    cat "$work/run.log"
    exit 1
  }
  rows=$work/rows.log
  python3 "$source/../rows.py" --cols 'pc0,pc1,bytes allocated,call count,allocator,type' \
    "$work/consumer.csv" >"$rows"
  check '^allocateInC|main|24|3|malloc|-$' "$rows"
  check '^takeInC|main|48|1|takeRoom|-$' "$rows"
  if [ "$types" = TRUE ]; then
    check '^main|-|40|1|operator new\[\]|long$' "$rows"
    check '^takeByHook|takeInC|56|1|Hooks.take|-$' "$rows"
  else
    check '^main|-|40|1|operator new\[\]|-$' "$rows"
  fi
}

# A program without the pass writes and says nothing.
check_plain() { # program
  ALLOCSITE=9 "$1" >"$work/plain.log" 2>&1
  [ ! -s "$work/plain.log" ] || {
    echo "the plain program said:"
    cat "$work/plain.log"
    exit 1
  }
}
