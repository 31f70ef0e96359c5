// RSX vertex programs as IR: one origin a slot, guest registers as files, sources read before anything is written.
#include "ir/builder.hpp"
#include "isa/rsx/lift/labels.hpp"
#include "isa/rsx/lift/lanes.hpp"
#include "isa/rsx/lift/test.hpp"
#include "isa/rsx/lift/texture.hpp"
#include "isa/rsx/vp/context_keys.hpp"
#include "isa/rsx/vp/encoding/control_flow.hpp"
#include "isa/rsx/vp/encoding/notes.hpp"
#include "isa/rsx/vp/encoding/stream.hpp"
#include "isa/rsx/vp/lift/attributes.hpp"
#include "isa/rsx/vp/lift/labels.hpp"
#include "isa/rsx/vp/lift/lift.hpp"
#include "isa/rsx/vp/lift/outputs.hpp"
#include "isa/rsx/vp/lift/units.hpp"
#include "isa/rsx/vp/lift/units_of.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/shared/guest_functions.hpp"
#include "isa/text.hpp"

#include <array>
#include <bitset>
#include <span>
#include <string>

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

constexpr std::uint32_t kBytesPerConstant = 16;

/// Guest masks have x in the highest bit; ours in the lowest.
constexpr std::array<std::uint8_t, 16> kReversed = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
[[nodiscard]] constexpr std::uint32_t lane_mask(std::uint32_t guest) { return kReversed[guest]; }

/// What the program touches as a whole, known before the first slot is lifted.
struct Usage {
    OutputLanes written{};
    bool branch_bits = false, indexed_inputs = false;
};

[[nodiscard]] Usage usage_of(std::span<const W> slots) {
    Usage usage;
    for (const W& word : slots) {
        usage.branch_bits = usage.branch_bits || looks_at_bit(word[W::sca]);
        usage.indexed_inputs = usage.indexed_inputs || word[W::in_relative];
        if (!writes_output(word)) continue;
        const std::uint32_t mask = lane_mask(word[W::out_source] != 0 ? word[W::vec_mask] : word[W::sca_mask]);
        const std::uint32_t output = word[W::output];
        if (word[W::out_relative])
            for (std::uint32_t& each : usage.written) each |= mask;
        else if (output < kOutputs)
            usage.written[output] |= mask;
    }
    return usage;
}

/// What a unit computes for the lanes that are written.
struct UnitResult {
    Lanes lanes;
    std::uint32_t mask = 0;    // ours: what is written where it passes
    ir::Id value = ir::kNone;  // none if unused
    ir::Id passes = ir::kNone; // which of the lanes are written; none where all are
};

/// What one slot computes before it stores anything.
struct Results {
    UnitResult vec, sca;
    UnitResult address;        // for an address register: of ARL, ARR, ARA or from the stack
    ir::Id taken = ir::kNone;  // whether the branch is taken; none if that is certain
    ir::Id target = ir::kNone; // slot of a jump or call whose target is computed
};

class Lifter {
public:
    Lifter(ir::Module& module, const Program& program, const Usage& usage, ir::ContextReader& context,
           PrintOrigin print_origin)
        : ir_(module), program_(program), slots_(program.slots), usage_(usage), context_(context),
          print_origin_(print_origin), exact_(context.read(key::arithmetic) != 0),
          readable_(context.readable() && !exact_), units_(ir_, context.read(key::rules) != 0),
          textures_(ir_, context, kVertexUnits), guest_functions_(ir_),
          attributes_(ir_, context, readable_ ? "v_in" : "v"),
          outputs_(ir_, context, readable_ ? &guest_functions_ : nullptr), o_(outputs_.file()),
          r_(ir_.file("r", ir::Kind::F32, 4, kTemps, ir::Role::Register)),
          cc_(ir_.file(readable_ ? "c" : "cc", ir::Kind::F32, 4, 2, ir::Role::Register)),
          a_(ir_.file("a", ir::Kind::I32, 4, 2, ir::Role::Register)),
          c_(ir_.constant_registers("c", 0, kConstants, readable_ ? "constants" : "")) {
        module.stage = ir::Stage::Vertex;
        module.source = "rsx.vp";
        module.readable = readable_;
        if (context.builds_ssa()) ir_.build_ssa({context.reads_registers(), context.named()});
    }

