// What an executable allocates before it has registered itself, in .preinit_array and in
// constructors of priority 0, is counted, in rows of `-`. A library's code runs
// uncounted until then.
//
// RUN: %cc -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %cc -O1 %s %t.so -o %t && %run_rows | %FileCheck %s --check-prefixes=CHECK,LIBRARY
// RUN: %run_rows | count 5
// RUN: %cc -O1 -static %s -o %t && %run_rows | %FileCheck %s
// RUN: %run_rows | count 4
//
// CHECK-DAG:   {{^}}-|-|-|-|10|1{{$}}
// CHECK-DAG:   {{^}}-|-|-|-|20|1{{$}}
// CHECK-DAG:   {{^}}later|-|-|-|30|1{{$}}
// CHECK-DAG:   {{^}}main|-|-|-|40|1{{$}}
// LIBRARY-DAG: {{^}}later|-|-|-|31|1{{$}}
#include <stdlib.h>

#ifdef LIBRARY
#define MORE 1
#else
#define MORE 0
#endif

static void *volatile Sink;

#pragma clang diagnostic ignored "-Wprio-ctor-dtor"
__attribute__((constructor(0))) static void early(void) { Sink = malloc(20 + MORE); }
__attribute__((constructor(101))) static void later(void) { Sink = malloc(30 + MORE); }

#ifndef LIBRARY
static void first(void) { Sink = malloc(10); }
__attribute__((section(".preinit_array"), used)) static void (*const First)(void) =
    first;

int main(void) { Sink = malloc(40); }
#endif
