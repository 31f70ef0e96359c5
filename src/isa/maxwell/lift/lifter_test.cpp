#include "ir/verify/verify.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

#include <map>

namespace relit::isa::maxwell {
namespace {

const ir::Context kContext{{{"maxwell.convention", 2}, {"maxwell.shared_bytes", 64}, {"maxwell.warp_is_subgroup", 1}}};

Result<ir::Module> lifted(std::string_view text) {
    const auto file = assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    ir::ContextReader context(kContext);
    return lift(kFrontend, *file, context);
}

// What a guarded effect gives is there only after its own branch.
TEST(MaxwellLift, ResultsOfGuardedEffectsAreReadFromRegisters) {
    for (const std::string_view effect : {"ATOMS.ADD R2, [R0], R1 ;\n", "SHFL.IDX PT, R2, R0, 0x1, 0x1f ;\n"}) {
        const std::string text = "@P0 " + std::string(effect) + "@P0 IADD R3, R2, 0x1 ;\nEXIT ;\n";
        const auto module = lifted(text);
        ASSERT_TRUE(module) << module.error().text;
        const Status legal = ir::verify(*module);
        EXPECT_TRUE(legal) << legal.error().text;
    }
}

// Reference maxwell.md, section 5: the size of a workgroup and how many there are in six words; of a storage buffer the size
// after its address.
TEST(MaxwellLift, DriversStoreTheDispatchInConstants) {
    struct Case {
        std::uint64_t convention;
        std::uint32_t slot, grid, storage;
    };
    const Case cases[] = {{1, 0, 0, 0x310}, {2, 0, 0, 0x140}, {3, 7, 0x100, 0x2a0}}; // NVN, deko3d, Mesa
    const auto file = assemble("EXIT ;\n", {});
    ASSERT_TRUE(file) << file.error().text;
    for (const Case& one : cases) {
        const ir::Context given{{{"maxwell.convention", one.convention},
                                 {"maxwell.workgroup0", 8},
                                 {"maxwell.workgroup1", 4},
                                 {"maxwell.workgroup2", 2}}};
        ir::ContextReader context(given);
        const auto module = lift(kFrontend, *file, context);
        ASSERT_TRUE(module) << module.error().text;
        std::map<std::uint32_t, std::uint32_t> words;
        const auto program = kFrontend.parse(*file);
        ASSERT_TRUE(program) << program.error().text;
        for (const DriverWord& word : kFrontend.driver_words(
                 **program, *module, given, {.groups = {5, 6, 7}, .storage_bytes = {{0, 100}, {3, 64}}})) {
            EXPECT_EQ(word.binding, one.slot);
            words[word.offset] = word.value;
        }
        EXPECT_EQ(words, (std::map<std::uint32_t, std::uint32_t>{{one.grid, 8},
                                                                 {one.grid + 4, 4},
                                                                 {one.grid + 8, 2},
                                                                 {one.grid + 12, 5},
                                                                 {one.grid + 16, 6},
                                                                 {one.grid + 20, 7},
                                                                 {one.storage + 8, 100},
                                                                 {one.storage + 16 * 3 + 8, 64}}));
    }
}

} // namespace
} // namespace relit::isa::maxwell
