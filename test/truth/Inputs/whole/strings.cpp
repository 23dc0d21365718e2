// What the C++ library allocates for a program: strings, streams, expressions, files, futures.
#include <algorithm>
#include <deque>
#if __cplusplus >= 201703L
#include <filesystem>
#endif
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>
struct Base {
  virtual ~Base() {}
  virtual std::string name() const { return "a base with a long name"; }
};
struct Derived : Base {
  std::string Own = "a text of the derived class";
  std::string name() const override { return Own + " and more"; }
};
static std::string join(const std::vector<std::string> &v) {
  std::string s;
  for (auto &e : v)
    s += e + ", ";
  return s;
}
static int parse(const std::string &t) {
  try {
    return std::stoi(t);
  } catch (const std::exception &e) {
    std::string w = e.what();
    return (int)w.size();
  }
}
int main() {
  std::vector<std::string> v;
  for (int i = 0; i < 500; ++i)
    v.push_back("element number " + std::to_string(i));
  std::cout << join(v).size() << "\n";
  std::map<std::string, std::vector<int>> m;
  for (auto &e : v)
    m[e].push_back((int)e.size());
  std::unordered_map<std::string, std::shared_ptr<Base>> u;
  for (auto &e : v)
    u[e] = std::make_shared<Derived>();
  size_t n = 0;
  for (auto &k : u)
    n += k.second->name().size();
  std::cout << n << "\n";
  std::regex r("([a-z]+) number ([0-9]+)");
  std::smatch x;
  for (int i = 0; i < 50; ++i)
    if (std::regex_search(v[i], x, r))
      n += x[1].str().size();
  std::ifstream in("/etc/services");
  std::string l;
  std::list<std::string> ls;
  while (std::getline(in, l))
    ls.push_back(l);
  ls.sort();
  std::ostringstream o;
  for (auto &e : ls)
    o << e << '\n';
  std::cout << o.str().size() << "\n";
#if __cplusplus >= 201703L
  for (auto &e : std::filesystem::recursive_directory_iterator("/usr/include/linux"))
    n += e.path().filename().string().size();
#endif
  n += parse("12") + parse("no number");
  std::cout << (n > 0) << "\n";
  std::deque<std::function<std::string()>> q;
  for (int i = 0; i < 50; ++i)
    q.push_back([=] { return v[i] + " captured by a function"; });
  for (auto &f : q)
    n += f().size();
  auto f = std::async(std::launch::deferred, [&] { return join(v); });
  n += f.get().size();
  std::wstring w(100, L'x');
  w += L"more";
  n += w.size();
  std::stable_sort(v.begin(), v.end());
  std::locale loc("C");
  std::stringstream ss;
  ss.imbue(loc);
  ss << 3.14 << ' ' << n;
  double dd;
  ss >> dd;
  std::cout << dd << std::endl;
}
