// With live=1 hooks are told of addresses, frees and resets, and so are the probes of
// probes=1, which debuggers find by their notes.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:live=1 %cxx -I%include -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=live=1:output=%t.csv %t 2>/dev/null | %FileCheck %s
// CHECK: alloc 0: 32 bytes at an address
// CHECK-NEXT: alloc 1: 40 bytes at an address
// CHECK-NEXT: free 0: 32 bytes
// CHECK-NEXT: free 1: 40 bytes
// CHECK-NEXT: alloc 2: 50 bytes{{$}}
// CHECK-NEXT: alloc 3: 60 bytes{{$}}
// CHECK-NEXT: reset of it: 110 bytes
// CHECK-NEXT: end
//
// RUN: readelf -n %t | %FileCheck %s --check-prefix=NOTES
// NOTES: Provider: allocsite
// NOTES-NEXT: Name: alloc
// NOTES: Arguments: 8@{{%?[a-z0-9]+}} 8@{{%?[a-z0-9]+}} 8@{{%?[a-z0-9]+}}
// NOTES: Name: free
// NOTES: Name: reset
#include <allocsite/allocsite.h>
#include <cstdio>
#include <cstdlib>

struct Pool {
  char Bytes[1024];
  size_t Used;
};
ALLOCSITE_ALLOC(size=1, arena=0) __attribute__((noinline)) void *take(Pool *From, size_t Size) {
  void *Taken = From->Bytes + From->Used;
  From->Used += Size;
  return Taken;
}
ALLOCSITE_RESET(arena=0) __attribute__((noinline)) void drop(Pool *Of) { Of->Used = 0; }

static void *volatile Sink;
static const void *Seen[8];
static int Count;
static Pool Its;

static void onAlloc(void *, const allocsite_event *Event) {
  printf("alloc %d: %llu bytes%s\n", Count, Event->size, Event->pointer ? " at an address" : "");
  Seen[Count++] = Event->pointer;
}
static void onFree(void *, const allocsite_event *Event) {
  for (int I = 0; I < Count; ++I)
    if (Seen[I] == Event->pointer)
      printf("free %d: %llu bytes\n", I, Event->size);
  Sink = malloc(7); // not told
  free(Sink);
}
static void onReset(void *, const allocsite_event *Event) {
  printf("reset of %s: %llu bytes\n", Event->pointer == &Its ? "it" : "another", Event->size);
}

int main() {
  setvbuf(stdout, nullptr, _IONBF, 0);
  allocsite_hooks Hooks = {onAlloc, onFree, onReset, nullptr};
  allocsite_set_hooks(&Hooks, nullptr);
  void *First = malloc(32), *Second = malloc(40);
  Sink = First;
  Sink = Second;
  free(First);
  free(Second);
  Sink = take(&Its, 50);
  Sink = take(&Its, 60);
  drop(&Its);
  allocsite_set_hooks(nullptr, nullptr);
  puts("end");
}
