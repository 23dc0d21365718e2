// A handler on an alternate stack counts as any other, whatever it interrupts, and
// where handlers interrupt each other: a timer delivers signals all the time, and the
// profile has as many allocations of each as the program has made.
//
// RUN: %cc -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols 'call count' --where pc0=handler %t.csv > %t.rows
// RUN: %python %S/Inputs/sums.py %t.csv %t.out
// RUN: %cc -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %python %S/Inputs/sums.py %t.csv %t.out
