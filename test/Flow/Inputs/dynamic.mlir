func.func @main(%a: tensor<?x6xf32>) -> tensor<?x6xf32> {
  return %a : tensor<?x6xf32>
}
