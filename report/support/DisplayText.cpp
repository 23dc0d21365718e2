//===- DisplayText.cpp - Names made fit to be seen ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DisplayText.h"

#include <cstdint>
#include <fmt/format.h>
#include <iterator>

using namespace allocsite;

namespace {

constexpr std::string_view Ellipsis = "…";
constexpr std::string_view Replacement = "\xEF\xBF\xBD";

struct CodePoint {
  uint32_t Value;
  size_t Bytes; ///< at least 1, also where not valid
  bool Valid;
};

/// The first code point of \p Text, which is not empty. Overlong forms,
/// surrogates and values past U+10FFFF are not valid.
CodePoint decode(std::string_view Text) {
  constexpr CodePoint Invalid = {0xFFFD, 1, false};
  unsigned char First = Text[0];
  if (First < 0x80)
    return {First, 1, true};
  size_t Bytes = First >= 0xF0 ? 4 : First >= 0xE0 ? 3 : 2;
  if (First < 0xC2 || First > 0xF4 || Text.size() < Bytes)
    return Invalid;
  uint32_t Value = First & (0x7F >> Bytes);
  for (size_t I = 1; I != Bytes; ++I) {
    unsigned char C = Text[I];
    if ((C & 0xC0) != 0x80)
      return Invalid;
    Value = Value << 6 | (C & 0x3F);
  }
  if ((Bytes == 3 && Value < 0x800) || (Bytes == 4 && Value < 0x10000) || Value > 0x10FFFF ||
      (Value >= 0xD800 && Value <= 0xDFFF))
    return Invalid;
  return {Value, Bytes, true};
}

/// Bytes of printable ASCII at the start of \p Text: nearly all of most names.
size_t plainLength(std::string_view Text) {
  size_t Length = 0;
  while (Length != Text.size() && Text[Length] >= 0x20 && Text[Length] < 0x7F)
    ++Length;
  return Length;
}

/// True for characters that move the cursor or change the direction of text.
bool isControl(uint32_t C) {
  return C < 0x20 || (C >= 0x7F && C < 0xA0) || C == 0x061C || C == 0xFEFF ||
         (C >= 0x200E && C <= 0x200F) || (C >= 0x2028 && C <= 0x202E) ||
         (C >= 0x2066 && C <= 0x2069) || (C >= 0xE0000 && C <= 0xE007F);
}

size_t columns(uint32_t C) {
  if ((C >= 0x300 && C <= 0x36F) || (C >= 0x200B && C <= 0x200D) ||
      (C >= 0x20D0 && C <= 0x20FF) || (C >= 0xFE00 && C <= 0xFE0F))
    return 0;
  bool Wide = (C >= 0x1100 && C <= 0x115F) || (C >= 0x2E80 && C <= 0xA4CF) ||
              (C >= 0xAC00 && C <= 0xD7A3) || (C >= 0xF900 && C <= 0xFAFF) ||
              (C >= 0xFE30 && C <= 0xFE6F) || (C >= 0xFF00 && C <= 0xFF60) ||
              (C >= 0xFFE0 && C <= 0xFFE6) || (C >= 0x1F300 && C <= 0x1F64F) ||
              (C >= 0x1F900 && C <= 0x1F9FF) || (C >= 0x20000 && C <= 0x3FFFD);
  return Wide ? 2 : 1;
}

/// The longest start of \p Text that fits \p Width.
std::string_view fittingStart(std::string_view Text, size_t Width) {
  size_t Bytes = 0;
  while (Bytes != Text.size()) {
    CodePoint C = decode(Text.substr(Bytes));
    if (columns(C.Value) > Width)
      break;
    Width -= columns(C.Value);
    Bytes += C.Bytes;
  }
  return Text.substr(0, Bytes);
}

/// The longest end of \p Text that fits \p Width.
std::string_view fittingEnd(std::string_view Text, size_t Width) {
  size_t Surplus = displayWidth(Text);
  size_t Skip = 0;
  while (Surplus > Width) {
    CodePoint C = decode(Text.substr(Skip));
    Surplus -= columns(C.Value);
    Skip += C.Bytes;
  }
  return Text.substr(Skip);
}

} // namespace

