; The copies that an optimiser makes of one call share its id: with an id each,
; recursion in an unrolled loop would be many different chains.
;
; RUN: %pipeline -passes='allocsite-mark,function(loop-simplify,lcssa,loop-unroll<O3>,instsimplify,simplifycfg),allocsite,verify' %s | %unlabelled | %FileCheck %s

; CHECK-LABEL: define void @loop(
; CHECK: [[WORD:%.*]] = freeze i64 {{%.*}}
; CHECK: store i64 [[WORD]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @unknown(i32 0)
; CHECK-NEXT: store i64 [[WORD]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @unknown(i32 1)
; CHECK-NEXT: store i64 [[WORD]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @unknown(i32 2)
define void @loop() {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @unknown(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare void @unknown(i32)

; Code that is optimised further at link time: no calls share a store.
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}
