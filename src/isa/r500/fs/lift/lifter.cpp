// R500 fragment programs as IR: one origin an instruction, temporaries as one file, flow control as one pixel alone runs it.
#include "ir/builder.hpp"
#include "isa/r500/fs/context_keys.hpp"
#include "isa/r500/fs/encoding/notes.hpp"
#include "isa/r500/fs/lift/alu.hpp"
#include "isa/r500/fs/lift/control_flow.hpp"
#include "isa/r500/fs/lift/exports.hpp"
#include "isa/r500/fs/lift/inputs.hpp"
#include "isa/r500/fs/lift/lift.hpp"
#include "isa/r500/fs/lift/loops.hpp"
#include "isa/r500/fs/lift/textures.hpp"

#include <algorithm>
#include <bitset>
#include <map>
#include <string>

namespace relit::isa::r500::fs {
namespace {

/// Flow control is written out: as many blocks as there are states, bounded.
constexpr std::size_t kMostStates = 4096, kMostInstructions = 16384;
constexpr std::uint32_t kMostLoops = 32, kMostReturns = 32;

InlineFloats floats_of(ir::ContextReader& context) {
    return context.read(key::floats) == 0 ? InlineFloats::Author : InlineFloats::Mesa;
}

class Lifter {
public:
    Lifter(ir::Module& module, const Program& program, ir::ContextReader& context, PrintOrigin print_origin)
        : ir_(module), program_(program), context_(context), print_origin_(print_origin), floats_(floats_of(context)),
          registers_(ir_, floats_, temps_of(program.code, most_al(program.code, context))), flags_(ir_),
          inputs_(ir_, context, registers_), fog_(ir_, context, inputs_), exports_(ir_, context, fog_),
          textures_(ir_, context, registers_, flags_),
          alu_(ir_, registers_, flags_, exports_, inputs_, (context.read(key::us_config) >> 1 & 1) != 0) {
        module.stage = ir::Stage::Fragment;
        module.source = "r500.fs";
        if (context.builds_ssa()) ir_.build_ssa({context.reads_registers(), context.named()});
    }

    Status run() {
        if (Status found = find_range(); !found) return found;
        (void)ir_.function("main");
        exports_.begin(program_);
        inputs_.begin(program_);
        end_ = ir_.block();
        FlowState first;
        first.at = range_.start;
        go_to(first);
        // States that are found on the way add to the list.
        for (std::size_t next = 0; next < states_.size(); ++next) {
            ir_.move_to(blocks_.at(states_[next]));
            if (Status done = from(states_[next]); !done) return done;
        }
        ir_.origin({});
        ir_.move_to(end_);
        exports_.finish();
        ir_.ret();
        ir_.finish();
        return {};
    }

private:
    // ---- where the program is

    Status find_range() {
        if (program_.code.empty()) return fail("no instruction is loaded");
        const CodeRange loaded = program_.code_range();
        const RegisterWord offset{{{static_cast<std::uint32_t>(context_.read_or(loaded.offset, key::us_code_offset))}}};
        range_.offset = offset[field::US_CODE_OFFSET__OFFSET_ADDR];
        RegisterWord likely;
        likely.set(field::US_CODE_ADDR__START_ADDR, loaded.start - std::min(loaded.start, loaded.offset));
        likely.set(field::US_CODE_ADDR__END_ADDR, loaded.end - std::min(loaded.end, loaded.offset));
        const RegisterWord address{{{static_cast<std::uint32_t>(context_.read_or(likely.raw[0], key::us_code_addr))}}};
        range_.start = range_.offset + address[field::US_CODE_ADDR__START_ADDR];
        range_.end = range_.offset + address[field::US_CODE_ADDR__END_ADDR];
        if (program_.find(range_.start) == nullptr)
            return fail("the first instruction, " + std::to_string(range_.start) + ", is not loaded");
        for (const Instruction& one : program_.code)
            if (one.word[Common::type] == Type::Fc) {
                const std::uint32_t base = one.word[Fc::global] ? 0 : range_.offset;
                joins_.set((base + one.word[Fc::target]) % joins_.size());
                joins_.set((one.number + 1) % joins_.size());
            }
        return {};
    }

