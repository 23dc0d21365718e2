#include <stdlib.h>
__attribute__((alloc_size(1), noinline)) void *pool_alloc(size_t Size) {
  static char Room[64];
  return Size < 64 ? Room : 0;
}
__attribute__((noinline)) void *apr_palloc(const char *Text) { return (void *)Text; }
void *take(void) { return malloc(24); }
void *takeOfPool(void) { return pool_alloc(8); }
void *takeOther(void) { return apr_palloc("text"); }
int leaf(int X) { return 3 * X; }
