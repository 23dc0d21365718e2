// With -g each caller of a whole stack has the line of its call, up to main, where it calls that
// function in one place: whatever the functions take and return, and without lines=1.

// RUN: rm -rf %t && mkdir %t && cd %t && %cc -O2 -g %s -o prog && %profile ./prog
// RUN: %allocsite export --format json %t.csv | %python -c 'import json,sys; print(*sorted("%%s:%%s" %% (e["function"], e.get("line", "-")) for e in json.load(sys.stdin)["frames"]), sep="\n")' | %FileCheck --match-full-lines %s
//      CHECK:fifth:[[# @LINE + 12]]
// CHECK-NEXT:first:[[# @LINE + 17]]
// CHECK-NEXT:fourth:[[# @LINE + 12]]
// CHECK-NEXT:main:[[# @LINE + 18]]
// CHECK-NEXT:second:[[# @LINE + 12]]
// CHECK-NEXT:third:-
// third calls fourth in two places: which of them it was is not known.
// RUN: %table places %t.csv | grep '"fourth","third",".*",2'
#include <stdlib.h>

void *volatile Kept; // what follows a call keeps it from being the last
#define OWN __attribute__((noinline)) static void
OWN fifth(int Size) { Kept = malloc((size_t)Size); Kept = 0; }
OWN fourth(void) {
  fifth(8); Kept = 0; }
OWN third(char First) { Kept = (void *)(size_t)First; fourth(); fourth(); Kept = 0; }
OWN second(const char *Text) { third(*Text); Kept = 0; }
OWN first(void) {
  second("x"); Kept = 0; }

int main(void) {
  first();
  return 0;
}
