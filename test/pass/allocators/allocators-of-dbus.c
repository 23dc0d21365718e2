// D-Bus: its pools say how large their elements are; its heap is malloc, of its callers.
//
// RUN: %cc -O0 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | grep ^main | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: %cc -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | grep ^main | LC_ALL=C sort | %FileCheck %s --match-full-lines --implicit-check-not={{.}}
//
//      CHECK:main|16|3|malloc
// CHECK-NEXT:main|24|3|calloc
// CHECK-NEXT:main|40|3|_dbus_mem_pool_alloc
// CHECK-NEXT:main|48|3|realloc
// CHECK-NEXT:main|5|3|malloc
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

typedef struct {
  int element_size;
  int block_size;
} DBusMemPool;

NOINLINE DBusMemPool *_dbus_mem_pool_new(int element_size, int zero_elements) {
  DBusMemPool *pool = malloc(sizeof *pool);
  pool->element_size = element_size;
  pool->block_size = zero_elements;
  return pool;
}
NOINLINE void *_dbus_mem_pool_alloc(DBusMemPool *pool) { return malloc(pool->element_size + 8); }
NOINLINE int _dbus_mem_pool_dealloc(DBusMemPool *pool, void *element) {
  (void)pool;
  free(element);
  return 0;
}
NOINLINE void _dbus_mem_pool_free(DBusMemPool *pool) { free(pool); }
NOINLINE void *dbus_malloc(size_t bytes) { return malloc(bytes); }
NOINLINE void *dbus_malloc0(size_t bytes) { return calloc(bytes, 1); }
NOINLINE void *dbus_realloc(void *memory, size_t bytes) { return realloc(memory, bytes); }
NOINLINE void *_dbus_memdup(const void *mem, size_t n_bytes) {
  return memcpy(dbus_malloc(n_bytes), mem, n_bytes);
}
NOINLINE char *_dbus_strdup(const char *str) { return _dbus_memdup(str, strlen(str) + 1); }

void *volatile sink;

int main(void) {
  DBusMemPool *pool = _dbus_mem_pool_new(40, 1);
  for (int i = 0; i < 3; ++i) {
    _dbus_mem_pool_dealloc(pool, sink = _dbus_mem_pool_alloc(pool));
    sink = dbus_malloc(16);
    sink = dbus_realloc(sink, 48);
    sink = dbus_malloc0(24);
    sink = _dbus_strdup("text");
  }
  _dbus_mem_pool_free(pool);
}
