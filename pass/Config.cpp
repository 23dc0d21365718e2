//===- Config.cpp - Where the rules of a compilation come from --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config.h"
#include "Options.h"

using namespace llvm;

extern "C" const char AllocSiteAllocators[], AllocSiteAllocatorsEnd[];

namespace allocsite {

static std::vector<Rule> readWellKnown() {
  std::vector<Rule> Read;
  Read.reserve(512);
  RuleReader Reader;
  Reader.read("allocators.cfg",
              StringRef(AllocSiteAllocators,
                        AllocSiteAllocatorsEnd - AllocSiteAllocators),
              Read);
  assert(Reader.problems().empty() && "the plugin's own table is broken");
  return Read;
}

static const RuleTable &wellKnown() {
  static const RuleTable Table(readWellKnown());
  return Table;
}

Config::Config(const Options &Opts, const std::vector<SourceRule> &InSource)
    : WellKnown(wellKnown()), Given(readGiven(Opts, InSource)) {}

std::vector<Rule> Config::readGiven(const Options &Opts,
                                    const std::vector<SourceRule> &InSource) {
  std::vector<Rule> Read;
  RuleReader Reader;
  for (const SourceRule &R : InSource)
    Reader.readSource(R.File, R.Line, R.Symbol, R.Text, Read);
  for (const std::string &Path : Opts.Configs) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
    if (!Text) {
      Problems.push_back("cannot read the configuration '" + Path +
                         "': " + Text.getError().message());
      continue;
    }
    Texts.push_back(std::move(*Text));
    Reader.read(Texts.back()->getBufferIdentifier(), Texts.back()->getBuffer(),
                Read);
  }
  Problems.insert(Problems.end(), Reader.problems().begin(),
                  Reader.problems().end());
  return Read;
}

std::vector<std::string> Config::withoutEffect() const {
  std::vector<std::string> Texts;
  for (const Rule &R : Given.all())
    if (isWithoutEffect(R))
      Texts.push_back(R.place() +
                      ": calls through pointers are known to the AST part of the "
                      "plugin only, which is not there: this rule has no effect; "
                      "name the wrappers around such calls instead");
  return Texts;
}

std::vector<Config::ConfigFile> Config::files() const {
  std::vector<ConfigFile> Files;
  for (const std::unique_ptr<MemoryBuffer> &Text : Texts)
    Files.push_back({Text->getBufferIdentifier(), Text->getBuffer()});
  return Files;
}

const Rule *Config::find(StringRef Symbol, const FunctionName &Name,
                         function_ref<bool(const Rule &)> Accept) const {
  const Rule *Found = Given.find(Symbol, Name, Accept);
  return Found ? Found : WellKnown.find(Symbol, Name, Accept);
}

NameTable::Role Config::roleOf(StringRef Symbol,
                               const FunctionName &Name) const {
  const Rule *R = find(Symbol, Name, [](const Rule &R) {
    return R.Kind == RuleKind::Wrapper || R.Kind == RuleKind::Off ||
           R.Kind == RuleKind::Alloc;
  });
  if (!R || R->Kind == RuleKind::Off)
    return NameTable::Role::None;
  return R->isTransparent() ? NameTable::Role::Wrapper
                            : NameTable::Role::Allocator;
}

bool Config::leavesOut(StringRef Symbol, const FunctionName &Name) const {
  return find(Symbol, Name,
              [](const Rule &R) { return R.Kind == RuleKind::Fun; });
}

bool Config::leavesOutFile(StringRef Path) const {
  return any_of(Given.all(), [&](const Rule &R) {
    return R.Kind == RuleKind::Src && R.Of.matchesPath(Path);
  });
}

} // namespace allocsite
