// What a rule does not fit is a warning, where clang would not make an error of one: it is
// clang that is asked, since pragmas and files of --config are not on the command line.
//
// REQUIRES: types
// RUN: echo 'alloc:my_pool_alloc size=1 arena=0' > %t.cfg
// RUN: echo '-Werror' > %t.werror.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %typed_cc -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %typed_cc -DERROR -c %s -o %t.o 2>&1 | count 0
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %typed_cc -DERROR -Rremark-backend-plugin -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %typed_cc --config %t.werror.cfg -c %s -o %t.o 2>&1 | count 0
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %typed_cc -Werror -DWARNING -c %s -o %t.o 2>&1 | %FileCheck %s
//
// CHECK:  warning: allocsite: {{.*}}.cfg:1:26: there is no parameter 1
// REMARK: remark: allocsite: {{.*}}.cfg:1:26: there is no parameter 1
char my_pool_alloc(void);
#ifdef ERROR
#pragma clang diagnostic error "-Wbackend-plugin"
#endif
#ifdef WARNING
#pragma clang diagnostic warning "-Wbackend-plugin"
#endif
int main(void) { return my_pool_alloc(); }
