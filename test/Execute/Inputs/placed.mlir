// What jax.checkpoint writes under a policy that offloads: what the forward part makes goes to the
// host's memory, and the backward part takes it from there.
func.func @main(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  %1 = stablehlo.tanh %0 : tensor<128x64xf32>
  %2 = stablehlo.custom_call @annotate_device_placement(%1) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<128x64xf32>) -> tensor<128x64xf32>
  %3 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  %4 = stablehlo.tanh %3 : tensor<128x64xf32>
  %5 = stablehlo.multiply %4, %3 : tensor<128x64xf32>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [1] x [1] : (tensor<128x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  %7 = stablehlo.custom_call @annotate_device_placement(%2) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<128x64xf32>) -> tensor<128x64xf32>
  %8 = stablehlo.dot_general %7, %5, contracting_dims = [0] x [0] : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
  %9 = stablehlo.multiply %6, %7 : tensor<128x64xf32>
  %10 = stablehlo.dot_general %x, %9, contracting_dims = [0] x [0] : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
  %11 = stablehlo.add %8, %10 : tensor<64x64xf32>
  return %11 : tensor<64x64xf32>
}
