// A pool as nginx has it, with the names of nginx: small pieces are cut from blocks,
// large ones taken from the heap. The pool, its wrapper of malloc and malloc each count
// under their own names, calls within the pool are not counted again, and the rows of
// each add up to what it counted itself.
//
// RUN: %cc -O0 %s -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: %python %source/test/truth/totals.py %t.csv %t.out --allocator ngx_palloc ngx_pcalloc ngx_pnalloc
// RUN: %cc -O2 %s -o %t && %run_rows > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: %python %source/test/truth/totals.py %t.csv %t.out --allocator ngx_palloc ngx_pcalloc ngx_pnalloc
// RUN: %rows --short --cols 'pc0,pc1,bytes allocated,call count,allocator' %t.csv | %FileCheck %s --check-prefix=ALLOCATORS
//
// CHECK-DAG: {{^}}request|main|-|-|24|40{{$}}
// CHECK-DAG: {{^}}request|main|-|-|100|40{{$}}
// CHECK-DAG: {{^}}request|main|-|-|5000|40{{$}}
// CHECK-DAG: {{^}}ngx_palloc_large|{{.*}}|5000|40{{$}}
//
// ALLOCATORS-DAG: {{^}}request|main|24|40|ngx_palloc{{$}}
// ALLOCATORS-DAG: {{^}}request|main|100|40|ngx_pcalloc{{$}}
// ALLOCATORS-DAG: {{^}}request|main|5000|40|ngx_pnalloc{{$}}
// ALLOCATORS-DAG: {{^}}ngx_palloc_large|ngx_pnalloc|5000|40|ngx_alloc{{$}}
// ALLOCATORS-DAG: {{^}}ngx_alloc|ngx_palloc_large|5000|40|malloc{{$}}
// ALLOCATORS-DAG: {{^}}ngx_memalign|ngx_create_pool|1024|4|posix_memalign{{$}}
// ALLOCATORS-DAG: {{^}}ngx_create_pool|main|1024|4|ngx_memalign{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

typedef struct ngx_log_s ngx_log_t;
typedef struct ngx_pool_s ngx_pool_t;

struct large {
  struct large *next;
  void *alloc;
};
struct ngx_pool_s {
  char *last, *end;
  ngx_pool_t *next; /* a further block */
  struct large *large;
  ngx_log_t *log;
};

static unsigned long Calls, Bytes; /* the pool's own statistics */
static void *volatile Sink;

NOINLINE void *ngx_alloc(size_t Size, ngx_log_t *Log) {
  void *P = malloc(Size);
  if (!P)
    fprintf(stderr, "%p\n", (void *)Log);
  return P;
}

NOINLINE void *ngx_memalign(size_t Align, size_t Size, ngx_log_t *Log) {
  void *P;
  if (posix_memalign(&P, Align, Size)) {
    fprintf(stderr, "%p\n", (void *)Log);
    P = NULL;
  }
  return P;
}

NOINLINE ngx_pool_t *ngx_create_pool(size_t Size, ngx_log_t *Log) {
  ngx_pool_t *P = ngx_memalign(16, Size, Log);
  memset(P, 0, sizeof *P);
  P->last = (char *)(P + 1);
  P->end = (char *)P + Size;
  P->log = Log;
  return P;
}

NOINLINE static void *ngx_palloc_block(ngx_pool_t *Pool, size_t Size);

static void *ngx_palloc_small(ngx_pool_t *Pool, size_t Size) {
  ngx_pool_t *P = Pool->next ? Pool->next : Pool;
  if ((size_t)(P->end - P->last) < Size)
    return ngx_palloc_block(Pool, Size);
  P->last += Size;
  return P->last - Size;
}

static void *ngx_palloc_block(ngx_pool_t *Pool, size_t Size) {
  static char Blocks[16384];
  static size_t Used;
  ngx_pool_t *P = (ngx_pool_t *)(Blocks + Used);
  Used = (Used + 1024) % sizeof Blocks;
  memset(P, 0, sizeof *P);
  P->last = (char *)(P + 1) + Size;
  P->end = (char *)P + 1024;
  Pool->next = P;
  return P->last - Size;
}

NOINLINE static void *ngx_palloc_large(ngx_pool_t *Pool, size_t Size) {
  void *P = ngx_alloc(Size, Pool->log);
  struct large *L = ngx_palloc_small(Pool, sizeof *L);
  L->alloc = P;
  L->next = Pool->large;
  Pool->large = L;
  return P;
}

NOINLINE static void count(size_t Size) {
  ++Calls;
  Bytes += Size;
}

NOINLINE void *ngx_palloc(ngx_pool_t *Pool, size_t Size) {
  count(Size);
  return Size <= 512 ? ngx_palloc_small(Pool, Size)
                     : ngx_palloc_large(Pool, Size);
}

NOINLINE void *ngx_pnalloc(ngx_pool_t *Pool, size_t Size) {
  void *P;
  count(Size);
  P = Size <= 512 ? ngx_palloc_small(Pool, Size) : ngx_palloc_large(Pool, Size);
  Sink = P;
  return P;
}

NOINLINE void *ngx_pcalloc(ngx_pool_t *Pool, size_t Size) {
  void *P = ngx_palloc(Pool, Size);
  memset(P, 0, Size);
  return P;
}

NOINLINE void ngx_destroy_pool(ngx_pool_t *Pool) {
  for (struct large *L = Pool->large; L; L = L->next)
    free(L->alloc);
  free(Pool);
}

NOINLINE static void request(ngx_pool_t *Pool) {
  Sink = ngx_palloc(Pool, 24);
  Sink = ngx_pcalloc(Pool, 100);
  Sink = ngx_pnalloc(Pool, 5000);
}

int main(void) {
  for (int Round = 0; Round < 4; ++Round) {
    ngx_pool_t *Pool = ngx_create_pool(1024, NULL);
    for (int I = 0; I < 10; ++I)
      request(Pool);
    ngx_destroy_pool(Pool);
  }
  printf("%lu calls, %lu bytes\n", Calls, Bytes);
}
