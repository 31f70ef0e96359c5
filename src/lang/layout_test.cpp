#include "ir/builder.hpp"
#include "lang/packing.hpp"
#include "lang/target.hpp"

#include <gtest/gtest.h>

namespace relit::lang {
namespace {

using ir::Kind;
using ir::Role;

ir::Module sample() {
    ir::Module module;
    ir::Builder build(module);
    build.file("r", Kind::F32, 4, 2, Role::Register);
    build.file("v", Kind::F32, 4, 3, Role::Input);
    build.file("h", Kind::F16, 4, 1, Role::Output);
    build.file("d", Kind::I64, 1, 2, Role::Output);
    build.constant_buffer("c", 0, 16);
    build.storage_buffer("s", 1, 10);
    return module;
}

TEST(Layout, InputsThenConstantsOutputsThenStorageThenTheLoopWord) {
    const Layout layout = layout_of(sample());
    ASSERT_EQ(layout.in.size(), 2U);
    EXPECT_EQ(layout.in[0].name, "v");
    EXPECT_EQ(layout.in[0].words, 12U);
    EXPECT_EQ(layout.in[1].name, "c");
    EXPECT_EQ(layout.in[1].word, 12U);
    EXPECT_EQ(layout.in_words, 16U);
    ASSERT_EQ(layout.out.size(), 3U);
    EXPECT_EQ(layout.out[0].words, 4U); // a half takes a whole word
    EXPECT_EQ(layout.out[1].words, 4U); // 64 bits take two
    EXPECT_EQ(layout.out[2].words, 3U); // 10 bytes
    EXPECT_EQ(layout.loop_limit_word, 12U);
    EXPECT_EQ(layout.out_words, 16U);
}

TEST(Layout, SlotsAndRecordsBeginAtRows) {
    ir::Module module;
    ir::Builder build(module);
    build.file("a", Kind::I32, 1, 1, Role::Input);
    build.file("p", Kind::I32, 3, 3, Role::Input);
    build.file("v", Kind::F32, 4, 2, Role::Input);
    build.constant_buffer("c", 0, 20);
    build.constant_buffer("k", 1, 4);
    const Layout layout = layout_of(module);
    std::vector<std::uint32_t> first, words;
    for (const Slot& slot : layout.in) {
        first.push_back(slot.word);
        words.push_back(slot.words);
    }
    EXPECT_EQ(first, (std::vector<std::uint32_t>{0, 4, 16, 24, 32}));
    EXPECT_EQ(words, (std::vector<std::uint32_t>{1, 9, 8, 5, 1}));
    EXPECT_EQ(layout.in_words, 36U);
    EXPECT_EQ(layout.out_words, 4U);
}

TEST(Layout, ObservingMakesRegistersOutputs) {
    ir::Module module = sample();
    observe_registers(module);
    EXPECT_EQ(module.files[0].role, Role::Output);
    EXPECT_EQ(module.files[1].role, Role::Input);
    EXPECT_EQ(layout_of(module).out_words, 24U);
}

TEST(Layout, PackedStateComesBack) {
    const ir::Module module = sample();
    const Layout layout = layout_of(module);
    Lanes files{
        std::vector<std::uint64_t>(8), std::vector<std::uint64_t>(12), {1, 2, 3, 0xffff}, {0x123456789abcdef0, 7}};
    Buffers resources{std::vector<std::uint8_t>(16), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    std::vector<std::uint32_t> record(layout.out_words, 99);
    pack(module, layout.out, files, resources, record);
    EXPECT_EQ(record, (std::vector<std::uint32_t>{1, 2, 3, 0xffff, 0x9abcdef0, 0x12345678, 7, 0, 0x04030201, 0x08070605,
                                                  0x0a09, 0, 0, 0, 0, 0}));
    Lanes files_back{{}, {}, std::vector<std::uint64_t>(4), std::vector<std::uint64_t>(2)};
    Buffers resources_back{{}, std::vector<std::uint8_t>(10)};
    unpack(module, layout.out, record, files_back, resources_back);
    EXPECT_EQ(files_back[2], files[2]);
    EXPECT_EQ(files_back[3], files[3]);
    EXPECT_EQ(resources_back[1], resources[1]);
}

} // namespace
} // namespace relit::lang
