// The allocators of Redis, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"zmalloc", i32 1, i32 0,
// NONE-NOT: !"zmalloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *zmalloc(const char *, int);
void *other(void) { return zmalloc(0, 0); }
#else
void *Old; size_t *Usable; const char *Text;

void *zmalloc(size_t);
void *zcalloc(size_t);
void *zcalloc_num(size_t, size_t);
void *zrealloc(void *, size_t);
void *ztrymalloc(size_t);
void *ztrycalloc(size_t);
void *ztryrealloc(void *, size_t);
void *zmalloc_usable(size_t, size_t *);
void *zcalloc_usable(size_t, size_t *);
void *zrealloc_usable(void *, size_t, size_t *);
void *ztrymalloc_usable(size_t, size_t *);
void *ztrycalloc_usable(size_t, size_t *);
void *ztryrealloc_usable(void *, size_t, size_t *);
void *zmalloc_no_tcache(size_t);
char *zstrdup(const char *);
void zfree(void *);
void zfree_usable(void *, size_t *);
void zfree_no_tcache(void *);
void *zrealloc_usable2(void *, size_t, size_t *, size_t *);
void *ztryrealloc_usable2(void *, size_t, size_t *, size_t *);
void *zmalloc_with_flags(size_t, int);
void *zrealloc_with_flags(void *, size_t, int);
char *zstrdup_usable(const char *, size_t *);
void zfree_with_flags(void *, int);
void zfree_with_size(void *, size_t);
void *extend_to_usable(void *, size_t) __attribute__((alloc_size(2)));

// CHECK-LABEL: define {{.*}}@use_zmalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_zmalloc(void) { zmalloc(101); }
// CHECK-LABEL: define {{.*}}@use_zcalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_zcalloc(void) { zcalloc(102); }
// CHECK-LABEL: define {{.*}}@use_zcalloc_num(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_zcalloc_num(void) { zcalloc_num(3, 7); }
// CHECK-LABEL: define {{.*}}@use_zrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_zrealloc(void) { zrealloc(Old, 103); }
// CHECK-LABEL: define {{.*}}@use_ztrymalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_ztrymalloc(void) { ztrymalloc(104); }
// CHECK-LABEL: define {{.*}}@use_ztrycalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_ztrycalloc(void) { ztrycalloc(105); }
// CHECK-LABEL: define {{.*}}@use_ztryrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_ztryrealloc(void) { ztryrealloc(Old, 106); }
// CHECK-LABEL: define {{.*}}@use_zmalloc_usable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_zmalloc_usable(void) { zmalloc_usable(107, Usable); }
// CHECK-LABEL: define {{.*}}@use_zcalloc_usable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_zcalloc_usable(void) { zcalloc_usable(108, Usable); }
// CHECK-LABEL: define {{.*}}@use_zrealloc_usable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_zrealloc_usable(void) { zrealloc_usable(Old, 109, Usable); }
// CHECK-LABEL: define {{.*}}@use_ztrymalloc_usable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_ztrymalloc_usable(void) { ztrymalloc_usable(110, Usable); }
// CHECK-LABEL: define {{.*}}@use_ztrycalloc_usable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_ztrycalloc_usable(void) { ztrycalloc_usable(111, Usable); }
// CHECK-LABEL: define {{.*}}@use_ztryrealloc_usable(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_ztryrealloc_usable(void) { ztryrealloc_usable(Old, 112, Usable); }
// CHECK-LABEL: define {{.*}}@use_zmalloc_no_tcache(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_zmalloc_no_tcache(void) { zmalloc_no_tcache(113); }
// CHECK-LABEL: define {{.*}}@use_zstrdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_zstrdup(void) { zstrdup(Text); }
// CHECK-LABEL: define {{.*}}@use_zrealloc_usable2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_zrealloc_usable2(void) { zrealloc_usable2(Old, 121, Usable, Usable); }
// CHECK-LABEL: define {{.*}}@use_ztryrealloc_usable2(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 122)
void use_ztryrealloc_usable2(void) { ztryrealloc_usable2(Old, 122, Usable, Usable); }
// CHECK-LABEL: define {{.*}}@use_zmalloc_with_flags(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 123)
void use_zmalloc_with_flags(void) { zmalloc_with_flags(123, 4); }
// CHECK-LABEL: define {{.*}}@use_zrealloc_with_flags(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 124)
void use_zrealloc_with_flags(void) { zrealloc_with_flags(Old, 124, 4); }
// CHECK-LABEL: define {{.*}}@use_zstrdup_usable(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_zstrdup_usable(void) { zstrdup_usable(Text, Usable); }

void others(void) {
  zfree(Old);
  zfree_usable(Old, Usable);
  zfree_no_tcache(Old);
  zfree_with_flags(Old, 4);
  zfree_with_size(Old, 5);
  extend_to_usable(Old, 125);
}
#endif
