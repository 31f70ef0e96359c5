#include "base/zip.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

namespace relit {
namespace {

// What `zip` of Info-ZIP 3.0 makes of a file "a/b.txt" of "relit\n" eight times, deflated.
constexpr std::uint8_t kDeflated[] = {
    0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x28, 0x25, 0x47, 0xd9, 0xec,
    0x0b, 0x00, 0x00, 0x00, 0x30, 0x00, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, 0x61, 0x2f, 0x62, 0x2e, 0x74, 0x78,
    0x74, 0x2b, 0x4a, 0xcd, 0xc9, 0x2c, 0xe1, 0x2a, 0x22, 0x9a, 0x04, 0x00, 0x50, 0x4b, 0x01, 0x02, 0x1e, 0x03,
    0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x28, 0x25, 0x47, 0xd9, 0xec, 0x0b, 0x00, 0x00, 0x00,
    0x30, 0x00, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0xa4, 0x81,
    0x00, 0x00, 0x00, 0x00, 0x61, 0x2f, 0x62, 0x2e, 0x74, 0x78, 0x74, 0x50, 0x4b, 0x05, 0x06, 0x00, 0x00, 0x00,
    0x00, 0x01, 0x00, 0x01, 0x00, 0x35, 0x00, 0x00, 0x00, 0x30, 0x00, 0x00, 0x00, 0x00, 0x00,
};

std::string text_of(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

TEST(Zip, ReadsDeflatedFiles) {
    ASSERT_TRUE(is_zip(kDeflated));
    const auto zip = ZipReader::open(kDeflated);
    ASSERT_TRUE(zip) << zip.error().text;
    const ZipEntry* entry = zip->find("a/b.txt");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->method, 8);
    const auto bytes = zip->read(*entry, 1000);
    ASSERT_TRUE(bytes) << bytes.error().text;
    EXPECT_EQ(text_of(*bytes), "relit\nrelit\nrelit\nrelit\nrelit\nrelit\nrelit\nrelit\n");
    EXPECT_FALSE(zip->read(*entry, 47)) << "one byte more than is read";
    EXPECT_EQ(zip->find("b.txt"), nullptr);
}

TEST(Zip, ReadsWhatItWrites) {
    const std::vector<std::uint8_t> file = write_zip({{"one", {1, 2, 3}}, {"empty", {}}, {"one", {4}}});
    const auto zip = ZipReader::open(file);
    ASSERT_TRUE(zip) << zip.error().text;
    ASSERT_EQ(zip->entries().size(), 3U);
    EXPECT_EQ(zip->read(zip->entries()[0], 3), (std::vector<std::uint8_t>{1, 2, 3}));
    EXPECT_EQ(zip->read(*zip->find("one"), 3), (std::vector<std::uint8_t>{4})) << "the last one counts";
    EXPECT_EQ(zip->read(*zip->find("empty"), 0), std::vector<std::uint8_t>{});
}

TEST(Zip, FindsEachOfManyFiles) {
    constexpr std::uint32_t kFiles = 60000;
    std::vector<ZipFile> files;
    for (std::uint32_t i = 0; i < kFiles; ++i)
        files.push_back({fmt::format("f{}", (i * 7919) % kFiles), {static_cast<std::uint8_t>(i)}});
    const std::vector<std::uint8_t> archive = write_zip(files);
    const auto zip = ZipReader::open(archive);
    ASSERT_TRUE(zip) << zip.error().text;
    for (const ZipFile& file : files) {
        const ZipEntry* const entry = zip->find(file.name);
        ASSERT_NE(entry, nullptr) << file.name;
        ASSERT_EQ(zip->read(*entry, 1), file.bytes) << file.name;
    }
    EXPECT_EQ(zip->find("f60000"), nullptr);
    EXPECT_EQ(zip->find(""), nullptr);
}

TEST(Zip, NamesAreFoundWithoutReadingTheFiles) {
    // The directory of 100 files lies 3 GiB behind them.
    constexpr std::uint64_t kGap = std::uint64_t{3} << 30;
    std::vector<ZipFile> files;
    for (std::uint32_t i = 0; i < 100; ++i) files.push_back({fmt::format("f{}", i), std::vector<std::uint8_t>(1000)});
    std::vector<std::uint8_t> archive = write_zip(files);
    const std::size_t start = static_cast<std::size_t>(little_endian(Bytes(archive).subspan(archive.size() - 6, 4)));
    for (std::size_t i = 0; i < 4; ++i)
        archive[archive.size() - 6 + i] = static_cast<std::uint8_t>((start + kGap) >> 8 * i);
    std::uint64_t most = 0, count = 0;
    const ReadAt read = [&](std::uint64_t offset, std::span<std::uint8_t> into) {
        count += into.size();
        for (std::size_t i = 0; i < into.size(); ++i, ++offset) {
            const std::uint64_t at = offset < start ? offset : std::max<std::uint64_t>(offset, start + kGap) - kGap;
            if (at >= archive.size()) return i;
            into[i] = offset < start || offset >= start + kGap ? archive[at] : std::uint8_t{0};
        }
        return into.size();
    };
    for (const auto& [name, is_there] :
         {std::pair{"f0", true}, {"f99", true}, {"f5", true}, {"f100", false}, {"f", false}}) {
        count = 0;
        EXPECT_EQ(zip_has_file(read, archive.size() + kGap, name), is_there) << name;
        most = std::max(most, count);
    }
    EXPECT_LT(most, (64U << 10) + 22 + 30 + 100 * (46 + 3) + 1);
    const auto bytes_of = [](Bytes file) {
        return [file](std::uint64_t offset, std::span<std::uint8_t> into) {
            const Bytes rest = file.subspan(std::min<std::uint64_t>(offset, file.size()));
            std::ranges::copy(rest.first(std::min(into.size(), rest.size())), into.begin());
            return std::min(into.size(), rest.size());
        };
    };
    // Cut off before the directory it is known by its first file; every other cut is safe to look at.
    for (std::size_t i = 0; i < std::size(kDeflated); ++i)
        EXPECT_EQ(zip_has_file(bytes_of(Bytes(kDeflated).first(i)), i, "a/b.txt"), i >= 37) << i;
}

TEST(Zip, DamageIsAFault) {
    for (std::size_t i = 0; i < std::size(kDeflated); ++i) {
        EXPECT_FALSE(ZipReader::open(Bytes(kDeflated).first(i))) << i;
        std::vector<std::uint8_t> damaged(std::begin(kDeflated), std::end(kDeflated));
        damaged[i] ^= 0xff;
        const auto zip = ZipReader::open(damaged);
        const ZipEntry* entry = zip ? zip->find("a/b.txt") : nullptr;
        const auto bytes = entry != nullptr ? zip->read(*entry, 1000) : fail("no entry");
        EXPECT_EQ(bytes ? bytes->size() : 48, 48U) << "only what says nothing of the data may differ, byte " << i;
    }
}

} // namespace
} // namespace relit
