// Every field of a register that register_use.inc calls read changes what a device is told of some draw, or is listed as changing
// nothing (unread_fields.inc). No device is needed: images are made of triangles, programs, states and surfaces, and those are compared.
#include "render/r500/geometry/draw_test.hpp"
#include "render/r500/geometry/triangles.hpp"
#include "render/r500/left_out.hpp"
#include "render/r500/program/programs.hpp"
#include "render/r500/target/fixed_state.hpp"
#include "render/r500/texture/textures.hpp"

#include "machine/r500/capture/folder.hpp"
#include "machine/r500/capture/load.hpp"
#include "machine/r500/capture/walk.hpp"
#include "machine/r500/surface/bound.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <map>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::Draw;
using machine::r500::FieldRow;
using machine::r500::Primitive;
using machine::r500::RegisterRow;
namespace mreg = machine::r500::reg;
namespace preg = isa::r500::reg;

struct UnreadRow {
    std::string_view reg, field;
    Unread why;
};
constexpr UnreadRow kUnread[] = {
#define UNREAD(reg, field, why) {#reg, #field, Unread::why},
#include "render/r500/unread_fields.inc"
#undef UNREAD
};

struct RegisterWrite {
    std::uint32_t number, value;
};
/// A feature that a draw has turned on.
struct Feature {
    Primitive primitive; // None: as it is
    std::vector<RegisterWrite> writes;
};
constexpr std::uint32_t kOne = 0x3f800000, kHalf = 0x3f000000;
std::vector<Feature> features() {
    using enum Primitive;
    std::vector<Feature> all = {
#define FEATURE(primitive, ...) {primitive, {__VA_ARGS__}},
#include "render/r500/register_features.inc"
#undef FEATURE
    };
    for (const std::uint32_t filter : {0xa00U, 0x1400U, 0x1e00U, 0x6db0U})
        all.push_back({None,
                       {{preg::TX_ENABLE, 0xffff},
                        {preg::TX_FILTER0, filter},
                        {preg::TX_FORMAT1, 12 | 5 << 9 | 2 << 12 | 1 << 15}}});
    for (const std::uint32_t kind : {1U, 2U})
        all.push_back({None,
                       {{preg::TX_ENABLE, 0xffff},
                        {preg::TX_FILTER0, 0x1436},
                        {preg::TX_FORMAT1, 12 | 5 << 9 | 2 << 12 | kind << 25}}});
    return all;
}

/// What a device is told of a draw.
class Told {
public:
    explicit Told(Programs& programs) : programs_(programs) {}

