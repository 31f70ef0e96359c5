// RSX fragment programs as IR: full and half registers are lanes of one file, control flow nests as it stands.
#include "ir/builder.hpp"
#include "isa/rsx/fp/context_keys.hpp"
#include "isa/rsx/fp/encoding/notes.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/lift/attributes.hpp"
#include "isa/rsx/fp/lift/exports.hpp"
#include "isa/rsx/fp/lift/lift.hpp"
#include "isa/rsx/fp/lift/registers.hpp"
#include "isa/rsx/fp/lift/repack.hpp"
#include "isa/rsx/fp/lift/units.hpp"
#include "isa/rsx/fp/lift/units_of.hpp"
#include "isa/rsx/lift/labels.hpp"
#include "isa/rsx/lift/lanes.hpp"
#include "isa/rsx/lift/test.hpp"
#include "isa/rsx/lift/texture.hpp"
#include "isa/shared/guest_functions.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

constexpr std::uint32_t kBytesPerConstant = 16, kConstantBinding = 1;
constexpr std::uint64_t kIterationNumber = 1; // of loop_index

[[nodiscard]] std::int32_t signed_index(const W& word) {
    const auto index = static_cast<std::int32_t>(word[W::index]);
    return index >= 1024 ? index - 2048 : index;
}

/// TXL and TXB take the level from x of the second source; Mesa's compiler takes it from w of the first and leaves the
/// second as it fills all that it does not use: with whatever the instruction's input is.
[[nodiscard]] bool has_level_in_w(const W& word) {
    const Source second = source(word, 1);
    const bool means_it = kInputRows[word[W::input]].kind != InputKind::Position && source(word, 0).type != Type::Input;
    return second.type == Type::Input && !means_it && second.swizzle == kInOrder && !second.abs && !second.negate;
}

/// What text cannot say in one expression.
[[nodiscard]] bool has_steps(Op op) {
    constexpr std::array kWithSteps = {Op::Dst,   Op::Lit, Op::Lif, Op::Lrp,  Op::Bem,  Op::Bemlum, Op::Refl,
                                       Op::Nrm,   Op::Pk2, Op::Pk4, Op::Pkb,  Op::Pk16, Op::Pkg,    Op::Up2,
                                       Op::Divsq, Op::Up4, Op::Upb, Op::Up16, Op::Upg};
    return info(op).op_class == OpClass::Texture || std::ranges::find(kWithSteps, op) != kWithSteps.end();
}

/// "lit", "tex3": one name for each function that is needed.
[[nodiscard]] std::string readable_name(const W& word) {
    const Op op = word[W::op];
    if (op == Op::Nrm) return "normalize";
    std::string name;
    for (const char c : std::string_view(info(op).mnemonic))
        name += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    if (info(op).op_class != OpClass::Texture) return name;
    name += std::to_string(word[W::unit]);
    if (word[W::bx2]) name += "_bx2";
    return (op == Op::Txl || op == Op::Txb) && has_level_in_w(word) ? name + "_w" : name;
}

class Lifter {
public:
    Lifter(ir::Module& module, const Program& program, ir::ContextReader& context, PrintOrigin print_origin)
        : ir_(module), program_(program), context_(context), print_origin_(print_origin),
          exact_(context.read(key::arithmetic) != 0), readable_(context.readable() && !exact_), units_(ir_),
          textures_(ir_, context, kFragmentUnits), guest_functions_(ir_), attributes_(ir_, context),
          registers_(ir_, readable_), exports_(ir_, context, readable_ ? &guest_functions_ : nullptr),
          cc_(ir_.file(readable_ ? "c" : "cc", ir::Kind::F32, 4, 2, ir::Role::Register)) {
        module.stage = ir::Stage::Fragment;
        module.source = "rsx.fp";
        module.readable = readable_;
        if (context.builds_ssa()) ir_.build_ssa({context.reads_registers(), context.named()});
    }

