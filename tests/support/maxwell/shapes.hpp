// Large Maxwell kernels of several shapes, as text: what property tests and benches grow. They leave R7 and R8 at the address in R4.
#pragma once

#include <span>
#include <string>

namespace relit::test {

/// What kernels of tests begin with: R4 and R5 become the address of the result, which a driver keeps at c[0][0x140].
inline constexpr const char* kResultInR4 = "MOV R4, c[0x0][0x140] ;\nMOV R5, c[0x0][0x144] ;\n";

[[nodiscard]] std::string maxwell_straight(unsigned count);
/// R7 becomes 3 i + 1 where c[2][0] is i, by as many comparisons.
[[nodiscard]] std::string maxwell_cases(unsigned count);
/// R7 becomes 3 i + 1 by one branch to the address behind it plus c[2][0].
[[nodiscard]] std::string maxwell_computed(unsigned count);
/// Choices in each other: each register is one more than the one before; then each join adds its number to R7.
[[nodiscard]] std::string maxwell_nest(unsigned count);
/// Loops into each other's middle.
[[nodiscard]] std::string maxwell_tangle(unsigned count);

struct MaxwellShape {
    const char* name;
    std::string (*text)(unsigned count);
    unsigned most; // a tenth of it is small
};
[[nodiscard]] std::span<const MaxwellShape> maxwell_shapes();

} // namespace relit::test
