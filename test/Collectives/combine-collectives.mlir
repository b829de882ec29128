// Independent collectives over the same groups run as one.
// RUN: %popt %s --combine-collectives -split-input-file | FileCheck %s
// RUN: %popt %s --combine-collectives -split-input-file --remarks-filter-passed=collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %popt %s --set-machine=cluster=builtin:bytes --combine-collectives -split-input-file | FileCheck %s --check-prefix=NONE
// NONE-NOT: dist.bucket

dist.mesh @mesh = <["a"=2, "b"=3]>

// Different kinds, types and readers; what reads a result before the last
// operand exists moves after the bucket.
// CHECK-LABEL: func.func @kinds
func.func @kinds(%x: tensor<6x4xf32>, %y: tensor<2xi32>, %z: tensor<6xf32>) -> (tensor<6x4xf32>, tensor<6xi32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[LATE:.+]] = stablehlo.exponential %arg2
  // CHECK-NEXT: %[[ALL:.+]]:3 = dist.bucket(%arg0, %arg1, %[[LATE]]) (%[[X:.+]]: tensor<6x4xf32>, %[[Y:.+]]: tensor<2xi32>, %[[Z:.+]]: tensor<6xf32>) {
  // CHECK-NEXT:   %[[SUM:.+]] = dist.all_reduce %[[X]] sum over {"b"} on @mesh : tensor<6x4xf32>
  // CHECK-NEXT:   %[[WHOLE:.+]] = dist.all_gather %[[Y]] dim 0 over {"b"} on @mesh : tensor<2xi32> -> tensor<6xi32>
  // CHECK-NEXT:   %[[PART:.+]] = dist.reduce_scatter %[[Z]] max dim 0 over {"b"} on @mesh : tensor<6xf32> -> tensor<2xf32>
  // CHECK-NEXT:   dist.return %[[SUM]], %[[WHOLE]], %[[PART]]
  // CHECK-NEXT: } : (tensor<6x4xf32>, tensor<2xi32>, tensor<6xf32>) -> (tensor<6x4xf32>, tensor<6xi32>, tensor<2xf32>)
  // CHECK-NEXT: %[[USED:.+]] = stablehlo.negate %[[ALL]]#0
  // CHECK-NEXT: return %[[USED]], %[[ALL]]#1, %[[ALL]]#2
  // REMARK: [[@LINE+5]]:8: remark: [Passed] bucket | Category:collectives | Remark="3 collectives over {"b"} run as one and send 160 bytes: 8.00e-06 s less; 1 buckets of 3 collectives here"
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xf32>
  %1 = stablehlo.negate %0 : tensor<6x4xf32>
  %2 = dist.all_gather %y dim 0 over {"b"} on @mesh : tensor<2xi32> -> tensor<6xi32>
  %3 = stablehlo.exponential %z : tensor<6xf32>
  %4 = dist.reduce_scatter %3 max dim 0 over {"b"} on @mesh : tensor<6xf32> -> tensor<2xf32>
  return %1, %2, %4 : tensor<6x4xf32>, tensor<6xi32>, tensor<2xf32>
}