    /// A fault whose offset is that of its slot in a raw program, as one of the file that the program comes from.
    [[nodiscard]] Fault in_file(Fault fault) const {
        if (fault.offset) fault.offset = program_.offset_of(*fault.offset / kSlotBytes);
        return program_.kind == FileKind::Text ? of_text(std::move(fault)) : fault;
    }

    Status run(std::uint32_t start) {
        const std::uint64_t bits = usage_.branch_bits ? context_.read(key::branch_bits) : 0;
        branch_bits_ = static_cast<std::uint32_t>(bits);
        auto control_flow = control_flow_of(slots_, start, branch_bits_);
        if (!control_flow) return std::unexpected(in_file(std::move(control_flow.error())));
        control_flow_ = std::move(*control_flow);
        outputs_.declare(usage_.written);
        declare_stack();
        for (std::uint32_t i = 0; i < control_flow_.subroutines.size(); ++i)
            functions_.push_back(i == 0 ? ir_.function("main")
                                        : ir_.function(name_of(control_flow_.subroutines[i]), ir::kBool));
        for (std::uint32_t i = 0; i < control_flow_.subroutines.size(); ++i) subroutine(i);
        ir_.finish();
        label();
        return {};
    }

private:
    /// What the file's parameters call what the program uses.
    void label() {
        ir::Module& module = ir_.module();
        module.resources[c_].labels = constant_labels(program_.constant_names);
        attributes_.label(program_.bound);
        label_outputs(module.files[o_], program_.bound);
        for (const cg::Bound& one : program_.bound) {
            const auto unit = cg::texture_unit(one);
            const auto resource = unit ? textures_.resource_of(*unit) : std::nullopt;
            if (resource) add_label(module.resources[*resource].labels, 0, one);
        }
    }

    // ---- declarations

    [[nodiscard]] static std::string name_of(const Subroutine& subroutine) {
        return "at_" + std::to_string(subroutine.entry);
    }
    void declare_stack() {
        bool used = control_flow_.needs_stack;
        for (const Subroutine& subroutine : control_flow_.subroutines)
            for (const std::uint32_t slot : subroutine.slots)
                used = used || info(slots_[slot][W::sca]).op_class == OpClass::Stack;
        if (!used) return;
        stack_ = ir_.file("stack", ir::Kind::I32, 4, kStackEntries, ir::Role::Register);
        depth_ = ir_.file("depth", ir::Kind::I32, 1, 1, ir::Role::Register);
    }

    // ---- control flow

    void subroutine(std::uint32_t index) {
        const Subroutine& subroutine = control_flow_.subroutines[index];
        is_main_ = index == 0;
        ir_.move_to(functions_[index], 0);
        if (is_main_) outputs_.preset();
        if (is_main_) attributes_.prepare(usage_.indexed_inputs);
        blocks_.assign(slots_.size(), ir::kNoBlock);
        return_block_ = jump_block_ = ir::kNoBlock;
        for (const std::uint32_t slot : subroutine.heads) blocks_[slot] = ir_.block();
        if (blocks_[subroutine.entry] != ir::kNoBlock) ir_.jump(blocks_[subroutine.entry]);
        for (const std::uint32_t i : subroutine.slots) slot(i);
        write_jumps();
        write_returns();
    }

