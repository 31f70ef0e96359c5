#include "isa/maxwell/lift/liveness.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/sample_word.hpp"
#include "isa/shared/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint64_t kExit = 0xe30000000007000f, kMov32i = 0x010000000007f000;

/// The words in order, each fourth a schedule.
std::vector<std::uint64_t> scheduled(std::vector<std::uint64_t> words) {
    for (std::size_t i = 0; i < words.size(); i += 4) words.insert(words.begin() + static_cast<std::ptrdiff_t>(i), 0);
    return words;
}

/// Which of the instructions are used if these registers are live at the end.
std::vector<bool> needed(const std::vector<std::uint64_t>& words, const RegisterSet& at_end) {
    Program program;
    program.words = scheduled(words);
    program.code = decode(program.words);
    const auto flow = control_flow_of(program);
    EXPECT_TRUE(flow.has_value());
    Liveness needs(program, *flow, at_end);
    needs.look_at(0);
    std::vector<bool> all;
    for (std::size_t i = 0; i < flow->blocks[0].count; ++i) all.push_back(needs.is_needed(i));
    return all;
}

/// Registers that a lift reads before it stores them, and all that it stores.
struct Seen {
    std::set<std::uint32_t> read, stored;
};
Seen registers_of(const ir::Module& module) {
    Seen seen;
    for (const ir::Block& block : module.functions[0].blocks)
        for (const ir::Id id : block.insts) {
            const ir::Inst& inst = module[id];
            if (inst.op != ir::Op::LoadFile && inst.op != ir::Op::StoreFile) continue;
            const ir::RegisterFile& file = module.files[inst.access()[ir::Access::file]];
            if (file.name != "r") continue;
            const bool loads = inst.op == ir::Op::LoadFile;
            const ir::Type type = loads ? inst.type : module[inst.operands[0]].type;
            for (std::uint32_t i = 0; i < bits_of(type) / 32; ++i) {
                const std::uint32_t reg = inst.access()[ir::Access::lane] + i;
                if (loads && !seen.stored.contains(reg)) seen.read.insert(reg);
                if (!loads) seen.stored.insert(reg);
            }
        }
    return seen;
}

Result<ir::Module> lifted_word(std::uint64_t word) {
    static const ir::Context kWordContext{{{"maxwell.convention", 2},
                                           {"maxwell.shared_bytes", 64},
                                           {"maxwell.local_bytes", 64},
                                           {"maxwell.warp_is_subgroup", 1}}};
    const std::vector<std::uint64_t> words = scheduled({word, kExit});
    std::vector<std::uint8_t> file(words.size() * kWordBytes);
    std::memcpy(file.data(), words.data(), file.size());
    ir::ContextReader context(kWordContext, {.readable = true, .named = true});
    return lift(kFrontend, file, context);
}

bool is_lifted_alone(Op op) {
    return !pushed_by(op) && !popped_by(op) && !is_jump(op) && op != Op::CAL && op != Op::JCAL;
}

// What a lift reads is needed, what it stores is a reason to lift it, and what does not outlive it was stored.
TEST(MaxwellNeeds, AreAtLeastWhatTheLiftReadsAndAtMostWhatItLeaves) {
    constexpr unsigned kWords = 8;
    Random random(7);
    for (std::size_t i = 0; i < kForms; ++i) {
        const auto form = static_cast<Form>(i);
        if (!is_lifted_alone(row(form).op)) continue;
        for (unsigned k = 0; k < kWords; ++k) {
            const std::uint64_t word = random_word(random, form);
            const auto module = lifted_word(word);
            if (!module) continue;
            const Seen seen = registers_of(*module);
            SCOPED_TRACE(testing::Message() << row(row(form).op).mnemonic << std::hex << " " << word);
            RegisterSet left; // all that it leaves
            for (const std::uint32_t reg : seen.stored) left.add(reg);
            for (std::uint32_t index = kPredicateAt; index < kRegisterSetSize; ++index) left.add(index);
            for (const std::uint32_t reg : seen.read) {
                const std::vector<bool> both = needed({kMov32i | reg, word, kExit}, left);
                EXPECT_TRUE(both[0] || !both[1]) << "R" << reg << " is read";
            }
            for (const std::uint32_t reg : seen.stored) {
                RegisterSet kept;
                kept.add(reg);
                EXPECT_TRUE(needed({word, kExit}, kept)[0]) << "R" << reg << " is stored";
            }
            for (std::uint32_t reg = 0; reg < kZeroRegister; ++reg)
                EXPECT_TRUE(seen.stored.contains(reg) || needed({kMov32i | reg, word, kExit}, RegisterSet::all())[0])
                    << "R" << reg << " is not stored";
        }
    }
}

// A dead word of an address is not lifted; a loop can make it live through its back edge.
TEST(MaxwellNeeds, GoBackAlongTheFlow) {
    const auto lifted_alone = [](std::string_view text) {
        const auto file = assemble(text, {});
        EXPECT_TRUE(file) << file.error().text;
        auto program = load(*file);
        EXPECT_TRUE(program);
        const auto flow = control_flow_of(*program);
        Liveness needs(*program, *flow, {});
        std::string all;
        for (BasicBlockId block = 0; block < flow->blocks.size(); ++block) {
            needs.look_at(block);
            for (std::size_t i = 0; i < flow->blocks[block].count; ++i) all += needs.is_needed(i) ? 'x' : '-';
        }
        return all;
    };
    EXPECT_EQ(lifted_alone("IADD R2.CC, R4, R6 ;\nIADD.X R3, R5, R7 ;\nLDG R8, [R2] ;\nSTG [R2], R8 ;\nEXIT ;\n"),
              "x-xxx");
    EXPECT_EQ(lifted_alone("DADD R2, R4, R6 ;\nMOV R1, R2 ;\nLDG R8, [R4] ;\nEXIT ;\n"), "---x"); // of each kind
    EXPECT_EQ(lifted_alone("loop:\nMOV R4, R8 ;\nSTG [R0], R8 ;\nMOV R8, R3 ;\nBRA loop ;\n"), "-xxx");
    EXPECT_EQ(lifted_alone("MOV R8, R2 ;\nloop:\nSTG [R0], R8 ;\nMOV R8, R3 ;\nMOV R4, R3 ;\nBRA loop ;\n"), "xxx-x");
}

} // namespace
} // namespace relit::isa::maxwell
