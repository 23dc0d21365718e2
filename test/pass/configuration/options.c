// Options that are wrong end the compilation, with the nearest name or the accepted
// values; those that are right say nothing, quoted or not. The command line wins.
//
// RUN: not env ALLOCSITE_PASS_OPTIONS=levle=2 %cc -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=NAME
// RUN: not env ALLOCSITE_PASS_OPTIONS=frames=cooked %cc -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=VALUE
// RUN: not env ALLOCSITE_PASS_OPTIONS=level=high %cc -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=NUMBER
// RUN: not env "ALLOCSITE_PASS_OPTIONS=level='2" %cc -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=QUOTE
// RUN: env "ALLOCSITE_PASS_OPTIONS=level='2':frames=\"raw\":verify=1:tail-frames=keep" %cc -c %s -o %t.o 2>&1 | count 0
// RUN: env ALLOCSITE_PASS_OPTIONS= %cc -c %s -o %t.o 2>&1 | count 0
//
// RUN: not env ALLOCSITE_PASS_OPTIONS=frames=raw %clang -fplugin=%plugin -fpass-plugin=%plugin -mllvm -allocsite-frames=none -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=COMMAND
// RUN: %clang -fplugin=%plugin -fpass-plugin=%plugin -mllvm -allocsite-tail-frames=keep -c %s -o %t.o 2>&1 | count 0
//
// NAME: error: allocsite: ALLOCSITE_PASS_OPTIONS: unknown option 'levle'; did you mean 'level'?
// VALUE: error: allocsite: 'frames' is 'cooked', expected one of source|std|raw
// NUMBER: error: allocsite: 'level' is 'high', expected a whole number
// QUOTE: error: allocsite: ALLOCSITE_PASS_OPTIONS: 'level' has a quote that does not close
// COMMAND: error: allocsite: -allocsite-frames is 'none', expected one of source|std|raw
int main(void) { return 0; }
