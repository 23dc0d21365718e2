//===- Plugin.cpp - The plugin that knows clang's classes -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-fplugin=AllocSite.so` is loaded before clang parses. This action is then part of every
// compilation. It lets the code generator run the pass, as -fpass-plugin= would. It marks
// the calls through pointers that rules name, before code is generated. At the end of
// parsing it reads the types of the calls. With -fpass-plugin= alone the library is loaded
// too late for all this, and the action is not used.
//
//===----------------------------------------------------------------------===//

#include "CallVisitor.h"
#include "Compat.h"
#include "PointerMarker.h"
#include "TypeTable.h"
#include "recognise/SourceAnswers.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <optional>

using namespace clang;

namespace allocsite {

/// Adds a dependency. The writer of dependencies has copied its options by now, but it listens
/// to the preprocessor: so report the file as one that __has_include has found, on which the
/// object depends though it is not read.
static void addDependency(CompilerInstance &Compiler, const char *Path,
                          SrcMgr::CharacteristicKind Kind) {
  auto File = Compiler.getFileManager().getOptionalFileRef(Path);
  if (File)
    Compiler.getPreprocessor().getPPCallbacks()->HasInclude(SourceLocation(), Path,
                                                            /*IsAngled=*/false, File, Kind);
}

/// Adds the files of `Rules`, and `Plugin` as a system file, which -MMD leaves out, to the
/// dependency file that clang -MD writes:
///
///   app.o: app.c pool.cfg /usr/lib/AllocSite.so
///
/// With it make, ninja and ccache (in its depend mode) recompile objects after a change of the
/// rules or the plugin. Call it at the end of parsing: readers of a dependency file take its
/// first file for the source. Does nothing if no dependency file is requested.
static void listDependencies(CompilerInstance &Compiler, const RuleAnswers &Rules,
                             const std::string &Plugin) {
  if (Compiler.getDependencyOutputOpts().OutputFile.empty() ||
      !Compiler.getPreprocessor().getPPCallbacks())
    return;
  Rules.EachFile(
      [](const char *Path, void *To) {
        addDependency(*static_cast<CompilerInstance *>(To), Path, SrcMgr::C_User);
      },
      &Compiler);
  addDependency(Compiler, Plugin.c_str(), SrcMgr::C_System);
}

/// Annotates `D` if it is a function, and the functions in it. Call it before code is
/// generated. Does nothing before clang 19.
///
///   void f() [[clang::nonallocating]];   ──▶   annotate("allocsite::no_alloc")
///
/// clang 19 and later keep the effect in the function's type, but do not write it to the IR.
/// The annotation does reach the IR (marks/NoAlloc.h).
static void markNoAlloc(Decl *D) {
  if (auto *F = llvm::dyn_cast<FunctionDecl>(D)) {
    if (mustNotAllocate(*F))
      F->addAttr(
          AnnotateAttr::CreateImplicit(F->getASTContext(), "allocsite::no_alloc", nullptr, 0));
    return;
  }
  if (!HasEffects || !llvm::isa<NamespaceDecl, LinkageSpecDecl, RecordDecl>(D))
    return;
  for (Decl *Each : llvm::cast<DeclContext>(D)->decls())
    markNoAlloc(Each);
}

namespace {

std::string Plugin; // the path of AllocSite.so
const RuleAnswers *Rules = nullptr;
TypeTable Table;
SystemHeaders Headers;
bool WasRead = false, WarningsAreErrors = false;

/// True if remarks about missed calls are printed or recorded.
bool wantsMissed(const CodeGenOptions &Options) {
  return Options.OptimizationRemarkMissed.patternMatches("allocsite") ||
         !Options.OptRecordFile.empty();
}

class Reader : public ASTConsumer {
public:
  explicit Reader(CompilerInstance &Compiler) : Compiler(Compiler) {}

  void Initialize(ASTContext &Ctx) override {
    const bool TellsMissed = wantsMissed(Compiler.getCodeGenOpts());
    if (Rules->NamePointers() || TellsMissed)
      Marker.emplace(Ctx, *Rules, TellsMissed);
  }
  // Mark declarations before the code generator starts on them.
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group) {
      mark(D);
      markNoAlloc(D);
    }
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *F) override { markNoAlloc(F); }
  void HandleCXXImplicitFunctionInstantiation(FunctionDecl *F) override { markNoAlloc(F); }
  void HandleInterestingDecl(DeclGroupRef Group) override { HandleTopLevelDecl(Group); }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *Variable) override { mark(Variable); }

  void HandleTranslationUnit(ASTContext &Ctx) override {
    listDependencies(Compiler, *Rules, Plugin);
    if (Compiler.getDiagnostics().hasErrorOccurred())
      return;
    if (Marker)
      Marker->mark(Ctx.getTranslationUnitDecl(), /*Finally=*/true);
    Headers.start(Ctx, Compiler.getCodeGenOpts());
    findCalls(Ctx, Marker ? &*Marker : nullptr, Table, Headers);
    // A warning without a location has the level that is set at the end of the file.
    WarningsAreErrors =
        Compiler.getDiagnostics().getDiagnosticLevel(
            diag::warn_fe_backend_plugin, SourceLocation()) >= DiagnosticsEngine::Error;
    WasRead = true;
  }

private:
  void mark(Decl *D) {
    if (Marker && !Compiler.getDiagnostics().hasErrorOccurred())
      Marker->mark(D, /*Finally=*/false);
  }

  CompilerInstance &Compiler;
  std::optional<PointerMarker> Marker; // only if rules name pointers
};

bool generatesCode(const FrontendOptions &Options) {
  switch (Options.ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

class ReadTypes : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    Table.clear();
    Headers.clear();
    WasRead = false;
    if (!generatesCode(Compiler.getFrontendOpts()))
      return std::make_unique<ASTConsumer>();
    runPass(Compiler.getCodeGenOpts());
    return std::make_unique<Reader>(Compiler);
  }

  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override {
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  /// Adds the pass plugin, unless -fpass-plugin= has named this file already.
  static void runPass(CodeGenOptions &Options) {
    auto IsThis = [](const std::string &Named) {
      return llvm::sys::fs::equivalent(Named, Plugin);
    };
    if (llvm::none_of(Options.PassPlugins, IsThis))
      addPassPlugin(Options, Plugin);
  }
};

FrontendPluginRegistry::Add<ReadTypes> Registered("allocsite", "types of allocations");

const SourceAnswers Answers = {
    [](const TypeQuery &Query) { return Table.find(Query); },
    [] { return WasRead; },
    [](const char *Path) { return Headers.kindOf(Path); },
    [](const char *Symbol) { return Headers.holds(Symbol); },
    [] { return WarningsAreErrors; },
};

} // namespace

} // namespace allocsite

extern "C" __attribute__((visibility("default"))) const allocsite::SourceAnswers *
allocsiteStartReading(const char *Plugin, const allocsite::RuleAnswers *Rules) {
  allocsite::Plugin = Plugin;
  allocsite::Rules = Rules;
  return &allocsite::Answers;
}