    const std::string& of(const Draw& draw, machine::r500::Memory& memory) {
        text_.clear();
        const machine::r500::State& state = draw.state;
        const auto triangles = geometry_.triangles_of(draw, memory);
        if (triangles) {
            for (const Triangle& each : triangles->triangles) add(each.corners), add(each.is_back);
            add(triangles->approximate);
        } else {
            text_ += triangles.error().text;
        }
        const auto program = programs_.fragment(state, {draw.primitive, false, DepthRounding::None});
        if (program) {
            add(number_of(**program));
        } else {
            text_ += program.error().text;
        }
        add_surfaces(state);
        add_fixed(state);
        add(left_out(state));
        return text_;
    }

private:
    template <class Each>
    void add(const Each& value) {
        static_assert(std::is_trivially_copyable_v<Each>);
        text_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void add(const std::vector<std::string>& all) {
        for (const std::string& each : all) text_ += each;
    }
    void add_surface(const machine::r500::BoundSurface& each) {
        const auto& [offset, size, pitch, tiling, endian] = each.description.plane;
        text_ +=
            fmt::format("{} {} {} {} {} {} {} {} {};", static_cast<int>(each.use), each.unit, offset, size.width,
                        size.height, pitch, tiling.macro, static_cast<int>(tiling.micro), static_cast<int>(endian));
        if (const auto* const colour = std::get_if<machine::r500::ColourView>(&each.description.view)) add(*colour);
        if (const auto* const depth = std::get_if<machine::r500::DepthView>(&each.description.view)) add(*depth);
        const auto* const view = std::get_if<machine::r500::TextureView>(&each.description.view);
        if (view == nullptr) return;
        add(view->format), add(view->signs), add(view->rgba), add(view->removes_gamma), add(view->makes_rgb),
            add(view->swaps_uv);
        const auto& shape = each.shape;
        add(shape.width), add(shape.height), add(shape.depth), add(shape.levels), add(shape.kind),
            add(shape.needs_larger_than_macro);
        add(shape.pitch);
    }
    void add_surfaces(const machine::r500::State& state) {
        vk::DeviceInfo device;
        device.borders = device.keeps_to_faces = true, device.anisotropy = 16;
        for (const machine::r500::BoundSurface& each : machine::r500::bound_surfaces(state)) {
            add_surface(each);
            if (each.use != machine::r500::SurfaceUse::Texture) continue;
            std::vector<std::string> approximate;
            const UnitSampler made = sampler_of(state, each.unit, device, false, approximate);
            const ir::Sampler& sampler = made.sampler;
            add(sampler.magnify), add(sampler.minify), add(sampler.between), add(sampler.wrap), add(sampler.border),
                add(sampler.bias);
            add(sampler.lowest), add(sampler.highest), add(made.extras.anisotropy), add(made.shows_border);
            add(approximate);
        }
    }
    void add_fixed(const machine::r500::State& state) {
        std::vector<BoundTarget> targets;
        for (const machine::r500::BoundSurface& each : machine::r500::bound_surfaces(state))
            if (each.use == machine::r500::SurfaceUse::Colour)
                targets.push_back({each.unit, std::get<machine::r500::ColourView>(each.description.view)});
        std::vector<std::string> approximate;
        const FixedState fixed = fixed_state(state, targets, approximate);
        for (const TargetState& each : fixed.targets)
            add(each.blends), add(each.colour), add(each.alpha), add(each.written);
        add(fixed.has_logic), add(fixed.logic), add(fixed.tests_depth), add(fixed.writes_depth),
            add(fixed.tests_stencil);
        add(fixed.depth_compare), add(fixed.front), add(fixed.back), add(fixed.sample_mask), add(fixed.masks_by_alpha);
        add(approximate);
        const DynamicState dynamic = dynamic_state(state, targets);
        add(dynamic.blend_constants), add(dynamic.front), add(dynamic.back);
        for (const Rectangle& each : visible_rectangles(state, {4096, 4096})) add(each);
    }

    /// Of a program: the same for those that mean the same.
    std::size_t number_of(const FragmentProgram& program) {
        const auto [known, is_new] = numbers_.try_emplace(&program, 0);
        if (is_new)
            known->second =
                by_meaning_.try_emplace({program.spirv, program.approximate}, by_meaning_.size()).first->second;
        return known->second;
    }

    Programs& programs_;
    Geometry geometry_;
    std::string text_;
    std::map<const FragmentProgram*, std::size_t> numbers_;
    std::map<std::pair<std::vector<std::uint32_t>, std::vector<std::string>>, std::size_t> by_meaning_;
};

/// A draw with the memory that it reads.
struct Base {
    Draw draw;
    machine::r500::Memory* memory;
    std::string told;
};

bool is_read(Use use) { return use == Use::Read || use == Use::Left || use == Use::Close; }

class RegisterFields : public testing::Test {
protected:
    void SetUp() override {
        for (const std::string name : {"gouraud_triangle", "fmt_dxt1"}) {
            auto archive = machine::r500::archive_of_folder("tests/data/r500/" + name, 1 << 20);
            ASSERT_TRUE(archive) << archive.error().text;
            archives_.push_back(std::make_unique<std::vector<std::uint8_t>>(std::move(*archive)));
            auto loaded = machine::r500::load(*archives_.back());
            ASSERT_TRUE(loaded) << loaded.error().text;
            captures_.push_back(std::make_unique<machine::r500::Capture>(std::move(loaded->capture)));
            const machine::r500::Capture& capture = *captures_.back();
            memories_.push_back(std::make_unique<machine::r500::Memory>(capture));
            memories_.back()->advance(~0U);
            for (machine::r500::Walker walker(capture); walker.next();)
                if (walker.draw() != nullptr && walker.draw()->primitive != Primitive::Points)
                    for (const Feature& feature : features()) add(*walker.draw(), feature);
        }
        for (const Primitive primitive :
             {Primitive::Triangles, Primitive::Points, Primitive::LineStrip, Primitive::Quads})
            for (const Feature& feature : features()) add(by_hand(primitive), feature);
    }
    /// One that reaches out of the window, with everything that a vertex can have.
    static Draw by_hand(Primitive primitive) {
        using test::R500Vertex;
        const R500Vertex first{{-0.5F, -0.5F, 0.25F, 1}, {1, 2, 0.5F, 0.25F}, {0, 1, 0, 1}, {1, 0, 0, 1}, 8},
            second{{0.75F, -0.5F, 0.5F, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0, 1, 0, 1}, 40},
            third{{0.5F, 3, 0.75F, 2}, {0, 0, 1, 3}, {1, 0, 0, 1}, {0, 0, 1, 1}, 90},
            last{{-2, 0.5F, -0.5F, 1}, {1, 1, 0, 1}};
        test::R500Draw draw(primitive, {first, second, third, first, third, second, third, last});
        draw.writes_point_size().set(mreg::GA_POINT_SIZE, 24 | 24U << 16);
        for (std::uint32_t i = 0; i < 6; ++i) draw.clip_plane(i, {1, 0.5F, 0, -0.4F});
        draw.set(mreg::VAP_CLIP_CNTL, 3U << 14);
        Geometry geometry;
        (void)draw.run(geometry);
        return draw.draw;
    }
    void add(Draw draw, const Feature& feature) {
        if (feature.primitive != Primitive::None) draw.primitive = feature.primitive;
        for (const RegisterWrite& write : feature.writes) draw.state.write(write.number, write.value);
        std::string told = told_.of(draw, *memories_.back());
        bases_.push_back({std::move(draw), memories_.back().get(), std::move(told)});
    }
    /// Whether another value of the field changes what is told of some draw.
    bool changes(const RegisterRow& row, const FieldRow& field) {
        const std::uint32_t most = field.field.runs[0].width >= 32 ? ~0U : (1U << field.field.runs[0].width) - 1;
        told_written_.clear();
        for (const std::uint32_t with : {most, most & 1, most & 0x55555555, most & 0x3fc00000, most & 0x104, most & 6})
            for (Base& base : bases_)
                for (std::uint32_t i = 0; i < row.count && i < 2; ++i)
                    if (changes(base, row.offset + i * row.stride, field, with)) return true;
        return false;
    }
    bool changes(Base& base, std::uint32_t number, const FieldRow& field, std::uint32_t with) {
        const std::uint32_t before = base.draw.state.values[number / 4];
        const bool was_written = base.draw.state.has(number);
        machine::r500::RegisterWord word = machine::r500::word_of(before);
        word.set(field.field, word[field.field] ^ with);
        base.draw.state.written.set(number / 4);
        const std::string& told = was_written ? base.told : told_written(base, number);
        base.draw.state.values[number / 4] = word.raw[0];
        const bool differs = told_.of(base.draw, *base.memory) != told;
        base.draw.state.values[number / 4] = before;
        base.draw.state.written.set(number / 4, was_written);
        return differs;
    }
    /// What is told where a register is written with the value that it has.
    const std::string& told_written(const Base& base, std::uint32_t number) {
        const auto [told, is_new] = told_written_.try_emplace({&base, number});
        if (is_new) told->second = told_.of(base.draw, *base.memory);
        return told->second;
    }

