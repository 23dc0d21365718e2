//===- Callees.cpp - What a call can lead to --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callees.h"
#include "Allocators.h"
#include "allocsite/Abi.h"
#include "arch/Machine.h"
#include "support/Compat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Object/ModuleSymbolTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace llvm;

namespace allocsite {

/// `Slots` is a power of two. A name that is given twice has the value of the first.
template <typename Value, size_t Slots> class NameMap {
public:
  struct Entry {
    std::string_view Name; ///< "" in a slot that is empty.
    Value Is{};
  };

  template <size_t Count> constexpr NameMap(const Entry (&Entries)[Count]) {
    static_assert((Slots & (Slots - 1)) == 0 && Count <= Slots / 2, "long chains");
    for (const Entry &Each : Entries)
      if (Entry &Its = Table[slotOf(Each.Name)]; Its.Name.empty())
        Its = Each;
  }

  /// `Value()` where `Name` was not given.
  constexpr Value lookup(std::string_view Name) const { return Table[slotOf(Name)].Is; }

private:
  /// By Bernstein's hash, and linear probing.
  constexpr size_t slotOf(std::string_view Name) const {
    uint32_t Hash = 5381;
    for (char C : Name)
      Hash = Hash * 33 + static_cast<unsigned char>(C);
    for (size_t Slot = Hash;; ++Slot) {
      const Entry &Is = Table[Slot &= Slots - 1];
      if (Is.Name.empty() || Is.Name == Name)
        return Slot;
    }
  }

  Entry Table[Slots] = {};
};

namespace {
enum class Kind { Other, Leaf, Releases, Unwinds, Aborts, Exits };

struct KnownFunction {
  Kind Is = Kind::Other;
  const char *Prototype = nullptr; ///< As in LeafFunctions.inc, or null: it has none there.

  constexpr KnownFunction() = default;
  constexpr KnownFunction(Kind Is, const char *Prototype = nullptr)
      : Is(Is), Prototype(Prototype) {}
};
} // namespace

static KnownFunction known(StringRef Name) {
  static constexpr NameMap<KnownFunction, 2048> Known({
      // The runtime itself, for allocsite/allocsite.h.
      {ALLOCSITE_NAME(ALLOCSITE_SYM_DESCRIBE), Kind::Leaf},
#define LEAF(Name) {#Name, Kind::Leaf},
#define LEAF_AS(Name, Prototype) {#Name, {Kind::Leaf, Prototype}},
#define RELEASES(Name) {#Name, Kind::Releases},
#define UNWINDS(Name) {#Name, Kind::Unwinds},
#define ABORTS(Name) {#Name, Kind::Aborts},
#define EXITS(Name) {#Name, Kind::Exits},
#include "LeafFunctions.inc"
  });
  return Known.lookup({Name.data(), Name.size()});
}

static Kind kindOf(StringRef Name) { return known(Name).Is; }

/// True where code passes or returns values of `T` as those of the prototype's letter.
static bool isOfLetter(const Type &T, char Letter) {
  switch (Letter) {
  case 'v':
    return T.isVoidTy();
  case 'i':
    return T.isIntegerTy(32);
  case 'l':
    return T.isIntegerTy(64);
  case 'd':
    return T.isDoubleTy();
  default:
    return T.isPointerTy();
  }
}

/// True where `F` has the prototype.
static bool isOfPrototype(const Function &F, StringRef Prototype) {
  const FunctionType &Type = *F.getFunctionType();
  return !F.isVarArg() && isOfLetter(*Type.getReturnType(), Prototype.front()) &&
         std::equal(
             Type.param_begin(), Type.param_end(), Prototype.begin() + 1, Prototype.end(),
             [](const llvm::Type *Each, char Letter) { return isOfLetter(*Each, Letter); });
}

/// Clang defines it in each file that has a noexcept function; it calls a handler of the
/// program when those are gone that threw.
static bool terminates(const Function *Callee) {
  return Callee && Callee->getName() == "__clang_call_terminate";
}

/// The compiler's own setjmp and longjmp are no functions.
static bool isIntrinsic(const CallBase &Call, Intrinsic::ID Id) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
  return Intrinsic && Intrinsic->getIntrinsicID() == Id;
}

