// Libraries that call their allocator through a pointer that users may set, as their headers
// and sources declare it. Variables are known without the source, members and types with it;
// pointers of the same type that have other names are none, nor is what has the name and
// another struct or other parameters.
//
// REQUIRES: types
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %typed_cc -w -O2 -g -Rpass=allocsite -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefixes=VARIABLE,MEMBER --implicit-check-not='remark: {{.*}} is counted'
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %typed_cc -w -O0 -g -Rpass=allocsite -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefixes=VARIABLE,MEMBER --implicit-check-not='remark: {{.*}} is counted'
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -w -O2 -g -Rpass=allocsite -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=VARIABLE --implicit-check-not='in misses is counted'
#include <stddef.h>

typedef void *(*xmlMallocFunc)(size_t);
typedef void *(*xmlReallocFunc)(void *, size_t);
typedef char *(*xmlStrdupFunc)(const char *);
extern xmlMallocFunc xmlMalloc, xmlMallocAtomic;
extern xmlReallocFunc xmlRealloc;
extern xmlStrdupFunc xmlMemStrdup;
typedef void *(*curl_malloc_callback)(size_t);
extern curl_malloc_callback Curl_cmalloc;
extern void *(*Curl_ccalloc)(size_t, size_t);
extern void *(*Curl_crealloc)(void *, size_t);
extern char *(*Curl_cstrdup)(const char *);
typedef struct internal_hooks {
  void *(*allocate)(size_t);
  void (*deallocate)(void *);
  void *(*reallocate)(void *, size_t);
} internal_hooks;
typedef void *(*alloc_func)(void *, unsigned, unsigned);
typedef struct z_stream_s { void *opaque; alloc_func zalloc, zlookup; } z_stream;
typedef struct {
  void *(*malloc_fcn)(size_t);
  void *(*realloc_fcn)(void *, size_t);
  void *(*lookup_fcn)(size_t);
} XML_Memory_Handling_Suite;
typedef struct png_struct_def { void *(*malloc_fn)(struct png_struct_def *, size_t); void *(*read_fn)(struct png_struct_def *, size_t); } png_struct;
typedef void *(*json_malloc_t)(size_t);
extern json_malloc_t do_malloc;
extern void *(*notMalloc)(size_t);

// Near misses: the rule's name in another struct, another member of its struct, other
// parameters.
extern void *(*cmalloc)(size_t);
extern void *(*Curl_ccalloc_info)(size_t, size_t);
typedef struct { void *(*malloc_fcn)(size_t); } Memory_Suite;
typedef struct { void *opaque; alloc_func zalloc; } other_stream;
typedef struct z_stream_copy_s { void *opaque; alloc_func zalloc, zlookup; } z_stream_copy;

void *variables(int n) {
  switch (n) {
  case 0: return xmlMalloc(11);
  case 1: return xmlMallocAtomic(12);
  case 2: return xmlRealloc(NULL, 13);
  case 3: return xmlMemStrdup("abc");
  case 4: return Curl_cmalloc(14);
  case 5: return Curl_ccalloc(3, 5);
  case 6: return Curl_crealloc(NULL, 16);
  case 7: return Curl_cstrdup("abcd");
  }
  return notMalloc(17);
}

void *members(internal_hooks *h, z_stream *z, XML_Memory_Handling_Suite *x, png_struct *p, int n) {
  switch (n) {
  case 0: return h->allocate(21);
  case 1: return h->reallocate(NULL, 22);
  case 2: return z->zalloc(z->opaque, 23, 4);
  case 3: return x->malloc_fcn(24);
  case 4: return x->realloc_fcn(NULL, 25);
  case 5: return p->malloc_fn(p, 26);
  case 6: return do_malloc(27);
  }
  return p->read_fn(p, 28);
}

void *misses(z_stream *z, other_stream *o, z_stream_copy *c, XML_Memory_Handling_Suite *x,
             Memory_Suite *m, int n) {
  switch (n) {
  case 0: return o->zalloc(o->opaque, 31, 4);
  case 1: return c->zalloc(c->opaque, 32, 4);
  case 2: return z->zlookup(z->opaque, 33, 4);
  case 3: return m->malloc_fcn(34);
  case 4: return x->lookup_fcn(35);
  case 5: return cmalloc(36);
  case 6: return Curl_ccalloc_info(3, 7);
  }
  return ((void *(*)(void *, size_t))Curl_cmalloc)(NULL, 38);
}

// VARIABLE: remark: xmlMalloc in variables is counted as {{.*}}: 11 bytes
// VARIABLE: remark: xmlMallocAtomic in variables is counted as {{.*}}: 12 bytes
// VARIABLE: remark: xmlRealloc in variables is counted as {{.*}}: 13 bytes
// VARIABLE-NOT: xmlMemStrdup in variables is counted
// VARIABLE: remark: Curl_cmalloc in variables is counted as {{.*}}: 14 bytes
// VARIABLE: remark: Curl_ccalloc in variables is counted as {{.*}}: {{.*}} bytes
// VARIABLE: remark: Curl_crealloc in variables is counted as {{.*}}: 16 bytes
// VARIABLE: remark: Curl_cstrdup in variables is counted as {{.*}}: {{.*}} bytes
// MEMBER: remark: internal_hooks.allocate in members is counted as {{.*}}: 21 bytes
// MEMBER: remark: internal_hooks.reallocate in members is counted as {{.*}}: 22 bytes
// MEMBER: remark: z_stream_s.zalloc in members is counted as {{.*}}: {{.*}} bytes
// MEMBER: remark: XML_Memory_Handling_Suite.malloc_fcn in members is counted as {{.*}}: 24 bytes
// MEMBER: remark: XML_Memory_Handling_Suite.realloc_fcn in members is counted as {{.*}}: 25 bytes
// MEMBER: remark: png_struct_def.malloc_fn in members is counted as {{.*}}: 26 bytes
// MEMBER: remark: json_malloc_t in members is counted as {{.*}}: 27 bytes
