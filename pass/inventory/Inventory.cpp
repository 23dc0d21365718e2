//===- Inventory.cpp - The sites of a module, told when it is compiled ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inventory.h"
#include "allocsite/CsvText.h"
#include "allocsite/SymbolHash.h"
#include "frames/Locations.h"
#include "recognise/Callees.h"
#include "support/Compilation.h"
#include "support/Diagnostics.h"
#include "support/ModuleRecords.h"
#include "support/Target.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace allocsite {

static constexpr int FormatVersion = 1;
static constexpr char RuleLinesName[] = "allocsite.rulelines";

/// As the CSV has it, and valid UTF-8, which JSON wants.
static std::string csvText(StringRef Raw) {
  const unsigned char *At = Raw.bytes_begin();
  std::string Text;
  for (size_t I = 0; I < Raw.size();) {
    size_t Length = allocSiteSequenceLength(At + I, Raw.size() - I);
    StringRef Next = Length ? Raw.substr(I, Length) : StringRef(ALLOCSITE_REPLACEMENT);
    if (Text.size() + Next.size() > ALLOCSITE_NAME_BYTES)
      return Text + ALLOCSITE_ELLIPSIS;
    Text += Next;
    I += Length ? Length : 1;
  }
  return Text;
}

/// `Fields` is called with the open object.
template <typename AddFields>
static std::string line(const Module &M, StringRef Kind, AddFields Fields) {
  std::string Line;
  raw_string_ostream Stream(Line);
  json::OStream Json(Stream);
  Json.object([&] {
    Json.attribute("version", FormatVersion);
    Json.attribute("kind", Kind);
    Json.attribute("module", csvText(M.getSourceFileName()));
    Fields(Json);
  });
  Stream.flush();
  return Line + '\n';
}

static std::string moduleLine(const Module &M) {
  SmallString<128> Directory;
  sys::fs::current_path(Directory);
  return line(M, "module", [&](json::OStream &Json) {
    Json.attribute("directory", csvText(Directory));
    Json.attribute("variant", csvText(variantOf(M.getSourceFileName())));
  });
}

namespace {

/// The lines of one module.
class Lines {
public:
  Lines(const Module &M, const DescriptorTables &Tables) : M(M), Tables(Tables) {}

  void addSite(const AllocSiteSite &Site, const SiteSize &Size);
  void addCall(uint32_t Record);
  void addRefusal(const RefusedCall &Call);
  void addSharedCopy(const Function &F, ArrayRef<uint32_t> Sites);

  std::string Text;

private:
  /// Several records differ in nothing that is told, but in their callers.
  void addOnce(std::string Line);