static bool isBuiltinLongjmp(const CallBase &Call) {
  return isIntrinsic(Call, Intrinsic::eh_sjlj_longjmp);
}

static bool endsIn(const Function &F, StringRef Name) {
  return F.getName().take_back(Name.size()) == Name;
}

bool isRustShim(const Module &M) {
  bool HasJump = false;
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (F.getName().find("__rust_") == StringRef::npos)
      return false;
    if (!endsIn(F, "__rust_alloc"))
      continue;
    auto *Call = dyn_cast<CallBase>(&F.front().front());
    const Function *Callee = Call ? directCallee(*Call) : nullptr;
    HasJump = Callee && (endsIn(*Callee, "__rdl_alloc") || endsIn(*Callee, "__rg_alloc"));
  }
  return HasJump;
}

bool definesRustAllocator(const Module &M) {
  return any_of(M, [](const Function &F) {
    return (endsIn(F, "__rust_alloc") || endsIn(F, "__rg_alloc")) && !F.isDeclaration();
  });
}

FunctionSet findUntouchable(const Module &M) {
  FunctionSet Found;
  SmallVector<const Function *, 8> Work;
  auto Add = [&](const Function *F) {
    if (F && !F->isDeclaration() && Found.insert(F).second)
      Work.push_back(F);
  };
  for (const GlobalIFunc &IFunc : M.ifuncs())
    Add(IFunc.getResolverFunction());
  while (!Work.empty())
    for (const Instruction &I : instructions(*Work.pop_back_val()))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Add(directCallee(*Call));
  for (const Function &F : M)
    if (F.hasFnAttribute(Attribute::Naked))
      Found.insert(&F);
  return Found;
}

Callees::~Callees() = default;

void Dependence::add(const Function &F, const Function *Callee) {
  auto &Known = Callers[Callee];
  // The calls of one function are given one after another.
  if (Known.empty() || Known.back() != &F)
    Known.push_back(&F);
}

void Dependence::takeAway(FunctionSet &Set) const {
  SmallVector<const Function *, 32> Gone;
  for (const auto &Each : Callers)
    if (!Each.first || !Set.count(Each.first))
      Gone.push_back(Each.first);
  while (!Gone.empty()) {
    auto Found = Callers.find(Gone.pop_back_val());
    if (Found == Callers.end())
      continue;
    for (const Function *Caller : Found->second)
      if (Set.erase(Caller))
        Gone.push_back(Caller);
  }
}

/// True where the callee's name says that nothing of the program can run behind the
/// call. A program may have a `log` or an `access` of its own: a name that is not
/// reserved counts with the library's prototype. `const` and `pure` say nothing: a
/// function that makes a thing once and keeps it is called so as well.
bool Callees::isLeaf(const CallBase &Call) const {
  if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return !machineOf(*Call.getModule()).callsSomething(Asm->getAsmString());
  if (isa<IntrinsicInst>(Call))
    return !isBuiltinLongjmp(Call);
  const Function *Callee = directCallee(Call);
  if (!Callee || !Callee->isDeclaration())
    return false;
  StringRef Name = Callee->getName();
  KnownFunction Is = known(Name);
  if (Is.Prototype)
    return isOfPrototype(*Callee, Is.Prototype);
  LibFunc Known;
  bool IsKnown = Library->getLibFunc(*Callee, Known);
  if (Is.Is == Kind::Leaf || Is.Is == Kind::Aborts)
    return IsKnown || Name.front() == '_' || Name.take_front(8) == "pthread_";
  return IsKnown && Call.onlyReadsMemory();
}

/// True where it is not certain whose the leaf is that `Call` calls: a program's own may end
/// it, or jump.
static bool mayBeOwn(const CallBase &Call) {
  const Function *Callee = directCallee(Call);
  return Callee && known(Callee->getName()).Prototype;
}

