//===- DistPipelines.td - Attributes of pipelines ----------*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_DISTPIPELINES_TD
#define POPT_DIALECT_DIST_DISTPIPELINES_TD

// These are declared in popt/Dialect/Dist/Stages.h, with the operations between
// stages: few files need them.

include "popt/Dialect/Dist/DistDialect.td"

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

def Dist_OrderAttr : Dist_Attr<"Order", "order"> {
  let summary = "The order in which a coordinate runs tasks and messages";
  let description = [{
    Steps, each with its microbatch: `run 3:0` runs task 3 for microbatch 0,
    `send 1:0` starts to send message 1 of microbatch 0, `recv` announces memory
    for one, `sent` waits until one has been taken. Tasks and messages are those
    of the time loop whose `dist.order` it is.

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
