// Files of one name, each compiled in its own directory, are one file of the profile: the
// functions tell them apart. By a path that says more they are two.
//
// RUN: rm -rf %t && mkdir -p %t/a %t/b && cd %t
// RUN: echo '#include <stdlib.h>' | tee a/util.c > b/util.c
// RUN: echo 'void *one(void) { return malloc(1); }' >> a/util.c
// RUN: echo 'void *two(void) { return malloc(2); }' >> b/util.c
//
// RUN: cd %t/a && %cc -O1 -g -c util.c -o util.o
// RUN: cd %t/b && %cc -O1 -g -c util.c -o util.o
// RUN: cd %t && %cc -O1 -g %s a/util.o b/util.o -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv -DA= -DB=
//
// RUN: %cc -O1 -g %s a/util.c b/util.c -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv -DA=a/ -DB=b/
//
// CHECK-DAG: "one","main",-,-,1,1,1,"malloc",{{[^,]*}},"[[A]]util.c:2:26"
// CHECK-DAG: "two","main",-,-,2,1,2,"malloc",{{[^,]*}},"[[B]]util.c:2:26"
void free(void *), *one(void), *two(void);

int main(void) {
  free(one());
  free(two());
  return 0;
}
