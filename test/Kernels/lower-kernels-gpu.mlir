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

// Only the thread that writes a scalar reads those it needs: the result may lie
// over one.
// CHECK-LABEL: func.func @counter(
// CHECK-NOT: memref.load
// CHECK: scf.if
// CHECK: memref.load
// CHECK: memref.store
func.func private @counter(%x: tensor<i32>) -> tensor<i32> attributes {popt.kernel, popt.may_share = [array<i64: 0, 0>]} {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
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

// Of many updates each thread takes those to its own places: here a row has an
// owner for each column. The threads of a warp have one owner, of which half have
// a column; all of them look for its updates, each at one of 32.
// CHECK-LABEL: func.func @owners$1(
// CHECK-SAME: popt.block = 256 : i64, {{.*}}popt.grid = 8 : i64
// CHECK: %[[OWNER:.+]] = arith.divui %{{.+}}, %c32
// CHECK: scf.for
// CHECK: %[[TURN:.+]] = arith.andi %{{.+}}, %c63
// CHECK: arith.cmpi eq, %[[TURN]], %[[OWNER]]
// CHECK: %[[VOTES:.+]] = nvvm.vote.sync ballot
// CHECK: math.ctpop %[[VOTES]]
// CHECK: scf.for {{.*}} iter_args(%[[LEFT:.+]] = %[[VOTES]])
// CHECK: math.cttz %[[LEFT]]
// CHECK: scf.if
// CHECK: memref.store
// CHECK: arith.andi %[[LEFT]]
func.func private @owners(%x: tensor<64x16xf32>, %i: tensor<100x1xi32>, %u: tensor<100x16xf32>) -> tensor<64x16xf32> attributes {popt.kernel} {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<64x16xf32>, tensor<100x1xi32>, tensor<100x16xf32>) -> tensor<64x16xf32>
  return %0 : tensor<64x16xf32>
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

// A row of a softmax is a warp's: its members meet in shuffles, then each
// writes its share.
// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: popt.block = 256 : i64, {{.*}}popt.grid = 4 : i64
// CHECK: %[[MEMBER:.+]] = arith.remui %{{.+}}, %c32
// CHECK: scf.for
// CHECK-NOT: memref.store
// CHECK: nvvm.shfl.sync  bfly %{{.+}}, %{{.+}}, %c16_i32
// CHECK: nvvm.shfl.sync  bfly %{{.+}}, %{{.+}}, %c1_i32
// CHECK: scf.for
// CHECK: nvvm.shfl.sync  bfly
// CHECK: scf.for
// CHECK: arith.divf
// CHECK: vector.store {{.+}} {alignment = 16 : i64}
// CHECK-NOT: @softmax
// CHECK-LABEL: func.func @block(
func.func private @softmax(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {popt.kernel} {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %0 = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<32x64xf32>
  %2 = stablehlo.exponential %1 : tensor<32x64xf32>
  %s = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
  %4 = stablehlo.divide %2, %3 : tensor<32x64xf32>
  return %4 : tensor<32x64xf32>
}

// A longer one is a block's: its warps meet in shared memory.
// CHECK-SAME: popt.block = 256 : i64, {{.*}}popt.grid = 16 : i64
// CHECK: nvvm.shfl.sync
// CHECK: %[[SHARED:.+]] = memref.get_global @block$shared0 : memref<8xf32, 3>
// CHECK: memref.store %{{.+}}, %[[SHARED]]
// CHECK: nvvm.barrier0
// CHECK-COUNT-8: memref.load %[[SHARED]]
// CHECK: arith.cmpi eq, %{{.+}}, %c0
// CHECK: memref.store
func.func private @block(%x: tensor<16x4096xf32>) -> tensor<16xf32> attributes {popt.kernel} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x4096xf32>, tensor<f32>) -> tensor<16xf32>
  return %s : tensor<16xf32>
}

// Few long rows: parts of them by blocks, then the parts. What is broadcast is
// read in a third launch.
// CHECK-LABEL: func.func @norm(
// CHECK-SAME: popt.grid = 64 : i64
// CHECK-LABEL: func.func @norm$1(
// CHECK-SAME: popt.grid = 1 : i64
// CHECK: nvvm.shfl.sync
// CHECK-LABEL: func.func @norm$2(
// CHECK-SAME: popt.grid = 128 : i64
// CHECK-NOT: nvvm.shfl.sync
// CHECK: arith.divf
func.func private @norm(%x: tensor<131072xf32>) -> tensor<131072xf32> attributes {popt.kernel} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<131072xf32>, tensor<f32>) -> tensor<f32>
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<131072xf32>
  %1 = stablehlo.divide %x, %0 : tensor<131072xf32>
  return %1 : tensor<131072xf32>
}

