; Patterns name Rust's functions as a profile shows them, whichever way rustc has mangled them:
; without the hash, with brackets around a trait and its type, and with or without generic
; arguments. What only looks alike does not match.
;
; RUN: split-file %s %t
; RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/rules.cfg %opt_pass %opaque -passes=allocsite-explain -disable-output %t/names.ll | LC_ALL=C sort > %t/rules
; RUN: %FileCheck %s --input-file=%t/rules --match-full-lines --implicit-check-not={{.}}
; RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/wrong.cfg %opt_pass %opaque -passes=allocsite-mark -disable-output %t/names.ll 2>&1 | %FileCheck %s --check-prefix=WRONG
; RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/misfits.cfg %opt_pass %opaque -passes=allocsite-mark -disable-output %t/names.ll 2>&1 | %FileCheck %s --check-prefix=MISFITS
;
;      CHECK:<(u8, alloc::string::String) as names::shapes::Shape>::area: fun:<(u8, *) as names::shapes::Shape>::area ({{.*}}rules.cfg:11:1)
; CHECK-NEXT:<[u32] as names::shapes::Shape>::area: fun:<[u32] as names::shapes::Shape>::area ({{.*}}rules.cfg:10:1)
; CHECK-NEXT:<alloc::vec::Vec<u8> as names::shapes::Shape>::area: fun:<alloc::vec::Vec as names::shapes::Shape>::area ({{.*}}rules.cfg:9:1)
; CHECK-NEXT:<alloc::vec::Vec<u8> as names::shapes::Shape>::area: fun:<alloc::vec::Vec as names::shapes::Shape>::area ({{.*}}rules.cfg:9:1)
; CHECK-NEXT:<alloc::vec::Vec<u8>>::push: fun:alloc::vec::Vec<*>::push ({{.*}}rules.cfg:13:1)
; CHECK-NEXT:<names::shapes::Disc<f64> as names::shapes::Shape>::area: fun:<names::shapes::Disc<f64> as names::shapes::Shape>::area ({{.*}}rules.cfg:8:1)
; CHECK-NEXT:<names::shapes::Disc<u8>>::copies: fun:<names::shapes::Disc<u8>>::copies ({{.*}}rules.cfg:15:1)
; CHECK-NEXT:<names::shapes::Disc<u8>>::copies::{closure#0}: fun:names::shapes::Disc::copies::{closure#0} ({{.*}}rules.cfg:16:1)
; CHECK-NEXT:alloc::vec::Vec<T,A>::push: fun:alloc::vec::Vec<*>::push ({{.*}}rules.cfg:13:1)
; CHECK-NEXT:alloc::vec::Vec<T,A>::with_capacity: fun:alloc::vec::Vec::with_capacity ({{.*}}rules.cfg:14:1)
; CHECK-NEXT:names::closures::{closure#0}::{closure#0}: fun:names::closures::{closure#0}::{closure#0} ({{.*}}rules.cfg:17:1)
; CHECK-NEXT:names::closures::{{[{][{]closure[}][}]::[{][{]closure[}][}]}}: fun:names::closures::*closure}} ({{.*}}rules.cfg:18:1)
; CHECK-NEXT:names::make: alloc:names::make size=0 ({{.*}}rules.cfg:2:1)
; CHECK-NEXT:names::make::<alloc::string::String>: alloc:names::make::<alloc::string::String> size=unknown name=strings ({{.*}}rules.cfg:3:1)
; CHECK-NEXT:names::make::<u64>: alloc:names::make size=0 ({{.*}}rules.cfg:2:1)
; CHECK-NEXT:names::more::<impl core::fmt::Display for names::shapes::Disc<u8>>::fmt: fun:names::more::<impl core::fmt::Display for names::shapes::Disc>::fmt ({{.*}}rules.cfg:12:1)
; CHECK-NEXT:names::raw: fun:~names::r[a-z]+ ({{.*}}rules.cfg:6:1)
; CHECK-NEXT:names::run: fun:~names::r[a-z]+ ({{.*}}rules.cfg:6:1)
; CHECK-NEXT:names::shapes::Shape::twice: fun:**::Shape::twice ({{.*}}rules.cfg:7:1)
;
; WRONG: {{.*}}wrong.cfg:1:5: expected '>' behind what '<' begins
; WRONG-NEXT: {{.*}}wrong.cfg:2:5: expected '>' behind what '<' begins
; WRONG-NEXT: {{.*}}wrong.cfg:3:5: expected '}' behind what '{' begins
;
; Names tell no parameters: self is parameter 0, and a slice or a Layout two.
; MISFITS: {{.*}}misfits.cfg:1:{{[0-9]+}}: 'names::make' has no this
; MISFITS-NEXT: {{.*}}misfits.cfg:2:{{[0-9]+}}: there is no parameter 2: 'names::raw' has 1, counted from 0

