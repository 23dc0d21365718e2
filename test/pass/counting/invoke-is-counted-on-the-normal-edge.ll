; An allocation that throws made nothing. The count stands on the normal edge of an
; invoke alone, also where other edges lead to the same block: that one is split. (Calls
; of the fast convention have no gate, which knows itself: Gates.h.)
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define ptr @alone(
; CHECK: invoke fastcc ptr @_Znwm(i64 24)
; CHECK-NEXT: to label %[[OK:.*]] unwind label %bad
; CHECK: {{^}}[[OK]]:
; CHECK-NOT: {{^[a-z]+}}:
; CHECK: select {{.*}}@allocsite.tags
; CHECK: {{^}}bad:
; CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
; CHECK: resume
define ptr @alone() personality ptr @__gxx_personality_v0 {
  %p = invoke fastcc ptr @_Znwm(i64 24) to label %ok unwind label %bad
ok:
  ret ptr %p
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; CHECK-LABEL: define ptr @shared(
; CHECK: br i1 %c, label %[[TRY:.*]], label %join
; CHECK: invoke fastcc ptr @_Znwm(i64 24)
; CHECK-NEXT: to label %[[EDGE:.*]] unwind label %bad
; CHECK: {{^}}[[EDGE]]:
; CHECK: select {{.*}}@allocsite.tags
; CHECK: {{^}}join:
; CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
; CHECK: }
define ptr @shared(i1 %c) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %try, label %join
try:
  %p = invoke fastcc ptr @_Znwm(i64 24) to label %join unwind label %bad
join:
  %r = phi ptr [ null, %0 ], [ %p, %try ]
  ret ptr %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; The same for an arena with a body, where a marker stands.
; CHECK-LABEL: define ptr @sharedArena(
; CHECK: invoke ptr @_ZN7ObStack5allocEm(
; CHECK-NEXT: to label %[[EDGE:.*]] unwind label %bad
; CHECK: {{^}}[[EDGE]]:
; CHECK: select {{.*}}@allocsite.tags
; CHECK-NEXT: call {{.*}}i64 32)
; CHECK: {{^}}join:
; CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
; CHECK: }
define ptr @sharedArena(i1 %c, ptr %s) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %try, label %join
try:
  %p = invoke ptr @_ZN7ObStack5allocEm(ptr %s, i64 32) to label %join unwind label %bad
join:
  %r = phi ptr [ null, %0 ], [ %p, %try ]
  ret ptr %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

define ptr @_ZN7ObStack5allocEm(ptr %s, i64 %n) {
  ret ptr %s
}
declare fastcc ptr @_Znwm(i64)
declare i32 @__gxx_personality_v0(...)
