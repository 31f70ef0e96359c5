// Maxwell programs in the middle: one origin an instruction, one block for each run of the flow.
#include "isa/maxwell/flow.hpp"
#include "isa/maxwell/lift.hpp"
#include "isa/maxwell/maxwell.hpp"

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
        for (std::size_t i = 0; i < flow_.runs.size(); ++i) write(flow_.runs[i], blocks_[i]);
    }

private:
    void write(const Run& run, ir::BlockId block) {
        lift_.ir.move_to(block);
        lift_.start_run();
        const auto code = std::span(lift_.program.code).subspan(run.first, run.count);
        for (const Instruction& in : code) {
            lift_.name_origin(in);
            const bool last = &in == &code.back();
            const bool turns = last && (run.turn != kLeaves || !run.arms.empty() || is_end(in));
            turns ? turn(run, in) : lift_.instruction(in);
        }
        if (lift_.ir.ended()) return;
        lift_.ir.origin({});
        go_to(run.next);
    }
    [[nodiscard]] static bool is_end(const Instruction& in) {
        return in.known() && (popped_by(in.op()) || in.op() == Op::BRA || in.op() == Op::JMP);
    }
    void turn(const Run& run, const Instruction& in) {
        const ir::Id condition = lift_.turn_condition(in);
        if (condition == ir::kNone) return go_aside(run, in);
        const ir::BlockId aside = lift_.ir.block(), on = lift_.ir.block();
        lift_.ir.branch(condition, aside, on);
        lift_.ir.move_to(aside);
        go_aside(run, in);
        lift_.ir.move_to(on);
        go_to(run.next);
    }
    void go_aside(const Run& run, const Instruction& in) {
        if (run.arms.empty()) return go_to(run.turn);
        // The address that a computed branch goes to.
        const auto behind = static_cast<std::uint32_t>(in.address + kWordBytes);
        const std::uint32_t offset = static_cast<std::uint32_t>(source(in, Role::Target).number);
        const bool absolute = in.op() == Op::JMX;
        const ir::Id address = lift_.ir.IAdd(lift_.reg(in[Role::A]), lift_.i32(absolute ? offset : behind + offset));
        std::vector<std::uint32_t> cases;
        std::vector<ir::BlockId> targets;
        for (const Run::Arm& arm : run.arms) {
            cases.push_back(arm.address);
            targets.push_back(blocks_[arm.to]);
        }
        const ir::BlockId none = lift_.ir.block();
        targets.push_back(none);
        lift_.ir.switch_on(address, cases, targets);
        lift_.ir.move_to(none);
        lift_.ir.ret();
    }
    void go_to(RunId run) { run == kLeaves ? lift_.ir.ret() : lift_.ir.jump(blocks_[run]); }

    Lift& lift_;
    const Flow& flow_;
    std::vector<ir::BlockId> blocks_; // by run
};

} // namespace

Result<ir::Module> lift(Bytes file, ir::ContextReader& context) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    if (program->stage != Stage::Compute && program->stage != Stage::Unknown)
        return fail(FaultKind::NotSupported, "only compute programs are lifted yet");
    const auto flow = flow_of(*program);
    if (!flow) return std::unexpected(flow.error());
    for (const std::string& warning : flow->warnings) context.doubt(warning);
    ir::Module module;
    Lift lift(module, *program, context);
    Walk(lift, *flow).write();
    if (!lift.refusal()) return std::unexpected(lift.refusal().error());
    return module;
}

} // namespace relit::isa::maxwell
