struct ops {
  void *(*take)(unsigned long);
  int (*stat)(int);
};