// Columns: neighbours by neighbours, rows in parts.
// CHECK-LABEL: func.func @columns(
// CHECK: %[[PART:.+]] = arith.divui %{{.+}}, %c256
// CHECK: scf.for %{{.+}} = %[[PART]] to %c4096
// CHECK: vector.load {{.+}} {alignment = 16 : i64}
// CHECK: arith.addf {{.+}} : vector<4xf32>
// CHECK-LABEL: func.func @columns$1(
// CHECK: scf.for
// CHECK: vector.store
func.func private @columns(%x: tensor<4096x256xf32>) -> tensor<256xf32> attributes {popt.kernel} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x256xf32>, tensor<f32>) -> tensor<256xf32>
  return %s : tensor<256xf32>
}

// Columns are summed in parts, by enough threads to fill a device: those that read
// four elements at once are half as many as those that read one.
// CHECK-LABEL: func.func @wide_columns(
// CHECK-SAME: popt.grid = 128 : i64, {{.*}}popt.scratch = 524288 : i64
// CHECK-LABEL: func.func @wide_columns$1(
func.func private @wide_columns(%x: tensor<4096x1024xf32>) -> tensor<1024xf32> attributes {popt.kernel} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}

// CHECK-LABEL: func.func @odd_columns(
// CHECK-SAME: popt.grid = 260 : i64
func.func private @odd_columns(%x: tensor<4096x1023xf32>) -> tensor<1023xf32> attributes {popt.kernel} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x1023xf32>, tensor<f32>) -> tensor<1023xf32>
  return %0 : tensor<1023xf32>
}

// What waits for nothing shares a launch: its blocks are divided.
// CHECK-LABEL: func.func @side_by_side(
// CHECK-SAME: popt.block = 256 : i64, popt.entry, popt.grid = 5 : i64
// CHECK: %[[BLOCK:.+]] = nvvm.read.ptx.sreg.ctaid.x
// CHECK: %[[FIRST:.+]] = arith.cmpi ult, %[[BLOCK]], %c1_i32
// CHECK: scf.if %[[FIRST]]
// CHECK: arith.addf
// CHECK: else
// CHECK: %[[OWN:.+]] = arith.subi %[[BLOCK]], %c1_i32
// CHECK: arith.index_castui %[[OWN]]
// CHECK: arith.mulf
// CHECK-NOT: func.func @side_by_side$1
// CHECK-LABEL: func.func @over(
func.func private @side_by_side(%x: tensor<64xf32>, %y: tensor<4096xf32>) -> (tensor<64xf32>, tensor<4096xf32>) attributes {popt.kernel} {
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  %1 = stablehlo.multiply %y, %y : tensor<4096xf32>
  return %0, %1 : tensor<64xf32>, tensor<4096xf32>
}

// Not so what may lie over the operand of another.
// CHECK-LABEL: func.func @over$1(
func.func private @over(%x: tensor<4096xf32>) -> (tensor<f32>, tensor<4096xf32>) attributes {popt.kernel, popt.may_share = [array<i64: 1, 0>]} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.multiply %x, %x : tensor<4096xf32>
  return %0, %1 : tensor<f32>, tensor<4096xf32>
}

// A sum over columns, then what is made of it: two launches, no third. Sums of
// one element each are no loops.
// CHECK-LABEL: func.func @epilogue(
// CHECK-SAME: popt.block = 256 : i64
// CHECK-NOT: popt.launch_of
// CHECK-LABEL: func.func @epilogue$1(
// CHECK: scf.for
// CHECK: arith.addf
// CHECK-NOT: scf.for
// CHECK: arith.mulf
// CHECK: vector.store
// CHECK-NOT: func.func @epilogue$2
func.func private @epilogue(%x: tensor<4096x256xf32>) -> tensor<1x256xf32> attributes {popt.kernel} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x256xf32>, tensor<f32>) -> tensor<256xf32>
  %0 = stablehlo.reshape %s : (tensor<256xf32>) -> tensor<1x256xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1x256xf32>, tensor<f32>) -> tensor<256xf32>
  %2 = stablehlo.reshape %1 : (tensor<256xf32>) -> tensor<1x256xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<1x256xf32>
  return %3 : tensor<1x256xf32>
}

