#include "isa/r500/text/kernel_log.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500 {
namespace {

using Dwords = std::vector<std::uint32_t>;

KernelLog log_of(std::string_view text) {
    auto log = read_kernel_log(text);
    EXPECT_TRUE(log) << text << (log ? "" : log.error().text);
    return log ? std::move(*log) : KernelLog{};
}

LogStream stream_of(std::string_view text) {
    KernelLog log = log_of(text);
    EXPECT_EQ(log.streams.size(), 1U) << text;
    return log.streams.empty() ? LogStream{} : std::move(log.streams[0]);
}

TEST(R500KernelLog, SortsDwordsAndCutsThemAtGaps) {
    const std::string_view log =
        "[ 1.5] [drm] ib[14]=0x0000138E\n[ 1.6] [drm] ib[15]=0x00C00640\n"
        "[ 1.7] [drm] ib[12]=0x0000138A\n[ 1.8] [drm] ib[20]=0x00000001\n";
    const LogStream stream = stream_of(log);
    ASSERT_EQ(stream.runs.size(), 3U);
    EXPECT_EQ(stream.runs[0].first, 12U);
    EXPECT_EQ(stream.runs[0].dwords, Dwords{0x138a});
    EXPECT_EQ(stream.runs[1].first, 14U);
    EXPECT_EQ(stream.runs[1].dwords, (Dwords{0x138e, 0xc00640}));
    EXPECT_EQ(line_in_kernel_log(log, 0, 12), 3U);
    EXPECT_EQ(line_in_kernel_log(log, 0, 15), 2U);
    EXPECT_EQ(line_in_kernel_log(log, 1, 12), 0U) << "of another stream";
    EXPECT_EQ(stream.runs[2].dwords, Dwords{1});
}

TEST(R500KernelLog, ReadsWhatStandsInFrontOfADword) {
    for (const std::string_view line :
         {"ib[3]=0x0000138a", "IB[3]=0X0000138A\r", "[drm] ib[3]=0x0000138A",
          "<6>[   12.345678] [drm] ib[3]=0x0000138A", "Nov 29 04:23:22 host kernel: [drm] ib[3]=0x0000138A",
          "Nov 29 04:23:22 host kernel: [ 1.2] [drm] ib[3]=0x0000138A",
          "[Sat Nov 29 04:23:22 2025] [drm] ib[3]=0x0000138A", "kern  :info  : [    1.20] [drm] ib[3]=0x0000138A",
          "[drm:radeon_cs_dump_packet [radeon]] ib[3] = 0x0000138A", "> [drm] ib[3]=0x0000138A"}) {
        const LogStream stream = stream_of(line);
        ASSERT_EQ(stream.runs.size(), 1U) << line;
        EXPECT_EQ(stream.runs[0].first, 3U) << line;
        EXPECT_EQ(stream.runs[0].dwords, Dwords{0x138a}) << line;
    }
    EXPECT_FALSE(is_kernel_log("[drm:r300_packet0_check [radeon]] *ERROR* No reloc for ib[13]=0x4E28"))
        << "a message about a dword";
    EXPECT_FALSE(is_kernel_log("ib[13]=0x4E28")) << "the kernel prints eight digits";
    EXPECT_FALSE(is_kernel_log("u32 rib[3]=0x0000138a;"));
    EXPECT_FALSE(is_kernel_log("x = ib[3]=0x0000138a"));
}

TEST(R500KernelLog, MessagesStandBesideTheDwordAfterThem) {
    const LogStream stream = stream_of(
        "[ 1.1] [drm:a] *ERROR* first\n[ 1.2] [drm] ib[2]=0x00000002\n[ 1.3] usb: second\n"
        "[ 1.4] [drm] ib[0]=0x00000000\n[ 1.5] *ERROR* Invalid command stream !\n");
    ASSERT_EQ(stream.messages.size(), 3U);
    EXPECT_EQ(stream.messages[0].dword, 0U);
    EXPECT_EQ(stream.messages[0].text, "usb: second");
    EXPECT_EQ(stream.messages[1].dword, 0U) << "a message after the last dword";
    EXPECT_EQ(stream.messages[1].text, "*ERROR* Invalid command stream !");
    EXPECT_EQ(stream.messages[2].dword, 2U);
    EXPECT_EQ(stream.messages[2].text, "[drm:a] *ERROR* first");
}

TEST(R500KernelLog, SaysWhatItHasNot) {
    EXPECT_EQ(log_of("ib[0]=0x00000000\nib[1]=0x00000000\n").warnings,
              std::vector<std::string>{"the log has no dword after 1"});
    EXPECT_EQ(log_of("ib[2]=0x00000000\nib[7]=0x00000000\n").warnings,
              std::vector<std::string>{
                  "dwords 0 to 1 and 3 to 6 are not in the log, and none after 7: what they set is not known; "
                  "a packet is taken to begin after each gap"});
    const std::vector<std::string> warnings = log_of("ib[0]=0x00000000\nib[1]=0x0000\nib[2\n").warnings;
    ASSERT_EQ(warnings.size(), 3U);
    EXPECT_EQ(warnings[0], "line 2: ib[1] has no value of eight hex digits: left out");
    EXPECT_EQ(warnings[1], "line 3: ib[2] has no value of eight hex digits: left out");
    std::string many = "ib[0]=0x00000000\n";
    for (int i = 0; i < 40; ++i) many += "another line\n";
    const KernelLog log = log_of(many);
    EXPECT_EQ(log.streams[0].messages.size(), kMostLinesBeside);
    EXPECT_EQ(log.warnings.back(), "24 lines of the log stand beside no dword: left out");
}

TEST(R500KernelLog, OneDwordHasOneValue) {
    EXPECT_EQ(stream_of("ib[0]=0x00000001\nib[0]=0x00000001\n").runs[0].dwords, Dwords{1}) << "given twice";
    const auto log = read_kernel_log("ib[0]=0x00000001\n\nib[0]=0x00000002\n");
    ASSERT_FALSE(log);
    EXPECT_EQ(log.error().line, 3U);
    EXPECT_EQ(log.error().text, "ib[0] is 0x00000002 here and 0x00000001 in line 1, with no end of a stream between");
    const KernelLog two = log_of("ib[0]=0x00000001\n*ERROR* Invalid command stream !\nib[0]=0x00000002\n");
    ASSERT_EQ(two.streams.size(), 2U) << "another stream begins after the end of one";
    EXPECT_EQ(two.streams[1].runs[0].dwords, Dwords{2});
}

TEST(R500KernelLog, LinesWithoutAnEndAreTakenApart) {
    EXPECT_EQ(stream_of("[ 1.1] [drm] ib[0]=0x00000001[ 1.2] [drm] ib[1]=0x00000002").runs[0].dwords, (Dwords{1, 2}));
}

TEST(R500KernelLog, HasALimit) {
    std::string text;
    for (std::size_t i = 0; i <= kMostLogRuns; ++i) text += "ib[" + std::to_string(2 * i) + "]=0x00000000\n";
    EXPECT_FALSE(read_kernel_log(text));
    EXPECT_TRUE(read_kernel_log(text.substr(0, text.rfind("ib["))));
}

} // namespace
} // namespace relit::isa::r500
