//===- State.cpp - What this process has decided --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of its own: beside the constructor of Start.cpp the compiler would leave an initialiser
// to the loader, which runs behind that.
//
//===----------------------------------------------------------------------===//
#include "State.h"

allocsite::RunState allocsite::TheState;
