// What live=1 does not follow is not known, which is not 0: the cells of its rows are empty, and the
// line at exit says of how many calls that holds. Where nothing is followed it gives no number.
//
// RUN: %runtime_cxx %s %frees -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=NONE
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=ROWS
// NONE: live at exit: not known: 3 of 3 calls not followed{{$}}
// ROWS: "malloc",-,"a.c:1:5",,,,,,,,{{$}}
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1 %t some 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=SOME
// RUN: %FileCheck %s --input-file=%t.csv --check-prefixes=ROWS,FOLLOWED
// SOME: live at exit: 1 block, 20 bytes; peak 20 bytes; freed 0 blocks, 0 of them temporary; not followed: 3 of 4 calls{{$}}
// FOLLOWED: "malloc",-,"a.c:2:5",1,20,20,0,0,0,0,0{{$}}
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:start=off %t some 2> %t.err
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=OFF
// OFF: live at exit: not known: nothing was counted{{$}}
#include "Inputs/PlayLive.h"

int main(int Count, char **) {
  static PlayLive NotFollowed(0), Followed;
  for (int I = 0; I < 3; ++I)
    NotFollowed.take(0, 100);
  if (Count > 1)
    Followed.take(1, 20);
}
