// Collectives that a user wrote as one writes them first: sums of sums, gathers
// of operands, reductions and gathers in every round of a loop.
module @manual {
  sdy.mesh @mesh = <["a"=2, "b"=3]>
  func.func public @main(%x: tensor<12x9xf32>, %y: tensor<12x8xf32>, %n: tensor<12x8xi32>, %w: tensor<9x4xf32>) -> (tensor<12x8xf32>, tensor<12x8xf32>, tensor<8xf32>, tensor<12x8xi32>, tensor<12x4xf32>, tensor<12x8xf32>) {
    %0:6 = sdy.manual_computation(%x, %y, %n, %w) in_shardings=[<@mesh, [{"a"}, {"b"}]>, <@mesh, [{"a"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"b"}, {}]>]
        out_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>, <@mesh, [{}]>, <@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] manual_axes={"a", "b"}
        (%p: tensor<6x3xf32>, %q: tensor<6x8xf32>, %m: tensor<2x8xi32>, %v: tensor<3x4xf32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %f0 = stablehlo.constant dense<0.0> : tensor<f32>
      // Terms that differ along b: from this coordinate's number.
      %id = stablehlo.partition_id : tensor<ui32>
      %idf = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
      %idb = stablehlo.broadcast_in_dim %idf, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
      %t = stablehlo.multiply %q, %idb : tensor<6x8xf32>
      %s0 = "stablehlo.all_reduce"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %add = stablehlo.add %l, %r : tensor<f32>
        stablehlo.return %add : tensor<f32>
      }) : (tensor<6x8xf32>) -> tensor<6x8xf32>
      %s1 = "stablehlo.all_reduce"(%idb) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %add = stablehlo.add %l, %r : tensor<f32>
        stablehlo.return %add : tensor<f32>
      }) : (tensor<6x8xf32>) -> tensor<6x8xf32>
      %s2 = stablehlo.subtract %s0, %q : tensor<6x8xf32>
      %out0 = stablehlo.add %s2, %s1 : tensor<6x8xf32>

      // Gathered operands, a narrower result; some of it is kept in blocks.
      %g0 = "stablehlo.all_gather"(%m) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> : (tensor<2x8xi32>) -> tensor<6x8xi32>
      %double = stablehlo.add %m, %m : tensor<2x8xi32>
      %g1 = "stablehlo.all_gather"(%double) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> : (tensor<2x8xi32>) -> tensor<6x8xi32>
      %g2 = stablehlo.multiply %g0, %g1 : tensor<6x8xi32>
      %out1 = stablehlo.convert %g2 : (tensor<6x8xi32>) -> tensor<6x8xf32>

      // Gradients summed in every round, in two loops around; weights gathered
      // in every round.
      %init = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %init2 = stablehlo.broadcast_in_dim %f0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
      %least = stablehlo.constant dense<-7> : tensor<6x8xi32>
      %loop:5 = stablehlo.while(%i = %zero, %sum = %init, %most = %least, %acc = %init2, %weights = %v) : tensor<i32>, tensor<8xf32>, tensor<6x8xi32>, tensor<6x4xf32>, tensor<3x4xf32>
       cond {
        %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %if = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
        %inner:2 = stablehlo.while(%k = %zero, %isum = %sum) : tensor<i32>, tensor<8xf32>
         cond {
          %c = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %row = stablehlo.dynamic_slice %t, %k, %zero, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
          %flat = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
          %r0 = "stablehlo.all_reduce"(%flat) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5]]> : tensor<1x6xi64>, use_global_device_ids}> ({
          ^bb0(%l: tensor<f32>, %r: tensor<f32>):
            %add = stablehlo.add %l, %r : tensor<f32>
            stablehlo.return %add : tensor<f32>
          }) : (tensor<8xf32>) -> tensor<8xf32>
          %next = stablehlo.add %isum, %r0 : tensor<8xf32>
          %k1 = stablehlo.add %k, %one : tensor<i32>
          stablehlo.return %k1, %next : tensor<i32>, tensor<8xf32>
        }
        %ib = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<6x8xi32>
        %idi = stablehlo.convert %idb : (tensor<6x8xf32>) -> tensor<6x8xi32>
        %mi = stablehlo.multiply %idi, %ib : tensor<6x8xi32>
        %mm = stablehlo.add %g2, %mi : tensor<6x8xi32>
        %r1 = "stablehlo.all_reduce"(%mm) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
        ^bb0(%l: tensor<i32>, %r: tensor<i32>):
          %max = stablehlo.maximum %l, %r : tensor<i32>
          stablehlo.return %max : tensor<i32>
        }) : (tensor<6x8xi32>) -> tensor<6x8xi32>
        %nextmost = stablehlo.maximum %most, %r1 : tensor<6x8xi32>
        %whole = "stablehlo.all_gather"(%weights) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> : (tensor<3x4xf32>) -> tensor<9x4xf32>
        %used = stablehlo.slice %whole [0:8, 0:4] : (tensor<9x4xf32>) -> tensor<8x4xf32>
        %prod = stablehlo.dot_general %out0, %used, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
        %ifb = stablehlo.broadcast_in_dim %if, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
        %scaled = stablehlo.multiply %prod, %ifb : tensor<6x4xf32>
        %nextacc = stablehlo.add %acc, %scaled : tensor<6x4xf32>
        %i1 = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %i1, %inner#1, %nextmost, %nextacc, %weights : tensor<i32>, tensor<8xf32>, tensor<6x8xi32>, tensor<6x4xf32>, tensor<3x4xf32>
      }
      // A product of what is summed over b, for which every coordinate has its
      // own factor: this one stays.
      %neg = stablehlo.negate %idb : tensor<6x8xf32>
      %s4 = "stablehlo.all_reduce"(%neg) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %add = stablehlo.add %l, %r : tensor<f32>
        stablehlo.return %add : tensor<f32>
      }) : (tensor<6x8xf32>) -> tensor<6x8xf32>
      %s3 = stablehlo.multiply %s4, %idb : tensor<6x8xf32>
      %out5 = "stablehlo.all_reduce"(%s3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f32>, %r: tensor<f32>):
        %add = stablehlo.add %l, %r : tensor<f32>
        stablehlo.return %add : tensor<f32>
      }) : (tensor<6x8xf32>) -> tensor<6x8xf32>
      sdy.return %out0, %out1, %loop#1, %loop#2, %loop#3, %out5 : tensor<6x8xf32>, tensor<6x8xf32>, tensor<8xf32>, tensor<6x8xi32>, tensor<6x4xf32>, tensor<6x8xf32>
    } : (tensor<12x9xf32>, tensor<12x8xf32>, tensor<12x8xi32>, tensor<9x4xf32>) -> (tensor<12x8xf32>, tensor<12x8xf32>, tensor<8xf32>, tensor<12x8xi32>, tensor<12x4xf32>, tensor<12x8xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<12x8xf32>, tensor<12x8xf32>, tensor<8xf32>, tensor<12x8xi32>, tensor<12x4xf32>, tensor<12x8xf32>
  }
}
