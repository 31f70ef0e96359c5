// Vertex programs as IR: one origin an instruction, guest registers as files, sources read before anything is written. Each state
// of encoding/control_flow.hpp becomes a block, or goes on in the one before.
#include "isa/r500/vs/context_keys.hpp"
#include "isa/r500/vs/encoding/control_flow.hpp"
#include "isa/r500/vs/encoding/notes.hpp"
#include "isa/r500/vs/lift/assumed.hpp"
#include "isa/r500/vs/lift/lift.hpp"
#include "isa/r500/vs/lift/registers.hpp"
#include "isa/r500/vs/lift/units.hpp"
#include "isa/shared/guest_functions.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace relit::isa::r500::vs {
namespace {

using W = Word128;
using Then = FlowNode::Then;

/// What one operation computes before anything is stored.
struct Outcome {
    ir::Id value = ir::kNone; // lanes from `first` on, or one for all
    unsigned first = 0;
    ir::Id passes = ir::kNone; // which lanes are written; none: all
    ir::Id predicate = ir::kNone;
};

class Lifter {
public:
    Lifter(ir::Module& module, const Program& program, ir::ContextReader& context, PrintOrigin print_origin)
        : ir_(module), program_(program), context_(context), print_origin_(print_origin),
          units_(ir_, context.read(key::rules) != 0), guest_functions_(ir_), outputs_(ir_, context, program),
          registers_(ir_, context, extent_of(program), outputs_) {
        module.stage = ir::Stage::Vertex;
        module.source = "r500.vs";
        module.readable = context.readable();
        if (context.builds_ssa()) ir_.build_ssa({context.reads_registers(), context.named()});
    }

    Status run(const FlowSlots& slots, const std::vector<FlowNode>& nodes) {
        slots_ = &slots;
        nodes_ = &nodes;
        find_heads();
        (void)ir_.function("main");
        if (loops_ != 0) registers_.declare_loops(loops_);
        outputs_.preset();
        registers_.preset();
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (blocks_[i].is_head) blocks_[i].block = ir_.block();
        }
        if (blocks_[0].is_head) ir_.jump(blocks_[0].block);
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            if (blocks_[i].is_head || i == 0) chain(i);
        ir_.finish();
        return {};
    }

private:
    struct BlockOf {
        bool is_head = false;
        ir::BlockId block = ir::kNoBlock;
    };

    // ---- the flow

    /// States that several edges lead to, or one that is chosen, begin blocks of their own.
    void find_heads() {
        std::vector<std::uint32_t> predecessor_counts(nodes_->size());
        predecessor_counts[0] = 1;
        blocks_.resize(nodes_->size());
        for (const FlowNode& node : *nodes_) {
            if (node.then == Then::Enters) loops_ = std::max(loops_, node.slot + 1);
            if (node.then == Then::Ends) continue;
            ++predecessor_counts[node.next];
            if (node.then != Then::Repeats) continue;
            blocks_[node.next].is_head = blocks_[node.again].is_head = true;
        }
        for (std::size_t i = 0; i < predecessor_counts.size(); ++i)
            blocks_[i].is_head = blocks_[i].is_head || predecessor_counts[i] > 1;
    }

    /// One block: states up to the next head.
    void chain(std::uint32_t number) {
        if (blocks_[number].is_head) ir_.move_to(blocks_[number].block);
        for (;;) {
            const FlowNode& node = (*nodes_)[number];
            registers_.use_loop(node.index_slot(*slots_));
            if (node.runs) instruction(node.at);
            if (node.then == Then::Ends) return end();
            if (node.then == Then::Repeats) return repeat(node);
            if (node.then == Then::Enters) enter(node.slot);
            number = node.next;
            if (blocks_[number].is_head) return ir_.jump(blocks_[number].block);
        }
    }
    void end() {
        ir_.origin({});
        outputs_.finish();
        ir_.ret();
    }
    void enter(std::uint32_t number) {
        const FlowSlot& slot = (*slots_)[number];
        ir_.store(registers_.iterations_file(), number, ir_.i32(slot.value));
        if (!slot.keeps_index) ir_.store(registers_.index_file(), number, ir_.i32(slot.first_index));
        if (slot.value == 0) context_.approximate("a loop of 0 iterations is taken to have one");
    }
    /// Counts an iteration that is over. Loops that keep the loop register of the one around them add their step to it.
    void repeat(const FlowNode& node) {
        const FlowSlot& slot = (*slots_)[node.slot];
        const std::uint32_t iterations = registers_.iterations_file(), index = registers_.index_file();
        const ir::Id left = ir_.ISub({ir_.load(iterations, node.slot, ir::kI32), ir_.i32(1)});
        ir_.store(iterations, node.slot, left);
        if (const std::uint32_t counts = node.index_slot(*slots_); counts < kFlowSlots) {
            const auto step = static_cast<std::uint32_t>(slot.step);
            ir_.store(index, counts, ir_.IAdd({ir_.load(index, counts, ir::kI32), ir_.i32(step)}));
        }
        ir_.branch(ir_.SLt(ir_.i32(0), left), blocks_[node.again].block, blocks_[node.next].block);
    }

