// With mappings=1 a log has the calls of mmap, mremap, brk and sbrk, by the function that calls them or
// that has called the library that does; with live=1 what is mapped in the end: of a mapping that
// was unmapped in part, what is left are pages that nobody has called for.
//
// RUN: %clang -O1 -shared -fPIC -DLIBRARY %s -o %t.so
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cc -O1 -g %s %t.so -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:mappings=1:live=1 %t 2>&1 | %FileCheck %s --check-prefix=SAID
// SAID: live at exit: 0 blocks and 271 mappings, 1237024 bytes; peak 2191392 bytes; freed 0 blocks and 133 mappings
// RUN: %rows --cols "pc0,pc1,bytes allocated,call count,allocator,through,live count,live bytes,freed count" %t.csv | env LC_ALL=C sort > %t.rows && %FileCheck %s --input-file=%t.rows
// CHECK:      main|-|12288|1|mmap|[[LIBRARY:mappings.c.tmp.so]]|1|12288|0
// CHECK-NEXT: main|-|12288|1|sbrk|-|0|0|1
// CHECK-NEXT: main|-|32768|1|mmap|-|1|32768|0
// CHECK-NEXT: main|-|40960|1|mremap|-|0|0|1
// CHECK-NEXT: main|-|4096|0|mremap|-|9|36864|0
// CHECK-NEXT: main|-|4096|0|sbrk|-|2|8192|0
// CHECK-NEXT: main|-|4096|1|mmap|-|1|4096|0
// CHECK-NEXT: main|-|4096|1|mmap|[[LIBRARY]]|0|0|1
// CHECK-NEXT: main|-|8192|1|mmap|-|0|0|1
// CHECK-NEXT: main|-|9223372036854775807|1|mmap (failed)|-|0|0|0
// CHECK-NEXT: mapAligned|main|2097152|1|mmap|-|0|0|1
// CHECK-NEXT: mapAligned|main|4096|0|mmap|-|256|1048576|128
// CHECK-NEXT: mapTwo|main|94240|1|mmap|-|1|94240|0
// CHECK-NOT:  {{mmap|brk|mremap}}
//
// Of the run without the option, and of one whose program has nothing in front of mmap.
// RUN: %profile %t && %rows --cols "allocator" %t.csv | not grep -E "mmap|brk|mremap"
// RUN: %cc -O1 -g %s %t.so -o %t.partial
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:mappings=1 %t.partial 2>&1 | %FileCheck %s --check-prefix=PARTIAL
// PARTIAL: allocsite: warning: mappings=1: calls of mmap, munmap and their kin are not seen: nothing stands in front of it; compile main with whole=1, or run with LD_PRELOAD=liballocsite.so
//
// A program that has one of them itself maps what the profiler does not see.
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cc -O1 -g -DOWN %s %t.so -o %t.own
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:mappings=1:live=1 %t.own 2>&1 | %FileCheck %s --check-prefix=OWN
// OWN: not seen: the program, or a library that is loaded before, has a function of its own of the name of one of them
// OWN-NOT: {{and [0-9]+ mapping}}
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:mappings=1:live=1:whole=0 %t && %rows --cols "pc0,bytes allocated,call count,allocator" %t.csv | %FileCheck %s --check-prefix=ALONE
// ALONE: mapTwo|94240|1|mmap
//
// A killed process has what was mapped then.
// RUN: rm -f %t.killed.asprof && not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:mappings=1:live=1:resident=1:profile=%t.killed.asprof %t killed
// RUN: %allocsite recover %t.killed.asprof -o %t.csv && %rows --cols "pc0,bytes allocated,call count,allocator,live bytes" %t.csv | %FileCheck %s --check-prefix=KILLED
// KILLED: mapTwo|94240|1|mmap|94240
#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { Access = PROT_READ | PROT_WRITE, Kind = MAP_PRIVATE | MAP_ANONYMOUS };

void *mapByLibrary(size_t Bytes);
#ifdef LIBRARY
void *mapByLibrary(size_t Bytes) { return mmap(0, Bytes, Access, Kind, -1, 0); }
#else

__attribute__((noinline)) static char *mapTwo(void) {
  return mmap(0, 94240, Access, Kind, -1, 0); // a part of the last page is nobody's
}

// What is too much before and behind is given back, as allocators do for an alignment.
__attribute__((noinline)) static char *mapAligned(void) {
  const size_t Bytes = 1 << 20, Before = Bytes / 2;
  char *Made = mmap(0, 2 * Bytes, Access, Kind, -1, 0);
  munmap(Made, Before);
  munmap(Made + Before + Bytes, Bytes - Before);
  return Made + Before;
}

#ifdef OWN
int munmap(void *Begin, size_t Bytes) { return (int)syscall(SYS_munmap, Begin, Bytes); }
#endif

int main(int Count, char **Words) {
  (void)Words;
  mapTwo()[94239] = 1;
  if (Count > 1)
    kill(getpid(), SIGKILL);
  mapAligned()[0] = 1;
  mapByLibrary(12288);
  munmap(mapByLibrary(4096), 4096);
  char *Resized = mmap(0, 8192, Access, Kind, -1, 0);
  Resized = mremap(Resized, 8192, 40960, MREMAP_MAYMOVE);
  mmap(Resized, 4096, PROT_READ, Kind | MAP_FIXED, -1, 0);
  mmap(0, 32768, PROT_READ, Kind, -1, 0);
  sbrk(12288);
  sbrk(-4096);
  sbrk(0);
  mmap(0, (size_t)-1 / 2, Access, Kind, -1, 0); // fails
  mmap(0, 0, Access, Kind, -1, 0);              // is no allocation
  return 0;
}
#endif
