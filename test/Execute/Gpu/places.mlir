// A reduction that is no monoid of one operand keeps its order: each member of
// a team has a run of neighbours, and runs are combined in their order. Lengths
// at which members have nothing, or a last one has less.
// RUN: %popt-run %s --init random --outputs %t.npz
// RUN: env POPT_CUDA_DRIVER=%fake-cuda %popt-run %s --target=sm_90 --init random --expect %t.npz --rtol 0 --atol 0 2>&1 | FileCheck %s

// CHECK: results are as expected
func.func @main(%x0: tensor<5x40xf32>, %x1: tensor<5x40xf32>, %x2: tensor<5x40xf32>, %x3: tensor<2x5000xf32>, %x4: tensor<2x5000xf32>, %x5: tensor<2x5000xf32>, %x6: tensor<1x33xf32>, %x7: tensor<1x33xf32>, %x8: tensor<1x33xf32>, %x9: tensor<9x257xf32>, %x10: tensor<9x257xf32>, %x11: tensor<9x257xf32>, %x12: tensor<300x100xf32>, %x13: tensor<300x100xf32>, %x14: tensor<300x100xf32>, %x15: tensor<3x8193xf32>, %x16: tensor<3x8193xf32>, %x17: tensor<3x8193xf32>) -> (tensor<5xf32>, tensor<5xi32>, tensor<5xf64>, tensor<5xi32>, tensor<5xi8>, tensor<5xi32>, tensor<2xf32>, tensor<2xi32>, tensor<2xf64>, tensor<2xi32>, tensor<2xi8>, tensor<2xi32>, tensor<1xf32>, tensor<1xi32>, tensor<1xf64>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<9xf32>, tensor<9xi32>, tensor<9xf64>, tensor<9xi32>, tensor<9xi8>, tensor<9xi32>, tensor<300xf32>, tensor<300xi32>, tensor<300xf64>, tensor<300xi32>, tensor<300xi8>, tensor<300xi32>, tensor<3xf32>, tensor<3xi32>, tensor<3xf64>, tensor<3xi32>, tensor<3xi8>, tensor<3xi32>) {
  %s0 = stablehlo.constant dense<5000.0> : tensor<5x40xf32>
  %m0 = stablehlo.multiply %x0, %s0 : tensor<5x40xf32>
  %c0 = stablehlo.convert %m0 : (tensor<5x40xf32>) -> tensor<5x40xf32>
  %i0 = stablehlo.iota dim = 1 : tensor<5x40xi32>
  %z0 = stablehlo.constant dense<0> : tensor<i32>
  %l0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0:2 = stablehlo.reduce(%c0 init: %l0), (%i0 init: %z0) across dimensions = [1] : (tensor<5x40xf32>, tensor<5x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  %s1 = stablehlo.constant dense<5000.0> : tensor<5x40xf32>
  %m1 = stablehlo.multiply %x1, %s1 : tensor<5x40xf32>
  %c1 = stablehlo.convert %m1 : (tensor<5x40xf32>) -> tensor<5x40xf64>
  %i1 = stablehlo.iota dim = 1 : tensor<5x40xi32>
  %z1 = stablehlo.constant dense<0> : tensor<i32>
  %l1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r1:2 = stablehlo.reduce(%c1 init: %l1), (%i1 init: %z1) across dimensions = [1] : (tensor<5x40xf64>, tensor<5x40xi32>, tensor<f64>, tensor<i32>) -> (tensor<5xf64>, tensor<5xi32>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f64>, tensor<i32>
  }
  %s2 = stablehlo.constant dense<5000.0> : tensor<5x40xf32>
  %m2 = stablehlo.multiply %x2, %s2 : tensor<5x40xf32>
  %c2 = stablehlo.convert %m2 : (tensor<5x40xf32>) -> tensor<5x40xi8>
  %i2 = stablehlo.iota dim = 1 : tensor<5x40xi32>
  %z2 = stablehlo.constant dense<0> : tensor<i32>
  %l2 = stablehlo.constant dense<-128> : tensor<i8>
  %r2:2 = stablehlo.reduce(%c2 init: %l2), (%i2 init: %z2) across dimensions = [1] : (tensor<5x40xi8>, tensor<5x40xi32>, tensor<i8>, tensor<i32>) -> (tensor<5xi8>, tensor<5xi32>)
   reducer(%a: tensor<i8>, %b: tensor<i8>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i8>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<i8>, tensor<i32>
  }
  %s3 = stablehlo.constant dense<5000.0> : tensor<2x5000xf32>
  %m3 = stablehlo.multiply %x3, %s3 : tensor<2x5000xf32>
  %c3 = stablehlo.convert %m3 : (tensor<2x5000xf32>) -> tensor<2x5000xf32>
  %i3 = stablehlo.iota dim = 1 : tensor<2x5000xi32>
  %z3 = stablehlo.constant dense<0> : tensor<i32>
  %l3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r3:2 = stablehlo.reduce(%c3 init: %l3), (%i3 init: %z3) across dimensions = [1] : (tensor<2x5000xf32>, tensor<2x5000xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  %s4 = stablehlo.constant dense<5000.0> : tensor<2x5000xf32>
  %m4 = stablehlo.multiply %x4, %s4 : tensor<2x5000xf32>
  %c4 = stablehlo.convert %m4 : (tensor<2x5000xf32>) -> tensor<2x5000xf64>
  %i4 = stablehlo.iota dim = 1 : tensor<2x5000xi32>
  %z4 = stablehlo.constant dense<0> : tensor<i32>
  %l4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r4:2 = stablehlo.reduce(%c4 init: %l4), (%i4 init: %z4) across dimensions = [1] : (tensor<2x5000xf64>, tensor<2x5000xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f64>, tensor<i32>
  }
  %s5 = stablehlo.constant dense<5000.0> : tensor<2x5000xf32>
  %m5 = stablehlo.multiply %x5, %s5 : tensor<2x5000xf32>
  %c5 = stablehlo.convert %m5 : (tensor<2x5000xf32>) -> tensor<2x5000xi8>
  %i5 = stablehlo.iota dim = 1 : tensor<2x5000xi32>
  %z5 = stablehlo.constant dense<0> : tensor<i32>
  %l5 = stablehlo.constant dense<-128> : tensor<i8>
  %r5:2 = stablehlo.reduce(%c5 init: %l5), (%i5 init: %z5) across dimensions = [1] : (tensor<2x5000xi8>, tensor<2x5000xi32>, tensor<i8>, tensor<i32>) -> (tensor<2xi8>, tensor<2xi32>)
   reducer(%a: tensor<i8>, %b: tensor<i8>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i8>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<i8>, tensor<i32>
  }
  %s6 = stablehlo.constant dense<5000.0> : tensor<1x33xf32>
  %m6 = stablehlo.multiply %x6, %s6 : tensor<1x33xf32>
  %c6 = stablehlo.convert %m6 : (tensor<1x33xf32>) -> tensor<1x33xf32>
  %i6 = stablehlo.iota dim = 1 : tensor<1x33xi32>
  %z6 = stablehlo.constant dense<0> : tensor<i32>
  %l6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r6:2 = stablehlo.reduce(%c6 init: %l6), (%i6 init: %z6) across dimensions = [1] : (tensor<1x33xf32>, tensor<1x33xi32>, tensor<f32>, tensor<i32>) -> (tensor<1xf32>, tensor<1xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  %s7 = stablehlo.constant dense<5000.0> : tensor<1x33xf32>
  %m7 = stablehlo.multiply %x7, %s7 : tensor<1x33xf32>
  %c7 = stablehlo.convert %m7 : (tensor<1x33xf32>) -> tensor<1x33xf64>
  %i7 = stablehlo.iota dim = 1 : tensor<1x33xi32>
  %z7 = stablehlo.constant dense<0> : tensor<i32>
  %l7 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r7:2 = stablehlo.reduce(%c7 init: %l7), (%i7 init: %z7) across dimensions = [1] : (tensor<1x33xf64>, tensor<1x33xi32>, tensor<f64>, tensor<i32>) -> (tensor<1xf64>, tensor<1xi32>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f64>, tensor<i32>
  }
  %s8 = stablehlo.constant dense<5000.0> : tensor<1x33xf32>
  %m8 = stablehlo.multiply %x8, %s8 : tensor<1x33xf32>
  %c8 = stablehlo.convert %m8 : (tensor<1x33xf32>) -> tensor<1x33xi8>
  %i8 = stablehlo.iota dim = 1 : tensor<1x33xi32>
  %z8 = stablehlo.constant dense<0> : tensor<i32>
  %l8 = stablehlo.constant dense<-128> : tensor<i8>
  %r8:2 = stablehlo.reduce(%c8 init: %l8), (%i8 init: %z8) across dimensions = [1] : (tensor<1x33xi8>, tensor<1x33xi32>, tensor<i8>, tensor<i32>) -> (tensor<1xi8>, tensor<1xi32>)
   reducer(%a: tensor<i8>, %b: tensor<i8>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i8>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<i8>, tensor<i32>
  }
  %s9 = stablehlo.constant dense<5000.0> : tensor<9x257xf32>
  %m9 = stablehlo.multiply %x9, %s9 : tensor<9x257xf32>
  %c9 = stablehlo.convert %m9 : (tensor<9x257xf32>) -> tensor<9x257xf32>
  %i9 = stablehlo.iota dim = 1 : tensor<9x257xi32>
  %z9 = stablehlo.constant dense<0> : tensor<i32>
  %l9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r9:2 = stablehlo.reduce(%c9 init: %l9), (%i9 init: %z9) across dimensions = [1] : (tensor<9x257xf32>, tensor<9x257xi32>, tensor<f32>, tensor<i32>) -> (tensor<9xf32>, tensor<9xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  %s10 = stablehlo.constant dense<5000.0> : tensor<9x257xf32>
  %m10 = stablehlo.multiply %x10, %s10 : tensor<9x257xf32>
  %c10 = stablehlo.convert %m10 : (tensor<9x257xf32>) -> tensor<9x257xf64>
  %i10 = stablehlo.iota dim = 1 : tensor<9x257xi32>
  %z10 = stablehlo.constant dense<0> : tensor<i32>
  %l10 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r10:2 = stablehlo.reduce(%c10 init: %l10), (%i10 init: %z10) across dimensions = [1] : (tensor<9x257xf64>, tensor<9x257xi32>, tensor<f64>, tensor<i32>) -> (tensor<9xf64>, tensor<9xi32>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f64>, tensor<i32>
  }
  %s11 = stablehlo.constant dense<5000.0> : tensor<9x257xf32>
  %m11 = stablehlo.multiply %x11, %s11 : tensor<9x257xf32>
  %c11 = stablehlo.convert %m11 : (tensor<9x257xf32>) -> tensor<9x257xi8>
  %i11 = stablehlo.iota dim = 1 : tensor<9x257xi32>
  %z11 = stablehlo.constant dense<0> : tensor<i32>
  %l11 = stablehlo.constant dense<-128> : tensor<i8>
  %r11:2 = stablehlo.reduce(%c11 init: %l11), (%i11 init: %z11) across dimensions = [1] : (tensor<9x257xi8>, tensor<9x257xi32>, tensor<i8>, tensor<i32>) -> (tensor<9xi8>, tensor<9xi32>)
   reducer(%a: tensor<i8>, %b: tensor<i8>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i8>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<i8>, tensor<i32>
  }
  %s12 = stablehlo.constant dense<5000.0> : tensor<300x100xf32>
  %m12 = stablehlo.multiply %x12, %s12 : tensor<300x100xf32>
  %c12 = stablehlo.convert %m12 : (tensor<300x100xf32>) -> tensor<300x100xf32>
  %i12 = stablehlo.iota dim = 1 : tensor<300x100xi32>
  %z12 = stablehlo.constant dense<0> : tensor<i32>
  %l12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r12:2 = stablehlo.reduce(%c12 init: %l12), (%i12 init: %z12) across dimensions = [1] : (tensor<300x100xf32>, tensor<300x100xi32>, tensor<f32>, tensor<i32>) -> (tensor<300xf32>, tensor<300xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  %s13 = stablehlo.constant dense<5000.0> : tensor<300x100xf32>
  %m13 = stablehlo.multiply %x13, %s13 : tensor<300x100xf32>
  %c13 = stablehlo.convert %m13 : (tensor<300x100xf32>) -> tensor<300x100xf64>
  %i13 = stablehlo.iota dim = 1 : tensor<300x100xi32>
  %z13 = stablehlo.constant dense<0> : tensor<i32>
  %l13 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r13:2 = stablehlo.reduce(%c13 init: %l13), (%i13 init: %z13) across dimensions = [1] : (tensor<300x100xf64>, tensor<300x100xi32>, tensor<f64>, tensor<i32>) -> (tensor<300xf64>, tensor<300xi32>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f64>, tensor<i32>
  }
  %s14 = stablehlo.constant dense<5000.0> : tensor<300x100xf32>
  %m14 = stablehlo.multiply %x14, %s14 : tensor<300x100xf32>
  %c14 = stablehlo.convert %m14 : (tensor<300x100xf32>) -> tensor<300x100xi8>
  %i14 = stablehlo.iota dim = 1 : tensor<300x100xi32>
  %z14 = stablehlo.constant dense<0> : tensor<i32>
  %l14 = stablehlo.constant dense<-128> : tensor<i8>
  %r14:2 = stablehlo.reduce(%c14 init: %l14), (%i14 init: %z14) across dimensions = [1] : (tensor<300x100xi8>, tensor<300x100xi32>, tensor<i8>, tensor<i32>) -> (tensor<300xi8>, tensor<300xi32>)
   reducer(%a: tensor<i8>, %b: tensor<i8>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i8>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<i8>, tensor<i32>
  }
  %s15 = stablehlo.constant dense<5000.0> : tensor<3x8193xf32>
  %m15 = stablehlo.multiply %x15, %s15 : tensor<3x8193xf32>
  %c15 = stablehlo.convert %m15 : (tensor<3x8193xf32>) -> tensor<3x8193xf32>
  %i15 = stablehlo.iota dim = 1 : tensor<3x8193xi32>
  %z15 = stablehlo.constant dense<0> : tensor<i32>
  %l15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r15:2 = stablehlo.reduce(%c15 init: %l15), (%i15 init: %z15) across dimensions = [1] : (tensor<3x8193xf32>, tensor<3x8193xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f32>, tensor<i32>
  }
  %s16 = stablehlo.constant dense<5000.0> : tensor<3x8193xf32>
  %m16 = stablehlo.multiply %x16, %s16 : tensor<3x8193xf32>
  %c16 = stablehlo.convert %m16 : (tensor<3x8193xf32>) -> tensor<3x8193xf64>
  %i16 = stablehlo.iota dim = 1 : tensor<3x8193xi32>
  %z16 = stablehlo.constant dense<0> : tensor<i32>
  %l16 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r16:2 = stablehlo.reduce(%c16 init: %l16), (%i16 init: %z16) across dimensions = [1] : (tensor<3x8193xf64>, tensor<3x8193xi32>, tensor<f64>, tensor<i32>) -> (tensor<3xf64>, tensor<3xi32>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<f64>, tensor<i32>
  }
  %s17 = stablehlo.constant dense<5000.0> : tensor<3x8193xf32>
  %m17 = stablehlo.multiply %x17, %s17 : tensor<3x8193xf32>
  %c17 = stablehlo.convert %m17 : (tensor<3x8193xf32>) -> tensor<3x8193xi8>
  %i17 = stablehlo.iota dim = 1 : tensor<3x8193xi32>
  %z17 = stablehlo.constant dense<0> : tensor<i32>
  %l17 = stablehlo.constant dense<-128> : tensor<i8>
  %r17:2 = stablehlo.reduce(%c17 init: %l17), (%i17 init: %z17) across dimensions = [1] : (tensor<3x8193xi8>, tensor<3x8193xi32>, tensor<i8>, tensor<i32>) -> (tensor<3xi8>, tensor<3xi32>)
   reducer(%a: tensor<i8>, %b: tensor<i8>) (%c: tensor<i32>, %d: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %q = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i8>
    %r = stablehlo.select %p, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %q, %r : tensor<i8>, tensor<i32>
  }
  return %r0#0, %r0#1, %r1#0, %r1#1, %r2#0, %r2#1, %r3#0, %r3#1, %r4#0, %r4#1, %r5#0, %r5#1, %r6#0, %r6#1, %r7#0, %r7#1, %r8#0, %r8#1, %r9#0, %r9#1, %r10#0, %r10#1, %r11#0, %r11#1, %r12#0, %r12#1, %r13#0, %r13#1, %r14#0, %r14#1, %r15#0, %r15#1, %r16#0, %r16#1, %r17#0, %r17#1 : tensor<5xf32>, tensor<5xi32>, tensor<5xf64>, tensor<5xi32>, tensor<5xi8>, tensor<5xi32>, tensor<2xf32>, tensor<2xi32>, tensor<2xf64>, tensor<2xi32>, tensor<2xi8>, tensor<2xi32>, tensor<1xf32>, tensor<1xi32>, tensor<1xf64>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<9xf32>, tensor<9xi32>, tensor<9xf64>, tensor<9xi32>, tensor<9xi8>, tensor<9xi32>, tensor<300xf32>, tensor<300xi32>, tensor<300xf64>, tensor<300xi32>, tensor<300xi8>, tensor<300xi32>, tensor<3xf32>, tensor<3xi32>, tensor<3xf64>, tensor<3xi32>, tensor<3xi8>, tensor<3xi32>
}