    void slot(std::uint32_t index) {
        const W& word = slots_[index];
        if (blocks_[index] != ir::kNoBlock) ir_.move_to(blocks_[index]);
        name_origin(index, word);
        if (!is_known(word)) ir_.opaque(program_.offset_of(index), word.raw); // the operation that is known is done
        context_.approximate_at(program_.offset_of(index), assumptions_of(word));
        const SlotEnd slot_end = slot_end_of(word, branch_bits_);
        const Results results = compute(word, slot_end);
        store(word, results);
        if (word[W::end] && slot_end.taken)
            context_.approximate("END beside a jump, call or return comes first: not certain");
        if (word[W::end]) return end();
        const auto take = [&] { take_branch(slot_end, results, index); };
        slot_end.op_class == OpClass::Value || slot_end.op_class == OpClass::Stack
            ? go_to(index + 1)
            : fork(slot_end, results, index, take);
    }

    void name_origin(std::uint32_t number, const W& word) {
        if (!context_.named()) return;
        text_.clear();
        print_origin_(text_, word);
        ir_.origin(number, text_);
    }

    /// Does `take` if the branch is taken, and goes on with the next slot if not.
    void fork(const SlotEnd& slot_end, const Results& results, std::uint32_t index, const auto& take) {
        if (!slot_end.taken) return go_to(index + 1);
        if (!slot_end.not_taken) return take();
        const ir::BlockId aside = ir_.block(), on = ir_.block();
        ir_.branch(results.taken, aside, on);
        ir_.move_to(aside);
        take();
        ir_.move_to(on);
        go_to(index + 1);
    }
    void take_branch(const SlotEnd& slot_end, const Results& results, std::uint32_t index) {
        if (slot_end.op_class == OpClass::Return) return emit_return();
        const bool call = slot_end.op_class == OpClass::Call;
        if (call && !control_flow_.needs_stack) return call_function(slot_end.target, index);
        if (call) push_return(index + 1);
        slot_end.computed ? jump_to(results.target) : go_to(slot_end.target);
    }

    /// Where the slot has no block of its own, it is the next one and goes on in this block.
    void go_to(std::uint32_t slot) {
        if (slot >= slots_.size()) return end();
        if (blocks_[slot] != ir::kNoBlock) ir_.jump(blocks_[slot]);
    }

    /// Of the program, wherever it is.
    void end() {
        ir_.origin({});
        if (is_main_) outputs_.finish();
        is_main_ ? ir_.ret() : ir_.ret(ir_.boolean(true));
    }
    /// Subroutines say whether the program has ended in them.
    void call_function(std::uint32_t target, std::uint32_t index) {
        stop_where(ir_.call(functions_[control_flow_.subroutine_at(target)], {}));
        go_to(index + 1);
    }

    void emit_return() {
        if (!control_flow_.needs_stack) return is_main_ ? end() : ir_.ret(ir_.boolean(false));
        if (return_block_ == ir::kNoBlock) return_block_ = ir_.block();
        ir_.jump(return_block_);
    }

    /// All computed targets share one switch: of several, each would carry every register to every slot.
    void jump_to(ir::Id slot) {
        if (!has_target_) target_ = ir_.file("target", ir::Kind::I32, 1, 1, ir::Role::Register);
        has_target_ = true;
        if (jump_block_ == ir::kNoBlock) jump_block_ = ir_.block();
        ir_.store(target_, 0, slot);
        ir_.jump(jump_block_);
    }
    void write_jumps() {
        if (jump_block_ == ir::kNoBlock) return;
        ir_.origin({});
        ir_.move_to(jump_block_);
        switch_to(ir_.load(target_, 0, ir::kI32), control_flow_.subroutines[0].slots);
    }
    void push_return(std::uint32_t slot) {
        const ir::Id depth = ir_.load(depth_, 0, ir::kI32);
        ir_.store_at(stack_, 0, depth, ir_.i32(slot));
        ir_.store(depth_, 0, ir_.IAdd(depth, ir_.i32(1)));
        stop_where(ir_.ULe(ir_.i32(kStackEntries), depth));
    }
    void stop_where(ir::Id condition) {
        const ir::BlockId stop = ir_.block(), on = ir_.block();
        ir_.branch(condition, stop, on);
        ir_.move_to(stop);
        end();
        ir_.move_to(on);
    }

