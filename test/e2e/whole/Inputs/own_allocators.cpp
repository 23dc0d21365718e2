// ONE: the forms of operator new and delete that all others call. ALL: each without alignment.
// MALLOC: malloc and its kin. Blocks have a header, so that whoever is not asked for both ends the
// program.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

int Made, Gone;

static void *make(size_t Bytes) {
  ++Made;
  static char Memory[1 << 24];
  static size_t Used;
  char *Block = Memory + Used;
  Used += (Bytes + 16 + 63) & ~size_t(63);
  std::memcpy(Block, "own block", 10);
  return Block + 16;
}
static void end(void *Block) {
  if (!Block)
    return;
  ++Gone;
  if (std::memcmp(static_cast<char *>(Block) - 16, "own block", 10) != 0) {
    static const char Text[] = "not a block of mine\n";
    std::fputs(Text, stdout);
    std::fflush(stdout);
    std::_Exit(9);
  }
}

#ifdef MALLOC
extern "C" {
void *malloc(size_t Bytes) { return make(Bytes); }
void free(void *Block) { end(Block); }
void *calloc(size_t Count, size_t Bytes) { return std::memset(make(Count * Bytes), 0, Count * Bytes); }
void *realloc(void *Old, size_t Bytes) {
  void *New = make(Bytes);
  if (Old)
    std::memmove(New, Old, Bytes);
  end(Old);
  return New;
}
size_t malloc_usable_size(void *) { return 0; }
void *memalign(size_t, size_t Bytes) { return make(Bytes); }
void *aligned_alloc(size_t, size_t Bytes) { return make(Bytes); }
int posix_memalign(void **To, size_t, size_t Bytes) {
  *To = make(Bytes);
  return 0;
}
}
#else
void *operator new(size_t Bytes) { return make(Bytes); }
void operator delete(void *Block) noexcept { end(Block); }
#ifdef ALL
void *operator new[](size_t Bytes) { return make(Bytes); }
void operator delete[](void *Block) noexcept { end(Block); }
void operator delete(void *Block, size_t) noexcept { end(Block); }
void operator delete[](void *Block, size_t) noexcept { end(Block); }
void *operator new(size_t Bytes, const std::nothrow_t &) noexcept { return make(Bytes); }
void *operator new[](size_t Bytes, const std::nothrow_t &) noexcept { return make(Bytes); }
void operator delete(void *Block, const std::nothrow_t &) noexcept { end(Block); }
void operator delete[](void *Block, const std::nothrow_t &) noexcept { end(Block); }
#endif
#endif
