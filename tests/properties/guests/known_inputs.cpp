// guests/inputs.inc: whatever a program of a guest can be given is known there.
#include "guests/guests.hpp"
#include "guests/inputs.hpp"
#include "translate/translate.hpp"
#include "verify/rewrite/pipeline_io.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace relit::known_inputs {
namespace {

class KnownInputs : public testing::TestWithParam<const isa::Frontend*> {};

void expect_known(std::string_view guest, const ir::Module& module) {
    using guests::InputKind;
    for (const ir::RegisterFile& file : module.files) {
        if (file.role != ir::Role::Input) continue;
        const std::string name(file.name);
        for (std::uint32_t reg = 0; reg < file.count; ++reg)
            EXPECT_TRUE(guests::is_input(guest, name + std::to_string(reg), InputKind::Register) ||
                        (file.count == 1 && guests::is_input(guest, name, InputKind::Register)))
                << guest << ": " << name << reg;
    }
    for (const ir::Resource& resource : module.resources) {
        const bool is_buffer =
            resource.kind == ir::ResourceKind::ConstantBuffer || resource.kind == ir::ResourceKind::StorageBuffer;
        const bool has_texels = resource.kind == ir::ResourceKind::Texture || resource.kind == ir::ResourceKind::Image;
        const std::string name(resource.name);
        const bool is_used = std::ranges::any_of(module.texture_uses, [&](const ir::TextureUse& use) {
            return &module.resources[use.resource] == &resource && !use.handle;
        });
        if (has_texels && is_used) {
            EXPECT_TRUE(guests::is_input(guest, name, InputKind::Texture)) << guest << ": " << name;
        }
        constexpr std::uint32_t kRow = 16;
        const std::string last = name + std::to_string(std::max(resource.size / kRow, 1U) - 1);
        if (is_buffer) {
            EXPECT_TRUE(guests::is_input(guest, name, InputKind::Register) ||
                        guests::is_input(guest, last, InputKind::Register))
                << guest << ": " << name;
        }
    }
}

TEST_P(KnownInputs, AreThoseOfEveryProgram) {
    const isa::Frontend& frontend = *GetParam();
    std::size_t lifted = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto program = frontend.parse(frontend.codec.sample(seed));
        ASSERT_TRUE(program) << program.error().text;
        const ir::Context context;
        ir::ContextReader reader(context);
        auto module = translate::lift(**program, reader);
        if (!module) continue;
        ++lifted;
        (void)verify::lower_pipeline_io(*module);
        expect_known(frontend.name(), *module);
    }
    EXPECT_GT(lifted, 0U);
}

TEST(KnownInputNames, HaveNumbersWithinTheirCounts) {
    using guests::InputKind;
    EXPECT_TRUE(guests::is_input("nv2a", "v15", InputKind::Register));
    EXPECT_FALSE(guests::is_input("nv2a", "v16", InputKind::Register));
    EXPECT_FALSE(guests::is_input("nv2a", "v", InputKind::Register));
    EXPECT_FALSE(guests::is_input("nv2a", "v-1", InputKind::Register));
    EXPECT_TRUE(guests::is_input("rsx.fp", "wpos", InputKind::Register));
    EXPECT_FALSE(guests::is_input("rsx.fp", "wpos0", InputKind::Register));
    EXPECT_FALSE(guests::is_input("rsx.fp", "t0", InputKind::Register));
    EXPECT_TRUE(guests::is_input("rsx.fp", "t0", InputKind::Texture));
    EXPECT_TRUE(guests::is_input("r500.vs", "frag_coord", InputKind::Register));
    EXPECT_EQ(guests::input_names("r500.vs", InputKind::Register), "v0 to v15, c0 to c255");
}

INSTANTIATE_TEST_SUITE_P(Guests, KnownInputs, testing::ValuesIn(guests::frontends().begin(), guests::frontends().end()),
                         [](const auto& param) {
                             std::string name(param.param->name());
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

} // namespace
} // namespace relit::known_inputs
