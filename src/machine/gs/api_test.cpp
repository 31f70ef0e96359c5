#include <relit/gs.hpp>

#include "machine/gs/dump/dump.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::api {
namespace {

using Octets = std::vector<std::uint8_t>;

TEST(GsApi, WritersTextAndBytesAgree) {
    gs::DumpWriter writer(gs::Path::Path1);
    const std::uint8_t registers[] = {1, 5};
    const gs::Qword data[] = {{255, 0, 0, 128}, {1600, 1608, 0, 0}};
    writer.serial("HAND-1").crc(7).write_privileged(0, 1).write(0x1a, 1).packed(registers, data, std::uint16_t{3});
    writer.upload({.buffer_width = 1, .format = 0x13, .width = 16, .height = 1}, Octets(16, 9));
    const auto dump = writer.packets(gs::Path::Path2, Octets(16)).vsync(1).read_back(2).finish();
    ASSERT_TRUE(dump);
    const auto text = gs::disassemble(*dump);
    ASSERT_TRUE(text);
    EXPECT_FALSE(text->damage);
    for (const char* part :
         {"RGBAQ       R=255, G=0, B=0, A=128", "XYZ2        X=100, Y=100.5, Z=0x0", "PRIM=(PRIM=TRI)",
          "PRMODECONT  AC=1", "DPSM=T8", ".transfer path2", ".vsync 1", ".fifo 2", "HAND-1"})
        EXPECT_NE(text->text.find(part), std::string::npos) << part;
    EXPECT_EQ(*gs::assemble(text->text), *dump);
    const auto packed = gs::assemble(text->text, gs::Packing::Zstd);
    ASSERT_TRUE(packed);
    EXPECT_EQ(machine::gs::read_dump(*packed).compression, Compression::Zstd);
}

TEST(GsApi, ErrorsAndDamageAreReported) {
    gs::DumpWriter writer;
    const auto wrong = writer.upload({.width = 1, .height = 1}, {}).finish();
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, 2);
    Octets dump = *writer.write(0, 1).vsync().finish(); // it is as new
    dump.resize(dump.size() - 1);
    const auto text = gs::disassemble(dump);
    ASSERT_TRUE(text);
    EXPECT_TRUE(text->damage);
    EXPECT_NE(text->text.find("PRIM"), std::string::npos);
    EXPECT_FALSE(gs::disassemble(Octets(100)));
    const auto bad = gs::assemble("\nFROB");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().line, 2U);
}

/// A few bytes at a time.
gs::Read slowly(const Octets& bytes) {
    return [&bytes, at = std::size_t{0}](std::span<std::uint8_t> into) mutable {
        const std::size_t count = std::min({into.size(), bytes.size() - at, std::size_t{1000}});
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, into.begin());
        at += count;
        return count;
    };
}

TEST(GsApi, DumpsAreReadAsTheyCome) {
    gs::DumpWriter writer;
    const Octets dump =
        *writer.serial("HAND-1").write(0x1a, 1).packets(gs::Path::Path2, Octets(4992)).vsync(1).read_back(2).finish();
    std::string text;
    const auto damage = gs::disassemble(slowly(dump), [&](std::string_view line) { (text += line) += '\n'; });
    ASSERT_TRUE(damage && !*damage);
    EXPECT_EQ(text, gs::disassemble(dump)->text);
    gs::DumpReader reader(slowly(dump));
    EXPECT_EQ(reader.serial(), "HAND-1");
    EXPECT_EQ(reader.state().size(), 4194752U);
    EXPECT_EQ(reader.privileged().size(), 8192U);
    std::vector<gs::Packet> packets;
    while (const auto packet = reader.next()) packets.push_back(*packet);
    ASSERT_EQ(packets.size(), 5U);
    EXPECT_EQ(packets[1].path, gs::Path::Path2);
    EXPECT_EQ(packets[1].bytes.size(), 4992U);
    EXPECT_EQ(packets[3].field, 1);
    EXPECT_EQ(packets[4].quadwords, 2U);
    EXPECT_FALSE(reader.damage());
}

} // namespace
} // namespace relit::api
