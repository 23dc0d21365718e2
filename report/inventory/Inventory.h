//===- Inventory.h - What the compiler saw, read back ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines of JSON that compilations have appended (docs/inventory.md). A module begins
// with a line of its own; where it was compiled again, its newest lines count. What two
// objects were made of is two modules.
//
// Like a log it is not trusted: lines are bounded, and so is what is kept of them.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_INVENTORY_INVENTORY_H
#define ALLOCSITE_REPORT_INVENTORY_INVENTORY_H

#include "allocsite/CsvText.h"
#include "read/ByteSource.h"
#include "support/NameTable.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace allocsite {

struct InventoryEntry {
  enum Kind {
    Site,
    LibrarySite, ///< In the C++ library: counted at the call into it.
    LibraryCall, ///< A call into the C++ library that may lead to one.
    WrapperCall, ///< A call of a function that a rule calls a wrapper.
    Refused,
  };
  Kind Of;
  NameId Place = NoName;
  NameId Function = NoName;
  NameId Allocator = NoName; ///< Refused: what is called. Of calls: NoName.
  NameId Reason = NoName;    ///< Refused: its key.
  uint32_t Level = 1;        ///< Least SKIP_HEAP_PROFILE whose log has it.
};

/// A rule, and what it did in one module.
struct InventoryRule {
  enum Origin {
    Table,         ///< Of the plugin.
    Source,        ///< An annotation.
    Configuration, ///< A file that the compilation was given.
  };
  Origin From;
  NameId File;               ///< As the compiler was told it.
  NameId Path;               ///< Configuration: absolute, as far as it is known; else File.
  uint64_t Line, Column;     ///< 0 where not known.
  NameId Rule, Words;        ///< "alloc:pool_alloc", "size=1 arena=0"
  uint64_t Functions, Calls; ///< For which it holds, and calls of these.
  uint64_t Shadowed;         ///< Functions on which later rules decide,
  NameId By;                 ///< as this one.
  uint64_t Misshapen;        ///< Functions of the name, with other parameters.
  NameId Nearest;            ///< The likeliest function, or NoName.
  uint64_t Distance;         ///< Of that: letters to change.
  bool Ineffective;          ///< It needs the source, which was not read.
};

/// A file of rules that a module was compiled with.
struct InventoryConfiguration {
  NameId File, Path; ///< As in InventoryRule.
  NameId Hash;       ///< allocSiteTextHash() of its text, in hexadecimal digits.
};

/// A function that holds sites, and of which the linker may take the copy of another object.
struct InventorySharedFunction {
  NameId Symbol;
  std::vector<NameId> Sites; ///< Places.
};

/// A function that other modules may call.
struct InventoryFunction {
  NameId Symbol;
  bool MayAllocate;          ///< Whatever those do that it leads to.
  std::vector<NameId> Leads; ///< Symbols; while none of them allocates, it does not.
};

struct InventoryModule {
  std::string Name, Directory;
  std::string Variant; ///< Its object or its macros; "" of a pass that told none.
  std::vector<InventoryEntry> Entries;
  std::vector<InventoryConfiguration> Configurations;
  std::vector<InventoryRule> Rules;
  std::vector<InventoryFunction> Functions;
  std::vector<InventorySharedFunction> SharedFunctions;
  std::vector<NameId> Declared; ///< Functions that it has no definition of.

  void clear();
  size_t lineCount() const {
    return Entries.size() + Configurations.size() + Rules.size() + Functions.size() +
           SharedFunctions.size() + Declared.size();
  }
};

/// The absolute path of \p File, if relative one of \p Directory. Links are followed
/// as far as they are still there.
std::string absolutePath(std::string_view Directory, std::string_view File);

class Inventory {
public:
  /// \p Names must outlive this.
  explicit Inventory(NameTable &Names) : Names(Names) {}

  /// Reads \p Source, called \p FileName in messages, to its end.
  MaybeError read(ByteSource &Source, const std::string &FileName);
  /// The same of a file; `-` is standard input.
  MaybeError readFile(const std::string &Path);

  /// In the order in which they came first.
  const std::vector<InventoryModule> &modules() const { return Modules; }
  std::vector<InventoryEntry> entries() const;

  static constexpr int FormatVersion = 1; ///< the newest that is read
  static constexpr size_t MaxLineBytes = ALLOCSITE_INVENTORY_LINE_BYTES;
  static constexpr size_t MaxLines = 100'000'000;

private:
  class Object;

  MaybeError readLine(std::string_view Line);
  MaybeError beginModule(const Object &Line, std::string_view Name);
  MaybeError addEntry(const Object &Line, InventoryEntry::Kind Of);
  MaybeError addConfiguration(const Object &Line);
  MaybeError addRule(const Object &Line);
  MaybeError addFunction(const Object &Line);
  MaybeError addSharedFunction(const Object &Line);
  MaybeError addDeclarations(const Object &Line);
  MaybeError intern(std::string_view Name, NameId &To);
  MaybeError internSymbol(std::string_view Symbol, NameId &To);
  MaybeError internSymbols(const Object &Line, const char *Field, std::vector<NameId> &To);
  MaybeError internText(const Object &Line, const char *Field, NameId &To);

  NameTable &Names;
  /// By directory, module and variant: an index of Modules.
  std::map<std::array<std::string, 3>, size_t> ModuleIndex;
  std::vector<InventoryModule> Modules;
  InventoryModule *Open = nullptr; ///< that is read
  size_t LineCount = 0;            ///< of all modules
};

} // namespace allocsite

#endif