    Status run() {
        number_constants();
        exports_.declare(ends_in_half());
        functions_[0] = ir_.function("main");
        if (readable_) attributes_.declare_variables(used_attributes());
        if (Status done = function(0); !done) return done;
        // Calls that are found on the way add to the list.
        for (std::size_t next = 0; next < called_.size(); ++next) {
            const std::size_t entry = called_[next];
            ir_.move_to(functions_.at(entry), 0);
            if (Status done = function(entry); !done) return done;
        }
        if (Status done = check_calls(); !done) return done;
        ir_.finish();
        if (readable_) repack(ir_, guest_functions_, registers_);
        if (readable_ && (has_rounded_ || registers_.wrote_half()))
            context_.approximate("literal text rounds nothing to half precision: half registers are full floats");
        label();
        return {};
    }

private:
    /// The loop that instructions stand in.
    struct OpenLoop {
        ir::BlockId exit = ir::kNoBlock;
    };

    /// What the file's parameters call what the program uses.
    void label() {
        if (fconst_) ir_.module().resources[*fconst_].labels = constant_labels(program_.constant_names);
        for (const cg::Bound& one : program_.bound) {
            one.is_output ? exports_.label(one) : attributes_.label(one);
            const auto unit = cg::texture_unit(one);
            const auto resource = unit ? textures_.resource_of(*unit) : std::nullopt;
            if (resource) add_label(ir_.module().resources[*resource].labels, 0, one);
        }
    }

    // ---- declarations

