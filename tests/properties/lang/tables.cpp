// Look-ups keep their meaning as entries of an array, and as choices.
#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "run/interpreter.hpp"
#include "tests/support/lang/word_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace relit::lang::table_properties {
namespace {

using ir::Id;
using ir::Op;

constexpr std::uint32_t kMask = 63;

/// Two look-ups: at what is given, and at its lower bits.
ir::Module look_ups(std::size_t entries) {
    return test::word_program(1, [&](ir::Builder& ir, std::uint32_t in, std::uint32_t out) {
        std::vector<std::uint32_t> table;
        for (std::size_t i = 0; i < entries; ++i) table.push_back(static_cast<std::uint32_t>(100 + i * i));
        const std::uint32_t number = ir.table(table);
        const Id any = ir.load(in, 0, ir::kI32);
        ir.store(out, 0, ir.lookup(number, any), 1);
        ir.store(out, 1, ir.lookup(number, ir.IAnd(any, ir.i32(kMask))), 1);
    });
}

TEST(Tables, AreLookedUpAsBefore) {
    for (const Dialect dialect : {Dialect::SpirV, Dialect::GlslVulkan})
        for (const std::size_t entries : {0U, 1U, 2U, 5U, 63U, 64U, 100U}) {
            const ir::Module before = look_ups(entries);
            ir::Module after = before.clone();
            ASSERT_TRUE(lower_tables(after, {.dialect = dialect}));
            ASSERT_TRUE(ir::verify(after)) << ir::verify(after).error().text;
            EXPECT_FALSE(lower_tables(after, {.dialect = dialect})) << "they are entries already";
            for (const std::uint32_t at : {0U, 1U, 4U, 5U, 62U, 63U, 64U, 99U, 100U, 127U, 0x80000000U, 0xffffffffU}) {
                run::State wanted = run::blank_state(before);
                wanted.files[0][0] = at;
                run::State got = wanted;
                ASSERT_TRUE(run::run(before, {&wanted, 1}) && run::run(after, {&got, 1}));
                EXPECT_EQ(got.files[1], wanted.files[1]) << entries << " entries, at " << at;
            }
        }
}

TEST(Tables, AreArraysOfTextWhereTheEntryIsThere) {
    ir::Module within = look_ups(64), beyond = look_ups(63), choices = look_ups(64);
    ASSERT_TRUE(lower_tables(within, {.dialect = Dialect::GlslVulkan}));
    ASSERT_TRUE(lower_tables(beyond, {.dialect = Dialect::GlslVulkan}));
    ASSERT_TRUE(lower_tables(choices, {.dialect = Dialect::SpirV}));
    EXPECT_EQ(test::calls_in_main(within), 1U);
    EXPECT_EQ(test::calls_in_main(beyond), 2U);
    EXPECT_EQ(test::calls_in_main(choices), 2U);
    const auto is_look_up = [](const ir::Inst& inst) { return inst.op == Op::LoadTable; };
    EXPECT_TRUE(std::ranges::none_of(choices.insts, is_look_up));
}

} // namespace
} // namespace relit::lang::table_properties
