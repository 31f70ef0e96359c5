// docs/run.md lists the keys of sets of inputs: those of each guest, and those of textures. Each of them is accepted and no other.
#include "base/text.hpp"
#include "guests/guests.hpp"
#include "guests/inputs.hpp"
#include "ir/names.hpp"
#include "verify/textures.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace relit::run_page {
namespace {

using Json = nlohmann::ordered_json;
using guests::InputKind;

std::string page() {
    std::ifstream in(std::string(RELIT_SOURCE) + "/docs/run.md", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// A name of the page, or the first and the last of a range; `past`: the first name after it, if it ends.
struct Listed {
    std::vector<std::string> names;
    std::string past;
};

/// "v0 to v15, in0, in1 and so on, ssa"
std::vector<Listed> listed(const std::string& cell) {
    std::vector<Listed> all;
    static const std::regex item(R"((\w+?)(\d+) to \w+?(\d+)|(\w+)0, (\w+)1 and so on|(\w+))");
    for (std::sregex_iterator at(cell.begin(), cell.end(), item), end; at != end; ++at) {
        const std::smatch& found = *at;
        if (found[1].matched)
            all.push_back({{found[1].str() + found[2].str(), found[1].str() + found[3].str()},
                           found[1].str() + std::to_string(std::stoul(found[3].str()) + 1)});
        else if (found[4].matched)
            all.push_back({{found[4].str() + "0", found[4].str() + "7"}, {}});
        else
            all.push_back({{found[6].str()}, found[6].str() + "0"});
    }
    return all;
}

void expect_accepted(std::string_view guest, const std::string& cell, InputKind kind) {
    for (const Listed& one : listed(cell)) {
        for (const std::string& name : one.names) EXPECT_TRUE(guests::is_input(guest, name, kind)) << guest << name;
        if (one.past.empty()) continue;
        EXPECT_FALSE(guests::is_input(guest, one.past, kind)) << guest << one.past;
    }
}

TEST(RunPage, ListsTheInputsOfEachGuest) {
    const std::string text = page();
    static const std::regex row(R"(\n\| `([a-z0-9.]+)` \| ([^|\n]*) \| ([^|\n]*?) ?\|(?=\n))");
    std::map<std::string, std::pair<std::string, std::string>, std::less<>> rows;
    for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at)
        rows[(*at)[1]] = {(*at)[2], (*at)[3]};
    for (const isa::Frontend* const frontend : guests::frontends()) {
        const std::string_view guest = frontend->name();
        ASSERT_TRUE(rows.contains(guest)) << guest;
        if (guest == "ir") continue; // any name may be declared
        const auto& [registers, textures] = rows.find(guest)->second;
        EXPECT_EQ(registers, guests::input_names(guest, InputKind::Register)) << guest;
        EXPECT_EQ(textures, guests::input_names(guest, InputKind::Texture)) << guest;
        expect_accepted(guest, registers, InputKind::Register);
        expect_accepted(guest, textures, InputKind::Texture);
        for (const std::string_view other : {"textures", "groups", "position0", "o0", "r0", "R0", "C0", "c-1", ""})
            EXPECT_FALSE(guests::is_input(guest, other, InputKind::Register)) << guest << other;
    }
}

/// Takes no name.
class NoSource final : public verify::SetSource {
public:
    [[nodiscard]] Status unused_register(std::string_view name) override { return fail(std::string(name)); }
    [[nodiscard]] Status unused_texture(std::string_view name) override { return fail(std::string(name)); }
    [[nodiscard]] Result<std::vector<std::uint8_t>> read(const std::string& /*file*/) override {
        return std::vector<std::uint8_t>(4);
    }
};

TEST(RunPage, ListsTheKeysOfTextures) {
    ir::Module module;
    ir::Resource texture;
    texture.name = "t0";
    texture.kind = ir::ResourceKind::Texture;
    texture.dim = ir::TextureDim::D2;
    module.resources.push_back(texture);
    const auto fault_of = [&](const std::string& key, const Json& value) {
        NoSource source;
        Json set = {{"textures", {{"t0", {{"hex", "00ff00ff"}}}}}};
        set["textures"]["t0"][key] = value;
        if (key == "file") set["textures"]["t0"].erase("hex");
        const auto made = verify::textures_of(module, set, source);
        return made ? std::string() : made.error().text;
    };
    const Json values = {{"kind", "2d"},
                         {"width", 1U},
                         {"height", 1U},
                         {"depth", 1U},
                         {"layers", 1U},
                         {"levels", 1U},
                         {"format", "rgba8"},
                         {"hex", "00000000"},
                         {"file", "texels"},
                         {"filter", "linear"},
                         {"between_levels", "nearest"},
                         {"wrap", "clamp"},
                         {"border", {0, 0, 0, 0}},
                         {"compare", "less"}};
    const std::string text = page();
    const std::string table = text.substr(text.find("\n| key | value |"), text.find("**Builtins**"));
    static const std::regex row(R"(\n\| (`[^|]+) \|)"), name(R"(`(\w+)`)");
    std::size_t count = 0;
    for (std::sregex_iterator at(table.begin(), table.end(), row), end; at != end; ++at) {
        const std::string cell = (*at)[1];
        for (std::sregex_iterator key(cell.begin(), cell.end(), name); key != end; ++key, ++count) {
            const std::string one = (*key)[1];
            ASSERT_TRUE(values.contains(one)) << one;
            EXPECT_EQ(fault_of(one, values[one]), "") << one;
        }
    }
    EXPECT_EQ(count, values.size());
    for (const std::string other : {"Width", "size", "mip", "t0", ""})
        EXPECT_NE(fault_of(other, 1).find("is nothing that a texture has"), std::string::npos) << other;
}

TEST(RunPage, NamesTheBuiltinsOfGraphics) {
    for (const std::string_view name : ir::kBuiltinNames)
        EXPECT_TRUE(guests::is_input("rsx.fp", name, InputKind::Register)) << name;
    EXPECT_FALSE(guests::is_input("rsx.fp", "frag_coords", InputKind::Register));
}

} // namespace
} // namespace relit::run_page
