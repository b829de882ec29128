// RUN: popt %s --lower-kernels=vector-bits=512 | FileCheck %s

// CHECK-LABEL: module @kernels

// One loop over all elements where no dimension matters; the last vector is
// masked.
// CHECK-LABEL: func.func @map(%{{.+}}: memref<100xf32> {llvm.noalias}, %{{.+}}: memref<100xf32> {llvm.noalias}, %{{.+}}: index) attributes {popt.entry}
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<64xf32>
// CHECK: arith.mulf {{.*}} vector<64xf32>
// CHECK: vector.store
// CHECK: vector.maskedload {{.*}} vector<64xf32>
// CHECK: vector.maskedstore
func.func private @map(%x: tensor<10x10xf32>) -> tensor<10x10xf32> attributes {popt.kernel} {
  %0 = stablehlo.multiply %x, %x : tensor<10x10xf32>
  return %0 : tensor<10x10xf32>
}

// The scale of a row is read once per row.
// CHECK-LABEL: func.func @row_scale
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: memref.load
// CHECK: scf.for
// CHECK: vector.broadcast
func.func private @row_scale(%x: tensor<8x64xf32>, %s: tensor<8xf32>) -> tensor<8x64xf32> attributes {popt.kernel} {
  %0 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x64xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}

// Rows are counted by one loop, in which the place of a bias is that of the row's own
// counter, and not a remainder of all.
// CHECK-LABEL: func.func @bias
// CHECK-NOT: arith.div{{.*}}vector
// CHECK-NOT: vector.gather
// CHECK: vector.load {{.*}} vector<64xf32>
// CHECK: return
func.func private @bias(%x: tensor<4x6x500xf32>, %b: tensor<500xf32>, %m: tensor<4x6xf32>) -> tensor<4x6x500xf32> attributes {popt.kernel} {
  %0 = stablehlo.broadcast_in_dim %b, dims = [2] : (tensor<500xf32>) -> tensor<4x6x500xf32>
  %1 = stablehlo.add %x, %0 : tensor<4x6x500xf32>
  %2 = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<4x6xf32>) -> tensor<4x6x500xf32>
  %3 = stablehlo.subtract %1, %2 : tensor<4x6x500xf32>
  return %3 : tensor<4x6x500xf32>
}

// A concatenation is one loop per part.
// CHECK-LABEL: func.func @concatenate
// CHECK-COUNT-2: vector.store
// CHECK-NOT: arith.select
// CHECK: return
func.func private @concatenate(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4x128xf32> attributes {popt.kernel} {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<4x64xf32>, tensor<4x64xf32>) -> tensor<4x128xf32>
  return %0 : tensor<4x128xf32>
}

// Memory that a result may share is not marked.
// CHECK-LABEL: func.func @in_place(%{{.+}}: memref<64xf32>, %{{.+}}: memref<64xf32>, %{{.+}}: index)
func.func private @in_place(%x: tensor<64xf32>) -> tensor<64xf32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]} {
  %0 = stablehlo.negate %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Complex numbers are read and written as they lie in memory, a part in every
// second lane; the last vector is masked.
// CHECK-LABEL: func.func @complex
// CHECK-NOT: vector.gather
// CHECK: vector.load {{.*}} vector<128xf32>
// CHECK: vector.shuffle {{.*}} [0, 2, 4,
// CHECK: vector.shuffle {{.*}} [1, 3, 5,
// CHECK: vector.shuffle {{.*}} [0, 64, 1, 65,
// CHECK-NOT: vector.scatter
// CHECK: vector.store {{.*}} vector<128xf32>
// CHECK: vector.maskedload {{.*}} vector<128xf32>
// CHECK: vector.maskedstore {{.*}} vector<128xf32>
func.func private @complex(%x: tensor<100xcomplex<f32>>) -> tensor<100xcomplex<f32>> attributes {popt.kernel} {
  %0 = stablehlo.negate %x : tensor<100xcomplex<f32>>
  return %0 : tensor<100xcomplex<f32>>
}

// A result of bf16 is rounded once.
// CHECK-LABEL: func.func @rounded_once
// CHECK: arith.negf
// CHECK: arith.trunci
// CHECK-NOT: arith.trunci
// CHECK: vector.store
// CHECK: return
func.func private @rounded_once(%x: tensor<64xbf16>) -> tensor<64xbf16> attributes {popt.kernel} {
  %0 = stablehlo.negate %x : tensor<64xbf16>
  return %0 : tensor<64xbf16>
}
