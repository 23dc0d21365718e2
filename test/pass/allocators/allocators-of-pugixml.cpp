// pugixml's arena of a document, in an unnamed namespace or, as a header, in none, and that
// of its XPath queries. What hands out objects and texts calls allocate_memory: that is no
// site. Classes of these names elsewhere are others.
//
// RUN: %cxx -O0 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort | %FileCheck %s
// RUN: %cxx -O2 -DHEADER %s -o %t && %profile %t && %rows --cols 'pc0,bytes allocated,call count,allocator' %t.csv | LC_ALL=C sort | %FileCheck %s
//
//      CHECK: {{^}}main|10|2|pugi::xml_allocator::allocate_string{{$}}
// CHECK-NEXT: {{^}}main|128|1|pugi::xml_allocator::allocate_memory{{$}}
// CHECK-NEXT: {{^}}main|32|1|pugi::xpath_allocator::allocate{{$}}
// CHECK-NEXT: {{^}}main|64|3|pugi::xml_allocator::allocate_object{{$}}
// CHECK-NOT:  {{.}}
#include <cstddef>

static char Room[1 << 12], *At = Room;
static void *volatile Sink;

namespace pugi {
namespace impl {
#ifndef HEADER
namespace {
#endif
struct xml_memory_page;
struct xml_allocator {
  __attribute__((noinline)) void *allocate_memory(size_t Size, xml_memory_page *&) {
    return (At += Size) - Size;
  }
  void *allocate_object(size_t Size, xml_memory_page *&Page) { return allocate_memory(Size, Page); }
  char *allocate_string(size_t Length) {
    xml_memory_page *Page = nullptr;
    return static_cast<char *>(allocate_memory((Length + 8 + 7) & ~size_t(7), Page)) + 8;
  }
};
struct xpath_allocator {
  void *allocate(size_t Size) { return (At += Size) - Size; }
};
#ifndef HEADER
} // namespace
#endif
} // namespace impl
} // namespace pugi

namespace mine {
struct xml_allocator {
  void *allocate_object(size_t Size, int *&) { return (At += Size) - Size; }
};
} // namespace mine

int main() {
  pugi::impl::xml_memory_page *Page = nullptr;
  pugi::impl::xml_allocator A;
  pugi::impl::xpath_allocator X;
  for (int I = 0; I < 3; ++I)
    Sink = A.allocate_object(64, Page);
  for (int I = 0; I < 2; ++I)
    Sink = A.allocate_string(10);
  Sink = A.allocate_memory(128, Page);
  Sink = X.allocate(32);
  int *Other = nullptr;
  Sink = mine::xml_allocator().allocate_object(5, Other);
}
