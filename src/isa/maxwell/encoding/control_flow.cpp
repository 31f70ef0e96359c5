#include "isa/maxwell/encoding/control_flow.hpp"

#include "base/hash/hash_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace relit::isa::maxwell {
namespace {

using StackId = std::uint32_t; // index in FlowBuilder::stacks_; 0 is the empty one

struct Entry {
    Token token{};
    std::uint32_t target = 0; // address
    StackId below = 0;
    std::uint32_t depth = 0;
};

constexpr std::size_t kMostBlocks = std::size_t{1} << 17;
constexpr std::size_t kMostWritten = std::size_t{1} << 19; // instructions of blocks, and computed branches' targets
constexpr std::uint32_t kMostDepth = 256;

/// Whether the flow does more at an operation than go on, as only few do; false for all whose meaning is in their lift.
constexpr auto kSteers = [] {
    std::array<bool, kOps> by_op{};
    for (const Op op : {Op::SSY, Op::PBK, Op::PCNT, Op::PRET, Op::PEXIT, Op::PLONGJMP, Op::SYNC, Op::BRK, Op::CONT,
                        Op::RET, Op::EXIT, Op::LONGJMP, Op::BRA, Op::JMP, Op::BRX, Op::JMX, Op::CAL, Op::JCAL})
        by_op[static_cast<std::size_t>(op)] = true;
    return by_op;
}();

bool steers(const Instruction& in) { return in.known() && kSteers[static_cast<std::size_t>(in.op())]; }
bool branches(const Instruction& in) {
    return steers(in) && (popped_by(in.op()) || is_jump(in.op()) || in.op() == Op::CAL);
}

/// Finds the blocks from the start on, each once for every stack; where the program keeps the stack, once.
class FlowBuilder {
public:
    FlowBuilder(const Program& program, const KnownWords& known, bool keeps_stack)
        : program_(program), leads_(program.code.size()) {
        stacks_.emplace_back();
        find_leaders(known);
        flow_.keeps_stack = keeps_stack;
        if (keeps_stack) flow_.pushed.assign(program.code.size(), kLeaves);
    }

    Result<ControlFlow> walk() {
        (void)block_at(program_.entry, 0);
        if (flow_.keeps_stack && any_computed_) flow_.arms = all_arms();
        for (BasicBlockId block = 0; block < starts_.size() && problem_.empty(); ++block) follow(block);
        if (!problem_.empty()) return fail(FaultKind::NotSupported, problem_);
        return std::move(flow_);
    }

private:
    struct Start {
        std::uint32_t index = 0; // in Program::code
        StackId stack = 0;
    };

    [[nodiscard]] std::optional<std::uint32_t> index_of(std::int64_t address) const {
        const Instruction* in = program_.at(address);
        if (in == nullptr) return {};
        return static_cast<std::uint32_t>(in - program_.code.data());
    }

    void find_leaders(const KnownWords& known) {
        const auto lead = [&](std::int64_t address) {
            if (const auto index = index_of(address)) leads_[*index] = true;
        };
        lead(program_.entry);
        for (std::size_t i = 0; i < program_.code.size(); ++i) {
            const Instruction& in = program_.code[i];
            if (!steers(in)) continue;
            if (const auto target = target_of(in)) lead(*target);
            if (in.op() == Op::JMP || in.op() == Op::JCAL) lead(in[Role::Target]);
            if (branches(in) && i + 1 < leads_.size()) leads_[i + 1] = true;
            any_computed_ = any_computed_ || is_computed(in.op());
        }
        if (any_computed_ && known) tables_ = table_targets(program_, leads_, known);
        // Without its table a computed branch can go to any instruction of the code.
        if (any_computed_ && !tables_) leads_.assign(leads_.size(), true);
        if (!tables_) return;
        for (const auto& [branch, targets] : *tables_)
            for (const std::uint32_t target : targets) lead(target);
    }

    void warn(const Instruction& in, std::string_view what) {
        constexpr std::size_t kMost = 100;
        if (flow_.warnings.size() < kMost) flow_.warnings.push_back(fmt::format("{:#06x}: {}", in.address, what));
    }

