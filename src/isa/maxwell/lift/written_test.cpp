// The registers that rows of ops.inc say an operation writes are those that its lift stores.
#include "isa/maxwell/encoding/instruction.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/sample_word.hpp"
#include "isa/shared/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint64_t kExit = 0xe30000000007000f;

/// Returns the general registers that the module stores.
std::set<std::uint32_t> stored(const ir::Module& module) {
    std::set<std::uint32_t> registers;
    for (const ir::Block& block : module.functions[0].blocks)
        for (const ir::Id id : block.insts) {
            const ir::Inst& inst = module[id];
            if (inst.op != ir::Op::StoreFile || module.files[inst.access()[ir::Access::file]].name != "r") continue;
            for (std::uint32_t i = 0; i < bits_of(module[inst.operands[0]].type) / 32; ++i)
                registers.insert(inst.access()[ir::Access::lane] + i);
        }
    return registers;
}

Result<ir::Module> lifted_word(std::uint64_t word) {
    static const ir::Context kWordContext{{{"maxwell.convention", 2},
                                           {"maxwell.shared_bytes", 64},
                                           {"maxwell.local_bytes", 64},
                                           {"maxwell.warp_is_subgroup", 1}}};
    const std::uint64_t words[] = {0, word, kExit, 0}; // the first is a schedule
    std::vector<std::uint8_t> file(sizeof words);
    std::memcpy(file.data(), words, sizeof words);
    ir::ContextReader context(kWordContext, {.readable = true, .named = true});
    return lift(kFrontend, file, context);
}

// No register besides those that may_write names; and of each operation some word writes as many as its row says.
TEST(MaxwellWritten, AreTheRegistersThatLiftsStore) {
    constexpr unsigned kWords = 200;
    Random random(7);
    std::map<Op, std::pair<std::uint32_t, bool>> most; // registers from Rd on, and whether any word is lifted
    for (std::size_t i = 0; i < kForms; ++i) {
        const auto form = static_cast<Form>(i);
        auto& [written, is_lifted] = most[row(form).op];
        for (unsigned k = 0; k < kWords; ++k) {
            const Instruction in{random_word(random, form), 8, form};
            const auto module = lifted_word(in.word);
            if (!module) continue;
            is_lifted = true;
            for (const std::uint32_t reg : stored(*module)) {
                EXPECT_TRUE(may_write(in, reg)) << row(in.op()).mnemonic << std::hex << " " << in.word << " R" << reg;
                const bool is_of_second = in.has(Role::D2) && reg - in[Role::D2] < 2;
                if (in.has(Role::D) && !is_of_second) written = std::max(written, reg - in[Role::D] + 1);
            }
        }
    }
    for (const auto& [op, seen] : most) {
        const auto& [written, is_lifted] = seen;
        if (is_lifted && row(op).written != kAnyRegister) {
            EXPECT_EQ(written, row(op).written) << row(op).mnemonic;
        }
    }
}

} // namespace
} // namespace relit::isa::maxwell
