// `lnk/..` is the directory above the one that `lnk` points to, not that which `lnk` is in:
// with lnk -> x/y, lnk/../y/z.c is x/y/z.c, and y/z.c another file. A link to an absolute path
// elsewhere stays in the name, which is not to become one of this machine.
//
// RUN: rm -rf %t %t.far && mkdir -p %t/x/y %t/y %t.far/in/it && cd %t
// RUN: ln -s x/y lnk && ln -s %t/x/y here && ln -s %t.far/in/it far
// RUN: echo 'void *one(void) { return __builtin_malloc(1); }' > x/y/z.c
// RUN: echo 'void *two(void) { return __builtin_malloc(2); }' > y/z.c
// RUN: echo 'void *three(void) { return __builtin_malloc(3); }' > x/y/t.c
// RUN: echo 'void *four(void) { return __builtin_malloc(4); }' > %t.far/in/f.c
// RUN: %cc -O1 -g %s lnk/../y/z.c y/z.c here/../y/t.c far/../f.c -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv
//
// CHECK-DAG: "one",{{.*}},"x/y/z.c:1:26"
// CHECK-DAG: "two",{{.*}},"y/z.c:1:26"
// CHECK-DAG: "three",{{.*}},"x/y/t.c:1:28"
// CHECK-DAG: "four",{{.*}},"far/../f.c:1:27"
void free(void *), *one(void), *two(void), *three(void), *four(void);

int main(void) {
  free(one());
  free(two());
  free(three());
  free(four());
  return 0;
}
