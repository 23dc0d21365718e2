// What is wrong with `aware=` ends the compilation, at its place in the file or in the
// source: words that cannot be read, and a function that cannot be called in place of
// the allocator, with both types. A function that is declared and is no allocator by any
// rule is told of nothing: an error where the rule names it alone, not where a pattern or
// another overload may be meant.
//
// RUN: split-file %s %t
// RUN: %clang -S -emit-llvm -O0 %t/m.c -o %t/m.ll
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/unreadable.cfg %mark %t/m.ll -o - 2>&1 | %FileCheck %t/unreadable.cfg
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/misfits.cfg %mark %t/m.ll -o - 2>&1 | %FileCheck %t/misfits.cfg
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/misfits.cfg %cc -c %t/m.c -o %t/m.o 2>&1 | %FileCheck %t/misfits.cfg
// RUN: not ls %t/m.o
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/nothing.cfg %cxx -c %t/nothing.cpp -o %t/m.o 2>&1 | %FileCheck %t/nothing.cfg --implicit-check-not='would be told'
// RUN: not ls %t/m.o
// RUN: not %cc -I%include -c %t/annotated.c -o %t/m.o 2>&1 | %FileCheck %t/annotated.c

//--- unreadable.cfg
alloc:one  size=0 aware=Pool::one_at
# CHECK: unreadable.cfg:1:29: expected the symbol of a function, as the linker knows it, or '-'
alloc:two  size=0 aware=main
# CHECK: unreadable.cfg:3:25: 'main' cannot be told: it is where every program starts
aware:one  arena=0
# CHECK: unreadable.cfg:5:12: 'arena' says nothing in this kind of rule
aware:two
# CHECK: unreadable.cfg:7:7: expected aware= and the function that is told
alloc:many_* size=0 aware=many_at
# CHECK: unreadable.cfg:9:7: aware= with a pattern of several names needs family=: that of the function that is told
wrapper:xmalloc aware=xmalloc_at
# CHECK: unreadable.cfg:11:9: a wrapper has name=, shape=, aware= and level= with size= only
free:put block=0 aware=put_at
# CHECK: unreadable.cfg:13:18: 'aware' says nothing in this kind of rule
alloc:one size=0 awre=one_at
# CHECK: unreadable.cfg:15:18: unknown word 'awre' (did you mean 'aware'?)
alloc:same size=0 aware=same
# CHECK: unreadable.cfg:17:7: 'same' cannot be told in its own place
aware:same aware=same
# CHECK: unreadable.cfg:19:7: 'same' cannot be told in its own place

//--- nothing.cfg
aware:plain aware=plain_at
# CHECK-DAG: nothing.cfg:1:1: 'plain' would be told of its sites, and nothing says that it is an allocator
aware:ns::take(unsigned long) aware=take_at
# CHECK-DAG: nothing.cfg:3:1: 'ns::take(unsigned long)' would be told of its sites, and nothing says that it is an allocator
aware:pattern* aware=pattern_at family=pattern
aware:ns::overloaded aware=overloaded_at
alloc:ns::overloaded(unsigned long) size=0
aware:other_shape aware=shape_at
alloc:other_shape shape=p* size=1
aware:taken_back aware=-
aware:no_more aware=no_more_at
off:no_more
aware:undeclared aware=undeclared_at
alloc:ns::shown size=0 aware=plain
# CHECK-DAG: nothing.cfg:14:30: 'plain' cannot be called in place of 'ns::shown(unsigned long)': its type is

//--- nothing.cpp
extern "C" void *plain(unsigned long), *pattern_of_more(unsigned long);
extern "C" void *other_shape(unsigned long), *taken_back(unsigned long);
extern "C" void *no_more(unsigned long);
namespace ns {
void *shown(unsigned long), *take(unsigned long), *overloaded(int), *overloaded(unsigned long);
}
bool use(unsigned long n) {
  return plain(n) == pattern_of_more(n) || other_shape(n) == taken_back(n) ||
         no_more(n) == ns::take(n) || ns::shown(n) || ns::overloaded(1) == ns::overloaded(n);
}

//--- misfits.cfg
alloc:one       size=0 aware=one_at
# CHECK-DAG: misfits.cfg:1:30: 'one_at' cannot be called in place of 'one': its type is '{{[^']*}} ({{i64|i64 noundef}}, i64)', and has to be '{{[^']*}} (i64, i64, i64)'
alloc:any       size=0
aware:any       aware=any_at
# CHECK-DAG: misfits.cfg:4:23: 'any_at' cannot be called in place of 'any': that takes any number of arguments, and none can follow them
alloc:two       size=0 aware=variable
# CHECK-DAG: misfits.cfg:6:30: 'variable' cannot be called in place of 'two': it is no function
alloc:elsewhere size=0 aware=elsewhere_at
# CHECK-DAG: misfits.cfg:8:30: 'elsewhere_at' cannot be called in place of 'elsewhere': their calling conventions differ
alloc:big       size=1 aware=big_at
# CHECK-DAG: misfits.cfg:10:30: 'big_at' cannot be called in place of 'big': they take argument 0 of IR in different places

//--- m.c
#include <stddef.h>
typedef unsigned long u64;
struct big { long at[4]; };
int variable;
void *one(size_t), *two(size_t), *any(size_t, ...);
void *elsewhere(size_t), *big(struct big, size_t);
void *one_at(size_t n, u64 site) { return one(n + site); }
__attribute__((preserve_most)) void *elsewhere_at(size_t n, u64 s, u64 c) { return 0; }
void *big_at(struct big *b, size_t n, u64 s, u64 c) { return b; }
void *use(size_t n, struct big b) {
  return (char *)any(n) + (two(n) == elsewhere(n)) + (big(b, n) == &variable);
}

//--- annotated.c
#include <allocsite/allocsite.h>
#include <stddef.h>
ALLOCSITE_AWARE(pool_alloc_at)
ALLOCSITE_ALLOC(size=0)
void *pool_alloc(size_t);
void *pool_alloc_at(size_t, allocsite_site);
void *use(void) { return (char *)pool_alloc(1) + (pool_alloc_at(1, 0) != 0); }
ALLOCSITE_AWARE(no_allocator_at) void *no_allocator(size_t);
void *no(void) { return no_allocator(1); }
// CHECK-DAG: error: allocsite: {{.*(annotated.c:|annotation of 'no_allocator').*}}: 'no_allocator' would be told of its sites, and nothing says that it is an allocator
// CHECK-DAG: error: allocsite: {{.*(annotated.c:|annotation of 'pool_alloc').*}}: 'pool_alloc_at' cannot be called in place of 'pool_alloc': its type is
