// Where strategies of least cost are not the propagated ones both programs are compiled, and the
// faster step is kept. (test/CostValidation/strategies.test has one where that is the propagated.)
// RUN: split-file %s %t
// RUN: %popt %t/same.mlir --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/same.mlir
// RUN: %popt %t/cheaper.mlir --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/cheaper.mlir
// RUN: sed 's/^dist.mesh/module attributes {dist.strategies = "propagated"} { dist.mesh/; $s/$/}/' %t/cheaper.mlir | %popt --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/same.mlir
// RUN: sed 's/^dist.mesh/module attributes {dist.strategies = "by-price"} { dist.mesh/; $s/$/}/' %t/cheaper.mlir | %popt --compare-strategies=emit=strategies --remarks-filter=partition 2>&1 | FileCheck %t/cheaper.mlir --check-prefix=DIVIDED --implicit-check-not=compare-strategies
// RUN: %popt %t/meets.mlir --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/meets.mlir
// RUN: %popt %t/meets.mlir --set-machine=cluster=h100:4 --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/meets.mlir --check-prefix=SENT
// RUN: %popt %t/turns.mlir --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/turns.mlir
// RUN: %popt %t/turns.mlir --set-machine=cluster=h100:4 --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/turns.mlir --check-prefix=SENT
// RUN: %popt %t/one-message.mlir --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/one-message.mlir
// RUN: %popt %t/clear.mlir --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/clear.mlir
// RUN: %popt %t/groups.mlir --compare-strategies=emit=strategies | FileCheck %t/groups.mlir
// RUN: sed 's/x6xf32/x3xf32/g; s/3x3x2x/3x3x1x/g' %t/groups.mlir | %popt --compare-strategies=emit=strategies | FileCheck %t/groups.mlir --check-prefix=DEPTHWISE
// RUN: %popt %t/dealt.mlir --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/dealt.mlir
// RUN: %popt %t/dealt.mlir --compare-strategies=emit=strategies | FileCheck %t/dealt.mlir --check-prefix=DIVIDED
// RUN: %popt %t/dealt.mlir --compare-strategies=emit=scheduled | FileCheck %t/dealt.mlir --check-prefix=SCHEDULED
// RUN: %popt %t/left.mlir --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/left.mlir
// RUN: sed 's/^dist.mesh/module attributes {dist.strategies = "propagated"} { dist.mesh/; $s/$/}/' %t/dealt.mlir | %popt --compare-strategies --remarks-filter=partition 2>&1 | FileCheck %t/same.mlir

// What the module becomes is what the passes make of the decision.
// RUN: %popt %t/cheaper.mlir --compare-strategies=emit=strategies | FileCheck %t/cheaper.mlir --check-prefix=DIVIDED
// RUN: %popt %t/cheaper.mlir --compare-strategies=emit=scheduled | FileCheck %t/cheaper.mlir --check-prefix=SCHEDULED

//--- same.mlir
// Nothing to compare: the strategies are the same, or said.
// CHECK-NOT: remark: {{.*}}compare-strategies
dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<8x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>}) {
  %0 = stablehlo.tanh %x {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

//--- cheaper.mlir
// The sum is scattered, and each rank computes a part of what follows.
// CHECK: remark: {{.*}}compare-strategies{{.*}}the cheapest strategies take {{[0-9.e-]+}} s a step, the propagated ones take {{[0-9.e-]+}} s a step: the cheapest ones are taken
// CHECK: {{^}}module {
// DIVIDED: dist.operand_shardings
// DIVIDED: stablehlo.tanh {{.*}}dist.shardings = [#dist.sharding<@mesh, [{{.*}}"dp"
// SCHEDULED: dist.reduce_scatter
// SCHEDULED: dist.all_gather
dist.mesh @mesh = <["dp"=4]>
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                %w: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %2 = stablehlo.tanh %1 : tensor<256x256xf32>
  %3 = stablehlo.add %2, %w : tensor<256x256xf32>
  %4 = stablehlo.sine %3 : tensor<256x256xf32>
  return %4 : tensor<256x256xf32>
}

//--- meets.mlir
// To gather the rows saves a second round of messages. Ranks that share memory send none, so
// the sum of partial products stays.
// CHECK: remark: {{.*}}compare-strategies{{.*}}: the propagated ones are taken, {{[0-9.e-]+}} s and {{[0-9.e-]+}} s where ranks that share memory meet in 2.0e-06 s for a collective
// SENT-NOT: share memory
// SENT: {{^}}module
dist.mesh @mesh = <["dp"=4]>
func.func @main(%x: tensor<64x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

//--- turns.mlir
// Sums that wait for each other: four times a ring's messages, against one gathered batch and all
// of the arithmetic on every rank. In shared memory they meet four times instead of once.
// CHECK: remark: {{.*}}compare-strategies{{.*}}: the propagated ones are taken, {{[0-9.e-]+}} s and {{[0-9.e-]+}} s where ranks that share memory meet in 2.0e-06 s for a collective
// SENT: remark: {{.*}}compare-strategies{{.*}}: the cheapest ones are taken
dist.mesh @mesh = <["dp"=4]>
func.func @main(%x: tensor<256x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<256x16xf32>, tensor<256x16xf32>) -> tensor<16x16xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : (tensor<256x16xf32>, tensor<16x16xf32>) -> tensor<256x16xf32>
  %2 = stablehlo.dot_general %1, %1, contracting_dims = [0] x [0] : (tensor<256x16xf32>, tensor<256x16xf32>) -> tensor<16x16xf32>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : (tensor<256x16xf32>, tensor<16x16xf32>) -> tensor<256x16xf32>
  %4 = stablehlo.dot_general %3, %3, contracting_dims = [0] x [0] : (tensor<256x16xf32>, tensor<256x16xf32>) -> tensor<16x16xf32>
  %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0] {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : (tensor<256x16xf32>, tensor<16x16xf32>) -> tensor<256x16xf32>
  %6 = stablehlo.dot_general %5, %5, contracting_dims = [0] x [0] : (tensor<256x16xf32>, tensor<256x16xf32>) -> tensor<16x16xf32>
  return %6 : tensor<16x16xf32>
}

//--- one-message.mlir
// A latency for each sum makes them seem several times as dear by prices. They are one message,
// for which ranks that share memory meet once: the program is compiled to know it.
// CHECK: remark: {{.*}}compare-strategies{{.*}}: the propagated ones are taken, {{[0-9.e-]+}} s and {{[0-9.e-]+}} s where ranks that share memory meet in 2.0e-06 s for a collective
dist.mesh @mesh = <["dp"=4]>
func.func @main(%w: tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>, dist.state = 0 : i64},
                %x: tensor<64x16xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>},
                %y: tensor<64x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<16x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<16x16xf32>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x4xf32>) -> tensor<16x4xf32>
  %2 = stablehlo.dot_general %y, %y, contracting_dims = [0] x [0] : (tensor<64x4xf32>, tensor<64x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.tanh %0 : tensor<16x16xf32>
  %4 = stablehlo.tanh %1 : tensor<16x4xf32>
  %5 = stablehlo.tanh %2 : tensor<4x4xf32>
  %6 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
  %7 = stablehlo.dot_general %6, %5, contracting_dims = [1] x [0] : (tensor<16x4xf32>, tensor<4x4xf32>) -> tensor<16x4xf32>
  %8 = stablehlo.add %w, %7 : tensor<16x4xf32>
  return %8 : tensor<16x4xf32>
}

