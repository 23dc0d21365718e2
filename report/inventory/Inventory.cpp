//===- Inventory.cpp - What the compiler saw, read back -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inventory.h"

#include "support/DisplayText.h"
#include "support/JsonObject.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <rapidjson/error/en.h>

using namespace allocsite;

namespace {

/// Lines of a source, at most Inventory::MaxLineBytes long.
class LineReader {
public:
  explicit LineReader(ByteSource &Source) : Source(Source) {}

  /// Advances to the next line; false at the end of the input.
  Expected<bool> next();
  std::string_view text() const { return Line; }
  uint64_t number() const { return Number; }
  /// The input ends within the line.
  bool isUnterminated() const { return Unterminated; }

private:
  ByteSource &Source;
  std::string Buffer; ///< From Begin on: bytes read but not yet returned.
  size_t Begin = 0;
  std::string_view Line;
  uint64_t Number = 0;
  bool AtEnd = false, Unterminated = false;
};

Expected<bool> LineReader::next() {
  size_t Scanned = Begin;
  ++Number;
  for (;;) {
    size_t End = Buffer.find('\n', Scanned);
    if (End != std::string::npos) {
      Line = std::string_view(Buffer).substr(Begin, End - Begin);
      Begin = End + 1;
      return true;
    }
    if (AtEnd) {
      Line = std::string_view(Buffer).substr(Begin);
      Begin = Buffer.size();
      Unterminated = !Line.empty();
      return Unterminated;
    }
    Buffer.erase(0, Begin);
    Begin = 0;
    Scanned = Buffer.size();
    if (Scanned > Inventory::MaxLineBytes)
      return Error{fmt::format("a line of more than {} MiB", Inventory::MaxLineBytes >> 20)};
    constexpr size_t Step = 64 * 1024;
    Buffer.resize(Scanned + Step);
    auto Got = Source.read(Buffer.data() + Scanned, Step);
    if (!Got)
      return Got.error();
    Buffer.resize(Scanned + *Got);
    AtEnd = *Got == 0;
  }
}

std::optional<InventoryEntry::Kind> kindOf(std::string_view Word) {
  for (auto [Known, Kind] : {std::pair("site", InventoryEntry::Site),
                             {"library-site", InventoryEntry::LibrarySite},
                             {"library-call", InventoryEntry::LibraryCall},
                             {"wrapper-call", InventoryEntry::WrapperCall},
                             {"refusal", InventoryEntry::Refused}})
    if (Word == Known)
      return Kind;
  return {};
}

MaybeError checkVersion(std::optional<int64_t> Version) {
  if (!Version || *Version < 1)
    return Error{"no \"version\": is this an inventory?"};
  if (*Version > Inventory::FormatVersion)
    return Error{fmt::format("format version {} is newer than this tool reads "
                             "(up to {})",
                             *Version, Inventory::FormatVersion)};
  return {};
}

} // namespace

std::string allocsite::absolutePath(std::string_view Directory, std::string_view File) {
  std::error_code Failure;
  auto Path = std::filesystem::path(Directory) / File;
  auto Real = std::filesystem::weakly_canonical(Path, Failure);
  return (Failure ? Path.lexically_normal() : Real).string();
}

MaybeError Inventory::readLine(std::string_view Text) {
  JsonObject Line;
  auto Result = Line.read<rapidjson::kParseValidateEncodingFlag>(Text);
  if (Result.Code() == rapidjson::kParseErrorTermination)
    return Error{"a line is to be an object"};
  if (Result.IsError())
    return Error{fmt::format("column {}: {}", Result.Offset() + 1,
                             rapidjson::GetParseError_En(Result.Code()))};
  if (auto Failure = checkVersion(Line.number("version")))
    return Failure;
  auto Kind = Line.text("kind"), Module = Line.text("module");
  if (!Kind || !Module)
    return Kind ? Module.error() : Kind.error();
  if (*Kind == "module")
    return beginModule(Line, *Module);
  auto Entry = kindOf(*Kind);
  bool IsRule = *Kind == "rule", IsConfiguration = *Kind == "configuration",
       IsFunction = *Kind == "function", IsShared = *Kind == "shared-function",
       IsDeclarations = *Kind == "declarations";
  if (!Entry && !IsRule && !IsConfiguration && !IsFunction && !IsShared && !IsDeclarations)
    return {}; // an unknown kind of line from a newer pass
  if (!Open || *Module != Open->Name)
    return Error{
        fmt::format("a line of module \"{}\", which has not begun", displayText(*Module))};
  if (++LineCount > MaxLines)
    return Error{"more lines than this tool can keep"};
  return IsRule            ? addRule(Line)
         : IsConfiguration ? addConfiguration(Line)
         : IsFunction      ? addFunction(Line)
         : IsShared        ? addSharedFunction(Line)
         : IsDeclarations  ? addDeclarations(Line)
                           : addEntry(Line, *Entry);
}