    /// Where every return of a program with a stack leads: back after the last call.
    void write_returns() {
        if (return_block_ == ir::kNoBlock) return;
        ir_.origin({});
        ir_.move_to(return_block_);
        const ir::Id depth = ir_.ISub({ir_.load(depth_, 0, ir::kI32), ir_.i32(1)});
        ir_.store(depth_, 0, depth);
        stop_where(ir_.SLt(depth, ir_.i32(0)));
        switch_to(ir_.load_at(stack_, 0, depth, ir::kI32), control_flow_.returns);
    }

    /// To the slot that the selector says; to the end where there is none such. `slots` are in order.
    void switch_to(ir::Id selector, std::span<const std::uint32_t> slots) {
        std::vector<std::uint32_t> cases;
        std::vector<ir::BlockId> targets;
        for (const std::uint32_t slot : slots) {
            if (slot >= slots_.size() || (!cases.empty() && cases.back() == slot)) continue;
            cases.push_back(slot);
            targets.push_back(blocks_[slot]);
        }
        const ir::BlockId none = ir_.block();
        targets.push_back(none);
        ir_.switch_on(selector, cases, targets);
        ir_.move_to(none);
        end();
    }

    // ---- one slot

    Results compute(const W& word, const SlotEnd& slot_end) {
        const Vec vec = word[W::vec];
        const Sca sca = word[W::sca];
        const bool has_vec = vec_has_result(word) && (readable_ || !keeps_register(word));
        const bool has_sca = sca_has_result(word), sets_address = writes_address(vec);
        Results results;
        if (has_vec) results.vec = wanted(word, word[W::vec_mask], word[W::out_source] != 0);
        if (has_sca) results.sca = wanted(word, word[W::sca_mask], word[W::out_source] == 0);
        if (sets_address) results.address = wanted(word, word[W::vec_mask], false);
        if (vec == Vec::Ara) results.address.lanes = kAllLanes;
        if (sca == Sca::Pop) results.address = {kAllLanes, 15};
        std::array<ir::Id, 3> sources{};
        if (has_vec || sets_address)
            sources = vec_sources(word, sets_address ? results.address.lanes : results.vec.lanes);
        const ir::Id scalar = has_sca ? fetch(word, 2, lanes_read(sca, results.sca.lanes)) : ir::kNone;
        test(word, slot_end, has_vec, results);
        if (slot_end.taken && slot_end.computed)
            results.target = ir_.IAdd({address_lane(word), ir_.i32(slot_end.target)});
        arithmetic(true);
        if (has_vec) results.vec.value = finished(word, results.vec, vec_result(word, sources, results));
        if (has_sca) results.sca.value = finished(word, results.sca, sca_result(sca, scalar));
        if (sets_address && vec != Vec::Ara) results.address.value = units_.address(vec, sources[0]);
        arithmetic(false);
        if (vec == Vec::Ara) results.address.value = sum_of_address(word);
        if (sca == Sca::Psh) push(word);
        if (sca == Sca::Pop) results.address.value = pop();
        return results;
    }
    ir::Id finished(const W& word, const UnitResult& result, ir::Id value) {
        value = fitted(ir_, value, result.lanes);
        return word[W::saturate] ? ir_.FSat(value) : value;
    }

