// Maxwell programs as IR: one origin an instruction, one IR block for each basic block.
#include "isa/maxwell/context_keys.hpp"
#include "isa/maxwell/encoding/control_flow.hpp"
#include "isa/maxwell/lift/driver/address_halves.hpp"
#include "isa/maxwell/lift/driver/which_driver.hpp"
#include "isa/maxwell/lift/epilogue.hpp"
#include "isa/maxwell/lift/join.hpp"
#include "isa/maxwell/lift/lifter.hpp"
#include "isa/maxwell/lift/operations/warp.hpp"
#include "isa/maxwell/lift/stack.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

namespace relit::isa::maxwell {
namespace {

/// Writes the basic blocks as IR blocks.
class BlockWriter {
public:
    BlockWriter(Lift& lift, const ControlFlow& flow)
        : lift_(lift), flow_(flow), live_flags_(lift.program, flow, lift.context.reads_registers() ? kAllFlags : 0) {}

    /// From the builder's position to where threads end, which is its position afterwards if only one edge leads there:
    /// kNoBlock where none does.
    ir::BlockId write() {
        starts_here_ = !leads_back_to_start();
        blocks_.push_back(starts_here_ ? lift_.ir.here() : lift_.ir.block());
        while (blocks_.size() < flow_.blocks.size()) blocks_.push_back(lift_.ir.block());
        if (!starts_here_) lift_.ir.jump(blocks_[0]);
        if (flow_.keeps_stack) stack_.emplace(lift_, flow_, blocks_, leave());
        for (BasicBlockId i = 0; i < flow_.blocks.size(); ++i) write(i);
        if (stack_) stack_->finish();
        return leave_;
    }

private:
    [[nodiscard]] bool leads_back_to_start() const {
        return flow_.keeps_stack || std::ranges::any_of(flow_.blocks, [](const BasicBlock& block) {
                   return block.next == 0 || block.branch == 0 ||
                          std::ranges::count(block.arms, BasicBlockId{0}, &BasicBlock::Arm::to) != 0;
               });
    }
    void write(BasicBlockId which) {
        const BasicBlock& block = flow_.blocks[which];
        is_last_ = which + 1 == flow_.blocks.size();
        const bool reads_all = !lift_.context.builds_ssa();
        if (lift_.ir.here() != blocks_[which]) lift_.ir.move_to(blocks_[which]);
        lift_.start_block();
        const auto code = std::span(lift_.program.code).subspan(block.first, block.count);
        for (std::size_t i = 0; i < code.size(); ++i) {
            lift_.name_origin(block.first + static_cast<std::uint32_t>(i), code[i]);
            if (stack_) push(code[i]);
            if (i + 1 == code.size() && branches(block, code[i]))
                branch(block, code[i]);
            else
                instruction(code, i, reads_all ? kAllFlags : live_flags_.after(which, i));
        }
        if (lift_.ir.ended() || leave_ == lift_.ir.here()) return;
        if (ends_here(block.next)) return;
        lift_.ir.origin({});
        go_to(block.next);
    }
    void instruction(std::span<const Instruction> code, std::size_t at, std::uint32_t live_flags) {
        lift_.instruction(code, at, live_flags);
        if (!code[at].known() || !code[at].has(Role::E)) return;
        if (has_halves_of_two_buffers(code.first(at), code[at], lift_.convention()))
            lift_.refuse("the halves of its address are those of two storage buffers");
    }
    /// Whether threads end at the builder's position, and nowhere else.
    [[nodiscard]] bool ends_here(BasicBlockId to) {
        if (to != kLeaves || !is_last_ || leave_ != ir::kNoBlock) return false;
        leave_ = lift_.ir.here();
        return true;
    }
    /// What a push, or a call, leaves on a stack that the program keeps.
    void push(const Instruction& in) {
        const auto token = !in.known()          ? std::nullopt
                           : in.op() == Op::CAL ? std::optional(Token::Return)
                                                : pushed_by(in.op());
        if (!token) return;
        stack_->push(*token, flow_.pushed[static_cast<std::size_t>(&in - lift_.program.code.data())]);
    }
    [[nodiscard]] static bool branches(const BasicBlock& block, const Instruction& in) {
        if (block.branch != kLeaves || !block.arms.empty()) return true;
        return in.known() && (popped_by(in.op()) || is_jump(in.op()) || in.op() == Op::CAL);
    }
    void branch(const BasicBlock& block, const Instruction& in) {
        const ir::Id condition = lift_.branch_condition(in);
        const bool is_plain = condition == ir::kNone && !block.pops && !is_computed(in.op());
        if (is_plain && ends_here(block.branch)) return;
        if (condition == ir::kNone) return go_aside(block, in);
        const ir::BlockId aside = lift_.ir.block(), on = lift_.ir.block();
        lift_.ir.branch(condition, aside, on);
        lift_.ir.move_to(aside);
        go_aside(block, in);
        lift_.ir.move_to(on);
        go_to(block.next);
    }
    void go_aside(const BasicBlock& block, const Instruction& in) {
        if (block.pops) return stack_->pop(*block.pops);
        if (!is_computed(in.op())) return go_to(block.branch);
        const ir::Id address = address_of(in);
        if (stack_) return stack_->go_to_address(address);
        std::vector<std::uint32_t> cases;
        std::vector<ir::BlockId> targets;
        for (const BasicBlock::Arm& arm : block.arms) {
            cases.push_back(arm.address);
            targets.push_back(blocks_[arm.to]);
        }
        targets.push_back(leave());
        lift_.ir.switch_on(address, cases, targets);
    }
    /// The address that a computed branch goes to.
    [[nodiscard]] ir::Id address_of(const Instruction& in) {
        const auto after = static_cast<std::uint32_t>(in.address + kWordBytes);
        const std::uint32_t offset = static_cast<std::uint32_t>(source(in, Role::Target).number);
        const bool absolute = in.op() == Op::JMX;
        return lift_.ir.IAdd({lift_.reg(in[Role::A]), lift_.i32(absolute ? offset : after + offset)});
    }
    void go_to(BasicBlockId block) { lift_.ir.jump(block == kLeaves ? leave() : blocks_[block]); }
    /// Where threads end.
    [[nodiscard]] ir::BlockId leave() {
        if (leave_ == ir::kNoBlock) leave_ = lift_.ir.block();
        return leave_;
    }

