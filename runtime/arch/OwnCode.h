//===- OwnCode.h - Which code is the runtime's ------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who learns a stack (Stacks.h) begins in the runtime, and has to find the program's function
// that called it. All that the program calls to count, and all that lies between there and
// learnStack(), is in a section of its own, whose bounds the linker defines, or
// pass/embed/ObjectAsText.cpp. A source with such functions includes this after all others.
//
//===----------------------------------------------------------------------===//

#pragma clang section text = "allocsite_counts"
