// RUN: %popt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// What the text of attributes may not say.

// Unknown attributes.
func.func @unknown_1() {
  // expected-error @+1 {{unknown attribute `unknown` in dialect `stablehlo`}}
  "test.holder"() {attr = #stablehlo.unknown<1>} : () -> ()
  return
}

// -----

// Fields are words.
func.func @dot_1() {
  // expected-error @+1 {{expected valid keyword}}
  "test.holder"() {attr = #stablehlo.dot<1>} : () -> ()
  return
}

// -----

// Fields are known.
func.func @dot_2() {
  // expected-error @+1 {{unknown field lhs_dimensions}}
  "test.holder"() {attr = #stablehlo.dot<lhs_dimensions = [0]>} : () -> ()
  return
}

// -----

// Fields occur once.
func.func @dot_3() {
  // expected-error @+1 {{field lhs_batching_dimensions occurs twice}}
  "test.holder"() {attr = #stablehlo.dot<lhs_batching_dimensions = [0], lhs_batching_dimensions = [0]>} : () -> ()
  return
}

// -----

// Fields have a value.
func.func @dot_4() {
  // expected-error @+1 {{expected '='}}
  "test.holder"() {attr = #stablehlo.dot<lhs_batching_dimensions>} : () -> ()
  return
}

// -----

// Fields are lists.
func.func @dot_5() {
  // expected-error @+1 {{expected '['}}
  "test.holder"() {attr = #stablehlo.dot<lhs_batching_dimensions = 0>} : () -> ()
  return
}

// -----

// Lists hold numbers.
func.func @dot_6() {
  // expected-error @+1 {{expected integer value}}
  "test.holder"() {attr = #stablehlo.dot<lhs_batching_dimensions = [x]>} : () -> ()
  return
}

// -----

// Numbers fit into 64 bits.
func.func @dot_7() {
  // expected-error @+1 {{integer value too large}}
  "test.holder"() {attr = #stablehlo.dot<lhs_batching_dimensions = [99999999999999999999]>} : () -> ()
  return
}

// -----

// Attributes end.
func.func @dot_8() {
  // expected-error @+1 {{unbalanced '<' character}}
  "test.holder"() {attr = #stablehlo.dot<lhs_batching_dimensions = [0]} : () -> ()
  return
}

// -----

// A number is no list.
func.func @gather_1() {
  // expected-error @+1 {{expected integer value}}
  "test.holder"() {attr = #stablehlo.gather<index_vector_dim = [1]>} : () -> ()
  return
}

// -----

// Unknown fields of gather.
func.func @gather_2() {
  // expected-error @+1 {{unknown field offset}}
  "test.holder"() {attr = #stablehlo.gather<offset = [1]>} : () -> ()
  return
}

// -----

// Unknown fields of scatter.
func.func @scatter_1() {
  // expected-error @+1 {{unknown field offset}}
  "test.holder"() {attr = #stablehlo.scatter<offset = [1]>} : () -> ()
  return
}

// -----

// Dimension numbers of a convolution.
func.func @conv_1() {
  // expected-error @+1 {{expected '->'}}
  "test.holder"() {attr = #stablehlo.conv<[b, f]x[i, o]>} : () -> ()
  return
}

// -----

// Their raw form is a permutation too.
func.func @conv_2() {
  // expected-error @+1 {{dimension numbers of input, kernel and output are each a permutation of the dimensions}}
  "test.holder"() {attr = #stablehlo.conv<raw input_batch_dimension = 7, input_feature_dimension = 1, kernel_output_feature_dimension = 1, output_feature_dimension = 1>} : () -> ()
  return
}

// -----

// Raw fields are known.
func.func @conv_3() {
  // expected-error @+1 {{unknown field batch}}
  "test.holder"() {attr = #stablehlo.conv<raw batch = 7>} : () -> ()
  return
}

// -----

// Fields of an accuracy.
func.func @result_accuracy_1() {
  // expected-error @+1 {{unknown field utol}}
  "test.holder"() {attr = #stablehlo.result_accuracy<utol = 1.0>} : () -> ()
  return
}

// -----

// An accuracy has a mode.
func.func @result_accuracy_2() {
  // expected-error @+1 {{field mode is missing}}
  "test.holder"() {attr = #stablehlo.result_accuracy<ulps = 1>} : () -> ()
  return
}

// -----

// Fields of an accuracy occur once.
func.func @result_accuracy_3() {
  // expected-error @+1 {{field ulps occurs twice}}
  "test.holder"() {attr = #stablehlo.result_accuracy<ulps = 1, ulps = 2>} : () -> ()
  return
}

// -----

// C1: mesh axes have a mesh.
func.func @replica_group_mesh_axes_1() {
  // expected-error @+1 {{mesh 1 : i64 is neither a symbol nor a #stablehlo.mesh}}
  "test.holder"() {attr = #stablehlo.replica_group_mesh_axes<mesh = 1, axes = []>} : () -> ()
  return
}

// -----

// C2: axes are axis references.
func.func @replica_group_mesh_axes_2() {
  // expected-error @+1 {{axis 1 : i64 is not a #stablehlo.axis_ref}}
  "test.holder"() {attr = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [1]>} : () -> ()
  return
}

// -----

// The highest accuracy has no tolerance.
func.func @result_accuracy_highest() {
  // expected-error @+1 {{mode HIGHEST has tolerances; give them with mode TOLERANCE}}
  "test.holder"() {attr = #stablehlo.result_accuracy<ulps = 4, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : () -> ()
  return
}
