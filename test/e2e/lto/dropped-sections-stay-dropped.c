// What --gc-sections drops of the plain objects it drops with the pass, though a constructor
// keeps the tables of each module: tables of functions that nobody uses, and files of which
// nobody uses anything. What they name need not be there.
//
// RUN: split-file %s %t
// RUN: for Flags in "" -ffunction-sections "-fPIC -ffunction-sections" \
// RUN:     "-fno-pic -no-pie -ffunction-sections"; do \
// RUN:   for Linker in "" %lld; do \
// RUN:     %cc -O2 $Flags %t/main.c %t/used.c %t/unused.c $Linker -Wl,--gc-sections -o %t.exe || exit 1; \
// RUN:     %profile %t.exe && %rows --short --cols "pc0,bytes allocated" %t.csv | %FileCheck %s || exit 1; \
// RUN:   done; \
// RUN: done
// CHECK: {{^}}used|10{{$}}
// CHECK-NOT: {{.}}

//--- main.c
void *used(void);
int main(void) { return !used(); }
//--- used.c
#include <stdlib.h>
__attribute__((section(".text.used"))) void *used(void) { return malloc(10); }
int missing(int);
static int f(int x) { return missing(x) + 1; }
static int g(int x) { return x ? missing(-x) : 2; }
static int (*const table[])(int) = {f, g};
static int (*changing[])(int) = {g, f};
int dead(int i) { changing[i & 1] = f; return table[i & 1](i) + changing[0](i); }
void *alsoDead(void) { return malloc(missing(1)); }
//--- unused.c
#include <stdlib.h>
int missing(int);
void *unused(void) { return missing(3) ? malloc(3) : 0; }
