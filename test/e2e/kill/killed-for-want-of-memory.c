// The out-of-memory killer ends a program in the middle: its profile stays and holds
// all that was counted, in tables that grew until then.
//
// REQUIRES: memory-cgroup
// RUN: %cc -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir ALLOCSITE_OPTIONS=output=%t.dir/log.csv %python %S/../Inputs/little_memory.py 48 %t %t.dir/counted
// RUN: not ls %t.dir/log.csv
// RUN: %files %t.dir "*.asprof" | count 1
// RUN: %allocsite recover %t.dir/*.asprof | %rows --sum "call count" /dev/stdin > %t.sum
// RUN: %python -c 'import struct; c = struct.unpack("Q", open("%t.dir/counted", "rb").read(8))[0]; r = int(open("%t.sum").read()); print(c, r); assert c > 2000 and r - c in (0, 1)'
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *volatile Sink;

int main(int Count, char **Arguments) {
  (void)Count;
  int File = open(Arguments[1], O_RDWR | O_CREAT, 0600);
  if (ftruncate(File, 4096) != 0)
    return 1;
  volatile uint64_t *Counted =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, File, 0);
  for (size_t Size = 1;; ++Size) {
    char *Memory = malloc(Size % 20000); // used, and never freed
    ++*Counted;
    memset(Memory, 1, Size % 20000);
    Sink = Memory;
  }
}
