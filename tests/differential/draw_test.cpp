// Draws on the device: every target, the depth, which side is seen, and what cannot be drawn.
#include "render/vk/draw.hpp"

#include "ir/builder.hpp"
#include "tests/support/back_ends.hpp"
#include "tests/support/device.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <string>

namespace relit::draw_test {
namespace {

using render::vk::Draw;
using render::vk::Float4;

constexpr ir::Type kFloats = ir::kF32.with_lanes(4);

/// Hands on its position and one more input.
ir::Module vertex_module() {
    ir::Module module;
    module.stage = ir::Stage::Vertex;
    ir::Builder ir(module);
    const auto in = ir.file("in", ir::Kind::F32, 4, 2, ir::Role::Input);
    const auto out = ir.file("out", ir::Kind::F32, 4, 2, ir::Role::Output);
    ir.add_io_slot(out, {.reg = 0, .semantic = ir::Semantic::Position});
    ir.function("main");
    for (const std::uint32_t lane : {0U, 4U}) ir.store(out, lane, ir.load(in, lane, kFloats));
    ir.ret();
    return module;
}

/// Two colours: what it is given, and its facing with the position; a depth of its own.
ir::Module fragment_module() {
    ir::Module module;
    module.stage = ir::Stage::Fragment;
    ir::Builder ir(module);
    const auto in = ir.file("in", ir::Kind::F32, 4, 2, ir::Role::Input);
    const auto facing = ir.file("facing", ir::Kind::F32, 1, 1, ir::Role::Input);
    const auto out = ir.file("out", ir::Kind::F32, 4, 2, ir::Role::Output);
    const auto depth = ir.file("depth", ir::Kind::F32, 1, 1, ir::Role::Output);
    ir.add_io_slot(in, {.reg = 0, .semantic = ir::Semantic::Position});
    ir.add_io_slot(facing, {.semantic = ir::Semantic::FrontFacing});
    ir.add_io_slot(depth, {.semantic = ir::Semantic::FragDepth});
    ir.function("main");
    const ir::Id frag_coord = ir.load(in, 0, kFloats), given = ir.load(in, 4, kFloats);
    ir.store(out, 0, given);
    ir.store(out, 4,
             ir.compose({ir.load(facing, 0, ir::kF32), ir.lane(frag_coord, 0), ir.lane(frag_coord, 1),
                         ir.lane(frag_coord, 2)}));
    ir.store(depth, 0, ir.lane(given, 0));
    ir.ret();
    return module;
}

struct Shader {
    ir::Module module;
    std::vector<std::uint32_t> words;
    std::vector<ir::Bound> bound;
};
Shader shader_of(const render::vk::Device& device, const ir::Module& lifted) {
    const lang::Target target = device.target({});
    auto module = translate::prepare(lifted.clone(), target, {});
    EXPECT_TRUE(module) << module.error().text;
    auto words = test::directly(*module, target);
    EXPECT_TRUE(words) << words.error().text;
    return {std::move(*module), std::move(*words), {}};
}

class DrawTest : public testing::Test {
protected:
    void SetUp() override {
        auto opened = test::open_device();
        ASSERT_TRUE(opened) << opened.error().text;
        device_.emplace(std::move(*opened));
        vertex_.emplace(shader_of(*device_, vertex_module()));
        fragment_.emplace(shader_of(*device_, fragment_module()));
    }
    void TearDown() override {
        if (!device_) return;
        for (const Fault& fault : device_->take_messages()) ADD_FAILURE() << fault.text;
    }
    /// The left half of 4 x 2 texels, counterclockwise with y upwards.
    [[nodiscard]] Draw left_half() const {
        Draw draw{.vertex = {vertex_->words, vertex_->module, vertex_->bound},
                  .fragment = {fragment_->words, fragment_->module, fragment_->bound},
                  .inputs = {},
                  .vertices = 4,
                  .width = 4,
                  .height = 2,
                  .targets = 2,
                  .front_is_clockwise = true};
        draw.inputs[0] = {{-1, -1, 0.5F, 1}, {0, -1, 0.5F, 1}, {-1, 1, 0.5F, 1}, {0, 1, 0.5F, 1}};
        draw.inputs[1] = {4, Float4{0.25F, 2, -3, 4}};
        return draw;
    }
    std::optional<render::vk::Device> device_;
    std::optional<Shader> vertex_, fragment_;
};

TEST_F(DrawTest, EveryTargetAndTheDepthComeBack) {
    const auto drawn = render::vk::draw(*device_, left_half());
    ASSERT_TRUE(drawn) << drawn.error().text;
    ASSERT_EQ(drawn->targets.size(), 2U);
    for (std::size_t pixel = 0; pixel < 8; ++pixel) {
        const std::size_t x = pixel % 4, y = pixel / 4;
        const bool covered = x < 2;
        const Float4 wanted{1, static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F, 0.5F};
        EXPECT_EQ(drawn->targets[0][pixel], covered ? (Float4{0.25F, 2, -3, 4}) : Float4{}) << pixel;
        EXPECT_EQ(drawn->targets[1][pixel], covered ? wanted : Float4{}) << pixel;
        EXPECT_EQ(drawn->depth[pixel], covered ? 0.25F : 0) << pixel;
    }
}

TEST_F(DrawTest, TheOtherSideIsTheBack) {
    Draw draw = left_half();
    draw.front_is_clockwise = false;
    const auto drawn = render::vk::draw(*device_, draw);
    ASSERT_TRUE(drawn) << drawn.error().text;
    EXPECT_EQ(drawn->targets[1][0][0], -1);
}

TEST_F(DrawTest, DepthIsClippedByTheTarget) {
    Draw draw = left_half();
    for (Float4& position : draw.inputs[0]) position[2] = -0.5F;
    auto drawn = render::vk::draw(*device_, draw);
    ASSERT_TRUE(drawn) << drawn.error().text;
    EXPECT_EQ(drawn->targets[0][0], Float4{});
    draw.clips_as_opengl = true;
    if (!device_->info().clips_as_opengl) GTEST_SKIP() << "the device cannot";
    drawn = render::vk::draw(*device_, draw);
    ASSERT_TRUE(drawn) << drawn.error().text;
    EXPECT_EQ(drawn->targets[1][0][3], 0.25F); // halfway from -0.5 to 1, of a range from -1
}

TEST_F(DrawTest, EveryVertexNeedsItsInputs) {
    Draw draw = left_half();
    draw.vertices = 5;
    const auto drawn = render::vk::draw(*device_, draw);
    ASSERT_FALSE(drawn);
    EXPECT_EQ(drawn.error().text, "a vertex input has not a value for each vertex");
}

TEST_F(DrawTest, TwoResourcesCannotHaveOneBinding) {
    for (Shader* shader : {&*vertex_, &*fragment_}) {
        ir::Resource block;
        block.name = "c";
        block.size = 16;
        shader->module.resources.push_back(block);
        shader->bound.resize(1);
    }
    const auto drawn = render::vk::draw(*device_, left_half());
    ASSERT_FALSE(drawn);
    EXPECT_EQ(drawn.error().text, "two resources have the same place among what is bound");
}

} // namespace
} // namespace relit::draw_test
