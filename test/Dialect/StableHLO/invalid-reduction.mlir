// RUN: %popt %s --split-input-file --verify-diagnostics
// What operations with a combining body refuse; C numbers are those of their descriptions.

// C1: as many initial values as inputs.
func.func @reduce_1(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{has 3 operands, expected as many initial values as inputs}}
  %0 = "stablehlo.reduce"(%arg0, %arg1, %arg2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C1: at least one input.
func.func @reduce_2() {
  // expected-error @+1 {{has no inputs, expected at least one}}
  "stablehlo.reduce"() <{dimensions = array<i64: 1>}> ({
  ^bb0:
    stablehlo.return
  }) : () -> ()
  return
}

// -----

// C2: inputs have the same shape.
func.func @reduce_3(%arg0: tensor<4x8xf32>, %arg1: tensor<4x7xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{inputs 0 and 1 have shapes 4x8 and 4x7, expected the same}}
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// C3: dimensions exist.
func.func @reduce_4(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{dimensions holds 2, which is not a dimension of the inputs of rank 2}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [2] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C3: and differ.
func.func @reduce_5(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{dimensions holds 1 twice}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C4: initial values are scalars.
func.func @reduce_6(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  // expected-error @+1 {{initial value 0 has type 'tensor<1xf32>', expected 'tensor<f32>'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// C4: of the input's element type.
func.func @reduce_7(%arg0: tensor<4x8xf32>, %arg1: tensor<f64>) {
  // expected-error @+1 {{initial value 0 has type 'tensor<f64>', expected 'tensor<f32>'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f64>) -> tensor<4xf32>
  return
}

// -----

// C5: the body takes two scalars per input.
func.func @reduce_8(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{body takes 1 values, expected 2}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C5: of its element type.
func.func @reduce_9(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{body takes value 1 of type 'tensor<f64>', expected 'tensor<f32>'}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f64>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C5: and returns one.
func.func @reduce_10(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{body returns 0 values, expected 1}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C6: the result shape.
func.func @reduce_11(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

// The short form names a commutative operation.
func.func @reduce_12(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{body stablehlo.subtract is not a commutative stablehlo operation of two operands}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.subtract across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// The short form names an operation of this dialect.
func.func @reduce_13(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{body func.call is not a commutative stablehlo operation of two operands}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies func.call across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// The short form needs a tensor to build its body.
func.func @reduce_14(%arg0: !stablehlo.token, %arg1: tensor<f32>) {
  // expected-error @+1 {{expected a statically shaped tensor}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (!stablehlo.token, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// Operands and types pair up.
func.func @reduce_15(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

// The body is one block.
func.func @reduce_16(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{region with 1 blocks}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// C1: as many initial values as inputs.
func.func @reduce_window_1(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{has 3 operands, expected as many initial values as inputs}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C2: inputs have the same shape.
func.func @reduce_window_2(%arg0: tensor<4x8xf32>, %arg1: tensor<4x7xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{inputs 0 and 1 have shapes 4x8 and 4x7, expected the same}}
  %0:2 = "stablehlo.reduce_window"(%arg0, %arg1, %arg2, %arg2) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>, tensor<f32>) -> (tensor<4x7xf32>, tensor<4x7xf32>)
  return
}

// -----

// C3: one window size per dimension.
func.func @reduce_window_3(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{window_dimensions has 1 entries, expected 2, one per window dimension}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C3: sizes are positive.
func.func @reduce_window_4(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{window_dimensions holds 0, expected positive numbers}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C4: strides are positive.
func.func @reduce_window_5(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{window_strides holds 0, expected positive numbers}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C5: base dilations are positive.
func.func @reduce_window_6(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{base_dilations holds -1, expected positive numbers}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: -1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C6: window dilations are positive.
func.func @reduce_window_7(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{window_dilations has 3 entries, expected 2, one per window dimension}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, window_dilations = array<i64: 1, 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C7: padding is pairs.
func.func @reduce_window_8(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{padding has shape 2x3, expected 2x2}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, padding = dense<0> : tensor<2x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C8: initial values are scalars of the element type.
func.func @reduce_window_9(%arg0: tensor<4x8xf32>, %arg1: tensor<f64>) {
  // expected-error @+1 {{initial value 0 has type 'tensor<f64>', expected 'tensor<f32>'}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f64>) -> tensor<4x7xf32>
  return
}

// -----

// C9: the body takes two scalars.
func.func @reduce_window_10(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{body takes 1 values, expected 2}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C10: the result shape.
func.func @reduce_window_11(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x7xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C10: sizes fit into 63 bits.
func.func @reduce_window_12(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error @+2 {{window leaves a negative size or one beyond 63 bits}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: 1, 9223372036854775807>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// C1: window sizes are positive.
func.func @select_and_scatter_1(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{window_dimensions holds 0, expected positive numbers}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: one stride per dimension.
func.func @select_and_scatter_2(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{window_strides has 1 entries, expected 2, one per window dimension}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: padding is pairs.
func.func @select_and_scatter_3(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{padding has shape 4x1, expected 2x2}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<0> : tensor<4x1xi64>, window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C4: the source has the shape of the windows.
func.func @select_and_scatter_4(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{source has type 'tensor<2x3xf32>', expected 'tensor<2x4xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C4: sizes are not negative.
func.func @select_and_scatter_5(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{window leaves a negative size or one beyond 63 bits}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<-9> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C5: the initial value is a scalar of the element type.
func.func @select_and_scatter_6(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f64>) {
  // expected-error @+1 {{initial value 0 has type 'tensor<f64>', expected 'tensor<f32>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f64>) -> tensor<4x8xf32>
  return
}

// -----

// C6: select returns an i1.
func.func @select_and_scatter_7(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{select returns value 0 of type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C7: scatter returns a scalar of the element type.
func.func @select_and_scatter_8(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{scatter returns value 0 of type 'tensor<i1>', expected 'tensor<f32>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// C8: the result has the operand's type.
func.func @select_and_scatter_9(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  return
}

// -----

// C1: inputs have the same shape.
func.func @sort_1(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32>)
  return
}

// -----

// C2: the dimension exists.
func.func @sort_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{dimension 2 is not between -2 and 1}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C2: counted from the end as well.
func.func @sort_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{dimension -3 is not between -2 and 1}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = -3 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: the comparator takes two scalars per input.
func.func @sort_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{comparator takes 1 values, expected 2}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: and returns an i1.
func.func @sort_5(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{comparator returns value 0 of type 'tensor<f32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C4: results have the types of the inputs.
func.func @sort_6(%arg0: tensor<4x8xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}

// -----

// C1: shapes agree.
func.func @map_1(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// C2: all dimensions in order.
func.func @map_2(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{dimensions are not 0 to 1 in order}}
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: the body takes one scalar per input.
func.func @map_3(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{computation takes 2 values, expected 1}}
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C4: the result has the element type of what it returns.
func.func @map_4(%arg0: tensor<4x8xf32>) {
  // expected-error @+1 {{computation returns value 0 of type 'tensor<f32>', expected 'tensor<f64>'}}
  %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}

// -----

// C1: the dimension exists.
func.func @batch_norm_training_1(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
  // expected-error @+1 {{feature_index 2 is not a dimension of the operand of rank 2}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// C2: element types agree.
func.func @batch_norm_training_2(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf64>, %arg2: tensor<8xf32>) {
  // expected-error @+1 {{operand 1 has type 'tensor<8xf64>', expected 'tensor<8xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf64>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// C3: vectors have the size of the features.
func.func @batch_norm_training_3(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4xf32>) {
  // expected-error @+1 {{operand 2 has type 'tensor<4xf32>', expected 'tensor<8xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// C4: result types.
func.func @batch_norm_training_4(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<4x8xf32>', 'tensor<8xf32>', 'tensor<8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// C1: the dimension exists.
func.func @batch_norm_inference_1(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<8xf32>) {
  // expected-error @+1 {{feature_index -1 is not a dimension of the operand of rank 2}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 0.001 : f32, feature_index = -1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// C3: vectors have the size of the features.
func.func @batch_norm_inference_2(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<7xf32>) {
  // expected-error @+1 {{operand 4 has type 'tensor<7xf32>', expected 'tensor<8xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<7xf32>) -> tensor<4x8xf32>
  return
}

// -----

// The gradient has the operand's type.
func.func @batch_norm_grad_1(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<8x4xf32>) {
  // expected-error @+1 {{operand 4 has type 'tensor<8x4xf32>', expected 'tensor<4x8xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// C1 of select_and_scatter: a window.
func.func @select_and_scatter_window(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{has no window_dimensions, expected 2}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