    // ---- one instruction

    void instruction(std::uint32_t number) {
        const Slot& slot = program_.slots[number];
        const W& word = slot.word;
        name_origin(number, word);
        if (!is_known(word)) return ir_.opaque(slot.offset, word.raw);
        if (const std::string assumptions = assumptions_of(word); !assumptions.empty())
            context_.approximate("instruction " + std::to_string(number) + ": " + assumptions);
        const ir::Id passes = predicated(word);
        const Registers::Destination destination = destination_of(word);
        const Outcome first = is_nothing(opcode_of(word)) ? Outcome{} : result(word, destination, passes);
        const Outcome second = word[W::dual] ? second_result(word) : Outcome{};
        write(destination, first, passes);
        if (second.value != ir::kNone)
            write({TargetClass::AltTemp, word[W::dual_index], 0, Mode::Absolute, 1U << word[W::dual_component]}, second,
                  passes);
    }
    void name_origin(std::uint32_t number, const W& word) {
        if (!context_.named()) return;
        text_.clear();
        print_origin_(text_, word);
        ir_.origin(number, text_);
    }
    void write(const Registers::Destination& destination, const Outcome& result, ir::Id passes) {
        if (result.value == ir::kNone) return;
        registers_.write(destination, result.value, result.first, result.passes != ir::kNone ? result.passes : passes);
        if (result.predicate == ir::kNone) return;
        const ir::Id is = result.predicate;
        registers_.set_predicate(passes == ir::kNone ? is : ir_.Select(passes, is, registers_.predicate()));
    }

    /// Whether the instruction writes; none where it does in any case.
    ir::Id predicated(const W& word) {
        if (!word[W::predicated]) return ir::kNone;
        const ir::Id is = registers_.predicate();
        return word[W::predicate] ? is : ir_.BNot(is);
    }
    static Registers::Destination destination_of(const W& word) {
        return {word[W::target], word[W::target_index], word[W::target_lane], word[W::target_mode], word[W::mask]};
    }

    Outcome result(const W& word, const Registers::Destination& destination, ir::Id passes) {
        const Opcode opcode = opcode_of(word);
        const bool writes = destination.mask != 0;
        if (sets_predicate(opcode)) return predicate_result(word, opcode);
        if (!writes) return {};
        const bool replicates = destination.to == TargetClass::OutReplicateX;
        const Lanes lanes = replicates ? Lanes{0, 1} : lanes_of(destination.mask);
        const Outcome outcome = opcode.unit == Unit::Me
                                    ? math_result(word, lanes)
                                    : vector_result(word, opcode, context_.readable() ? Lanes{} : lanes, passes);
        Outcome finally = finished(word, replicates ? only_x(outcome) : outcome);
        if (destination.to == TargetClass::Address && !writes_address(opcode))
            finally.value = ir_.FFloor(finally.value);
        return finally;
    }
    Outcome only_x(Outcome outcome) {
        if (ir_.type_of(outcome.value).lanes > 1) outcome.value = ir_.lane(outcome.value, 0);
        if (outcome.passes != ir::kNone && ir_.type_of(outcome.passes).lanes > 1)
            outcome.passes = ir_.lane(outcome.passes, 0);
        return outcome;
    }
    Outcome finished(const W& word, Outcome result) {
        const bool math = word[W::math];
        if (word[math ? W::me_saturate : W::ve_saturate]) result.value = ir_.FSat(result.value);
        return result;
    }

