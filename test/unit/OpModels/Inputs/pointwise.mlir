// One of each pointwise operation that ops.mlir lacks; see docs/Operations.md.

func.func @pointwise(%x: tensor<5x4xf32>, %i: tensor<5x4xi32>, %c: tensor<5x4xcomplex<f32>>) {
  %0 = stablehlo.cbrt %x : tensor<5x4xf32>
  %1 = stablehlo.ceil %x : tensor<5x4xf32>
  %2 = stablehlo.cosine %x : tensor<5x4xf32>
  %3 = stablehlo.count_leading_zeros %i : tensor<5x4xi32>
  %4 = stablehlo.exponential_minus_one %x : tensor<5x4xf32>
  %5 = stablehlo.floor %x : tensor<5x4xf32>
  %6 = stablehlo.is_finite %x : (tensor<5x4xf32>) -> tensor<5x4xi1>
  %7 = stablehlo.log %x : tensor<5x4xf32>
  %8 = stablehlo.log_plus_one %x : tensor<5x4xf32>
  %9 = stablehlo.logistic %x : tensor<5x4xf32>
  %10 = stablehlo.popcnt %i : tensor<5x4xi32>
  %11 = stablehlo.round_nearest_afz %x : tensor<5x4xf32>
  %12 = stablehlo.round_nearest_even %x : tensor<5x4xf32>
  %13 = stablehlo.rsqrt %x : tensor<5x4xf32>
  %14 = stablehlo.sign %x : tensor<5x4xf32>
  %15 = stablehlo.sine %x : tensor<5x4xf32>
  %16 = stablehlo.sqrt %x : tensor<5x4xf32>
  %17 = stablehlo.tan %x : tensor<5x4xf32>
  %18 = stablehlo.atan2 %x, %x : tensor<5x4xf32>
  %19 = stablehlo.power %x, %x : tensor<5x4xf32>
  %20 = stablehlo.remainder %x, %x : tensor<5x4xf32>
  %21 = stablehlo.shift_left %i, %i : tensor<5x4xi32>
  %22 = stablehlo.shift_right_arithmetic %i, %i : tensor<5x4xi32>
  %23 = stablehlo.shift_right_logical %i, %i : tensor<5x4xi32>
  %24 = stablehlo.imag %c : (tensor<5x4xcomplex<f32>>) -> tensor<5x4xf32>
  %25 = stablehlo.reduce_precision %x, format = e5m2 : tensor<5x4xf32>
  %26 = chlo.acos %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %27 = chlo.acosh %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %28 = chlo.asin %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %29 = chlo.asinh %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %30 = chlo.atan %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %31 = chlo.atanh %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %32 = chlo.bessel_i1e %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %33 = chlo.cosh %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %34 = chlo.digamma %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %35 = chlo.erf %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %36 = chlo.erf_inv %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %37 = chlo.erfc %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %38 = chlo.lgamma %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %39 = chlo.sinh %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %40 = chlo.square %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %41 = chlo.tan %x : tensor<5x4xf32> -> tensor<5x4xf32>
  %42 = chlo.is_inf %x : tensor<5x4xf32> -> tensor<5x4xi1>
  %43 = chlo.is_neg_inf %x : tensor<5x4xf32> -> tensor<5x4xi1>
  %44 = chlo.is_pos_inf %x : tensor<5x4xf32> -> tensor<5x4xi1>
  %45 = chlo.next_after %x, %x : tensor<5x4xf32>, tensor<5x4xf32> -> tensor<5x4xf32>
  %46 = chlo.polygamma %x, %x : tensor<5x4xf32>, tensor<5x4xf32> -> tensor<5x4xf32>
  %47 = chlo.zeta %x, %x : tensor<5x4xf32>, tensor<5x4xf32> -> tensor<5x4xf32>
  %48 = chlo.mulhi %i, %i : tensor<5x4xi32>, tensor<5x4xi32> -> tensor<5x4xi32>
  %49 = chlo.conj %c : tensor<5x4xcomplex<f32>> -> tensor<5x4xcomplex<f32>>
  return
}
