// Threads of the C++ library, which allocate strings and streams.
#include <atomic>
#include <future>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
static std::mutex m;
static std::vector<std::string> all;
// A program with the runtime has thread-local memory too, which the C library keeps a list of.
static thread_local volatile int rounds;
static void work(int k) {
  for (int i = 0; i < 2000; ++i) {
    std::ostringstream o;
    ++rounds;
    o << "thread " << k << " round " << i << " with text";
    std::lock_guard<std::mutex> g(m);
    all.push_back(o.str());
  }
}
int main() {
  all.reserve(100000);
  std::vector<std::thread> t;
  for (int i = 0; i < 8; ++i)
    t.emplace_back(work, i);
  for (auto &e : t)
    e.join();
  auto f = std::async(std::launch::async, [] { return std::string(100, 'x'); });
  std::cout << all.size() + f.get().size() << "\n";
}
