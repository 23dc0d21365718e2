//===- PhotoParser.cpp - From lines of text to photos on the arena --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function takes its part off the front of what is left of the input.
//
//===----------------------------------------------------------------------===//
#include "Photo.h"

#include <charconv>
#include <cstring>
#include <new>

Text copyText(ObStack &Arena, std::string_view From) {
  char *Data = static_cast<char *>(Arena.alloc(From.size() + 1));
  std::memcpy(Data, From.data(), From.size());
  Data[From.size()] = 0;
  return {Data, From.size()};
}

/// Takes what stands before \p Separator, and the separator, off \p Rest.
static std::string_view takeField(std::string_view &Rest, char Separator) {
  size_t Size = Rest.find(Separator);
  std::string_view Field = Rest.substr(0, Size);
  Rest.remove_prefix(Size == Rest.npos ? Rest.size() : Size + 1);
  return Field;
}

template <typename T>
static bool takeNumber(std::string_view &Rest, T &Result) {
  std::string_view Field = takeField(Rest, '\t');
  const char *End = Field.data() + Field.size();
  auto [Stop, Error] = std::from_chars(Field.data(), End, Result);
  return Error == std::errc() && Stop == End && !Field.empty();
}

/// Text and Tag are both 16 bytes: two sites of one size in one function.
static Tag *parseTag(ObStack &Arena, std::string_view Name, Tag *Next) {
  Text *Copy = new (Arena.alloc(sizeof(Text))) Text(copyText(Arena, Name));
  return new (Arena.alloc(sizeof(Tag))) Tag{Copy, Next};
}

static Tag *parseTags(ObStack &Arena, std::string_view List) {
  Tag *Tags = nullptr;
  while (!List.empty())
    Tags = parseTag(Arena, takeField(List, ','), Tags);
  return Tags;
}

/// Null where \p Line is not a record.
static Photo *parsePhoto(ObStack &Arena, std::string_view Line) {
  Photo Fields = {};
  if (!takeNumber(Line, Fields.Id))
    return nullptr;
  std::string_view Owner = takeField(Line, '\t');
  std::string_view Title = takeField(Line, '\t');
  if (!takeNumber(Line, Fields.Width) || !takeNumber(Line, Fields.Height))
    return nullptr;
  Fields.Owner = copyText(Arena, Owner);
  Fields.Title = copyText(Arena, Title);
  Fields.Tags = parseTags(Arena, Line);
  return new (Arena.alloc(sizeof(Photo))) Photo(Fields);
}

Photo *parsePhotos(ObStack &Arena, std::string_view Input) {
  Photo *First = nullptr;
  Photo **Last = &First;
  while (!Input.empty())
    if (Photo *P = parsePhoto(Arena, takeField(Input, '\n'))) {
      *Last = P;
      Last = &P->Next;
    }
  return First;
}
