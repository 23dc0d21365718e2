//===- Diagnostics.cpp - What the pass says to the user ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "Compilation.h"
#include "llvm/ADT/StringExtras.h"
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
      : DiagnosticInfo(kindOf(Severity), Severity), Text(Text) {}

  void print(DiagnosticPrinter &Printer) const override { Printer << "allocsite: " << Text; }

private:
  /// rustc prints one kind as errors, which it counts, and one as warnings; of plugins' own it
  /// shows nothing, and goes on. It looks at the text alone.
  static int kindOf(DiagnosticSeverity Severity) {
    static const int Own = getNextAvailablePluginDiagnosticKind();
    if (!isRustc())
      return Own;
    return Severity == DS_Error ? DK_Unsupported : DK_Linker;
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
  // rustc ends at the first error.
  if (isRustc())
    return Ctx.diagnose(Message(DS_Error, join(Problems, "\nallocsite: ")));
  // Without a handler, as in opt, the first error ends the process. The context returns its
  // handler as const, but it is not.
  auto *Handler = const_cast<DiagnosticHandler *>(Ctx.getDiagHandlerPtr());
  for (const std::string &Text : Problems.drop_back())
    if (!Handler->handleDiagnostics(Message(DS_Error, Text)))
      errs() << "error: allocsite: " << Text << '\n';
  Ctx.diagnose(Message(DS_Error, Problems.back()));
}

} // namespace allocsite
