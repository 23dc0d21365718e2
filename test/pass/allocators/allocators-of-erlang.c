// The allocators of Erlang's runtime, as their headers declare them, are counted with the
// bytes that a call asks for; what frees is no site, and neither is a function of the same
// name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"erts_alloc", i32 1, i32 0,
// NONE-NOT: !"erts_alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *erts_alloc(size_t);
void *other(void) { return erts_alloc(0); }
#else
typedef unsigned Type; typedef unsigned long Uint;
typedef struct t DbTable; typedef struct b ErlDrvBinary; typedef struct r ErlNifResourceType;
DbTable *T; ErlDrvBinary *Binary; ErlNifResourceType *R; void *Old;

void *erts_alloc(Type, Uint);
void *erts_alloc_fnf(Type, Uint);
void *erts_alloc_permanent_cache_aligned(Type, Uint);
void *erts_realloc(Type, void *, Uint);
void *erts_realloc_fnf(Type, void *, Uint);
void *erts_db_alloc(Type, DbTable *, Uint);
void *erts_db_alloc_fnf(Type, DbTable *, Uint);
void *erts_db_alloc_nt(Type, Uint);
void *erts_db_alloc_fnf_nt(Type, Uint);
void *erts_db_realloc(Type, DbTable *, void *, Uint, Uint);
void *erts_db_realloc_fnf(Type, DbTable *, void *, Uint, Uint);
void *erts_db_realloc_nt(Type, void *, Uint, Uint);
void *erts_db_realloc_fnf_nt(Type, void *, Uint, Uint);
void *driver_alloc(size_t);
void *driver_realloc(void *, size_t);
ErlDrvBinary *driver_alloc_binary(size_t);
ErlDrvBinary *driver_realloc_binary(ErlDrvBinary *, size_t);
void *enif_alloc(size_t);
void *enif_realloc(void *, size_t);
void *enif_alloc_resource(ErlNifResourceType *, size_t);
void erts_free(Type, void *);
void erts_db_free(Type, DbTable *, void *, Uint);
void erts_db_free_nt(Type, void *, Uint);
void driver_free(void *);
void driver_free_binary(ErlDrvBinary *);
void enif_free(void *);

// CHECK-LABEL: define {{.*}}@use_erts_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_erts_alloc(void) { erts_alloc(0, 101); }
// CHECK-LABEL: define {{.*}}@use_erts_alloc_fnf(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_erts_alloc_fnf(void) { erts_alloc_fnf(0, 102); }
// CHECK-LABEL: define {{.*}}@use_erts_alloc_permanent_cache_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_erts_alloc_permanent_cache_aligned(void) { erts_alloc_permanent_cache_aligned(0, 103); }
// CHECK-LABEL: define {{.*}}@use_erts_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_erts_realloc(void) { erts_realloc(0, Old, 104); }
// CHECK-LABEL: define {{.*}}@use_erts_realloc_fnf(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_erts_realloc_fnf(void) { erts_realloc_fnf(0, Old, 105); }
// CHECK-LABEL: define {{.*}}@use_erts_db_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_erts_db_alloc(void) { erts_db_alloc(0, T, 106); }
// CHECK-LABEL: define {{.*}}@use_erts_db_alloc_fnf(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_erts_db_alloc_fnf(void) { erts_db_alloc_fnf(0, T, 107); }
// CHECK-LABEL: define {{.*}}@use_erts_db_alloc_nt(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_erts_db_alloc_nt(void) { erts_db_alloc_nt(0, 108); }
// CHECK-LABEL: define {{.*}}@use_erts_db_alloc_fnf_nt(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_erts_db_alloc_fnf_nt(void) { erts_db_alloc_fnf_nt(0, 109); }
// CHECK-LABEL: define {{.*}}@use_erts_db_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_erts_db_realloc(void) { erts_db_realloc(0, T, Old, 1, 110); }
// CHECK-LABEL: define {{.*}}@use_erts_db_realloc_fnf(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_erts_db_realloc_fnf(void) { erts_db_realloc_fnf(0, T, Old, 1, 111); }
// CHECK-LABEL: define {{.*}}@use_erts_db_realloc_nt(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_erts_db_realloc_nt(void) { erts_db_realloc_nt(0, Old, 1, 112); }
// CHECK-LABEL: define {{.*}}@use_erts_db_realloc_fnf_nt(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_erts_db_realloc_fnf_nt(void) { erts_db_realloc_fnf_nt(0, Old, 1, 113); }
// CHECK-LABEL: define {{.*}}@use_driver_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_driver_alloc(void) { driver_alloc(114); }
// CHECK-LABEL: define {{.*}}@use_driver_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 115)
void use_driver_realloc(void) { driver_realloc(Old, 115); }
// CHECK-LABEL: define {{.*}}@use_driver_alloc_binary(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 116)
void use_driver_alloc_binary(void) { driver_alloc_binary(116); }
// CHECK-LABEL: define {{.*}}@use_driver_realloc_binary(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 117)
void use_driver_realloc_binary(void) { driver_realloc_binary(Binary, 117); }
// CHECK-LABEL: define {{.*}}@use_enif_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 118)
void use_enif_alloc(void) { enif_alloc(118); }
// CHECK-LABEL: define {{.*}}@use_enif_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 119)
void use_enif_realloc(void) { enif_realloc(Old, 119); }
// CHECK-LABEL: define {{.*}}@use_enif_alloc_resource(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 120)
void use_enif_alloc_resource(void) { enif_alloc_resource(R, 120); }

void others(void) {
  erts_free(0, Old);
  erts_db_free(0, T, Old, 1);
  erts_db_free_nt(0, Old, 1);
  driver_free(Old);
  driver_free_binary(Binary);
  enif_free(Old);
}
#endif
