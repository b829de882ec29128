// Rows in numbers that are data become collectives of equal blocks; what is not
// quite such a call stays.
// RUN: %popt %s --simplify-input | FileCheck %s

// CHECK-LABEL: @exchange
// CHECK: %[[NUMBERS:.+]] = stablehlo.concatenate {{.*}} -> tensor<2x3xi64>
// CHECK: "stablehlo.all_to_all"(%[[NUMBERS]]) {{.*}}channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>{{.*}}replica_groups = dense<{{\[\[}}0, 2], [1, 3]]>
// CHECK: %[[FROM:.+]] = stablehlo.reduce({{.*}} applies stablehlo.maximum across dimensions = [1] : (tensor<6x2xi64>, tensor<i64>) -> tensor<6xi64>
// CHECK: %[[ALL:.+]] = "stablehlo.all_gather"(%arg0) {{.*}} -> tensor<8x3xf32>
// CHECK: %[[ROWS:.+]] = "stablehlo.gather"(%[[ALL]], {{.*}} -> tensor<6x3xf32>
// CHECK: %[[RESULT:.+]] = stablehlo.select {{.*}}, %[[ROWS]], %arg1
// CHECK: return %[[RESULT]]
func.func @exchange(%x: tensor<4x3xf32>, %out: tensor<6x3xf32>, %in: tensor<2xi32>, %sizes: tensor<2xi32>, %to: tensor<2xui16>, %recv: tensor<2xi64>) -> tensor<6x3xf32> {
  %0 = stablehlo.custom_call @ragged_all_to_all(%x, %out, %in, %sizes, %to, %recv) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}} : (tensor<4x3xf32>, tensor<6x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xui16>, tensor<2xi64>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}

// Several updates for each member, bf16, no channel.
// CHECK-LABEL: @updates
// CHECK: "stablehlo.all_to_all"({{.*}} : (tensor<4x3xi64>) -> tensor<4x3xi64>
// CHECK: stablehlo.remainder
// CHECK: "stablehlo.all_gather"(%arg0) {{.*}} -> tensor<8xbf16>
func.func @updates(%x: tensor<4xbf16>, %out: tensor<6xbf16>, %n: tensor<4xi32>) -> tensor<6xbf16> {
  %0 = stablehlo.custom_call @ragged_all_to_all(%x, %out, %n, %n, %n, %n) {api_version = 4 : i32, backend_config = {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<4xbf16>, tensor<6xbf16>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

// Many bytes, for more than two: a quarter of the rows in a round.
// CHECK-LABEL: @rounds
// CHECK: %[[LONGEST:.+]] = "stablehlo.all_gather"({{.*}} -> tensor<4xi64>
// CHECK: stablehlo.while
// CHECK: stablehlo.compare LT, {{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK: "stablehlo.all_to_all"({{.*}} : (tensor<4x16x128xf32>) -> tensor<4x16x128xf32>
// CHECK: "stablehlo.gather"({{.*}} -> tensor<80x128xf32>
// CHECK-NOT: stablehlo.all_gather
func.func @rounds(%x: tensor<64x128xf32>, %out: tensor<80x128xf32>, %n: tensor<4xi32>) -> tensor<80x128xf32> {
  %0 = stablehlo.custom_call @ragged_all_to_all(%x, %out, %n, %n, %n, %n) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}} : (tensor<64x128xf32>, tensor<80x128xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<80x128xf32>
  return %0 : tensor<80x128xf32>
}

// Nothing to send, or no place for it.
// CHECK-LABEL: @nothing
// CHECK-NEXT: return %arg1
func.func @nothing(%x: tensor<0x3xf32>, %out: tensor<6x3xf32>, %n: tensor<2xi32>) -> tensor<6x3xf32> {
  %0 = stablehlo.custom_call @ragged_all_to_all(%x, %out, %n, %n, %n, %n) {api_version = 4 : i32, backend_config = {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<0x3xf32>, tensor<6x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}

// Rows of other sizes; numbers that the members do not divide; no groups.
// CHECK-LABEL: @others
// CHECK-COUNT-3: stablehlo.custom_call @ragged_all_to_all
func.func @others(%x: tensor<4x2xf32>, %out: tensor<6x3xf32>, %n: tensor<2xi32>, %odd: tensor<3xi32>) -> (tensor<6x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>) {
  %0 = stablehlo.custom_call @ragged_all_to_all(%x, %out, %n, %n, %n, %n) {api_version = 4 : i32, backend_config = {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<4x2xf32>, tensor<6x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6x3xf32>
  %1 = stablehlo.custom_call @ragged_all_to_all(%out, %out, %odd, %odd, %odd, %odd) {api_version = 4 : i32, backend_config = {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<6x3xf32>, tensor<6x3xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<6x3xf32>
  %2 = stablehlo.custom_call @ragged_all_to_all(%out, %out, %n, %n, %n, %n) : (tensor<6x3xf32>, tensor<6x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6x3xf32>
  return %0, %1, %2 : tensor<6x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>
}
