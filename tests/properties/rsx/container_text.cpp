// Properties of RSX containers: text carries all of a container, whatever its parts and their order.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "tests/support/rsx/cg_container.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace relit::rsx_container_properties {
namespace {

constexpr std::uint64_t kSeeds = 500;

TEST(RsxContainerProperties, RandomContainersRoundTripThroughText) {
    const std::pair<const isa::Frontend*, std::uint32_t> kinds[] = {{&isa::rsx::vp::kFrontend, 0x1b5b},
                                                                    {&isa::rsx::fp::kFrontend, 0x1b5c}};
    for (const auto& [guest, profile] : kinds) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            const auto file = test::random_cg_container(profile, guest->codec.sample(seed), seed);
            ASSERT_EQ(guest->codec.recognise(file).sureness, Sureness::Certain);
            const auto listing = codec::list(guest->codec, file, {});
            ASSERT_TRUE(listing) << guest->name() << " seed " << seed << ": " << listing.error().text;
            const std::string text = codec::print(*listing);
            const auto again = codec::assemble(guest->codec, text, {});
            ASSERT_TRUE(again) << guest->name() << " seed " << seed << ": line " << again.error().line << ": "
                               << again.error().text << "\n"
                               << text;
            ASSERT_EQ(*again, file) << guest->name() << " seed " << seed << "\n" << text;
            EXPECT_TRUE(codec::properties(guest->codec, file) && isa::canonical(*guest, file) &&
                        isa::presets(*guest, file, {}));
        }
    }
}

/// The microcode's own lines, without blank heads of lines and ends.
std::string code_of(std::string_view text) {
    constexpr std::string_view kBegin = ".code\n", kEnd = ".endcode\n";
    const std::size_t begin = text.find(kBegin), end = text.find(kEnd);
    return begin == std::string_view::npos
               ? std::string(text)
               : std::string(text.substr(begin + kBegin.size(), end - begin - kBegin.size()));
}

// Programs of Mesa's compiler and written by hand: in a container they are what they are alone.
TEST(RsxContainerProperties, RealProgramsAreTheSameInContainers) {
    unsigned programs = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(RELIT_DATA "/rsx")) {
        const std::string name = entry.path().filename();
        if (!name.ends_with("vp.bin") && !name.ends_with("fp.bin")) continue;
        const bool vertex = name.ends_with("vp.bin");
        const isa::Frontend& guest = vertex ? isa::rsx::vp::kFrontend : isa::rsx::fp::kFrontend;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::vector<std::uint8_t> code{std::istreambuf_iterator<char>(in), {}};
        test::CgFile wrapped{.profile = vertex ? 0x1b5bU : 0x1b5cU, .code = code, .parameters = {}, .program = {}};
        wrapped.program = vertex ? test::cg_vertex_header({1, 0, 32, 0xffff, 0, 0})
                                 : test::cg_fragment_header({1, 0, 0}, {0, 0, 0}, {2, 1, 0, 0});
        const auto file = test::cg_container(wrapped);
        const auto alone = codec::list(guest.codec, code, {}), inside = codec::list(guest.codec, file, {});
        ASSERT_TRUE(alone && inside) << entry.path();
        EXPECT_EQ(code_of(codec::print(*inside)), codec::print({.isa = {}, .lines = alone->lines, .warnings = {}}))
            << entry.path();
        EXPECT_EQ(codec::assemble(guest.codec, codec::print(*inside), {}).value_or(code), file) << entry.path();
        ++programs;
    }
    EXPECT_GT(programs, 20U);
}

TEST(RsxContainerProperties, ContainersThatAreCutShortGiveAnAnswer) {
    for (const isa::Frontend* guest : {&isa::rsx::vp::kFrontend, &isa::rsx::fp::kFrontend}) {
        const std::uint32_t profile = guest == &isa::rsx::vp::kFrontend ? 0x1b5b : 0x1b5c;
        const auto file = test::random_cg_container(profile, guest->codec.sample(3), 3);
        for (std::size_t size = 8; size < file.size(); size += 5) {
            const auto listing = codec::list(guest->codec, Bytes(file).first(size), {});
            ASSERT_FALSE(listing) << size;
            EXPECT_TRUE(listing.error().offset) << listing.error().text;
        }
    }
}

/// PSL1GHT's and compact containers, with the guests that read them.
std::vector<std::pair<const isa::Frontend*, std::vector<std::uint8_t>>> other_containers() {
    std::vector<std::pair<const isa::Frontend*, std::vector<std::uint8_t>>> all;
    for (const auto& entry : std::filesystem::directory_iterator(RELIT_DATA "/rsx/containers")) {
        const std::string ending = entry.path().extension();
        if (ending != ".vpo" && ending != ".fpo" && ending != ".cgb") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        std::vector<std::uint8_t> file{std::istreambuf_iterator<char>(in), {}};
        for (const isa::Frontend* guest : {&isa::rsx::vp::kFrontend, &isa::rsx::fp::kFrontend})
            if (guest->codec.recognise(file).sureness == Sureness::Certain) all.emplace_back(guest, file);
    }
    return all;
}

TEST(RsxContainerProperties, OtherContainersThatAreCutShortGiveAnAnswer) {
    EXPECT_GE(other_containers().size(), 6U);
    for (const auto& [guest, file] : other_containers()) {
        EXPECT_EQ(codec::assemble(guest->codec, codec::print(codec::list(guest->codec, file, {}).value()), {}), file);
        for (std::size_t size = 4; size < file.size(); ++size) {
            const auto listing = codec::list(guest->codec, Bytes(file).first(size), {});
            ASSERT_FALSE(listing) << size;
            EXPECT_TRUE(listing.error().offset) << listing.error().text;
        }
    }
}

TEST(RsxContainerProperties, OtherContainersThatAreChangedAreRefusedOrRoundTrip) {
    constexpr std::uint8_t kValues[] = {0, 1, 0x7f, 0x80, 0xff};
    std::size_t listed = 0, refused = 0;
    for (const auto& [guest, file] : other_containers()) {
        for (std::size_t at = 4; at < file.size(); ++at) {
            for (const std::uint8_t value : kValues) {
                std::vector<std::uint8_t> changed = file;
                changed[at] = value;
                const auto listing = codec::list(guest->codec, changed, {});
                ++(listing ? listed : refused);
                if (!listing) continue;
                ASSERT_EQ(codec::assemble(guest->codec, codec::print(*listing), {}), changed) << at;
            }
        }
    }
    EXPECT_GT(listed, 100U);
    EXPECT_GT(refused, 100U);
}

} // namespace
} // namespace relit::rsx_container_properties
