#include "machine/r500/registers/text.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace relit::machine::r500 {
namespace {

TEST(R500Registers, EveryAddressHasOneRegister) {
    std::map<std::uint32_t, std::string> names;
    std::set<std::string_view> rows;
    for (const RegisterRow& row : registers().registers) {
        EXPECT_TRUE(rows.insert(row.name).second) << row.name;
        EXPECT_FALSE(row.purpose.empty()) << row.name;
        for (std::uint32_t i = 0; i < row.count; ++i) {
            const Register one{&row, i};
            EXPECT_TRUE(names.emplace(one.number(), one.name()).second)
                << one.name() << " is also " << names[one.number()];
            EXPECT_EQ(register_at(one.number()), one);
            EXPECT_EQ(register_number(one.name()), one.number());
        }
    }
    EXPECT_FALSE(register_at(0x4e02)) << "not the address of a dword";
    EXPECT_FALSE(register_at(0x8000));
}

TEST(R500Registers, FieldsDoNotOverlapAndBelongToARegister) {
    std::set<std::string_view> owners;
    for (const RegisterRow& row : registers().registers) {
        std::uint32_t owned = 0;
        for (const FieldRow& field : fields_of(row)) {
            RegisterWord word;
            word.set(field.field, ~std::uint32_t{0});
            EXPECT_EQ(owned & word.raw[0], 0U) << row.name << " " << field.field.name;
            EXPECT_LE(field.field.runs[0].bit + field.field.width(), 32U) << row.name << " " << field.field.name;
            EXPECT_FALSE(field.purpose.empty()) << row.name << " " << field.field.name;
            owned |= word.raw[0];
        }
        if (!fields_of(row).empty()) owners.insert(row.name);
    }
    for (const FieldRow& field : registers().fields) EXPECT_TRUE(owners.contains(field.reg)) << field.reg;
}

TEST(R500Registers, ValuesFitTheirFieldsAndHaveOneNameEach) {
    std::size_t seen = 0;
    for (const FieldRow& field : registers().fields) {
        std::set<std::uint32_t> numbers;
        std::set<std::string_view> names;
        for (const ValueRow& value : values_of(field)) {
            ++seen;
            EXPECT_EQ(std::uint64_t{value.number} >> field.field.width(), 0U) << field.reg << " " << value.name;
            EXPECT_TRUE(numbers.insert(value.number).second) << field.reg << " " << value.name;
            EXPECT_TRUE(names.insert(value.name).second) << field.reg << " " << value.name;
        }
    }
    EXPECT_EQ(seen, registers().values.size()) << "values of fields that are none, or that do not stand together";
}

TEST(R500Registers, AnyValuePrintsToTextThatReadsBack) {
    std::mt19937 random(1);
    for (const RegisterRow& row : registers().registers) {
        for (int i = 0; i < 50; ++i) {
            const std::uint32_t value =
                static_cast<std::uint32_t>(random()) & (i % 2 == 0 ? ~0U : static_cast<std::uint32_t>(random()));
            const std::string text = value_text(row.offset, value);
            Scanner in(text);
            EXPECT_EQ(parse_value(in, row.offset), value) << row.name << " = " << text;
        }
    }
}

TEST(R500Registers, NumbersOfPllsAndTheMemoryControllerHaveUniqueNames) {
    std::set<std::string_view> names;
    for (const RegisterRow& row : registers().registers) names.insert(row.name);
    for (const RegisterSpace& space : register_spaces().subspan(1))
        for (const RegisterRow& row : space.table->registers)
            EXPECT_TRUE(names.insert(row.name).second) << space.name << " " << row.name;
}

// Names and addresses of Linux radeon r500_reg.h and rs600d.h.
TEST(R500Registers, OfDisplaysAreInTheOneTable) {
    EXPECT_EQ(register_name(0x6080), "D1CRTC_CONTROL");
    EXPECT_EQ(register_number("D2CRTC_CONTROL"), 0x6880U);
    EXPECT_EQ(value_text(0x6880, 0x01000001), "{CRTC_EN=1, DISP_READ_REQUEST_DISABLE=1}");
    EXPECT_EQ(isa::r500::register_named(pll_registers(), "GENERAL_PWRMGT")->number(), 8U);
    EXPECT_EQ(isa::r500::register_named(mc_registers(), "RV515_MC_STATUS")->number(), 8U);
    EXPECT_EQ(isa::r500::register_named(mc_registers(), "R520_MC_STATUS")->number(), 0U);
}

// Addresses and bits of the reference, section 4.
TEST(R500Registers, HaveTheAddressesOfTheReference) {
    EXPECT_EQ(register_name(0x1720), "WAIT_UNTIL");
    EXPECT_EQ(register_name(0x2184), "VAP_VSM_VTX_ASSM");
    EXPECT_EQ(register_name(0x4e58), "RB3D_CMASK_OFFSET_1");
    EXPECT_EQ(register_name(0x43bc), "SC_CLIP_B_1");
    EXPECT_EQ(register_name(0x20d4), "VAP_VTX_AOS_ADDR_EVEN_1");
    EXPECT_EQ(value_text(reg::WAIT_UNTIL, 0x20000), "{WAIT_3D_IDLECLEAN=1}");
    EXPECT_EQ(value_text(reg::ZB_ZSTENCILCNTL, 2), "{ZFUNC=LESS_OR_EQUAL}");
    EXPECT_EQ(value_text(reg::RB3D_COLORPITCH, 0x00c10080), "{COLORPITCH=64, COLORTILE=1, COLORFORMAT=ARGB8888}");
    EXPECT_EQ(value_text(reg::SU_DEPTH_SCALE, 0x4b7fffff), "16777215.0");
    EXPECT_EQ(value_text(reg::ZB_ZTOP, 3), "0x3") << "a bit that no field owns";
}

} // namespace
} // namespace relit::machine::r500
