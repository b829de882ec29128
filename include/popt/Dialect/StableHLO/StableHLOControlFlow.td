// Branches, loops, tokens, tuples and barriers.
#ifndef POPT_DIALECT_STABLEHLO_CONTROL_FLOW
#define POPT_DIALECT_STABLEHLO_CONTROL_FLOW

include "popt/Dialect/StableHLO/StableHLOAttrs.td"

class SHLO_RegionOp<string mnemonic, list<Trait> traits = []>
    : SHLO_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable,
                         SingleBlockImplicitTerminator<"ReturnOp">] # traits>;

def SHLO_ReturnOp : SHLO_Op<"return", [Pure, Terminator]> {
  let summary = "values that a region yields";
  let arguments = (ins Variadic<SHLO_TensorOrToken>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def SHLO_IfOp : SHLO_RegionOp<"if"> {
  let summary = "one of two branches";
  let description = [{
    Constraints: (C1) branches take no arguments; (C2) both return the types of
    the results.
  }];
  let arguments = (ins SHLO_ScalarPredTensor:$pred);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
  let results = (outs Variadic<SHLO_TensorOrToken>);
  let hasRegionVerifier = 1;
}

def SHLO_CaseOp : SHLO_RegionOp<"case"> {
  let summary = "one of several branches";
  let description = [{
    An index outside the branches runs the last one.

    Constraints: (C1) at least one branch; (C2) branches take no arguments;
    (C3) each returns the types of the results.
  }];
  let arguments = (ins SHLO_ScalarI32:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<SHLO_TensorOrToken>);
  let hasRegionVerifier = 1;
}

def SHLO_WhileOp : SHLO_RegionOp<"while",
    [DeclareOpInterfaceMethods<OpAsmOpInterface,
                               ["getAsmBlockArgumentNames"]>]> {
  let summary = "a loop that carries values";
  let description = [{
    ```mlir
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %x) : tensor<i64>, tensor<4xf32>
    cond {
      ...
      stablehlo.return %p : tensor<i1>
    } do {
      ...
      stablehlo.return %i, %y : tensor<i64>, tensor<4xf32>
    }
    ```
    Constraints: (C1) results have the types of the operands; (C2) `cond` takes
    arguments of these types; (C3) it returns one i1 scalar; (C4) `body` takes
    arguments of these types; (C5) it returns values of these types.
  }];
  let arguments = (ins Variadic<SHLO_TensorOrToken>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<SHLO_TensorOrToken>);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$operand), [{
    build($_builder, $_state, operand.getTypes(), operand);
  }]>];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCustomAssemblyFormat = 1;
}

def SHLO_OptimizationBarrierOp : SHLO_Op<"optimization_barrier",
    [InferTypeOpAdaptor]> {
  let summary = "values that no rewrite may trace to their definitions";
  let description = [{
    This is how rematerialisation survives: what is computed from a barrier's
    results is never merged with the same computation on its operands. For the
    same reason two barriers on equal operands are never merged: each one
    counts as making new values (an allocation, in terms of memory effects), so
    an unused barrier goes away but an equal one stays.

    Constraints: (C1) results have the types of the operands.
  }];
  let arguments = (ins Variadic<SHLO_TensorOrToken>:$operand);
  let results = (outs Res<Variadic<SHLO_TensorOrToken>, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseTypes>(type($operand),
                                                   type($result))):(`(` `)`)?
  }];
}

def SHLO_CreateTokenOp : SHLO_Op<"create_token", [Pure, InferTypeOpAdaptor]> {
  let summary = "a token that orders nothing yet";
  let results = (outs SHLO_TokenType:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def SHLO_AfterAllOp : SHLO_Op<"after_all", [Pure, InferTypeOpAdaptor]> {
  let summary = "a token after all operand tokens";
  let arguments = (ins Variadic<SHLO_TokenType>:$inputs);
  let results = (outs SHLO_TokenType:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:`
      custom<VariadicSameType>(ref($inputs), type($inputs), type($result))
  }];
}

def SHLO_TupleOp : SHLO_Op<"tuple", [Pure, InferTypeOpAdaptor]> {
  let summary = "values packed into a tuple";
  let description = [{
    Constraints: (C1) the result's element types are the operands' types.
  }];
  let arguments = (ins Variadic<SHLO_TensorTokenOrTuple>:$val);
  let results = (outs SHLO_Tuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleTypes>(type($val), type($result))
  }];
}

def SHLO_GetTupleElementOp : SHLO_Op<"get_tuple_element",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "one element of a tuple";
  let description = [{
    Constraints: (C1) `index` is an element of the tuple; (C2) the result has
    its type.
  }];
  let arguments = (ins SHLO_Tuple:$operand,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs SHLO_TensorTokenOrTuple:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
}

#endif // POPT_DIALECT_STABLEHLO_CONTROL_FLOW
