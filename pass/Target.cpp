//===- Target.cpp - Which targets can be counted on -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"
#include "Compat.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace allocsite {

namespace {

class UnsupportedTarget : public DiagnosticInfo {
public:
  explicit UnsupportedTarget(std::string Name)
      : DiagnosticInfo(kind(), DS_Warning), Name(std::move(Name)) {}

  void print(DiagnosticPrinter &Printer) const override {
    Printer << "allocsite: target '" << Name
            << "' is not supported (x86_64-linux is); its code is left as it "
               "is and not counted";
  }

private:
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  std::string Name;
};

} // namespace

bool isSupportedTarget(Module &M) {
  std::string Name = tripleOf(M);
  Triple Target(Name);
  if (Name.empty() ||
      (Target.getArch() == Triple::x86_64 && Target.isOSLinux() &&
       Target.isOSBinFormatELF() && !Target.isX32()))
    return true;
  M.getContext().diagnose(UnsupportedTarget(Name));
  return false;
}

bool isSharedCode(const Module &M) {
  return M.getPICLevel() != PICLevel::NotPIC &&
         M.getPIELevel() == PIELevel::Default;
}

} // namespace allocsite
