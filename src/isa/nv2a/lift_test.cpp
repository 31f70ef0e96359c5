// What a lifted NV2A program is to the pipeline.
#include "isa/nv2a/nv2a.hpp"

#include <gtest/gtest.h>

#include "ir/context.hpp"

namespace relit::isa::nv2a {
namespace {

std::vector<ir::Place> places_of(std::string_view text) {
    const auto file = assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    const ir::Context context;
    ir::ContextReader reader(context);
    const auto module = lift(*file, reader);
    EXPECT_TRUE(module) << module.error().text;
    return {module->files[1].places.begin(), module->files[1].places.end()};
}

TEST(Nv2aLift, PositionAndPointSizeAreSaid) {
    using ir::Meaning;
    EXPECT_EQ(places_of("mov oPos, v0\n"),
              (std::vector<ir::Place>{{.reg = 0, .meaning = Meaning::Position}, {.reg = 6, .meaning = Meaning::None}}));
    EXPECT_EQ(
        places_of("mov oPos, v0\nmov oPts.x, v1.x\n"),
        (std::vector<ir::Place>{{.reg = 0, .meaning = Meaning::Position}, {.reg = 6, .meaning = Meaning::PointSize}}));
}

} // namespace
} // namespace relit::isa::nv2a
