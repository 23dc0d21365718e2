//===- BuildId.h - Whether two libraries are of one build -------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AllocSite.so holds the build ids of the plugins that it opens:
//
//   PLUGIN("AllocSite-19.so", "8b1f…")   in PluginIds.inc, which ListPlugins.cmake writes
//
// So its bytes change with theirs. A cache of objects looks at the file that -fplugin=
// names and not at what that opens; an upgrade would be given objects of the older pass.
// So that this holds, a plugin with another id is refused.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_LOADER_BUILDID_H
#define ALLOCSITE_PASS_LOADER_BUILDID_H

namespace allocsite {

/// Whether the loaded library that Symbol lies in has the build id that is listed for
/// Name, the name of its file; false where none is listed. Stripping keeps the id.
bool isOfThisBuild(const void *Symbol, const char *Name);

} // namespace allocsite

#endif
