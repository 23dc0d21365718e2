//===- Annotation.h - Notes that the optimiser carries along ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A note is a call of `llvm.var.annotation`: it costs the inliner nothing, is kept
// with the code around it, is executed as often as that, and vanishes in code
// generation. A label, a global of the module, distinguishes our notes from others.
//
// A note with a value is a call of `llvm.annotation`, and otherwise the same. It is a
// placeholder for a number, by which the last stage replaces it.
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

  /// Emits a note that holds `Payload`, an i64, and `Number`; and up to two pointers, which
  /// then escape. Two notes are never merged into one.
  void emit(llvm::IRBuilder<> &Builder, llvm::Value *Payload, unsigned Number,
            llvm::Value *Pointer = nullptr, llvm::Value *Other = nullptr) const;

  /// Emits a note whose value, an i64, is not known yet.
  llvm::Value *emitValue(llvm::IRBuilder<> &Builder, unsigned Number) const;

  /// True if the module may hold such notes.
  bool isIn(const llvm::Module &M) const { return M.getNamedGlobal(Label); }
  bool is(const llvm::Instruction &I) const;
  /// The number, an i32: constant, unless the optimiser merged notes with a phi.
  static llvm::Value *number(const llvm::Instruction &Note);
  static llvm::Value *payload(llvm::IRBuilder<> &Builder, const llvm::Instruction &Note);
  /// The first pointer that a note holds, or null.
  static llvm::Value *pointer(const llvm::Instruction &Note);
  /// The second pointer, or null.
  static llvm::Value *otherPointer(const llvm::Instruction &Note);
  /// The payload, if it is constant.
  static std::optional<uint64_t> constantPayload(const llvm::Instruction &Note);

  /// Removes the label; no note may be left.
  void dropLabel(llvm::Module &M) const;

  /// Adds `Key` to the label's name, so that its notes stay distinct when the notes of other
  /// files join the module. Until joinLabel(), isIn() and is() do not find them.
  void keyLabel(llvm::Module &M, llvm::StringRef Key) const;
  /// The key of a keyed label, or "".
  llvm::StringRef keyOf(const llvm::GlobalVariable &Label) const;
  /// The notes that have a label.
  static llvm::SmallVector<llvm::Instruction *, 16>
  labelled(const llvm::GlobalVariable &Label);
  /// Replaces a keyed label, which is erased, by the label without a key.
  void joinLabel(llvm::GlobalVariable &Keyed) const;
  static llvm::Use &numberOperand(llvm::Instruction &Note);

private:
  llvm::GlobalVariable *label(llvm::Module &M) const;

  const char *Label;
};

/// Removes the declarations of the intrinsics if they are not used.
void dropUnusedAnnotations(llvm::Module &M);

} // namespace allocsite

#endif // ALLOCSITE_PASS_MARKS_ANNOTATION_H
