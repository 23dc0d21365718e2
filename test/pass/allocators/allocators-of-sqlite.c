// The allocators of SQLite, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"sqlite3_malloc", i32 1, i32 0,
// NONE-NOT: !"sqlite3_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *sqlite3_malloc(const char *);
void *other(void) { return sqlite3_malloc(0); }
#else
typedef struct db sqlite3; typedef unsigned long long u64;
sqlite3 *D; void *Old; const char *Text;

void *sqlite3_malloc(int);
void *sqlite3_malloc64(u64);
void *sqlite3_realloc(void *, int);
void *sqlite3_realloc64(void *, u64);
void *sqlite3Malloc(u64);
void *sqlite3MallocZero(u64);
void *sqlite3Realloc(void *, u64);
void *sqlite3DbMallocZero(sqlite3 *, u64);
void *sqlite3DbMallocRaw(sqlite3 *, u64);
void *sqlite3DbMallocRawNN(sqlite3 *, u64);
void *sqlite3DbRealloc(sqlite3 *, void *, u64);
void *sqlite3DbReallocOrFree(sqlite3 *, void *, u64);
char *sqlite3DbStrDup(sqlite3 *, const char *);
char *sqlite3DbStrNDup(sqlite3 *, const char *, u64);
void sqlite3_free(void *);
void sqlite3DbFree(sqlite3 *, void *);
void sqlite3DbFreeNN(sqlite3 *, void *);
void sqlite3DbNNFreeNN(sqlite3 *, void *);
void *sqlite3PageMalloc(int);
void sqlite3PageFree(void *);

// CHECK-LABEL: define {{.*}}@use_sqlite3_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_sqlite3_malloc(void) { sqlite3_malloc(101); }
// CHECK-LABEL: define {{.*}}@use_sqlite3_malloc64(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_sqlite3_malloc64(void) { sqlite3_malloc64(102); }
// CHECK-LABEL: define {{.*}}@use_sqlite3_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_sqlite3_realloc(void) { sqlite3_realloc(Old, 103); }
// CHECK-LABEL: define {{.*}}@use_sqlite3_realloc64(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_sqlite3_realloc64(void) { sqlite3_realloc64(Old, 104); }
// CHECK-LABEL: define {{.*}}@use_sqlite3Malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_sqlite3Malloc(void) { sqlite3Malloc(105); }
// CHECK-LABEL: define {{.*}}@use_sqlite3MallocZero(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_sqlite3MallocZero(void) { sqlite3MallocZero(106); }
// CHECK-LABEL: define {{.*}}@use_sqlite3Realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_sqlite3Realloc(void) { sqlite3Realloc(Old, 107); }
// CHECK-LABEL: define {{.*}}@use_sqlite3DbMallocZero(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_sqlite3DbMallocZero(void) { sqlite3DbMallocZero(D, 108); }
// CHECK-LABEL: define {{.*}}@use_sqlite3DbMallocRaw(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_sqlite3DbMallocRaw(void) { sqlite3DbMallocRaw(D, 109); }
// CHECK-LABEL: define {{.*}}@use_sqlite3DbMallocRawNN(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_sqlite3DbMallocRawNN(void) { sqlite3DbMallocRawNN(D, 110); }
// CHECK-LABEL: define {{.*}}@use_sqlite3DbRealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_sqlite3DbRealloc(void) { sqlite3DbRealloc(D, Old, 111); }
// CHECK-LABEL: define {{.*}}@use_sqlite3DbReallocOrFree(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_sqlite3DbReallocOrFree(void) { sqlite3DbReallocOrFree(D, Old, 112); }
// CHECK-LABEL: define {{.*}}@use_sqlite3DbStrDup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_sqlite3DbStrDup(void) { sqlite3DbStrDup(D, Text); }
// CHECK-LABEL: define {{.*}}@use_sqlite3DbStrNDup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_sqlite3DbStrNDup(void) { sqlite3DbStrNDup(D, Text, 113); }
// CHECK-LABEL: define {{.*}}@use_sqlite3PageMalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_sqlite3PageMalloc(void) { sqlite3PageMalloc(121); }

void others(void) {
  sqlite3_free(Old);
  sqlite3DbFree(D, Old);
  sqlite3DbFreeNN(D, Old);
  sqlite3DbNNFreeNN(D, Old);
  sqlite3PageFree(Old);
}
#endif
