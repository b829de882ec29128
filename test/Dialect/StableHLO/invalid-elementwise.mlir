// RUN: %popt %s --split-input-file --verify-diagnostics
// What pointwise operations refuse; C numbers are those of their descriptions.

// C1: one type for operand and result.
func.func @negate_1(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = stablehlo.negate %arg0 : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}

// -----

// Operands have a static shape.
func.func @negate_2(%arg0: tensor<?x8xf32>) {
  // expected-error @+1 {{operand #0 must be statically shaped tensor of integer, floating-point or complex values, but got 'tensor<?x8xf32>'}}
  %0 = stablehlo.negate %arg0 : tensor<?x8xf32>
  return
}

// -----

// Operands have a rank.
func.func @negate_3(%arg0: tensor<*xf32>) {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = stablehlo.negate %arg0 : tensor<*xf32>
  return
}

// -----

// Operands have no encoding.
func.func @negate_4(%arg0: tensor<4xf32, "sparse">) {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = stablehlo.negate %arg0 : tensor<4xf32, "sparse">
  return
}

// -----

// Element types are those of the specification.
func.func @negate_5(%arg0: tensor<4xi7>) {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = stablehlo.negate %arg0 : tensor<4xi7>
  return
}

// -----

// Signed integers are signless.
func.func @negate_6(%arg0: tensor<4xsi32>) {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = stablehlo.negate %arg0 : tensor<4xsi32>
  return
}

// -----

// The number of bits fits into 63 bits.
func.func @negate_7(%arg0: tensor<4294967296x4294967296xf32>) {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = stablehlo.negate %arg0 : tensor<4294967296x4294967296xf32>
  return
}

// -----

// A function of floating-point values takes no integers.
func.func @tanh_1(%arg0: tensor<4xi32>) {
  // expected-error @+1 {{must be statically shaped tensor of floating-point or complex values}}
  %0 = stablehlo.tanh %arg0 : tensor<4xi32>
  return
}

// -----

// not takes booleans and integers.
func.func @not_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{must be statically shaped tensor of boolean or integer values}}
  %0 = stablehlo.not %arg0 : tensor<4xf32>
  return
}

// -----

// C1: shapes agree.
func.func @abs_1(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = stablehlo.abs %arg0 : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
  return
}

// -----

// C2: the result of a complex operand is real.
func.func @abs_2(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.abs %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

// C2: the real part has the type of the parts.
func.func @real_1(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

// C2: so has the imaginary part.
func.func @imag_1(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

// is_finite: shapes agree.
func.func @is_finite_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

// is_finite: result elements are i1.
func.func @is_finite_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{result #0 must be statically shaped tensor of i1 values}}
  %0 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

// C1: shapes agree.
func.func @convert_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<5xf64>
  return
}

// -----

// C1: types agree.
func.func @reduce_precision_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = stablehlo.reduce_precision %arg0, format = e8m7 : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// C2: at least one exponent bit.
func.func @reduce_precision_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %0 = stablehlo.reduce_precision %arg0, format = e0m7 : tensor<4xf32>
  return
}

// -----

// C3: no negative number of mantissa bits.
func.func @reduce_precision_3(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 8 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// The format is letters and numbers.
func.func @reduce_precision_4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{format f8m7 is not of the form e8m7}}
  %0 = stablehlo.reduce_precision %arg0, format = f8m7 : tensor<4xf32>
  return
}

// -----

// Numbers in the format fit.
func.func @reduce_precision_5(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{format e8m99999999999 is not of the form e8m7}}
  %0 = stablehlo.reduce_precision %arg0, format = e8m99999999999 : tensor<4xf32>
  return
}

// -----

