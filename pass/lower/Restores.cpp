//===- Restores.cpp - Where the word that was found is put back -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Restores.h"
#include "support/Mechanisms.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace allocsite {

void Restores::gather(Function &F,
                      function_ref<Instruction *(const BasicBlock &)> BehindChange) {
  SmallPtrSet<const Instruction *, 8> AtPlaces(Before.begin(), Before.end());
  DenseSet<std::pair<const BasicBlock *, const BasicBlock *>> OnEdges;
  for (const EdgesInto &Edges : On)
    for (const BasicBlock *From : Edges.From)
      OnEdges.insert({From, Edges.Into});

  // For one way's sake, as the block has no other before it; or null.
  auto placeAtTop = [&](const BasicBlock &Block) -> const Instruction * {
    const Instruction *I = &*Block.getFirstInsertionPt();
    while (!AtPlaces.count(I) && I->isDebugOrPseudoInst())
      I = I->getNextNode();
    return Block.getSinglePredecessor() && AtPlaces.count(I) ? I : nullptr;
  };
  auto isOnWay = [&](const BasicBlock &From, const BasicBlock &Into) {
    // What was thrown comes with another word than what returns.
    return !Into.isEHPad() && (OnEdges.count({&From, &Into}) || placeAtTop(Into));
  };

  SmallVector<Instruction *, 4> Gathered;
  SmallPtrSet<const BasicBlock *, 4> Blocks;
  SmallPtrSet<const Instruction *, 4> NotNeeded;
  for (const BasicBlock &Block : F) {
    if (succ_size(&Block) < 2 || !all_of(successors(&Block), [&](const BasicBlock *Into) {
          return isOnWay(Block, *Into);
        }))
      continue;
    Instruction *Behind = BehindChange(Block);
    if (!Behind)
      continue;
    Gathered.push_back(Behind);
    applied(Mechanism::GatheredRestores, F);
    Blocks.insert(&Block);
    for (const BasicBlock *Into : successors(&Block))
      if (const Instruction *At = placeAtTop(*Into))
        NotNeeded.insert(At);
  }
  if (Gathered.empty())
    return;

  erase_if(Before, [&](const Instruction *At) { return NotNeeded.count(At); });
  Before.append(Gathered);
  for (EdgesInto &Edges : On)
    erase_if(Edges.From, [&](const BasicBlock *From) { return Blocks.count(From); });
  erase_if(On, [](const EdgesInto &Edges) { return Edges.From.empty(); });
}

} // namespace allocsite
