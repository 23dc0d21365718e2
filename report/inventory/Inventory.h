//===- Inventory.h - Reads the inventory that the compiler writes ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilations append lines of JSON (docs/inventory.md). Each module begins with a line
// of its own; if it was compiled again, its newest lines count. A source that was
// compiled into two objects is two modules.
//
// Like a log it is not trusted: the length of lines and the memory they take are bounded.
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

class JsonObject;

struct InventoryEntry {
  enum Kind {
    Site,
    LibrarySite, ///< In the C++ library: counted at the call into it.
    LibraryCall, ///< A call into the C++ library that may lead to such a site.
    WrapperCall, ///< A call of a function that a wrapper: rule names.
    Refused,
  };
  Kind Of;
  NameId Place = NoName;
  NameId Function = NoName;
  NameId Allocator = NoName; ///< Refused: the callee. LibraryCall, WrapperCall: NoName.
  NameId Reason = NoName;    ///< Refused: its key.
  uint32_t Level = 1;        ///< Lowest SKIP_HEAP_PROFILE whose log has it.
};

/// A rule and its effect in one module.
struct InventoryRule {
  enum Origin {
    Table,         ///< The plugin's own table.
    Source,        ///< An annotation.
    Configuration, ///< A file that the compilation was given.
  };
  Origin From;
  NameId File;               ///< As on the compiler's command line.
  NameId Path;               ///< Configuration: absolute, if known; otherwise File.
  uint64_t Line, Column;     ///< 0 where not known.
  NameId Rule, Words;        ///< "alloc:pool_alloc", "size=1 arena=0"
  uint64_t Functions, Calls; ///< Functions to which it applies, and calls of them.
  uint64_t Shadowed;         ///< Functions for which a later rule wins,
  NameId By;                 ///< and one such rule.
  uint64_t Misshapen;        ///< Functions of that name with other parameters.
  NameId Nearest;            ///< The function probably meant, or NoName.
  uint64_t Distance;         ///< Edit distance to Nearest.
  bool Ineffective;          ///< It needs the source, which was not read.
};

/// A file of rules that a module was compiled with.
struct InventoryConfiguration {
  NameId File, Path; ///< As in InventoryRule.
  NameId Hash;       ///< allocSiteTextHash() of its text, in hexadecimal digits.
};

/// A function with sites for which the linker may take the copy of another object.
struct InventorySharedFunction {
  NameId Symbol;
  std::vector<NameId> Sites; ///< Places.
};

/// A function that other modules may call.
struct InventoryFunction {
  NameId Symbol;
  bool MayAllocate;          ///< It may allocate itself, whatever its callees do.
  std::vector<NameId> Leads; ///< Symbols it may call. If none allocates, it does not either.
};

struct InventoryModule {
  std::string Name, Directory;
  std::string Variant; ///< Its object or its macros; "" if the pass wrote none.
  std::vector<InventoryEntry> Entries;
  std::vector<InventoryConfiguration> Configurations;
  std::vector<InventoryRule> Rules;
  std::vector<InventoryFunction> Functions;
  std::vector<InventorySharedFunction> SharedFunctions;
  std::vector<NameId> Declared; ///< Functions that it only declares.

  void clear();
  size_t lineCount() const {
    return Entries.size() + Configurations.size() + Rules.size() + Functions.size() +
           SharedFunctions.size() + Declared.size();
  }
};

/// The absolute path of \p File, which may be relative to \p Directory. Follows links as
/// far as they still exist.
std::string absolutePath(std::string_view Directory, std::string_view File);

class Inventory {
public:
  /// \p Names must outlive this.
  explicit Inventory(NameTable &Names) : Names(Names) {}

  /// Reads \p Source, called \p FileName in messages, to its end.
  MaybeError read(ByteSource &Source, const std::string &FileName);
  /// Reads the file \p Path; `-` is standard input.
  MaybeError readFile(const std::string &Path);

  /// The modules, in the order in which they first appeared.
  const std::vector<InventoryModule> &modules() const { return Modules; }
  std::vector<InventoryEntry> entries() const;

  static constexpr int FormatVersion = 1; ///< the newest version that can be read
  static constexpr size_t MaxLineBytes = ALLOCSITE_INVENTORY_LINE_BYTES;
  static constexpr size_t MaxLines = 100'000'000;

private:
  MaybeError readLine(std::string_view Line);
  MaybeError beginModule(const JsonObject &Line, std::string_view Name);
  MaybeError addEntry(const JsonObject &Line, InventoryEntry::Kind Of);
  MaybeError addConfiguration(const JsonObject &Line);
  MaybeError addRule(const JsonObject &Line);
  MaybeError addFunction(const JsonObject &Line);
  MaybeError addSharedFunction(const JsonObject &Line);
  MaybeError addDeclarations(const JsonObject &Line);
  MaybeError intern(std::string_view Name, NameId &To);
  MaybeError internSymbol(std::string_view Symbol, NameId &To);
  MaybeError internList(const JsonObject &Line, const char *Field,
                        MaybeError (Inventory::*Intern)(std::string_view, NameId &),
                        std::vector<NameId> &To);
  MaybeError internText(const JsonObject &Line, const char *Field, NameId &To);

  NameTable &Names;
  /// By directory, module and variant: an index of Modules.
  std::map<std::array<std::string, 3>, size_t> ModuleIndex;
  std::vector<InventoryModule> Modules;
  InventoryModule *Open = nullptr; ///< the module being read
  size_t LineCount = 0;            ///< of all modules
};

} // namespace allocsite

#endif
