// The methods of a class that is called exactly ObStack or Obstack, in any
// namespace, class or template, and Skip's C functions in both their signatures.
// All are arenas, and none is found by part of a name.
//
// RUN: %clangxx -S -emit-llvm -O0 %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s
// RUN: %mark %t.ll -o - | grep -v DISubprogram > %t.sites && %FileCheck %s --check-prefix=SITES --input-file=%t.sites
//
// Names without parameters and template arguments; the fourth field says "arena".
// SITES-DAG: !"ObStack::alloc", i32 1, i32 1
// SITES-DAG: !"ObStack::calloc", i32 1, i32 1
// SITES-DAG: !"ObStack::allocPinned", i32 1, i32 1
// SITES-DAG: !"ObStack::allocate", i32 1, i32 1
// SITES-DAG: !"Obstack::alloc", i32 1, i32 1
// SITES-DAG: !"Obstack::calloc", i32 2, i32 1
// SITES-DAG: !"Obstack::allocPinned", i32 3, i32 1
// SITES-DAG: !"Obstack::allocate", i32 4, i32 1
// SITES-DAG: !"ns::Outer::Obstack::alloc", i32 1, i32 1
// SITES-DAG: !"SKIP_Obstack_alloc", i32 1, i32 1
// SITES-DAG: !"SKIP_Obstack_calloc_pinned", i32 1, i32 1
#include <cstddef>

struct ObStack {
  void *alloc(size_t);
  void *alloc(size_t, int);
  void *alloc(const char *);
  void *calloc(size_t, size_t);
  void *calloc(size_t);
  void *allocPinned(size_t);
  void *allocate(size_t, size_t);
  void reset(size_t);
  void *allocated(size_t);
};
struct Obstack {
  void *alloc(size_t, bool = false);
  void *calloc(size_t);
  void *allocPinned(size_t);
  void *allocate(size_t, size_t);
};
struct ObStackX {
  void *alloc(size_t);
};
struct MyObStack {
  void *alloc(size_t);
};
namespace ns {
struct Outer {
  template <typename T, int N> struct Obstack {
    void *alloc(size_t);
    void *calloc(size_t, size_t);
  };
};
void *malloc(size_t);
} // namespace ns
extern "C" {
void *SKIP_Obstack_alloc(size_t);
void *SKIP_Obstack_calloc(size_t);
void *SKIP_Obstack_alloc_pinned(size_t);
void *SKIP_Obstack_calloc_pinned(size_t);
void *SKIP_Obstack_allocator(size_t);
void *own_realloc_(void *, void *, size_t, size_t);
void *myalloc(size_t);
void *xmalloc(size_t);
}

// CHECK-LABEL: define {{.*}}@_Z3one{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1)
void *one(ObStack &S) { return S.alloc(1); }
// CHECK-LABEL: define {{.*}}@_Z3two{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 2)
void *two(ObStack &S) { return S.alloc(2, 77); }
// CHECK-LABEL: define {{.*}}@_Z6twelve{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 12)
void *twelve(ObStack &S) { return S.calloc(3, 4); }
// CHECK-LABEL: define {{.*}}@_Z5three{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 3)
void *three(ObStack &S) { return S.calloc(3); }
// CHECK-LABEL: define {{.*}}@_Z4four{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 4)
void *four(ObStack &S) { return S.allocPinned(4); }
// CHECK-LABEL: define {{.*}}@_Z4five{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 5)
void *five(ObStack &S) { return S.allocate(5, 16); }
// CHECK-LABEL: define {{.*}}@_Z3six{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 6)
void *six(ns::Outer::Obstack<char *, 8> &S) { return S.alloc(6); }
// CHECK-LABEL: define {{.*}}@_Z6thirty{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 30)
void *thirty(ns::Outer::Obstack<int(short), 1> &S) { return S.calloc(5, 6); }
// CHECK-LABEL: define {{.*}}@_Z5sevenv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 7)
void *seven() { return SKIP_Obstack_alloc(7); }
// CHECK-LABEL: define {{.*}}@_Z5eightv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 8)
void *eight() { return SKIP_Obstack_calloc(8); }
// CHECK-LABEL: define {{.*}}@_Z4ninev(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 9)
void *nine() { return SKIP_Obstack_alloc_pinned(9); }
// CHECK-LABEL: define {{.*}}@_Z3tenv(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 10)
void *ten() { return SKIP_Obstack_calloc_pinned(10); }

// CHECK-LABEL: define {{.*}}@_Z5lower{{.*}}(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 22)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 23)
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 24)
void lower(Obstack &S) {
  S.alloc(21);
  S.calloc(22);
  S.allocPinned(23);
  S.allocate(24, 8);
}

// CHECK-LABEL: define {{.*}}@_Z10nearMisses{{.*}}(
// CHECK-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
void nearMisses(ObStack &S, ObStackX &X, MyObStack &M) {
  S.reset(1);
  S.allocated(2);
  S.alloc("three");
  X.alloc(4);
  M.alloc(5);
  ns::malloc(6);
  SKIP_Obstack_allocator(7);
  own_realloc_(nullptr, nullptr, 8, 9);
  myalloc(10);
  xmalloc(11);
}
