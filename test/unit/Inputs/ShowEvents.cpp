// Reads rules and prints which event each says of the calls of its functions.
#include "rules/Rules.h"

#include <cstdio>

using namespace allocsite;

static const char *nameOf(Event Of) {
  switch (Of) {
#define ALLOCSITE_EVENT(Name, Kind, Word)                                                  \
  case Event::Name:                                                                        \
    return #Name;
#define ALLOCSITE_EVENT_OF_VALUE(Name)                                                     \
  case Event::Name:                                                                        \
    return #Name;
#include "allocsite/Events.inc"
  }
  return "?";
}

int main(int, char **Arguments) {
  RuleReader Reader;
  std::vector<Rule> Rules;
  auto Text = Reader.readFile(Arguments[1], Rules);
  for (const std::string &Problem : Reader.problems())
    std::printf("%s\n", Problem.c_str());
  for (const Rule &Each : Rules) {
    auto What = Each.event();
    std::printf("%s %s\n", Each.name().c_str(), What ? nameOf(*What) : "-");
  }
}
