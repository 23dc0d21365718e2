//===- Pause.cpp - Threads stop counting, and go on -----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Pause.h"

uint32_t allocsite::Detours;
uint32_t allocsite::Pauses;
