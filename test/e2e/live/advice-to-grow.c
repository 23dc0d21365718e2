// A buffer that grows by 64 bytes each time, between other blocks, so that it moves: report --advice
// says so, with what was copied. Of one that doubles it says reserve, and of many that are resized
// once nothing.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=heap:verbosity=0:output=%t.csv %t
// RUN: %allocsite report --advice --raw-bytes %t.csv | %FileCheck %s
//
//      CHECK: reserve: 1635200 in 1800 calls of realloc
//      CHECK: doubles
//      CHECK: grow: 8016000 in 500 calls of realloc
// CHECK-NEXT: advice-to-grow.c:[[# @LINE + 15]]:
// CHECK-NEXT: append
// CHECK-NEXT: Evidence: 499 reallocations to 500 sizes from 64 to 32000 bytes; 499 of them moved the block,
// CHECK-NEXT: which copied 7984000 bytes for 32000 that were kept.
// CHECK-NEXT: Advice: grow to twice the size each time, or ask for the final size at once; the bytes that are
// CHECK-NEXT: saved are those that are copied.
// CHECK-NEXT: Saves 490 calls and 7952000.
//  CHECK-NOT: once
#include <stdlib.h>
#include <string.h>

static void *volatile Between;
static void *wall(void) { return Between = malloc(40000); }

__attribute__((noinline)) static char *append(char *To, size_t *Size) {
  return realloc(To, *Size += 64);
}
__attribute__((noinline)) static char *doubles(char *To, size_t Size) { return realloc(To, Size); }
__attribute__((noinline)) static char *once(char *To, size_t Size) { return realloc(To, Size); }

int main(void) {
  char *Buffer = NULL, *Other = NULL;
  size_t Size = 0;
  for (int I = 0; I < 500; ++I) {
    Buffer = append(Buffer, &Size);
    wall();
  }
  for (int I = 0; I < 200; ++I) {
    Other = NULL;
    for (size_t Wanted = 16; Wanted <= 4096; Wanted *= 2) {
      Other = doubles(Other, Wanted);
      wall();
    }
    free(Other);
    char *Made = malloc(100 + I);
    wall();
    free(once(Made, 300 + I));
  }
  free(Buffer);
}