    std::vector<std::unique_ptr<std::vector<std::uint8_t>>> archives_; // what captures look into
    std::vector<std::unique_ptr<machine::r500::Capture>> captures_;
    std::vector<std::unique_ptr<machine::r500::Memory>> memories_;
    Programs programs_{lang::Target{.dialect = lang::Dialect::SpirV, .debug_lines = false}};
    Told told_{programs_};
    std::vector<Base> bases_;
    std::map<std::pair<const Base*, std::uint32_t>, std::string> told_written_;
};

TEST_F(RegisterFields, ThatAreReadChangeSomeDraw) {
    ASSERT_FALSE(bases_.empty());
    for (const RegisterRow& row : machine::r500::registers().registers) {
        const auto use = std::ranges::find(register_uses(), row.name, &UseRow::name);
        if (use == register_uses().end() || !is_read(use->use)) continue;
        for (const FieldRow& field : machine::r500::fields_of(row)) {
            const auto listed = std::ranges::find_if(
                kUnread, [&](const UnreadRow& each) { return each.reg == row.name && each.field == field.field.name; });
            if (listed != std::end(kUnread) && listed->why == Unread::Elsewhere) continue;
            EXPECT_EQ(changes(row, field), listed == std::end(kUnread)) << row.name << "." << field.field.name;
        }
    }
}

TEST(UnreadFields, BelongToRegistersThatAreRead) {
    for (const UnreadRow& each : kUnread) {
        const auto use = std::ranges::find(register_uses(), each.reg, &UseRow::name);
        ASSERT_NE(use, register_uses().end()) << each.reg;
        EXPECT_TRUE(is_read(use->use)) << each.reg;
        const auto found = isa::r500::register_named(machine::r500::registers(), each.reg);
        ASSERT_TRUE(found) << each.reg;
        EXPECT_NE(isa::r500::field_named(machine::r500::fields_of(*found->row), each.field), nullptr)
            << each.reg << "." << each.field;
    }
}

} // namespace
} // namespace relit::render::r500
