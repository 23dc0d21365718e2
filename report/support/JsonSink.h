//===- JsonSink.h - Streams JSON ------------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_JSONSINK_H
#define ALLOCSITE_REPORT_SUPPORT_JSONSINK_H

#include "ByteSink.h"

#include <rapidjson/writer.h>

namespace allocsite {

/// A RapidJSON output stream over a ByteSink. Call Flush() at the end.
class JsonStream {
public:
  using Ch = char;
  explicit JsonStream(ByteSink &To) : To(To) {}

  void Put(char C) {
    if (BreaksLine && C != ',')
      Bytes += '\n';
    Bytes += C;
    if (BreaksLine && C == ',')
      Bytes += '\n';
    BreaksLine = false;
    if (Bytes.size() >= 4096)
      Flush();
  }
  void breakLine() { BreaksLine = true; }
  void Flush() {
    To.write(Bytes);
    Bytes.clear();
  }

private:
  ByteSink &To;
  std::string Bytes;
  bool BreaksLine = false; ///< break the line before the next character, or after a comma
};

/// Texts must be valid UTF-8.
class JsonSink : public rapidjson::Writer<JsonStream> {
public:
  explicit JsonSink(ByteSink &To) : Writer(Stream), Stream(To) {}

  void text(std::string_view Text) { String(Text.data(), rapidjson::SizeType(Text.size())); }
  void field(const char *Name, std::string_view Text) {
    Key(Name);
    text(Text);
  }
  void field(const char *Name, uint64_t Number) {
    Key(Name);
    Uint64(Number);
  }
  void null(const char *Name) {
    Key(Name);
    Null();
  }
  /// \p Number must be a JSON number.
  void number(const char *Name, const std::string &Number) {
    Key(Name);
    RawValue(Number.data(), Number.size(), rapidjson::kNumberType);
  }
  void startArray(const char *Name) {
    Key(Name);
    StartArray();
  }
  void startObject(const char *Name) {
    Key(Name);
    StartObject();
  }
  /// Starts a new line before the next value, so that files can be compared by lines.
  void line() { Stream.breakLine(); }
  /// Ends the line, after all else.
  void finish() {
    Stream.Put('\n');
    Stream.Flush();
  }

private:
  JsonStream Stream;
};

} // namespace allocsite

#endif