/// False of what needs no callers: it runs under a context that has none, as it begins with
/// one, or as whoever calls it leaves (plan/CallPlan.h).
bool Callees::isWay(const Function *Callee) const {
  return !WithoutCallers.count(Callee) && !terminates(Callee);
}

bool Callees::isOfLibrary(const Function &F) const {
  LibFunc Known;
  return Library->getLibFunc(F, Known);
}

/// True where `Name` is that of what gives memory back, and `F` has its prototype. The
/// linker may call one by another name (`--wrap`).
static bool isReleaseName(StringRef Name, const Function &F,
                          const TargetLibraryInfoImpl &Library) {
  Name.consume_front("__wrap_");
  LibFunc Free;
  return kindOf(Name) == Kind::Releases &&
         (Name.front() == '_' ||
          (F.arg_size() == 1 && F.getArg(0)->getType()->isPointerTy() &&
           F.getReturnType()->isVoidTy() && Library.getLibFunc(Name, Free)));
}

/// True where `Name` is one that other modules take for a leaf, and `F` is the program's own:
/// it may allocate after all. Names that begin with `_` are not a program's.
static bool isOwnLeaf(StringRef Name, const Function &F,
                      const TargetLibraryInfoImpl &Library) {
  Name.consume_front("__wrap_");
  KnownFunction Is = known(Name);
  if (Is.Is != Kind::Leaf || F.isDeclarationForLinker() || Name.front() == '_')
    return false;
  if (Is.Prototype)
    return isOfPrototype(F, Is.Prototype);
  LibFunc Known;
  return Name.take_front(8) == "pthread_" ||
         (Name == F.getName() && Library.getLibFunc(F, Known));
}

void Callees::findWithoutCallers(const Module &M) {
  auto Add = [&](const GlobalValue &Named, const Function &F) {
    if (!Named.hasLocalLinkage() && (isReleaseName(Named.getName(), F, *Library) ||
                                     isOwnLeaf(Named.getName(), F, *Library)))
      WithoutCallers.insert(&F);
  };
  for (const Function &F : M)
    Add(F, F);
  for (const GlobalAlias &Alias : M.aliases())
    if (auto *F = dyn_cast_or_null<Function>(Alias.getAliaseeObject()))
      Add(Alias, *F);
}

Callees::Callees(const Module &M, const FunctionSet &Allocating, const LeafList &Leaves)
    : Library(std::make_unique<TargetLibraryInfoImpl>(Triple(tripleOf(M)))),
      Allocating(Allocating) {
  findWithoutCallers(M);
  // Naked functions are assembly that jumps anywhere.
  for (const Function &F : M)
    if (!F.isDeclarationForLinker() && (F.hasExactDefinition() || Leaves.has(F)) &&
        !Allocating.count(&F) && !F.hasFnAttribute(Attribute::Naked))
      Free.insert(&F);
  for (const Function *F : Free)
    if (F->hasExactDefinition())
      Returning.insert(F);
  Dependence Leads, Calls;
  for (const Function *F : Free)
    for (const Instruction &I : instructions(*F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      bool IsLeaf = isLeaf(*Call);
      if (IsLeaf && !mayBeOwn(*Call))
        continue;
      const Function *Callee = decidedCallee(*Call);
      bool IsNoWay = IsLeaf || !isWay(Callee);
      if (!IsNoWay)
        Leads.add(*F, Callee);
      Calls.add(*F, IsNoWay ? nullptr : Callee);
    }
  for (const Function &F : M)
    if (F.isDeclarationForLinker() && Leaves.has(F))
      Free.insert(&F);
  Leads.takeAway(Free);
  Calls.takeAway(Returning);
  for (const Function &F : M)
    if (!F.isDeclarationForLinker() && Leaves.standsForOne(F) && !Free.count(&F))
      Otherwise.insert(&F);
}

bool Callees::mayAllocate(const CallBase &Call) const {
  if (isLeaf(Call))
    return false;
  const Function *Callee = decidedCallee(Call);
  return !Callee || !(Free.count(Callee) || hasNoCallers(*Callee));
}

std::optional<Callees::FunctionList> Callees::leadsTo(const Function &F) const {
  FunctionList Found, Work{&F};
  FunctionSet Seen;
  Seen.insert(&F);
  while (!Work.empty()) {
    const Function &Own = *Work.pop_back_val();
    if (Allocating.count(&Own) || Own.hasFnAttribute(Attribute::Naked))
      return std::nullopt;
    for (const Instruction &I : instructions(Own)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || isLeaf(*Call))
        continue;
      const Function *Callee = decidedCallee(*Call);
      if (!Callee)
        return std::nullopt;
      if (!isWay(Callee) || !Seen.insert(Callee).second)
        continue;
      (Callee->hasLocalLinkage() ? Work : Found).push_back(Callee);
    }
  }
  return Found;
}

