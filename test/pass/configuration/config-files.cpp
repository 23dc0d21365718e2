// Configuration files name allocators, rename known ones and switch them off. Later
// lines and later files win; a glob, a regular expression and a signature match whole
// names. Blanks, commas and comments separate; nothing of it needs the file's end.
//
// RUN: split-file %s %t
// RUN: %clangxx -S -emit-llvm -O0 %t/m.cpp -o %t/m.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/first.cfg:config=%t/second.cfg %mark %t/m.ll -o - | grep '^!.*!{i32 .*i32 .*, i32 .*, i32' | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/first.cfg,%t/second.cfg %mark %t/m.ll -o - | grep '^!.*!{i32 .*i32 .*, i32 .*, i32' | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/first.cfg %pipeline -load=%plugin -passes=allocsite-mark -allocsite-config=%t/second.cfg %t/m.ll -o - | grep '^!.*!{i32 .*i32 .*, i32 .*, i32' | %FileCheck %s
// The other order: malloc is on again.
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/second.cfg:config=%t/first.cfg %mark %t/m.ll -o - | %FileCheck %s --check-prefix=ORDER
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/first.cfg:config=%t/second.cfg %instrument %t/m.ll -o - | %FileCheck %s --check-prefix=SIZES --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
//
// The name, its number in the function, whether it is an arena, and its family.
// CHECK:      !{i32 1, !"grab", i32 1, i32 1, i32 0, {{.*}}, !"grab", {{.*}}}
// CHECK-NEXT: !{i32 2, !"Pool", i32 2, i32 1, i32 0, {{.*}}, !"pools", {{.*}}}
// CHECK-NEXT: !{i32 3, !"space::Pool::take", i32 3, i32 1, i32 0, {{.*}}, !"pools", {{.*}}}
// CHECK-NEXT: !{i32 4, !"my_pool_alloc", i32 4, i32 0, i32 0, {{.*}}, !"my", {{.*}}}
// CHECK-NEXT: !{i32 5, !"space::Pool::alloc", i32 5, i32 1, i32 0, {{.*}}, !"space::Pool", {{.*}}}
// CHECK-NEXT: !{i32 6, !"zeroed", i32 6, i32 0, i32 0, {{.*}}, !"malloc", {{.*}}}
// CHECK-NOT: i32 7, !"
//
// ORDER: !{i32 7, !"malloc", i32 7, i32 0, i32 0, {{.*}}, !"malloc", {{.*}}}
//
// SIZES: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1)
// SIZES: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 2)
// SIZES: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 4)
// SIZES: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 7)
// SIZES: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 6)
// SIZES: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 63)

//--- first.cfg
alloc:grab size=0	# a family of its own

[ pools ]
alloc:**::Pool::alloc(unsigned long)   size=0 arena=this name=Pool
alloc:**::Pool::t?ke   size=0, count=1, arena=this
[*]
alloc:malloc size=0 kind=heap

//--- second.cfg
off:malloc
off:realloc
[my] kind=heap
alloc:~my_(pool|heap)_alloc size=1+3
[malloc] kind=heap
alloc:calloc size=1 count=0 name=zeroed
[*]
alloc:space::Pool*alloc(int*) size=0
//--- m.cpp
#include <stdlib.h>
struct Pool {
  void *alloc(unsigned long);
};
namespace space {
template <int N> struct Pool {
  void *take(unsigned long, int);
  void *alloc(int, bool);
};
} // namespace space
extern "C" void *my_pool_alloc(void *, long);
extern "C" void *not_my_pool_alloc(void *, long);
void *grab(int);
namespace other {
void *grab(int);
}
struct MyPool {
  void *alloc(unsigned long);
};

void use(Pool &P, space::Pool<3> &Q, MyPool &M) {
  grab(1);
  P.alloc(2);
  Q.take(2, 2);
  my_pool_alloc(&P, 4);
  Q.alloc(6, true);
  (void)calloc(9, 7);

  other::grab(10);
  M.alloc(11);
  not_my_pool_alloc(&P, 12);
  (void)malloc(13);
  (void)realloc(&P, 14);
}
