// What the generators of large inputs make, in small, is among the seeds of the fuzz programs. RELIT_BLESS=1 writes it.
#include "ir/text/print.hpp"
#include "pass/pass.hpp"
#include "tests/support/guests/large_readers.hpp"
#include "tests/support/ir/shapes.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace relit::test::fuzz_seeds {
namespace {

void expect_seed(const std::string& name, const FileOfAnySize& file) {
    const std::string path = std::string(RELIT_SOURCE) + "/fuzz/corpus/" + name;
    if (std::getenv("RELIT_BLESS") != nullptr)
        std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(file.data()), std::ssize(file));
    std::ifstream in(path, std::ios::binary);
    EXPECT_EQ(FileOfAnySize(std::istreambuf_iterator<char>(in), {}), file) << name;
}
void expect_seed(const std::string& name, const std::string& text) {
    expect_seed(name, FileOfAnySize(text.begin(), text.end()));
}

/// With the tree beside the blocks.
std::string nested(Shape shape, std::uint32_t blocks) {
    ir::Module module = shaped(shape, blocks);
    (void)pass::run_passes(module, "structure,reg2mem");
    return ir::print(module);
}

TEST(FuzzSeeds, HaveWhatGeneratorsOfLargeInputsMake) {
    expect_seed("ir_parse/nested_loops.txt", nested(Shape::NestedLoops, 120));
    expect_seed("ir_parse/nested_choices.txt", nested(Shape::NestedChoices, 60));
    expect_seed("ir_parse/irreducible.txt", nested(Shape::Irreducible, 40));
    expect_seed("maxwell_asm/nested_loops", maxwell_nested_loops(60));
    expect_seed("maxwell_asm/loops", maxwell_loops(20));
    expect_seed("maxwell_asm/nested_choices", maxwell_nested_choices(60));
    expect_seed("bundle/many_keys", bundle_with_keys(40));
    expect_seed("r500_manifest/many_blobs.zip", capture_with_blobs(12));
    expect_seed("r500_manifest/many_submissions.zip", capture_with_submissions(12));
    expect_seed("rsx_fp_load/longest", rsx_fragment_program(64));
    for (const LargeReader& reader : large_readers())
        if (!reader.seed.empty()) expect_seed(std::string(reader.seed), reader.file(reader.seed_size));
}

} // namespace
} // namespace relit::test::fuzz_seeds
