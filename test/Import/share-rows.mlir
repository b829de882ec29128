// Stacks that a loop fills with rows of another tensor are that tensor.
// RUN: %popt %s --share-rows --split-input-file | FileCheck %s

// The whole, in either direction.
// CHECK-LABEL: func.func @whole
func.func @whole(%w: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: dynamic_update_slice
  // CHECK: return %arg0
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %i, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @backwards
func.func @backwards(%w: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: dynamic_update_slice
  // CHECK: return %arg0
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %back, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %row, %back, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// Rows 1 to 3 of an argument, which is held anyway.
// CHECK-LABEL: func.func @part
func.func @part(%w: tensor<6x8xf32>) -> tensor<3x8xf32> {
  // CHECK-NOT: dynamic_update_slice
  // CHECK: %[[PART:.+]] = stablehlo.slice %arg0 [1:4, 0:8]
  // CHECK: return %[[PART]]
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<3x8xf32>
  cond {
    %end = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<2> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %j, %no, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<3x8xf32>
  }
  return %0#1 : tensor<3x8xf32>
}

// -----

// All rows of what the program makes; a part of it would be held as a whole.
// CHECK-LABEL: func.func @made
func.func @made(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[MADE:.+]] = stablehlo.tanh %arg0
  // CHECK-NOT: dynamic_update_slice
  // CHECK: return %[[MADE]]
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %w = stablehlo.tanh %x : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %i, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @made_part
func.func @made_part(%x: tensor<6x8xf32>) -> tensor<3x8xf32> {
  // CHECK: dynamic_update_slice
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %w = stablehlo.tanh %x : tensor<6x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<3x8xf32>
  cond {
    %end = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<2> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %i, %no, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<3x8xf32>
  }
  return %0#1 : tensor<3x8xf32>
}

// -----

// Another order.
// CHECK-LABEL: func.func @reversed
func.func @reversed(%w: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: dynamic_update_slice
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %back, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// Data says which rows.
// CHECK-LABEL: func.func @data
func.func @data(%w: tensor<4x8xf32>, %at: tensor<i32>) -> tensor<4x8xf32> {
  // CHECK: dynamic_update_slice
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %at, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// The last row is read twice: an index beyond it is moved to it.
// CHECK-LABEL: func.func @clamped
func.func @clamped(%w: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: dynamic_update_slice
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %j, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// Not the rows themselves.
// CHECK-LABEL: func.func @computed
func.func @computed(%w: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: dynamic_update_slice
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %i, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %tanh = stablehlo.tanh %row : tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %tanh, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// The user says how rows are divided.
dist.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func.func @divided
func.func @divided(%w: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: dynamic_update_slice
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<3> : tensor<i32>
    %back = stablehlo.subtract %last, %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %w, %i, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %own = dist.constraint %row <@mesh, [{}, {"x"}]> : tensor<1x8xf32>
    %next = stablehlo.dynamic_update_slice %rows, %own, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// Layers of groups: the inner stack is the rows of a group, the outer one all of
// them. What goes back reads the weights.
// CHECK-LABEL: func.func @groups
func.func @groups(%w: tensor<6x8xf32>) -> tensor<3x2x8xf32> {
  // CHECK: %[[ALL:.+]] = stablehlo.reshape %arg0 : (tensor<6x8xf32>) -> tensor<3x2x8xf32>
  // CHECK-NOT: dynamic_update_slice
  // CHECK: return %[[ALL]]
  %begin = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
  %0:2 = stablehlo.while(%g = %begin, %groups = %z) : tensor<i32>, tensor<3x2x8xf32>
  cond {
    %end = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %g, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %no = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %first = stablehlo.multiply %g, %two : tensor<i32>
    %zs = stablehlo.constant dense<0.0> : tensor<2x8xf32>
    %1:3 = stablehlo.while(%i = %no, %from = %first, %rows = %zs) : tensor<i32>, tensor<i32>, tensor<2x8xf32>
    cond {
      %end = stablehlo.constant dense<2> : tensor<i32>
      %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %layer = stablehlo.add %from, %i : tensor<i32>
      %six = stablehlo.constant dense<6> : tensor<i32>
      %below = stablehlo.compare LT, %layer, %no : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %wrapped = stablehlo.add %layer, %six : tensor<i32>
      %at = stablehlo.select %below, %wrapped, %layer : tensor<i1>, tensor<i32>
      %row = stablehlo.dynamic_slice %w, %at, %no, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %from, %next : tensor<i32>, tensor<i32>, tensor<2x8xf32>
    }
    %group = stablehlo.broadcast_in_dim %1#2, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
    %more = stablehlo.dynamic_update_slice %groups, %group, %g, %no, %no : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
    %h = stablehlo.add %g, %one : tensor<i32>
    stablehlo.return %h, %more : tensor<i32>, tensor<3x2x8xf32>
  }
  return %0#1 : tensor<3x2x8xf32>
}
