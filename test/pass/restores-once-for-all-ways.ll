; Which restores become one in the block of the call, and which do not: each way out has to
; have one of its own, behind the last call that changes the word.
;
; RUN: %instrument %s | %FileCheck %s

; One way puts it back at the top of its block, which no other comes to, one on an edge.
; CHECK-LABEL: define i32 @at_top(
; CHECK: call i1 @{{.*}}first(
; CHECK: call i1 @{{.*}}second(
; CHECK-NEXT: load i64
; CHECK-NEXT: store i64 {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}}
define i32 @at_top(ptr %p, i1 %calls) {
  br i1 %calls, label %call, label %join
call:
  %one = call i1 @first(ptr %p)
  %two = call i1 @second(ptr %p)
  br i1 %two, label %alone, label %join
alone:
  store volatile i32 1, ptr %p
  ret i32 7
join:
  store volatile i32 2, ptr %p
  ret i32 0
}

; What was thrown comes with another word: the way that catches puts it back itself.
; CHECK-LABEL: define i32 @catches(
; CHECK: call i1 @{{.*}}first(
; CHECK-NOT: store i64
; CHECK: invoke i64 @strlen(
; CHECK: landingpad
; CHECK-NEXT: catch
; CHECK-NEXT: load i64
; CHECK-NEXT: store i64 {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}}
define i32 @catches(ptr %p, i1 %calls) personality ptr @__gxx_personality_v0 {
  br i1 %calls, label %call, label %join
call:
  %one = call i1 @first(ptr %p)
  %length = invoke i64 @strlen(ptr %p) to label %join unwind label %pad
pad:
  %thrown = landingpad { ptr, i32 } catch ptr null
  ret i32 1
join:
  store volatile i32 2, ptr %p
  ret i32 0
}

; A block to which two ways lead puts it back for both.
; CHECK-LABEL: define i32 @two_come(
; CHECK: call i1 @{{.*}}first(
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}
; CHECK: br i1
; CHECK: call i1 @{{.*}}second(
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}
; CHECK: br i1
; CHECK: {{^}}}
define i32 @two_come(ptr %p, i1 %which) {
  br i1 %which, label %one, label %two
one:
  %first = call i1 @first(ptr %p)
  br i1 %first, label %yes, label %no
two:
  %second = call i1 @second(ptr %p)
  br i1 %second, label %yes, label %no
yes:
  store volatile i32 1, ptr %p
  ret i32 1
no:
  store volatile i32 2, ptr %p
  ret i32 0
}

declare i1 @first(ptr)
declare i1 @second(ptr)
declare i64 @strlen(ptr)
declare i32 @__gxx_personality_v0(...)