bool Callees::mayStayAway(const CallBase &Call) const {
  return endOfProcess(Call) ||
         !((isLeaf(Call) && !mayBeOwn(Call)) || Returning.count(decidedCallee(Call)));
}

bool unwinds(const CallBase &Call, bool CalleeIsLibrary) {
  const Function *Callee = directCallee(Call);
  if (!Callee)
    return false;
  StringRef Name = Callee->getName();
  if (terminates(Callee))
    return true;
  if (!Callee->isDeclaration())
    return false;
  // -fsanitize=unreachable takes noreturn off, also where std::__throw_… is called.
  return kindOf(Name) == Kind::Unwinds || isBuiltinLongjmp(Call) ||
         (CalleeIsLibrary &&
          (Call.doesNotReturn() || Name.find("__throw_") != StringRef::npos));
}

bool returnsTwice(const CallBase &Call) {
  return Call.hasFnAttr(Attribute::ReturnsTwice) ||
         isIntrinsic(Call, Intrinsic::eh_sjlj_setjmp);
}

bool aborts(const CallBase &Call) {
  const Function *Callee = directCallee(Call);
  return Callee && Callee->isDeclaration() && kindOf(Callee->getName()) == Kind::Aborts;
}

/// A system call that is called by its number, its arguments behind that.
static std::optional<ProcessEnd> endBySyscall(const CallBase &Call) {
  auto *Number = Call.arg_empty() ? nullptr : dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (!Number)
    return std::nullopt;
  switch (machineOf(*Call.getModule()).effectOfSyscall(Number->getLimitedValue())) {
  case SyscallEffect::Exits:
    return ProcessEnd{ALLOCSITE_END_AT_ONCE,
                      Call.arg_size() > 1 ? Call.getArgOperand(1) : nullptr};
  case SyscallEffect::Executes:
    return ProcessEnd{ALLOCSITE_END_EXEC, nullptr};
  case SyscallEffect::Other:
    return std::nullopt;
  }
  llvm_unreachable("all effects are told apart");
}

static std::optional<ProcessEnd> endByName(const CallBase &Call) {
  const Function *Callee = directCallee(Call);
  if (!Callee || !Callee->isDeclaration())
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (Name == "syscall")
    return endBySyscall(Call);
  if (kindOf(Name) != Kind::Exits)
    return std::nullopt;
  if (Name.contains("exec"))
    return ProcessEnd{ALLOCSITE_END_EXEC, nullptr};
  if (Name == "abort")
    return ProcessEnd{ALLOCSITE_END_ABORT, nullptr};
  return ProcessEnd{Name == "quick_exit" ? ALLOCSITE_END_QUICK_EXIT : ALLOCSITE_END_AT_ONCE,
                    Call.arg_empty() ? nullptr : Call.getArgOperand(0)};
}

std::optional<ProcessEnd> endOfProcess(const CallBase &Call) {
  std::optional<ProcessEnd> Its = endByName(Call);
  if (Its && Its->Status && !Its->Status->getType()->isIntegerTy())
    Its->Status = nullptr;
  return Its;
}

