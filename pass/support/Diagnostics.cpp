//===- Diagnostics.cpp - What the pass says to the user ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "Compilation.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace allocsite {

namespace {

class Message : public DiagnosticInfo {
public:
  Message(DiagnosticSeverity Severity, const Twine &Text)
      : DiagnosticInfo(kind(), Severity), Text(Text) {}

  void print(DiagnosticPrinter &Printer) const override { Printer << "allocsite: " << Text; }

private:
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  const Twine &Text;
};

} // namespace

void warn(LLVMContext &Ctx, const Twine &Text) {
  Ctx.diagnose(Message(warningsAreErrors() ? DS_Remark : DS_Warning, Text));
}

void fail(LLVMContext &Ctx, ArrayRef<std::string> Problems) {
  if (Problems.empty())
    return;
  // Without a handler, as in opt, the first error ends the process. The context returns its
  // handler as const, but it is not.
  auto *Handler = const_cast<DiagnosticHandler *>(Ctx.getDiagHandlerPtr());
  for (const std::string &Text : Problems.drop_back())
    if (!Handler->handleDiagnostics(Message(DS_Error, Text)))
      errs() << "error: allocsite: " << Text << '\n';
  Ctx.diagnose(Message(DS_Error, Problems.back()));
}

} // namespace allocsite
