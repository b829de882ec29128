//===- TypesTest.cpp - Sizes, names, identities ---------------------------===//

#include "Oracle.h"

#include "gtest/gtest.h"

using namespace popt::rt::conformance;

TEST(TypesTest, SizesAndNames) {
  EXPECT_EQ(popt_rt_element_size(POPT_RT_I1), 1u);
  EXPECT_EQ(popt_rt_element_size(POPT_RT_C128), 16u);
  EXPECT_STREQ(popt_rt_element_type_name(POPT_RT_F8E4M3FN), "f8e4m3fn");
  EXPECT_EQ(popt_rt_element_size(POPT_RT_UI2), 1u);
  EXPECT_STREQ(popt_rt_element_type_name(POPT_RT_F8E8M0FNU), "f8e8m0fnu");
  EXPECT_STREQ(popt_rt_monoid_name(POPT_RT_XOR), "xor");
  EXPECT_STREQ(popt_rt_status_name(POPT_RT_MISMATCH), "mismatch");
  auto noType = static_cast<popt_rt_element_type>(POPT_RT_NUM_ELEMENT_TYPES);
  EXPECT_EQ(popt_rt_element_size(noType), 0u);
  EXPECT_STREQ(popt_rt_element_type_name(noType), "?");
}

TEST(TypesTest, MonoidsAreDefinedWhereTheyHaveAMeaning) {
  EXPECT_TRUE(popt_rt_monoid_is_defined(POPT_RT_SUM, POPT_RT_C64));
  EXPECT_FALSE(popt_rt_monoid_is_defined(POPT_RT_MAX, POPT_RT_C64));
  EXPECT_FALSE(popt_rt_monoid_is_defined(POPT_RT_AND, POPT_RT_F32));
  EXPECT_TRUE(popt_rt_monoid_is_defined(POPT_RT_XOR, POPT_RT_I1));
  // Smaller types only move.
  EXPECT_FALSE(popt_rt_monoid_is_defined(POPT_RT_SUM, POPT_RT_I4));
  EXPECT_FALSE(popt_rt_monoid_is_defined(POPT_RT_MAX, POPT_RT_F8E8M0FNU));
  unsigned char element[16];
  EXPECT_EQ(popt_rt_monoid_identity(POPT_RT_MIN, POPT_RT_C128, element),
            POPT_RT_INVALID_ARGUMENT);
}

// identity * x == x for every value there is among the inputs.
TEST(TypesTest, IdentitiesChangeNothing) {
  for (popt_rt_element_type type : allTypes())
    for (popt_rt_monoid monoid : monoidsOf(type)) {
      unsigned char identity[16] = {}, result[16] = {};
      ASSERT_EQ(popt_rt_monoid_identity(monoid, type, identity), POPT_RT_OK);
      bool complexProduct = monoid == POPT_RT_PROD &&
                            (type == POPT_RT_C64 || type == POPT_RT_C128);
      // f8e4m3fn has no infinity, but its inputs have none.
      // (1 + 0i) * (inf + 0i) has a NaN in every naive product.
      if (complexProduct)
        continue;
      for (int64_t i = 0; i < 4000; ++i) {
        const unsigned char *value = inputElement(type, 0, i);
        combine(monoid, type, {identity, value}, result);
        EXPECT_TRUE(equalElements(type, result, value))
            << popt_rt_monoid_name(monoid) << " of "
            << popt_rt_element_type_name(type) << ": " << hex(type, value);
      }
    }
}