    StackId push(const Instruction& in, StackId below, Token token, std::uint32_t target) {
        if (!flow_.keeps_stack) return push(below, token, target);
        flow_.pushed[static_cast<std::size_t>(&in - program_.code.data())] = go_to(in, target, 0);
        return 0;
    }
    StackId push(StackId below, Token token, std::uint32_t target) {
        const auto fresh = static_cast<StackId>(stacks_.size());
        const std::uint32_t hash = WordHash().add(below).add(static_cast<std::uint32_t>(token)).add(target).value();
        const StackId id = stack_index_.find_or_add(hash, fresh, [&](StackId other) {
            const Entry& entry = stacks_[other];
            return entry.below == below && entry.token == token && entry.target == target;
        });
        if (id == fresh) stacks_.push_back({token, target, below, stacks_[below].depth + 1});
        if (stacks_[id].depth > kMostDepth) problem_ = "the divergence stack has no known bound";
        return id;
    }

    /// Counts what the blocks hold.
    void write_out(std::size_t count) {
        written_ += count;
        if (written_ > kMostWritten) problem_ = "too many calls and paths of the divergence stack to inline";
    }

    BasicBlockId block_at(std::int64_t address, StackId stack) {
        const auto index = index_of(address);
        if (!index) return kLeaves;
        const auto fresh = static_cast<BasicBlockId>(starts_.size());
        const BasicBlockId id = run_index_.find_or_add(
            WordHash().add(*index).add(stack).value(), fresh,
            [&](BasicBlockId other) { return starts_[other].index == *index && starts_[other].stack == stack; });
        if (id != fresh) return id;
        starts_.push_back({*index, stack});
        flow_.blocks.push_back({*index});
        if (starts_.size() > kMostBlocks) problem_ = "too many calls and paths of the divergence stack to inline";
        return id;
    }
    BasicBlockId go_to(const Instruction& from, std::int64_t address, StackId stack) {
        const BasicBlockId block = block_at(address, stack);
        if (block == kLeaves)
            warn(from, fmt::format("goes to {:#x}, outside the code: the thread ends there", address));
        return block;
    }

    void follow(BasicBlockId id) {
        StackId stack = starts_[id].stack;
        std::uint32_t index = starts_[id].index;
        const std::size_t left = kMostWritten - std::min(written_, kMostWritten) + 1;
        const std::size_t end = std::min(program_.code.size(), index + left);
        for (; index < end; ++index) {
            const Instruction& in = program_.code[index];
            if (index != starts_[id].index && leads_[index]) return end_run(id, index, stack);
            if (!steers(in)) continue;
            if (const auto token = pushed_by(in.op())) stack = push_of(in, *token, stack);
            if (!branches(in)) continue;
            branch(id, index, stack);
            return;
        }
        set_count(id, index);
        warn(program_.code.back(), "the code ends here without an EXIT: the thread ends");
    }
    /// Before the next leader.
    void end_run(BasicBlockId id, std::uint32_t index, StackId stack) {
        const BasicBlockId next = block_at(program_.code[index].address, stack);
        set_count(id, index);
        flow_.blocks[id].next = next;
    }
    void set_count(BasicBlockId id, std::uint32_t end) {
        flow_.blocks[id].count = end - starts_[id].index;
        write_out(flow_.blocks[id].count);
    }
    StackId push_of(const Instruction& in, Token token, StackId stack) {
        const auto target = target_of(in);
        if (!target) problem_ = fmt::format("{:#06x}: a target from a constant buffer is not known", in.address);
        return target ? push(in, stack, token, static_cast<std::uint32_t>(*target)) : stack;
    }