//--- clear.mlir
// Propagation leaves large operations whole on each rank: what they cost so by prices says enough.
// CHECK: remark: {{.*}}compare-strategies{{.*}}the cheapest strategies cost {{[0-9.e-]+}} s by prices, the propagated ones {{[0-9.e-]+}} s: the cheapest ones are taken
dist.mesh @mesh = <["dp"=4]>
func.func @main(%x: tensor<64x2048xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<2048x2048xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.add %x, %x {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {}]>]} : tensor<64x2048xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<64x2048xf32>, tensor<64x2048xf32>) -> tensor<2048x2048xf32>
  %2 = stablehlo.tanh %1 : tensor<2048x2048xf32>
  %3 = stablehlo.sine %2 : tensor<2048x2048xf32>
  %4 = stablehlo.tanh %3 : tensor<2048x2048xf32>
  %5 = stablehlo.sine %4 : tensor<2048x2048xf32>
  return %5 : tensor<2048x2048xf32>
}

//--- dealt.mlir
// A factor for each of two, which no strategy divides: each rank makes one.
// CHECK: remark: {{.*}}compare-strategies{{.*}}strategies with equal work dealt out take {{[0-9.e-]+}} s a step, those without take {{[0-9.e-]+}} s a step{{.*}}: it is dealt out
// CHECK: {{^}}module attributes {dist.strategies = "dealt"} {
// DIVIDED: dist.manual
// SCHEDULED: stablehlo.cholesky
// SCHEDULED-NOT: stablehlo.cholesky
dist.mesh @mesh = <["d"=2]>
func.func @main(%x: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
                %y: tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
    -> (tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>},
        tensor<256x256xf32> {dist.sharding = #dist.sharding<@mesh, [{"d"}, {}]>}) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<256x256xf32>
  %1 = stablehlo.cholesky %y, lower = true : tensor<256x256xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}

//--- left.mlir
// What takes a part of the step that is hardly worth it is not even tried.
// CHECK-NOT: dealt out
// CHECK: {{^}}module {
dist.mesh @mesh = <["d"=2]>
func.func @main(%x: tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
                %y: tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>})
    -> (tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>},
        tensor<16x16xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<16x16xf32>
  %1 = stablehlo.cholesky %y, lower = true : tensor<16x16xf32>
  return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}

//--- groups.mlir
// A group of two features takes as long as one of sixteen, so each rank computes the rows that
// it has. Groups of one feature lie along a vector: there one gathered message is cheaper than
// the rows beside a block, sent for each convolution.
// CHECK-COUNT-2: stablehlo.convolution{{.*}}dist.shardings = [#dist.sharding<@mesh, [{}, {"y"}, {}, {}]>]
// DEPTHWISE-COUNT-2: stablehlo.convolution{{.*}}dist.shardings = [#dist.sharding<@mesh, [{}, {}, {}, {}]>]
dist.mesh @mesh = <["y"=2]>
func.func @main(%x: tensor<1x8x16x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"y"}, {}, {}]>},
                %k: tensor<3x3x2x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {}, {}, {}]>})
    -> (tensor<1x8x16x6xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {"y"}, {}, {}]>}) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {feature_group_count = 3 : i64, batch_group_count = 1 : i64, dist.shardings = [#dist.sharding<@mesh, [{}, {"y"}, {}, {}]>]} : (tensor<1x8x16x6xf32>, tensor<3x3x2x6xf32>) -> tensor<1x8x16x6xf32>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {feature_group_count = 3 : i64, batch_group_count = 1 : i64, dist.shardings = [#dist.sharding<@mesh, [{}, {"y"}, {}, {}]>]} : (tensor<1x8x16x6xf32>, tensor<3x3x2x6xf32>) -> tensor<1x8x16x6xf32>
  return %1 : tensor<1x8x16x6xf32>
}