// A block reads a tile of 32 by 32 along the lines of an operand into shared
// memory, and writes it along those of the result.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<3840xf32> {{[^:]*}}, %[[Y:[a-z0-9]+]]: memref<3840xf32>
// CHECK-SAME: popt.block = 256 : i64, popt.entry, popt.grid = 6 : i64
// CHECK: %[[TILE:.+]] = memref.get_global @tile$0$i32 : memref<1280xi32, 3>
// CHECK: scf.for %[[K:.+]] = %{{.*}} to %c1024{{.*}} step %c256
// CHECK: %[[LINE:.+]] = arith.remui %[[K]], %c32
// CHECK: %[[PLACE:.+]] = arith.divui %[[K]], %c32
// CHECK: %[[READ:.+]] = memref.load %[[X]]
// CHECK: %[[BITS:.+]] = arith.bitcast %[[READ]] : f32 to i32
// CHECK: %[[AT:.+]] = arith.muli %[[PLACE]], %c33
// CHECK: %[[TO:.+]] = arith.addi %[[AT]], %[[LINE]]
// CHECK: memref.store %[[BITS]], %[[TILE]][%[[TO]]]
// CHECK: nvvm.barrier0
// CHECK: scf.for %[[K:.+]] = %{{.*}} to %c1024{{.*}} step %c256
// CHECK: %[[LINE:.+]] = arith.divui %[[K]], %c32
// CHECK: %[[PLACE:.+]] = arith.remui %[[K]], %c32
// CHECK: %[[AT:.+]] = arith.muli %[[PLACE]], %c33
// CHECK: %[[FROM:.+]] = arith.addi %[[AT]], %[[LINE]]
// CHECK: memref.load %[[TILE]][%[[FROM]]]
// CHECK: memref.load %[[Y]]
func.func private @transposed(%x: tensor<40x96xf32>, %y: tensor<96x40xf32>) -> tensor<96x40xf32> attributes {popt.kernel} {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<40x96xf32>) -> tensor<96x40xf32>
  %1 = stablehlo.add %0, %y : tensor<96x40xf32>
  return %1 : tensor<96x40xf32>
}

// Of eight lines a tile has all, and 96 places.
// CHECK-LABEL: func.func @few_lines(
// CHECK-SAME: popt.grid = 1 : i64
// CHECK: scf.for %[[K:.+]] = %{{.*}} to %c768{{.*}} step %c256
// CHECK: arith.remui %[[K]], %c8
// CHECK: nvvm.barrier0
func.func private @few_lines(%x: tensor<96x8xf32>) -> tensor<8x96xf32> attributes {popt.kernel} {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<96x8xf32>) -> tensor<8x96xf32>
  return %0 : tensor<8x96xf32>
}

// Lines are two dimensions of the operand, 4 and 16: of 64 a tile has 32.
// CHECK-LABEL: func.func @lines_of_two(
// CHECK-SAME: popt.grid = 8 : i64
// CHECK: scf.for %[[K:.+]] = %{{.*}} to %c1024{{.*}} step %c256
// CHECK: nvvm.barrier0
// CHECK: arith.divui %{{.*}}, %c4
func.func private @lines_of_two(%x: tensor<2x64x16x4xf32>) -> tensor<2x4x16x64xf32> attributes {popt.kernel} {
  %0 = stablehlo.transpose %x, dims = [0, 3, 2, 1] : (tensor<2x64x16x4xf32>) -> tensor<2x4x16x64xf32>
  return %0 : tensor<2x4x16x64xf32>
}

// Few elements are read as they lie.
// CHECK-LABEL: func.func @few_elements(
// CHECK-NOT: nvvm.barrier0
// CHECK: return
func.func private @few_elements(%x: tensor<16x8xf32>) -> tensor<8x16xf32> attributes {popt.kernel} {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// Rows that lie across the lines of an operand are transposed into scratch
// memory before a warp reads each of them.
// CHECK-LABEL: func.func @transposed_rows(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<32768xf32> {{.*}}, %[[SCRATCH:[a-z0-9]+]]: memref<131072xi8>
// CHECK: memref.load %[[X]]
// CHECK: nvvm.barrier0
// CHECK-LABEL: func.func @transposed_rows$1(
// CHECK-NOT: memref.load
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<32768xf32>, vector<4xf32>
// CHECK: nvvm.shfl.sync
// CHECK: return
func.func private @transposed_rows(%x: tensor<128x256xf32>) -> tensor<256xf32> attributes {popt.kernel} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<128x256xf32>) -> tensor<256x128xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<256x128xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x128xf32>, tensor<f32>) -> tensor<256xf32>
  return %2 : tensor<256xf32>
}