    /// Ends the block here: what comes next is done from `state` on.
    void go_to(const FlowState& state) { ir_.jump(block_of(state)); }
    ir::BlockId block_of(const FlowState& state) {
        if (program_.find(state.at) == nullptr) {
            context_.approximate("the program leaves the instructions that are loaded: it ends there");
            return end_;
        }
        const auto found = blocks_.find(state);
        if (found != blocks_.end()) return found->second;
        const ir::BlockId block = ir_.block();
        blocks_.emplace(state, block);
        states_.push_back(state);
        return block;
    }

    /// Instructions from a state on, up to a jump or to where others may come from.
    Status from(FlowState state) {
        while (true) {
            const Instruction* one = program_.find(state.at);
            if (one == nullptr) return (void)go_to(state), Status{};
            if (Status fits = count(state, *one); !fits) return fits;
            name_origin(*one);
            const bool is_last = state.at == range_.end;
            if (one->word[Common::type] == Type::Fc && is_known(one->word)) return flow(state, *one, is_last);
            registers_.use_loop(state.registers);
            if (!state.inactive || one->word[Common::write_inactive]) instruction(*one);
            if (is_last) return ir_.jump(end_), Status{};
            ++state.at;
            if (state.at < joins_.size() && joins_.test(state.at)) return (void)go_to(state), Status{};
        }
    }
    Status count(const FlowState& state, const Instruction& one) {
        ++instructions_;
        const bool fits = states_.size() <= kMostStates && instructions_ <= kMostInstructions &&
                          state.counters <= kMostLoops && state.returns.size() <= kMostReturns;
        if (fits) return {};
        return fail(
            FaultKind::NotSupported,
            "instruction " + std::to_string(one.number) +
                ": flow control has too many states to be written out: more than 4096 blocks, 16384 instructions, "
                "32 loops or 32 calls one inside the other");
    }
    void name_origin(const Instruction& one) {
        text_.clear();
        if (context_.named()) print_origin_(text_, one.word);
        ir_.origin(one.number, text_);
    }

    void instruction(const Instruction& one) {
        const Word192& word = one.word;
        if (!is_known(word)) {
            const std::array<std::uint32_t, 4> first = {word.raw[0], word.raw[1], word.raw[2], word.raw[3]};
            return ir_.opaque(one.offset, first);
        }
        context_.approximate_at(one.offset, assumption_of(word));
        if (floats_ == InlineFloats::Author && reads_disputed_float(word))
            context_.approximate(
                "inline floats 0 to 7, which Mesa's compiler reads differently: see the key r500.fs.floats");
        word[Common::type] == Type::Tex ? textures_.lift(word) : alu_.lift(word);
    }

    // ---- flow control

    Status flow(const FlowState& state, const Instruction& one, bool is_last) {
        const Word192& word = one.word;
        context_.approximate_at(one.offset, assumption_of(word));
        const bool boolean =
            asks_for_boolean(word) && (context_.read(key::us_fc_bool_const) >> word[Fc::boolean] & 1) != 0;
        const LoopRange range = is_loop(word[Fc::op]) ? loop_range(word, context_) : LoopRange{};
        FlowStep step = flow_step(state, word, boolean, range.iterations, range_.offset);
        const ir::BlockId stayed = is_last ? end_ : ir::kNoBlock;
        switch (step.effect) {
            case LoopEffect::None: decide(word, step, stayed); return {};
            case LoopEffect::Begin: begin_loop(word, step, range, stayed); return {};
            case LoopEffect::Round: round(word, state, step, range, stayed); return {};
        }
        return {};
    }
    [[nodiscard]] static bool asks_for_boolean(const Word192& word) {
        constexpr std::uint32_t kOdd = 0xaa;
        return (word[Fc::table] >> 1 & kOdd >> 1) != (word[Fc::table] & kOdd >> 1);
    }
    [[nodiscard]] ir::BlockId target(ir::BlockId known, const FlowState& state) {
        return known == ir::kNoBlock ? block_of(state) : known;
    }
    void branch(ir::Id jumps, const FlowStep& step, ir::BlockId stayed) {
        const ir::BlockId taken = block_of(step.taken);
        ir_.branch(jumps, taken, target(stayed, step.stayed));
    }
    void decide(const Word192& word, const FlowStep& step, ir::BlockId stayed) {
        if (step.always()) return ir_.jump(block_of(step.taken));
        if (step.never()) return ir_.jump(target(stayed, step.stayed));
        const ir::Id jumps = condition(word, step.jumps);
        branch(jumps, step, stayed);
    }
    /// Whether a pixel jumps, from the ALU result and the predicate.
    ir::Id condition(const Word192& word, const std::array<bool, 4>& jumps) {
        const auto predicate = [&] {
            return flags_.of_flow(word[Common::rgb_predicate], word[Common::rgb_predicate_inverted]);
        };
        const auto chosen = [&](bool without, bool with) {
            if (without == with) return ir_.boolean(with);
            return with ? predicate() : ir_.BNot(predicate());
        };
        const bool same = jumps[0] == jumps[2] && jumps[1] == jumps[3];
        if (same) return chosen(jumps[0], jumps[1]);
        const ir::Id result = flags_.alu_result();
        if (jumps[0] == jumps[1] && jumps[2] == jumps[3]) return jumps[2] ? result : ir_.BNot(result);
        return ir_.Select({result, chosen(jumps[2], jumps[3]), chosen(jumps[0], jumps[1])});
    }

