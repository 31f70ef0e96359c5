// Maxwell programs in the middle: one origin an instruction, one block for each run of the flow.
#include "isa/maxwell/flow.hpp"
#include "isa/maxwell/hand_out.hpp"
#include "isa/maxwell/lift.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/stack.hpp"

#include <fmt/format.h>

namespace relit::isa::maxwell {
namespace {

/// Writes the runs as blocks.
class Walk {
public:
    Walk(Lift& lift, const Flow& flow) : lift_(lift), flow_(flow) {}

    void write() {
        (void)lift_.ir.function("main");
        for (std::size_t i = 0; i < flow_.runs.size(); ++i) blocks_.push_back(lift_.ir.block());
        lift_.ir.jump(blocks_[0]);
        if (flow_.keeps_stack) stack_.emplace(lift_, flow_, blocks_, leave());
        flags_beyond_ = lift_.context.named() ? kAllFlags : flags_between_runs(lift_.program, flow_);
        for (std::size_t i = 0; i < flow_.runs.size(); ++i) write(flow_.runs[i], blocks_[i]);
        if (stack_) stack_->finish();
        if (leave_ == ir::kNoBlock) return;
        lift_.ir.origin({});
        lift_.ir.move_to(leave_);
        lift_.start_run();
        hand_out(lift_);
        lift_.ir.ret();
    }

private:
    void write(const Run& run, ir::BlockId block) {
        lift_.ir.move_to(block);
        lift_.start_run(flags_beyond_);
        const auto code = std::span(lift_.program.code).subspan(run.first, run.count);
        for (std::size_t i = 0; i < code.size(); ++i) {
            lift_.name_origin(code[i]);
            if (stack_) push(code[i]);
            const std::span<const Instruction> rest = code.subspan(i + 1);
            rest.empty() && turns(run, code[i]) ? turn(run, code[i]) : lift_.instruction(code[i], rest);
        }
        if (lift_.ir.ended()) return;
        save(run);
        lift_.ir.origin({});
        go_to(run.next);
    }
    /// What a push, or a call, leaves on a stack that the program keeps.
    void push(const Instruction& in) {
        const auto token = !in.known()          ? std::nullopt
                           : in.op() == Op::CAL ? std::optional(Token::Return)
                                                : pushed_by(in.op());
        if (!token) return;
        lift_.save(); // a full stack ends the thread
        stack_->push(*token, flow_.pushed[static_cast<std::size_t>(&in - lift_.program.code.data())]);
    }
    /// Where threads end nobody looks at registers any more, unless somebody reads the program itself; but outputs of
    /// fragments come from them.
    void save(const Run& run) {
        const bool ends = run.next == kLeaves && run.turn == kLeaves && run.arms.empty() && !stack_;
        if (!ends || lift_.context.named() || lift_.program.stage == Stage::Fragment) lift_.save();
    }
    [[nodiscard]] static bool turns(const Run& run, const Instruction& in) {
        if (run.turn != kLeaves || !run.arms.empty()) return true;
        return in.known() && (popped_by(in.op()) || is_jump(in.op()) || in.op() == Op::CAL);
    }
    void turn(const Run& run, const Instruction& in) {
        const ir::Id condition = lift_.turn_condition(in);
        save(run);
        if (condition == ir::kNone) return go_aside(run, in);
        const ir::BlockId aside = lift_.ir.block(), on = lift_.ir.block();
        lift_.ir.branch(condition, aside, on);
        lift_.ir.move_to(aside);
        go_aside(run, in);
        lift_.ir.move_to(on);
        go_to(run.next);
    }
    void go_aside(const Run& run, const Instruction& in) {
        if (run.pops) return stack_->pop(*run.pops);
        if (!is_computed(in.op())) return go_to(run.turn);
        const ir::Id address = address_of(in);
        if (stack_) return stack_->go_to_address(address);
        std::vector<std::uint32_t> cases;
        std::vector<ir::BlockId> targets;
        for (const Run::Arm& arm : run.arms) {
            cases.push_back(arm.address);
            targets.push_back(blocks_[arm.to]);
        }
        targets.push_back(leave());
        lift_.ir.switch_on(address, cases, targets);
    }
    /// The address that a computed branch goes to.
    [[nodiscard]] ir::Id address_of(const Instruction& in) {
        const auto behind = static_cast<std::uint32_t>(in.address + kWordBytes);
        const std::uint32_t offset = static_cast<std::uint32_t>(source(in, Role::Target).number);
        const bool absolute = in.op() == Op::JMX;
        return lift_.ir.IAdd(lift_.reg(in[Role::A]), lift_.i32(absolute ? offset : behind + offset));
    }
    void go_to(RunId run) { lift_.ir.jump(run == kLeaves ? leave() : blocks_[run]); }
    /// Where threads end.
    [[nodiscard]] ir::BlockId leave() {
        if (leave_ == ir::kNoBlock) leave_ = lift_.ir.block();
        return leave_;
    }

    Lift& lift_;
    const Flow& flow_;
    std::vector<ir::BlockId> blocks_; // by run
    std::optional<KeptStack> stack_;
    ir::BlockId leave_ = ir::kNoBlock;
    std::uint32_t flags_beyond_ = 0; // those that other runs look at
};

} // namespace

Result<ir::Module> lift(Bytes file, ir::ContextReader& context) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    const auto flow = flow_of(*program);
    if (!flow) return std::unexpected(flow.error());
    for (const std::string& warning : flow->warnings) context.doubt(warning);
    if (flow->keeps_stack)
        context.doubt(fmt::format(
            "the divergence stack has no known bound: a thread that pushes more than {} entries ends", kStackDepth));
    ir::Module module;
    constexpr std::size_t kUsualOfInstruction = 4; // instructions in the middle
    module.insts.reserve((program->code.size() + 16) * kUsualOfInstruction);
    Lift lift(module, *program, context);
    if (!lift.attributes.problem().empty()) return fail(FaultKind::NotSupported, lift.attributes.problem());
    Walk(lift, *flow).write();
    if (!lift.refusal()) return std::unexpected(lift.refusal().error());
    return module;
}

} // namespace relit::isa::maxwell
