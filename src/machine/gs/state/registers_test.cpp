#include "machine/gs/state/registers.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::machine::gs {
namespace {

/// Any value survives field by field: no table can lose a bit, and none names a bit twice.
void hold(std::span<const RegisterInfo> all) {
    std::mt19937_64 random(1);
    for (const RegisterInfo& one : all) {
        for (int i = 0; i < 1000; ++i) {
            const auto in = word_of<RawWord>(random());
            RawWord out;
            for (const FieldInfo& field : one.fields) out.insert(field, in.extract(field));
            ASSERT_EQ(in, out) << one.name;
        }
    }
}

TEST(GsRegisters, FieldsHoldEveryBit) {
    hold(general_registers());
    hold(privileged_registers());
}

TEST(GsRegisters, AreFoundByNumberAndName) {
    for (const RegisterInfo& one : general_registers()) {
        EXPECT_EQ(general_register(one.address), &one);
        EXPECT_EQ(general_register(one.name), &one);
    }
    EXPECT_EQ(general_register("frame_1"), general_register(0x4c));
    EXPECT_EQ(general_register(0x0b), nullptr);
    EXPECT_EQ(privileged_register(0x70), privileged_register("DISPFB1"));
}

TEST(GsRegisters, KeepWhatIsSet) {
    Registers registers;
    for (const RegisterInfo& one : general_registers()) EXPECT_TRUE(set(registers, one.address, one.address * 0x101));
    for (const RegisterInfo& one : general_registers()) EXPECT_EQ(get(registers, one.address), one.address * 0x101);
    EXPECT_FALSE(set(registers, 0x63, 1));
}

TEST(GsRegisters, LieInPagesAtTheirOffsets) {
    std::array<std::uint8_t, kPrivilegedBytes> page{}, back{};
    for (const RegisterInfo& one : privileged_registers())
        page[one.address + 7] = static_cast<std::uint8_t>(one.address >> 4);
    const Privileged registers = privileged_of(page);
    EXPECT_EQ(value_of(registers.DISPLAY2), std::uint64_t{0x0a} << 56);
    store(registers, back);
    EXPECT_EQ(page, back);
}

} // namespace
} // namespace relit::machine::gs