    /// Which lanes of a unit's result are wanted. What is read rather than run stays whole, and so do outputs at a computed
    /// place.
    [[nodiscard]] UnitResult wanted(const W& word, std::uint32_t guest_mask, bool may_be_output) const {
        const std::uint32_t mask = lane_mask(guest_mask);
        const bool at_computed = word[W::out_relative] && may_be_output && word[W::output] != kNoOutput;
        return {mask == 0 || readable_ || at_computed ? kAllLanes : spanned_by(mask), mask};
    }
    /// Which lanes of its sources an operation reads, to have a result of `lanes`.
    [[nodiscard]] Lanes lanes_read(Vec op, Lanes lanes) const {
        if (readable_) return kAllLanes;
        if (op == Vec::Dp3) return kLanesXyz;
        const bool whole = op == Vec::Dph || op == Vec::Dp4 || op == Vec::Dst || op == Vec::Txl;
        return whole ? kAllLanes : lanes;
    }
    [[nodiscard]] Lanes lanes_read(Sca op, Lanes lanes) const {
        if (readable_ || op == Sca::Lit) return kAllLanes;
        return op == Sca::Mov ? lanes : kLaneX;
    }
    std::array<ir::Id, 3> vec_sources(const W& word, Lanes lanes) {
        std::array<ir::Id, 3> sources{};
        for (unsigned i = 0; i < sources.size(); ++i)
            if (vec_reads(word, i)) sources[i] = fetch(word, i, lanes_read(word[W::vec], lanes));
        return sources;
    }

    void test(const W& word, const SlotEnd& slot_end, bool has_vec, Results& results) {
        const bool forks = slot_end.taken && slot_end.not_taken && branches_on_condition(word);
        const bool asks_one = !readable_ && is_one_lane(condition_swizzle(word));
        const ir::Id all = forks && !asks_one ? passes(word, kAllLanes) : ir::kNone;
        if (forks) results.taken = asks_one ? passes(word, kLaneX) : ir_.BAny(all);
        if (!is_predicated(word)) return;
        const auto of = [&](Lanes lanes) { return all != ir::kNone && lanes == kAllLanes ? all : passes(word, lanes); };
        if (has_vec) results.vec.passes = of(results.vec.lanes);
        const bool same = results.sca.lanes == results.vec.lanes && results.vec.passes != ir::kNone;
        if (sca_has_result(word)) results.sca.passes = same ? results.vec.passes : of(results.sca.lanes);
        if (writes_address(word[W::vec]) || word[W::sca] == Sca::Pop)
            results.address.passes = of(results.address.lanes);
    }
    ir::Id passes(const W& word, Lanes lanes) {
        const Swizzle swizzle = condition_swizzle(word);
        const Lanes read = readable_ ? kAllLanes : taken_by(lanes, swizzle);
        const ir::Id condition = ir_.load(cc_, word[W::cc_select] * 4 + read.first, ir::kF32.with_lanes(read.count));
        return rsx::passes(ir_, through(ir_, condition, read, lanes, swizzle), word[W::condition]);
    }

    // What takes several steps is a function of the operation's name in a readable module.
    ir::Id vec_result(const W& word, const std::array<ir::Id, 3>& sources, const Results& results) {
        const Vec op = word[W::vec];
        switch (op) {
            case Vec::Txl: return looked_up(word, sources[0]);
            case Vec::Dst:
            case Vec::Ssg: {
                const auto value = [&](auto in) {
                    return units_.vec(op, in[0], in[op == Vec::Dst ? 1 : 0], ir::kNone, 4);
                };
                if (op == Vec::Dst) return named("dst", {sources[0], sources[1]}, value);
                return named("ssg", {sources[0]}, value);
            }
            default: return units_.vec(op, sources[0], sources[1], sources[2], results.vec.lanes.count);
        }
    }
    ir::Id sca_result(Sca op, ir::Id source) {
        const auto value = [&](auto in) {
            return readable_ ? fitted(ir_, units_.sca(op, in[0]), kAllLanes) : units_.sca(op, in[0]);
        };
        switch (op) {
            case Sca::Rcc: return named("rcc", {source}, value);
            case Sca::Exp: return named("exp_parts", {source}, value);
            case Sca::Log: return named("log_parts", {source}, value);
            case Sca::Lit: return named("lit", {source}, value);
            default: return units_.sca(op, source);
        }
    }
    ir::Id looked_up(const W& word, ir::Id source) {
        return named("txl" + std::to_string(word[W::unit]), {source}, [&](auto in) {
            return textures_.sample({.unit = word[W::unit],
                                     .coordinates = in[0],
                                     .how = Lookup::Level::Given,
                                     .level = ir_.lane(in[0], 3)});
        });
    }
    ir::Id named(const std::string& name, std::initializer_list<ir::Id> sources, const GuestFunctions::Body& body) {
        const std::span arguments(sources.begin(), sources.size());
        return readable_ ? guest_functions_.call(name, arguments, body) : body(arguments);
    }
    /// Whether what is built from now on computes as the chip does.
    void arithmetic(bool on) {
        if (!exact_) return;
        ir_.mode(on ? ir::FloatMode{}.set(ir::FloatMode::flush_inputs, true).set(ir::FloatMode::flush_result, true)
                    : ir::FloatMode{});
    }

