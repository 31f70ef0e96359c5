// PNG: what is written reads back, and what is none is a fault with a reason. PGM: the bytes.
#include "base/image.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace relit {
namespace {

Image small_image() { return {2, 1, {1, 2, 3, 255, 4, 5, 6, 7}}; }

TEST(Png, ReadsWhatItWrites) {
    const auto file = encode_png(small_image());
    ASSERT_TRUE(file) << file.error().text;
    const auto image = decode_png(*file);
    ASSERT_TRUE(image) << image.error().text;
    EXPECT_EQ(image->rgba, small_image().rgba);
}

TEST(Png, TellsWhatIsNone) {
    const auto file = encode_png(small_image());
    ASSERT_TRUE(file);
    const std::array<std::uint8_t, 4> text = {'t', 'e', 'x', 't'};
    for (const Bytes bytes : {Bytes{}, Bytes(text), Bytes(*file).first(8), Bytes(*file).first(file->size() / 2)}) {
        const auto image = decode_png(bytes);
        ASSERT_FALSE(image) << bytes.size();
        EXPECT_TRUE(image.error().text.starts_with("png: ")) << image.error().text;
    }
}

/// The PGM format (Netpbm's pgm page): P5, comment lines, size, the greatest value, and two bytes a pixel, the high one first.
TEST(Pgm, HasItsCommentAndTheHighByteFirst) {
    const GreyImage image{2, 1, {0x1234, 0xfffe}};
    const auto file = encode_pgm(image, "depth from 1 (black) to 2 (white)");
    ASSERT_TRUE(file) << file.error().text;
    EXPECT_EQ(std::string(file->begin(), file->end()),
              "P5\n# depth from 1 (black) to 2 (white)\n2 1\n65535\n\x12\x34\xff\xfe");
    const auto bare = encode_pgm(image, "");
    ASSERT_TRUE(bare);
    EXPECT_EQ(std::string(bare->begin(), bare->end()), "P5\n2 1\n65535\n\x12\x34\xff\xfe");
    EXPECT_FALSE(encode_pgm({2, 2, {1}}, ""));
}

} // namespace
} // namespace relit
