// RUN: %popt %s --split-input-file --verify-diagnostics
// What linear algebra, transforms, random numbers and calls refuse; C numbers are those of their descriptions.

// C1: types agree.
func.func @cholesky_1(%arg0: tensor<4x4xf32>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = stablehlo.cholesky %arg0, lower = true : (tensor<4x4xf32>) -> tensor<4x4xf64>
  return
}

// -----

// C2: rank at least 2.
func.func @cholesky_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{a has rank 1, expected at least 2}}
  %0 = stablehlo.cholesky %arg0 : tensor<4xf32>
  return
}

// -----

// C3: square matrices.
func.func @cholesky_3(%arg0: tensor<4x5xf32>) {
  // expected-error @+1 {{last two sizes 4 and 5 of a differ}}
  %0 = stablehlo.cholesky %arg0 : tensor<4x5xf32>
  return
}

// -----

// C1: element types agree.
func.func @triangular_solve_1(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x3xf64>) {
  // expected-error @+1 {{expected the same element type and rank}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf64>) -> tensor<2x4x3xf64>
  return
}

// -----

// C2: ranks agree.
func.func @triangular_solve_2(%arg0: tensor<2x4x4xf32>, %arg1: tensor<4x3xf32>) {
  // expected-error @+1 {{expected the same element type and rank}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// C2: rank at least 2.
func.func @triangular_solve_3(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{a has rank 1, expected at least 2}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C3: batch sizes agree.
func.func @triangular_solve_4(%arg0: tensor<2x4x4xf32>, %arg1: tensor<3x4x3xf32>) {
  // expected-error @+1 {{a and b have batch sizes 2 and 3, expected the same}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<3x4x3xf32>) -> tensor<3x4x3xf32>
  return
}

// -----

// C4: a is square.
func.func @triangular_solve_5(%arg0: tensor<2x4x5xf32>, %arg1: tensor<2x4x3xf32>) {
  // expected-error @+1 {{last two sizes 4 and 5 of a differ}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x5xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

// C5: sizes match on the left.
func.func @triangular_solve_6(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x5x3xf32>) {
  // expected-error @+1 {{size 5 of dimension 1 of b is not the size 4 of a}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return
}

// -----

// C5: and on the right.
func.func @triangular_solve_7(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x3xf32>) {
  // expected-error @+1 {{size 3 of dimension 2 of b is not the size 4 of a}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

// C6: a valid transposition.
func.func @triangular_solve_8(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x3xf32>) {
  // expected-error @+1 {{transpose_a is TRANSPOSE_INVALID}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

// C7: the result has the type of b.
func.func @triangular_solve_9(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x3xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<2x4x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// C1: 1 to 3 lengths.
func.func @fft_1(%arg0: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{length has 0 entries, expected 1 to 3, at most the rank 1}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// C1: at most the rank.
func.func @fft_2(%arg0: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{length has 2 entries, expected 1 to 3, at most the rank 1}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [8, 8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// C2: FFT takes complex values.
func.func @fft_3(%arg0: tensor<8xf32>) {
  // expected-error @+1 {{FFT of element type 'f32', expected complex values}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// C2: RFFT takes real values.
func.func @fft_4(%arg0: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{RFFT of element type 'complex<f32>', expected f32 or f64}}
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return
}

// -----

// C3: operand sizes are the lengths.
func.func @fft_5(%arg0: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{operand has last sizes 8, expected 7}}
  %0 = stablehlo.fft %arg0, type = IFFT, length = [7] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// C3: IRFFT takes half of it.
func.func @fft_6(%arg0: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{operand has last sizes 8, expected 5}}
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  return
}

// -----

// C3: RFFT gives half of it.
func.func @fft_7(%arg0: tensor<8xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<5xcomplex<f32>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// C4: other sizes stay.
func.func @fft_8(%arg0: tensor<4x8xcomplex<f32>>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x8xcomplex<f32>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<5x8xcomplex<f32>>
  return
}

// -----

// C1: element types agree.
func.func @rng_1(%arg0: tensor<f32>, %arg1: tensor<f64>, %arg2: tensor<2xi64>) {
  // expected-error @+1 {{a, b and result have element types 'f32', 'f64' and 'f32', expected the same}}
  %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<4x8xf32>
  return
}

// -----

// C2: the shape operand has an entry per dimension.
func.func @rng_2(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<3xi64>) {
  // expected-error @+1 {{shape has 3 entries, expected the result's rank 2}}
  %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<4x8xf32>
  return
}

// -----

// C3: a constant shape is the result's.
func.func @constant_1(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %s = stablehlo.constant dense<[4, 9]> : tensor<2xi64>
  // expected-error @+1 {{shape operand does not hold the result's shape 4x8}}
  %0 = stablehlo.rng %arg0, %arg1, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  return
}

// -----

// C4: a normal distribution gives floating-point values.
func.func @rng_3(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<2xi64>) {
  // expected-error @+1 {{NORMAL distribution of element type 'i32', expected a floating-point type}}
  %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<4x8xi32>
  return
}

// -----

// Types of transforms are known words.
func.func @fft_9(%arg0: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{unknown keyword DFT}}
  %0 = stablehlo.fft %arg0, type = DFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// C1: the state is ui64.
func.func @rng_bit_generator_1(%arg0: tensor<2xui32>) {
  // expected-error @+1 {{which does not suit algorithm THREE_FRY}}
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui32>) -> (tensor<2xui32>, tensor<4xui32>)
  return
}

// -----

// C1: of the size of the algorithm.
func.func @rng_bit_generator_2(%arg0: tensor<3xui64>) {
  // expected-error @+1 {{which does not suit algorithm THREE_FRY}}
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

// C1: also for PHILOX.
func.func @rng_bit_generator_3(%arg0: tensor<4xui64>) {
  // expected-error @+1 {{which does not suit algorithm PHILOX}}
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// -----

// C2: the state keeps its type.
func.func @rng_bit_generator_4(%arg0: tensor<2xui64>) {
  // expected-error @+1 {{output_state has type 'tensor<3xui64>', expected that of the initial state, 'tensor<2xui64>'}}
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

// C1: a dotted name.
func.func @composite_1(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{name "norm" is not of the form "namespace.name"}}
  %0 = stablehlo.composite "norm" %arg0 {decomposition = @composite_1} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C1: with something between the dots.
func.func @composite_2(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{name "nn..norm" is not of the form "namespace.name"}}
  %0 = stablehlo.composite "nn..norm" %arg0 {decomposition = @composite_2} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C2: the decomposition exists.
func.func @composite_3(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{decomposition @absent is not a function}}
  %0 = stablehlo.composite "nn.norm" %arg0 {decomposition = @absent} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C3: it has the types of operands and results.
func.func @composite_4(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{decomposition @composite_4 does not have the types of operands and results}}
  %0 = stablehlo.composite "nn.norm" %arg0 {decomposition = @composite_4} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C1: layouts come together.
func.func @custom_call_1(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{has only one of operand_layouts and result_layouts}}
  %0 = stablehlo.custom_call @target(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: one layout per operand.
func.func @custom_call_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{operand_layouts has 2 entries, expected 1, one per value}}
  %0 = stablehlo.custom_call @target(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: a layout is a permutation.
func.func @custom_call_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{result_layouts entry 0 is not a permutation of the dimensions of}}
  %0 = stablehlo.custom_call @target(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<1> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: of index values.
func.func @custom_call_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{array of layouts}}
  %0 = stablehlo.custom_call @target(%arg0) {operand_layouts = [dense<1> : tensor<2xi64>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: the operand exists.
func.func @custom_call_5(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{does not join an operand and a result of the same type}}
  %0 = stablehlo.custom_call @target(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: the tuple element exists.
func.func @custom_call_6(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{does not join an operand and a result of the same type}}
  %0 = stablehlo.custom_call @target(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: types agree.
func.func @custom_call_7(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{does not join an operand and a result of the same type}}
  %0 = stablehlo.custom_call @target(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// C4: called computations exist.
func.func @custom_call_8(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{called computation @absent is not a function}}
  %0 = stablehlo.custom_call @target(%arg0) {called_computations = [@absent]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C5: typed calls are configured by dictionaries.
func.func @custom_call_9() {
  // expected-error @+1 {{has api_version API_VERSION_TYPED_FFI, whose backend_config is a dictionary}}
  stablehlo.custom_call @target() {api_version = 4 : i32, backend_config = "a=1"} : () -> ()
  return
}

// -----

// C5: others by strings.
func.func @custom_call_10() {
  // expected-error @+1 {{has api_version API_VERSION_STATUS_RETURNING_UNIFIED, whose backend_config is a string}}
  stablehlo.custom_call @target() {api_version = 3 : i32, backend_config = {a = 1 : i32}} : () -> ()
  return
}

// -----

// C1 of composite: a digit begins no name.
func.func @composite_digit(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{name "0.norm" is not of the form "namespace.name"}}
  %0 = stablehlo.composite "0.norm" %arg0 {decomposition = @composite_digit} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