;--- rules.cfg
# All of these are names of functions below.
alloc:names::make size=0
alloc:names::make::<alloc::string::String> size=unknown name=strings
fun:run
fun:names
fun:~names::r[a-z]+
fun:**::Shape::twice
fun:<names::shapes::Disc<f64> as names::shapes::Shape>::area
fun:<alloc::vec::Vec as names::shapes::Shape>::area
fun:<[u32] as names::shapes::Shape>::area
fun:<(u8, *) as names::shapes::Shape>::area
fun:names::more::<impl core::fmt::Display for names::shapes::Disc>::fmt
fun:alloc::vec::Vec<*>::push
fun:alloc::vec::Vec::with_capacity
fun:<names::shapes::Disc<u8>>::copies
fun:names::shapes::Disc::copies::{closure#0}
fun:names::closures::{closure#0}::{closure#0}
fun:names::closures::*closure}}
fun:names::shapes::Disc<f64>::copies
fun:Vec::push
fun:**::Disc<*>::fmt

;--- wrong.cfg
fun:<names::Disc as names::Shape::area
fun:names::Disc<f64::area
fun:names::run::{closure#0

;--- misfits.cfg
alloc:names::make size=0 arena=this
alloc:names::raw size=2

;--- names.ll
target triple = "x86_64-unknown-linux-gnu"

; names::make::<String> and ::<u64>, of either mangling.
declare ptr @_RINvCsd7U9rWHuKO9_5names4makeNtNtCslNYArtu3iFV_5alloc6string6StringEB2_(i64)
declare ptr @_RINvCsd7U9rWHuKO9_5names4makeyEB2_(i64)
define ptr @_ZN5names4make17h169bcad7bd28f07fE(i64 %n) {
  ret ptr null
}
define ptr @_ZN5names3raw17hde1c71e1cd041af4E(i64 %n) {
  ret ptr null
}
define void @_ZN5names4both17hde1c71e1cd041af4E(i64 %n) {
  call ptr @_ZN5names4make17h169bcad7bd28f07fE(i64 %n)
  call ptr @_ZN5names3raw17hde1c71e1cd041af4E(i64 %n)
  ret void
}
declare void @_ZN5names3run17hf946ff39cb6732b0E()
; The hash is none: a function `h…` of C++.
declare void @_ZN5names17hf946ff39cb6732b0Ev()
; <[u32]>, <Vec<u8>>, <Disc<f64>>, <(u8, String)> as Shape.
declare void @"_ZN54_$LT$$u5b$u32$u5d$$u20$as$u20$names..shapes..Shape$GT$4area17h438c97c6643577b2E"()
declare void @"_ZN66_$LT$alloc..vec..Vec$LT$u8$GT$$u20$as$u20$names..shapes..Shape$GT$4area17h93b9aa36051aafe8E"()
declare void @_RNvXs0_NtCsd7U9rWHuKO9_5names6shapesINtNtCslNYArtu3iFV_5alloc3vec3VechENtB5_5Shape4area()
declare void @"_ZN71_$LT$names..shapes..Disc$LT$f64$GT$$u20$as$u20$names..shapes..Shape$GT$4area17ha992fe085a78f876E"()
declare void @_RNvXs1_NtCsd7U9rWHuKO9_5names6shapesThNtNtCslNYArtu3iFV_5alloc6string6StringENtB5_5Shape4area()
declare void @_ZN5names6shapes5Shape5twice17h02ad4b13c8cd8850E()
declare void @"_ZN5names4more78_$LT$impl$u20$core..fmt..Display$u20$for$u20$names..shapes..Disc$LT$u8$GT$$GT$3fmt17h3f661765f1f1b739E"()
; Vec<u8>::push and with_capacity.
declare void @"_ZN5alloc3vec16Vec$LT$T$C$A$GT$4push17h0123456789abcdefE"()
declare void @"_ZN5alloc3vec16Vec$LT$T$C$A$GT$13with_capacity17h0123456789abcdefE.llvm.123"()
declare void @_RNvMNtCslNYArtu3iFV_5alloc3vecINtB2_3VechE4push()
; Closures.
declare void @_RNvMs2_NtCsd7U9rWHuKO9_5names6shapesINtB5_4DischE6copies()
declare void @_RNCNvMs2_NtCsd7U9rWHuKO9_5names6shapesINtB7_4DischE6copies0B9_()
declare void @_RNCNCNvCsd7U9rWHuKO9_5names8closures00B5_()
declare void @"_ZN5names8closures28_$u7b$$u7b$closure$u7d$$u7d$28_$u7b$$u7b$closure$u7d$$u7d$17h72d9037148c5193fE"()
