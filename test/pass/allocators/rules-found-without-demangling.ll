; Where no rule speaks of a function, the pass does not demangle its symbol. However a
; symbol spells the last component of a name that rules are found by, they are found: the
; same ones as with a rule by which every name has to be demangled.
;
; RUN: split-file %s %t && cd %t
; RUN: env ALLOCSITE_PASS_OPTIONS=config=spelled.cfg %pipeline -passes=allocsite-explain -disable-output m.ll > spelled
; RUN: %FileCheck %s --input-file=spelled --match-full-lines
; RUN: cat spelled.cfg any.cfg > all.cfg
; RUN: env ALLOCSITE_PASS_OPTIONS=config=all.cfg %pipeline -passes=allocsite-explain -disable-output m.ll | sed s/all.cfg/spelled.cfg/ | diff - spelled
;
; Behind scopes, with and without parameters, in templates, behind numbers of other
; things, as a local one, with a tag, of a clone, in C and in Rust.
; CHECK:      Pool::take(unsigned long): fun:**::take {{.*}}
; CHECK-NEXT: a::b::Pool::take(): fun:**::take {{.*}}
; CHECK-NEXT: void* Pool<16u, int [10]>::take<Other>(Other*): fun:**::take {{.*}}
; CHECK-NEXT: f()::Pool::take(): fun:**::take {{.*}}
; CHECK-NEXT: f()::'lambda'()::operator()() const::Pool::take(): fun:**::take {{.*}}
; CHECK-NEXT: (anonymous namespace)::take(): fun:**::take {{.*}}
; CHECK-NEXT: take[abi:cxx11](): fun:**::take {{.*}}
; CHECK-NEXT: std::take(): fun:**::take {{.*}}
; CHECK-NEXT: Pool::take(): fun:**::take {{.*}}
; CHECK-NEXT: take: fun:**::take {{.*}}
; CHECK-NEXT: __take: fun:__take {{.*}}
; CHECK-NEXT: a::take: fun:**::take {{.*}}
;
; Constructors and destructors: of a template, inherited, and of a class that stands
; elsewhere in the symbol.
; CHECK-NEXT: Heap::Heap(): fun:**::Heap {{.*}}
; CHECK-NEXT: Heap<int>::Heap(Heap<int> const&): fun:**::Heap {{.*}}
; CHECK-NEXT: Heap::Heap(int): fun:**::Heap {{.*}}
; CHECK-NEXT: Heap::~Heap(): fun:**::~Heap {{.*}}
; CHECK-NEXT: Heap<int>::~Heap(): fun:**::~Heap {{.*}}
; CHECK-NEXT: use(Heap&)::Heap::~Heap(): fun:**::~Heap {{.*}}
; CHECK-NEXT: Tree::~Tree(): fun:**::~Tree {{.*}}
;
; Operators, with and without a class.
; CHECK-NEXT: operator new(unsigned long): alloc:**::operator new {{.*}}
; CHECK-NEXT: operator new[](unsigned long, std::align_val_t): alloc:{{.*}}
; CHECK-NEXT: operator delete(void*): free:**::operator delete {{.*}}
; CHECK-NEXT: A::operator new(unsigned long): alloc:**::operator new {{.*}}
; CHECK-NEXT: void* A<int>::operator new[]<int>(unsigned long): alloc:{{.*}}
; CHECK-NEXT: A::operator delete[](void*): free:**::operator delete[] {{.*}}
; CHECK-NEXT: A::operator delete[abi:x](void*): free:**::operator delete {{.*}}
; CHECK-NOT:  {{.+}}
;
; Rules for what has no such letters in the symbol.
; RUN: env ALLOCSITE_PASS_OPTIONS=config=allocator.cfg %pipeline -passes=allocsite-explain -disable-output other.ll | %FileCheck %s --check-prefix=ALLOCATOR
; ALLOCATOR: {{^}}std::allocator<char>::allocator(): fun:
; RUN: env ALLOCSITE_PASS_OPTIONS=config=string.cfg %pipeline -passes=allocsite-explain -disable-output other.ll | %FileCheck %s --check-prefix=STRING
; STRING: {{^}}A::operator std::string() const: fun:
; RUN: env ALLOCSITE_PASS_OPTIONS=config=destructor.cfg %pipeline -passes=allocsite-explain -disable-output other.ll | %FileCheck %s --check-prefix=DESTRUCTOR
; DESTRUCTOR: {{^}}std::basic_string<{{.*}}>::~basic_string(): fun:
; RUN: env ALLOCSITE_PASS_OPTIONS=config=nullptr.cfg %pipeline -passes=allocsite-explain -disable-output other.ll | %FileCheck %s --check-prefix=NULLPTR
; NULLPTR: {{^}}A::operator std::nullptr_t() const: fun:
; RUN: env ALLOCSITE_PASS_OPTIONS=config=call.cfg %pipeline -passes=allocsite-explain -disable-output other.ll | %FileCheck %s --check-prefix=CALL
; CALL: {{^}}A::operator()() const: fun:
; RUN: env ALLOCSITE_PASS_OPTIONS=config=glob.cfg %pipeline -passes=allocsite-explain -disable-output other.ll | %FileCheck %s --check-prefix=GLOB
; GLOB: {{^}}Pool::take(): fun:

