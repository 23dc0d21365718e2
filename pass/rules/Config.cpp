//===- Config.cpp - The rules of a compilation ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config.h"
#include "Parameters.h"
#include "PointerMark.h"
#include "RuleIndex.h"
#include "support/Options.h"

using namespace llvm;

extern "C" const char AllocSiteAllocators[], AllocSiteAllocatorsEnd[];

namespace allocsite {

// IndexedRule Rules[]; IndexedKey Keys[]; std::array<int, …> OfPointers.
#include "RuleIndex.inc"

static StringRef text() {
  return {AllocSiteAllocators, size_t(AllocSiteAllocatorsEnd - AllocSiteAllocators)};
}

static StringRef lineAt(size_t Begin) {
  return text().drop_front(Begin).take_until([](char C) { return C == '\n'; });
}

namespace {

/// The rules of allocators.cfg; RuleIndex.h describes how they are found.
class WellKnownRules final : public RuleTable {
public:
  WellKnownRules() : Read(std::size(Rules)) {}

  std::vector<const Rule *> ofPointers() const override {
    std::vector<const Rule *> Found;
    for (int Number : OfPointers)
      Found.push_back(&get(Number));
    return Found;
  }

private:
  int count() const override { return std::size(Rules); }

  const Rule &get(int Number) const override {
    std::unique_ptr<const Rule> &R = Read[Number];
    if (!R) {
      const IndexedRule &At = Rules[Number];
      R = std::make_unique<const Rule>(RuleReader::readOfTable(
          "allocators.cfg", lineAt(At.Section), lineAt(At.Line), At.LineNumber));
    }
    return *R;
  }

  int lastOf(StringRef Key) const override {
    return Key.empty() ? None : Keys[slotOf(Key, text(), Keys)].Last;
  }

  int before(int Number) const override { return Rules[Number].Before; }

  // Tests the text only: parsing all rules would cost more than the rest of the pass in a small
  // file.
  bool mayBeOf(int Number, StringRef Family) const override {
    return lineAt(Rules[Number].Section).contains(Family) ||
           lineAt(Rules[Number].Line).contains(Family);
  }

  mutable std::vector<std::unique_ptr<const Rule>> Read; ///< Null: not parsed yet.
};

} // namespace

static const RuleTable &wellKnown() {
  static thread_local const WellKnownRules Table;
  return Table;
}

Config::Config(const Options &Opts, const std::vector<SourceRule> &InSource)
    : WellKnown(wellKnown()), Given(readGiven(Opts, InSource)), OfFrames(Given.all()) {
  for (const Rule &R : Given.all())
    if (!R.Aware.empty() && R.Aware != Rule::NotAware)
      Told[R.Aware] = &R;
}

std::vector<Rule> Config::readGiven(const Options &Opts,
                                    const std::vector<SourceRule> &InSource) {
  std::vector<Rule> Read;
  RuleReader Reader;
  for (const SourceRule &R : InSource)
    Reader.readSource(R.File, R.Line, R.Symbol, R.Text, Read);
  for (const std::string &Path : Opts.Configs)
    if (std::unique_ptr<MemoryBuffer> Text = Reader.readFile(Path, Read))
      Texts.push_back(std::move(Text));
  Problems.insert(Problems.end(), Reader.problems().begin(), Reader.problems().end());
  return Read;
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

const Rule *Config::findArena(StringRef Class) const {
  const Rule *Found = Given.findArena(Class);
  return Found ? Found : WellKnown.findArena(Class);
}

Config::ArenaFamily Config::arenaFamily(StringRef Family) const {
  if (Family.empty())
    return {};
  auto [At, IsNew] = ArenaFamilies.try_emplace(Family);
  ArenaFamily &Its = At->second;
  if (!IsNew)
    return Its;
  auto look = [&](const Rule &R) {
    std::optional<Event> Does = R.event();
    if (!Does)
      return;
    if (*Does == Event::Free)
      (R.TakesLater ? Its.FreesLater : Its.FreesOne) |= R.Block.Number != Argument::None;
    else if (*Does == Event::Reallocate)
      Its.FreesOne = true;
    if (*Does == Event::Allocate || *Does == Event::Reallocate)
      Its.HasArenas |=
          !R.Heap && (R.Arena.Number != Argument::None || !R.CurrentArena.empty());
  };
  WellKnown.forEachOf(Family, look);
  Given.forEachOf(Family, look);
  return Its;
}

bool Config::mayFind(StringRef Symbol) const {
  return Given.mayFind(Symbol) || WellKnown.mayFind(Symbol);
}

/// True if `R` names `Member`. The rule may separate scopes by dots or by `::`.
static bool isNamed(const Rule &R, StringRef Member) {
  FunctionName Name;
  Name.Display = Member.str();
  Name.Qualified = withoutTemplateArguments(Member);
  if (R.Of.matches("", Name))
    return true;
  auto spell = [](std::string &Text) {
    for (size_t Dot = 0; (Dot = Text.find('.', Dot)) != std::string::npos;)
      Text.replace(Dot, 1, "::");
  };
  spell(Name.Display);
  spell(Name.Qualified);
  return R.Of.matches("", Name);
}

const Rule *Config::find(const PointerMark &Mark, std::string &As) const {
  for (const RuleTable *Table : {static_cast<const RuleTable *>(&Given), &WellKnown}) {
    const std::vector<const Rule *> OfPointers = Table->ofPointers();
    for (const Rule *R : reverse(OfPointers)) {
      if (!shapeMatches(R->Shape, Mark.Shape))
        continue;
      for (StringRef Name : Mark.Names)
        if (StringRef Member = R->memberIn(Name); !Member.empty() && isNamed(*R, Member)) {
          As = R->Of.isOneName() ? R->Of.text().str() : Member.str();
          return R;
        }
    }
  }
  return nullptr;
}

bool Config::namesPointers() const {
  return !Given.ofPointers().empty() || !WellKnown.ofPointers().empty();
}

const Rule *Config::firstOfPointers() const {
  std::vector<const Rule *> Found = Given.ofPointers();
  return Found.empty() ? nullptr : Found.front();
}

const Rule *Config::thatTells(StringRef Symbol) const { return Told.lookup(Symbol); }

RoleRules::Role Config::roleOf(StringRef Symbol, const FunctionName &Name) const {
  const Rule *R = find(Symbol, Name, [&](const Rule &R) {
    return (R.Kind == RuleKind::Wrapper || R.Kind == RuleKind::Off ||
            R.Kind == RuleKind::Alloc) &&
           mayBeOfShape(R, Name);
  });
  if (!R || R->Kind == RuleKind::Off)
    return Role::None;
  return R->isTransparent() ? Role::Wrapper : Role::Allocator;
}

std::optional<bool> Config::isFrame(StringRef Symbol,
                                    function_ref<const FunctionName &()> Name) const {
  const Rule *R = OfFrames.find(Symbol, Name, {});
  return R ? std::optional<bool>(R->makesFrames()) : std::nullopt;
}

static unsigned levelOf(const Rule *R) { return !R ? 1 : R->Level ? R->Level : Config::Never; }

unsigned Config::levelIn(StringRef Symbol, const FunctionName &Name) const {
  return levelOf(find(Symbol, Name, [](const Rule &R) { return R.Kind == RuleKind::Fun; }));
}

unsigned Config::levelInFile(StringRef Path) const {
  const Rule *Last = nullptr;
  for (const Rule &R : Given.all())
    if (R.Kind == RuleKind::Src && R.Of.matchesPath(Path))
      Last = &R;
  return levelOf(Last);
}

} // namespace allocsite