bool allocsite::isValidUtf8(std::string_view Text) {
  for (;;) {
    Text.remove_prefix(plainLength(Text));
    if (Text.empty())
      return true;
    CodePoint C = decode(Text);
    if (!C.Valid)
      return false;
    Text.remove_prefix(C.Bytes);
  }
}

std::string allocsite::displayText(std::string_view Text) {
  std::string Shown;
  Shown.reserve(Text.size());
  for (;;) {
    size_t Plain = plainLength(Text);
    Shown += Text.substr(0, Plain);
    Text.remove_prefix(Plain);
    if (Text.empty())
      return Shown;
    CodePoint C = decode(Text);
    if (!C.Valid)
      Shown += Replacement;
    else if (!isControl(C.Value))
      Shown += Text.substr(0, C.Bytes);
    else if (C.Value == '\n')
      Shown += "\\n";
    else if (C.Value == '\t')
      Shown += "\\t";
    else
      fmt::format_to(std::back_inserter(Shown), C.Value < 0x80 ? "\\x{:02x}" : "\\u{{{:x}}}",
                     C.Value);
    Text.remove_prefix(C.Bytes);
  }
}

size_t allocsite::displayWidth(std::string_view Text) {
  size_t Width = 0;
  for (;;) {
    size_t Plain = plainLength(Text);
    Width += Plain;
    Text.remove_prefix(Plain);
    if (Text.empty())
      return Width;
    CodePoint C = decode(Text);
    Width += columns(C.Value);
    Text.remove_prefix(C.Bytes);
  }
}

std::string allocsite::shortenMiddle(std::string_view Text, size_t Width) {
  if (displayWidth(Text) <= Width)
    return std::string(Text);
  size_t Left = Width == 0 ? 0 : Width - 1;
  std::string Shown(fittingStart(Text, (Left + 1) / 2));
  Shown += Ellipsis;
  Shown += fittingEnd(Text, Left / 2);
  return Shown;
}

std::string allocsite::shortenStart(std::string_view Text, size_t Width) {
  if (displayWidth(Text) <= Width)
    return std::string(Text);
  std::string Shown(Ellipsis);
  Shown += fittingEnd(Text, Width == 0 ? 0 : Width - 1);
  return Shown;
}

std::string allocsite::wrapText(std::string_view Text, size_t Width, size_t Indent) {
  const size_t FirstIndent = std::min(Text.find_first_not_of(' '), Text.size());
  std::string Lines, Line(FirstIndent, ' ');
  size_t LineWidth = FirstIndent;
  Text.remove_prefix(FirstIndent);
  while (!Text.empty()) {
    std::string_view Word = Text.substr(0, Text.find(' '));
    Text.remove_prefix(std::min(Word.size() + 1, Text.size()));
    size_t WordWidth = displayWidth(Word);
    bool Begins = LineWidth <= (Lines.empty() ? FirstIndent : Indent);
    // Not LineWidth + 1 + WordWidth > Width, which wraps around where Width is SIZE_MAX.
    if (!Begins && (LineWidth >= Width || WordWidth >= Width - LineWidth)) {
      Lines += Line + '\n';
      Line = std::string(Indent, ' ');
      LineWidth = Indent;
      Begins = true;
    }
    if (!Begins) {
      Line += ' ';
      ++LineWidth;
    }
    Line += Word;
    LineWidth += WordWidth;
  }
  return Line.empty() ? Lines : Lines + Line + '\n';
}

std::vector<std::string> allocsite::linesOf(std::string_view Text) {
  std::vector<std::string> Lines;
  while (!Text.empty()) {
    Lines.emplace_back(Text.substr(0, Text.find('\n')));
    Text.remove_prefix(std::min(Lines.back().size() + 1, Text.size()));
  }
  return Lines;
}
