// The allocators of MariaDB and MySQL, as their headers declare them, are counted with the
// bytes that a call asks for; what frees is no site, nor what is a wrapper, and neither is a
// function of the same name with other parameters.
//
// RUN: %clangxx -std=c++17 -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clangxx -std=c++17 -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"MEM_ROOT::Alloc", i32 1, i32
// NONE-NOT: !"alloc_root", i32 1, i32
// NONE-NOT: !"my_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
extern "C" void *alloc_root(size_t);
void *other_alloc_root() { return alloc_root(1); }
extern "C" void *my_malloc(size_t, void *);
void *other_my_malloc() { return my_malloc(1, nullptr); }
#else
typedef unsigned PSI_memory_key; typedef unsigned long myf;
struct st_mem_root; typedef struct mem_block_info_t mem_heap_t; struct LEX { const char *str; size_t length; };
st_mem_root *Root; mem_heap_t *Heap; void *Old; char Text[9];

extern "C" {
void init_alloc_root(PSI_memory_key, st_mem_root *, size_t, size_t, myf);
void *alloc_root(st_mem_root *, size_t);
void *multi_alloc_root(st_mem_root *, ...);
char *strdup_root(st_mem_root *, const char *);
char *strmake_root(st_mem_root *, const char *, size_t);
void *memdup_root(st_mem_root *, const void *, size_t);
LEX safe_lexcstrdup_root(st_mem_root *, const LEX);
void free_root(st_mem_root *, myf);
void *my_malloc(PSI_memory_key, size_t, myf);
void *my_multi_malloc(PSI_memory_key, myf, ...);
void *my_multi_malloc_large(PSI_memory_key, myf, ...);
void *my_realloc(PSI_memory_key, void *, size_t, myf);
void *my_memdup(PSI_memory_key, const void *, size_t, myf);
char *my_strdup(PSI_memory_key, const char *, myf);
char *my_strndup(PSI_memory_key, const char *, size_t, myf);
void *my_once_alloc(size_t, myf);
char *my_once_strdup(const char *, myf);
void *my_once_memdup(const void *, size_t, myf);
}
mem_heap_t *mem_heap_create_func(unsigned long, unsigned long);
void *mem_heap_alloc(mem_heap_t *, unsigned long);
void *mem_heap_zalloc(mem_heap_t *, unsigned long);
void *mem_heap_dup(mem_heap_t *, const void *, size_t);
char *mem_heap_strdup(mem_heap_t *, const char *);
char *mem_heap_strdupl(mem_heap_t *, const char *, size_t);
void mem_heap_empty(mem_heap_t *);
void mem_heap_free(mem_heap_t *);

struct Sql_alloc {
  static void *operator new(size_t) throw();
  static void *operator new[](size_t) throw();
  static void *operator new(size_t, st_mem_root *) throw();
  static void *operator new[](size_t, st_mem_root *) throw();
};
struct Item : Sql_alloc { int Of[3]; };
struct Query_arena {
  void *alloc(size_t);
  void *calloc(size_t);
  char *strdup(const char *);
  char *strmake(const char *, size_t);
  void *memdup(const void *, size_t);
  void *memdup_w_gap(const void *, size_t, size_t);
} *Arena;
struct THD;
extern "C" {
void *thd_alloc(const THD *, size_t);
void *thd_calloc(const THD *, size_t);
char *thd_strdup(const THD *, const char *);
char *thd_strmake(const THD *, const char *, size_t);
void *thd_memdup(const THD *, const void *, size_t);
}
// Since MySQL 8.
struct MEM_ROOT {
  MEM_ROOT();
  MEM_ROOT(MEM_ROOT &&);
  MEM_ROOT &operator=(MEM_ROOT &&);
  void *Alloc(size_t);
  template <class T> T *ArrayAlloc(size_t);
  void Clear();
  void ClearForReuse();
} *Class;
struct Node {
  static void *operator new(size_t, MEM_ROOT *) throw();
  static void *operator new[](size_t, MEM_ROOT *) throw();
};

// CHECK-LABEL: define {{.*}}@use_alloc_root(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
extern "C" void use_alloc_root() { alloc_root(Root, 101); }
// CHECK-LABEL: define {{.*}}@use_strdup_root(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
extern "C" void use_strdup_root() { strdup_root(Root, Text); }
// CHECK-LABEL: define {{.*}}@use_strmake_root(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
extern "C" void use_strmake_root() { strmake_root(Root, Text, 102); }
// CHECK-LABEL: define {{.*}}@use_memdup_root(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
extern "C" void use_memdup_root() { memdup_root(Root, Text, 104); }
// CHECK-LABEL: define {{.*}}@use_Alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
extern "C" void use_Alloc() { Class->Alloc(105); }
// CHECK-LABEL: define {{.*}}@use_my_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
extern "C" void use_my_malloc() { my_malloc(1, 106, 2); }
// CHECK-LABEL: define {{.*}}@use_my_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
extern "C" void use_my_realloc() { my_realloc(1, Old, 107, 2); }
// CHECK-LABEL: define {{.*}}@use_my_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
extern "C" void use_my_strdup() { my_strdup(1, Text, 2); }
// CHECK-LABEL: define {{.*}}@use_my_strndup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
extern "C" void use_my_strndup() { my_strndup(1, Text, 108, 2); }
// CHECK-LABEL: define {{.*}}@use_my_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
extern "C" void use_my_memdup() { my_memdup(1, Text, 110, 2); }
// CHECK-LABEL: define {{.*}}@use_my_once_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
extern "C" void use_my_once_alloc() { my_once_alloc(111, 2); }
// CHECK-LABEL: define {{.*}}@use_my_once_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
extern "C" void use_my_once_strdup() { my_once_strdup(Text, 2); }
// CHECK-LABEL: define {{.*}}@use_my_once_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
extern "C" void use_my_once_memdup() { my_once_memdup(Text, 113, 2); }
// CHECK-LABEL: define {{.*}}@use_mem_heap_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
extern "C" void use_mem_heap_alloc() { mem_heap_alloc(Heap, 114); }

void others() {
  init_alloc_root(1, Root, 2, 3, 4);
  multi_alloc_root(Root, &Old, 8ul, nullptr);
  safe_lexcstrdup_root(Root, LEX{Text, 1});
  free_root(Root, 1);
  Class->ArrayAlloc<int>(3);
  Class->Clear();
  Class->ClearForReuse();
  MEM_ROOT Moved(static_cast<MEM_ROOT &&>(*Class));
  Moved = static_cast<MEM_ROOT &&>(*Class);
  new Item;
  new Item[2];
  new (Root) Item;
  new (Root) Item[2];
  new (Class) Node;
  new (Class) Node[2];
  Arena->alloc(1);
  Arena->calloc(1);
  Arena->strdup(Text);
  Arena->strmake(Text, 1);
  Arena->memdup(Text, 1);
  Arena->memdup_w_gap(Text, 1, 2);
  thd_alloc(nullptr, 1);
  thd_calloc(nullptr, 1);
  thd_strdup(nullptr, Text);
  thd_strmake(nullptr, Text, 1);
  thd_memdup(nullptr, Text, 1);
  my_multi_malloc(1, 2, &Old, 8u, nullptr);
  my_multi_malloc_large(1, 2, &Old, 8ull, nullptr);
  mem_heap_zalloc(Heap, 1);
  mem_heap_dup(Heap, Text, 1);
  mem_heap_strdup(Heap, Text);
  mem_heap_strdupl(Heap, Text, 1);
  mem_heap_empty(mem_heap_create_func(1, 2));
  mem_heap_free(Heap);
}
#endif