    /// The instruction at `index` ends the block.
    void branch(BasicBlockId id, std::uint32_t index, StackId stack) {
        const Instruction& in = program_.code[index];
        const auto after = static_cast<std::uint32_t>(step(in.address));
        const BasicBlockId target = branch_target(id, in, after, stack);
        const BasicBlockId next = ends_flow(in) || in.op() == Op::CAL ? kLeaves : block_at(after, stack);
        set_count(id, index + 1);
        flow_.blocks[id].branch = target;
        flow_.blocks[id].next = next;
    }
    BasicBlockId branch_target(BasicBlockId id, const Instruction& in, std::uint32_t after, StackId stack) {
        if (const auto token = popped_by(in.op())) return pop(id, in, *token, stack);
        if (is_computed(in.op())) return reach_all(in, id, stack);
        if (in.op() == Op::JMP) return go_to(in, in[Role::Target], stack);
        const auto target = target_of(in);
        if (!target) {
            problem_ = fmt::format("{:#06x}: a target from a constant buffer is not known", in.address);
            return kLeaves;
        }
        if (in.op() == Op::CAL) stack = push(in, stack, Token::Return, after);
        return go_to(in, *target, stack);
    }
    /// To the nearest entry of the kind; those above it are dropped.
    BasicBlockId pop(BasicBlockId id, const Instruction& in, Token token, StackId stack) {
        if (flow_.keeps_stack) {
            flow_.blocks[id].pops = token;
            return kLeaves;
        }
        while (stack != 0 && stacks_[stack].token != token) stack = stacks_[stack].below;
        const bool leaves = token == Token::Exit || token == Token::Return; // RET of the main program ends it
        if (stack == 0 && !leaves) warn(in, "finds no entry on the divergence stack: the thread ends");
        return stack == 0 ? kLeaves : go_to(in, stacks_[stack].target, stacks_[stack].below);
    }
    BasicBlockId reach_all(const Instruction& in, BasicBlockId id, StackId stack) {
        if (source(in, Role::Target).kind == Source::Kind::Constant)
            problem_ = fmt::format("{:#06x}: a target from a constant buffer is not known", in.address);
        if (flow_.keeps_stack) return kLeaves; // ControlFlow::arms
        const std::vector<std::uint32_t> targets = targets_of(static_cast<std::uint32_t>(&in - program_.code.data()));
        write_out(targets.size());
        if (problem_.empty()) flow_.blocks[id].arms = arms(targets, stack);
        return kLeaves;
    }
    [[nodiscard]] std::vector<std::uint32_t> targets_of(std::uint32_t branch) const {
        if (tables_) return tables_->at(branch);
        std::vector<std::uint32_t> all;
        for (const Instruction& in : program_.code) {
            const auto schedule = static_cast<std::uint32_t>(in.address - kWordBytes); // leads on to the instruction
            if (is_control(schedule)) all.push_back(schedule);
            all.push_back(static_cast<std::uint32_t>(in.address));
        }
        return all;
    }
    std::vector<BasicBlock::Arm> arms(const std::vector<std::uint32_t>& targets, StackId stack) {
        std::vector<BasicBlock::Arm> all;
        for (const std::uint32_t target : targets) all.push_back({target, block_at(target, stack)});
        return all;
    }
    /// Of all computed branches, where the program keeps the stack.
    std::vector<BasicBlock::Arm> all_arms() {
        if (!tables_) return arms(targets_of(0), 0);
        std::set<std::uint32_t> all;
        for (const auto& [branch, targets] : *tables_) all.insert(targets.begin(), targets.end());
        return arms({all.begin(), all.end()}, 0);
    }

    const Program& program_;
    std::vector<bool> leads_; // by instruction: a block starts here
    bool any_computed_ = false;
    std::optional<BranchTargets> tables_; // of computed branches, where they are known
    std::vector<Entry> stacks_;
    HashIndex stack_index_;
    std::vector<Start> starts_; // by block
    HashIndex run_index_;
    ControlFlow flow_;
    std::size_t written_ = 0;
    std::string problem_;
};

} // namespace

std::optional<Token> pushed_by(Op op) {
    switch (op) {
        case Op::SSY: return Token::Sync;
        case Op::PBK: return Token::Break;
        case Op::PCNT: return Token::Continue;
        case Op::PRET: return Token::Return;
        case Op::PEXIT: return Token::Exit;
        case Op::PLONGJMP: return Token::LongJump;
        default: return {};
    }
}

std::optional<Token> popped_by(Op op) {
    switch (op) {
        case Op::SYNC: return Token::Sync;
        case Op::BRK: return Token::Break;
        case Op::CONT: return Token::Continue;
        case Op::RET: return Token::Return;
        case Op::EXIT: return Token::Exit;
        case Op::LONGJMP: return Token::LongJump;
        default: return {};
    }
}

bool is_computed(Op op) { return op == Op::BRX || op == Op::JMX; }
bool is_jump(Op op) { return op == Op::BRA || op == Op::JMP || is_computed(op); }

Result<ControlFlow> control_flow_of(const Program& program, const KnownWords& known) {
    if (program.code.empty()) return fail("the program has no instructions");
    auto flow = FlowBuilder(program, known, false).walk();
    return flow ? std::move(flow) : FlowBuilder(program, known, true).walk();
}

} // namespace relit::isa::maxwell
