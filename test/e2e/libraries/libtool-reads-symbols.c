// libtool's configure test takes the symbols that `nm` prints of an object which defines
// main, keeps those that are identifiers of C, and links a table of their addresses, as
// this does. Where that fails, libtool makes no library with -export-symbols-regex. A
// thread-local symbol fails, so the name of the profiler's is no identifier.
//
// RUN: %cc -O2 -c %s -o %t.o
// RUN: nm -B %t.o > %t.nm
// RUN: %FileCheck %s --check-prefix=THREAD < %t.nm
// RUN: sed -n -e 's/^.*[ ]\([ABCDGIRSTW][ABCDGIRSTW]*\)[ ][ ]*\([_A-Za-z][_A-Za-z0-9]*\)$/\1 \2/p' %t.nm > %t.symbols
// RUN: %FileCheck %s --check-prefix=FOUND < %t.symbols
// RUN: sed -e 's/^T \(.*\)$/extern int \1();/' -e 's/^[ABCDGIRSW] \(.*\)$/extern char \1;/' %t.symbols | grep -v ' main()' > %t.table.c
// RUN: echo 'const void *const table[] = {' >> %t.table.c
// RUN: sed -e 's/^[A-Z]* \(.*\)$/(const void *)\&\1,/' %t.symbols | grep -v '&main,' >> %t.table.c
// RUN: echo '0};' >> %t.table.c
// RUN: %clang -c %t.table.c -o %t.table.o
// RUN: %clang %t.o %t.table.o -o %t
// RUN: %profile %t
// RUN: %rows %t.csv | %FileCheck %s --check-prefix=ROWS
//
// THREAD: {{[A-Z]}} __allocsite_thread.v
// FOUND-NOT: __allocsite_thread
// FOUND-DAG: B nm_test_var
// FOUND-DAG: T nm_test_func
// FOUND-DAG: T main
// ROWS: nm_test_func|main|-|-|24|1
#include <stdlib.h>
char nm_test_var;
void *volatile Kept;
void nm_test_func(void) { free(Kept = malloc(24)); }
int main(void) {
  nm_test_func();
  return 0;
}
