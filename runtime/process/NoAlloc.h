//===- NoAlloc.h - What is allocated where nothing must be ------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass lets functions that must not allocate say when they begin and end
// (pass/marks/NoAlloc.h). With the option no-alloc= a thread is hooked in between (Pause.h),
// so each allocation below comes by here, by whatever calls it was reached.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_PROCESS_NOALLOC_H
#define ALLOCSITE_RUNTIME_PROCESS_NOALLOC_H

namespace allocsite {

/// Does what no-alloc= says. Call at start-up.
void startNoAlloc();

/// Such a function begins on the calling thread, or ends. Returns 0 or an errno value.
long enterNoAlloc(bool Begins);

} // namespace allocsite

#endif