;--- spelled.cfg
fun:**::take
fun:__take
fun:**::Heap
fun:**::~Heap
fun:**::~Tree

;--- any.cfg
fun:*no_such_function*

;--- m.ll
declare void @_ZN4Pool4takeEm(ptr, i64)
declare void @_ZN1a1b4Pool4takeEv()
declare ptr @_ZN4PoolILj16EA10_iE4takeI5OtherEEPvPT_(ptr)
declare void @_ZZ1fvEN4Pool4takeEv()
declare void @_ZZZ1fvENKUlvE_clEvEN4Pool4takeEv()
declare void @_ZN12_GLOBAL__N_14takeEv()
declare void @_Z4takeB5cxx11v()
declare void @_ZSt4takev()
declare void @_ZN4Pool4takeEv.part.0()
declare void @take()
declare void @__take()
declare void @_RNvC1a4take()
declare void @_ZN4HeapC1Ev(ptr)
declare void @_ZN4HeapIiEC2ERKS0_(ptr, ptr)
declare void @_ZN4HeapCI14BaseEi(ptr, i32)
declare void @_ZN4HeapD0Ev(ptr)
declare void @_ZN4HeapIiED2Ev(ptr)
declare void @_ZZ3useR4HeapENS_D1Ev(ptr)
declare void @_ZN4TreeD1Ev(ptr)
declare ptr @_Znwm(i64)
declare ptr @_ZnamSt11align_val_t(i64, i64)
declare void @_ZdlPv(ptr)
declare ptr @_ZN1AnwEm(i64)
declare ptr @_ZN1AIiEnaIiEEPvm(i64)
declare void @_ZN1AdaEPv(ptr)
declare void @_ZN1AdlB1xEPv(ptr)
; Near misses.
declare void @_ZN4take3putEv()
declare void @_Z3putI4takeEvv()
declare void @_ZN4Tree4growEv(ptr)
declare void @_ZN4TreeC1Ev(ptr)
declare void @_Z5takenv()
declare void @taken()

;--- allocator.cfg
fun:std::allocator::allocator

;--- string.cfg
fun:**::operator std::string

;--- destructor.cfg
fun:**::~basic_string

;--- nullptr.cfg
fun:**::operator std::nullptr_t

;--- call.cfg
fun:**::operator()

;--- glob.cfg
fun:**::ta?e

;--- other.ll
declare void @_ZNSaIcEC1Ev(ptr)
declare void @_ZNK1AcvSsEv(ptr)
declare void @_ZNSsD1Ev(ptr)
declare void @_ZNK1AcvDnEv(ptr)
declare void @_ZNK1AclEv(ptr)
declare void @_ZN4Pool4takeEv(ptr)
