// A rule that the function which it names cannot follow is told at its place in the file,
// once such a function is met; of a function that is not met it is none. Of a declaration
// it is a warning, and with strict=1 an error, as it is of a definition. Overloads are
// chosen by shape or by signature. Every misfit is told.
//
// RUN: split-file %s %t
// RUN: %clangxx -S -emit-llvm -O0 %t/m.cpp -o %t/m.ll
// RUN: not env ALLOCSITE_PASS_OPTIONS=strict=1:config=%t/bad.cfg %mark %t/m.ll -o - 2>&1 | %FileCheck %s
// RUN: not env ALLOCSITE_PASS_OPTIONS=strict=1:config=%t/bad.cfg %cxx -c %t/m.cpp -o %t.o 2>&1 | %FileCheck %s
// RUN: not ls %t.o
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/bad.cfg %cxx -c %t/m.cpp -o %t.o 2>&1 | sed s/warning:/error:/ | %FileCheck %s
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/bad.cfg %cxx -c %t/body.cpp -o %t.body.o 2>&1 | %FileCheck %s --check-prefix=BODY
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/good.cfg %instrument %t/m.ll -o - | %FileCheck %s --check-prefix=GOOD --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
//
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:2:21: there is no parameter 2: 'pool_get' has 2, counted from 0
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:3:24: parameter 0 of 'pool_take' is no integer; shape= or a whole signature chooses among overloads
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:4:24: there is no parameter 1: 'Pool::alloc(unsigned long)' has 1, counted from 0
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:4:24: parameter 1 of 'Pool::alloc(char const*, char const*)' is no integer
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:5:32: 'space::grab(unsigned long)' has no this
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:6:25: parameter 0 of 'pool_free' is no pointer
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:7:29: there is no parameter 0: 'Pool::reset()' has 0, counted from 0
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:8:30: parameter 0 of 'pool_copy' is no pointer
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:10:1: 'pool_init' returns no pointer: result=0 says that parameter 0 points to the arena, result=*0 that its address is stored there
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:11:25: parameter 0 of 'pool_number' is no pointer
// CHECK-NOT: never
//
// BODY: error: allocsite: {{.*}}bad.cfg:2:21: there is no parameter 2: 'pool_get' has 2, counted from 0
//
// GOOD-LABEL: define {{.*}}@use(
// GOOD: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 1)
// GOOD: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 2)
// GOOD: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 3)
// GOOD: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 4)
// GOOD: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 5)
// GOOD: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 6)
// GOOD: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 7)
// GOOD: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 8)

//--- bad.cfg
# The name, and what is wrong of it.
alloc:pool_get size=2
alloc:pool_take   size=0
alloc:Pool::alloc size=1
alloc:space::grab size=0 arena=this
free:pool_free    block=0
reset:Pool::reset     arena=0
alloc:pool_copy  size=strlen(0)
alloc:pool_never size=77
create:pool_init
reset:pool_number arena=0

//--- body.cpp
extern "C" void *pool_get(void *Pool, unsigned long Size) { return (char *)Pool + Size; }

//--- good.cfg
alloc:pool_get    size=1 arena=0
alloc:pool_take   size=1 arena=0
alloc:Pool::alloc(unsigned long)  size=0 arena=this
alloc:space::grab size=0
alloc:Pool::make  size=1 shape=pi
alloc:Pool::of    size=1
alloc:Pool::pair  size=0 arena=this
alloc:Pool::with  size=1
reset:Pool::reset arena=this
create:pool_init result=0

//--- m.cpp
struct Empty {};
struct Big { long Words[8]; };
struct Pool {
  void *alloc(unsigned long);
  void *alloc(const char *, const char *);
  static void *make(Pool &, int);
  static void *of(Pool *, unsigned long);
  Big pair(unsigned long);
  void *with(const Empty &, unsigned long);
  void reset();
};
namespace space {
void *grab(unsigned long);
}
extern "C" {
void *pool_get(void *, unsigned long);
void *pool_take(void *, unsigned long);
void *pool_copy(long);
void pool_free(long);
void pool_init(void *);
void pool_number(long);

void use(Pool &P) {
  pool_get(&P, 1);
  pool_take(&P, 2);
  P.alloc(3);
  P.alloc("", "");
  space::grab(4);
  Pool::make(P, 5);
  Pool::of(&P, 6);
  P.pair(7);
  P.with(Empty(), 8);
  P.reset();
  pool_copy(9);
  pool_free(10);
  pool_init(&P);
  pool_number(11);
}
}
