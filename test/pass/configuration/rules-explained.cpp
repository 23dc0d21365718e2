// allocsite-explain prints the rules that hold for the functions of a module, of the
// table, of a file and of the source, as they were read: what hands out memory, what
// takes it back, what makes an arena, and what is left out.
//
// RUN: split-file %s %t
// RUN: %clangxx -I%include -S -emit-llvm -O0 %t/m.cpp -o %t/m.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/own.cfg %pipeline -passes=allocsite-explain -disable-output %t/m.ll | %FileCheck %s
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/none.cfg %pipeline -passes=allocsite-explain -disable-output %t/m.ll
//
// CHECK-DAG: {{^}}ngx_pmemalign: alloc:ngx_pmemalign size=1 align=2 arena=0 family=ngx_pool shape=pii (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}ngx_pfree: free:ngx_pfree arena=0 block=1 family=ngx_pool shape=pp (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}ngx_reset_pool: reset:ngx_reset_pool arena=0 family=ngx_pool shape=p (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}ngx_destroy_pool: destroy:ngx_destroy_pool arena=0 family=ngx_pool shape=p (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}apr_pool_create_ex: create:apr_pool_create_ex arena=1 result=*0 family=apr_pool shape=pppp (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}posix_memalign: alloc:posix_memalign size=2 align=1 result=*0 family=malloc kind=heap shape=pii language=c (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}realloc: alloc:realloc size=1 old=0 family=malloc kind=heap shape=pi language=c (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}strndup: alloc:strndup size=strnlen(0,1) family=malloc kind=heap shape=pi language=c (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}g_strdup: alloc:g_strdup size=strlen(0?) family=g_malloc kind=heap shape=p (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}g_strndup: alloc:g_strndup size=1+1 family=g_malloc kind=heap shape=pi (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}_PyArena_Free: destroy:_PyArena_Free arena=0 family=PyArena shape=p (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}ns::ObStack::alloc(unsigned long): alloc:**::ObStack::alloc size=0 arena=this family=ObStack shape=i* (allocators.cfg:[[#]]:1){{$}}
// CHECK-DAG: {{^}}my_alloc: alloc:~my_(alloc|get) size=0 name=Mine ({{.*}}own.cfg:1:1){{$}}
// CHECK-DAG: {{^}}my_get: alloc:~my_(alloc|get) size=0 name=Mine ({{.*}}own.cfg:1:1){{$}}
// CHECK-DAG: {{^}}strdup: off:strdup ({{.*}}own.cfg:2:1){{$}}
// CHECK-DAG: {{^}}xmalloc: wrapper:xmalloc ({{.*}}own.cfg:3:3){{$}}
// CHECK-DAG: {{^}}traced: alloc:traced size=0 ({{.*}}){{$}}
// CHECK-DAG: {{^}}traced: fun:tr*d ({{.*}}own.cfg:4:1){{$}}
// CHECK-NOT: malloc_usable_size

//--- own.cfg
alloc:~my_(alloc|get) size=0 name=Mine
off:strdup
  wrapper:xmalloc
fun:tr*d

//--- m.cpp
#include <allocsite/allocsite.h>
#include <stddef.h>
namespace ns {
struct ObStack {
  void *alloc(size_t);
};
} // namespace ns
extern "C" {
void *ngx_pmemalign(void *, size_t, size_t);
long ngx_pfree(void *, void *);
void ngx_reset_pool(void *);
void ngx_destroy_pool(void *);
int apr_pool_create_ex(void **, void *, int (*)(int), void *);
int posix_memalign(void **, size_t, size_t);
void *realloc(void *, size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *g_strdup(const char *);
char *g_strndup(const char *, size_t);
void _PyArena_Free(void *);
void *my_alloc(size_t);
void *my_get(size_t);
void *xmalloc(size_t);
size_t malloc_usable_size(void *);
ALLOCSITE_ALLOC(size=0) void *traced(size_t);
}
void use(ns::ObStack &S, void **P, char *T) {
  S.alloc(ngx_pfree(ngx_pmemalign(P, 1, 2), P));
  ngx_reset_pool(P);
  ngx_destroy_pool(P);
  apr_pool_create_ex(P, P, 0, P);
  posix_memalign(P, 64, 1);
  realloc(P, malloc_usable_size(P));
  strdup(strndup(g_strdup(g_strndup(T, 3)), 3));
  _PyArena_Free(P);
  my_alloc(*(char *)my_get(*(char *)xmalloc(*(char *)traced(1))));
}
