#pragma once
struct Part {
  char Bytes[40];
};
__attribute__((noinline)) inline Part *makePart() { return new Part; }