    void begin_loop(const Word192& word, const FlowStep& step, const LoopRange& range, ir::BlockId stayed) {
        if (step.always()) return ir_.jump(block_of(step.taken));
        const ir::BlockId begins = ir_.block();
        if (step.never()) {
            ir_.jump(begins);
        } else {
            const ir::Id jumps = condition(word, step.jumps);
            ir_.branch(jumps, block_of(step.taken), begins);
        }
        ir_.move_to(begins);
        const std::uint32_t counter = step.stayed.counters - 1;
        const std::uint32_t file = counters(step.stayed.counters);
        ir_.store(file, counter, ir_.i32(range.iterations));
        if (step.has_register) {
            const std::uint32_t al = registers_.loop_registers(step.stayed.registers);
            ir_.store(al, step.stayed.registers - 1, ir_.i32(range.first));
        }
        ir_.jump(target(stayed, step.stayed));
    }
    void round(const Word192& word, const FlowState& state, const FlowStep& step, const LoopRange& range,
               ir::BlockId stayed) {
        if (state.counters == 0) return ir_.jump(target(stayed, step.stayed));
        const std::uint32_t file = counters(state.counters), counter = state.counters - 1;
        const ir::Id left = ir_.ISub({ir_.load(file, counter, ir::kI32), ir_.i32(1)});
        ir_.store(file, counter, left);
        if (step.has_register && state.registers != 0) {
            const std::uint32_t al = registers_.loop_registers(state.registers), loop = state.registers - 1;
            ir_.store(al, loop,
                      ir_.IAdd({ir_.load(al, loop, ir::kI32), ir_.i32(static_cast<std::uint32_t>(range.step))}));
        }
        if (step.never()) return ir_.jump(target(stayed, step.stayed));
        ir::Id jumps = ir_.INe(left, ir_.i32(0));
        if (!step.always()) jumps = ir_.BAnd(jumps, condition(word, step.jumps));
        branch(jumps, step, stayed);
    }
    /// The file of loop counters.
    std::uint32_t counters(std::uint32_t count) {
        if (!counters_) counters_ = ir_.file("rounds", ir::Kind::I32, 1, count, ir::Role::Register);
        std::uint32_t& registers = ir_.module().files[*counters_].count;
        registers = std::max(registers, count);
        return *counters_;
    }

    ir::Builder ir_;
    const Program& program_;
    ir::ContextReader& context_;
    PrintOrigin print_origin_;
    InlineFloats floats_;
    Registers registers_;
    Flags flags_;
    Inputs inputs_;
    Fog fog_;
    Exports exports_;
    Textures textures_;
    AluLifter alu_;
    CodeRange range_;
    std::bitset<kFragmentInstructions> joins_; // instructions that jumps lead to
    std::map<FlowState, ir::BlockId> blocks_;
    std::vector<FlowState> states_; // in the order in which they were found
    std::size_t instructions_ = 0;
    std::optional<std::uint32_t> counters_;
    ir::BlockId end_ = 0;
    std::string text_;
};

} // namespace

Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin) {
    context.bring({program.machine_state});
    ir::Module module;
    if (const Status lifted = Lifter(module, program, context, print_origin).run(); !lifted)
        return std::unexpected(lifted.error());
    return module;
}

} // namespace relit::isa::r500::fs