// One depends on another: two buckets, in order. Other groups have their own.
// CHECK-LABEL: func.func @depends
func.func @depends(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: dist.bucket(
  // CHECK-NEXT: dist.all_reduce %{{.+}} sum over {"a"}
  // CHECK-NEXT: dist.all_reduce %{{.+}} sum over {"a"}
  // CHECK: dist.bucket(
  // CHECK-NEXT: dist.all_reduce %{{.+}} max over {"a"}
  // CHECK-NEXT: dist.all_reduce %{{.+}} min over {"a"}
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<4xf32>
  %1 = stablehlo.exponential %0 : tensor<4xf32>
  %2 = dist.all_reduce %1 max over {"a"} on @mesh : tensor<4xf32>
  %3 = dist.all_reduce %y sum over {"a"} on @mesh : tensor<4xf32>
  %4 = stablehlo.exponential %3 : tensor<4xf32>
  %5 = dist.all_reduce %4 min over {"a"} on @mesh : tensor<4xf32>
  %6 = dist.all_reduce %y min over {"b"} on @mesh : tensor<4xf32>
  return %2, %3, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Long computations between: what is ready early need not wait. Each of the two
// products takes 2 ms, each message 1.6 ms.
// CHECK-LABEL: func.func @wait
func.func @wait(%x: tensor<1024x1024xf32>, %s: tensor<4xf32>) -> (tensor<1024x1024xf32>, tensor<4xf32>, tensor<1024x1024xf32>, tensor<4xf32>) {
  // CHECK: dist.bucket(
  // CHECK-NEXT: dist.all_reduce %{{.+}} : tensor<4xf32>
  // CHECK-NEXT: dist.all_reduce %{{.+}} : tensor<1024x1024xf32>
  // CHECK: dist.bucket(
  // CHECK-NEXT: dist.all_reduce %{{.+}} : tensor<1024x1024xf32>
  // CHECK-NEXT: dist.all_reduce %{{.+}} : tensor<4xf32>
  // REMARK: 2 buckets of 4 collectives here
  %0 = dist.all_reduce %s sum over {"a"} on @mesh : tensor<4xf32>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %2 = dist.all_reduce %1 sum over {"a"} on @mesh : tensor<1024x1024xf32>
  %3 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %4 = dist.all_reduce %3 sum over {"a"} on @mesh : tensor<1024x1024xf32>
  %5 = stablehlo.slice %3 [0:1, 0:4] : (tensor<1024x1024xf32>) -> tensor<1x4xf32>
  %6 = stablehlo.reshape %5 : (tensor<1x4xf32>) -> tensor<4xf32>
  %7 = dist.all_reduce %6 sum over {"a"} on @mesh : tensor<4xf32>
  return %2, %0, %4, %7 : tensor<1024x1024xf32>, tensor<4xf32>, tensor<1024x1024xf32>, tensor<4xf32>
}

// Under a memory budget both results may be alive at once only where that is
// below the peak. The limit goes.
// CHECK-LABEL: func.func @roomy
// CHECK-NOT: bucket_bytes
func.func @roomy(%x: tensor<6x4xf32>, %y: tensor<4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>) attributes {dist.bucket_bytes = 1000 : i64} {
  // CHECK: dist.bucket(
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_reduce %y max over {"b"} on @mesh : tensor<4xf32>
  return %0, %1 : tensor<6x4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @tight
// CHECK-NOT: bucket_bytes
func.func @tight(%x: tensor<6x4xf32>, %y: tensor<4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>) attributes {dist.bucket_bytes = 100 : i64} {
  // CHECK-NOT: dist.bucket(
  %0 = dist.all_reduce %x sum over {"b"} on @mesh : tensor<6x4xf32>
  %1 = dist.all_reduce %y max over {"b"} on @mesh : tensor<4xf32>
  return %0, %1 : tensor<6x4xf32>, tensor<4xf32>
}

// Left alone: one of a kind; exchanges; what has no elements.
// CHECK-LABEL: func.func @left
func.func @left(%x: tensor<4xf32>, %y: tensor<6x6xf32>, %z: tensor<0xf32>) -> (tensor<4xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<0xf32>) {
  // CHECK-NOT: dist.bucket
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<4xf32>
  %1 = dist.all_to_all %y split 0 concat 0 over {"a"} on @mesh : tensor<6x6xf32> -> tensor<6x6xf32>
  %2 = dist.all_to_all %y split 1 concat 1 over {"a"} on @mesh : tensor<6x6xf32> -> tensor<6x6xf32>
  %3 = dist.all_reduce %z sum over {"a"} on @mesh : tensor<0xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<0xf32>
}

// -----

dist.mesh @mesh = <["a"=2], stage ["pp"=2]>

// What is sent to another stage keeps its order: message 1 waits for message 0,
// which waits for the bucket.
// CHECK-LABEL: func.func @messages
func.func @messages(%x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> attributes {dist.coordinate = 0 : i64} {
  // CHECK: %[[SUMS:.+]]:2 = dist.bucket(
  // CHECK: dist.send %[[SUMS]]#0 message 0
  // CHECK-NEXT: dist.send %arg1 message 1
  // CHECK-NEXT: return %[[SUMS]]#1
  %0 = dist.all_reduce %x sum over {"a"} on @mesh : tensor<4xf32>
  dist.send %0 message 0 to 1 on @mesh : tensor<4xf32>
  dist.send %y message 1 to 1 on @mesh : tensor<6xf32>
  %1 = stablehlo.exponential %y : tensor<6xf32>
  %2 = dist.all_reduce %1 sum over {"a"} on @mesh : tensor<6xf32>
  return %2 : tensor<6xf32>
}