void InventoryModule::clear() {
  Entries.clear();
  Configurations.clear();
  Rules.clear();
  Functions.clear();
  SharedFunctions.clear();
  Declared.clear();
}

MaybeError Inventory::beginModule(const JsonObject &Line, std::string_view Name) {
  auto Directory = Line.text("directory");
  if (!Directory)
    return Directory.error();
  std::string Variant;
  if (auto Value = Line.text("variant"))
    Variant = *Value;
  InventoryModule Module{
      std::string(Name), std::string(*Directory), Variant, {}, {}, {}, {}, {}, {}};
  auto [Known, New] =
      ModuleIndex.try_emplace({Module.Directory, Module.Name, Module.Variant}, Modules.size());
  if (New)
    Modules.push_back(std::move(Module));
  Open = &Modules[Known->second];
  LineCount -= Open->lineCount();
  Open->clear();
  return {};
}

MaybeError Inventory::intern(std::string_view Name, NameId &To) {
  auto Id = Names.intern(Name);
  if (!Id)
    return Error{"more names than this tool can keep"};
  To = *Id;
  return {};
}

/// Interns a symbol; an error unless it can stand on a line of a leaf list.
MaybeError Inventory::internSymbol(std::string_view Symbol, NameId &To) {
  bool IsOne =
      !Symbol.empty() && Symbol[0] != '#' && Symbol[0] != '!' &&
      std::all_of(Symbol.begin(), Symbol.end(), [](unsigned char C) { return C > ' '; });
  return IsOne ? intern(Symbol, To)
               : Error{fmt::format("\"{}\" is no symbol", displayText(Symbol))};
}

/// Appends the texts of a list, which must be there.
MaybeError Inventory::internList(const JsonObject &Line, const char *Field,
                                 MaybeError (Inventory::*Intern)(std::string_view, NameId &),
                                 std::vector<NameId> &To) {
  const std::vector<std::string> *Texts = Line.texts(Field);
  if (!Texts || Line.isMixed(Field))
    return Error{fmt::format("no list of texts \"{}\"", Field)};
  for (const std::string &Text : *Texts) {
    NameId Id;
    if (auto Failure = (this->*Intern)(Text, Id))
      return Failure;
    To.push_back(Id);
  }
  return {};
}

MaybeError Inventory::internText(const JsonObject &Line, const char *Field, NameId &To) {
  auto Value = Line.text(Field);
  return Value ? intern(*Value, To) : Value.error();
}

MaybeError Inventory::addEntry(const JsonObject &Line, InventoryEntry::Kind Of) {
  InventoryEntry Entry{Of};
  bool IsRefused = Of == InventoryEntry::Refused;
  bool IsCall = Of == InventoryEntry::LibraryCall || Of == InventoryEntry::WrapperCall;
  struct {
    const char *Name;
    NameId *To;
  } Fields[] = {
      {"site", &Entry.Place},
      {"function", &Entry.Function},
      {IsRefused ? "callee" : "allocator", IsCall ? nullptr : &Entry.Allocator},
      {"reason", IsRefused ? &Entry.Reason : nullptr},
  };
  for (auto &Field : Fields)
    if (Field.To)
      if (auto Failure = internText(Line, Field.Name, *Field.To))
        return Failure;
  Entry.Level = std::clamp<uint64_t>(Line.count("level"), 1, UINT32_MAX);
  Open->Entries.push_back(Entry);
  return {};
}

