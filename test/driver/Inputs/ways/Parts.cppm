export module Parts;
export struct Part {
  char Bytes[40];
};
export __attribute__((noinline)) Part *makePart() { return new Part; }
