// Tuples become their elements.
// RUN: %popt %s --flatten-tuples --split-input-file | FileCheck %s

// The results of a call, also of tuples in tuples; what is no tuple stays.
// CHECK-LABEL: func.func @main
// CHECK:       %[[CALL:.+]]:4 = stablehlo.custom_call @f(%arg0) {backend_config = "b"} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi8>, tensor<3xi16>, tensor<i1>)
// CHECK-NEXT:  return %[[CALL]]#0, %[[CALL]]#2, %[[CALL]]#3
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<3xi16>, tensor<i1>) {
  %0:2 = stablehlo.custom_call @f(%x) {backend_config = "b"} : (tensor<4xf32>)
      -> (tuple<tensor<4xf32>, tuple<tensor<2xi8>, tensor<3xi16>>>, tensor<i1>)
  %1 = stablehlo.get_tuple_element %0#0[0] : (tuple<tensor<4xf32>, tuple<tensor<2xi8>, tensor<3xi16>>>) -> tensor<4xf32>
  %2 = stablehlo.get_tuple_element %0#0[1] : (tuple<tensor<4xf32>, tuple<tensor<2xi8>, tensor<3xi16>>>) -> tuple<tensor<2xi8>, tensor<3xi16>>
  %3 = stablehlo.get_tuple_element %2[1] : (tuple<tensor<2xi8>, tensor<3xi16>>) -> tensor<3xi16>
  return %1, %3, %0#1 : tensor<4xf32>, tensor<3xi16>, tensor<i1>
}

// -----

// What is packed and unpacked is the value itself.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:  return %arg0, %arg1
func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = stablehlo.tuple %y : tuple<tensor<2xf32>>
  %1 = stablehlo.tuple %x, %0 : tuple<tensor<4xf32>, tuple<tensor<2xf32>>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<4xf32>, tuple<tensor<2xf32>>>) -> tensor<4xf32>
  %3 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<4xf32>, tuple<tensor<2xf32>>>) -> tuple<tensor<2xf32>>
  %4 = stablehlo.get_tuple_element %3[0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return %2, %4 : tensor<4xf32>, tensor<2xf32>
}

// -----

// Layouts of a tuple's elements are those of the results; aliases of elements
// are left out.
// CHECK-LABEL: func.func @main
// CHECK:       stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>]}
// CHECK-SAME:  -> (tensor<4xf32>, tensor<2xi8>)
func.func @main(%x: tensor<4xf32>) -> tensor<2xi8> {
  %0 = stablehlo.custom_call @f(%x) {
    operand_layouts = [dense<0> : tensor<1xindex>],
    result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>],
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]
  } : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<2xi8>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<4xf32>, tensor<2xi8>>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}

// -----

// Arguments that are tuples stay: Import says so at its end.
// CHECK-LABEL: func.func @main
// CHECK:       stablehlo.get_tuple_element %arg0[0]
func.func @main(%x: tuple<tensor<4xf32>>) -> tensor<4xf32> {
  %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