    Outcome vector_result(const W& word, Opcode opcode, Lanes lanes, ir::Id passes) {
        const bool whole = opcode.is(Ve::Dot) || opcode.is(Ve::Dst) || opcode.is(Ve::Mcl);
        Sources sources{};
        for (unsigned k = 0; k < operands_of(word); ++k)
            sources[k] = registers_.read(source(word, k), whole ? Lanes{} : lanes, components_read(word, k));
        if (opcode.unit == Unit::Macro) return {units_.macro(static_cast<Macro>(opcode.number), sources), lanes.first};
        const auto op = static_cast<Ve>(opcode.number);
        if (op >= Ve::WriteEq && op <= Ve::WriteNe) return kept(opcode, sources, lanes, passes);
        if (op != Ve::Dst) return {units_.ve(op, sources), lanes.first};
        return part(named("dst", {sources[0], sources[1]},
                          [&](std::span<const ir::Id> in) { return units_.ve(op, {in[0], in[1]}); }),
                    lanes);
    }
    /// What takes several steps is a function of its own in a module that is read as text: of floats of four lanes.
    ir::Id named(const std::string& name, std::initializer_list<ir::Id> sources, const GuestFunctions::Body& body) {
        const std::span arguments(sources.begin(), sources.size());
        return context_.readable() ? guest_functions_.call(name, arguments, body) : body(arguments);
    }
    /// Lanes of a value of four.
    Outcome part(ir::Id value, Lanes lanes) {
        if (lanes.count == 4) return {value};
        std::array<std::uint8_t, 4> from{};
        for (unsigned i = 0; i < lanes.count; ++i) from[i] = static_cast<std::uint8_t>(lanes.first + i);
        return {ir_.swizzle(value, std::span(from).first(lanes.count)), lanes.first};
    }
    /// B, in lanes where A passes.
    Outcome kept(Opcode opcode, const Sources& sources, Lanes lanes, ir::Id passes) {
        ir::Id is = units_.passes(opcode, sources[0]);
        if (passes != ir::kNone) is = ir_.BAnd(is, lanes.count == 1 ? passes : ir_.splat(passes, lanes.count));
        return {sources[1], lanes.first, is};
    }

    Outcome math_result(const W& word, Lanes lanes) {
        const auto op = static_cast<Me>(word[W::op]);
        const ir::Id value = math_value(op, arguments(word, op));
        return ir_.type_of(value).lanes == 4 ? part(value, lanes) : Outcome{value, lanes.first};
    }
    ir::Id math_value(Me op, const Sources& arguments) {
        const auto several = [&](const std::string& name, std::span<const ir::Id> scalars) {
            std::array<ir::Id, 3> given{};
            for (std::size_t i = 0; i < scalars.size(); ++i)
                given[i] = context_.readable() ? ir_.splat(scalars[i], 4) : scalars[i];
            const auto body = [&](std::span<const ir::Id> in) {
                Sources only{};
                for (std::size_t i = 0; i < in.size(); ++i) only[i] = context_.readable() ? ir_.lane(in[i], 0) : in[i];
                return units_.me(op, only);
            };
            const std::span sources = std::span<const ir::Id>(given).first(scalars.size());
            return context_.readable() ? guest_functions_.call(name, sources, body) : body(sources);
        };
        const std::span<const ir::Id> all(arguments);
        switch (op) {
            case Me::Exp: return several("exp_parts", all.first(1));
            case Me::Log: return several("log_parts", all.first(1));
            case Me::Lit: return several("lit", all);
            default: return units_.me(op, arguments);
        }
    }
    /// Component W of the sources; exponents come from the last, unless that is unused.
    Sources arguments(const W& word, Me op) {
        const Source a = source(word, 0), b = source(word, 1), c = source(word, 2);
        if (op == Me::Lit) return {registers_.read(b, 3), registers_.read(a, 3), registers_.read(c, 3)};
        if (op == Me::PowClampB || op == Me::PowClampB1)
            return {registers_.read(a, 3), registers_.read(c, 3), registers_.read(b, 3)};
        const bool two = op == Me::Pow || op == Me::PowClamp01 || op == Me::Mul;
        const bool third = is_power(opcode(op)) && operands_of(word) == 3;
        return {registers_.read(a, 3), two ? registers_.read(third ? c : b, 3) : ir::kNone};
    }

