// --nan ends a run whose results have NaN, and names the command, rank and line that
// made the first; --inf finds infinities, too. What reaches no result is no failure, nor
// is what is in padding: of 7 rows one rank has a row that is not there, where the
// quotient is 0 / 0.
// REQUIRES: popt-run
// RUN: not %popt-run %s --init=zeros --nan 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: env POPT_POISON=1 not %popt-run %s --init=zeros --nan 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not %popt-run %s --init=zeros --nan --processes 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not %popt-run %s --init=zeros --inf 2>&1 | FileCheck %s --check-prefix=INF
// RUN: %popt-run %s --init=zeros
// RUN: sed -e 's/dense<3>/dense<0>/' %s > %t.fine.mlir
// RUN: %popt-run %t.fine.mlir --init=zeros --nan
// RUN: not %popt-run %t.fine.mlir --init=zeros --inf 2>&1 | FileCheck %s --check-prefix=INF
// RUN: not %popt-run %s --target=sm_90 --init=zeros --nan 2>&1 | FileCheck %s --check-prefix=GPU

// Rows 0 to 2 are logarithms of -3 to -1, on rank 0; row 3 that of 0.
// NAN: error: {{.*}}--nan: after step 1 "{{.*}}" has NaN; the first of the step: on rank 0 command {{[0-9]+}} (kernel "{{.*}}" at {{.*}}nan.mlir:{{[0-9]+:[0-9]+}}), 3 of 4 elements of its f32[4], from f32[4] all 0
// INF: error: {{.*}}--nan: after step 1 {{.*}} the first of the step: on rank 0 command
// GPU: error: {{.*}}--nan: the search for NaN looks at the memory of CPUs, and the program is for sm_90: compile it for the CPU

dist.mesh @mesh = <["dp"=2]>
func.func @main(%x: tensor<7xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>})
    -> (tensor<7xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}]>}, tensor<f32>) {
  %i = stablehlo.iota dim = 0 : tensor<7xi32>
  %c = stablehlo.constant dense<3> : tensor<7xi32>
  %d = stablehlo.subtract %i, %c : tensor<7xi32>
  %f = stablehlo.convert %d : (tensor<7xi32>) -> tensor<7xf32>
  %l = stablehlo.log %f : tensor<7xf32>
  %one = stablehlo.constant dense<1.0> : tensor<7xf32>
  %n = stablehlo.add %x, %one : tensor<7xf32>
  %q = stablehlo.divide %n, %n : tensor<7xf32>
  %r = stablehlo.multiply %q, %l : tensor<7xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
  return %r, %s : tensor<7xf32>, tensor<f32>
}
