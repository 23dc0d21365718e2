// Rules of field: and pointer: make sites of calls through pointers: by the member that
// the pointer is read from, in whatever form, and by the typedef of its type. Each call
// is one site with its own type, at every level, with and without -g: also in macros,
// of which IR knows one place alone. What the pointer leads to is counted beside it.
//
// REQUIRES: types
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -Wno-deprecated-non-prototype -Wno-unknown-warning-option -O0 %t.d/m.c -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -Wno-deprecated-non-prototype -Wno-unknown-warning-option -O2 %t.d/m.c -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -Wno-deprecated-non-prototype -Wno-unknown-warning-option -O2 -g %t.d/m.c -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cc -Wno-deprecated-non-prototype -Wno-unknown-warning-option -O1 -std=c89 -g1 %t.d/m.c -o %t && %run_types | %FileCheck %s
// RUN: %rows --short --cols "pc0,bytes allocated,call count,site" --where pc0=two_of_a_macro %t.csv | %FileCheck %s --check-prefix=PLACES

// The member, through parentheses, casts, `*` and subscripts.
// CHECK: {{^}}address|State.take|-{{$}}
// CHECK-NEXT: {{^}}by_cast|State.take|struct foo{{$}}
// CHECK-NEXT: {{^}}by_star|State.take|-{{$}}
// A typedef's name where that is how the rule says it.
// CHECK-NEXT: {{^}}by_typedef|Methods.take|-{{$}}
// A call of a type that is cast to.
// CHECK-NEXT: {{^}}cast_to|mine|long{{$}}
// A variable has a type alone.
// CHECK-NEXT: {{^}}from_variable|mine|-{{$}}
// Members of a class within, with a name and without.
// CHECK-NEXT: {{^}}inner_c11|State.deep|-{{$}}
// CHECK-NEXT: {{^}}inner|State.hooks.grab|-{{$}}
// The typedef of a function's type; no site without a rule.
// CHECK-NEXT: {{^}}of_function_type|Function|-{{$}}
// CHECK-NEXT: {{^}}old_style|State.old|-{{$}}
// A parameter that was declared as a function.
// CHECK-NEXT: {{^}}parameter|Function|-{{$}}
// CHECK-NEXT: {{^}}plain|malloc|-{{$}}
// What comes back elsewhere.
// CHECK-NEXT: {{^}}stored|State.put|-{{$}}
// CHECK-NEXT: {{^}}subscript|State.many|-{{$}}
// Two on a line, and two in a macro: of different sizes and types.
// CHECK-NEXT: {{^}}two_of_a_line|State.take|-{{$}}
// CHECK-NEXT: {{^}}two_of_a_line|mine|-{{$}}
// CHECK-NEXT: {{^}}two_of_a_macro|State.take|long{{$}}
// CHECK-NEXT: {{^}}two_of_a_macro|State.take|struct foo{{$}}
// CHECK-NEXT: {{^}}two_of_a_macro|mine|short{{$}}
// CHECK-NOT: {{.}}

// PLACES-DAG: {{^}}two_of_a_macro|24|1|{{.*}}m.c:[[#LINE:]]:[[#COLUMN:]]{{$}}
// PLACES-DAG: {{^}}two_of_a_macro|8|1|{{.*}}m.c:[[#LINE]]:[[#COLUMN]]#2{{$}}

//--- a.cfg
pointer:Function size=0
pointer:Alloc    size=2+1 name=never
pointer:Alloc    size=2 name=mine
field:State.*    size=2 shape=ppi
field:State.put  size=1 result=*0
field:State.hooks.grab size=0
field:State.many size=0
field:State.deep size=0
field:State.old  size=1
field:State.sum  size=1 shape=pi
field:Methods.take size=0
//--- m.c
#include <stdlib.h>

typedef void *(*Alloc)(void *, void *, size_t);
typedef void *Function(size_t);
struct foo { long A[3]; };
struct State {
  Alloc take;
  int (*put)(void **, size_t);
  void *(*many[3])(size_t);
  struct { Function *grab; } hooks;
  __extension__ struct { void *(*deep)(size_t); };
  void *(*old)();
  int (*sum)(int, int); /* the shape is another */
};
typedef struct methods { void *(*take)(size_t); } Methods;

void *volatile Sink;

/* They are other functions' business: no site is theirs but malloc. */
static char Room[256];
static void *take(void *D, void *P, size_t N) { return D ? P : Room + N; }
static int put(void **P, size_t N) { return !(*P = Room + N); }
static void *one(size_t N) { return Room + N; }
static void *old(char *P, size_t N) { return P + N; }
static void *plain(size_t N) { return malloc(N); }
static int sum(int A, int B) { return A + B; }

void address(struct State *S) { Sink = (*&S->take)(0, 0, 1); }
void by_cast(struct State *S) {
  Sink = (struct foo *)((void *(*)(void *, char *, size_t))S->take)(0, 0, 2);
}
void by_star(struct State *S) { Sink = (**S->take)(0, 0, 3); }
void by_typedef(Methods *M) { Sink = M->take(4); }
void cast_to(void *F) { Sink = ((Alloc)F)(0, 0, sizeof(long)); }
void from_variable(struct State *S) { Alloc F = S->take; Sink = F(0, 0, 5); }
void inner(struct State *S) { Sink = S->hooks.grab(6); }
void inner_c11(struct State *S) { Sink = S->deep(7); }
void of_function_type(Function *F) { Sink = F(8); }
void old_style(struct State *S) { Sink = S->old(Room, (size_t)9); }
void parameter(Function F) { Sink = (*F)(10); }
void stored(struct State *S) { void *P; S->put(&P, 11); Sink = P; }
void subscript(struct State *S, int I) { Sink = S->many[I](12); }
void two_of_a_line(struct State *S, Alloc F) { Sink = S->take(0, 0, 13); Sink = F(0, 0, 14); }
#define TWO(S, F, A, B, C) \
  (Sink = (A *)S->take(0, 0, sizeof(A)), Sink = (B *)S->take(0, 0, sizeof(B)), Sink = (C *)F(0, 0, sizeof(C)))
void two_of_a_macro(struct State *S, Alloc F) { TWO(S, F, struct foo, long, short); }

int main(void) {
  static struct State S = {take, put, {one, one, plain}, {one}, {one}, old, sum};
  static Methods M = {one};
  address(&S), by_cast(&S), by_star(&S), by_typedef(&M), cast_to((void *)take);
  from_variable(&S), inner(&S), inner_c11(&S), of_function_type(one);
  old_style(&S), parameter(one), stored(&S), subscript(&S, 2);
  two_of_a_line(&S, take), two_of_a_macro(&S, take);
  return S.sum(1, -1);
}