    Lift& lift_;
    const ControlFlow& flow_;
    LiveFlags live_flags_;
    std::vector<ir::BlockId> blocks_; // by basic block
    std::optional<KeptStack> stack_;
    bool starts_here_ = false; // the first block goes on where the builder stood
    bool is_last_ = false;     // the block that is written
    ir::BlockId leave_ = ir::kNoBlock;
};

/// Writes the program, and what follows where its threads end.
void write_program(Lift& lift, const ControlFlow& flow, const auto& at_the_end) {
    const ir::BlockId leave = BlockWriter(lift, flow).write();
    if (leave == ir::kNoBlock) return;
    lift.ir.origin({});
    if (lift.ir.here() != leave) {
        lift.ir.move_to(leave);
        lift.start_block();
    }
    at_the_end();
}

/// A DKSH contains c[1], a cubin c[2], with the jump tables of its compiler; the context may define others.
std::vector<std::uint32_t> known_words(const Program& program, std::uint32_t slot, ir::ContextReader& context) {
    constexpr std::uint64_t kMost = 0x4000; // words of a constant buffer
    std::vector<std::uint32_t> words;
    const std::vector<std::uint8_t>* constants = slot == 1 && !program.constants.empty() ? &program.constants : nullptr;
    if (slot == 2 && program.cuda && program.cuda->constants.contains(slot))
        constants = &program.cuda->constants.at(slot);
    if (constants != nullptr) {
        words.resize(constants->size() / 4);
        std::memcpy(words.data(), constants->data(), 4 * words.size());
        return words;
    }
    const std::uint64_t count = std::min(context.read(key::constants_words, slot), kMost);
    for (std::uint64_t i = 0; i < count; ++i)
        words.push_back(static_cast<std::uint32_t>(context.read(key::constants_word, slot, i)));
    return words;
}

void write_last_program(Lift& lift, const ControlFlow& flow) {
    write_program(lift, flow, [&] {
        write_epilogue(lift);
        lift.ir.ret();
    });
}

Result<ControlFlow> read_control_flow(const Program& program, ir::ContextReader& context) {
    if (!program.header_error.empty() && context.read(key::code_alone) == 0)
        return fail_at(0, program.header_error + "; maxwell.code_alone=1 says that it is code alone");
    for (const std::string& warning : program.warnings) context.approximate(warning);
    auto flow = control_flow_of(program, [&](std::uint32_t slot) { return known_words(program, slot, context); });
    if (!flow) return flow;
    for (const std::string& warning : flow->warnings) context.approximate(warning);
    if (flow->keeps_stack)
        context.approximate(fmt::format(
            "the divergence stack has no known bound: a thread that pushes more than {} entries ends", kStackDepth));
    return flow;
}

/// What no program of the machine has: headers and contexts that say so are damaged.
Status check_limits(const ir::Module& module) {
    constexpr std::uint32_t kMostAlongZ = 64, kMostVertices = 1024;
    const auto [x, y, z] = std::tie(module.workgroup[0], module.workgroup[1], module.workgroup[2]);
    if (x > kMostThreads || y > kMostThreads / x || z > kMostThreads / (x * y) || z > kMostAlongZ)
        return fail(fmt::format("a workgroup of {} x {} x {} threads; the machine has {} at most, {} along z", x, y, z,
                                kMostThreads, kMostAlongZ));
    if (module.stage == ir::Stage::Geometry && module.geometry.vertices > kMostVertices)
        return fail(fmt::format("the program emits {} vertices; the machine takes {} at most", module.geometry.vertices,
                                kMostVertices));
    return {};
}

Status error_of(const Lift& lift) {
    if (!lift.attributes.problem().empty()) return fail(FaultKind::NotSupported, lift.attributes.problem());
    return lift.refusal();
}

/// Of registers; where the program is to be read or traced, its steps stay as they are.
void make_values(Lift& lift) {
    if (lift.context.builds_ssa())
        lift.ir.build_ssa({lift.context.reads_registers(), lift.context.named()});
    else
        lift.ir.module().keeps_steps = true;
}

} // namespace

Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin) {
    const auto flow = read_control_flow(program, context);
    if (!flow) return std::unexpected(flow.error());
    assume_driver(std::array{&program}, context);
    ir::Module module;
    constexpr std::size_t kUsualOfInstruction = 4; // IR instructions
    module.insts.reserve((program.code.size() + 16) * kUsualOfInstruction);
    Lift lift(module, program, context, print_origin);
    if (const Status fits = check_limits(module); !fits) return std::unexpected(fits.error());
    make_values(lift);
    (void)lift.ir.function("main");
    begin(lift);
    if (lift.attributes.problem().empty()) {
        write_last_program(lift, *flow);
        lift.ir.finish();
    }
    if (const Status good = error_of(lift); !good) return std::unexpected(good.error());
    return module;
}

Result<ir::Module> lift_joined(const Program& first, const Program& second, ir::ContextReader& context,
                               PrintOrigin print_origin) {
    const auto a = read_control_flow(first, context), b = read_control_flow(second, context);
    if (!a) return std::unexpected(a.error());
    if (!b) return std::unexpected(b.error());
    assume_driver(std::array{&first, &second}, context);
    Program before = first;
    before.sph = joined(*first.sph, *second.sph);
    ir::Module module;
    Lift from(module, before, context, print_origin), to(from, second);
    make_values(from);
    (void)from.ir.function("main");
    if (!from.attributes.problem().empty()) return fail(FaultKind::NotSupported, from.attributes.problem());
    begin(from);
    write_program(from, *a, [&] {
        pass_outputs(from, to, *first.sph);
        write_last_program(to, *b);
    });
    from.ir.finish();
    for (const Lift* lift : {&from, &to})
        if (const Status good = error_of(*lift); !good) return std::unexpected(good.error());
    return module;
}

} // namespace relit::isa::maxwell
