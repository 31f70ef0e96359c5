// The control flow graph of a Maxwell program: basic blocks, each with the divergence stack on entry.
#pragma once

#include "isa/maxwell/encoding/branch_tables.hpp"
#include "isa/maxwell/encoding/program.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace relit::isa::maxwell {

/// What an entry of the divergence stack waits for.
enum class Token : std::uint8_t { Sync, Break, Continue, Return, Exit, LongJump };
inline constexpr std::size_t kTokens = 6;

using BasicBlockId = std::uint32_t;
inline constexpr BasicBlockId kLeaves = std::numeric_limits<BasicBlockId>::max(); // the thread ends

/// Instructions one after another, reached with one stack. The last one may branch.
struct BasicBlock {
    std::uint32_t first = 0, count = 0; // in Program::code
    BasicBlockId next = kLeaves;        // where the flow goes on; kLeaves too if the last one always branches
    BasicBlockId branch = kLeaves;      // where the last instruction branches to
    /// Of a branch to a computed address: all that it can reach, by address.
    struct Arm {
        std::uint32_t address = 0;
        BasicBlockId to = kLeaves;
    };
    std::vector<Arm> arms{};
    /// Where the stack is kept while the program runs: the last instruction goes where the nearest such entry says.
    std::optional<Token> pops{};
};

/// Where it is known what the stack holds, one block can appear several times, once for each stack it is reached with: so
/// calls are written out. Where that has no bound, or would be too long, the program itself keeps the stack.
struct ControlFlow {
    std::vector<BasicBlock> blocks; // blocks[0] is where the program starts
    std::vector<std::string>
        warnings; // edges that lead out of the code, or that find nothing on the stack: the thread ends
    bool keeps_stack = false;
    std::vector<BasicBlockId>
        pushed{}; // where it keeps the stack: by instruction, where the entry that it pushes leads
    std::vector<BasicBlock::Arm> arms{}; // the same: what computed branches can reach
};

/// Fails where the program has no instructions, or more than the limit. `known`: for the tables of computed branches.
[[nodiscard]] Result<ControlFlow> control_flow_of(const Program& program, const KnownWords& known = {});

/// The entry that the instruction pushes, or pops; nothing where it does neither.
[[nodiscard]] std::optional<Token> pushed_by(Op op);
[[nodiscard]] std::optional<Token> popped_by(Op op);
/// Whether it branches; to an address in a register.
[[nodiscard]] bool is_jump(Op op);
[[nodiscard]] bool is_computed(Op op);

} // namespace relit::isa::maxwell
