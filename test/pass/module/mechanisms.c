// A name that is no mechanism of the pass ends the compilation, and the message has all
// names; several are separated by commas. No help names the option.
//
// RUN: not env ALLOCSITE_PASS_OPTIONS=without=gates,gate %cc -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=without=gates,loop-counts %cc -c %s -o %t.o 2>&1 | count 0
// RUN: %clang -fplugin=%plugin -fpass-plugin=%plugin -mllvm -allocsite-without=entries -c %s -o %t.o 2>&1 | count 0
// RUN: %clang -fplugin=%plugin -fpass-plugin=%plugin -mllvm -help -c %s -o %t.o | %FileCheck %s --check-prefix=HELP
//
// CHECK: error: allocsite: 'without' names 'gate', expected some of register-arguments|entries|{{.*}}|gates|
// HELP: allocsite-verify
// HELP-NOT: allocsite-without
int main(void) { return 0; }