  const Module &M;
  const DescriptorTables &Tables;
  StringSet<> Known;
};

void Lines::addOnce(std::string Line) {
  if (Known.insert(Line).second)
    Text += Line;
}

void Lines::addSite(const AllocSiteSite &Site, const SiteSize &Size) {
  SiteText Place = textOfSite(Tables, Site);
  addOnce(line(M, Place.InLibrary ? "library-site" : "site", [&](json::OStream &Json) {
    Json.attribute("site", csvText(Place.Place));
    Json.attribute("function", csvText(Place.Function));
    Json.attribute("allocator", csvText(Tables.Strings[Site.Allocator]));
    Json.attribute("family", csvText(Tables.Strings[Site.Family]));
    Json.attribute("arena", bool(Site.Flags & ALLOCSITE_SITE_ARENA));
    if (unsigned Level = ALLOCSITE_SITE_LEVEL_OF(Site.Flags); Level > 1)
      Json.attribute("level", Level);
    Json.attribute("size", Size.Measure);
    if (Size.Bytes)
      Json.attribute("bytes", *Size.Bytes);
    if (!Size.Aware.empty())
      Json.attribute("aware", csvText(Size.Aware));
  }));
}

/// A call into the C++ library, or of a wrapper: what is allocated behind it has this place.
void Lines::addCall(uint32_t Record) {
  const AllocSiteCallSite &Call = Tables.CallSites[Record];
  SiteText Place = textOfCall(Tables, Call);
  if (Place.Place.empty())
    return;
  const AllocSiteFunction &Callee = Tables.Functions[Call.Callee];
  // Of other libraries the profile has the places alone.
  if (Call.Callee && !(Callee.Flags & ALLOCSITE_FUNCTION_TRANSPARENT))
    return;
  bool OfWrapper = Tables.Wrappers.count(Call.Callee) || Tables.WrapperCalls.count(Record);
  const char *Kind = OfWrapper ? "wrapper-call" : "library-call";
  addOnce(line(M, Kind, [&](json::OStream &Json) {
    Json.attribute("site", csvText(Place.Place));
    Json.attribute("function", csvText(Place.Function));
    Json.attribute("callee", csvText(Tables.Strings[Callee.Name]));
  }));
}

void Lines::addSharedCopy(const Function &F, ArrayRef<uint32_t> Sites) {
  constexpr size_t MostBytes = ALLOCSITE_INVENTORY_LINE_BYTES / 4;
  size_t Bytes = 0;
  StringSet<> Listed;
  Text += line(M, "shared-function", [&](json::OStream &Json) {
    Json.attribute("symbol", symbolOf(F));
    Json.attributeArray("sites", [&] {
      for (uint32_t Site : Sites) {
        std::string Place = csvText(textOfSite(Tables, Tables.Sites[Site]).Place);
        if ((Bytes += Place.size()) <= MostBytes && Listed.insert(Place).second)
          Json.value(Place);
      }
    });
  });
}

void Lines::addRefusal(const RefusedCall &Call) {
  Text += line(M, "refusal", [&](json::OStream &Json) {
    Json.attribute("site", csvText(Call.Place));
    Json.attribute("function", csvText(Call.Function));
    Json.attribute("callee", csvText(Call.Callee));
    Json.attribute("reason", keyOf(Call.Why));
    Json.attribute("text", textOf(Call.Why));
  });
}

/// A locked file. The destructor closes it, which also releases the lock.
class OpenFile {
public:
  explicit OpenFile(const std::string &Path)
      : Descriptor(::open(Path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {}
  OpenFile(const OpenFile &) = delete;
  ~OpenFile() {
    if (Descriptor >= 0)
      ::close(Descriptor);
  }
  const int Descriptor;
};

} // namespace

/// All of `Text` or nothing, unless the file is a pipe. Returns an errno value.
static int append(const std::string &Path, StringRef Text) {
  OpenFile File(Path);
  if (File.Descriptor < 0)
    return errno;
  // A write that appends is whole by itself; the lock is for one that comes back
  // short, and for network file systems. Where there is none, it is as good as that.
  while (::flock(File.Descriptor, LOCK_EX) != 0 && errno == EINTR)
    ;
  struct stat Before;
  bool IsRegular = ::fstat(File.Descriptor, &Before) == 0 && S_ISREG(Before.st_mode);
  while (!Text.empty()) {
    ssize_t Written = ::write(File.Descriptor, Text.data(), Text.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written < 0) {
      int Failure = errno;
      if (IsRegular && ::ftruncate(File.Descriptor, Before.st_size) != 0)
        return errno;
      return Failure;
    }
    Text = Text.drop_front(Written);
  }
  return 0;
}

/// The line for a use; "" if it says nothing: most rules apply to nothing in most modules.
static std::string ruleLine(const Module &M, const Config &Configured, const RuleUse &Use) {
  const Rule &R = *Use.Of;
  bool IsGiven = is_contained(make_pointer_range(Configured.given()), &R);
  return line(M, "rule", [&](json::OStream &Json) {
    auto number = [&](StringRef Name, unsigned Value) {
      if (Value)
        Json.attribute(Name, Value);
    };
    Json.attribute("from", !IsGiven ? "table" : R.Column ? "configuration" : "source");
    Json.attribute("file", csvText(R.File));
    number("line", R.Line);
    number("column", R.Column);
    Json.attribute("rule", csvText(R.name()));
    Json.attribute("words", csvText(R.words()));
    number("functions", Use.Functions);
    number("calls", Use.Calls);
    number("shadowed", Use.Shadowed);
    if (Use.By)
      Json.attribute("by", csvText(Use.By->place()));
    number("misshapen", Use.Misshapen);
    number("ineffective", Use.Unread);
    if (!Use.Nearest.empty()) {
      Json.attribute("nearest", csvText(Use.Nearest));
      Json.attribute("distance", Use.Distance);
    }
  });
}

std::string ruleLines(const Module &M, const Config &Configured, ArrayRef<RuleUse> Uses) {
  std::string Text;
  for (const Config::ConfigFile &File : Configured.files())
    Text += line(M, "configuration", [&](json::OStream &Json) {
      Json.attribute("file", csvText(File.Path));
      Json.attribute("hash", utohexstr(allocSiteTextHash(File.Text.data(), File.Text.size())));
    });
  for (const RuleUse &Use : Uses)
    Text += ruleLine(M, Configured, Use);
  return Text;
}

void leaveRuleLines(Module &M, StringRef Lines) {
  if (!Lines.empty())
    addRecord(M, RuleLinesName, M.getSourceFileName(), moduleLine(M), Lines);
}

RuleLines takeRuleLines(Module &M, const Config &Configured) {
  RuleLines Taken;
  takeRecords(M, RuleLinesName, [&](const MDNode &Left) {
    if (textAt(Left, 0) == M.getSourceFileName())
      Taken.Own += textAt(Left, 2);
    else
      (Taken.OfFiles += textAt(Left, 1)) += textAt(Left, 2);
  });
  // The files have counted what each rule did.
  if (!Taken.OfFiles.empty())
    Taken.Own += ruleLines(M, Configured, {});
  return Taken;
}

/// False of a symbol that a list of leaves cannot hold.
static bool canBeTold(StringRef Symbol) {
  return csvText(Symbol) == Symbol && !Symbol.empty() && Symbol.front() != '#' &&
         Symbol.front() != '!' && all_of(Symbol, [](unsigned char C) { return C > ' '; });
}

static void addSymbols(json::OStream &Json, StringRef Field, ArrayRef<StringRef> Symbols) {
  Json.attributeArray(Field, [&] {
    for (StringRef Symbol : Symbols)
      Json.value(Symbol);
  });
}

/// How many of the first symbols one line may hold: as JSON they take twice their bytes
/// at most, and there is something beside them.
static size_t countInLine(ArrayRef<StringRef> Symbols) {
  constexpr size_t Most = 256, MostBytes = ALLOCSITE_INVENTORY_LINE_BYTES / 4;
  static_assert(ALLOCSITE_NAME_BYTES < MostBytes, "one always has room");
  size_t Count = 0, Bytes = 0;
  while (Count < Symbols.size() && Count < Most &&
         (Bytes += Symbols[Count].size()) <= MostBytes)
    ++Count;
  return Count;
}

/// Symbols that others define.
static std::string declarationLines(const Module &M) {
  std::vector<StringRef> Symbols;
  for (const Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty() && canBeTold(symbolOf(F)))
      Symbols.push_back(symbolOf(F));
  std::string Text;
  for (ArrayRef<StringRef> Left = Symbols; !Left.empty();) {
    ArrayRef<StringRef> Here = Left.take_front(countInLine(Left));
    Left = Left.drop_front(Here.size());
    Text += line(M, "declarations",
                 [&](json::OStream &Json) { addSymbols(Json, "symbols", Here); });
  }
  return Text;
}

/// Nothing where it may allocate anyway. What leads to more than some is hardly a leaf.
static std::optional<std::vector<StringRef>> leadsTo(const Function &F, const Callees &Reach) {
  auto Found = Reach.leadsTo(F);
  if (!Found)
    return std::nullopt;
  std::vector<StringRef> Symbols;
  for (const Function *Callee : *Found)
    Symbols.push_back(symbolOf(*Callee));
  return countInLine(Symbols) == Symbols.size() && all_of(Symbols, canBeTold)
             ? std::make_optional(Symbols)
             : std::nullopt;
}

std::string functionLines(const Module &M, const Callees &Reach) {
  std::string Text = declarationLines(M);
  auto add = [&](StringRef Symbol, const std::optional<std::vector<StringRef>> &Leads) {
    if (canBeTold(Symbol))
      Text += line(M, "function", [&](json::OStream &Json) {
        Json.attribute("symbol", Symbol);
        if (Leads)
          addSymbols(Json, "leads", *Leads);
      });
  };
  // `F` is what runs, as far as this module decides.
  auto addValue = [&](const GlobalValue &Of, const Function *F) {
    bool IsDecided = F && !Of.isInterposable() && !F->isInterposable();
    if (!Of.hasLocalLinkage() && !Of.isDeclarationForLinker())
      add(symbolOf(Of), IsDecided ? leadsTo(*F, Reach) : std::nullopt);
  };
  for (const Function &F : M)
    addValue(F, &F);
  for (const GlobalAlias &Alias : M.aliases())
    if (Alias.getValueType()->isFunctionTy())
      addValue(Alias, dyn_cast_or_null<Function>(Alias.getAliaseeObject()));
  for (const GlobalIFunc &IFunc : M.ifuncs())
    addValue(IFunc, nullptr);
  for (const std::string &Symbol : asmSymbols(M))
    add(Symbol, std::nullopt);
  return Text;
}

/// A weak function without a group is kept beside the other, and is left alone here: no C++.
static bool isShared(const Function &F) {
  return !F.isDeclarationForLinker() && !F.hasLocalLinkage() && F.hasComdat();
}

/// Gives each function of `Holders` that the linker may take from another object a second name,
/// and returns them, in the order of the module. Once all functions have their last names.
///
/// Each object that uses an inline function defines it, and the linker keeps one copy. If
/// that is of an object without the pass, the sites in it do not exist in the program. A
/// second name for the function, local to the object, tells whose copy was kept:
///
///     _Z2mki            weak    0x1180      both at one address: the copy was compiled
///     _Z2mki.counted    local   0x1180      with the pass
///
/// The linker drops the local name with the copy that it drops. Where it drops one function
/// of a group and not the other, as with constructors of gcc and of clang, the addresses
/// differ. A name in the table of symbols is not loaded with the program, and costs it
/// nothing.
///
/// Not in bitcode: the optimiser at the link would drop the second name.
static std::vector<const Function *> nameSharedCopies(Module &M, const SiteHolders &Holders) {
  std::vector<const Function *> Named;
  for (Function &F : M) {
    if (!isShared(F) || !Holders.count(F.getName().str()))
      continue;
    GlobalAlias::create(F.getValueType(), F.getAddressSpace(), GlobalValue::InternalLinkage,
                        F.getName() + ALLOCSITE_COUNTED_COPY, &F, &M);
    Named.push_back(&F);
  }
  return Named;
}

void writeInventory(Module &M, const std::string &Path, const RuleLines &Rules,
                    StringRef Functions, const DescriptorTables &Tables,
                    const SiteSizes &Sizes, const SiteHolders &Holders,
                    ArrayRef<RefusedCall> Refused) {
  if (Path.empty())
    return;
  Lines Of(M, Tables);
  Of.Text = Rules.OfFiles + moduleLine(M) + Rules.Own + Functions.str();
  for (const auto &[Record, Size] : Sizes)
    Of.addSite(Tables.Sites[Record], Size);
  for (uint32_t Record = 1; Record < Tables.CallSites.size(); ++Record)
    Of.addCall(Record);
  for (const RefusedCall &Call : Refused)
    Of.addRefusal(Call);
  if (!isOptimisedFurther(M))
    for (const Function *F : nameSharedCopies(M, Holders))
      if (canBeTold(symbolOf(*F)))
        Of.addSharedCopy(*F, Holders.at(F->getName().str()).getArrayRef());
  if (int Failure = append(Path, Of.Text))
    fail(M.getContext(), "inventory '" + Path + "': " + std::strerror(Failure));
}

} // namespace allocsite
