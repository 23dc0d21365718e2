//===- main.cpp - A JSON document in RapidJSON's pool ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     json FILE ROUNDS
//
// Reads FILE and parses it into a DOM, ROUNDS times.
//
// RapidJSON 1.1 has a body that no clang from 19 on accepts, in a function that
// nothing calls: -fdelayed-template-parsing passes over it.
//
//===----------------------------------------------------------------------===//
#include <rapidjson/document.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

static uint64_t countValues(const rapidjson::Value &V) {
  uint64_t Sum = 1;
  if (V.IsArray())
    for (const rapidjson::Value &Element : V.GetArray())
      Sum += countValues(Element);
  if (V.IsObject())
    for (const auto &Member : V.GetObject())
      Sum += countValues(Member.value);
  return Sum;
}

static uint64_t parse(const std::string &Text) {
  rapidjson::Document Doc;
  Doc.Parse(Text.data(), Text.size());
  if (Doc.HasParseError()) {
    std::fprintf(stderr, "json: error: not JSON at %zu\n", Doc.GetErrorOffset());
    std::exit(1);
  }
  return countValues(Doc);
}

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    std::fputs("usage: json FILE ROUNDS\n", stderr);
    return 2;
  }
  std::ifstream In(Argv[1]);
  std::string Text{std::istreambuf_iterator<char>(In), {}};
  uint64_t Values = 0;
  for (int I = 0; I < std::atoi(Argv[2]); ++I)
    Values += parse(Text);
  std::printf("%" PRIu64 " values\n", Values);
}