    /// The counter goes to the target, and the predicate is whether it is 0.
    Outcome predicate_result(const W& word, Opcode opcode) {
        const bool push = opcode.unit == Unit::Ve, reads = operands_of(word) != 0;
        const ir::Id a = reads ? registers_.read(source(word, 0), 3) : ir::kNone;
        const ir::Id value = units_.counter(opcode, a, push ? registers_.read(source(word, 1), 3) : a);
        const std::uint32_t mask = word[W::mask];
        Outcome result = finished(word, {value, mask == 0 ? 0 : lanes_of(mask).first});
        if (word[W::target] == TargetClass::Address) result.value = ir_.FFloor(result.value);
        result.predicate = ir_.FEq(value, ir_.f32(0));
        return result;
    }

    /// Of the second operation of dual math: its argument is the first component, or the second where that is unused.
    Outcome second_result(const W& word) {
        const Opcode opcode = dual_opcode_of(word);
        if (is_nothing(opcode)) return {};
        const Source from = dual_source(word);
        const unsigned operands = find(opcode)->operands;
        const unsigned only = only_component(from);
        const ir::Id x = operands == 0 ? ir::kNone : registers_.read(from, operands > 1 ? 0 : only);
        const ir::Id y = operands > 1 ? registers_.read(from, 1) : ir::kNone;
        const unsigned lane = word[W::dual_component];
        Outcome result;
        if (sets_predicate(opcode)) {
            result.value = units_.counter(opcode, x, x);
            result.predicate = ir_.FEq(result.value, ir_.f32(0));
        } else {
            const auto op = static_cast<Me>(opcode.number);
            result.value = math_value(op, op == Me::Lit ? Sources{y, x, y} : Sources{x, y, y});
            if (ir_.type_of(result.value).lanes == 4) result.value = ir_.lane(result.value, lane);
        }
        result.first = lane;
        if (word[W::me_saturate]) result.value = ir_.FSat(result.value);
        return result;
    }

    ir::Builder ir_;
    const Program& program_;
    ir::ContextReader& context_;
    PrintOrigin print_origin_;
    Units units_;
    GuestFunctions guest_functions_;
    Outputs outputs_;
    Registers registers_;
    const FlowSlots* slots_ = nullptr;
    const std::vector<FlowNode>* nodes_ = nullptr;
    std::vector<BlockOf> blocks_;
    std::uint32_t loops_ = 0; // slots, up to the last that is a loop
    std::string text_;
};

FlowSlots read_flow(ir::ContextReader& context) {
    FlowRegisters registers;
    registers.opc = read_assumed(context, key::flow_opc, 0, "the file does not say it: no loops, jumps or calls");
    for (std::uint32_t i = 0; i < kFlowSlots; ++i) {
        if ((registers.opc >> (2 * i) & 3) == 0) continue;
        registers.r300[i] = static_cast<std::uint32_t>(context.read(key::flow_r300, i));
        registers.lw[i] = static_cast<std::uint32_t>(context.read(key::flow_lw, i));
        registers.uw[i] = static_cast<std::uint32_t>(context.read(key::flow_uw, i));
        registers.loop_index[i] = static_cast<std::uint32_t>(context.read(key::flow_index, i));
        if (registers.lw[i] == 0 && registers.uw[i] == 0 && registers.r300[i] != 0)
            context.approximate("flow-control slot " + std::to_string(i) +
                                " has its addresses as R300 has them: R500 is taken to follow them");
    }
    return flow_slots(registers);
}

} // namespace

Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin) {
    if (program.slots.empty()) return fail("no vertex program is loaded");
    context.bring({program.machine_state});
    RegisterWord all;
    all.set(field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST, static_cast<std::uint32_t>(program.slots.size() - 1));
    const RegisterWord code{{{static_cast<std::uint32_t>(context.read_or(all.raw[0], key::code))}}};
    const FlowSlots slots = read_flow(context);
    const auto nodes =
        follow(slots, code[field::VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST], code[field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST],
               [&](std::uint32_t at) { return at < program.slots.size() && program.slots[at].loaded; });
    if (!nodes) return std::unexpected(nodes.error());
    ir::Module module;
    Lifter lifter(module, program, context, print_origin);
    if (const Status lifted = lifter.run(slots, *nodes); !lifted) return std::unexpected(lifted.error());
    return module;
}

} // namespace relit::isa::r500::vs
