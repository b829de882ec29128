// What rng draws is the same on one device, interpreted and compiled, and in
// every layout, uneven blocks included; two operations draw different numbers.
// REQUIRES: popt-run
// RUN: %popt-run %s --mesh=x=1,y=1 --reference --at=imported --init random:1 --outputs %t.npz
// RUN: %popt-run %s --reference --poison-padding --init random:1 --expect %t.npz --rtol 1e-5 --atol 1e-5
// RUN: %popt-run %s --mesh=x=3,y=2 --reference --poison-padding --init random:1 --expect %t.npz --rtol 1e-5 --atol 1e-5
// RUN: %popt-run %s --init random:1 --expect %t.npz --rtol 1e-5 --atol 1e-5
// RUN: %popt-run %s --mesh=x=3,y=2 --init random:1 --expect %t.npz --rtol 1e-5 --atol 1e-5
// RUN: %popt-run %s --mesh=x=1,y=1 --init random:1 --expect %t.npz --rtol 1e-5 --atol 1e-5
// RUN: %poptc %s --emit=partitioned -o - | FileCheck %s

// Every coordinate draws its own block: nothing is sent.
// CHECK-NOT: dist.all
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%a: tensor<f32>)
      -> (tensor<7x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
          tensor<7x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
          tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>},
          tensor<5xi8>, tensor<9xui64> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>},
          tensor<8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
          tensor<10xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
          tensor<4x4xbf16>, tensor<f32>, tensor<0x3xf32>) {
    %s = stablehlo.constant dense<[7, 6]> : tensor<2xi64>
    %low = stablehlo.constant dense<-1.0> : tensor<f32>
    %high = stablehlo.constant dense<3.0> : tensor<f32>
    %0 = stablehlo.rng %low, %high, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<7x6xf32>
    %1 = stablehlo.rng %low, %high, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<7x6xf32>
    %s1 = stablehlo.constant dense<12> : tensor<1xi64>
    // The whole range: its length does not fit into the type.
    %ilow = stablehlo.constant dense<-2147483648> : tensor<i32>
    %ihigh = stablehlo.constant dense<2147483647> : tensor<i32>
    %2 = stablehlo.rng %ilow, %ihigh, %s1, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<12xi32>
    %s2 = stablehlo.constant dense<5> : tensor<1xi64>
    %blow = stablehlo.constant dense<-100> : tensor<i8>
    %bhigh = stablehlo.constant dense<100> : tensor<i8>
    %3 = stablehlo.rng %blow, %bhigh, %s2, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<5xi8>
    %s3 = stablehlo.constant dense<9> : tensor<1xi64>
    %ulow = stablehlo.constant dense<5> : tensor<ui64>
    %uhigh = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %4 = stablehlo.rng %ulow, %uhigh, %s3, distribution = UNIFORM : (tensor<ui64>, tensor<ui64>, tensor<1xi64>) -> tensor<9xui64>
    %s4 = stablehlo.constant dense<8> : tensor<1xi64>
    %false = stablehlo.constant dense<false> : tensor<i1>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %5 = stablehlo.rng %false, %true, %s4, distribution = UNIFORM : (tensor<i1>, tensor<i1>, tensor<1xi64>) -> tensor<8xi1>
    %s5 = stablehlo.constant dense<10> : tensor<1xi64>
    %dlow = stablehlo.constant dense<0.0> : tensor<f64>
    %dhigh = stablehlo.constant dense<2.0> : tensor<f64>
    %6 = stablehlo.rng %dlow, %dhigh, %s5, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<10xf64>
    %s6 = stablehlo.constant dense<4> : tensor<2xi64>
    %hlow = stablehlo.constant dense<1.0> : tensor<bf16>
    %hhigh = stablehlo.constant dense<2.0> : tensor<bf16>
    %7 = stablehlo.rng %hlow, %hhigh, %s6, distribution = UNIFORM : (tensor<bf16>, tensor<bf16>, tensor<2xi64>) -> tensor<4x4xbf16>
    %s7 = stablehlo.constant dense<> : tensor<0xi64>
    %8 = stablehlo.rng %a, %high, %s7, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %s8 = stablehlo.constant dense<[0, 3]> : tensor<2xi64>
    %9 = stablehlo.rng %low, %high, %s8, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<0x3xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<7x6xf32>, tensor<7x6xf32>, tensor<12xi32>, tensor<5xi8>, tensor<9xui64>, tensor<8xi1>, tensor<10xf64>, tensor<4x4xbf16>, tensor<f32>, tensor<0x3xf32>
  }
}
