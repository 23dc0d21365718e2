// The inventory tells of each rule of the configuration and of the source what it did in
// this module, and of the table what holds; where a pattern matches nothing, the
// likeliest function. Of all modules of a build, `allocsite config check` says which
// rules match nothing at all.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=all.jsonl:config=pool.cfg,over.cfg %cxx -I%include -O1 -c a.cpp -o a.o
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=all.jsonl:config=pool.cfg,over.cfg %cxx -O1 -c b.cpp -o b.o
// RUN: %FileCheck %s --input-file=all.jsonl
// RUN: %python %S/../Inputs/inventory_lines.py all.jsonl
// RUN: %python %S/../../report/Inputs/exits.py 1 %allocsite config check --inventory all.jsonl | %FileCheck %s --match-full-lines --check-prefix=TOLD
// RUN: %python %S/../../report/Inputs/exits.py 0 %allocsite config check over.cfg --inventory all.jsonl | %FileCheck %s --check-prefix=OVER --match-full-lines
// RUN: %allocsite config list --inventory all.jsonl | %FileCheck %s --check-prefix=LIST
//
// A module that is not compiled with a file, and one that was with another text of it.
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=all.jsonl:config=pool.cfg %cxx -O1 -c b.cpp -o b.o
// RUN: echo "# more" >> pool.cfg
// RUN: %python %S/../../report/Inputs/exits.py 1 %allocsite config check --inventory all.jsonl | %FileCheck %s --check-prefix=CHANGED
// CHANGED:      pool.cfg: has changed since 'a.cpp' was compiled: build it again
// CHANGED-NEXT: over.cfg: 1 of 2 modules were compiled without it, as 'b.cpp'
//
// The first stage hands it to the last, and leaves nothing of it.
// RUN: %clangxx -S -emit-llvm -Xclang -disable-llvm-passes b.cpp -o b.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=stages.jsonl:config=pool.cfg %opt_pass -passes=allocsite-mark -S b.ll -o marked.ll
// RUN: not ls stages.jsonl
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=stages.jsonl:config=pool.cfg %opt_pass -passes=allocsite,verify -S marked.ll -o done.ll
// RUN: %FileCheck %s --check-prefix=STAGES --input-file=stages.jsonl
// RUN: not grep allocsite.rulelines done.ll
// STAGES: "kind":"rule",{{.*}},"rule":"wrapper:~xm.lloc","words":"","functions":1,"calls":1}

