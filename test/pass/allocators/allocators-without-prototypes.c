// A declaration without a prototype does not say what is passed: nothing is counted, and a
// remark says why.
//
// RUN: %cc -std=gnu89 -w -O1 -c %s -o %t.o -Rpass=allocsite -Rpass-missed=allocsite 2>&1 | %FileCheck %s
//
// CHECK: remark: malloc is not counted: {{.*}} the size is missing, as it is without a prototype
// CHECK: remark: malloc is not counted: {{.*}} the size is missing, as it is without a prototype
char *malloc();
char *Kept, *Other;
void once(unsigned long Size) { Kept = malloc(Size); }
void again(unsigned long Size) { Other = malloc(Size); }
