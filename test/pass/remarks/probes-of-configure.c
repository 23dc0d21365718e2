// What configure finds must not depend on the pass. CMake and autoconf ask whether there is
// a function by a program that declares it as `char f(void)`, whatever it really is: a rule
// that does not fit is a warning then, and no more than a remark under -Werror. So is the
// word on a target that is not supported. `config check` tells of such rules all the same.
//
// RUN: echo 'alloc:my_pool_alloc size=1 arena=0' > %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cc -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cc -Werror -Wall -Wextra -c %s -o %t.o 2>&1 | count 0
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cc -Werror -Rremark-backend-plugin -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cc -Werror -Wno-error -Werror=backend-plugin -Wno-error=backend-plugin -Wfatal-errors -DBODY -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=BODY
// RUN: not env ALLOCSITE_PASS_OPTIONS=strict=1:config=%t.cfg %cc -Werror -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=BODY
//
// Also where -Werror is given in a file of options. A pragma, or a file that --config names,
// tells clang alone: it is asked where the source is read.
// RUN: echo '-Wall -Werror' > %t.options
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cc @%t.options -c %s -o %t.o 2>&1 | count 0
//
// CHECK:  warning: allocsite: {{.*}}.cfg:1:26: there is no parameter 1: 'my_pool_alloc' has 0, counted from 0
// REMARK: remark: allocsite: {{.*}}.cfg:1:26: there is no parameter 1
// BODY:   error: allocsite: {{.*}}.cfg:1:26: there is no parameter 1
//
// RUN: rm -f %t.jsonl
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg:inventory=%t.jsonl %cc -Werror -c %s -o %t.o
// RUN: not %allocsite config check --inventory %t.jsonl | %FileCheck %s --check-prefix=CONFIG
// CONFIG: my_pool_alloc{{.*}}other parameters
//
// RUN: %cc -Werror --target=riscv64-linux-gnu -S %s -o - 2>&1 | not grep -i allocsite
// RUN: %cc -Werror -m32 -S %s -o - 2>&1 | not grep -i allocsite
// RUN: %cc -m32 -S %s -o - 2>&1 | %FileCheck %s --check-prefix=TARGET
// TARGET: warning: allocsite: target '{{.*}}' is not supported
char my_pool_alloc(void);
#ifdef BODY
char my_pool_alloc(void) { return 0; }
#endif
int main(void) { return my_pool_alloc(); }
