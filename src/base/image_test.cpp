// PNG: what is written reads back, and what is none is a fault with a reason.
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

} // namespace
} // namespace relit
