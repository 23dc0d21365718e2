// One source that is compiled twice with other macros is twice in the inventory, told
// apart by its object, or by its macros where the object has no name or a temporary one.
// Compiled again it is the same module, and its newest lines count.
//
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/app.c && cd %t
//
// Named objects, of two compilers that run side by side; the second then with other
// macros, which replaces it.
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=objects %cc -g -DBYTES=10 -c app.c -o small.o
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=objects %cc -g -DBYTES=20 -DMORE -c app.c -o big.o
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=objects %cc -g -DBYTES=20 -c app.c -o big.o
// RUN: grep -o '"variant":.*' objects | %FileCheck %s --check-prefix=OBJECTS --match-full-lines
// RUN: %allocsite sites --inventory objects --format csv | %FileCheck %s --check-prefix=TWO
// OBJECTS: "variant":"small.o"}
// OBJECTS: "variant":"big.o"}
// OBJECTS: "variant":"big.o"}
// TWO: site,"app.c:[[#FIRST:]]:27","malloc"
// TWO: site,"app.c:[[#FIRST+2]]:30","malloc"
// TWO-NOT: site,
//
// No object is named; then a temporary one is, of a compiler that is a process of its own
// and may have a macro from the driver.
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=macros %cc -g -DBYTES=10 -c app.c
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=macros %cc -g -D BYTES=20 -UMORE -c app.c
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=macros %cc -g -DBYTES=20 -DMORE -DMAIN app.c -o app
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=macros %cc -g -DBYTES=20 -DMORE -DMAIN app.c -o app
// RUN: grep -o '"variant":.*' macros | %FileCheck %s --check-prefix=MACROS --match-full-lines
// RUN: %allocsite sites --inventory macros | %FileCheck %s --check-prefix=THREE
// MACROS:      "variant":"-DBYTES=10"}
// MACROS-NEXT: "variant":"-DBYTES=20 -UMORE"}
// MACROS-NEXT: "variant":"-DBYTES=20 -DMORE -DMAIN{{( -D__GCC_HAVE_DWARF2_CFI_ASM=1)?}}"}
// MACROS-NEXT: "variant":"-DBYTES=20 -DMORE -DMAIN{{( -D__GCC_HAVE_DWARF2_CFI_ASM=1)?}}"}
// THREE: 3 sites
//
// Likewise where a file of options names the object.
// RUN: echo '-g -DBYTES=10 -c app.c -o "small one.o"' > options
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=files %cc @options
// RUN: grep -o '"variant":.*' files | %FileCheck %s --check-prefix=FILES --match-full-lines
// FILES: "variant":"small one.o"}

#include <stdlib.h>
void *kept;
#if BYTES == 10
void small(void) { kept = malloc(10); }
#else
void notSmall(void) { kept = malloc(20); }
#endif
#ifdef MORE
void more(void) { kept = malloc(30); }
#endif
#ifdef MAIN
int main(void) { return 0; }
#endif