// C1: one type for operands and result.
func.func @add_1(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = stablehlo.add %arg0, %arg1 : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// A function type has as many inputs as operands.
func.func @add_2(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{function type has 1 inputs and 1 results, expected 2 inputs and 1 result}}
  %0 = stablehlo.add %arg0, %arg1 : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A function type has one result.
func.func @add_3(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{function type has 2 inputs and 0 results, expected 2 inputs and 1 result}}
  %0 = stablehlo.add %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// and takes booleans and integers.
func.func @and_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{must be statically shaped tensor of boolean or integer values}}
  %0 = stablehlo.and %arg0, %arg0 : tensor<4xf32>
  return
}

// -----

// C1: parts have the same type.
func.func @complex_1(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  // expected-error @+1 {{requires all operands to have the same type}}
  %0 = stablehlo.complex %arg0, %arg1 : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// C1: parts are f32 or f64.
func.func @complex_2(%arg0: tensor<4xf16>) {
  // expected-error @+1 {{operands have element type}}
  %0 = stablehlo.complex %arg0, %arg0 : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// C2: the result has the parts' type.
func.func @complex_3(%arg0: tensor<4xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xcomplex<f32>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.complex %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  return
}

// -----

// The short form names a complex type.
func.func @complex_4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{is not a tensor of complex values}}
  %0 = stablehlo.complex %arg0, %arg0 : tensor<4xf32>
  return
}

// -----

// C1: operands have the same type.
func.func @compare_1(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  // expected-error @+1 {{requires all operands to have the same type}}
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

// C2: the result has their shape.
func.func @compare_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

// C3: floating-point values do not compare as SIGNED.
func.func @compare_3(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{compare_type SIGNED does not suit element type}}
  %0 = stablehlo.compare LT, %arg0, %arg0, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// C3: signed integers do not compare as UNSIGNED.
func.func @compare_4(%arg0: tensor<4xi32>) {
  // expected-error @+1 {{compare_type UNSIGNED does not suit element type}}
  %0 = stablehlo.compare LT, %arg0, %arg0, UNSIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

// C3: integers do not compare as FLOAT.
func.func @compare_5(%arg0: tensor<4xi32>) {
  // expected-error @+1 {{compare_type FLOAT does not suit element type}}
  %0 = stablehlo.compare LT, %arg0, %arg0, FLOAT : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

// C3: complex values have no total order.
func.func @compare_6(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{compare_type TOTALORDER does not suit element type}}
  %0 = stablehlo.compare EQ, %arg0, %arg0, TOTALORDER : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}

// -----

// C4: complex values have no order.
func.func @compare_7(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{comparison_direction LT is not defined for complex values, expected EQ or NE}}
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return
}

// -----

// Directions are known words.
func.func @compare_8(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{unknown keyword AT}}
  %0 = stablehlo.compare AT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// Types as well.
func.func @compare_9(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{unknown keyword REAL}}
  %0 = stablehlo.compare GT, %arg0, %arg0, REAL : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// C1: pred has rank 0 or the shape of on_true.
func.func @select_1(%arg0: tensor<3xi1>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{pred has shape 3, expected a scalar or the shape 4 of on_true}}
  %0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<3xi1>, tensor<4xf32>
  return
}

// -----

// C2: both choices have the same type.
func.func @select_2(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<4xf64>) {
  // expected-error @+1 {{on_true and on_false have types 'tensor<4xf32>' and 'tensor<4xf64>', expected the same}}
  %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

// C2: the result has that type.
func.func @select_3(%arg0: tensor<i1>, %arg1: tensor<4xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.select %arg0, %arg1, %arg1 : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// C1: min has rank 0 or the operand's shape.
func.func @clamp_1(%arg0: tensor<3xf32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{min has shape 3, expected a scalar or the operand's shape 4}}
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<3xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C2: max has rank 0 or the operand's shape.
func.func @clamp_2(%arg0: tensor<f32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{max has shape 3, expected a scalar or the operand's shape 4}}
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// C3: bounds have the operand's element type.
func.func @clamp_3(%arg0: tensor<f64>, %arg1: tensor<4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{min has element type 'f64', expected the operand's 'f32'}}
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f64>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C4: the result has the operand's type.
func.func @clamp_4(%arg0: tensor<f32>, %arg1: tensor<4xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}
