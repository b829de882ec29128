// Every record and every command, printed as read; locations included. The
// same table is sound, and its binary form survives its text.
// RUN: popt %s --mlir-print-debuginfo --mlir-print-local-scope | popt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: popt %s --mlir-print-op-generic | popt | FileCheck %s --check-prefix=GENERIC
// RUN: popt %s --verify-step-table -o /dev/null

// GENERIC: step.kernel[0] @kernel_0_add scalars [microbatch, -7, @ahead]

// CHECK: dist.mesh @mesh = <["dp"=2], time ["mb"=2], ["tp"=2]>
dist.mesh @mesh = <["dp"=2], time ["mb"=2], ["tp"=2]>
// CHECK: step.table target "sm_90" info {arena_bytes = "4096", compiler = "popt"} constants dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi8> {
step.table target "sm_90" info {arena_bytes = "4096", compiler = "popt"} constants dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi8> {
  // CHECK-NEXT: step.symbol @kernel_0_add writes 1
  step.symbol @kernel_0_add writes 1
  // CHECK: step.symbol @kernel_1_norm launches [#step.launch<"norm.0" image 1 grid 12 block 256 shared 4096>, #step.launch<"norm.1" grid 1 block 32>] scratch 48
  step.symbol @kernel_1_norm launches [#step.launch<"norm.0" image 1 grid 12 block 256 shared 4096>, #step.launch<"norm.1" grid 1 block 32>] scratch 48
  // CHECK: step.symbol @kernel_2_dot writes 1 launches [#step.launch<"dot.0" grid 1 block 32>] product <0 * 1 -> 2 : bf16 -> f32, batch [2 by (8, 0, 4)], rows [2 by (4, 0, 2)], columns [2 by (0, 1, 1)], contracted [4 by (1, 2, 0)], tuned "an abacus, beads 1.0" "00ff">
  step.symbol @kernel_2_dot writes 1 launches [#step.launch<"dot.0" grid 1 block 32>] product <0 * 1 -> 2 : bf16 -> f32, batch [2 by (8, 0, 4)], rows [2 by (4, 0, 2)], columns [2 by (0, 1, 1)], contracted [4 by (1, 2, 0)], tuned "an abacus, beads 1.0" "00ff">
  // CHECK: step.symbol @kernel_3_conv writes 1 launches [#step.launch<"conv.0" grid 1 block 32>] convolution <0 * 1 -> 2 : f32 -> f32 tf32, lhs [2 by 96, 6 by 1, 16 by 6], rhs [8 by 1, 3 by 8, 5 by 24], out [2 by 56, 8 by 1, 7 by 8], window [by 1 pad 0 -1 dilation 1 2 reversed], feature_groups 2, tuned "an abacus, beads 1.0" "00ff">
  step.symbol @kernel_3_conv writes 1 launches [#step.launch<"conv.0" grid 1 block 32>] convolution <0 * 1 -> 2 : f32 -> f32 tf32, lhs [2 by 96, 6 by 1, 16 by 6], rhs [8 by 1, 3 by 8, 5 by 24], out [2 by 56, 8 by 1, 7 by 8], window [by 1 pad 0 -1 dilation 1 2 reversed], feature_groups 2, tuned "an abacus, beads 1.0" "00ff">
  // Operands of two types.
  // CHECK: step.symbol @kernel_6_add writes 1 launches [#step.launch<"add.1" grid 1 block 32>] product <0 * 1 -> 3 : bf16 -> f32, added 2, rows [2 by (4, 0, 2)], columns [2 by (0, 1, 1)], contracted [4 by (1, 2, 0)]>
  step.symbol @kernel_6_add writes 1 launches [#step.launch<"add.1" grid 1 block 32>] product <0 * 1 -> 3 : bf16 -> f32, added 2, rows [2 by (4, 0, 2)], columns [2 by (0, 1, 1)], contracted [4 by (1, 2, 0)]>
  // CHECK: step.symbol @kernel_4_dot writes 1 launches [#step.launch<"dot.1" grid 1 block 32>] product <0 * 1 -> 2 : f8E4M3FN * f8E5M2 -> f32, rows [2 by (4, 0, 2)], columns [2 by (0, 1, 1)], contracted [4 by (1, 2, 0)]>
  step.symbol @kernel_4_dot writes 1 launches [#step.launch<"dot.1" grid 1 block 32>] product <0 * 1 -> 2 : f8E4M3FN * f8E5M2 -> f32, rows [2 by (4, 0, 2)], columns [2 by (0, 1, 1)], contracted [4 by (1, 2, 0)]>
  // A symbol that is taken leaves the name to a string.
  // CHECK: step.symbol @x_1 "x"
  step.symbol @x_1 "x"
  // CHECK: step.rank_table @counts = [2, 1, 2, 1]
  step.rank_table @counts = [2, 1, 2, 1]
  // CHECK: step.rank_table @offsets = [0, 2, 0, 2]
  step.rank_table @offsets = [0, 2, 0, 2]
  step.rank_table @bytes = [0, 4, 8, 12]
  // CHECK: step.rank_table @ahead = [1, 2, 3, -1]
  step.rank_table @ahead = [1, 2, 3, -1]
  step.rank_table @right = [1, -1, -1, -1]
  step.rank_table @left = [-1, 0, -1, -1]
  // CHECK: step.group @tp "{\22tp\22}" = {{\[\[}}0, 1], [2, 3]]
  step.group @tp "{\22tp\22}" = [[0, 1], [2, 3]]
  // CHECK: step.argument @"params['w']" : tensor<5x3xf32> local [3, 3] layout <@mesh, [{"tp"}, {}]> state @"new['w']"
  step.argument @"params['w']" : tensor<5x3xf32> local [3, 3] layout <@mesh, [{"tp"}, {}]> state @"new['w']"
  // CHECK: step.argument @x : tensor<4xui8>
  step.argument @x : tensor<4xui8>
  step.argument @z : tensor<8xcomplex<f32>> local [4] layout <@mesh, [{"dp"} by 2]>
  // CHECK: step.argument @pinned : tensor<f8E4M3FN> layout <@mesh, [], at = {"dp" = [1]}>
  step.argument @pinned : tensor<f8E4M3FN> layout <@mesh, [], at = {"dp" = [1]}>
  // CHECK: step.result @"new['w']" : tensor<5x3xf32> local [3, 3] layout <@mesh, [{"tp"}, {}]>
  step.result @"new['w']" : tensor<5x3xf32> local [3, 3] layout <@mesh, [{"tp"}, {}]>
  // CHECK: step.result @loss : tensor<f32> layout <@mesh, [], partial = max{"dp"}>
  step.result @loss : tensor<f32> layout <@mesh, [], partial = max{"dp"}>

  // CHECK: step.program @front on [0, 1] slots [array<i32: 0, 1>] events 2 {
  step.program @front on [0, 1] slots [array<i32: 0, 1>] events 2 {
    // CHECK-NEXT: step.region @arena arena 4096
    step.region @arena arena 4096
    // CHECK: step.region @host host 64
    step.region @host host 64
    // CHECK: step.region @constants constants 0
    step.region @constants constants 0
    // CHECK: step.address @"params['w']" at @arena[0]
    step.address @"params['w']" at @arena[0]
    step.address @x at @arena[64]
    step.address @z at @arena[128]
    step.address @"new['w']" at @arena[256]
    step.address @loss at @arena[320]
    // CHECK: step.body @step {
    step.body @step {
      // CHECK-NEXT: step.kernel[0] @kernel_0_add scalars [microbatch, -7, @ahead] (@arena[0] : 3x3xf32, @arena[256] : 3x3xf32) loc("kernel_0_add mlp"(fused["model.py":3:7, "layers.py":5:1]))
      step.kernel[0] @kernel_0_add scalars [microbatch, -7, @ahead] (@arena[0] : 3x3xf32, @arena[256] : 3x3xf32) loc("kernel_0_add mlp"(fused["model.py":3:7, "layers.py":5:1]))
      // CHECK: step.matmul (@arena[0] : 3x3xf32, @arena[512] : 3x3xf32 strides [1, 3], @arena[576] : 3x3xf32) loc("dot")
      step.matmul (@arena[0] : 3x3xf32, @arena[512] : 3x3xf32 strides [1, 3], @arena[576] : 3x3xf32) loc("dot")
      // CHECK: step.matmul adds (@arena[0] : 3x3xf32, @arena[512] : 3x3xf32, @arena[576] : 3x3xf32)
      step.matmul adds (@arena[0] : 3x3xf32, @arena[512] : 3x3xf32, @arena[576] : 3x3xf32)
      // CHECK: step.matmul batch 1 rows 0 columns 2 contracted 0 (@arena[0] : 2xf32, @arena[512] : 2x2x2xf32, @arena[576] : 2x2x2xf32)
      step.matmul batch 1 rows 0 columns 2 contracted 0 (@arena[0] : 2xf32, @arena[512] : 2x2x2xf32, @arena[576] : 2x2x2xf32)
      // CHECK: step.conv strides [2] pad [1] [0] dilation [1] [1] reversal [true] feature_groups 2 (@arena[0] : 1x2x3xf32, @arena[512] : 2x1x2xf32, @arena[576] : 1x2x2xf32)
      step.conv strides [2] pad [1] [0] dilation [1] [1] reversal [true] feature_groups 2 (@arena[0] : 1x2x3xf32, @arena[512] : 2x1x2xf32, @arena[576] : 1x2x2xf32)
      // CHECK: step.conv strides [] pad [] [] dilation [] [] reversal [] batch_groups 2
      step.conv strides [] pad [] [] dilation [] [] reversal [] batch_groups 2 (@arena[0] : 2x1xf32, @arena[512] : 2x1xf32, @arena[576] : 1x2xf32)
      // CHECK: step.attention scale 1.250000e-01 causal stats (@arena[0] : 1x2x3x8xbf16, @arena[512] : 1x2x3x8xbf16
      step.attention scale 0.125 causal stats (@arena[0] : 1x2x3x8xbf16, @arena[512] : 1x2x3x8xbf16, @arena[1024] : 1x2x3x8xbf16, @arena[1536] : 1x2x3x8xbf16 strides [48, 8, 16, 1], @arena[3072] : 1x2x3xf32)
      // CHECK: step.attention backward scale 1.000000e+00 window 2 bias lengths bias_result (@arena[0] : 1x2x3x8xbf16
      step.attention backward scale 1.0 window 2 bias lengths bias_result (@arena[0] : 1x2x3x8xbf16, @arena[128] : 1x2x3x8xbf16, @arena[256] : 1x2x3x8xbf16, @arena[384] : 1x2x3xf32, @arena[512] : 1x2x3x8xbf16, @arena[640] : 1x2x3x8xbf16, @arena[768] : 1x1x3x3xbf16, @arena[896] : 1xi32, @arena[1024] : 1xi32, @arena[1152] : 1x2x3x8xbf16, @arena[1280] : 1x2x3x8xbf16, @arena[1408] : 1x2x3x8xbf16, @arena[1536] : 1x1x3x3xbf16)
      // CHECK: step.copy (@constants[0] : 2xf32, @arena[0 + @bytes] : 2xf32 strides [3] extents [0 to @counts])
      step.copy (@constants[0] : 2xf32, @arena[0 + @bytes] : 2xf32 strides [3] extents [0 to @counts])
      // CHECK: step.copy (@arena[64 + 16 * slots[0] + @bytes] : 0x2xbf16, @arena[128] : 0x2xbf16)
      step.copy (@arena[64 + 16 * slots[0] + @bytes] : 0x2xbf16, @arena[128] : 0x2xbf16)
      // CHECK: step.fill 0x3f800000 (@arena[2048] : 4xf32) stream 1
      step.fill 0x3f800000 (@arena[2048] : 4xf32) stream 1
      // CHECK: step.fill 0xffffffffffffffff3ff0000000000001 (@arena[0] : complex<f64>)
      step.fill 0xffffffffffffffff3ff0000000000001 (@arena[0] : complex<f64>)
      // CHECK: step.fill 0x0 (@arena[0] : i1)
      step.fill 0 (@arena[0] : i1)
      // CHECK: step.set @ahead (@host[0] : i32)
      step.set @ahead (@host[0] : i32)
      // CHECK: step.all_reduce sum over @tp id 1 (@arena[2112] : 4xf32, @arena[2112] : 4xf32) stream 2 waits [0, 1] event 0
      step.all_reduce sum over @tp id 1 (@arena[2112] : 4xf32, @arena[2112] : 4xf32) stream 2 waits [0, 1] event 0
      // CHECK: step.all_reduce max over @tp id 3 bucket 2 (@arena[0] : 4xf32, @arena[0] : 4xf32)
      step.all_reduce max over @tp id 3 bucket 2 (@arena[0] : 4xf32, @arena[0] : 4xf32)
      // CHECK-NEXT: step.reduce_scatter sum dim 0 over @tp id 4 (@arena[64] : 4xf32, @arena[128] : 2xf32)
      step.reduce_scatter sum dim 0 over @tp id 4 (@arena[64] : 4xf32, @arena[128] : 2xf32)
      // CHECK: step.all_gather dim 0 counts @counts offsets @offsets over @tp channel 2 (@arena[0] : 2xf32, @arena[64] : 3xf32)
      step.all_gather dim 0 counts @counts offsets @offsets over @tp channel 2 (@arena[0] : 2xf32, @arena[64] : 3xf32)
      // CHECK: step.reduce_scatter xor dim 0 over @tp (@arena[0] : 4xi32, @arena[64] : 2xi32)
      step.reduce_scatter xor dim 0 over @tp (@arena[0] : 4xi32, @arena[64] : 2xi32)
      // CHECK: step.all_to_all split dim 1 to dim 0 counts @counts offsets @offsets over @tp (@arena[0] : 2x4xf32, @arena[64] : 3x2xf32)
      step.all_to_all split dim 1 to dim 0 counts @counts offsets @offsets over @tp (@arena[0] : 2x4xf32, @arena[64] : 3x2xf32)
      // CHECK: step.permute pairs [0 -> 1, 1 -> 0] over @tp (@arena[0] : 4xf32, @arena[64] : 4xf32)
      step.permute pairs [0 -> 1, 1 -> 0] over @tp (@arena[0] : 4xf32, @arena[64] : 4xf32)
      // CHECK: step.broadcast root 1 over @tp (
      step.broadcast root 1 over @tp (@arena[0] : 4xf32, @arena[64] : 4xf32)
      // CHECK: step.reduce max over @tp (
      step.reduce max over @tp (@arena[0] : 4xf32, @arena[64] : 4xf32)
      // CHECK: step.gather dim 0 root 1 over @tp (
      step.gather dim 0 root 1 over @tp (@arena[0] : 2xf32, @arena[64] : 4xf32)
      // CHECK: step.scatter dim 0 over @tp (
      step.scatter dim 0 over @tp (@arena[0] : 4xf32, @arena[64] : 2xf32)
      // CHECK: step.send_start to @right channel 1 (@arena[0] : 4xf32) event 0
      step.send_start to @right channel 1 (@arena[0] : 4xf32) event 0
      // CHECK: step.recv_start from @left channel 1 (@arena[64] : 4xf32) event 1
      step.recv_start from @left channel 1 (@arena[64] : 4xf32) event 1
      // CHECK: step.wait () waits [0, 1]
      step.wait () waits [0, 1]
      // CHECK: step.loop @layer times 3 (@host[8] : i32)
      step.loop @layer times 3 (@host[8] : i32)
      // CHECK: step.loop @rows times 3 ()
      step.loop @rows times 3 ()
      // CHECK: step.loop @layer times @counts ()
      step.loop @layer times @counts ()
      // CHECK: step.while @condition do @layer (@host[24] : i1)
      step.while @condition do @layer (@host[24] : i1)
      // CHECK: step.case branches [none, @layer] (@host[24] : i1)
      step.case branches [none, @layer] (@host[24] : i1)
      // CHECK: step.schedule of [@layer, @condition] calls [0, 0, 1, 0, 0, 1] (@host[8] : i32)
      step.schedule of [@layer, @condition] calls [0, 0, 1, 0, 0, 1] (@host[8] : i32)
      // CHECK: step.schedule of [] calls [] ()
      step.schedule of [] calls [] ()
    }
    // CHECK: step.body @layer "body" {
    step.body @layer "body" {
      step.fill 0x0 (@arena[0] : 4xf32)
    }
    // CHECK: step.body @rows {
    step.body @rows {
      // CHECK-NEXT: step.fill 0x0 (@arena[64 + 16 * slots[0] + -8 * iteration(@rows) + 32 * microbatch + @bytes] : 4xf32)
      step.fill 0x0 (@arena[64 + 16 * slots[0] + -8 * iteration(@rows) + 32 * microbatch + @bytes] : 4xf32)
    }
    // CHECK: step.body @condition "body" {
    // CHECK-NEXT: }
    step.body @condition "body" {
    }
  }
  // CHECK: step.program @back on [2, 3] {
  step.program @back on [2, 3] {
    step.region @arena arena 4096
    step.address @"params['w']" at @arena[0]
    step.address @x at @arena[64]
    step.address @z at @arena[128]
    step.address @pinned at @arena[196]
    step.address @"new['w']" at @arena[0]
    step.address @loss at @arena[320]
    step.body @step {
      step.all_reduce sum over @tp id 1 (@arena[0] : 4xf32, @arena[0] : 4xf32)
    }
  }
}
