// The allocators of OpenSSL, as its headers declare them, are counted with the bytes that a
// call asks for; what frees is no site, and neither is a function of the same name with other
// parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"CRYPTO_malloc", i32 1, i32 0,
// NONE-NOT: !"CRYPTO_malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *CRYPTO_malloc(size_t);
void *other(void) { return CRYPTO_malloc(1); }
#else
void *Old; char Text[9];

void *CRYPTO_malloc(size_t, const char *, int);
void *CRYPTO_zalloc(size_t, const char *, int);
void *CRYPTO_realloc(void *, size_t, const char *, int);
void *CRYPTO_clear_realloc(void *, size_t, size_t, const char *, int);
void *CRYPTO_memdup(const void *, size_t, const char *, int);
char *CRYPTO_strdup(const char *, const char *, int);
char *CRYPTO_strndup(const char *, size_t, const char *, int);
void *CRYPTO_secure_malloc(size_t, const char *, int);
void *CRYPTO_secure_zalloc(size_t, const char *, int);
void CRYPTO_free(void *, const char *, int);
void CRYPTO_clear_free(void *, size_t, const char *, int);
void CRYPTO_secure_free(void *, const char *, int);
void CRYPTO_secure_clear_free(void *, size_t, const char *, int);

// CHECK-LABEL: define {{.*}}@use_CRYPTO_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_CRYPTO_malloc(void) { CRYPTO_malloc(101, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_CRYPTO_zalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_CRYPTO_zalloc(void) { CRYPTO_zalloc(102, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_CRYPTO_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_CRYPTO_realloc(void) { CRYPTO_realloc(Old, 103, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_CRYPTO_clear_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_CRYPTO_clear_realloc(void) { CRYPTO_clear_realloc(Old, 9, 104, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_CRYPTO_memdup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_CRYPTO_memdup(void) { CRYPTO_memdup(Text, 105, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_CRYPTO_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_CRYPTO_strdup(void) { CRYPTO_strdup(Text, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_CRYPTO_strndup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_CRYPTO_strndup(void) { CRYPTO_strndup(Text, 4, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_CRYPTO_secure_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_CRYPTO_secure_malloc(void) { CRYPTO_secure_malloc(106, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_CRYPTO_secure_zalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_CRYPTO_secure_zalloc(void) { CRYPTO_secure_zalloc(107, __FILE__, __LINE__); }

void others(void) {
  CRYPTO_free(Old, __FILE__, __LINE__);
  CRYPTO_clear_free(Old, 9, __FILE__, __LINE__);
  CRYPTO_secure_free(Old, __FILE__, __LINE__);
  CRYPTO_secure_clear_free(Old, 9, __FILE__, __LINE__);
}
#endif
