//===- Passes.td - Passes of the phase Export --------------*- tablegen -*-===//
#ifndef POPT_EXPORT_PASSES_TD
#define POPT_EXPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExportStablehloPass : Pass<"export-stablehlo", "::mlir::ModuleOp"> {
  let summary = "Turn a partitioned program into StableHLO that XLA runs";
  let description = [{
    Collectives of `dist` become those of `stablehlo`, `dist.axis_index` and
    `dist.block` arithmetic on `partition_id`, a time loop a `while`. Where
    blocks are uneven, members exchange pieces of one size, which are padded
    before and joined after. Operations for which StableHLO or XLA has no
    collective are built from others: rooted forms from masked sums of bits,
    bitwise reductions of integers from a gather. The partition number is the
    device number.

    Arguments and results carry the user's name, the global type and the
    sharding in `mhlo.frontend_attributes`, state `tf.aliasing_output`. With
    `boundary=global` the program is the body of one `sdy.manual_computation`
    and `@main` takes and returns global tensors: this is what JAX compiles and
    popt reads. Blocks that are uneven, pinned or partial at the boundary are
    then sliced from whole tensors inside.

    Before:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{"dp"} ]>})
        -> (tensor<8xf32> {dist.global_type = tensor<8xf32>, dist.sharding = #dist.sharding<@mesh, [{} ]>}) {
      %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : tensor<4xf32> -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```
    After:
    ```mlir
    module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
      func.func @main(%x: tensor<4xf32> {mhlo.frontend_attributes = {popt.sharding = "[{\22dp\22} ]", popt.type = "tensor<8xf32>"}})
          -> (tensor<8xf32> {mhlo.frontend_attributes = {popt.sharding = "[{} ]", popt.type = "tensor<8xf32>"}}) {
        %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
        return %0 : tensor<8xf32>
      }
    }
    ```
  }];
  let options = [
    Option<"groups", "replica-groups", "::popt::GroupForm",
      "::popt::GroupForm::Lists",
      "How the groups of collectives are written: `lists` of partitions, or "
      "`axes` of the mesh, which does not grow with the number of devices",
      [{::llvm::cl::values(
          clEnumValN(::popt::GroupForm::Lists, "lists", "lists of partitions"),
          clEnumValN(::popt::GroupForm::Axes, "axes", "axes of the mesh"))}]>,
    Option<"boundary", "boundary", "::popt::Boundary", "::popt::Boundary::Local",
      "What `@main` takes and returns: `local` blocks, or `global` tensors with "
      "the program as one manual computation",
      [{::llvm::cl::values(
          clEnumValN(::popt::Boundary::Local, "local", "blocks"),
          clEnumValN(::popt::Boundary::Global, "global", "whole tensors"))}]>];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect",
                           "::popt::sdy::SdyDialect", "::popt::dist::DistDialect"];
}

def ExportSdyPass : Pass<"export-sdy", "::mlir::ModuleOp"> {
  let summary = "Turn shardings of dist into sdy";
  let description = [{
    The opposite of `import-sdy`: the mesh, the shardings of arguments, results
    and operations, constraints, groups, barriers and manual regions are written
    as JAX and Shardy read them. Loops and branches get no shardings; their
    operands and the values that they yield have them. What sdy cannot express
    is left out, each with a remark: time axes (and stage axes' pins), pins,
    memory, granules, and partial values combined by anything but sum, max and
    min.

    Before:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {} ]>})
        -> tensor<8x4xf32> {
      %0 = stablehlo.tanh %x {dist.shardings = [#dist.sharding<@mesh, [{"dp"}, {} ]>]} : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
    After:
    ```mlir
    sdy.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {} ]>})
        -> tensor<8x4xf32> {
      %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"dp"}, {} ]>]>} : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect",
                           "::popt::sdy::SdyDialect", "::popt::dist::DistDialect"];
}

#endif // POPT_EXPORT_PASSES_TD
