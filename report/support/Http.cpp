//===- Http.cpp - Loads the library that speaks HTTP ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Http.h"

#include "DisplayText.h"
#include "Message.h"

#include <dlfcn.h>
#include <fstream>
#include <sys/stat.h>

using namespace allocsite;

Expected<std::string> allocsite::readToken(const std::string &File) {
  std::ifstream Stream(File);
  std::string Token;
  if (!std::getline(Stream, Token) || Token.empty())
    return Error{displayText(File) + ": no token in its first line"};
  if (struct stat Its; ::stat(File.c_str(), &Its) == 0 && Its.st_mode & 0077)
    printWarning(displayText(File) + ": other users may read it (chmod 600)");
  return Token;
}

Expected<const HttpLibrary *> allocsite::httpLibrary(const std::string &From) {
  static const HttpLibrary *Loaded = nullptr;
  if (Loaded)
    return Loaded;
  const std::string Path = From + "/allocsite/liballocsite-http.so";
  // Never unloaded: its threads may still run.
  void *Library = ::dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return Error{::dlerror()};
  Loaded = static_cast<const HttpLibrary *>(::dlsym(Library, "allocsiteHttpLibrary"));
  if (!Loaded)
    return Error{Path + ": it is of another version"};
  return Loaded;
}
