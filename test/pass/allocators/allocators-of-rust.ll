; What Rust's code calls to allocate is known by name, however rustc mangles it, and so are the
; arenas of crates. A Layout is two arguments, of which the alignment is never 0; where nothing
; tells which one that is, rustc passes it first, since it names itself in the module.
;
; RUN: %mark %s | %FileCheck %s --check-prefix=SITES
; RUN: %opt_pass %opaque -passes=allocsite-explain -disable-output %s | %FileCheck %s --check-prefix=RULES
; RUN: grep -v '^!llvm.ident' %s > %t.old.ll && %mark %t.old.ll | %FileCheck %s --check-prefix=OLD
;
; SITES-DAG: !{i32 1, !"__rust_alloc", i32 1, i32 0, i32 0, {{.*}}, !"malloc", !"", !"size",
; SITES-DAG: !{i32 2, !"__rust_alloc", i32 2, i32 0, i32 0, {{.*}}, !"malloc", !"", !"size",
; SITES-DAG: !{i32 3, !"__rust_alloc_zeroed", i32 3, i32 0, i32 0, {{.*}}, !"malloc", !"", !"size",
; SITES-DAG: !{i32 4, !"__rust_realloc", i32 4, i32 0, i32 0, {{.*}}, !"malloc", !"", !"size",
; SITES-DAG: !{i32 5, !"bumpalo::Bump::alloc_layout", i32 5, i32 1, i32 0, {{.*}}, !"bumpalo::Bump", !"", !"size",
; SITES-DAG: !{i32 6, !"bumpalo::Bump::try_alloc_layout", i32 6, i32 1, i32 0, {{.*}}, !"bumpalo::Bump", !"", !"size",
; SITES-DAG: !{i32 7, !"bumpalo::Bump::grow", i32 7, i32 1, i32 0, {{.*}}, !"bumpalo::Bump", !"", !"size",
; SITES-DAG: !{i32 8, !"bumpalo::Bump::shrink", i32 8, i32 1, i32 0, {{.*}}, !"bumpalo::Bump", !"", !"size",
; SITES-DAG: !{i32 9, !"typed_arena::Arena::alloc", i32 9, i32 1, i32 0, {{.*}}, !"typed_arena::Arena", !"", !"fixed",
; SITES-DAG: !{i32 10, !"typed_arena::Arena::alloc_extend", i32 10, i32 1, i32 0, {{.*}}, !"typed_arena::Arena", !"", !"unknown: 0",
; SITES-DAG: !{i32 11, !"typed_arena::Arena::alloc_uninitialized", i32 11, i32 1, i32 0, {{.*}}, !"typed_arena::Arena", !"", !"unknown: 0",
; SITES-DAG: !{i32 12, !"typed_arena::Arena::alloc_str", i32 12, i32 1, i32 0, {{.*}}, !"typed_arena::Arena", !"", !"size",
; SITES-NOT: !{i32 13,
; OLD: !"bumpalo::Bump::alloc_layout", {{.*}}, !"bumpalo::Bump", !"", !"unknown: 0",
;
; RULES-DAG: {{^}}__rg_alloc: wrapper:**::__rg_alloc{{ }}
; RULES-DAG: {{^}}__rg_alloc_zeroed: wrapper:**::__rg_alloc_zeroed{{ }}
; RULES-DAG: {{^}}__rg_realloc: wrapper:**::__rg_realloc{{ }}
; RULES-DAG: {{^}}__rust_dealloc: free:**::__rust_dealloc block=0{{ }}
; RULES-DAG: {{^}}<app::Counting as core::alloc::global::GlobalAlloc>::alloc: wrapper:<* as core::alloc::global::GlobalAlloc>::alloc{{ }}
; RULES-DAG: {{^}}<app::Counting as core::alloc::global::GlobalAlloc>::alloc_zeroed: wrapper:<* as core::alloc::global::GlobalAlloc>::alloc_zeroed{{ }}
; RULES-DAG: {{^}}<app::Counting as core::alloc::global::GlobalAlloc>::realloc: wrapper:<* as core::alloc::global::GlobalAlloc>::realloc{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc: wrapper:bumpalo::Bump::alloc{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::try_alloc: wrapper:bumpalo::Bump::try_alloc{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_with: wrapper:bumpalo::Bump::alloc_with{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::try_alloc_with: wrapper:bumpalo::Bump::try_alloc_with{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_try_with: wrapper:bumpalo::Bump::alloc_try_with{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::try_alloc_try_with: wrapper:bumpalo::Bump::try_alloc_try_with{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_str: wrapper:bumpalo::Bump::alloc_str{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_slice_copy: wrapper:bumpalo::Bump::alloc_slice_copy{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_slice_clone: wrapper:bumpalo::Bump::alloc_slice_clone{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_slice_fill_with: wrapper:bumpalo::Bump::alloc_slice_fill_with{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_slice_fill_copy: wrapper:bumpalo::Bump::alloc_slice_fill_copy{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_slice_fill_clone: wrapper:bumpalo::Bump::alloc_slice_fill_clone{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_slice_fill_iter: wrapper:bumpalo::Bump::alloc_slice_fill_iter{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::alloc_slice_fill_default: wrapper:bumpalo::Bump::alloc_slice_fill_default{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::dealloc: free:bumpalo::Bump::dealloc arena=0 block=1{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump>::reset: reset:bumpalo::Bump::reset arena=0{{ }}
; RULES-DAG: {{^}}<bumpalo::Bump as core::ops::drop::Drop>::drop: destroy:<bumpalo::Bump as core::ops::drop::Drop>::drop arena=0{{ }}
; RULES-DAG: {{^}}<&bumpalo::Bump as bumpalo::alloc::Alloc>::alloc: wrapper:<&bumpalo::Bump as *>::alloc{{ }}
; RULES-DAG: {{^}}<&bumpalo::Bump as bumpalo::alloc::Alloc>::realloc: wrapper:<&bumpalo::Bump as *>::realloc{{ }}
; RULES-DAG: {{^}}<&bumpalo::Bump as bumpalo::alloc::Alloc>::allocate: wrapper:<&bumpalo::Bump as *>::allocate{{ }}
; RULES-DAG: {{^}}<&bumpalo::Bump as bumpalo::alloc::Alloc>::grow: wrapper:<&bumpalo::Bump as *>::grow{{ }}
; RULES-DAG: {{^}}<&bumpalo::Bump as bumpalo::alloc::Alloc>::grow_zeroed: wrapper:<&bumpalo::Bump as *>::grow_zeroed{{ }}
; RULES-DAG: {{^}}<&bumpalo::Bump as bumpalo::alloc::Alloc>::shrink: wrapper:<&bumpalo::Bump as *>::shrink{{ }}
; RULES-DAG: {{^}}<bumpalo::boxed::Box<u8>>::new_in: wrapper:bumpalo::boxed::Box::new_in{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::with_capacity_in: wrapper:bumpalo::collections::*::with_capacity_in{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::from_iter_in: wrapper:bumpalo::collections::*::from_iter_in{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::from_str_in: wrapper:bumpalo::collections::*::from_str_in{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::allocate_in: wrapper:bumpalo::collections::*::allocate_in{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::reserve: wrapper:bumpalo::collections::*::reserve{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::reserve_exact: wrapper:bumpalo::collections::*::reserve_exact{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::reserve_internal: wrapper:bumpalo::collections::*::reserve_internal{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::try_reserve: wrapper:bumpalo::collections::*::try_reserve{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::double: wrapper:bumpalo::collections::*::double{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::shrink_to_fit: wrapper:bumpalo::collections::*::shrink_to_fit{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::push: wrapper:bumpalo::collections::*::push{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::push_str: wrapper:bumpalo::collections::*::push_str{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::insert: wrapper:bumpalo::collections::*::insert{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::resize: wrapper:bumpalo::collections::*::resize{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::extend: wrapper:bumpalo::collections::*::extend{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::extend_from_slice: wrapper:bumpalo::collections::*::extend_from_slice{{ }}
; RULES-DAG: {{^}}<bumpalo::collections::vec::Vec<u32>>::extend_from_slice_copy: wrapper:bumpalo::collections::*::extend_from_slice_copy{{ }}
; RULES-DAG: {{^}}core::ptr::drop_in_place<typed_arena::Arena<{{.}}u64; 5]>>: destroy:core::ptr::drop_in_place<typed_arena::Arena<*>> arena=0{{ }}
; RULES-DAG: {{^}}core::ptr::drop_in_place::<typed_arena::Arena<{{.}}u64; 5]>>: destroy:core::ptr::drop_in_place<typed_arena::Arena<*>> arena=0{{ }}
; RULES-NOT: GlobalAlloc>::dealloc
; RULES-NOT: drop_in_place<app::Node>
;
; Others of such names.
; RULES-NOT: app::

target triple = "x86_64-unknown-linux-gnu"
!llvm.ident = !{!0}
!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25)"}

define void @_RNvCs1_3app3run(ptr %p, i64 %n) {
  call ptr @__rust_alloc(i64 %n, i64 8)
  call ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 %n, i64 8)
  call ptr @_RNvCsfLfy6EI15iL_7___rustc19___rust_alloc_zeroed(i64 %n, i64 8)
  call ptr @_RNvCsfLfy6EI15iL_7___rustc14___rust_realloc(ptr %p, i64 1, i64 8, i64 %n)
  call ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump12alloc_layout(ptr %p, i64 8, i64 %n)
  call ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump16try_alloc_layout(ptr %p, i64 8, i64 %n)
  call ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump4grow(ptr %p, ptr %p, i64 8, i64 1, i64 8, i64 %n)
  call ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump6shrink(ptr %p, ptr %p, i64 8, i64 1, i64 8, i64 %n)
  call ptr @_RNvMCsicE954ZZKGx_11typed_arenaINtB2_5ArenaAyj5_E5alloc(ptr %p, ptr %p)
  call { ptr, i64 } @_RNvMCsicE954ZZKGx_11typed_arenaINtB2_5ArenaAyj5_E12alloc_extend(ptr %p, ptr %p)
  call { ptr, i64 } @_RNvMCsicE954ZZKGx_11typed_arenaINtB2_5ArenaAyj5_E19alloc_uninitialized(ptr %p, i64 %n)
  call { ptr, i64 } @_RNvMCsicE954ZZKGx_11typed_arenaINtB2_5ArenaAyj5_E9alloc_str(ptr %p, ptr %p, i64 %n)
  call ptr @_RNvCs1_3app12___rust_alloc(ptr %p)
  call void @_RNvCs1_3app12alloc_layout(i64 %n)
  ret void
}

declare ptr @__rust_alloc(i64, i64)
declare ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64, i64)
declare ptr @_RNvCsfLfy6EI15iL_7___rustc19___rust_alloc_zeroed(i64, i64)
declare ptr @_RNvCsfLfy6EI15iL_7___rustc14___rust_realloc(ptr, i64, i64, i64)
declare ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump12alloc_layout(ptr, i64, i64)
declare ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump16try_alloc_layout(ptr, i64, i64)
declare ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump4grow(ptr, ptr, i64, i64, i64, i64)
declare ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump6shrink(ptr, ptr, i64, i64, i64, i64)
declare dereferenceable(40) ptr @_RNvMCsicE954ZZKGx_11typed_arenaINtB2_5ArenaAyj5_E5alloc(ptr, ptr)
declare { ptr, i64 } @_RNvMCsicE954ZZKGx_11typed_arenaINtB2_5ArenaAyj5_E12alloc_extend(ptr, ptr)
declare { ptr, i64 } @_RNvMCsicE954ZZKGx_11typed_arenaINtB2_5ArenaAyj5_E19alloc_uninitialized(ptr, i64)
declare { ptr, i64 } @_RNvMCsicE954ZZKGx_11typed_arenaINtB2_5ArenaAyj5_E9alloc_str(ptr, ptr, i64)
declare void @__rg_alloc(ptr)
declare void @__rg_alloc_zeroed(ptr)
declare void @__rg_realloc(ptr)
declare void @_RNvCsfLfy6EI15iL_7___rustc14___rust_dealloc(ptr, i64, i64)
declare void @_RNvXCs1_3appNtB2_8CountingNtNtNtCs2_4core5alloc6global11GlobalAlloc5alloc(ptr)
declare void @_RNvXCs1_3appNtB2_8CountingNtNtNtCs2_4core5alloc6global11GlobalAlloc12alloc_zeroed(ptr)
declare void @_RNvXCs1_3appNtB2_8CountingNtNtNtCs2_4core5alloc6global11GlobalAlloc7realloc(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump5alloc(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump9try_alloc(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump10alloc_with(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump14try_alloc_with(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump14alloc_try_with(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump18try_alloc_try_with(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump9alloc_str(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump16alloc_slice_copy(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump17alloc_slice_clone(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump21alloc_slice_fill_with(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump21alloc_slice_fill_copy(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump22alloc_slice_fill_clone(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump21alloc_slice_fill_iter(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump24alloc_slice_fill_default(ptr)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump7dealloc(ptr, ptr, i64, i64)
declare void @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump5reset(ptr)
declare void @"_ZN55_$LT$bumpalo..Bump$u20$as$u20$core..ops..drop..Drop$GT$4drop17ha593f39ebf09db7dE"(ptr)
declare void @"_ZN59_$LT$$RF$bumpalo..Bump$u20$as$u20$bumpalo..alloc..Alloc$GT$5alloc17h0123456789abcdefE"(ptr)
declare void @"_ZN59_$LT$$RF$bumpalo..Bump$u20$as$u20$bumpalo..alloc..Alloc$GT$7realloc17h0123456789abcdefE"(ptr)
declare void @"_ZN59_$LT$$RF$bumpalo..Bump$u20$as$u20$bumpalo..alloc..Alloc$GT$8allocate17h0123456789abcdefE"(ptr)
declare void @"_ZN59_$LT$$RF$bumpalo..Bump$u20$as$u20$bumpalo..alloc..Alloc$GT$4grow17h0123456789abcdefE"(ptr)
declare void @"_ZN59_$LT$$RF$bumpalo..Bump$u20$as$u20$bumpalo..alloc..Alloc$GT$11grow_zeroed17h0123456789abcdefE"(ptr)
declare void @"_ZN59_$LT$$RF$bumpalo..Bump$u20$as$u20$bumpalo..alloc..Alloc$GT$6shrink17h0123456789abcdefE"(ptr)
declare void @_RNvMNtCshTjU8V30eta_7bumpalo5boxedINtB2_3BoxhE6new_in(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE16with_capacity_in(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE12from_iter_in(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE11from_str_in(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE11allocate_in(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE7reserve(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE13reserve_exact(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE16reserve_internal(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE11try_reserve(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE6double(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE13shrink_to_fit(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE4push(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE8push_str(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE6insert(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE6resize(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE6extend(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE17extend_from_slice(ptr)
declare void @_RNvMNtNtCshTjU8V30eta_7bumpalo11collections3vecINtB2_3VecmE22extend_from_slice_copy(ptr)
declare void @"_ZN4core3ptr71drop_in_place$LT$typed_arena..Arena$LT$$u5b$u64$u3b$$u20$5$u5d$$GT$$GT$17h17900f9a93876989E"(ptr)
declare void @_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeINtCsicE954ZZKGx_11typed_arena5ArenaAyj5_EE(ptr)
declare void @_RNvXCs1_3appNtB2_8CountingNtNtNtCs2_4core5alloc6global11GlobalAlloc7dealloc(ptr)
declare void @"_ZN4core3ptr71drop_in_place$LT$app..Node$GT$17h17900f9a93876989E"(ptr)
declare ptr @_RNvCs1_3app12___rust_alloc(ptr)
declare void @_RNvCs1_3app12alloc_layout(i64)