MaybeError Inventory::addConfiguration(const JsonObject &Line) {
  InventoryConfiguration Of{};
  if (auto Failure = internText(Line, "file", Of.File))
    return Failure;
  if (auto Failure = internText(Line, "hash", Of.Hash))
    return Failure;
  std::string Path = absolutePath(Open->Directory, Names[Of.File]);
  if (auto Failure = intern(Path, Of.Path))
    return Failure;
  Open->Configurations.push_back(Of);
  return {};
}

MaybeError Inventory::addRule(const JsonObject &Line) {
  auto From = Line.text("from");
  if (!From)
    return From.error();
  InventoryRule Of{};
  Of.From = *From == "table"    ? InventoryRule::Table
            : *From == "source" ? InventoryRule::Source
                                : InventoryRule::Configuration;
  for (auto [Field, To] : {std::pair("file", &Of.File), std::pair("rule", &Of.Rule),
                           std::pair("words", &Of.Words)})
    if (auto Failure = internText(Line, Field, *To))
      return Failure;
  for (auto [Field, To] : {std::pair("by", &Of.By), std::pair("nearest", &Of.Nearest)})
    if (auto Value = Line.text(Field))
      if (auto Failure = intern(*Value, *To))
        return Failure;
  Of.Path = Of.File;
  for (const InventoryConfiguration &Each : Open->Configurations)
    if (Of.From == InventoryRule::Configuration && Each.File == Of.File)
      Of.Path = Each.Path;
  Of.Line = Line.count("line");
  Of.Column = Line.count("column");
  Of.Functions = Line.count("functions");
  Of.Calls = Line.count("calls");
  Of.Shadowed = Line.count("shadowed");
  Of.Misshapen = Line.count("misshapen");
  Of.Distance = Line.count("distance");
  Of.Ineffective = Line.count("ineffective");
  Open->Rules.push_back(Of);
  return {};
}

MaybeError Inventory::addFunction(const JsonObject &Line) {
  InventoryFunction Of{NoName, /*MayAllocate=*/!Line.texts("leads"), {}};
  auto Symbol = Line.text("symbol");
  if (!Symbol)
    return Symbol.error();
  if (auto Failure = internSymbol(*Symbol, Of.Symbol))
    return Failure;
  if (!Of.MayAllocate)
    if (auto Failure = internList(Line, "leads", &Inventory::internSymbol, Of.Leads))
      return Failure;
  Open->Functions.push_back(std::move(Of));
  return {};
}

MaybeError Inventory::addSharedFunction(const JsonObject &Line) {
  InventorySharedFunction Of{};
  auto Symbol = Line.text("symbol");
  if (!Symbol)
    return Symbol.error();
  if (auto Failure = internSymbol(*Symbol, Of.Symbol))
    return Failure;
  if (auto Failure = internList(Line, "sites", &Inventory::intern, Of.Sites))
    return Failure;
  Open->SharedFunctions.push_back(std::move(Of));
  return {};
}

MaybeError Inventory::addDeclarations(const JsonObject &Line) {
  const size_t Before = Open->Declared.size();
  if (auto Failure = internList(Line, "symbols", &Inventory::internSymbol, Open->Declared))
    return Failure;
  LineCount += Open->Declared.size() - Before - 1; // Counts each symbol as a line.
  return {};
}

MaybeError Inventory::readFile(const std::string &Path) {
  auto Input = InputFile::open(Path);
  return Input ? read(*Input, Path == "-" ? "<stdin>" : Path) : Input.error();
}

MaybeError Inventory::read(ByteSource &Source, const std::string &FileName) {
  LineReader Lines(Source);
  Open = nullptr;
  auto At = [&](const Error &Failure) {
    return Error{
        fmt::format("{}:{}: {}", displayText(FileName), Lines.number(), Failure.What)};
  };
  for (;;) {
    auto More = Lines.next();
    if (!More)
      return At(More.error());
    if (!*More)
      return {};
    if (Lines.text().empty())
      continue;
    if (Lines.isUnterminated())
      return At({"the last line has no end: is the file cut short?"});
    if (auto Failure = readLine(Lines.text()))
      return At(*Failure);
  }
}

std::vector<InventoryEntry> Inventory::entries() const {
  std::vector<InventoryEntry> All;
  for (const auto &Module : Modules)
    All.insert(All.end(), Module.Entries.begin(), Module.Entries.end());
  return All;
}
