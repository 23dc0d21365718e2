//===- Annotation.h - Notes that the optimiser carries along ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A note is a call of `llvm.var.annotation`: it costs the inliner nothing, is kept
// with the code around it, executed as often as that, and vanishes in code
// generation. A label, a global of the module, tells ours from others'.
//
// A note with a value is a call of `llvm.annotation`, and the same in all else. It
// stands for a number that is known when the last stage puts one in its place.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_MARKS_ANNOTATION_H
#define ALLOCSITE_PASS_MARKS_ANNOTATION_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <optional>

namespace allocsite {

/// A kind of note, by the name of its label.
class Annotation {
public:
  explicit constexpr Annotation(const char *Label) : Label(Label) {}

  /// Emits a note that holds `Payload`, an i64, and `Number`; and a pointer, if one is
  /// given, which then escapes; and another one. Two notes are never merged into one.
  void emit(llvm::IRBuilder<> &Builder, llvm::Value *Payload, unsigned Number,
            llvm::Value *Pointer = nullptr, llvm::Value *Other = nullptr) const;

  /// Emits a note whose value, an i64, is not known yet.
  llvm::Value *emitValue(llvm::IRBuilder<> &Builder, unsigned Number) const;

  /// May the module hold such notes?
  bool isIn(const llvm::Module &M) const { return M.getNamedGlobal(Label); }
  bool is(const llvm::Instruction &I) const;
  /// An i32: constant, save where notes met in a phi.
  static llvm::Value *number(const llvm::Instruction &Note);
  static llvm::Value *payload(llvm::IRBuilder<> &Builder, const llvm::Instruction &Note);
  /// The pointer that a note holds, or null.
  static llvm::Value *pointer(const llvm::Instruction &Note);
  /// The other one, or null.
  static llvm::Value *otherPointer(const llvm::Instruction &Note);
  /// Of a note whose payload is known now.
  static std::optional<uint64_t> constantPayload(const llvm::Instruction &Note);

  /// Removes the label; no note may be left.
  void dropLabel(llvm::Module &M) const;

  /// Gives the label a name with `Key`, by which it is still known when others' notes
  /// have come to the module. Until then there are no notes of this kind.
  void keyLabel(llvm::Module &M, llvm::StringRef Key) const;
  /// The key of such a label, "" of what is none.
  llvm::StringRef keyOf(const llvm::GlobalVariable &Label) const;
  /// The notes that have a label.
  static llvm::SmallVector<llvm::Instruction *, 16>
  labelled(const llvm::GlobalVariable &Label);
  /// Puts the label without a key in the place of one with it, which is gone then.
  void joinLabel(llvm::GlobalVariable &Keyed) const;
  static llvm::Use &numberOperand(llvm::Instruction &Note);

private:
  llvm::GlobalVariable *label(llvm::Module &M) const;

  const char *Label;
};

/// Removes the declarations of the intrinsics where nobody uses them.
void dropUnusedAnnotations(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_ANNOTATION_H
