// Code for a shared object takes no static TLS, of which a dlopened object gets
// little, and needs no symbol of the executable; code for executables does.
//
// RUN: %cc -O2 -fPIC -c %s -o %t.o
// RUN: llvm-readelf -s -r -W %t.o | %FileCheck %s --check-prefix=PIC
// RUN: %cc -O2 -fPIC -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=IR
// RUN: %cc -O2 -fPIE -c %s -o %t.o && llvm-readelf -s -r -W %t.o | %FileCheck %s --check-prefix=PIE
// RUN: %cc -O2 -fno-pie -c %s -o %t.o && llvm-readelf -s -r -W %t.o | %FileCheck %s --check-prefix=PIE
//
// PIC-NOT: {{TPOFF|TLSGD|TLSLD|TLSDESC| TLS | UND __allocsite}}
// PIC: malloc
// PIC-NOT: {{TPOFF|TLSGD|TLSLD|TLSDESC| TLS | UND __allocsite}}
// IR: {{load i64, (ptr|i64) addrspace\(257\)|addrspace\(257\)\*}}
// PIE: R_X86_64_TPOFF32 {{.*}}__allocsite_thread.v{{[0-9]+}}
#include <stdlib.h>
void *allocates(void) { return malloc(24); }
