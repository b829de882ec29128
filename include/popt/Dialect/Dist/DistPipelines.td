//===- DistPipelines.td - Attributes of pipelines ----------*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_DISTPIPELINES_TD
#define POPT_DIALECT_DIST_DISTPIPELINES_TD

// These are declared in popt/Dialect/Dist/Stages.h, with the operations between
// stages: few files need them.

include "popt/Dialect/Dist/DistDialect.td"

def Dist_BlockOfAttr : Dist_Attr<"BlockOf", "block_of"> {
  let summary = "An argument or result is a block of a stack";
  let description = [{
    The user's argument or result is a tensor of this type; `dim` is the
    dimension of the layers, which is split over the stage axis before all
    others (law L1). `dist.place` is the coordinate whose block this is, and
    `dist.index` the number of the user's argument or result. What lies beyond
    the last layer is unspecified.

    Blocks that a list of owners assigns are arguments or results of their
    own: `begin` is the first layer, and `index` the number of the user's
    argument or result, which is the first block's `dist.index`; further blocks
    have numbers after all others. Their `dist.place` may have several
    coordinates.

    ```mlir
    #weights = #dist.block_of<dim 0 of tensor<12x64x64xf32>>
    #dealt = #dist.block_of<dim 0 of tensor<12x64x64xf32>, begin = 3, index = 1>
    ```
  }];
  let parameters = (ins
    AttrOrTypeParameter<"int64_t", "the dimension of the layers">:$dim,
    AttrOrTypeParameter<"::mlir::Type", "of the whole">:$whole,
    AttrOrTypeParameter<"int64_t", "the first layer, or -1">:$begin,
    AttrOrTypeParameter<"int64_t", "the user's number">:$index);
}

def Dist_ScheduleAttr : Dist_Attr<"Schedule", "schedule"> {
  let summary = "The schedule that is asked for";
  let description = [{
    A name of popt/Pipeline/Schedule.h, or an order file. `chunks` and
    `microbatches` are what the plan takes for granted.

    ```mlir
    #named = #dist.schedule<"interleaved-1f1b", chunks = 2, microbatches = 8>
    #file = #dist.schedule<"custom", order = "orders.csv">
    ```
  }];
  let parameters = (ins
    StringRefParameter<"its name">:$kind,
    StringRefParameter<"the order file, or empty">:$order,
    AttrOrTypeParameter<"int64_t", "chunks per coordinate; 0: any">:$chunks,
    AttrOrTypeParameter<"int64_t", "0: any">:$microbatches);
}

def Dist_RecomputeAttr : Dist_Attr<"Recompute", "recompute"> {
  let summary = "A user's word on computing an operation's results again";
  let description = [{
    The results of operations of one `scope` are computed again for the backward
    part, from what enters the scope, instead of being held; those that are
    `held` are an exception, as a policy wants it, and those that are also
    `offloaded` are held by the host. Scopes are numbered in the order in which
    the program enters them: each layer of a network is one.

    ```mlir
    #again = #dist.recompute<scope 3>
    #product = #dist.recompute<scope 3, held = true>
    #there = #dist.recompute<scope 3, held = true, offloaded = true>
    ```
  }];
  let parameters = (ins
    AttrOrTypeParameter<"int64_t", "of the program">:$scope,
    DefaultValuedParameter<"bool", "false">:$held,
    DefaultValuedParameter<"bool", "false">:$offloaded);
  let hasCustomAssemblyFormat = 0;
  let assemblyFormat = [{
    `<` `scope` $scope (`,` `held` `=` $held^)?
    (`,` `offloaded` `=` $offloaded^)? `>`
  }];
}

def Dist_TaskAttr : Dist_Attr<"Task", "task"> {
  let summary = "A task: what a coordinate runs without interruption";
  let description = [{
    Its coordinate of the stage axis, its visit (which entry of the coordinate
    per microbatch), and the seconds it takes, predicted or measured. `weight`
    marks the visit's weight part, which no other coordinate waits for within
    the loop. Where two copies of the network run in opposite directions, the
    task runs for the microbatches of its `direction`: the first half, or (1) the
    second.

    ```mlir
    #backward = #dist.task<at 0 visit 1, 1.5e-3>
    #gradients = #dist.task<at 0 visit 1 weight, 2.0e-3>
    #back = #dist.task<at 1 visit 0 direction 1, 1.5e-3>
    ```

    **Constraints**
    - (C1) coordinate, visit and direction are not negative;
    - (C2) the seconds are an f64 that is not negative.
  }];
  let parameters = (ins
    AttrOrTypeParameter<"int32_t", "of the stage axis">:$coordinate,
    AttrOrTypeParameter<"int32_t", "0, 1, ... per coordinate and direction">:$visit,
    AttrOrTypeParameter<"int32_t", "0 or 1">:$direction,
    AttrOrTypeParameter<"bool", "the weight part of the visit">:$weight,
    AttrParameter<"::mlir::FloatAttr", "seconds, an f64">:$seconds);
  let genVerifyDecl = 1;
}

def Dist_OrderAttr : Dist_Attr<"Order", "order"> {
  let summary = "The order in which a coordinate runs tasks and messages";
  let description = [{
    Steps, each with its microbatch: `run 3:0` runs task 3 for microbatch 0,
    `send 1:0` starts to send message 1 of microbatch 0, `recv` announces memory
    for one, `sent` waits until one has been taken. Tasks and messages are those
    of the time loop whose `dist.order` it is; in `dist.orders`, of a loop that
    is not yet split, they are numbered as in `dist.tasks`, and messages in the
    order in which tasks make what other coordinates read.

    ```mlir
    #order = #dist.order<run 0:0, send 1:0, run 0:1, sent 1:0, recv 2:0, run 1:0, run 1:1>
    ```

    **Constraints**
    - (C1) numbers and microbatches are not negative.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int32_t", "kind, number, microbatch of each step">:$numbers);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    enum Kind : int32_t { Run, Send, Recv, Sent };
    struct Step {
      Kind kind;
      int32_t number, microbatch;
    };
    static OrderAttr get(::mlir::MLIRContext *context,
                         ::llvm::ArrayRef<Step> steps);
    ::llvm::SmallVector<Step> getSteps() const;
    static ::llvm::StringRef getName(Kind kind);
  }];
}

#endif // POPT_DIALECT_DIST_DISTPIPELINES_TD
