// What a lifted NV2A program is to the pipeline.
#include "isa/nv2a/nv2a.hpp"

#include <gtest/gtest.h>

#include "ir/context.hpp"

namespace relit::isa::nv2a {
namespace {

std::vector<ir::IoSlot> slots_of(std::string_view text) {
    const auto file = assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    const ir::Context context;
    ir::ContextReader reader(context);
    const auto module = lift(kFrontend, *file, reader);
    EXPECT_TRUE(module) << module.error().text;
    return {module->files[1].io_slots.begin(), module->files[1].io_slots.end()};
}

TEST(Nv2aLift, PositionAndPointSizeHaveIoSlots) {
    using ir::Semantic;
    EXPECT_EQ(slots_of("mov oPos, v0\n"), (std::vector<ir::IoSlot>{{.reg = 0, .semantic = Semantic::Position},
                                                                   {.reg = 6, .semantic = Semantic::None}}));
    EXPECT_EQ(slots_of("mov oPos, v0\nmov oPts.x, v1.x\n"),
              (std::vector<ir::IoSlot>{{.reg = 0, .semantic = Semantic::Position},
                                       {.reg = 6, .semantic = Semantic::PointSize}}));
}

} // namespace
} // namespace relit::isa::nv2a
