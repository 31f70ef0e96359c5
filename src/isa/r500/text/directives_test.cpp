#include "isa/r500/text/directives.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500 {
namespace {

/// The stream of a text that has directives alone, and a number of four dwords for ".word".
Result<std::vector<std::uint8_t>> assembled(std::string_view text) {
    const auto tokens = tokens_of(text, {}, {});
    if (!tokens) return std::unexpected(tokens.error());
    TokenReader in(*tokens);
    StreamWriter stream(kVertexMemory);
    DirectiveReader directives(in, program_registers(), stream);
    while (!in.at_end()) {
        if (!in.expect('.')) return std::unexpected(in.fault());
        const Token name = in.take();
        if (DirectiveReader::knows(name.text)) {
            if (!directives.read(name)) return std::unexpected(in.fault());
            continue;
        }
        std::uint32_t word = 0;
        if (!in.number(word)) return std::unexpected(in.fault());
        if (!stream.add_code(std::array{word, 0U, 0U, 0U})) return fail("the memory ends");
    }
    return stream.take();
}

std::string listed(Bytes stream) {
    std::string text;
    const auto packets = parse_packets(stream);
    if (!packets) return packets.error().text;
    list_packets(
        *packets, kVertexMemory,
        {.directive = [&](std::uint64_t, std::span<const std::uint32_t>, std::string line) { text += line + "\n"; },
         .code = [&](std::uint64_t, std::uint32_t,
                     std::span<const std::uint32_t> dwords) { text += ".word " + std::to_string(dwords[0]) + "\n"; }});
    return text;
}

TEST(R500Directives, AreReadAndListed) {
    constexpr std::string_view kText =
        ".reg VAP_PVS_STATE_FLUSH_REG = 0\n"
        ".code 0\n.word 7\n.word 8\n"
        ".code 2\n.word 9\n"
        ".const 4 = 1.0, -0.0, 0x7fc00001, 3e-05\n"
        ".const 5 = 0.0, 0.0, 0.0, 0.0\n"
        ".upload\n"
        ".const 6 = 0.0, 0.0, 0.0, 0.0\n"
        ".const 1 = 0.0, 0.0, 0.0, 0.0\n"
        ".filler 3\n"
        ".reg VAP_PVS_FLOW_CNTL_OPC = {PVS_FC_OPC_0=LOOP, PVS_FC_OPC_15=JSR}\n"
        ".reg VAP_PVS_FLOW_CNTL_ADDRS_LW_0 = {PVS_FC_ACT_ADRS=3, "
        "PVS_FC_LOOP_CNT_JMP_INST=255}, {PVS_FC_LAST_INST=4}\n"
        ".reg VAP_PVS_CODE_CNTL_1 = 0xfffffc00\n"
        ".reg 0x1234 = 1, 0x00000010\n"
        ".port VAP_PVS_VECTOR_DATA_REG_128 = 1, 2, 3\n";
    const auto stream = assembled(kText);
    ASSERT_TRUE(stream) << stream.error().text;
    EXPECT_EQ(listed(*stream), kText);
}

TEST(R500Directives, ReportErrorsAtTheirLocation) {
    const auto fault = [](std::string_view text) {
        const auto made = assembled(text);
        return made ? "no fault" : describe(made.error(), "t");
    };
    EXPECT_EQ(fault(".reg VAP_NOTHING = 1"), "t:1:6: error: 'VAP_NOTHING' is no register");
    EXPECT_EQ(fault(".reg RS_IP_0 = {TEX_PTR_S=64}"), "t:1:27: error: a number from 0 to 63 is expected");
    EXPECT_EQ(fault(".reg RS_IP_0 = {TEX_PTR=1}"), "t:1:17: error: 'TEX_PTR' is no field of this register");
    EXPECT_EQ(fault(".reg 0x7ffc = 1, 2"), "t:1:6: error: more values than there are registers from here");
    EXPECT_EQ(fault(".reg 0x1235 = 1"), "t:1:6: error: registers have numbers from 0 to 0x7ffc, multiples of 4");
    EXPECT_EQ(fault("\n.const 0 = 1.0, 2.0"), "t:2:20: error: ',' is expected");
    EXPECT_EQ(fault(".const 0 = 1.0, 2.0, 1e39, 0"),
              "t:1:22: error: a number is expected, or the bits of a float as 0x and eight digits");
    EXPECT_EQ(fault(".const 512 = 0, 0, 0, 0"), "t:1:8: error: constant 512 does not exist: the last is 511");
    EXPECT_EQ(fault(".code 1\n.reg RS_IP_0 = 1"), "t:2:2: error: .code has no instruction");
    EXPECT_EQ(fault(".filler 1048576\n.filler 1048576\n.filler 1048576\n.filler 1048576\n.filler 1"),
              "t:5:2: error: the stream grows too large");
    EXPECT_EQ(fault(".code 1023\n.word 1\n.word 1"), "t: error: the memory ends");
}

/// What the text with these included files says, its words joined, or its fault.
std::string joined(std::string_view text, const std::map<std::string, std::string>& files) {
    codec::AssembleOptions options;
    options.input_name = "a/main.asm";
    options.include = [&](const std::string& name) -> Result<std::string> {
        const auto found = files.find(name);
        if (found == files.end()) return fail("cannot open");
        return found->second;
    };
    const auto tokens = tokens_of(text, {.minus_in_words = true}, options);
    if (!tokens) return describe(tokens.error(), "main.asm");
    std::string words;
    for (const Token& token : tokens->tokens) words += std::string(token.text) + " ";
    return words;
}

TEST(R500Tokens, IncludedFilesReplaceTheirDirective) {
    EXPECT_EQ(joined("one -- two\n#include \"b/x.inc\" three // four\n#include \"b/x.inc\"",
                     {{"a/b/x.inc", "x #include \"y.inc\" x"}, {"a/b/y.inc", ".-y-_"}}),
              "one x . -y-_ x three x . -y-_ x  ");
    EXPECT_EQ(joined("a\n  #include \"x\"", {{"a/x", "b\n #include \"x\""}}),
              "main.asm:2:3: error: a/x:2:2: a/x includes itself");
    EXPECT_EQ(joined("#include \"x\"", {}), "main.asm:1:1: error: a/x: cannot open");
    EXPECT_EQ(joined("#define", {}), "main.asm:1:1: error: only #include can follow a '#'");
    EXPECT_EQ(joined("#include \"x\n", {}),
              "main.asm:1:1: error: the name of a file is expected, between '\"' and '\"'");
    EXPECT_EQ(joined("a ?", {}), "main.asm:1:3: error: this character means nothing here");
    EXPECT_EQ(joined("#include \"x\"", {{"a/x", "b\n  ?"}}),
              "main.asm:1:1: error: a/x:2:3: this character means nothing here");
}

TEST(R500Tokens, ManyFilesAreBounded) {
    std::map<std::string, std::string> files;
    for (int i = 0; i < 40; ++i) files["a/f" + std::to_string(i)] = "#include \"f" + std::to_string(i + 1) + "\"";
    EXPECT_NE(joined("#include \"f0\"", files).find("too many files are included"), std::string::npos);
    for (int i = 0; i < 20; ++i) files["a/f" + std::to_string(i)] += files["a/f" + std::to_string(i)];
    files["a/f20"] = "";
    EXPECT_NE(joined("#include \"f0\"", files).find("too many files are included"), std::string::npos);
}

} // namespace
} // namespace relit::isa::r500
