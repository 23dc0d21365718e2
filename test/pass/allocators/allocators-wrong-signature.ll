; A function that has an allocator's name and other parameters is another function.
;
; RUN: %instrument %s | %FileCheck %s --implicit-check-not='call {{.*}}@{{__allocsite_miss|allocsite.tags}}'

; CHECK-LABEL: define void @calls(
define void @calls(ptr %p) {
  %a = call ptr @malloc(ptr %p)
  %b = call ptr @calloc(i64 3)
  %c = call ptr @realloc(i64 3, ptr %p)
  %d = call ptr @strdup(i64 3)
  %e = call ptr @SKIP_Obstack_alloc()
  ret void
}

declare ptr @malloc(ptr)
declare ptr @calloc(i64)
declare ptr @realloc(i64, ptr)
declare ptr @strdup(i64)
declare ptr @SKIP_Obstack_alloc()