    void store(const W& word, const Results& results) {
        const auto& [vec, sca, address, taken, target] = results;
        if (word[W::vec_temp] != kNoTemp) write(r_, word[W::vec_temp], vec);
        if (word[W::sca_temp] != kNoTemp) write(r_, word[W::sca_temp], sca);
        if (word[W::output] != kNoOutput) write_output(word, word[W::out_source] != 0 ? vec : sca);
        if (word[W::cc_write]) write(cc_, word[W::cc_select], word[W::cc_source] != 0 ? vec : sca);
        if (address.mask == 0) return;
        const std::uint32_t to = word[W::sca] == Sca::Pop ? word[W::address] : word[W::vec_temp];
        if (to < 2) write(a_, to, address);
    }

    /// Stores the lanes of the mask that pass; none where the unit has no result.
    void write(std::uint32_t file, std::uint32_t reg, const UnitResult& result) {
        if (result.mask == 0) return;
        const unsigned first = result.lanes.first;
        store_passing(ir_, file, reg * 4 + first, result.value, result.mask >> first, result.passes);
    }
    void write_output(const W& word, const UnitResult& result) {
        const std::uint32_t output = word[W::output];
        if (result.mask == 0) return;
        if (!word[W::out_relative]) {
            if (output < kOutputs) write(o_, output, result);
            return;
        }
        // The word can name 31 registers, of which only those of the file can be where an access begins.
        const bool is_there = output < kOutputs;
        const std::uint32_t first = is_there ? output * 4 : 0;
        const ir::Id index = is_there ? address_lane(word) : ir_.IAdd({address_lane(word), ir_.i32(output)});
        ir::Id value = result.value;
        if (result.passes != ir::kNone)
            value = ir_.Select(result.passes, value, ir_.load_at(o_, first, index, kFloats));
        ir_.store_at(o_, first, index, value, result.mask);
    }

    // ---- sources

    /// Lanes of a source as they come through its swizzle; of a register only those that are needed are read.
    ir::Id fetch(const W& word, unsigned which, Lanes lanes) {
        const Source from = source(word, which);
        const bool whole = readable_ || from.type == Type::Input || from.type == Type::Constant;
        const Lanes read = whole ? kAllLanes : taken_by(lanes, from.swizzle);
        ir::Id value = select(word, from, read);
        if (readable_) value = with_sign(from, value); // as the text says it
        value = through(ir_, value, read, lanes, from.swizzle);
        return readable_ ? value : with_sign(from, value);
    }
    ir::Id with_sign(const Source& from, ir::Id value) {
        if (from.abs) value = ir_.FAbs(value);
        return from.negate ? ir_.FNeg(value) : value;
    }
    ir::Id select(const W& word, const Source& from, Lanes lanes) {
        switch (from.type) {
            case Type::Temp:
                if (from.temp >= kTemps) return ir_.f32(0, lanes.count);
                return ir_.load(r_, from.temp * 4 + lanes.first, ir::kF32.with_lanes(lanes.count));
            case Type::Input: return input(word);
            case Type::Constant: return constant(word);
            case Type::None: return ir_.f32(0, lanes.count);
        }
        unreachable("type of a source");
    }
    ir::Id input(const W& word) {
        if (!word[W::in_relative]) return attributes_.load(word[W::input]);
        return attributes_.load_at(word[W::input], address_lane(word));
    }
    ir::Id constant(const W& word) {
        const std::uint32_t index = word[W::constant];
        if (!word[W::constant_relative]) {
            if (index >= kConstants) return ir_.f32(0, 4);
            return ir_.load_buffer(c_, ir_.i32(index * kBytesPerConstant), kFloats);
        }
        // Outside of c[] a read gives 0: the index is clamped to the first one outside, which reads 0.
        const ir::Id sum = ir_.IAdd({address_lane(word), ir_.i32(index)});
        const ir::Id clamped = ir_.UMin(sum, ir_.i32(kConstants));
        return ir_.load_buffer(c_, ir_.IMul(clamped, ir_.i32(kBytesPerConstant)), kFloats);
    }
    ir::Id address_lane(const W& word) { return ir_.load(a_, word[W::address] * 4 + word[W::address_lane], ir::kI32); }

