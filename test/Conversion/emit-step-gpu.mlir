// What the host decides by lies in its memory on a GPU, unless a kernel reads it,
// too; on a CPU there is one memory.
// RUN: popt %s --plan-memory --emit-step --verify-step-table | FileCheck %s --check-prefix=CPU
// RUN: sed 's/"cpu"/"sm_90"/' %s | popt --plan-memory --emit-step --verify-step-table | FileCheck %s --check-prefix=GPU

// CPU-NOT: @host
// GPU: step.region @host host 128
// GPU: step.while{{.*}} (@host[0] : i1)
// GPU: step.kernel{{.*}} @which (@arena{{.*}}, @host[64] : i32)
// GPU: step.case{{.*}} (@host[64] : i32)
// GPU: step.kernel{{.*}} @less (@arena{{.*}}, @arena[[BOTH:.*]] : i1)
// GPU: step.kernel{{.*}} @not (@arena[[BOTH]] : i1
// GPU: step.case{{.*}} (@arena[[BOTH]] : i1)
// GPU: step.body @condition
// GPU: step.kernel{{.*}} @next (@arena{{.*}}, @arena{{.*}} : i32)
// GPU: step.kernel{{.*}} @less (@arena{{.*}}, @host[0] : i1)
module attributes {popt.target = "cpu"} {
  func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i1>) {
    %0 = stablehlo.while(%i = %n) : tensor<i32>
      cond {
        // Only what the condition returns is decided by.
        %7 = func.call @next(%i) : (tensor<i32>) -> tensor<i32>
        %8 = func.call @less(%7) : (tensor<i32>) -> tensor<i1>
        stablehlo.return %8 : tensor<i1>
      } do {
        %8 = func.call @next(%i) : (tensor<i32>) -> tensor<i32>
        stablehlo.return %8 : tensor<i32>
      }
    %1 = call @which(%0) : (tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      %8 = func.call @next(%0) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %8 : tensor<i32>
    }, {
      stablehlo.return %0 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %3 = call @less(%2) : (tensor<i32>) -> tensor<i1>
    %4 = call @not(%3) : (tensor<i1>) -> tensor<i1>
    %5 = "stablehlo.if"(%3) ({
      %8 = func.call @next(%2) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %8 : tensor<i32>
    }, {
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    return %0, %2, %5, %4 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func private @less(tensor<i32>) -> tensor<i1> attributes {popt.kernel}
  func.func private @not(tensor<i1>) -> tensor<i1> attributes {popt.kernel}
  func.func private @next(tensor<i32>) -> tensor<i32> attributes {popt.kernel}
  func.func private @which(tensor<i32>) -> tensor<i32> attributes {popt.kernel}
}
