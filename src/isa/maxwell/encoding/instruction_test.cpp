// Words that the reference and other tools decode, decoded here.
#include "isa/maxwell/encoding/instruction.hpp"
#include "isa/maxwell/text/sample_word.hpp"

#include <gtest/gtest.h>

#include <array>
#include <ios>

namespace relit::isa::maxwell {
namespace {

Instruction at(std::uint64_t word, std::uint32_t address = 8) { return {word, address, form_of(word)}; }

TEST(MaxwellInstruction, ReadsAFusedMultiplyAdd) {
    // ffma ftz rz $r200 $r42 neg 0x0 $r34, guard $p2
    const Instruction in = at(0x59b911000ff22ac8);
    ASSERT_EQ(in.form, Form::FFMA_R);
    EXPECT_EQ(in.guard(), 2U);
    EXPECT_EQ(in[Role::D], 200U);
    EXPECT_EQ(in[FieldId::Fmz53], 1U);
    EXPECT_EQ(in[Role::Round], 3U);
    EXPECT_EQ(in[Role::NegB], 1U);
    EXPECT_EQ(in[Role::NegC], 0U);
    EXPECT_EQ(source(in, Role::A), (Source{Source::Kind::Register, 42, 0}));
    EXPECT_EQ(source(in, Role::B), (Source{Source::Kind::Register, 255, 0}));
    EXPECT_EQ(source(in, Role::C), (Source{Source::Kind::Register, 34, 0}));
}

TEST(MaxwellInstruction, ReadsSourcesOfEveryKind) {
    const Instruction cbuf = at(0x4bf0a56800071356); // bfi cc $r86 $r19 c26[0x0] $r74
    EXPECT_EQ(source(cbuf, Role::B), (Source{Source::Kind::Constant, 26, 0}));
    const Instruction word = at(0x4c5800a000073812); // fadd rm $r18 $r56 c8[0x0]
    EXPECT_EQ(source(word, Role::B).index, 8U);
    const Instruction minus = at(0x393800800807ff3a); // imul u32 u32 hi $r58 0x0 -0x7ff80
    EXPECT_EQ(static_cast<std::int64_t>(source(minus, Role::B).number), -0x7ff80);
    const Instruction top = at(0x39ae04296bef0d01); // f2f f64 f16 round sat $r1 abs 0xa96be000
    EXPECT_EQ(source(top, Role::B).number, 0xa96be000U);
    const Instruction half = at(0x2c0543fb21b73ae4); // hadd2_32i $r228 $r58 0x543f 0xb21b
    EXPECT_EQ(source(half, Role::B).number, 0x543fb21bU);
    const Instruction lane = at(0xef1300000e0714ff); // shfl idx $p3 0x0 $r20 $r224 $r0
    EXPECT_EQ(source(lane, Role::B), (Source{Source::Kind::Register, 224, 0}));
    EXPECT_EQ(source(lane, Role::C), (Source{Source::Kind::Register, 0, 0}));
    const Instruction fixed = at(0xef17007c20470004); // shfl idx 0x1 $r4 $r0 $r4 0x1f
    EXPECT_EQ(source(fixed, Role::C), (Source{Source::Kind::Number, 0, 0x1f}));
}

TEST(MaxwellInstruction, FindsTargetsAndOffsets) {
    EXPECT_EQ(target_of(at(0xe2400fffff87000f, 0xf8)), 0xf8);  // bra to itself
    EXPECT_EQ(target_of(at(0xe2a000000b000000, 0x88)), 0x140); // pbk 0x140
    EXPECT_FALSE(target_of(at(0xe280000000000020)));           // plongjmp c0[0x0]
    EXPECT_FALSE(target_of(at(0)));
    EXPECT_EQ(offset_of(at(0xef5223851bd7ea64)), 0x3851bd);  // stl cs u16 l[$r234+0x3851bd] $r100
    EXPECT_EQ(offset_of(at(0xef800e2fd2470805)), -0x1d02dc); // cctll iv l[$r8-0x1d02dc]
    EXPECT_EQ(first_at(0x140), 0x148U);
    EXPECT_EQ(step(0x158), 0x168U);
}

TEST(MaxwellInstruction, PrefersTheFormWithMoreFixedBits) {
    EXPECT_EQ(at(0xeef100000217d3fe).form, Form::ATOM_CAS_S);
    EXPECT_EQ(at(0xed1a00000ff730e2).form, Form::ATOM_S);
    EXPECT_EQ(at(0xd8404d800ff73eff).form, Form::TEXS_S);
    EXPECT_EQ(at(0xdd3800084ff7ffff).form, Form::TLD_B_R);
    EXPECT_EQ(at(0).form, Form::Unknown);
}

/// Fields that show bits of others have the role of those; so has the second operand of a choice.
bool is_view(const FieldRow& field) {
    return field.kind == Kind::Same || field.kind == Kind::NegateIf1 || field.kind == Kind::NegateIf2;
}

TEST(MaxwellInstruction, GivesARoleToOneFieldOfAForm) {
    for (std::size_t i = 0; i < kForms; ++i) {
        const FormRow& form = row(static_cast<Form>(i));
        std::array<int, kRoles> fields{};
        for (const FieldId id : form.text)
            if (row(id).kind != Kind::Mark && !is_view(row(id))) ++fields[static_cast<std::size_t>(row(id).role)];
        for (std::size_t role = 0; role < kRoles; ++role)
            EXPECT_LE(fields[role], form.has_choices ? 2 : 1)
                << row(form.op).mnemonic << " form " << i << ": " << lift_of(static_cast<Role>(role));
    }
}

TEST(MaxwellInstruction, FindsTheFormOfItsLegalWords) {
    Random random(1);
    for (std::size_t i = 0; i < kForms; ++i) {
        const auto form = static_cast<Form>(i);
        for (int k = 0; k < 20; ++k) {
            const std::uint64_t word = random_word(random, form);
            EXPECT_EQ(form_of(word), form) << row(row(form).op).mnemonic << std::hex << " " << word;
        }
    }
}

TEST(MaxwellInstruction, DescribesEveryRole) {
    for (std::size_t role = 0; role < kRoles; ++role) EXPECT_FALSE(lift_of(static_cast<Role>(role)).empty()) << role;
}

/// A value that text leaves out must be the only one, or the assembler could not know which.
TEST(MaxwellInstruction, LeavesOutOneValueAtMost) {
    for (const FieldRow& field : kFieldRows) {
        if (field.names.empty()) continue;
        int silent = 0;
        for (std::uint64_t value = 0; value < std::uint64_t{1} << field.bits(); ++value)
            silent += name_of(field, value).empty() ? 1 : 0;
        EXPECT_LE(silent, 1) << field.id;
    }
}

} // namespace
} // namespace relit::isa::maxwell
