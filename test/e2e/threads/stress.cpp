// A hundred runs of threads, exceptions, a library that is loaded and unloaded, and
// children that fork while others count: the profile's calls and bytes are those of
// the program's own arithmetic, and each child's are its own.
//
// RUN: %cxx -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %cxx -O2 %s -o %t -pthread -ldl
// RUN: %python %S/../Inputs/stress.py --runs %runs %t %t.so
#include <cstdlib>
#ifdef LIBRARY
extern "C" void *volatile LibrarySink = nullptr;
extern "C" void inLibrary(int Size) {
  for (int I = 0; I < 3; ++I) {
    LibrarySink = std::malloc(Size);
    std::free(LibrarySink);
  }
}
#else
#include <cstdio>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

struct Truth {
  long Calls = 0, Bytes = 0;
  void add(long Times, long Size) {
    Calls += Times;
    Bytes += Times * Size;
  }
};
static thread_local Truth Mine;
static Truth Sum;
static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
static const char *Library;
static thread_local void *volatile Sink;

__attribute__((noinline)) static void leaf(int Size) {
  Sink = std::malloc(Size);
  std::free(Sink);
  Mine.add(1, Size);
}
__attribute__((noinline)) static void deep(int Depth, int Size) {
  leaf(Size + Depth);
  if (Depth)
    deep(Depth - 1, Size);
  else if (Size % 3 == 0)
    throw Size;
  Sink = nullptr;
}
/// libc's loader cannot be forked while it works: a child would wait for its locks.
static pthread_mutex_t Loader = PTHREAD_MUTEX_INITIALIZER;

static void loadAndUnload(int Size) {
  pthread_mutex_lock(&Loader);
  void *Handle = dlopen(Library, RTLD_NOW);
  if (!Handle)
    std::abort();
  reinterpret_cast<void (*)(int)>(dlsym(Handle, "inLibrary"))(Size);
  Mine.add(3, Size);
  dlclose(Handle);
  pthread_mutex_unlock(&Loader);
}
static void forkAChild() {
  pthread_mutex_lock(&Loader);
  pid_t Child = fork();
  if (Child != 0)
    pthread_mutex_unlock(&Loader);
  if (Child == 0) {
    Mine = Truth();
    for (int I = 0; I < 5; ++I)
      leaf(1000 + I);
    exit(Mine.Calls == 5 ? 0 : 1);
  }
  int Status = 1;
  if (waitpid(Child, &Status, 0) != Child || Status != 0)
    std::abort();
}
static void *work(void *Argument) {
  int Seed = *static_cast<int *>(Argument);
  for (int Round = 0; Round < 200; ++Round) {
    for (int I = 0; I < 40; ++I)
      try {
        deep(I % 6, 1 + (I * 7 + Seed + Round) % 900);
      } catch (int) {
        leaf(24);
      }
    if (Round % 20 == Seed)
      loadAndUnload(16 + Seed);
    if (Round % 80 == 10 * Seed)
      forkAChild();
  }
  pthread_mutex_lock(&Lock);
  Sum.Calls += Mine.Calls;
  Sum.Bytes += Mine.Bytes;
  pthread_mutex_unlock(&Lock);
  return nullptr;
}
int main(int, char **Arguments) {
  Library = Arguments[1];
  pthread_t Threads[4];
  int Seeds[4] = {0, 1, 2, 3};
  for (int I = 0; I < 4; ++I)
    pthread_create(&Threads[I], nullptr, work, &Seeds[I]);
  for (pthread_t Thread : Threads)
    pthread_join(Thread, nullptr);
  std::printf("%ld %ld\n", Sum.Calls, Sum.Bytes);
}
#endif
