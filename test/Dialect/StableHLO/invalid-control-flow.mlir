// RUN: %popt %s --split-input-file --verify-diagnostics
// What branches, loops and tuples refuse; C numbers are those of their descriptions.

// The predicate is an i1 scalar.
func.func @if_1(%arg0: tensor<1xi1>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be rank-0 tensor of type i1}}
  %0 = "stablehlo.if"(%arg0) ({
  %1 = stablehlo.negate %arg1 : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %arg1 : tensor<4xf32>
  }) : (tensor<1xi1>) -> tensor<4xf32>
  return
}

// -----

// C1: branches take no arguments.
func.func @if_2(%arg0: tensor<i1>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{true_branch takes 1 values, expected 0}}
  %0 = "stablehlo.if"(%arg0) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %arg1 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

// C2: branches return the result types.
func.func @if_3(%arg0: tensor<i1>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{false_branch returns value 0 of type 'tensor<i1>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.if"(%arg0) ({
  %1 = stablehlo.negate %arg1 : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %arg0 : tensor<i1>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

// C2: as many as there are.
func.func @if_4(%arg0: tensor<i1>, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{true_branch returns 0 values, expected 1}}
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return
  }, {
    stablehlo.return %arg1 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

// C1: at least one branch.
func.func @case_1(%arg0: tensor<i32>) {
  // expected-error @+1 {{has no branches, expected at least one}}
  "stablehlo.case"(%arg0) : (tensor<i32>) -> ()
  return
}

// -----

// C2: branches take no arguments.
func.func @case_2(%arg0: tensor<i32>) {
  // expected-error @+1 {{branch 0 takes 1 values, expected 0}}
  "stablehlo.case"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return
  }) : (tensor<i32>) -> ()
  return
}

// -----

// C3: branches return the result types.
func.func @case_3(%arg0: tensor<i32>) {
  // expected-error @+1 {{branch 1 returns 0 values, expected 1}}
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg0 : tensor<i32>
  }, {
    stablehlo.return
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// The index is an i32 scalar.
func.func @case_4(%arg0: tensor<i64>) {
  // expected-error @+1 {{operand #0 must be rank-0 tensor of type i32}}
  "stablehlo.case"(%arg0) ({
    stablehlo.return
  }) : (tensor<i64>) -> ()
  return
}

// -----

// C1: results have the types of the operands.
func.func @while_1(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error @+1 {{results do not have the types of the operands}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %arg1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i64>
  return
}

// -----

// C2: cond takes the operands.
func.func @while_2(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error @+1 {{cond takes 0 values, expected 1}}
  %0 = "stablehlo.while"(%arg0) ({
    stablehlo.return %arg1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// C3: cond returns an i1 scalar.
func.func @while_3(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error @+1 {{cond returns value 0 of type 'tensor<i32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// C4: body takes the operands.
func.func @while_4(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error @+1 {{body takes value 0 of type 'tensor<i64>', expected 'tensor<i32>'}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %arg1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i64>):
    stablehlo.return %arg0 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// C5: body returns values of their types.
func.func @while_5(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error @+1 {{body returns value 0 of type 'tensor<i1>', expected 'tensor<i32>'}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %arg1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %arg1 : tensor<i1>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// Carries and types pair up.
func.func @while_6(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error @+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = stablehlo.while(%a = %arg0) : tensor<i32>, tensor<i32>
  cond {
    stablehlo.return %arg1 : tensor<i1>
  } do {
    stablehlo.return %a : tensor<i32>
  }
  return
}

// -----

// C1: results have the types of the operands.
func.func @optimization_barrier_1(%arg0: tensor<i32>) {
  // expected-error @+2 {{inferred type(s) 'tensor<i32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<i32>) -> tensor<i64>
  return
}

// -----

// The result is a tuple.
func.func @tuple_1(%arg0: tensor<i32>) {
  // expected-error @+1 {{is not a tuple}}
  %0 = stablehlo.tuple %arg0 : tensor<i32>
  return
}

// -----

// C1: elements have the types of the operands.
func.func @tuple_2(%arg0: tensor<i32>) {
  // expected-error @+2 {{inferred type(s) 'tuple<tensor<i32>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "stablehlo.tuple"(%arg0) : (tensor<i32>) -> tuple<tensor<i64>>
  return
}

// -----

// C1: the element exists.
func.func @get_tuple_element_1(%arg0: tuple<tensor<i32>>) {
  // expected-error @+1 {{index 1 is not an element of a tuple of size 1}}
  %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<i32>>) -> tensor<i32>
  return
}

// -----

// C2: the result has its type.
func.func @get_tuple_element_2(%arg0: tuple<tensor<i32>>) {
  // expected-error @+2 {{inferred type(s) 'tensor<i32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<i32>>) -> tensor<i64>
  return
}

// -----

// Results of after_all are tokens.
func.func @after_all_1(%arg0: tensor<i32>) {
  // expected-error @+1 {{must be variadic of token}}
  %0 = stablehlo.after_all %arg0 : tensor<i32>
  return
}
