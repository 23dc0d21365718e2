// A list of leaves that cannot be read, or is something else, ends the compilation. A
// comment and lines of another system are none of this.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: not env ALLOCSITE_PASS_OPTIONS=leaves=%t/none %cc -O2 -c %t/app.c -o %t/app.o 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: not env ALLOCSITE_PASS_OPTIONS=leaves=%t/app.c %cc -O2 -c %t/app.c -o %t/app.o 2>&1 | %FileCheck %s --check-prefix=OTHER
// NONE:  error: allocsite: leaves '{{.*}}none': No such file or directory
// OTHER: error: allocsite: {{.*}}app.c:1: expected one symbol, as the linker knows it; `allocsite leaves` makes this file
// RUN: printf 'le\0af\n' > %t/nul
// RUN: not env ALLOCSITE_PASS_OPTIONS=leaves=%t/nul %cc -O2 -c %t/app.c -o %t/app.o 2>&1 | %FileCheck %s --check-prefix=NUL
// RUN: mkfifo %t/pipe
// RUN: not env ALLOCSITE_PASS_OPTIONS=leaves=%t/pipe %cc -O2 -c %t/app.c -o %t/app.o 2>&1 | %FileCheck %s --check-prefix=PIPE
// NUL:   error: allocsite: {{.*}}nul:1: expected one symbol
// PIPE:  error: allocsite: leaves '{{.*}}pipe': expected a regular file
//
// RUN: printf '\357\273\277# one\r\n\r\nleaf\r\n' > %t/list
// RUN: printf '  other' > %t/more
// RUN: env ALLOCSITE_PASS_OPTIONS=leaves=%t/list,%t/more:verify=1 %cc -O2 -S %t/app.c -o - | %FileCheck %s
//
// CHECK-LABEL: {{^}}calls:
// CHECK-NOT:   %fs:
// CHECK-LABEL: {{^}}calls_third:
// CHECK:       %fs:

//--- app.c
void leaf(void), other(void), third(void);
void calls(void) {
  leaf();
  other();
}
void calls_third(void) {
  third();
  leaf();
}
