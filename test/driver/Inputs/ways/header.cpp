#include "parts.hpp"
void *volatile Kept;
int main() { Kept = makePart(); }
