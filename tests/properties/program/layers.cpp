// scripts/check_layers on small trees: it reports what layers.txt forbids, with its line, and accepts the rest.
#include <gtest/gtest.h>

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace relit::layers {
namespace {

namespace fs = std::filesystem;

struct Case {
    const char* file;
    const char* include;
    const char* error; // empty: it may
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
    {"isa/nv2a/lift/lifter.cpp", "isa/nv2a/text/spelling.hpp",
     "isa/nv2a/lift may not include isa/nv2a/text/spelling.hpp"},
    {"isa/rsx/fp/lift/lifter.cpp", "isa/rsx/fp/text/spelling.hpp",
     "isa/rsx/fp/lift may not include isa/rsx/fp/text/spelling.hpp"},
    {"isa/nv2a/lift/lifter.cpp", "lang/target.hpp", "isa/nv2a/lift may not include lang/target.hpp"},
    {"isa/nv2a/lift/lifter.cpp", "isa/nv2a/lower/pass.hpp", "isa/nv2a/lift may not include isa/nv2a/lower/pass.hpp"},
    {"isa/nv2a/guest.cpp", "isa/nv2a/lift/lifter.hpp", ""},
    {"isa/nv2a/guest.cpp", "isa/maxwell/maxwell.hpp", "isa/nv2a may not include isa/maxwell/maxwell.hpp"},
    {"isa/rsx/vp/lift/lifter.cpp", "isa/rsx/lift/lanes.hpp", ""},
    {"isa/rsx/vp/lift/lifter.cpp", "isa/rsx/encoding/condition.hpp", ""},
    {"isa/rsx/vp/lift/lifter.cpp", "isa/rsx/fp/lift/lifter.hpp",
     "isa/rsx/vp/lift may not include isa/rsx/fp/lift/lifter.hpp"},
    {"isa/rsx/encoding/methods.hpp", "ir/context.hpp", "isa/rsx/encoding may not include ir/context.hpp"},
    {"isa/rsx/vp/encoding/program.hpp", "ir/module.hpp", "isa/rsx/vp/encoding may not include ir/module.hpp"},
    {"isa/r500/vs/encoding/program.hpp", "ir/context.hpp", "isa/r500/vs/encoding may not include ir/context.hpp"},
    {"isa/r500/fs/encoding/program.hpp", "isa/shared/state_values.hpp", ""},
    {"isa/rsx/vp/encoding/program.hpp", "isa/rsx/cg/encoding/symbols.hpp", ""},
    {"isa/rsx/lift/texture_labels.hpp", "isa/rsx/cg/encoding/symbols.hpp", ""},
    {"isa/rsx/vp/encoding/word.hpp", "isa/rsx/lift/lanes.hpp",
     "isa/rsx/vp/encoding may not include isa/rsx/lift/lanes.hpp"},
    {"pass/fold.cpp", "isa/frontend.hpp", "pass may not include isa/frontend.hpp"},
    {"lang/glsl/print.cpp", "lang/spirv/emit.hpp", "lang/glsl may not include lang/spirv/emit.hpp"},
    {"isa/nv2a/nv2a.hpp", "isa/frontend.hpp", ""},
    {"machine/r500/stream/state.hpp", "isa/r500/vs/vs.hpp", ""},
    {"machine/r500/stream/state.hpp", "isa/nv2a/nv2a.hpp", "machine/r500/stream may not include isa/nv2a/nv2a.hpp"},
    {"render/gs/reference/machine.cpp", "render/gs/memory/memory.hpp", ""},
    {"render/gs/reference/machine.cpp", "render/vk/device.hpp",
     "render/gs/reference may not include render/vk/device.hpp"},
    {"render/gs/compute/machine.cpp", "render/vk/device.hpp", ""},
    {"isa/maxwell/lift/operations/float.cpp", "isa/maxwell/lift/lifter.hpp", ""},
    {"isa/maxwell/lift/lifter.cpp", "isa/maxwell/lift/operations/operations.hpp", ""},
    {"isa/maxwell/lift/operations/float.cpp", "isa/maxwell/text/print.hpp",
     "isa/maxwell/lift/operations may not include isa/maxwell/text/print.hpp"},
    {"verify/agree.cpp", "cli/program.hpp", "verify may not include cli/program.hpp"},
    {"verify/agree.cpp", "render/r500/player.hpp", "verify may not include render/r500/player.hpp"},
    {"news/agree.cpp", "base/bits.hpp", "folder news has no row in layers.txt"},
    {"cli/main.cpp", "vulkan/vulkan.h", "only render/ includes Vulkan"},
};

/// The output of the script for a tree with one source file.
std::string report_of(const char* path, const std::string& text) {
    const fs::path tree = fs::path(testing::TempDir()) / ("relit_layers_" + std::to_string(::getpid()));
    fs::remove_all(tree);
    const fs::path file = tree / "src" / path;
    fs::create_directories(file.parent_path());
    fs::copy_file(fs::path(RELIT_SOURCE) / "layers.txt", tree / "layers.txt");
    std::ofstream(file) << text;
    const std::string script = (fs::path(RELIT_SOURCE) / "scripts/check_layers").string();
    const std::string command = "'" + script + "' '" + tree.string() + "' > '" + (tree / "report").string() + "' 2>&1";
    const int status = std::system(command.c_str()); // NOLINT(concurrency-mt-unsafe): no other thread runs here
    std::ifstream report(tree / "report");
    std::string printed{std::istreambuf_iterator<char>(report), std::istreambuf_iterator<char>()};
    EXPECT_EQ(status != 0, !printed.empty()) << printed;
    fs::remove_all(tree);
    return printed;
}

TEST(Layers, ForbiddenIncludesAreReported) {
    for (const Case& one : kCases) {
        const bool may = *one.error == '\0';
        const std::string wanted = may ? "" : std::string("src/") + one.file + ":1: " + one.error + "\n";
        const std::string text = std::string("#include \"") + one.include + "\"\n";
        EXPECT_EQ(report_of(one.file, text), wanted) << one.file << " includes " << one.include;
    }
}

TEST(Layers, OnlyMainReadsTheEnvironment) {
    const std::string text = "const char* home() { return std::getenv(\"HOME\"); }\n";
    EXPECT_EQ(report_of("cli/options/parse.cpp", text),
              "src/cli/options/parse.cpp:1: only cli/main.cpp reads the environment\n");
    EXPECT_EQ(report_of("cli/main.cpp", text), "");
}

TEST(Layers, LiftersKeepNoValues) {
    const std::string error = ":1: only ir/ssa_builder keeps values of registers\n";
    for (const char* text :
         {"ir::Id id = ir_.block_param(block, ir::kF32);\n", "std::map<std::uint32_t, ir::Id> known_;\n",
          "std::unordered_map<ir::Id, Part> parts;\n", "std::array<ir::Id, 255> registers_{};\n",
          "std::vector<ir::Id> values_;\n", "HashIndex index;\n"}) {
        const char* const file = "isa/maxwell/lift/operations/float.cpp";
        EXPECT_EQ(report_of(file, text), "src/" + std::string(file) + error) << text;
        EXPECT_EQ(report_of("isa/maxwell/lower/addresses.cpp", text), "") << text;
    }
    EXPECT_EQ(
        report_of("isa/nv2a/lift/lifter.cpp", "std::vector<ir::Id> operands;\nstd::map<Slot, ir::BlockId> blocks_;\n"),
        "");
}

TEST(Layers, OnlyOneFileOpensSharedObjects) {
    const std::string opens = "void* open() { return ::dlopen(\"libm.so.6\", 2); }\n";
    const std::string finds = "\nvoid* find(void* library) { return dlsym(library, \"cos\"); }\n";
    EXPECT_EQ(report_of("cache/http.cpp", opens),
              "src/cache/http.cpp:1: only base/shared_object.cpp opens shared objects\n");
    EXPECT_EQ(report_of("render/vk/loader.hpp", finds),
              "src/render/vk/loader.hpp:2: only base/shared_object.cpp opens shared objects\n");
    EXPECT_EQ(report_of("base/shared_object.cpp", opens + finds), "");
}

} // namespace
} // namespace relit::layers
