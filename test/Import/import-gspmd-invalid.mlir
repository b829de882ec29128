// What cannot be read or fits no mesh is an error at its place.
// RUN: %popt %s --import-gspmd --split-input-file --verify-diagnostics

// expected-error @+1 {{sharding "{devices=[2,1}" cannot be read: expected ']' at character 13}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2,1}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected a kind of sharding at character 1}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{split}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected a number at character 10}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[a]0}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected tiles for 1 to 1048576 devices at character 26}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[1048576,1048576]<=[1]}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected sizes with product 4 at character 19}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[2,3]}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected a permutation of 2 dimensions at character 25}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[2,2]T(1,1)}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected 4 devices, not 3 at character 17}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]0,1,2}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected each device from 0 to 3 once at character 19}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]0,1,2,2}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected 'replicated', 'manual' or 'unreduced' at character 34}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[1,2]0,1 last_tile_dims={other}}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected no more kinds of subgroups than dimensions at character 50}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2]0,1 last_tile_dims={manual,replicated}}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected '}' at character 24}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{replicated metadata={a}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected '}' at character 26}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{replicated metadata={a{b}"}) { return }

// -----

// expected-error @+1 {{cannot be read: expected the end at character 13}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{replicated} x"}) { return }

// -----

// expected-error @+1 {{"mhlo.sharding" is not a string}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = 3}) { return }

// -----

// expected-error @+1 {{the module runs in 2 replicas; export it with mhlo.num_replicas = 1}}
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{replicated}"}) { return }
}

// -----

module attributes {mhlo.num_partitions = 8 : i32} {
  // expected-error @+1 {{is over 4 devices, but mhlo.num_partitions is 8}}
  func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) { return }
}

// -----

// expected-note @+2 {{sharding "{devices=[4]<=[4]}"}}
// expected-error @+2 {{sharding "{devices=[2]<=[2]}" is over 2 devices, but another is over 4}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"},
                %y: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) { return }

// -----

// Runs of 2 and runs of 3 are no parts of each other.
// expected-note @+2 {{sharding "{devices=[3,2]<=[6]}"}}
// expected-error @+2 {{sharding "{devices=[2,3]<=[6]}" and the module's other shardings are on no common mesh}}
func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[3,2]<=[6]}"},
                %y: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,3]<=[6]}"}) { return }

// -----

// The first is only in the order 0, 1, 3, 2 a row of digits, in which the second
// has none.
// expected-note @+3 {{sharding "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}}
// expected-error @+1 {{sharding "{devices=[4]0,1,3,2}" and the module's other shardings are on no common mesh}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]0,1,3,2}"},
                %y: tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}) { return }

// -----

// expected-error @+1 {{a sharding of 2 dimensions is given to a value of rank 1}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}) { return }

// -----

// expected-error @+1 {{2 shardings are given to one value}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{{replicated}, {replicated}}"}) { return }

// -----

// expected-error @+1 {{a value outside of manual regions is manual}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{manual}"}) { return }

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{2 shardings are given to 1 results}}
  %0 = stablehlo.tanh %x {mhlo.sharding = "{{replicated}, {replicated}}"} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{backend_config "unspecified_dims=0" is not of the form unspecified_dims=[0,1]}}
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=0", mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x {mhlo.sharding = "{replicated}"} : tensor<8xf32>
  // expected-error @+1 {{@Sharding needs one operand, a result of its type and "mhlo.sharding"}}
  %1 = stablehlo.custom_call @Sharding(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{@SPMDFullToShardShape needs "mhlo.sharding", and an operand made by @Sharding with "mhlo.sharding"}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%x) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{@SPMDFullToShardShape needs one operand and one result}}
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0, %0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{unknown}"} : (tensor<8xf32>) -> tensor<8xf32>
    // expected-error @+1 {{sharding "{unknown}" does not say how values become blocks}}
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{changes shapes, but there is one device}}
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The block's shape is not that of a block.
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<3xf32>
  %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{manual}"} : (tensor<3xf32>) -> tensor<3xf32>
  // expected-error @+1 {{operand 0 has type 'tensor<8xf32>', whose block is 'tensor<4xf32>', but its body has 'tensor<3xf32>'}}
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<3xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
  // expected-note @-1 {{the value}}
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.add' op in a manual region uses operand 1 from outside, which does not enter the region; pass it through SPMDFullToShardShape}}
  %2 = stablehlo.add %1, %y : tensor<4xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
  return %4 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"} : (tensor<8xf32>) -> tensor<8xf32>
  // expected-note @+1 {{the region's first marker}}
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dims={manual,replicated}}"} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{has other manual axes than the rest of its region}}
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"} : (tensor<4xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// The second entry needs what the first exit gives, but both are one region.
// expected-error @+1 {{has manual regions whose results lead into the same region again}}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
  %4 = stablehlo.tanh %3 : tensor<8xf32>
  %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  %7 = stablehlo.add %1, %6 : tensor<4xf32>
  %8 = stablehlo.custom_call @Sharding(%7) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
  %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<8xf32>
  return %9 : tensor<8xf32>
}

// -----

// expected-error @+1 {{frontend attribute xla.sdy.meshes = "{" cannot be read}}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{"}} {
}

// -----

// expected-error @+1 {{frontend attribute xla.sdy.meshes gives "mesh" = 3 : i64, which is no mesh}}
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = 3}"}} {
}

// -----

// expected-error @+1 {{frontend attribute xla.sdy.sharding = "3" cannot be read}}
func.func @main(%x: tensor<8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "3"}}) { return }

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{needs xla.sdy.manual_axes and 1 xla.sdy.in_shardings, not 0}}
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{needs one xla.sdy.sharding and one result}}
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.frontend_attributes = {xla.sdy.other = ""}} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has 2 operands instead of one}}
  %0 = stablehlo.custom_call @Sharding(%x, %x) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}]>]>"}} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has results that are used}}
  %0 = stablehlo.custom_call @xla.sdy.ShardingGroup(%x) {mhlo.frontend_attributes = {xla.sdy.sharding_group_id = 1 : i64}} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
