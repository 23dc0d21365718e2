; An inline function is passed its context as well, by those of its callers that know it.
; Under its own name there is an entry for the others, where something needs it.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s
; RUN: sed '/^!llvm.module.flags/s/!1/!1, !2/' %s | %instrument | %unlabelled | \
; RUN:   %FileCheck %s --check-prefix=SHARED
; SHARED: define linkonce_odr hidden void @plain.allocsite(

declare void @unknown()
declare i32 @personality(...)
declare ptr @llvm.frameaddress.p0(i32)

$addressed = comdat any
$_ZN4HeldC5Ev = comdat any
$with_data = comdat any
$optnone = comdat any
@pointer = global ptr @addressed
@data = linkonce_odr global i32 0, comdat($with_data)
@label = global ptr blockaddress(@has_label, %label)
@_ZN4HeldC1Ev = linkonce_odr alias void (), ptr @_ZN4HeldC2Ev

; Whatever body the linker takes leaves the thread's word as it likes.
; CHECK-LABEL: define void @caller(
; CHECK:      %[[FOUND:.*]] = load i64, {{.*}}@__allocsite_thread
; CHECK:      call void @plain.allocsite(i32 1, ptr nest
; CHECK-NEXT: ptr
; CHECK:      call void @addressed.allocsite(ptr sret(i64) %to, ptr byval(i64) %from, ptr nest
; CHECK:      call void @silent.allocsite(ptr nest
; CHECK-NEXT: store i64 %[[FOUND]], {{.*}}@__allocsite_thread
; CHECK-NEXT: ret void
define void @caller(ptr %to, ptr %from) {
  call void @plain(i32 1)
  call void @plain(i32 2)
  call void @addressed(ptr sret(i64) %to, ptr byval(i64) %from)
  call void @silent()
  ret void
}

; CHECK-NOT: @plain(
; CHECK-LABEL: define linkonce_odr dso_local void @plain.allocsite(i32 %n, ptr nest %0)
; CHECK: store i64 {{.*}}@__allocsite_thread
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: ret void
define linkonce_odr void @plain(i32 %n) {
  call void @unknown()
  ret void
}

; CHECK-LABEL: define linkonce_odr dso_local void @addressed.allocsite(
; CHECK-SAME:  ptr sret(i64) %to, ptr byval(i64) %from, ptr nest %0)
; CHECK-SAME:  {{.*}}comdat personality ptr @personality
; CHECK-LABEL: define linkonce_odr void @addressed(
; CHECK-SAME:  ptr sret(i64) %0, ptr byval(i64) %1)
; CHECK-NOT:   personality
; CHECK-SAME:  comdat !kcfi_type
; CHECK:      %[[WORD:.*]] = load i64, {{.*}}@__allocsite_thread
; CHECK-NEXT: %[[PASSED:.*]] = inttoptr i64 %[[WORD]] to ptr
; CHECK-NEXT: call void @addressed.allocsite(ptr sret(i64) %0, ptr byval(i64) %1, ptr nest %[[PASSED]])
; CHECK-NEXT: store i64 %[[WORD]], {{.*}}@__allocsite_thread
; CHECK-NEXT: ret void
define linkonce_odr void @addressed(ptr sret(i64) %to, ptr byval(i64) %from) comdat personality ptr @personality !kcfi_type !0 {
  call void @unknown()
  ret void
}

; In another file it may have calls.
; CHECK-LABEL: define linkonce_odr dso_local void @silent.allocsite(ptr nest %0)
; CHECK-NEXT: ret void
define linkonce_odr void @silent() {
  ret void
}

; Who may be gone when its callee runs calls the entry, which puts back.
; CHECK-LABEL: define linkonce_odr dso_local void @last.allocsite(
; CHECK-LABEL: define linkonce_odr void @last(
define linkonce_odr void @last() {
  call void @unknown()
  ret void
}
; CHECK-LABEL: define void @jumps(
; CHECK-NEXT: tail call void @last(){{$}}
; CHECK-NEXT: ret void
define void @jumps() {
  tail call void @last()
  ret void
}
; One that leaves the word anyhow passes it on: that it was called, and that the call went on in
; `last`, tells that it is a frame.
; CHECK-LABEL: define internal void @jumps_too(ptr nest %0)
; CHECK-NOT: mul
; CHECK: {{^}}  tail call void @last.allocsite(ptr nest %{{.*}})
; CHECK-NEXT: ret void
define internal void @jumps_too() {
  tail call void @last()
  ret void
}
; CHECK-LABEL: define void @caller_of_last(
define void @caller_of_last() {
  call void @last()
  call void @jumps_too()
  ret void
}

; What a section group has beside it would be of another file.
; CHECK-LABEL: define linkonce_odr void @_ZN4HeldC2Ev() #[[#]] comdat($_ZN4HeldC5Ev) {
define linkonce_odr void @_ZN4HeldC2Ev() comdat($_ZN4HeldC5Ev) {
  call void @unknown()
  ret void
}
; CHECK-LABEL: define linkonce_odr void @_ZN4HeldD2Ev() #[[#]] comdat($_ZN4HeldC5Ev) {
define linkonce_odr void @_ZN4HeldD2Ev() comdat($_ZN4HeldC5Ev) {
  call void @unknown()
  ret void
}
; CHECK-LABEL: define linkonce_odr void @with_data() #[[#]] comdat {
define linkonce_odr void @with_data() comdat {
  call void @unknown()
  ret void
}

; A body ends in a jump to bodies alone: behind an entry jumps that come round again would
; take more and more of the stack. Jumps that cannot come round become calls.
; CHECK-LABEL: define linkonce_odr void @jumps_anywhere(
define linkonce_odr void @jumps_anywhere(ptr %next) {
  tail call void %next(ptr %next)
  ret void
}
; CHECK-LABEL: define linkonce_odr void @jumps_there(
define linkonce_odr void @jumps_there(ptr %next) {
  tail call void @jumps_anywhere(ptr %next)
  ret void
}
; CHECK-LABEL: define linkonce_odr dso_local void @jumps_to_bodies.allocsite(i32 %n, ptr nest
; CHECK-NOT: mul
; CHECK: tail call void @jumps_back.allocsite(i32 %n, ptr nest
; CHECK-NEXT: ret void
; CHECK: mul i64
; CHECK: notail call void @plain.allocsite(i32 %n, ptr nest
define linkonce_odr void @jumps_to_bodies(i32 %n) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %again
again:
  tail call void @jumps_back(i32 %n)
  ret void
end:
  tail call void @plain(i32 %n)
  ret void
}
; CHECK-LABEL: define linkonce_odr dso_local void @jumps_back.allocsite(i32 %n, ptr nest
; CHECK: tail call void @jumps_to_bodies.allocsite(i32 %n, ptr nest
define linkonce_odr void @jumps_back(i32 %n) {
  tail call void @jumps_to_bodies(i32 %n)
  ret void
}

; Who is passed is not called.
; CHECK-LABEL: define linkonce_odr dso_local void @each.allocsite(ptr %f, ptr nest
; CHECK: call void @each.allocsite(ptr @each, ptr nest
; CHECK: call void @each.allocsite(ptr @plain_too, ptr nest
; CHECK-LABEL: define linkonce_odr void @each(
define linkonce_odr void @each(ptr %f) {
  call void @unknown()
  call void @each(ptr @each)
  call void @each(ptr @plain_too)
  ret void
}
; CHECK-LABEL: define linkonce_odr dso_local void @plain_too.allocsite(
; CHECK-LABEL: define linkonce_odr void @plain_too(
define linkonce_odr void @plain_too() {
  call void @unknown()
  ret void
}

; A program may count on what a file without optimisation keeps.
; CHECK-LABEL: define linkonce_odr dso_local void @optnone.allocsite(
; CHECK-LABEL: define linkonce_odr void @optnone(
define linkonce_odr void @optnone() noinline optnone comdat {
  call void @unknown()
  ret void
}

; What cannot be separated stays one, and so does what is no frame, and what no call
; knows.
; CHECK-LABEL: define linkonce_odr void @variadic(i32 %n, ...)
define linkonce_odr void @variadic(i32 %n, ...) {
  call void @unknown()
  ret void
}
; CHECK-LABEL: define linkonce_odr ptr @looks_at_caller()
define linkonce_odr ptr @looks_at_caller() {
  call void @unknown()
  %a = call ptr @llvm.frameaddress.p0(i32 0)
  ret ptr %a
}
; CHECK-LABEL: define linkonce_odr void @has_label()
define linkonce_odr void @has_label() {
  br label %label
label:
  call void @unknown()
  ret void
}
; CHECK-LABEL: define linkonce_odr void @musttail()
define linkonce_odr void @musttail() {
  musttail call void @unknown()
  ret void
}
; CHECK-LABEL: define linkonce_odr void @_ZNSt6vectorIiSaIiEE4growEv()
define linkonce_odr void @_ZNSt6vectorIiSaIiEE4growEv() {
  call void @unknown()
  ret void
}
; CHECK-LABEL: define linkonce_odr void @by_pointer()
define linkonce_odr void @by_pointer() {
  call void @unknown()
  ret void
}
; CHECK-LABEL: define weak void @weak()
define weak void @weak() {
  call void @unknown()
  ret void
}

; CHECK-LABEL: define ptr @others(
define ptr @others() {
  call void @_ZN4HeldC2Ev()
  call void @_ZN4HeldD2Ev()
  call void @with_data()
  call void @optnone()
  call void (i32, ...) @variadic(i32 1)
  call void @has_label()
  call void @jumps_there(ptr null)
  call void @jumps_to_bodies(i32 1)
  call void @each(ptr null)
  call void @plain_too()
  %a = call ptr @looks_at_caller()
  call void @musttail()
  call void @_ZNSt6vectorIiSaIiEE4growEv()
  call void @weak()
  ret ptr @by_pointer
}

!llvm.module.flags = !{!1}
!0 = !{i32 12345}
; Stores are not shared.
!1 = !{i32 1, !"ThinLTO", i32 0}
!2 = !{i32 7, !"PIC Level", i32 2}
