#include "base/hash/sha256.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace relit {
namespace {

Bytes bytes_of(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

// The examples of FIPS 180-4, and lengths at which the end takes a block more (sha256sum).
TEST(Sha256, AgreesWithTheStandard) {
    EXPECT_EQ(sha256_text({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_text(bytes_of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_text(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    const std::vector<std::uint8_t> million(1'000'000, 'a');
    EXPECT_EQ(sha256_text(million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, TakesAnyLength) {
    const std::vector<std::uint8_t> letters(64, 'a');
    EXPECT_EQ(sha256_text(Bytes(letters).first(55)),
              "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    EXPECT_EQ(sha256_text(Bytes(letters).first(56)),
              "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
    EXPECT_EQ(sha256_text(letters), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST(Sha256, OfPartsIsThatOfTheWhole) {
    const std::string_view parts[] = {"a", "", "bc"};
    EXPECT_EQ(to_string(sha256_of(parts)), sha256_text(bytes_of("abc")));
}

} // namespace
} // namespace relit
