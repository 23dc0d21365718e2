//===- StaticProgram.h - Whether the program is static ----------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_INTERPOSE_STATICPROGRAM_H
#define ALLOCSITE_RUNTIME_INTERPOSE_STATICPROGRAM_H

#include <link.h>
#include <sys/auxv.h>

namespace allocsite {

/// Static programs have no program interpreter. Any thread.
inline bool isStaticProgram() {
  const ElfW(Phdr) *Headers = reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR));
  unsigned long Count = getauxval(AT_PHNUM);
  if (!Headers)
    return false;
  for (unsigned long I = 0; I < Count; ++I)
    if (Headers[I].p_type == PT_INTERP)
      return false;
  return true;
}

} // namespace allocsite

#endif
