// The upper half of products: of 8, 16 and 32 bits in twice the width, of 64
// bits from four products; signed and unsigned.
// RUN: %popt-run %s --outputs %t.npz
// RUN: %popt-run --reference %s --expect %t.npz

// REQUIRES: popt-run
func.func @main() -> (tensor<4xi8>, tensor<4xui16>, tensor<4xi32>, tensor<6xi64>, tensor<6xui64>) {
  %0 = stablehlo.constant dense<[-128, 127, -1, 100]> : tensor<4xi8>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<4xi8>
  %2 = chlo.mulhi %0, %1 : tensor<4xi8>, tensor<4xi8> -> tensor<4xi8>
  %3 = stablehlo.constant dense<[0, 65535, 32768, 300]> : tensor<4xui16>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<4xui16>
  %5 = chlo.mulhi %3, %4 : tensor<4xui16>, tensor<4xui16> -> tensor<4xui16>
  %6 = stablehlo.constant dense<[-2147483648, 2147483647, -1, 65537]> : tensor<4xi32>
  %7 = stablehlo.reverse %6, dims = [0] : tensor<4xi32>
  %8 = chlo.mulhi %6, %7 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  %9 = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, -1, 4294967297, -4294967295, 6148914691236517205]> : tensor<6xi64>
  %10 = stablehlo.reverse %9, dims = [0] : tensor<6xi64>
  %11 = chlo.mulhi %9, %10 : tensor<6xi64>, tensor<6xi64> -> tensor<6xi64>
  %12 = stablehlo.constant dense<[18446744073709551615, 0, 4294967295, 4294967296, 9223372036854775808, 12297829382473034410]> : tensor<6xui64>
  %13 = stablehlo.reverse %12, dims = [0] : tensor<6xui64>
  %14 = chlo.mulhi %12, %13 : tensor<6xui64>, tensor<6xui64> -> tensor<6xui64>
  return %2, %5, %8, %11, %14 : tensor<4xi8>, tensor<4xui16>, tensor<4xi32>, tensor<6xi64>, tensor<6xui64>
}
