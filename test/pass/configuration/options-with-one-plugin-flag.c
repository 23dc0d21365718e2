// -mllvm knows the options of a plugin that came with -fpass-plugin alone.
//
// REQUIRES: llvm-ge-22
// RUN: %cc -mllvm -allocsite-frames=raw -c %s -o %t.o 2>&1 | count 0
// RUN: not %cc -mllvm -allocsite-frames=none -c %s -o %t.o
int main(void) { return 0; }
