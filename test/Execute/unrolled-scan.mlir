// A scan of 13 steps, unrolled: compiled in no time, with the numbers of
// the interpreter.
// REQUIRES: popt-run
// RUN: %popt-run %s --reference --at=imported --init random:3 --outputs %t.npz
// RUN: %popt-run %s --init random:3 --expect %t.npz --rtol 1e-4 --atol 1e-4

func.func @main(%x: tensor<8192xf32>) -> tensor<8192xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s0 = stablehlo.slice %x [0:8191] : (tensor<8192xf32>) -> tensor<8191xf32>
  %p0 = stablehlo.pad %s0, %z, low = [1], high = [0], interior = [0] : (tensor<8191xf32>, tensor<f32>) -> tensor<8192xf32>
  %a0 = stablehlo.add %x, %p0 : tensor<8192xf32>
  %s1 = stablehlo.slice %a0 [0:8190] : (tensor<8192xf32>) -> tensor<8190xf32>
  %p1 = stablehlo.pad %s1, %z, low = [2], high = [0], interior = [0] : (tensor<8190xf32>, tensor<f32>) -> tensor<8192xf32>
  %a1 = stablehlo.add %a0, %p1 : tensor<8192xf32>
  %s2 = stablehlo.slice %a1 [0:8188] : (tensor<8192xf32>) -> tensor<8188xf32>
  %p2 = stablehlo.pad %s2, %z, low = [4], high = [0], interior = [0] : (tensor<8188xf32>, tensor<f32>) -> tensor<8192xf32>
  %a2 = stablehlo.add %a1, %p2 : tensor<8192xf32>
  %s3 = stablehlo.slice %a2 [0:8184] : (tensor<8192xf32>) -> tensor<8184xf32>
  %p3 = stablehlo.pad %s3, %z, low = [8], high = [0], interior = [0] : (tensor<8184xf32>, tensor<f32>) -> tensor<8192xf32>
  %a3 = stablehlo.add %a2, %p3 : tensor<8192xf32>
  %s4 = stablehlo.slice %a3 [0:8176] : (tensor<8192xf32>) -> tensor<8176xf32>
  %p4 = stablehlo.pad %s4, %z, low = [16], high = [0], interior = [0] : (tensor<8176xf32>, tensor<f32>) -> tensor<8192xf32>
  %a4 = stablehlo.add %a3, %p4 : tensor<8192xf32>
  %s5 = stablehlo.slice %a4 [0:8160] : (tensor<8192xf32>) -> tensor<8160xf32>
  %p5 = stablehlo.pad %s5, %z, low = [32], high = [0], interior = [0] : (tensor<8160xf32>, tensor<f32>) -> tensor<8192xf32>
  %a5 = stablehlo.add %a4, %p5 : tensor<8192xf32>
  %s6 = stablehlo.slice %a5 [0:8128] : (tensor<8192xf32>) -> tensor<8128xf32>
  %p6 = stablehlo.pad %s6, %z, low = [64], high = [0], interior = [0] : (tensor<8128xf32>, tensor<f32>) -> tensor<8192xf32>
  %a6 = stablehlo.add %a5, %p6 : tensor<8192xf32>
  %s7 = stablehlo.slice %a6 [0:8064] : (tensor<8192xf32>) -> tensor<8064xf32>
  %p7 = stablehlo.pad %s7, %z, low = [128], high = [0], interior = [0] : (tensor<8064xf32>, tensor<f32>) -> tensor<8192xf32>
  %a7 = stablehlo.add %a6, %p7 : tensor<8192xf32>
  %s8 = stablehlo.slice %a7 [0:7936] : (tensor<8192xf32>) -> tensor<7936xf32>
  %p8 = stablehlo.pad %s8, %z, low = [256], high = [0], interior = [0] : (tensor<7936xf32>, tensor<f32>) -> tensor<8192xf32>
  %a8 = stablehlo.add %a7, %p8 : tensor<8192xf32>
  %s9 = stablehlo.slice %a8 [0:7680] : (tensor<8192xf32>) -> tensor<7680xf32>
  %p9 = stablehlo.pad %s9, %z, low = [512], high = [0], interior = [0] : (tensor<7680xf32>, tensor<f32>) -> tensor<8192xf32>
  %a9 = stablehlo.add %a8, %p9 : tensor<8192xf32>
  %s10 = stablehlo.slice %a9 [0:7168] : (tensor<8192xf32>) -> tensor<7168xf32>
  %p10 = stablehlo.pad %s10, %z, low = [1024], high = [0], interior = [0] : (tensor<7168xf32>, tensor<f32>) -> tensor<8192xf32>
  %a10 = stablehlo.add %a9, %p10 : tensor<8192xf32>
  %s11 = stablehlo.slice %a10 [0:6144] : (tensor<8192xf32>) -> tensor<6144xf32>
  %p11 = stablehlo.pad %s11, %z, low = [2048], high = [0], interior = [0] : (tensor<6144xf32>, tensor<f32>) -> tensor<8192xf32>
  %a11 = stablehlo.add %a10, %p11 : tensor<8192xf32>
  %s12 = stablehlo.slice %a11 [0:4096] : (tensor<8192xf32>) -> tensor<4096xf32>
  %p12 = stablehlo.pad %s12, %z, low = [4096], high = [0], interior = [0] : (tensor<4096xf32>, tensor<f32>) -> tensor<8192xf32>
  %a12 = stablehlo.add %a11, %p12 : tensor<8192xf32>
  return %a12 : tensor<8192xf32>
}
