// How the loops of a kernel are divided among the threads of a GPU.
// RUN: popt %s --lower-kernels=gpu=1 | FileCheck %s

// CHECK-LABEL: module @kernels

// Neighbours in 16 bytes per thread, however many dimensions there are; threads
// beyond the last do nothing.
// CHECK-LABEL: func.func @map(
// CHECK-SAME: attributes {popt.block = 256 : i64, popt.entry, popt.grid = 1 : i64, popt.launch_of = "map"}
// CHECK: %[[BLOCK:.+]] = nvvm.read.ptx.sreg.ctaid.x
// CHECK: %[[TID:.+]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[EXISTS:.+]] = arith.cmpi ult, %[[THREAD:.+]], %c250
// CHECK: scf.if %[[EXISTS]]
// CHECK: %[[FIRST:.+]] = arith.muli %[[THREAD]], %c4
// CHECK: vector.load %{{.+}}[%[[FIRST]]] {alignment = 16 : i64} : memref<1000xf32>, vector<4xf32>
// CHECK: vector.store %{{.+}}, %{{.+}}[%[[FIRST]]] {alignment = 16 : i64}
// CHECK-NOT: scf.for
// CHECK: return
func.func private @map(%x: tensor<10x100xf32>) -> tensor<10x100xf32> attributes {popt.kernel} {
  %0 = stablehlo.multiply %x, %x : tensor<10x100xf32>
  return %0 : tensor<10x100xf32>
}

// Eight of bf16.
// CHECK-LABEL: func.func @narrow(
// CHECK: vector.load {{.+}} {alignment = 16 : i64} : memref<4096xi16>, vector<8xi16>
// CHECK: arith.truncf {{.+}} : vector<8xf32> to vector<8xbf16>
func.func private @narrow(%x: tensor<4096xbf16>) -> tensor<4096xbf16> attributes {popt.kernel} {
  %0 = stablehlo.add %x, %x : tensor<4096xbf16>
  return %0 : tensor<4096xbf16>
}

// Rows whose elements do not come in fours: one element per thread.
// CHECK-LABEL: func.func @odd(
// CHECK-SAME: popt.grid = 3 : i64
// CHECK: memref.load
// CHECK: memref.store
func.func private @odd(%x: tensor<25x25xf32>, %s: tensor<25xf32>) -> tensor<25x25xf32> attributes {popt.kernel} {
  %0 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<25xf32>) -> tensor<25x25xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<25x25xf32>
  return %1 : tensor<25x25xf32>
}

// All four neighbours lie in one row: its scale is read once.
// CHECK-LABEL: func.func @row_scale(
// CHECK: %[[FIRST:.+]] = arith.muli %{{.+}}, %c4
// CHECK: %[[ROW:.+]] = arith.divui %[[FIRST]], %c64
// CHECK: memref.load %{{.+}}[%[[ROW]]]
// CHECK: vector.broadcast
func.func private @row_scale(%x: tensor<8x64xf32>, %s: tensor<8xf32>) -> tensor<8x64xf32> attributes {popt.kernel} {
  %0 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> tensor<8x64xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}

// Updates that may meet keep their order: a thread for each column, which no
// index moves.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME: popt.launch_of = "scatter"
// CHECK-LABEL: func.func @scatter$1(
// CHECK-SAME: popt.launch_of = "scatter"
// CHECK: arith.cmpi ult, %{{.+}}, %c16
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step
// CHECK: memref.store
func.func private @scatter(%x: tensor<32x16xf32>, %i: tensor<8x1xi32>, %u: tensor<8x16xf32>) -> tensor<32x16xf32> attributes {popt.kernel} {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<32x16xf32>, tensor<8x1xi32>, tensor<8x16xf32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}

// Rows are sorted side by side, in memory of the kernel's own.
// CHECK-LABEL: func.func @sort(
// CHECK-LABEL: func.func @sort$1(
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: memref<2048xi8> {llvm.noalias}) attributes {{.*}}popt.scratch = 2048 : i64
// CHECK: memref.view %[[SCRATCH]]
// CHECK-NOT: memref.alloc
// CHECK: return
func.func private @sort(%x: tensor<8x64xf32>) -> tensor<8x64xf32> attributes {popt.kernel} {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8x64xf32>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
