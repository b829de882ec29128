// LLVM 22's SLP vectorizer makes code of this merge of sorted parts that reads a
// value before it is loaded; the kernels are then compiled without it.
// RUN: poptc %s --target-cpu=haswell -o %t
// RUN: popt-run %s --reference --init random:1 --outputs %t.npz
// RUN: popt-run %s --init random:1 --expect %t.npz

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%scores: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x1xf32>, tensor<8x1xi32>) {
  %values, %indices = chlo.top_k(%scores, k = 1)
      : tensor<8x4xf32> -> (tensor<8x1xf32>, tensor<8x1xi32>)
  return %values, %indices : tensor<8x1xf32>, tensor<8x1xi32>
}