// CHECK-LABEL: "module":"a.cpp","directory"
// CHECK-DAG: {"version":1,"kind":"configuration","module":"a.cpp","file":"pool.cfg","hash":"{{[0-9A-F]+}}"}
// CHECK-DAG: "kind":"configuration","module":"a.cpp","file":"over.cfg"
// CHECK-DAG: {"version":1,"kind":"rule","module":"a.cpp","from":"table","file":"allocators.cfg","line":{{[0-9]+}},"column":1,"rule":"alloc:malloc","words":"size=0 family=malloc kind=heap shape=i language=c","functions":1,"calls":2}
// CHECK-DAG: {"version":1,"kind":"rule","module":"a.cpp","from":"source","file":{{.*}}"rule":"alloc:said","words":"size=0","functions":1,"calls":1}
// CHECK-DAG: {"version":1,"kind":"rule","module":"a.cpp","from":"configuration","file":"pool.cfg","line":2,"column":1,"rule":"alloc:pool_alloc","words":"size=1 arena=0 family=pool","shadowed":1,"by":"over.cfg:1:1"}
// CHECK-DAG: "rule":"alloc:poool_calloc",{{.*}},"nearest":"pool_calloc","distance":1}
// CHECK-DAG: "rule":"free:poolfree",{{.*}},"nearest":"pool_free","distance":1}
// CHECK-DAG: "rule":"alloc:**::Arenna::take",{{.*}},"nearest":"far::Arena::take","distance":1}
// CHECK-DAG: "rule":"alloc:my_*_aloc",{{.*}},"nearest":"my_x_alloc","distance":1}
// CHECK-DAG: "rule":"alloc:far::Aren::take(int)",{{.*}},"nearest":"far::Arena::take","distance":1}
// CHECK-DAG: "rule":"alloc:nothing_like_it","words":"size=0 family=pool"}
// CHECK-DAG: "rule":"alloc:shaped",{{.*}},"misshapen":1}
// CHECK-DAG: "rule":"wrapper:~xm.lloc","words":""}
// CHECK-DAG: "rule":"src:*b.cpp","words":""}
// CHECK-LABEL: "module":"b.cpp","directory"
// CHECK-DAG: "rule":"off:strdup","words":"","functions":1,"calls":1}
// CHECK-DAG: "rule":"fun:trace_*","words":"","functions":1}
// CHECK-DAG: "rule":"wrapper:~xm.lloc","words":"","functions":1,"calls":1}
// CHECK-DAG: "rule":"src:*b.cpp","words":"","functions":1}
// CHECK-DAG: "rule":"alloc:pool_alloc","words":"size=1 arena=0 family=pool"}
//
//      TOLD:pool.cfg:2:1: 'alloc:pool_alloc' decides nothing: later rules do, as over.cfg:1:1
// TOLD-NEXT:pool.cfg:3:1: 'alloc:poool_calloc' matches nothing in 2 modules (did you mean 'pool_calloc'?)
// TOLD-NEXT:pool.cfg:4:1: 'free:poolfree' matches nothing in 2 modules (did you mean 'pool_free'?)
// TOLD-NEXT:pool.cfg:5:1: 'alloc:**::Arenna::take' matches nothing in 2 modules (did you mean 'far::Arena::take'?)
// TOLD-NEXT:pool.cfg:6:1: 'alloc:my_*_aloc' matches nothing in 2 modules (did you mean 'my_x_alloc'?)
// TOLD-NEXT:pool.cfg:7:1: 'alloc:far::Aren::take(int)' matches nothing in 2 modules (did you mean 'far::Arena::take'?)
// TOLD-NEXT:pool.cfg:8:1: 'alloc:nothing_like_it' matches nothing in 2 modules
// TOLD-NEXT:pool.cfg:9:1: 'alloc:shaped' matches nothing in 2 modules: what is named so has other parameters
// TOLD-NEXT:13 rules: 5 in use, 6 matching nothing, 1 for other parameters, 1 shadowed
//
//      OVER:1 rule: 1 in use
//
// LIST: state modules calls rule place
// LIST: holds 1 1 wrapper:~xm.lloc pool.cfg:11:1
// LIST: holds 1 1 alloc:said
// LIST: holds 1 2 alloc:malloc allocators.cfg:

//--- pool.cfg
[pool]
alloc:pool_alloc size=1 arena=0
alloc:poool_calloc size=1 arena=0
free:poolfree block=0
alloc:**::Arenna::take size=0
alloc:my_*_aloc size=0
alloc:far::Aren::take(int) size=0
alloc:nothing_like_it size=0
alloc:shaped shape=ii size=0
[*]
wrapper:~xm.lloc
off:strdup
fun:trace_*
src:*b.cpp
//--- over.cfg
alloc:pool_alloc size=1 arena=0 name=p
//--- a.cpp
#include <allocsite/allocsite.h>
extern "C" {
void *malloc(unsigned long);
void *pool_alloc(void *, unsigned long);
void *pool_calloc(void *, unsigned long);
void pool_free(void *);
void *my_x_alloc(int);
void *shaped(int);
ALLOCSITE_ALLOC(size=0) void *said(int);
void keep(void *);
}
namespace far {
struct Arena {
  void *take(int);
};
} // namespace far
void use(far::Arena &A) {
  keep(malloc(1));
  keep(malloc(2));
  keep(pool_alloc(0, 4));
  keep(pool_calloc(0, 4));
  keep(my_x_alloc(1));
  keep(shaped(1));
  keep(said(1));
  keep(A.take(5));
  pool_free(0);
}
//--- b.cpp
extern "C" {
char *strdup(const char *);
void *xmalloc(unsigned long);
void keep(void *);
void trace_this() {
  keep(strdup("x"));
  keep(xmalloc(4));
}
}