// Lanes that begin at a multiple of their number are on one side of a border
// that is one, too: both parts of a concatenation are read by 16 bytes.
// CHECK-LABEL: func.func @halves(
// CHECK-NOT: vector.gather
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<2048xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<2048xf32>, vector<4xf32>
// CHECK: arith.select %{{.*}} : vector<4xf32>
func.func private @halves(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>) -> tensor<64x32xf32> attributes {popt.kernel} {
  %0 = stablehlo.slice %x [0:64, 16:32] : (tensor<64x32xf32>) -> tensor<64x16xf32>
  %1 = stablehlo.slice %y [0:64, 0:16] : (tensor<64x32xf32>) -> tensor<64x16xf32>
  %2 = stablehlo.negate %0 : tensor<64x16xf32>
  %3 = stablehlo.concatenate %2, %1, dim = 1 : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x32xf32>
  return %3 : tensor<64x32xf32>
}

// A narrow operand beside a wide one: both by 16 bytes.
// CHECK-LABEL: func.func @widened(
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<4096xi16>, vector<8xi16>
// CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<4096xf32>, vector<8xf32>
func.func private @widened(%x: tensor<4096xbf16>) -> tensor<4096xf32> attributes {popt.kernel} {
  %0 = stablehlo.convert %x : (tensor<4096xbf16>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// Few long sums of a contraction are divided among threads: 60 parts of 4,096
// products for each of 1,080 elements.
// CHECK-LABEL: func.func @few_sums(
// CHECK: memref.view %{{.*}}
// CHECK: scf.for
// CHECK: math.fma
// CHECK-LABEL: func.func @few_sums$1(
// CHECK-NOT: math.fma
// CHECK: return
func.func private @few_sums(%x: tensor<4096x30xf32>, %y: tensor<4096x36xf32>) -> tensor<30x36xf32> attributes {popt.kernel} {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4096x30xf32>, tensor<4096x36xf32>) -> tensor<30x36xf32>
  return %0 : tensor<30x36xf32>
}

// Kernels that call others share their launches, and their scratch memory lies
// one after the other. The second launch has but one of them. The parts launch
// nothing by themselves if nothing else calls them.
// CHECK-LABEL: func.func @merged(
// CHECK-SAME: %[[SCRATCH:[a-z0-9]+]]: memref<262144xi8> {llvm.noalias})
// CHECK-SAME: popt.grid = 65 : i64, popt.launch_of = "merged", popt.parts = [@epilogue, @row_scale], popt.scratch = 262144 : i64
// CHECK: memref.view %[[SCRATCH]]
// CHECK: nvvm.read.ptx.sreg.ctaid.x
// CHECK: arith.cmpi ult
// CHECK-LABEL: func.func @merged$1(
// CHECK-SAME: popt.grid = 1 : i64
func.func private @merged(%x: tensor<4096x256xf32>, %y: tensor<8x64xf32>, %s: tensor<8xf32>) -> (tensor<1x256xf32>, tensor<8x64xf32>) attributes {popt.kernel} {
  %0 = call @epilogue(%x) : (tensor<4096x256xf32>) -> tensor<1x256xf32>
  %1 = call @row_scale(%y, %s) : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32>
  return %0, %1 : tensor<1x256xf32>, tensor<8x64xf32>
}

// Parts that are calls of one kernel run the same code; a block finds its
// operands before it, but not what all of them share.
// CHECK-LABEL: func.func @alike(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<512xf32> {{[^:]*}}, %[[Y:[a-z0-9]+]]: memref<512xf32> {{[^:]*}}, %[[S:[a-z0-9]+]]: memref<8xf32>
// CHECK-SAME: popt.grid = 2 : i64
// CHECK: %[[BLOCK:.+]] = nvvm.read.ptx.sreg.ctaid.x
// CHECK: %[[OWN:.+]]:3 = scf.if %{{.+}} -> (memref<512xf32>, memref<512xf32>, i32)
// CHECK: scf.yield %[[X]], %{{.+}}, %{{.+}} :
// CHECK: scf.yield %[[Y]], %{{.+}}, %{{.+}} :
// CHECK: vector.load %[[OWN]]#0
// CHECK: memref.load %[[S]]
// CHECK-NOT: vector.load
// CHECK: vector.store %{{.+}}, %[[OWN]]#1
// CHECK-NOT: vector.store
func.func private @alike(%x: tensor<8x64xf32>, %y: tensor<8x64xf32>, %s: tensor<8xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) attributes {popt.kernel} {
  %0 = call @row_scale(%x, %s) : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32>
  %1 = call @row_scale(%y, %s) : (tensor<8x64xf32>, tensor<8xf32>) -> tensor<8x64xf32>
  return %0, %1 : tensor<8x64xf32>, tensor<8x64xf32>
}
