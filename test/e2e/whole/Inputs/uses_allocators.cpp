// Allocates in all ways that there are, and prints how often the program's own allocators were
// called meanwhile.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#ifdef NO_OWN
static int Made, Gone;
#else
extern int Made, Gone;
#endif
static int Allocated;

template <typename T> static T *checked(T *Block) {
  if (!Block)
    std::abort();
  ++Allocated;
  std::memset(Block, 1, 1);
  return Block;
}

int main(int Count, char **) {
  const int MadeBefore = Made, GoneBefore = Gone;
  delete checked(new int);
  delete[] checked(new int[Count + 2]);
  delete checked(new (std::nothrow) int);
  delete[] checked(new (std::nothrow) int[Count]);
  ::operator delete(checked(::operator new(5)), std::nothrow);
  ::operator delete(checked(::operator new(5)), size_t(5));
  ::operator delete[](checked(::operator new[](5)), size_t(5));
  struct alignas(64) Aligned {
    char Text[64];
  };
#if __cpp_aligned_new && !defined(MALLOC)
  delete checked(new Aligned);
  delete[] checked(new Aligned[2]);
#else
  Allocated += 2;
#endif
  std::free(checked(std::malloc(Count)));
  std::free(checked(std::calloc(Count, 3)));
  std::free(checked(std::realloc(std::malloc(3), 5)));
  std::free(checked(aligned_alloc(64, 64)));
  std::free(checked(memalign(64, 64)));
  void *Block = nullptr;
  if (posix_memalign(&Block, 64, 64) == 0)
    std::free(checked(Block));
  std::free(checked(strdup("a text")));
  auto Shared = std::make_shared<std::string>(100, 'x');
  checked(Shared->data());
  std::ostringstream Stream;
  Stream << std::string(1000, 'y');
  std::string Copy = Stream.str();
  checked(&Copy[0]);
  std::vector<int> Numbers(100 + Count);
  checked(Numbers.data());
  std::thread([] { ++Allocated; }).join();
  std::printf("allocated %d times\n", Allocated);
  std::printf("made %d, gone %d\n", Made - MadeBefore, Gone - GoneBefore);
}
