#include "base/sha256.hpp"

#include <algorithm>
#include <bit>

namespace relit {
namespace {

constexpr std::size_t kBlock = 64;
using State = std::array<std::uint32_t, 8>;

// Fractions of the square roots of the first eight primes, and of the cube roots of the first 64.
constexpr State kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::array<std::uint32_t, 64> schedule(Bytes block) {
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i) words[i] = static_cast<std::uint32_t>(big_endian(block.subspan(4 * i, 4)));
    for (std::size_t i = 16; i < words.size(); ++i) {
        const std::uint32_t a = words[i - 15], b = words[i - 2];
        const std::uint32_t low = std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3;
        const std::uint32_t high = std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10;
        words[i] = words[i - 16] + low + words[i - 7] + high;
    }
    return words;
}

void add_block(State& state, Bytes block) {
    const auto words = schedule(block);
    State v = state;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t high = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
        const std::uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const std::uint32_t low = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
        const std::uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        const std::uint32_t first = v[7] + high + choice + kRounds[i] + words[i];
        v = {first + low + majority, v[0], v[1], v[2], v[3] + first, v[4], v[5], v[6]};
    }
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += v[i];
}

/// What is left of the bytes, a one bit, zeros, and the number of bits.
void add_end(State& state, Bytes rest, std::uint64_t bytes) {
    std::array<std::uint8_t, 2 * kBlock> end{};
    std::ranges::copy(rest, end.begin());
    end[rest.size()] = 0x80;
    const std::size_t blocks = rest.size() + 9 <= kBlock ? 1 : 2;
    for (std::size_t i = 0; i < 8; ++i) end[blocks * kBlock - 1 - i] = static_cast<std::uint8_t>(8 * bytes >> 8 * i);
    for (std::size_t i = 0; i < blocks; ++i) add_block(state, Bytes(end).subspan(i * kBlock, kBlock));
}

} // namespace

std::array<std::uint8_t, 32> sha256_of(Bytes bytes) {
    State state = kStart;
    const std::uint64_t all = bytes.size();
    for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) add_block(state, bytes.first(kBlock));
    add_end(state, bytes, all);
    std::array<std::uint8_t, 32> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
        digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
}

std::string sha256_text(Bytes bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : sha256_of(bytes)) text.append({kDigits[byte >> 4], kDigits[byte & 15]});
    return text;
}

} // namespace relit
