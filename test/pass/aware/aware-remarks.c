// Remarks and the inventory say who is told of a site; a call that cannot be told is
// counted, and a remark says why it is as it was.
//
// RUN: split-file %s %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=config=aware.cfg:inventory=sites.jsonl %cc -O1 -g -c m.c -Rpass=allocsite -Rpass-missed=allocsite 2>&1 | %FileCheck m.c --implicit-check-not='told'
// RUN: %FileCheck m.c --check-prefix=LINES --input-file=sites.jsonl
//
// RUN: %clang -S -emit-llvm -O0 m.c -o m.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=config=aware.cfg %pipeline -passes=allocsite-explain -disable-output m.ll | %FileCheck m.c --check-prefix=RULES

//--- aware.cfg
[pool]
alloc:pool_alloc size=0 aware=pool_alloc_at
alloc:pool_other size=0 aware=pool_other_at
aware:pool_other aware=-
aware:malloc     aware=my_malloc

//--- m.c
#include <stddef.h>
#include <stdlib.h>
void *pool_alloc(size_t), *pool_other(size_t);
void *told(void) { return pool_alloc(8); }
// CHECK-DAG: m.c:4:27: remark: pool_alloc in told is counted as m.c:4:27: 8 bytes, and pool_alloc_at is told
// LINES-DAG: "site":"m.c:4:27",{{.*}}"bytes":8,"aware":"pool_alloc_at"}
void *must(size_t n) { __attribute__((musttail)) return pool_alloc(n); }
// CHECK-DAG: m.c:7:57: remark: pool_alloc is counted, and not told of its site: the callee of a musttail call has to take what the caller takes
// CHECK-DAG: m.c:7:57: remark: pool_alloc in must is counted as m.c:7:57: size bytes
// LINES-DAG: "site":"m.c:7:57",{{.*}}"size":"size"}
void *other(void) { return pool_other(16); }
// CHECK-DAG: m.c:11:28: remark: pool_other in other is counted as m.c:11:28: 16 bytes
// LINES-DAG: "site":"m.c:11:28",{{.*}}"bytes":16}
void *known(size_t n) { return malloc(n); }
// CHECK-DAG: m.c:14:32: remark: malloc in known is counted as m.c:14:32: size bytes, and my_malloc is told
// LINES-DAG: "site":"m.c:14:32",{{.*}}"size":"size","aware":"my_malloc"}
//
// RULES-DAG: pool_alloc: alloc:pool_alloc size=0 family=pool aware=pool_alloc_at (aware.cfg:2:1)
// RULES-DAG: malloc: aware:malloc family=pool aware=my_malloc (aware.cfg:5:1)