std::vector<std::string> asmSymbols(const Module &M) {
  std::vector<std::string> Found;
  if (M.getModuleInlineAsm().empty())
    return Found;
  ModuleSymbolTable::CollectAsmSymbols(
      M, [&](StringRef Name, object::BasicSymbolRef::Flags Flags) {
        if (!(Flags & object::BasicSymbolRef::SF_Undefined))
          Found.push_back(Name.split('@').first.str()); // Without a version.
      });
  return Found;
}

LeafList::LeafList(const Module &M, const std::vector<std::string> &Paths) {
  if (!Paths.empty())
    nameSymbols(M);
  for (const std::string &Path : Paths)
    read(M, Path);
}

void LeafList::nameSymbols(const Module &M) {
  for (const Function &F : M) {
    StringRef Symbol = symbolOf(F);
    if (Symbol.size() < F.getName().size())
      Escaped[Symbol] = &F;
    if (Symbol.consume_front("__wrap_"))
      Wrappers[Symbol] = &F;
  }
  for (const std::string &Symbol : asmSymbols(M))
    OfAssembly[Symbol] = 1;
}

/// Read twice, by both stages: no pipe.
void LeafList::read(const Module &M, StringRef Path) {
  auto fail = [&](const Twine &At, const Twine &Problem) {
    Problems.push_back((At + ": " + Problem).str());
  };
  sys::fs::file_status Status;
  std::error_code Failure = sys::fs::status(Path, Status);
  if (!Failure && Status.type() != sys::fs::file_type::regular_file)
    return fail("leaves '" + Path + "'", "expected a regular file");
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return fail("leaves '" + Path + "'", Text.getError().message());
  StringRef Left = (*Text)->getBuffer();
  Left.consume_front("\xEF\xBB\xBF");
  for (unsigned Number = 1; !Left.empty(); ++Number) {
    size_t End = std::min(Left.find('\n'), Left.size());
    StringRef Line = Left.take_front(End).trim(" \t\r");
    Left = Left.drop_front(std::min(End + 1, Left.size()));
    // Stop at the first wrong line: in a file of another kind every line is wrong.
    if (!Line.empty() && Line.front() != '#' && !readLine(M, Line))
      return fail(Path + ":" + Twine(Number),
                  "expected one symbol, as the linker knows it; `allocsite leaves` makes "
                  "this file");
  }
}

/// Looks a line up in the module, and keeps nothing else: in a large program most lines name
/// no function of the module.
bool LeafList::readLine(const Module &M, StringRef Line) {
  if (any_of(Line, [](unsigned char C) { return C <= ' '; }))
    return false;
  if (!Line.consume_front("!"))
    list(M, Line);
  else if (const Function *Found = M.getFunction(Line); Found && !Found->use_empty())
    Problems.push_back(("'" + Line +
                        "' is used, which a list of leaves does not expect: "
                        "`allocsite leaves` makes it anew")
                           .str());
  return true;
}

void LeafList::list(const Module &M, StringRef Symbol) {
  if (!OfAssembly.empty() && OfAssembly.count(Symbol))
    Problems.push_back(("'" + Symbol +
                        "' is in a list of leaves, and is assembly now: "
                        "`allocsite leaves` makes it anew")
                           .str());
  if (auto Wrapper = Wrappers.find(Symbol); Wrapper != Wrappers.end())
    StandingIn.insert(Wrapper->second);
  const GlobalValue *Named = M.getNamedValue(Symbol);
  if (auto Found = Escaped.find(Symbol); !Named && Found != Escaped.end())
    Named = Found->second;
  if (!Named || Named->hasLocalLinkage())
    return;
  const GlobalObject *Behind = Named->getAliaseeObject();
  auto *F = dyn_cast_or_null<Function>(Behind);
  if (isa<GlobalIFunc>(Named) || isa_and_nonnull<GlobalIFunc>(Behind) ||
      (F && !F->isDeclaration() && F->hasFnAttribute(Attribute::Naked)))
    Problems.push_back(("'" + Symbol +
                        "' is in a list of leaves, and it is not known what it calls: "
                        "`allocsite leaves` makes it anew")
                           .str());
  else if (F)
    (F == Named ? Listed : StandingIn).insert(F);
}

} // namespace allocsite
