//===- ModuleRecords.h - What one stage leaves in the module for another --===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists of records, as named metadata: a node for each record, of texts, numbers and nodes.
//
//   !allocsite.hidden = !{!{!"_ZN3lib3getEv", i32 1}, …}
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_MODULERECORDS_H
#define ALLOCSITE_PASS_SUPPORT_MODULERECORDS_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace allocsite {

inline llvm::Metadata *field(llvm::LLVMContext &Ctx, llvm::StringRef Text) {
  return llvm::MDString::get(Ctx, Text);
}
inline llvm::Metadata *field(llvm::LLVMContext &Ctx, unsigned Number) {
  return llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(Ctx), Number));
}
inline llvm::Metadata *field(llvm::LLVMContext &, const llvm::MDNode *Node) {
  return const_cast<llvm::MDNode *>(Node);
}

/// Adds a record to `List`, which is made if there is none.
template <typename... FieldTs>
void addRecord(llvm::Module &M, llvm::StringRef List, const FieldTs &...Fields) {
  llvm::LLVMContext &Ctx = M.getContext();
  M.getOrInsertNamedMetadata(List)->addOperand(
      llvm::MDNode::get(Ctx, {field(Ctx, Fields)...}));
}

/// Calls `Use` for each record of `List`, which is removed then.
template <typename UseT> void takeRecords(llvm::Module &M, llvm::StringRef List, UseT Use) {
  llvm::NamedMDNode *Records = M.getNamedMetadata(List);
  if (!Records)
    return;
  for (const llvm::MDNode *Record : Records->operands())
    Use(*Record);
  Records->eraseFromParent();
}

/// The text in a field. Valid as long as the LLVMContext.
inline llvm::StringRef textAt(const llvm::MDNode &Record, unsigned Field) {
  return llvm::cast<llvm::MDString>(Record.getOperand(Field))->getString();
}
inline unsigned numberAt(const llvm::MDNode &Record, unsigned Field) {
  return llvm::mdconst::extract<llvm::ConstantInt>(Record.getOperand(Field))->getZExtValue();
}

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_MODULERECORDS_H