    void number_constants() {
        std::uint32_t count = 0;
        constants_.resize(program_.instructions.size());
        for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
            constants_[i] = count;
            if (program_.instructions[i].constant) ++count;
        }
        if (count != 0)
            fconst_ =
                ir_.constant_registers(readable_ ? "c" : "fconst", kConstantBinding, count, readable_ ? "fconst" : "");
    }
    [[nodiscard]] UsedAttributes used_attributes() const {
        UsedAttributes used;
        for (const Instruction& each : program_.instructions)
            for (unsigned i = 0; i < 3; ++i)
                if (reads(each.word, i) && source(each.word, i).type == Type::Input)
                    each.word[W::indexed] ? used.indexed = true : used.by_number[each.word[W::input]] = true;
        return used;
    }
    /// The default for the exported register: the name under which register 0 is written last.
    [[nodiscard]] bool ends_in_half() const {
        bool half = false;
        for (const Instruction& each : program_.instructions)
            if (writes_register(each.word) && each.word[W::dst] == 0) half = each.word[W::dst_half];
        return half;
    }

    // ---- functions

    Status function(std::size_t entry) {
        is_main_ = entry == 0;
        entry_ = entry;
        loops_.clear();
        if (Status done = range(entry, program_.instructions.size()); !done) return done;
        ir_.origin({});
        if (!ir_.ended()) end();
        return {};
    }

    /// Of the program, wherever it is.
    void end() {
        ir_.origin({});
        if (is_main_) exports_.write(registers_);
        is_main_ ? ir_.ret() : ir_.ret(ir_.boolean(true));
    }
    void emit_return() { is_main_ ? end() : ir_.ret(ir_.boolean(false)); }

    /// The one instruction that no other calls is the first; who calls whom must end somewhere.
    Status check_calls() const {
        if (calls_.empty()) return {};
        std::map<std::size_t, unsigned> state; // 1: being looked at, 2: done
        std::vector<std::pair<std::size_t, std::size_t>> path{{0, 0}};
        state[0] = 1;
        while (!path.empty()) {
            auto& [caller, next] = path.back();
            const auto found = calls_.find(caller);
            if (found == calls_.end() || next == found->second.size()) {
                state[caller] = 2;
                path.pop_back();
                continue;
            }
            const auto [callee, at] = found->second[next++];
            if (state[callee] == 1)
                return fail_at(program_.instructions[at].offset,
                               "CAL leads back to where it is called from: recursion");
            if (state[callee] == 0) path.emplace_back(callee, 0);
            if (state[callee] == 0) state[callee] = 1;
        }
        return {};
    }

    // ---- control flow

    void name_origin(const Instruction& instruction, std::uint32_t constant) {
        if (!context_.named()) return;
        text_.clear();
        print_origin_(text_, instruction, constant);
        ir_.origin(instruction.slot(), text_);
    }

    /// Instructions from `first` to before `last`; goes on in the block where they end, if they do not leave.
    Status range(std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last;) {
            if (ir_.ended()) return {}; // nothing leads to the rest
            const Instruction& instruction = program_.instructions[i];
            name_origin(instruction, constants_[i]);
            std::size_t next = i + 1;
            if (const std::string_view assumption = assumption_of(instruction.word); !assumption.empty())
                context_.approximate(assumption);
            context_.approximate_at(program_.code_offset() + instruction.offset, missing_of(instruction.word));
            const OpClass op_class = info(instruction.word[W::op]).op_class;
            if (op_class == OpClass::If || op_class == OpClass::Loop) {
                const auto nested = op_class == OpClass::If ? choice(i, last) : loop(i, last);
                if (!nested) return std::unexpected(nested.error());
                next = *nested;
            } else {
                step(i, op_class);
            }
            if (instruction.word[W::end] && !ir_.ended()) {
                if (!loops_.empty())
                    context_.approximate("END inside of a loop ends the program in the first iteration: not certain");
                end();
            }
            i = next;
        }
        return {};
    }

    [[nodiscard]] static bool is_certain(const W& word) { return word[W::condition] == Condition::Tr; }
    /// Whether any tested lane passes.
    ir::Id any_passes(const W& word) {
        if (is_certain(word)) return ir_.boolean(true);
        if (!readable_ && is_one_lane(condition_swizzle(word))) return tested(word, kLaneX);
        return ir_.BAny(tested(word, kAllLanes));
    }
    /// Of those lanes, which pass.
    ir::Id tested(const W& word, Lanes lanes) {
        const Swizzle swizzle = condition_swizzle(word);
        const Lanes read = readable_ ? kAllLanes : taken_by(lanes, swizzle);
        const std::uint32_t first = word[W::cc_tested] * 4 + read.first;
        const ir::Id condition = ir_.load(cc_, first, ir::kF32.with_lanes(read.count));
        return passes(ir_, through(ir_, condition, read, lanes, swizzle), word[W::condition]);
    }

    /// The instruction that an address of instruction `i` means, which must lie in (i, last].
    Result<std::size_t> target_of(std::size_t i, std::uint32_t address, std::size_t last, std::string_view what) const {
        const auto index = program_.index_of(address);
        if (index && *index > i && *index <= last) return *index;
        return fail_at(program_.instructions[i].offset, std::string(what) + " lies outside of the block that it ends");
    }

    Result<std::size_t> choice(std::size_t i, std::size_t last) {
        const W& word = program_.instructions[i].word;
        const auto end_if = target_of(i, word[W::second_address], last, "ENDIF");
        if (!end_if) return end_if;
        const auto else_at = target_of(i, word[W::first_address], *end_if, "ELSE");
        if (!else_at) return else_at;
        const ir::Id condition = any_passes(word);
        const ir::BlockId then_block = ir_.block(), else_block = ir_.block(), after = ir_.block();
        ir_.branch(condition, then_block, else_block);
        ir_.move_to(then_block);
        if (Status done = range(i + 1, *else_at); !done) return std::unexpected(done.error());
        if (!ir_.ended()) ir_.jump(after);
        ir_.move_to(else_block);
        if (Status done = range(*else_at, *end_if); !done) return std::unexpected(done.error());
        if (!ir_.ended()) ir_.jump(after);
        ir_.move_to(after);
        return end_if;
    }

    /// LOOP counts aL on from round to round and gives it back to the loop around it; REP only counts iterations.
    Result<std::size_t> loop(std::size_t i, std::size_t last) {
        const W& word = program_.instructions[i].word;
        const auto behind = target_of(i, word[W::second_address], last, "the end of the loop");
        if (!behind) return behind;
        const bool counts = word[W::op] == Op::Loop;
        if (!counts && !loops_.empty() && used_attributes().indexed)
            context_.approximate("a REP inside of a loop does not count aL on: not certain");
        const std::uint32_t number = new_loop();
        const ir::BlockId head = ir_.block(), body = ir_.block(), exit = ir_.block();
        const ir::Id iterations = ir_.Select({any_passes(word), ir_.i32(word[W::count]), ir_.i32(0)});
        ir_.store(iterations_, number, iterations);
        const LoopIndex index = counts ? index_of(word) : LoopIndex{};
        if (counts) {
            ir_.store(outer_, number, ir_.load(al_, 0, ir::kI32));
            ir_.store(al_, 0, ir_.i32(index.first));
        }
        ir_.jump(head);
        ir_.move_to(head);
        ir_.branch(ir_.INe({ir_.load(iterations_, number, ir::kI32), ir_.i32(0)}), body, exit);
        ir_.move_to(body);
        loops_.push_back({exit});
        if (Status done = range(i + 1, *behind); !done) return std::unexpected(done.error());
        loops_.pop_back();
        if (!ir_.ended()) next_round(index, number, counts, head);
        ir_.move_to(exit);
        if (counts) ir_.store(al_, 0, ir_.load(outer_, number, ir::kI32));
        return behind;
    }
    /// aL has the value `first` in the first iteration of a LOOP and grows by `step` with each.
    struct LoopIndex {
        std::uint32_t first = 0, step = 1;
    };
    LoopIndex index_of(const W& word) {
        const LoopIndex written{word[W::initial], static_cast<std::uint32_t>(step_of(word))};
        const bool is_plain = written.first == 0 && written.step == 1;
        if (is_plain || !used_attributes().indexed) return written;
        return context_.read(key::loop_index) == kIterationNumber ? LoopIndex{} : written;
    }
    void next_round(const LoopIndex& index, std::uint32_t number, bool counts, ir::BlockId head) {
        ir_.origin({});
        if (counts) ir_.store(al_, 0, ir_.IAdd({ir_.load(al_, 0, ir::kI32), ir_.i32(index.step)}));
        ir_.store(iterations_, number, ir_.ISub({ir_.load(iterations_, number, ir::kI32), ir_.i32(1)}));
        ir_.jump(head);
    }
    std::uint32_t new_loop() {
        if (loop_count_ == 0) {
            iterations_ = ir_.file("rounds", ir::Kind::I32, 1, 0, ir::Role::Register);
            outer_ = ir_.file("outer", ir::Kind::I32, 1, 0, ir::Role::Register);
            declare_al();
        }
        for (const std::uint32_t file : {iterations_, outer_}) ++ir_.module().files[file].count;
        return loop_count_++;
    }

    void step(std::size_t i, OpClass op_class) {
        const W& word = program_.instructions[i].word;
        switch (op_class) {
            case OpClass::Unknown: return opaque(i);
            case OpClass::Nothing: return;
            case OpClass::Value:
            case OpClass::Texture: return is_known(word) ? compute(i) : opaque(i);
            case OpClass::Kill: ir_.add(ir::Op::Discard, ir::kVoid, {any_passes(word)}); return;
            case OpClass::Break:
                if (loops_.empty()) return; // there is nothing to leave
                return where_passes(word, [&] { ir_.jump(loops_.back().exit); });
            case OpClass::Call: return where_passes(word, [&] { call(i); });
            case OpClass::Return: return where_passes(word, [&] { emit_return(); });
            case OpClass::If:
            case OpClass::Loop: break;
        }
    }
    /// OpClass `assign` where any tested lane passes, and goes on.
    void where_passes(const W& word, const auto& assign) {
        if (word[W::condition] == Condition::Fl) return;
        if (is_certain(word)) return assign();
        const ir::Id condition = any_passes(word);
        const ir::BlockId aside = ir_.block(), on = ir_.block();
        ir_.branch(condition, aside, on);
        ir_.move_to(aside);
        assign();
        if (!ir_.ended()) ir_.jump(on);
        ir_.move_to(on);
    }
    /// Functions say whether the program has ended in them.
    void call(std::size_t i) {
        const auto target = program_.index_of(program_.instructions[i].word[W::first_address]);
        if (!target || *target >= program_.instructions.size()) return end(); // there is only the end
        calls_[entry_].emplace_back(*target, i);
        const ir::Id ended = ir_.call(function_at(*target), {});
        const ir::BlockId stop = ir_.block(), on = ir_.block();
        ir_.branch(ended, stop, on);
        ir_.move_to(stop);
        end();
        ir_.move_to(on);
    }
    ir::FunctionId function_at(std::size_t target) {
        if (const auto found = functions_.find(target); found != functions_.end()) return found->second;
        const ir::FunctionId caller = ir_.function_here();
        const ir::BlockId block = ir_.here();
        const std::string name = "at_" + std::to_string(program_.instructions[target].slot());
        functions_[target] = ir_.function(name, ir::kBool);
        called_.push_back(target);
        ir_.move_to(caller, block);
        return functions_[target];
    }

    // ---- one instruction

    void compute(std::size_t i) {
        const Instruction& instruction = program_.instructions[i];
        const W& word = instruction.word;
        const Lanes lanes = readable_ || word[W::mask] == 0 ? kAllLanes : spanned_by(word[W::mask]);
        std::array<ir::Id, 3> sources{};
        for (unsigned which = 0; which < 3; ++which)
            if (reads(word, which)) sources[which] = fetch(i, which, lanes_read(word[W::op], which, lanes));
        const bool test = !is_certain(word);
        const ir::Id passed = test ? tested(word, lanes) : ir::kNone;
        arithmetic(true);
        const bool by_name = readable_ && has_steps(word[W::op]);
        const ir::Id computed = by_name ? named_result(word, sources) : result(word, sources);
        const ir::Id value = finished(word, fitted(ir_, computed, lanes));
        arithmetic(false);
        if (writes_register(word))
            registers_.write(word[W::dst], word[W::dst_half], lanes, value, word[W::mask], passed);
        if (!writes_condition(word)) return;
        const std::uint32_t first = word[W::cc_written] * 4 + lanes.first;
        store_passing(ir_, cc_, first, value, word[W::mask] >> lanes.first, passed);
    }
    /// Which lanes of a source the operation reads, to have a result of `lanes`. What is read rather than run stays whole.
    [[nodiscard]] Lanes lanes_read(Op op, unsigned which, Lanes lanes) const {
        if (readable_) return kAllLanes;
        const char read = info(op).reads[which];
        return read == '=' ? lanes : Lanes{0, static_cast<unsigned>(read - '0')};
    }
    ir::Id result(const W& word, const std::array<ir::Id, 3>& sources) {
        const bool texture = info(word[W::op]).op_class == OpClass::Texture;
        return texture ? sample(word, sources) : units_.value(word[W::op], sources);
    }
    /// The same from a function of the operation's name.
    ir::Id named_result(const W& word, const std::array<ir::Id, 3>& sources) {
        std::vector<ir::Id> arguments;
        for (unsigned which = 0; which < 3; ++which)
            if (reads(word, which)) arguments.push_back(sources[which]);
        return guest_functions_.call(readable_name(word), arguments, [&](std::span<const ir::Id> parameters) {
            std::array<ir::Id, 3> in{};
            for (unsigned which = 0, next = 0; which < 3; ++which)
                if (reads(word, which)) in[which] = parameters[next++];
            return fitted(ir_, result(word, in), kAllLanes);
        });
    }
    /// Whether what is built from now on computes as the chip does.
    void arithmetic(bool on) {
        if (!exact_) return;
        ir_.mode(on ? ir::FloatMode{}.set(ir::FloatMode::flush_inputs, true).set(ir::FloatMode::flush_result, true)
                    : ir::FloatMode{});
    }

    /// Scale, then saturation or the precision that the result has.
    ir::Id finished(const W& word, ir::Id value) {
        constexpr std::array<float, 8> kScales = {1, 2, 4, 8, 1, 0.5F, 0.25F, 0.125F};
        const float scale = kScales[word[W::scale]];
        if (scale != 1) value = scaled(word[W::op], value, ir_.f32(scale, ir_.type_of(value).lanes));
        if (word[W::saturate]) return ir_.FSat(value);
        const bool is_half_alone = word[W::dst_half] && writes_register(word) && !writes_condition(word);
        return with_precision(value, word[W::precision], is_half_alone);
    }
    /// A packed word is scaled as the float that it is; hosts differ in the bits that a NaN then has, and these are unpacked.
    ir::Id scaled(Op op, ir::Id value, ir::Id scale) {
        const ir::Id product = ir_.FMul(value, scale);
        if (!packs(op)) return product;
        constexpr std::uint32_t kNan = 0x7fc00000;
        const ir::Id nan = ir_.constant(ir_.type_of(value), std::uint64_t{kNan});
        return ir_.Select(ir_.FIsNan(value), nan, product);
    }
    static bool packs(Op op) {
        return op == Op::Pk2 || op == Op::Pk4 || op == Op::Pkb || op == Op::Pk16 || op == Op::Pkg;
    }
    ir::Id rounded(ir::Id value) {
        has_rounded_ = true;
        return rounded_to_half(ir_, value);
    }
    /// What is stored as a half and goes nowhere else is rounded then.
    ir::Id with_precision(ir::Id value, Precision precision, bool becomes_half) {
        switch (precision) {
            case Precision::R: return value;
            case Precision::H: return becomes_half ? value : rounded(value);
            case Precision::X: return exact_ ? rounded_to_fixed(ir_, value) : clamped(value, -2, 2);
            case Precision::B: return clamped(value, -1, 1);
        }
        unreachable("precision");
    }

    // ---- sources

    /// Lanes of a source as they come through its swizzle; of a register only those that are needed are read.
    ir::Id fetch(std::size_t i, unsigned which, Lanes lanes) {
        const Source from = source(program_.instructions[i].word, which);
        const bool whole = readable_ || from.type != Type::Temp;
        const Lanes read = whole ? kAllLanes : taken_by(lanes, from.swizzle);
        ir::Id value = select(i, from, read);
        if (readable_) value = modified(from, value); // as the text says it
        value = through(ir_, value, read, lanes, from.swizzle);
        return readable_ ? value : modified(from, value);
    }
    /// A console clamps before it takes the absolute value (RPCS3, pull request 19326).
    ir::Id modified(const Source& from, ir::Id value) {
        value = clamped(value, from.precision);
        if (from.abs) value = ir_.FAbs(value);
        return from.negate ? ir_.FNeg(value) : value;
    }
    /// Text says clamp(), whatever becomes of NaN.
    ir::Id clamped(ir::Id value, float lowest, float highest) {
        if (!readable_) return fp::clamped(ir_, value, lowest, highest);
        const unsigned lanes = ir_.type_of(value).lanes;
        return ir_.FMin({ir_.FMax(value, ir_.f32(lowest, lanes)), ir_.f32(highest, lanes)});
    }
    ir::Id clamped(ir::Id value, SourcePrecision precision) {
        switch (precision) {
            case SourcePrecision::H: return rounded(value);
            case SourcePrecision::X: return exact_ ? rounded_to_fixed(ir_, value) : clamped(value, -2, 2);
            case SourcePrecision::B: return clamped(value, -1, 1);
            case SourcePrecision::S: return ir_.FSat(value);
            default: return value;
        }
    }
    ir::Id select(std::size_t i, const Source& from, Lanes lanes) {
        switch (from.type) {
            case Type::Temp: return registers_.load(from.temp, from.half, lanes);
            case Type::Input: return attribute(program_.instructions[i].word);
            case Type::Constant: return ir_.load_buffer(*fconst_, ir_.i32(constants_[i] * kBytesPerConstant), kFloats);
            case Type::Reserved: break;
        }
        return ir_.f32(0, 4);
    }
    ir::Id attribute(const W& word) {
        if (word[W::indexed]) {
            declare_al();
            return attributes_.load_indexed(ir_.load(al_, 0, ir::kI32), signed_index(word), word[W::flat]);
        }
        return attributes_.load(word[W::input], word[W::flat]);
    }
    void declare_al() {
        if (!has_al_) al_ = ir_.file("al", ir::Kind::I32, 1, 1, ir::Role::Register);
        has_al_ = true;
    }

    // ---- textures

    ir::Id sample(const W& word, const std::array<ir::Id, 3>& sources) {
        Lookup lookup{.unit = word[W::unit], .coordinates = sources[0], .expands = word[W::bx2]};
        switch (word[W::op]) {
            case Op::Txp: lookup.projected = true; break;
            case Op::Txd: lookup.ddx = sources[1], lookup.ddy = sources[2]; break;
            case Op::Txl: lookup.how = Lookup::Level::Given, lookup.level = level(word, sources); break;
            case Op::Txb: lookup.how = Lookup::Level::Biased, lookup.level = level(word, sources); break;
            case Op::Texbem: lookup.coordinates = units_.bumped(sources); break;
            case Op::Txpbem: lookup.coordinates = units_.bumped({over_w(sources[0]), sources[1], sources[2]}); break;
            case Op::Timeswtex: lookup.coordinates = times_w(sources[0]); break;
            default: break;
        }
        return textures_.sample(lookup);
    }
    ir::Id level(const W& word, const std::array<ir::Id, 3>& sources) {
        return has_level_in_w(word) ? ir_.lane(sources[0], 3) : fitted(ir_, sources[1], kLaneX);
    }
    ir::Id over_w(ir::Id coordinates) { return ir_.FDiv(coordinates, ir_.swizzle(coordinates, {3, 3, 3, 3})); }
    // No public source says what this one does; the name is followed.
    ir::Id times_w(ir::Id coordinates) { return ir_.FMul(coordinates, ir_.swizzle(coordinates, {3, 3, 3, 3})); }

    void opaque(std::size_t i) {
        const Instruction& instruction = program_.instructions[i];
        ir_.opaque(program_.code_offset() + instruction.offset, instruction.word.raw);
    }

    ir::Builder ir_;
    const Program& program_;
    ir::ContextReader& context_;
    PrintOrigin print_origin_;
    bool exact_; // denormals count as zero, before and after every operation, and fixed point is rounded
    bool readable_;
    Units units_;
    Textures textures_;
    GuestFunctions guest_functions_;
    Attributes attributes_;
    Registers registers_;
    Exports exports_;
    std::uint32_t cc_;
    std::optional<std::uint32_t> fconst_; // their buffer, where the program has some
    std::uint32_t al_ = 0, iterations_ = 0, outer_ = 0;
    std::vector<std::uint32_t> constants_; // by instruction: how many constants stand before it
    std::uint32_t loop_count_ = 0;
    bool has_al_ = false, has_rounded_ = false;
    std::map<std::size_t, ir::FunctionId> functions_; // by the instruction that they begin with
    std::vector<std::size_t> called_;                 // their entries, in the order in which they were found
    std::map<std::size_t, std::vector<std::pair<std::size_t, std::size_t>>> calls_; // by caller: callee, instruction
    std::size_t entry_ = 0;
    bool is_main_ = true;
    std::vector<OpenLoop> loops_;
    std::string text_;
};

} // namespace

Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin) {
    context.bring({program.machine_state});
    constexpr std::size_t kUsualOfInstruction = 24; // IR instructions
    constexpr std::size_t kUsualFiles = 8;
    ir::Module module;
    module.insts.reserve((program.instructions.size() + 1) * kUsualOfInstruction);
    module.files.reserve(kUsualFiles);
    if (const Status lifted = Lifter(module, program, context, print_origin).run(); !lifted)
        return std::unexpected(program.from_text ? of_text(lifted.error()) : lifted.error());
    return module;
}

} // namespace relit::isa::rsx::fp
