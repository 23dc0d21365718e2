// An allocator that is loaded before the runtime maps its first memory while it holds a lock of its own: the
// runtime, in front of mmap, does not start then, since it would call that allocator.
//
// RUN: %clang -O1 -shared -fPIC -DALLOCATOR %s -o %t.so
// RUN: %clang -O1 -w %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:mappings=1 LD_PRELOAD=%t.so:%libraries/liballocsite.so %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:live=1:mappings=1 LD_PRELOAD=%libraries/liballocsite.so:%t.so %t
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef ALLOCATOR
static char *Next, *End;
static __thread int IsLocked;

void *malloc(size_t Bytes) {
  if (IsLocked)
    abort(); // it would wait for itself
  IsLocked = 1;
  Bytes = (Bytes + 31) & ~(size_t)15;
  if (!Next || Bytes > (size_t)(End - Next)) {
    const size_t Chunk = Bytes < (1 << 20) ? 1 << 20 : Bytes;
    Next = mmap(0, Chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    End = Next + Chunk;
  }
  char *Block = Next;
  Next += Bytes;
  *(size_t *)Block = Bytes - 16;
  IsLocked = 0;
  return Block + 16;
}
void free(void *Block) { (void)Block; }
void *calloc(size_t Count, size_t Each) { return malloc(Count * Each); } // of fresh pages
void *realloc(void *Old, size_t Bytes) {
  void *New = malloc(Bytes);
  const size_t Its = Old ? ((size_t *)Old)[-2] : 0;
  return Old ? memcpy(New, Old, Its < Bytes ? Its : Bytes) : New;
}
__attribute__((constructor(101))) static void begin(void) { malloc(1); }
#else
char *volatile Kept;

int main(void) {
  for (int I = 0; I < 1000; ++I)
    Kept = malloc(3000);
  return 0;
}
#endif
