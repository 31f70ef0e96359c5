#include "isa/r500/encoding/registers.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500 {
namespace {

TEST(R500Registers, FieldsBelongToRowsAndShareNoBit) {
    const RegisterTable& table = program_registers();
    std::size_t fields = 0, values = 0;
    for (const RegisterRow& row : table.registers) {
        std::uint32_t owned = 0;
        for (const FieldRow& each : fields_of(table, row)) {
            RegisterWord all;
            all.set(each.field, ~0U);
            EXPECT_EQ(owned & all.raw[0], 0U) << row.name << " " << each.field.name;
            owned |= all.raw[0];
            EXPECT_FALSE(each.purpose.empty()) << each.field.name;
            for (const ValueRow& value : values_of(table, each))
                EXPECT_LT(value.number, std::uint64_t{1} << each.field.width()) << value.name;
            values += values_of(table, each).size();
            ++fields;
        }
    }
    EXPECT_EQ(fields, table.fields.size()) << "fields.inc stands in the order of registers.inc";
    EXPECT_EQ(values, table.values.size()) << "values.inc stands in the order of fields.inc";
}

TEST(R500Registers, AreFoundByNumberAndName) {
    const RegisterTable& table = program_registers();
    ASSERT_TRUE(register_at(table, 0x4320 + 4 * 3));
    EXPECT_EQ(register_at(table, 0x4320 + 4 * 3)->name(), "RS_INST_3");
    EXPECT_EQ(register_at(table, 0x250c)->name(), "VAP_PVS_FLOW_CNTL_ADDRS_UW_1") << "stride 8, between those of LW";
    EXPECT_FALSE(register_at(table, 0x4360));
    EXPECT_FALSE(register_at(table, 0x4321));
    EXPECT_EQ(register_named(table, "rs_inst_15")->number(), 0x435cU);
    EXPECT_EQ(register_named(table, "RS_INST")->number(), 0x4320U);
    EXPECT_FALSE(register_named(table, "RS_INST_16"));
    EXPECT_FALSE(register_named(table, "RS_INST_03"));
    EXPECT_EQ(register_named(table, "VAP_PVS_CODE_CNTL_0")->number(), 0x22d0U) << "a name that ends in a number";
    EXPECT_EQ(reg::US_FORMAT0 + 4 * 15, 0x467cU);
}

TEST(R500Registers, FieldsReadAndReset) {
    const RegisterWord word{{{0x3fU << 20 | 7U << 10 | 2U}}};
    EXPECT_EQ(word[field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST], 0x3fU);
    EXPECT_EQ(word[field::VAP_PVS_CODE_CNTL_0__PVS_XYZW_VALID_INST], 7U);
    const RegisterTable& table = program_registers();
    const auto& row = *register_named(table, "VAP_CNTL")->row;
    EXPECT_EQ(reset_value(fields_of(table, row)).raw[0], 9U << 18);
    const FieldRow* opcode =
        field_named(fields_of(table, *register_named(table, "VAP_PVS_FLOW_CNTL_OPC")->row), "pvs_fc_opc_3");
    ASSERT_NE(opcode, nullptr);
    EXPECT_EQ(name_of(values_of(table, *opcode), 2), "LOOP");
    EXPECT_EQ(value_named(values_of(table, *opcode), "jsr"), 3U);
}

} // namespace
} // namespace relit::isa::r500
