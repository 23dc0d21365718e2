//===- JsonObject.h - Reads one object of JSON ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_JSONOBJECT_H
#define ALLOCSITE_REPORT_SUPPORT_JSONOBJECT_H

#include "profile/Expected.h"

#include <fmt/format.h>
#include <map>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <set>

namespace allocsite {

/// The texts, whole numbers, lists of texts and lists of objects with texts of one JSON object; skips
/// all other fields.
class JsonObject : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, JsonObject> {
public:
  /// Reads all of \p Text. Iterative, so that deep nesting cannot overflow the stack.
  template <unsigned Flags = 0> rapidjson::ParseResult read(std::string_view Text) {
    rapidjson::MemoryStream Stream(Text.data(), Text.size());
    constexpr unsigned All = rapidjson::kParseIterativeFlag | Flags;
    return rapidjson::Reader().Parse<All>(Stream, *this);
  }

  /// The text of a field, which must be there.
  Expected<std::string_view> text(const char *Field) const {
    auto Found = Texts.find(Field);
    if (Found == Texts.end())
      return Error{fmt::format("no text \"{}\"", Field)};
    return std::string_view(Found->second);
  }
  std::optional<int64_t> number(const char *Field) const {
    auto Found = Numbers.find(Field);
    return Found == Numbers.end() ? std::optional<int64_t>() : Found->second;
  }
  /// Null if the field is missing.
  const std::vector<std::string> *texts(const char *Field) const {
    auto Found = Lists.find(Field);
    return Found == Lists.end() ? nullptr : &Found->second;
  }
  /// The texts of each object of a list, by their fields; none if the field is missing.
  std::vector<std::map<std::string, std::string>> objects(const char *Field) const {
    auto Found = Objects.find(Field);
    return Found == Objects.end() ? std::vector<std::map<std::string, std::string>>()
                                  : Found->second;
  }
  /// True if a list has elements other than texts.
  bool isMixed(const char *Field) const { return Mixed.count(Field); }
  /// 0 if the field is missing or negative.
  uint64_t count(const char *Field) const {
    return std::max<int64_t>(number(Field).value_or(0), 0);
  }

  // Called by the JSON reader; false stops it.
  bool Default() { return other(); }
  bool Key(const char *Name, rapidjson::SizeType Size, bool) {
    if (Depth == 1)
      Field.assign(Name, Size);
    else if (Depth == 3)
      Inner.assign(Name, Size);
    return true;
  }
  bool String(const char *Value, rapidjson::SizeType Size, bool) {
    if (Depth == 1)
      Texts[Field].assign(Value, Size);
    else if (Depth == 2 && List)
      List->emplace_back(Value, Size);
    else if (Depth == 3 && InObject)
      Objects[Field].back()[Inner].assign(Value, Size);
    return Depth > 0;
  }
  bool Int(int Value) { return whole(Value); }
  bool Uint(unsigned Value) { return whole(Value); }
  bool Int64(int64_t Value) { return whole(Value); }
  bool StartObject() {
    other();
    if (Depth == 2 && List) {
      Objects[Field].emplace_back();
      InObject = true;
    }
    return ++Depth > 0;
  }
  bool EndObject(rapidjson::SizeType) {
    InObject &= Depth != 3;
    return Depth-- > 0;
  }
  bool StartArray() {
    if (Depth == 1)
      List = &Lists[Field];
    return other() && Depth++ > 0;
  }
  bool EndArray(rapidjson::SizeType) {
    if (--Depth == 1)
      List = nullptr;
    return true;
  }

private:
  bool whole(int64_t Value) {
    if (Depth == 1)
      Numbers[Field] = Value;
    return other();
  }
  /// Handles a value that is no text; false outside of an object.
  bool other() {
    if (Depth == 2 && List)
      Mixed.insert(Field);
    return Depth > 0;
  }

  unsigned Depth = 0;
  std::string Field, Inner;
  bool InObject = false; ///< Of a list.
  std::map<std::string, std::vector<std::map<std::string, std::string>>> Objects;
  std::map<std::string, std::string> Texts;
  std::map<std::string, int64_t> Numbers;
  std::map<std::string, std::vector<std::string>> Lists;
  std::vector<std::string> *List = nullptr; ///< The list being read.
  std::set<std::string> Mixed;              ///< Lists with elements other than texts.
};

} // namespace allocsite

#endif
