#include "verify/beginning.hpp"

#include "ir/builder.hpp"
#include "verify/rewrite/path_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::verify {
namespace {

// Three guest instructions store to a register, the second of which ends with a branch to the third.
struct ThreeStores {
    ir::Module module;
    std::uint32_t file = 0;

    ThreeStores() {
        ir::Builder ir(module);
        file = ir.file("r", ir::Kind::I32, 1, 3, ir::Role::Register);
        ir.function("main");
        const ir::BlockId middle = ir.block(), end = ir.block();
        store(ir, "first", 0);
        store(ir, "second", 1);
        ir.branch(ir.add(ir::Op::INe, ir::kBool, {{ir.load(file, 0, ir::kI32), ir.i32(0)}}), middle, end);
        ir.move_to(0, middle);
        store(ir, "third", 2);
        ir.jump(end);
        ir.move_to(0, end);
        ir.origin({});
        ir.ret();
    }
    void store(ir::Builder& ir, std::string_view text, std::uint32_t reg) const {
        ir.origin(text);
        ir.store(file, reg, ir.i32(7));
    }
};

/// Returns true if an instruction of this origin stores to a file.
bool stores(const ir::Module& module, std::uint32_t origin, std::uint32_t file) {
    for (const ir::Block& block : module.functions[0].blocks)
        for (const ir::Id id : block.insts)
            if (module[id].op == ir::Op::StoreFile && module[id].origin == origin &&
                module[id].access()[ir::Access::file] == file)
                return true;
    return false;
}

/// Differs where an instruction stores to a file, if such differences are seen.
Probe probe_of(std::uint32_t origin, std::uint32_t file, std::optional<Watched> seen_in) {
    const auto compare = [=](const ir::Module& cut, Watched watched) -> Result<std::optional<Difference>> {
        if (!stores(cut, origin, file) || (seen_in && watched != *seen_in)) return std::nullopt;
        return Difference{"r", 7, 8, run::TracedLane{.index = file, .at = 0, .kind = ir::Kind::I32}};
    };
    const auto slice = [](const ir::Module& module, const run::Query&) -> Result<std::optional<BackwardSlice>> {
        return BackwardSlice{.module = module.clone(), .value = 7};
    };
    return {compare, slice};
}

TEST(Beginning, IsTheFirstInstructionThatDiffers) {
    const ThreeStores program;
    for (std::uint32_t origin = 1; origin <= 3; ++origin) {
        const auto began = where_it_began(program.module, &program.module, probe_of(origin, program.file, {}));
        ASSERT_TRUE(began);
        EXPECT_TRUE(began->instruction.starts_with("instruction " + std::to_string(origin - 1) + ":"));
        EXPECT_TRUE(began->difference);
        EXPECT_FALSE(began->registers_hide);
        EXPECT_TRUE(began->slice);
    }
}

TEST(Beginning, SaysThatRegistersHideIt) {
    const ThreeStores program;
    const auto began = where_it_began(program.module, &program.module, probe_of(2, program.file, Watched::Outputs));
    ASSERT_TRUE(began);
    EXPECT_EQ(began->instruction, "instruction 1: second");
    EXPECT_TRUE(began->difference);
    EXPECT_TRUE(began->registers_hide);
}

TEST(Beginning, SaysThatLookingHidesIt) {
    const ThreeStores program;
    const auto began = where_it_began(program.module, &program.module, probe_of(9, program.file, {}));
    ASSERT_TRUE(began);
    EXPECT_FALSE(began->difference);
    EXPECT_FALSE(began->slice);
}

TEST(Beginning, IsTheBranchThatWentAnotherWay) {
    const ThreeStores program;
    const auto path = static_cast<std::uint32_t>(program.module.files.size()); // add_path_records() adds it
    const auto began = where_it_began(program.module, &program.module, probe_of(2, path, {}));
    ASSERT_TRUE(began);
    EXPECT_EQ(began->instruction, "instruction 1: second");
    ASSERT_TRUE(began->difference);
    EXPECT_EQ(began->difference->where, "the path from there");
}

TEST(Beginning, ProgramsThatAreCutStoreNothingLater) {
    const ThreeStores program;
    for (std::uint32_t last = 0; last <= 3; ++last)
        for (std::uint32_t origin = 1; origin <= 3; ++origin)
            EXPECT_EQ(stores(only_up_to(program.module, last), origin, program.file), origin <= last);
}

TEST(Beginning, OutputsThatAreStoredInTheEndGoWithTheInstructionThatComputedThem) {
    ir::Module module;
    ir::Builder ir(module);
    const std::uint32_t colour = ir.file("c0", ir::Kind::I32, 1, 2, ir::Role::Output);
    ir.function("main");
    ir.store(colour, 1, ir.i32(5)); // before the first instruction
    ir.origin("first");
    const ir::Id first = ir.i32(7);
    ir.origin("second");
    const ir::Id second = ir.INot(first);
    ir.origin({});
    ir.store(colour, 0, ir.INeg(second));
    ir.ret();
    const auto count = [&](std::uint32_t last) {
        const ir::Module cut = only_up_to(module, last);
        return std::ranges::count_if(cut.functions[0].blocks[0].insts,
                                     [&](ir::Id id) { return cut[id].op == ir::Op::StoreFile; });
    };
    EXPECT_EQ(count(1), 1);
    EXPECT_EQ(count(2), 2);
}

} // namespace
} // namespace relit::verify
