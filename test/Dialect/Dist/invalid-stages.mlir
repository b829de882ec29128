// What operations between stages refuse.
// RUN: %popt %s --split-input-file --verify-diagnostics

func.func @one(%a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{has 1 operands and 1 places; it takes two or more, with one place each}}
  %0 = dist.combine sum(%a) at [0] : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @order(%a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{has places that do not ascend}}
  %0 = dist.combine sum(%a, %a) at [1, 0] : tensor<f32>
  return %0 : tensor<f32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
func.func @mesh_name(%a: tensor<f32>) {
  // expected-error @+1 {{is on mesh @other, which is not the module's}}
  dist.send %a message 0 to 1 on @other : tensor<f32>
  return
}

// -----

dist.mesh @mesh = <["dp"=2]>
func.func @no_stages(%a: tensor<f32>) {
  // expected-error @+1 {{is between stages, but the mesh <["dp"=2]> has no stage axis}}
  dist.send %a message 0 to 1 on @mesh : tensor<f32>
  return
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
func.func @coordinate() -> tensor<f32> {
  // expected-error @+1 {{names coordinate 2 of stage axis "pp" of size 2}}
  %0 = dist.recv message 0 from 2 on @mesh : tensor<f32>
  return %0 : tensor<f32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
func.func @message() -> tensor<f32> {
  // expected-error @+1 {{has message number -1}}
  %0 = dist.recv message -1 from 0 on @mesh : tensor<f32>
  return %0 : tensor<f32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
func.func @ascend(%a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{has coordinates that do not ascend}}
  %0 = dist.reduce_stages %a sum at [1, 0] message 3 on @mesh : tensor<f32>
  return %0 : tensor<f32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
func.func @nothing() {
  // expected-error @+1 {{reduces nothing}}
  "dist.reduce_stages"() {at = array<i64: 0, 1>, mesh = @mesh, message = 3 : i64, monoid = #dist.monoid<sum>} : () -> ()
  return
}

// -----

func.func @yields(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a body that does not yield its results}}
  %0 = dist.task 0 "0F" () -> (tensor<4xf32>) {
    dist.yield
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @few(%x: tensor<4xf32>) {
  // expected-error @+1 {{task has 1 operands, but 0 results}}
  dist.task 0 "0F" (%old = %x) {
    dist.yield
  }
  return
}

// -----

func.func @arguments(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{has a body whose arguments are not its operands'}}
  %0 = "dist.task"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    "dist.yield"(%x) : (tensor<4xf32>) -> ()
  }) {label = "0F", number = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @begin(%x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{has results that do not begin with its operands'}}
  %0 = "dist.task"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    "dist.yield"(%y) : (tensor<2xf32>) -> ()
  }) {label = "0F", number = 0 : i64} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{"dist.place" has coordinate 2; stage axis "pp" has 2, and they ascend}}
  %0 = stablehlo.tanh %x {dist.place = array<i64: 0, 2>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{"dist.place" has coordinate 0; stage axis "pp" has 2, and they ascend}}
func.func private @argument(tensor<4xf32> {dist.place = array<i64: 1, 0>})

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{"dist.place" is no list of coordinates, as array<i64: 0>}}
func.func private @result() -> (tensor<4xf32> {dist.place = 1 : i64})

// -----

// (C1) of dist.step_slice: any other number.
dist.mesh @mesh = <time ["mb"=3]>
func.func @number(%x: tensor<6x4xf32>, %other: tensor<i32>) {
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
    // expected-error @+1 {{names as its step what numbers no iterations of a loop around}}
    %0 = dist.step_slice %x at %other begin 0 stride 8 : tensor<6x4xf32>, tensor<i32> -> tensor<8xf32>
    dist.return
  }
  return
}

// -----

// (C1) Of the loop's arguments one is its number, the other changes with it.
dist.mesh @mesh = <time ["mb"=3]>
func.func @inside(%x: tensor<6xi32>, %count: tensor<i32>) -> tensor<i32> {
  %0 = dist.time_loop over {"mb"} on @mesh (%step, %b = %count) -> (tensor<i32>) {
    // expected-error @+1 {{names as its step what numbers no iterations of a loop around}}
    %1 = dist.step_slice %x at %b begin 0 stride 2 : tensor<6xi32>, tensor<i32> -> tensor<2xi32>
    dist.return %b : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// (C1) A scan that names another of its values as its counter.
func.func @scan(%x: tensor<6x4xf32>, %zero: tensor<i64>) {
  %0:2 = stablehlo.while(%i = %zero, %j = %zero) : tensor<i64>, tensor<i64> attributes {dist.counter = array<i64: 1, 0, 1, 6>}
  cond {
    %c6 = stablehlo.constant dense<6> : tensor<i64>
    %p = stablehlo.compare LT, %i, %c6 : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // expected-error @+1 {{names as its step what numbers no iterations of a loop around}}
    %1 = dist.step_slice %x at %i begin 0 stride 4 : tensor<6x4xf32>, tensor<i64> -> tensor<4xf32>
    stablehlo.return %i, %j : tensor<i64>, tensor<i64>
  }
  return
}

// -----

// (C2) of dist.step_update.
dist.mesh @mesh = <time ["mb"=3]>
func.func @row(%x: tensor<6x4xf32>, %row: tensor<8xi32>) {
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
    // expected-error @+1 {{takes 'tensor<8xi32>' from 'tensor<6x4xf32>'}}
    %0 = dist.step_update %x with %row at %step begin 0 stride 8 : tensor<6x4xf32>, tensor<8xi32>, tensor<i32>
    dist.return
  }
  return
}

// -----

// (C3) of dist.step_update, in a scan that counts down by two.
func.func @down(%x: tensor<6x4xf32>, %row: tensor<4xf32>, %four: tensor<i32>) {
  %0 = stablehlo.while(%i = %four) : tensor<i32> attributes {dist.counter = array<i64: 0, 4, -2, 4>}
  cond {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare GE, %i, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    // expected-error @+1 {{begins at element 0 + step * 4 in 4 steps from 4; it may begin at 0 to 20}}
    %1 = dist.step_update %x with %row at %i begin 0 stride 4 : tensor<6x4xf32>, tensor<4xf32>, tensor<i32>
    stablehlo.return %i : tensor<i32>
  }
  return
}

// -----

// (C2)
dist.mesh @mesh = <time ["mb"=3]>
func.func @elements(%x: tensor<6x4xf32>) {
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
    // expected-error @+1 {{takes 'tensor<8xi32>' from 'tensor<6x4xf32>'}}
    %0 = dist.step_slice %x at %step begin 0 stride 8 : tensor<6x4xf32>, tensor<i32> -> tensor<8xi32>
    dist.return
  }
  return
}

// -----

// (C3) The last step's is too far.
dist.mesh @mesh = <time ["mb"=3]>
func.func @far(%x: tensor<6x4xf32>) {
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
    // expected-error @+1 {{begins at element 1 + step * 8 in 3 steps from 0; it may begin at 0 to 16}}
    %0 = dist.step_slice %x at %step begin 1 stride 8 : tensor<6x4xf32>, tensor<i32> -> tensor<8xf32>
    dist.return
  }
  return
}

// -----

// (C3) So far that no number holds it.
dist.mesh @mesh = <time ["mb"=3]>
func.func @overflow(%x: tensor<6x4xf32>) {
  dist.time_loop over {"mb"} on @mesh (%step) -> () {
    // expected-error @+1 {{begins at element 0 + step * 9223372036854775807 in 3 steps from 0; it may begin at 0 to 16}}
    %0 = dist.step_slice %x at %step begin 0 stride 9223372036854775807 : tensor<6x4xf32>, tensor<i32> -> tensor<8xf32>
    dist.return
  }
  return
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{"dist.block_of" wants a dimension of a tensor, "dist.place" with one coordinate, and a stage axis}}
func.func @main(%w: tensor<2x8xf32> {dist.block_of = #dist.block_of<dim 2 of tensor<4x8xf32>>, dist.place = array<i64: 0>}) {
  return
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{a block of 'tensor<4x8xf32>' in dimension 0 is not a 'tensor<3x8xf32>'}}
func.func @main(%w: tensor<3x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>>, dist.place = array<i64: 0>}) {
  return
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{"dist.owners": axis "pp" lists 3 owners for 4 layers; list the owner of each of equal blocks, or of each layer}}
func.func @owners(%a: tensor<4xf32> {dist.owners = array<i64: 0, 1, 0>, dist.sharding = #dist.sharding<@mesh, [{"pp"}]>}) {
  return
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{"dist.owners" is a list of coordinates, of a tensor with a sharding}}
func.func @owners_of_nothing(%a: tensor<4xf32> {dist.owners = array<i64: 0, 1>}) {
  return
}

// -----

dist.mesh @mesh = <stage ["pp"=2]>
// expected-error @+1 {{a block of 'tensor<4xf32>' in dimension 0 is not a 'tensor<2xf32>'}}
func.func @beyond(%a: tensor<2xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4xf32>, begin = 3, index = 0>, dist.place = array<i64: 0>}) {
  return
}
