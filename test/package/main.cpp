// The consumer's main, which brings the runtime along.
extern "C" void *allocateInC(unsigned long Size);
extern "C" void *takeInC();

static void *volatile Sink;

int main() {
  for (int I = 0; I != 3; ++I)
    Sink = allocateInC(24);
  Sink = new long[5];
  Sink = takeInC();
}
