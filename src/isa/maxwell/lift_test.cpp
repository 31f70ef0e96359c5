#include "ir/verify.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

namespace relit::isa::maxwell {
namespace {

const ir::Context kFacts{{{"maxwell.convention", 2}, {"maxwell.shared_bytes", 64}, {"maxwell.warp_is_subgroup", 1}}};

Result<ir::Module> lifted(std::string_view text) {
    const auto file = assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    ir::ContextReader context(kFacts);
    return lift(*file, context);
}

// What a guarded effect gives is there only behind its own branch.
TEST(MaxwellLift, ResultsOfGuardedEffectsAreReadFromRegisters) {
    for (const std::string_view effect : {"ATOMS.ADD R2, [R0], R1 ;\n", "SHFL.IDX PT, R2, R0, 0x1, 0x1f ;\n"}) {
        const std::string text = "@P0 " + std::string(effect) + "@P0 IADD R3, R2, 0x1 ;\nEXIT ;\n";
        const auto module = lifted(text);
        ASSERT_TRUE(module) << module.error().text;
        const Status legal = ir::verify(*module);
        EXPECT_TRUE(legal) << legal.error().text;
    }
}

} // namespace
} // namespace relit::isa::maxwell
