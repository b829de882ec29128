// Scatters of so many updates that a warp looks for its own together, against the
// CPU: the same bits, as what meets at a place does so in the same order.
// RUN: %popt-run %s --init random --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda POPT_FAKE_CUDA=seed=7,checks=all %popt-run %s --target=sm_90 --init random --expect %t.npz --rtol 0 --atol 0 2>&1 | FileCheck %s

// CHECK: results are as expected
func.func @main(%a: tensor<40x48xf32>, %au: tensor<100x48xf32>,
                %b: tensor<7x33xbf16>, %bu: tensor<4x61x33xbf16>,
                %c: tensor<9x6x16xf64>, %cu: tensor<333x16xf64>,
                %d: tensor<50x64xf32>, %du: tensor<64x64xf32>,
                %e: tensor<30x20xi32>, %eu: tensor<95x20xi32>,
                %f: tensor<3x30x40xf32>, %fu: tensor<3x70x40xf32>,
                %g: tensor<24xf32>, %gu: tensor<200xf32>,
                %h: tensor<24x32xf32>, %hu: tensor<31x32xf32>)
    -> (tensor<40x48xf32>, tensor<7x33xbf16>, tensor<9x6x16xf64>, tensor<50x64xf32>,
        tensor<30x20xi32>, tensor<3x30x40xf32>, tensor<24xf32>, tensor<24x32xf32>) {
  // Rows of an embedding; some of the places are outside.
  %an = stablehlo.iota dim = 0 : tensor<100x1xi32>
  %ap = stablehlo.constant dense<7919> : tensor<100x1xi32>
  %ar = stablehlo.constant dense<43> : tensor<100x1xi32>
  %am = stablehlo.multiply %an, %ap : tensor<100x1xi32>
  %ai = stablehlo.remainder %am, %ar : tensor<100x1xi32>
  %0 = "stablehlo.scatter"(%a, %ai, %au) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<40x48xf32>, tensor<100x1xi32>, tensor<100x48xf32>) -> tensor<40x48xf32>
  // Two dimensions of updates, rows that no warp fills, the same place often.
  %bn = stablehlo.iota dim = 1 : tensor<4x61xi32>
  %br = stablehlo.constant dense<3> : tensor<4x61xi32>
  %bi = stablehlo.remainder %bn, %br : tensor<4x61xi32>
  %1 = "stablehlo.scatter"(%b, %bi, %bu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<7x33xbf16>, tensor<4x61xi32>, tensor<4x61x33xbf16>) -> tensor<7x33xbf16>
  // Places of two indices; half a warp has tasks.
  %cn = stablehlo.iota dim = 0 : tensor<333x2xi64>
  %cp = stablehlo.constant dense<[7, 5]> : tensor<2xi64>
  %cb = stablehlo.broadcast_in_dim %cp, dims = [1] : (tensor<2xi64>) -> tensor<333x2xi64>
  %ci = stablehlo.remainder %cn, %cb : tensor<333x2xi64>
  %2 = "stablehlo.scatter"(%c, %ci, %cu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %s = stablehlo.maximum %x, %y : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<9x6x16xf64>, tensor<333x2xi64>, tensor<333x16xf64>) -> tensor<9x6x16xf64>
  // The last update stays; indices from the largest down, below zero at the end.
  %dn = stablehlo.iota dim = 0 : tensor<64x1xi32>
  %dl = stablehlo.constant dense<60> : tensor<64x1xi32>
  %di = stablehlo.subtract %dl, %dn : tensor<64x1xi32>
  %3 = "stablehlo.scatter"(%d, %di, %du) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<50x64xf32>, tensor<64x1xi32>, tensor<64x64xf32>) -> tensor<50x64xf32>
  // A combination that has an order.
  %en = stablehlo.iota dim = 0 : tensor<95x1xui32>
  %ep = stablehlo.constant dense<11> : tensor<95x1xui32>
  %ei = stablehlo.remainder %en, %ep : tensor<95x1xui32>
  %4 = "stablehlo.scatter"(%e, %ei, %eu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %k = stablehlo.constant dense<3> : tensor<i32>
    %s = stablehlo.multiply %x, %k : tensor<i32>
    %t = stablehlo.add %s, %y : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<30x20xi32>, tensor<95x1xui32>, tensor<95x20xi32>) -> tensor<30x20xi32>
  // A batch, in which each thread has a place of its own.
  %fn = stablehlo.iota dim = 1 : tensor<3x70x1xi32>
  %fr = stablehlo.constant dense<30> : tensor<3x70x1xi32>
  %fi = stablehlo.remainder %fn, %fr : tensor<3x70x1xi32>
  %5 = "stablehlo.scatter"(%f, %fi, %fu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x30x40xf32>, tensor<3x70x1xi32>, tensor<3x70x40xf32>) -> tensor<3x30x40xf32>
  // A histogram: no task has neighbours.
  %gn = stablehlo.iota dim = 0 : tensor<200x1xi32>
  %gr = stablehlo.constant dense<25> : tensor<200x1xi32>
  %gi = stablehlo.remainder %gn, %gr : tensor<200x1xi32>
  %6 = "stablehlo.scatter"(%g, %gi, %gu) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<24xf32>, tensor<200x1xi32>, tensor<200xf32>) -> tensor<24xf32>
  // One update fewer than a warp has threads.
  %hn = stablehlo.iota dim = 0 : tensor<31x1xi32>
  %hr = stablehlo.constant dense<5> : tensor<31x1xi32>
  %hi = stablehlo.remainder %hn, %hr : tensor<31x1xi32>
  %7 = "stablehlo.scatter"(%h, %hi, %hu) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<24x32xf32>, tensor<31x1xi32>, tensor<31x32xf32>) -> tensor<24x32xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<40x48xf32>, tensor<7x33xbf16>, tensor<9x6x16xf64>, tensor<50x64xf32>, tensor<30x20xi32>, tensor<3x30x40xf32>, tensor<24xf32>, tensor<24x32xf32>
}
