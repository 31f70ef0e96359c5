// Names that a container holds may be any bytes: no text that is made of it has control characters, or lines that are not its own.
#include <relit/relit.hpp>

#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/rsx/cg_container.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::control_characters {
namespace {

constexpr std::string_view kName = "a\x1b[2J\n#error\r*/\x7f\xc2\x9b\xff\\", kSemantic = "\b\t\v\"\\";

/// A container whose only parameter is constant 0, with such names.
std::vector<std::uint8_t> container(const isa::Frontend& guest, bool vertex) {
    test::CgFile file;
    file.profile = vertex ? 0x1b5b : 0x1b5c;
    const auto code =
        codec::assemble(guest.codec, vertex ? "MUL o[0], v[0], c[0];\n" : "MULR R0, f[TEX0], {1, 2, 3, 4};\n", {});
    file.code = code.value();
    file.program = vertex ? test::cg_vertex_header({1, 0, 1, 1, 1, 0})
                          : test::cg_fragment_header({1, 1, 0}, {1, 0, 0}, {2, 0, 0, 0});
    test::CgParameter& parameter = file.parameters.emplace_back();
    parameter.name = kName;
    parameter.semantic = kSemantic;
    parameter.value = {0, 0, 0, 0};
    if (!vertex) parameter.constants = {16};
    return test::cg_container(file);
}

void expect_plain(const std::string& text, std::string_view what) {
    const auto is_plain = [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); };
    const auto found = std::ranges::find_if_not(text, is_plain);
    EXPECT_EQ(found, text.end()) << what << ": " << text;
    EXPECT_EQ(text.find("\n#error"), std::string::npos) << what;
}

TEST(ControlCharacterProperties, NamesInContainersReachNoText) {
    for (const bool vertex : {true, false}) {
        const isa::Frontend& guest = vertex ? isa::rsx::vp::kFrontend : isa::rsx::fp::kFrontend;
        const std::vector<std::uint8_t> file = container(guest, vertex);
        const auto listing = codec::list(guest.codec, file, {});
        ASSERT_TRUE(listing) << listing.error().text;
        expect_plain(codec::print(*listing), "listing");
        EXPECT_NE(codec::print(*listing).find("\\x1b"), std::string::npos);
        for (const std::string& warning : listing->warnings) expect_plain(warning, "warning");
        const auto properties = codec::properties(guest.codec, file);
        ASSERT_TRUE(properties) << properties.error().text;
        for (const Property& property : *properties) expect_plain(property.name + text_of(property), "property");
        for (const bool literal : {true, false}) {
            const api::TranslateOptions options{.host = api::Host::GlslVulkan, .literal = literal};
            const auto shader = api::translate(guest.name(), file, options);
            ASSERT_TRUE(shader) << shader.error().text;
            expect_plain(shader->glsl, "GLSL");
            expect_plain(shader->reflection, "reflection");
        }
        const auto again = codec::assemble(guest.codec, codec::print(*listing), {});
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, file);
    }
}

} // namespace
} // namespace relit::control_characters
