#include "machine/r500/stream/dword_buffer.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::machine::r500 {
namespace {

std::vector<std::uint32_t> copied(Dwords dwords) { return {dwords.begin(), dwords.end()}; }

constexpr std::array<std::uint8_t, 9> kBytes = {0x80, 1, 2, 3, 4, 5, 6, 7, 8};

TEST(R500DwordBuffer, BytesAreDwordsWhereverTheyLie) {
    alignas(4) std::array<std::uint8_t, 9> bytes = kBytes;
    EXPECT_EQ(copied(DwordBuffer::of_bytes(Bytes(bytes).first(8))),
              (std::vector<std::uint32_t>{0x03020180, 0x07060504}));
    EXPECT_EQ(copied(DwordBuffer::of_bytes(Bytes(bytes).subspan(1))),
              (std::vector<std::uint32_t>{0x04030201, 0x08070605}));
    EXPECT_EQ(DwordBuffer::of_bytes({}).size(), 0U);
}

TEST(R500DwordBuffer, AlignedBytesAreNotCopied) {
    alignas(4) std::array<std::uint8_t, 9> bytes = kBytes;
    const DwordBuffer view = DwordBuffer::of_bytes(Bytes(bytes).first(8));
    EXPECT_EQ(static_cast<const void*>(Dwords(view).data()), bytes.data());
}

TEST(R500DwordBuffer, WhatIsChangedIsItsOwn) {
    alignas(4) std::array<std::uint8_t, 9> bytes = kBytes;
    DwordBuffer buffer = DwordBuffer::of_bytes(Bytes(bytes).first(8));
    buffer.own()[0] = 1;
    EXPECT_EQ(copied(buffer), (std::vector<std::uint32_t>{1, 0x07060504}));
    EXPECT_EQ(bytes, kBytes);
    const DwordBuffer moved = std::move(buffer);
    EXPECT_EQ(moved.size(), 2U);
}

} // namespace
} // namespace relit::machine::r500
