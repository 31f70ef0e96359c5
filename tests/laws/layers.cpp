// scripts/check_layers over small trees: what layers.txt forbids is told, with its place; what it allows is not.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace relit {
namespace {

namespace fs = std::filesystem;

struct Case {
    const char* file;
    const char* include;
    const char* complaint; // empty: it may
};
constexpr Case kCases[] = {
    {"isa/nv2a/encoding/word.hpp", "base/bits.hpp", ""},
    {"isa/nv2a/encoding/word.hpp", "ir/module.hpp", "isa/nv2a/encoding may not include ir/module.hpp"},
    {"isa/nv2a/encoding/word.hpp", "isa/nv2a/text/print.hpp",
     "isa/nv2a/encoding may not include isa/nv2a/text/print.hpp"},
    {"isa/nv2a/encoding/word_test.cpp", "isa/nv2a/text/print.hpp", ""},
    {"isa/nv2a/text/print.cpp", "isa/nv2a/encoding/word.hpp", ""},
    {"isa/nv2a/text/print.cpp", "isa/nv2a/nv2a.hpp", ""},
    {"isa/nv2a/text/print.cpp", "ir/module.hpp", "isa/nv2a/text may not include ir/module.hpp"},
    {"isa/nv2a/text/print.cpp", "isa/nv2a/lift/lifter.hpp", "isa/nv2a/text may not include isa/nv2a/lift/lifter.hpp"},
    {"isa/nv2a/text/print.cpp", "isa/rsx/vp/encoding/word.hpp",
     "isa/nv2a/text may not include isa/rsx/vp/encoding/word.hpp"},
    {"isa/nv2a/lift/lifter.cpp", "ir/builder.hpp", ""},
    {"isa/nv2a/lift/lifter.cpp", "lang/target.hpp", "isa/nv2a/lift may not include lang/target.hpp"},
    {"isa/nv2a/lift/lifter.cpp", "isa/nv2a/lower/pass.hpp", "isa/nv2a/lift may not include isa/nv2a/lower/pass.hpp"},
    {"isa/nv2a/guest.cpp", "isa/nv2a/lift/lifter.hpp", ""},
    {"isa/nv2a/guest.cpp", "isa/maxwell/maxwell.hpp", "isa/nv2a may not include isa/maxwell"},
    {"isa/rsx/vp/lift/lifter.cpp", "isa/rsx/lift/lanes.hpp", ""},
    {"isa/rsx/vp/lift/lifter.cpp", "isa/rsx/encoding/condition.hpp", ""},
    {"isa/rsx/vp/lift/lifter.cpp", "isa/rsx/fp/lift/lifter.hpp",
     "isa/rsx/vp/lift may not include isa/rsx/fp/lift/lifter.hpp"},
    {"isa/rsx/vp/encoding/word.hpp", "isa/rsx/lift/lanes.hpp",
     "isa/rsx/vp/encoding may not include isa/rsx/lift/lanes.hpp"},
    {"pass/fold.cpp", "isa/frontend.hpp", "pass may not include isa/frontend.hpp"},
    {"lang/glsl/print.cpp", "lang/spirv/emit.hpp", "lang/glsl may not include lang/spirv"},
    {"cli/main.cpp", "vulkan/vulkan.h", "only render/ includes Vulkan"},
};

/// A tree with one source file, and what the script says of it.
std::string told_of(const fs::path& tree, const Case& one) {
    fs::remove_all(tree);
    const fs::path file = tree / "src" / one.file;
    fs::create_directories(file.parent_path());
    fs::copy_file(fs::path(RELIT_SOURCE) / "layers.txt", tree / "layers.txt");
    std::ofstream(file) << "#include \"" << one.include << "\"\n";
    const std::string script = (fs::path(RELIT_SOURCE) / "scripts/check_layers").string();
    const std::string command = "'" + script + "' '" + tree.string() + "' > '" + (tree / "told").string() + "' 2>&1";
    const int status = std::system(command.c_str()); // NOLINT(concurrency-mt-unsafe): no other thread runs here
    std::ifstream told(tree / "told");
    const std::string text{std::istreambuf_iterator<char>(told), std::istreambuf_iterator<char>()};
    EXPECT_EQ(status != 0, !text.empty()) << text;
    return text;
}

TEST(Layers, WhatIsForbiddenIsTold) {
    const fs::path tree = fs::path(testing::TempDir()) / "relit_layers";
    for (const Case& one : kCases) {
        const bool may = *one.complaint == '\0';
        const std::string wanted = may ? "" : std::string("src/") + one.file + ":1: " + one.complaint + "\n";
        EXPECT_EQ(told_of(tree, one), wanted) << one.file << " includes " << one.include;
    }
    fs::remove_all(tree);
}

} // namespace
} // namespace relit