    // ---- address registers

    ir::Id sum_of_address(const W& word) {
        const ir::Id all = ir_.load(a_, word[W::address] * 4, kIntegers);
        return ir_.IAdd({ir_.swizzle(all, {0, 1, 0, 1}), ir_.swizzle(all, {2, 3, 2, 3})});
    }
    // A push onto a full stack is lost, and so is its pop: what the chip does then is not known.
    void push(const W& word) {
        const ir::Id depth = ir_.load(depth_, 0, ir::kI32);
        ir_.store_at(stack_, 0, depth, ir_.load(a_, word[W::address] * 4, kIntegers));
        ir_.store(depth_, 0, ir_.IAdd(depth, ir_.i32(1)));
    }
    ir::Id pop() {
        const ir::Id depth = ir_.ISub({ir_.load(depth_, 0, ir::kI32), ir_.i32(1)});
        ir_.store(depth_, 0, depth);
        return ir_.load_at(stack_, 0, depth, kIntegers);
    }

    ir::Builder ir_;
    const Program& program_;
    std::span<const W> slots_;
    Usage usage_;
    ir::ContextReader& context_;
    PrintOrigin print_origin_;
    bool exact_; // denormals count as zero, before and after every operation, as on the chip
    bool readable_;
    Units units_;
    Textures textures_;
    GuestFunctions guest_functions_;
    Attributes attributes_;
    Outputs outputs_;
    std::uint32_t o_, r_, cc_, a_, c_;
    std::uint32_t stack_ = 0, depth_ = 0;
    std::uint32_t branch_bits_ = 0;
    ControlFlow control_flow_;
    std::vector<ir::FunctionId> functions_;   // by subroutine
    std::vector<ir::BlockId> blocks_;         // by slot: those that heads begin, of the subroutine that is lifted
    ir::BlockId return_block_ = ir::kNoBlock; // of a program with a stack
    ir::BlockId jump_block_ = ir::kNoBlock;   // of one with computed jumps
    std::uint32_t target_ = 0;                // the slot that such a jump leads to
    bool has_target_ = false;
    bool is_main_ = true;
    std::string text_;
};

} // namespace

Result<ir::Module> lift(const Program& program, ir::ContextReader& context, PrintOrigin print_origin) {
    const auto start = static_cast<std::uint32_t>(context.read_or(program.start, key::start));
    if (const Status runs = check_runnable(program, start); !runs) return std::unexpected(runs.error());
    context.bring({program.machine_state});
    constexpr std::size_t kUsualOfSlot = 12; // IR instructions
    constexpr std::size_t kUsualFiles = 8;
    ir::Module module;
    module.insts.reserve((program.slots.size() + 1) * kUsualOfSlot);
    module.files.reserve(kUsualFiles);
    Lifter lifter(module, program, usage_of(program.slots), context, print_origin);
    if (const Status lifted = lifter.run(start); !lifted) return std::unexpected(lifted.error());
    return module;
}

} // namespace relit::isa::rsx::vp
