//===- Json.cpp - Text as JSON wants it -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Json.h"

#include <fmt/format.h>
#include <iterator>

std::string allocsite::jsonString(std::string_view Text) {
  std::string Quoted = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      (Quoted += '\\') += C;
    else if (static_cast<unsigned char>(C) < 0x20)
      fmt::format_to(std::back_inserter(Quoted), "\\u{:04x}", unsigned(C));
    else
      Quoted += C;
  }
  return Quoted += '"';
}
