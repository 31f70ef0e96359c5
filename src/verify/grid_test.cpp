#include "verify/grid.hpp"

#include "base/json/writer.hpp"

#include <gtest/gtest.h>

namespace relit::verify {
namespace {

ir::RegisterFile file_of(std::string_view name, std::uint32_t count, ir::Role role) {
    ir::RegisterFile file;
    file.name = name;
    file.count = count;
    file.role = role;
    return file;
}

/// A fragment program whose states the tests run themselves.
ir::Module program() {
    ir::Module module;
    module.stage = ir::Stage::Fragment;
    module.files.push_back(file_of("tex", 1, ir::Role::Input));
    module.files.push_back(file_of("frag_coord", 1, ir::Role::Input));
    module.files.push_back(file_of("color", 1, ir::Role::Output));
    return module;
}

/// Each state gives what it is given in tex0.xy and frag_coord.xy.
Status copy(std::vector<run::State>& states) {
    for (run::State& state : states)
        state.files[2] = {state.files[0][0], state.files[0][1], state.files[1][0], state.files[1][1]};
    return {};
}

std::string grid(std::uint32_t size, const std::function<Status(std::vector<run::State>& states)>& run) {
    const ir::Module module = program();
    JsonWriter json({.one_line = true});
    EXPECT_TRUE(write_grid(json, module, run::blank_state(module), size, {{0, 0}}, true, run));
    return json.take();
}

TEST(Grid, GivesThePlacesOfCentresRowByRow) {
    const std::string text = grid(2, copy);
    EXPECT_NE(text.find("[[0.25,0.25,0.5,0.5],[0.75,0.25,1.5,0.5],[0.25,0.75,0.5,1.5],[0.75,0.75,1.5,1.5]]"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(R"("over":["tex0"])"), std::string::npos) << text;
}

TEST(Grid, RunsWholeQuadsAndKeepsThoseInside) {
    std::size_t states = 0;
    const std::string text = grid(3, [&](std::vector<run::State>& run) {
        EXPECT_EQ(run.size() % 4, 0U);
        states += run.size();
        return copy(run);
    });
    EXPECT_EQ(states, 16U);
    EXPECT_NE(text.find("[0.8333333,0.8333333,2.5,2.5]]"), std::string::npos) << text;
    EXPECT_EQ(text.find("3.5"), std::string::npos) << text;
}

TEST(Grid, PatternHasTexelsForEachLayer) {
    ir::Resource cube;
    cube.kind = ir::ResourceKind::Texture;
    cube.dim = ir::TextureDim::Cube;
    ir::Bound bound;
    bound.texture.layers = 6;
    fill_with_pattern(cube, bound);
    ASSERT_EQ(bound.texture.levels.size(), 1U);
    EXPECT_EQ(bound.texture.levels[0].texels.size(), 6U * 16 * 16);
    EXPECT_EQ(bound.texture.levels[0].texels[15], (ir::Texel{0x3f800000, 0, 0x3f800000, 0x3f800000}));
}

} // namespace
} // namespace relit::verify
