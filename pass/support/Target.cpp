//===- Target.cpp - What a module becomes ------------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target.h"
#include "Compat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace allocsite {

bool isSharedCode(const Module &M) {
  return M.getPICLevel() != PICLevel::NotPIC && M.getPIELevel() == PIELevel::Default;
}

bool isOfRustc(const Module &M) {
  const NamedMDNode *Idents = M.getNamedMetadata("llvm.ident");
  return Idents && any_of(Idents->operands(), [](const MDNode *Ident) {
           auto *Text =
               Ident->getNumOperands() ? dyn_cast<MDString>(Ident->getOperand(0)) : nullptr;
           return Text && Text->getString().take_front(5) == "rustc";
         });
}

static constexpr StringLiteral FlagsOfLink[] = {"ThinLTO", "EnableSplitLTOUnit"};

/// For compilers that set none of these flags.
static constexpr StringLiteral MarkOfLink = "allocsite.optimised-further";

bool isOptimisedFurther(const Module &M) {
  return M.getNamedMetadata(MarkOfLink) ||
         any_of(FlagsOfLink, [&](StringRef Flag) { return M.getModuleFlag(Flag); });
}

void setOptimisedFurther(Module &M) { M.getOrInsertNamedMetadata(MarkOfLink); }

void setOptimisedNoFurther(Module &M) {
  for (StringRef Flag : FlagsOfLink)
    dropModuleFlag(M, Flag);
  if (NamedMDNode *Mark = M.getNamedMetadata(MarkOfLink))
    Mark->eraseFromParent();
}

// PassBuilder keeps its target machine to itself, in every LLVM. An explicit
// instantiation may name a private member ([temp.spec]), and a friend defined in it
// hands the member out.
TargetMachine *targetMachineOf(PassBuilder &Builder);

template <TargetMachine *PassBuilder::*Member> struct PrivateMember {
  friend TargetMachine *targetMachineOf(PassBuilder &Builder) { return Builder.*Member; }
};
template struct PrivateMember<&PassBuilder::TM>;

bool usesEmulatedTls(PassBuilder &Builder) {
  const TargetMachine *Machine = targetMachineOf(Builder);
  return Machine && Machine->useEmulatedTLS();
}

bool definesMain(const Module &M) {
  const Function *Main = M.getFunction("main");
  return Main && !Main->isDeclarationForLinker() && !Main->hasLocalLinkage();
}

} // namespace allocsite
