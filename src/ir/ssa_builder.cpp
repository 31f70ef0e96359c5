#include "ir/ssa_builder.hpp"

#include <algorithm>
#include <bit>
#include <ranges>

namespace relit::ir {
namespace {

constexpr std::uint32_t kWord = 64; // lanes whose bits File::unsaved keeps in one piece

/// Returns true if an access takes whole lanes, none of them beyond the last.
bool fits(const auto& of, std::uint32_t lane, Type type) {
    return of.lanes != 0 && bits_of(type.kind) >= of.bits && lane + bits_of(type) / of.bits <= of.lanes;
}

/// Returns true if lane `lane` of a file need not be read again. A value that was read as a half float is read again as part
/// of a word: a float of another width, in which a target may keep it, has other bits where it is NaN.
bool knows(const Module& module, const auto& of, std::uint32_t lane, std::uint32_t epoch, bool as_word) {
    if (of.about[lane].known != epoch) return false;
    const Inst& value = module[of.parts[lane].value];
    const bool loaded = !of.is_unsaved(lane) && value.op != Op::Const;
    return !as_word || !loaded || value.type.kind != Kind::F16;
}

/// Calls visit(lane) for each bit that is set, upwards.
void for_each_bit(std::span<const std::uint64_t> words, auto&& visit) {
    for (std::uint32_t i = 0; i < words.size(); ++i)
        for (std::uint64_t left = words[i]; left != 0; left &= left - 1)
            visit(i * kWord + static_cast<std::uint32_t>(std::countr_zero(left)));
}

} // namespace

void SsaBuilder::File::forget_unsaved() const { std::fill_n(unsaved, words(), std::uint64_t{0}); }

void SsaBuilder::begin(std::uint32_t index) {
    if (index >= files_.size()) {
        files_.resize(module_.files.size());
        begun_ = files_.data();
        file_count_ = static_cast<std::uint32_t>(files_.size());
    }
    const RegisterFile& described = module_.files[index];
    if (described.role == Role::Input || (described.role == Role::Output && wanted_.outputs_stay)) return;
    File& of = files_[index];
    of.bits = bits_of(described.kind);
    of.first = variables_.add_file(index, described.kind, described.role == Role::Output);
    touched_.push_back(index);
    make_room(index);
}

/// For all lanes of the file, whose count may grow while the program is written.
void SsaBuilder::make_room(std::uint32_t index) {
    std::pmr::polymorphic_allocator<> allocate(module_.arena());
    const File old = files_[index];
    File& of = files_[index];
    of.lanes = module_.files[index].lane_count();
    of.parts = allocate.allocate_object<Part>(of.lanes);
    of.about = allocate.allocate_object<Lane>(of.lanes);
    of.unsaved = allocate.allocate_object<std::uint64_t>(of.words());
    of.stored = allocate.allocate_object<std::uint64_t>(of.words());
    std::fill_n(of.about, of.lanes, Lane{});
    std::fill_n(of.stored, of.words(), std::uint64_t{0});
    of.forget_unsaved();
    std::copy_n(old.parts, old.lanes, of.parts);
    std::copy_n(old.about, old.lanes, of.about);
    std::copy_n(old.unsaved, old.words(), of.unsaved);
    std::copy_n(old.stored, old.words(), of.stored);
}

// ---- blocks

void SsaBuilder::enter(FunctionId function, BlockId block, bool program_begins) {
    ++epoch_;
    is_aside_ = false;
    starts_as_zero_ = program_begins;
    block_ = block;
    function_ = function;
    all_stay_ |= function != 0;
    if (function == 0) take_up(block);
}

/// All that was known stays so, but for the constants that are made there.
void SsaBuilder::go_aside(BlockId block) {
    block_ = block;
    is_aside_ = true;
    aside_.clear();
    zeros_ = {};
}

void SsaBuilder::come_back(BlockId block) {
    if (block_ != kNoBlock || !is_aside_)
        return enter(function_, block, false); // something else was written in between
    for (const auto& [index, lane] : aside_) files_[index].about[lane] = {};
    block_ = block;
    is_aside_ = false;
    starts_as_zero_ = false;
    zeros_ = {};
}

void SsaBuilder::note_aside(std::uint32_t index, std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t lane = first; lane < first + count; ++lane) aside_.emplace_back(index, lane);
}

/// Goes on with a block that was left before its end.
void SsaBuilder::take_up(BlockId block) {
    const auto stored = variables_.stored(block);
    if (stored.empty()) return;
    for (const std::uint32_t index : touched_) {
        const File& of = files_[index];
        for (const Stored& each : stored)
            if (each.variable >= of.first && each.variable < of.first + of.lanes) keep_again(of, each);
    }
}

void SsaBuilder::keep_again(const File& of, const Stored& stored) const {
    const Type type = module_[stored.source.value].type;
    const bool is_whole = type == kBool || bits_of(type) == of.bits;
    of.keep(stored.variable - of.first, {stored.source.value, stored.source.at, of.bits},
            {epoch_, is_whole ? type : kVoid});
}

/// Lists what the block has stored, sorted by variable.
void SsaBuilder::collect_unsaved() {
    stored_.clear();
    for (const std::uint32_t index : touched_) {
        const File& of = files_[index];
        if (stays(of)) continue;
        for_each_bit({of.unsaved, of.words()}, [&](std::uint32_t lane) {
            stored_.push_back({of.first + lane, {of.parts[lane].value, of.parts[lane].at}});
        });
        for (std::uint32_t i = 0; i < of.words(); ++i) of.stored[i] |= of.unsaved[i];
    }
}

void SsaBuilder::leave(const InsertPoint& at) {
    if (block_ == kNoBlock) return;
    if (function_ == 0) {
        collect_unsaved();
        variables_.leave(block_, stored_);
    }
    for (const std::uint32_t index : touched_) stays(files_[index]) ? save(index, at) : files_[index].forget_unsaved();
    block_ = kNoBlock;
}

/// Returns true if a file is stored where the program ends, or hands on its outputs before.
bool SsaBuilder::is_final(std::uint32_t index, bool ends) const {
    if (!wanted_.stores_outputs) return false;
    const bool hands_on = !ends || module_.stage != Stage::Geometry; // which does so with each vertex alone
    return (ends && wanted_.reads_registers) || (hands_on && module_.files[index].role == Role::Output);
}

void SsaBuilder::leave_program(const InsertPoint& at) {
    const bool is_all = block_ == 0 && module_.functions[0].blocks.size() == 1 && exits_.empty();
    if (is_all || all_stay_) {
        for (std::uint32_t i = 0; i < files_.size(); ++i) {
            if (files_[i].lanes == 0) continue;
            is_final(i) ? save(i, at) : files_[i].forget_unsaved();
        }
        if (function_ == 0) variables_.leave(block_, {}); // what it stored when it was left before is stored now
        block_ = kNoBlock;
        return;
    }
    collect_unsaved();
    note_exit(kNone, at.origin);
    leave(at);
}

void SsaBuilder::take_outputs(Id inst) {
    collect_unsaved();
    note_exit(inst, module_[inst].origin);
}

void SsaBuilder::note_exit(Id before, std::uint32_t origin) {
    exits_.push_back({block_, before, origin, snapshots_.size(), stored_.size()});
    snapshots_.insert(snapshots_.end(), stored_.begin(), stored_.end());
}

// ---- the end

bool SsaBuilder::finish() {
    // Of outputs that others see to_ssa finds out whether they do.
    module_.registers_are_values = !all_stay_ && !wanted_.reads_registers && !wanted_.outputs_stay;
    const bool never_ends =
        exits_.empty() && module_.functions[0].blocks.size() > 1; // outputs are shown as far as it gets
    for (const std::uint32_t index : touched_) {
        files_[index].stays |= never_ends && module_.files[index].role == Role::Output;
        if (stays(files_[index])) write_back(index);
    }
    if (exits_.empty() && variables_.is_idle()) return false;
    Function& function = module_.functions[0];
    for (Exit& exit : exits_) find_finals(exit);
    variables_.solve(function);
    for (const Exit& exit : exits_) write_finals(exit);
    variables_.complete(function);
    return true;
}

/// Of a file that has to stay after all: blocks store what they would have handed on.
void SsaBuilder::write_back(std::uint32_t index) {
    const File& of = files_[index];
    variables_.keep_in_register(of.first, of.lanes);
    auto& blocks = module_.functions[0].blocks;
    for (BlockId block = 0; block < blocks.size(); ++block) {
        for (const Stored& each : variables_.stored(block))
            if (each.variable >= of.first && each.variable < of.first + of.lanes) keep_again(of, each);
        save(index, {blocks[block].insts, blocks[block].end.origin});
    }
}

/// Calls visit(file's index, lane) for each lane that is stored anywhere and handed on there.
void SsaBuilder::for_each_final(const Exit& exit, auto&& visit) {
    for (std::uint32_t index = 0; index < files_.size(); ++index) {
        const File& of = files_[index];
        if (of.lanes == 0 || stays(of) || !is_final(index, exit.before == kNone)) continue;
        for_each_bit({of.stored, of.words()}, [&](std::uint32_t lane) { visit(index, lane); });
    }
}

void SsaBuilder::find_finals(Exit& exit) {
    exit.sources = sources_.size();
    const auto snapshot = std::span(snapshots_).subspan(exit.first, exit.count);
    for_each_final(exit, [&](std::uint32_t index, std::uint32_t lane) {
        const VariableId variable = files_[index].first + lane;
        const auto found = std::ranges::lower_bound(snapshot, variable, {}, &Stored::variable);
        const bool is_stored = found != snapshot.end() && found->variable == variable;
        sources_.push_back(is_stored ? found->source : variables_.on_entry(exit.block, variable));
    });
}

/// Stores what is handed on, lanes omitted that still hold what they held at the start.
void SsaBuilder::write_finals(const Exit& exit) {
    std::size_t next = exit.sources;
    for_each_final(exit, [&](std::uint32_t index, std::uint32_t lane) {
        const Source source = sources_[next++];
        if (!variables_.is_start(source))
            files_[index].keep(lane, variables_.part(files_[index].first + lane, source), {epoch_, kVoid});
    });
    std::pmr::vector<Id> made(module_.arena());
    for (std::uint32_t index = 0; index < files_.size(); ++index)
        if (files_[index].lanes != 0) save(index, {made, exit.origin});
    auto& insts = module_.functions[0].blocks[exit.block].insts;
    const auto where = exit.before == kNone ? insts.end() : std::ranges::find(insts, exit.before);
    insts.insert(where, made.begin(), made.end());
}

// ---- instructions

/// Reads the registers where the block begins; or here, where they have to stay registers.
Id SsaBuilder::read(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at) {
    const File& of = files_[index];
    if (of.lanes != 0 && !stays(of)) {
        const std::uint32_t count = std::max(1U, bits_of(type) / of.bits);
        const Id value = variables_.read(block_, of.first + lane, count, type, at.origin);
        if (wanted_.keeps_casts) at.insts.push_back(value);
        return value;
    }
    const Access from = Access{}.set(Access::file, index).set(Access::lane, lane);
    return at.add(module_, Op::LoadFile, type, {}, from.raw[0]);
}

void SsaBuilder::store_plainly(std::uint32_t file, std::uint32_t lane, Id value, std::uint32_t mask,
                               const InsertPoint& at) {
    const Access access = Access{}.set(Access::file, file).set(Access::lane, lane).set(Access::mask, mask);
    (void)at.add(module_, Op::StoreFile, kVoid, {&value, 1}, access.raw[0]);
}

void SsaBuilder::know_zero(std::uint32_t index, std::uint32_t lane, Kind kind, const InsertPoint& at) {
    const File& of = files_[index];
    of.know(lane, zero(kind, at), {epoch_, bits_of(kind) == of.bits ? Type{kind, 1} : kVoid});
}

Part SsaBuilder::zero(Kind kind, const InsertPoint& at) {
    Zero& known = zeros_[static_cast<std::size_t>(kind)];
    if (known.made != epoch_) known = {at.add_constant(module_, {kind, 1}, 0), epoch_};
    return {known.value, 0, bits_of(kind)};
}

// ---- loads

void SsaBuilder::note_kind(std::uint32_t index, std::uint32_t lane, Type type) {
    const File& of = file(index);
    if (of.lanes == 0) return;
    const std::uint32_t count = std::max(1U, bits_of(type) / of.bits);
    for (std::uint32_t i = 0; i < count; ++i) variables_.note_kind(of.first + lane + i, type.kind);
}

/// Returns true if the access takes whole lanes of a file that has grown since.
bool SsaBuilder::fits_now(std::uint32_t index, std::uint32_t lane, Type type) {
    const File& of = files_[index];
    if (of.lanes == 0 || of.lanes == module_.files[index].lane_count()) return false;
    make_room(index);
    return fits(of, lane, type);
}

Id SsaBuilder::load(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at) {
    if (!fits(file(index), lane, type) && !fits_now(index, lane, type)) return load_pieces(index, lane, type, at);
    const File of = files_[index];
    const std::uint32_t count = bits_of(type) / of.bits;
    const bool is_word = bits_of(type.kind) > of.bits;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (knows(module_, of, lane + i, epoch_, is_word)) continue;
        learn(index, lane, type, at);
        break;
    }
    const Id first = of.parts[lane].value;
    if (count == 1 && !wanted_.keeps_casts && module_[first].type.lanes == 1 && bits_of(module_[first].type) == of.bits)
        return as(type, first, at);
    return Gatherer(module_, at).gather(type, std::span(of.parts + lane, count));
}

/// The bits of one lane as another type.
Id SsaBuilder::as(Type type, Id value, const InsertPoint& at) {
    const Inst& inst = module_[value];
    if (inst.type == type) return value;
    if (inst.op == Op::Bitcast && module_[inst.operands[0]].type == type) return inst.operands[0];
    return at.add(module_, Op::Bitcast, type, {&value, 1});
}

/// Makes known what `type` takes from `lane` on.
void SsaBuilder::learn(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at) {
    const File of = file(index);
    const RegisterFile& described = module_.files[index];
    const std::uint32_t each = bits_of(type.kind) / of.bits, end = lane + type.lanes * each;
    const bool zeros = starts_as_zero_ && described.role == Role::Register, is_word = each > 1;
    const auto is_new = [&](std::uint32_t i) { return !knows(module_, of, i, epoch_, is_word); };
    const auto keep = [&](std::uint32_t first, std::uint32_t count, Id value) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const bool is_whole = bits_of(module_[value].type) == of.bits;
            of.know(first + i, {value, i * of.bits, of.bits}, {epoch_, is_whole ? module_[value].type : kVoid});
        }
    };
    const auto lanes_from = [](std::uint32_t first, std::uint32_t last) { return std::views::iota(first, last); };
    if (is_aside_) note_aside(index, lane, end - lane);
    if (!zeros && std::ranges::all_of(lanes_from(lane, end), is_new))
        return keep(lane, end - lane, read(index, lane, type, at));
    for (std::uint32_t unit = lane; unit < end; unit += each) {
        const auto lanes = lanes_from(unit, unit + each);
        if (!zeros && is_word && std::ranges::all_of(lanes, is_new)) {
            keep(unit, each, read(index, unit, type.scalar(), at));
            continue;
        }
        const Kind kind = is_word ? integer_of_bits(of.bits) : described.kind;
        for (const std::uint32_t i : lanes | std::views::filter(is_new)) {
            if (zeros)
                know_zero(index, i, is_word ? described.kind : type.kind, at);
            else
                keep(i, 1, read(index, i, {kind, 1}, at));
        }
    }
}

/// Returns what one lane of the file holds.
Part SsaBuilder::lane_part(std::uint32_t index, std::uint32_t lane, const InsertPoint& at) {
    const File& of = file(index);
    if (of.about[lane].known != epoch_) learn(index, lane, {integer_of_bits(of.bits), 1}, at);
    return of.parts[lane];
}

/// Lanes that are narrower than those of the file, or not all in it.
Id SsaBuilder::load_pieces(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at) {
    const File of = file(index);
    const std::uint32_t bits = bits_of(type.kind);
    if (stays(of) || of.lanes == 0 || bits >= of.bits) {
        if (of.lanes != 0) spill(index, at);
        return read(index, lane, type, at);
    }
    std::vector<Part> parts;
    for (std::uint32_t i = 0; i < type.lanes; ++i) {
        const Part whole = lane_part(index, lane + i * bits / of.bits, at);
        parts.push_back({whole.value, whole.at + i * bits % of.bits, bits});
    }
    return Gatherer(module_, at).gather(type, parts);
}

/// A lane that holds no truth value, as one that was given, is true where it is not 0.
Id SsaBuilder::load_bool(std::uint32_t index, std::uint32_t lane, const InsertPoint& at) {
    const File of = file(index);
    const bool is_known = of.about[lane].known == epoch_;
    if (is_known && of.about[lane].type == kBool) return of.parts[lane].value;
    if (is_known || stays(of)) {
        const Id bits = load(index, lane, kI32, at), none = at.add_constant(module_, kI32, 0);
        return at.add(module_, Op::INe, kBool, std::array{bits, none});
    }
    if (is_aside_) note_aside(index, lane, 1);
    variables_.make_bool(of.first + lane);
    const Id value = starts_as_zero_ ? zero(Kind::Bool, at).value : read(index, lane, kBool, at);
    of.know(lane, {value, 0, of.bits}, {epoch_, kBool});
    return value;
}

Id SsaBuilder::bits_of_bool(Id value, const InsertPoint& at) {
    const Id one = at.add_constant(module_, kI32, 1), none = at.add_constant(module_, kI32, 0);
    return at.add(module_, Op::Select, kI32, std::array{value, one, none});
}

// ---- stores

void SsaBuilder::store_bool(std::uint32_t index, std::uint32_t lane, Id value) {
    const File of = file(index);
    if (is_aside_) note_aside(index, lane, 1);
    variables_.make_bool(of.first + lane);
    of.keep(lane, {value, 0, of.bits}, {epoch_, kBool});
}

void SsaBuilder::store(std::uint32_t index, std::uint32_t lane, Id value, std::uint32_t mask, const InsertPoint& at) {
    const Type type = module_[value].type;
    if (file(index).lanes == 0) return store_plainly(index, lane, value, mask, at);
    if (!fits(file(index), lane, type) && !fits_now(index, lane, type))
        return store_pieces(index, lane, value, mask, at);
    const File& of = files_[index];
    const std::uint32_t each = bits_of(type.kind) / of.bits;
    if (is_aside_) note_aside(index, lane, each * type.lanes);
    if (each * type.lanes == 1) return of.keep(lane, {value, 0, of.bits}, {epoch_, type});
    for (std::uint32_t bit = 0; mask != 0; mask >>= 1, lane += each, bit += each * of.bits) {
        if ((mask & 1) == 0) continue;
        of.keep(lane, {value, bit, of.bits}, {epoch_, kVoid});
        for (std::uint32_t i = 1; i < each; ++i)
            of.keep(lane + i, {value, bit + i * of.bits, of.bits}, {epoch_, kVoid});
    }
}

/// Lanes of the value that are narrower than those of the file: the rest of a lane stays what it was.
void SsaBuilder::store_pieces(std::uint32_t index, std::uint32_t lane, Id value, std::uint32_t mask,
                              const InsertPoint& at) {
    const File of = file(index);
    const Type type = module_[value].type;
    const std::uint32_t bits = bits_of(type.kind);
    if (stays(of) || bits >= of.bits) {
        spill(index, at);
        store_plainly(index, lane, value, mask, at);
        return forget_file(index);
    }
    const std::uint32_t pieces = of.bits / bits;
    for (std::uint32_t first = 0; first < type.lanes; first += pieces) {
        if ((mask >> first & ((1U << pieces) - 1)) == 0) continue;
        const std::uint32_t where = lane + first / pieces;
        const Part old = lane_part(index, where, at);
        std::vector<Part> parts;
        for (std::uint32_t i = 0; i < pieces; ++i) {
            const std::uint32_t from = first + i;
            const bool is_new = from < type.lanes && (mask >> from & 1) != 0;
            parts.push_back(is_new ? Part{value, from * bits, bits} : Part{old.value, old.at + i * bits, bits});
        }
        const Type whole{integer_of_bits(of.bits), 1};
        if (is_aside_) note_aside(index, where, 1);
        of.keep(where, {Gatherer(module_, at).gather(whole, parts), 0, of.bits}, {epoch_, kVoid});
    }
}

void SsaBuilder::spill(std::uint32_t index, const InsertPoint& at) {
    keep_in_register(index);
    save(index, at);
}

void SsaBuilder::spill_all(const InsertPoint& at) {
    all_stay_ = true;
    for (std::uint32_t i = 0; i < files_.size(); ++i)
        if (files_[i].lanes != 0) save(i, at);
}

void SsaBuilder::forget_all() {
    ++epoch_;
    starts_as_zero_ = false;
}

void SsaBuilder::forget_file(std::uint32_t index) {
    std::fill_n(file(index).about, file(index).lanes, Lane{});
    starts_as_zero_ = false;
}

void SsaBuilder::save(std::uint32_t index, const InsertPoint& at) {
    const File of = file(index);
    for (std::uint32_t lane = 0; lane < of.lanes;) {
        const std::uint64_t left = of.unsaved[lane / kWord] >> lane % kWord;
        if (left == 0) {
            lane = (lane / kWord + 1) * kWord;
            continue;
        }
        lane += static_cast<std::uint32_t>(std::countr_zero(left));
        save_run(index, lane++, at);
    }
}

/// How many lanes of the file the value has one lane for that begins at `lane`: as many are stored as one.
std::uint32_t SsaBuilder::lanes_of_unit(const File& of, std::uint32_t lane) const {
    const Part& first = of.parts[lane];
    const std::uint32_t lanes = bits_of(module_[first.value].type.kind) / first.bits;
    if (first.at % (lanes * first.bits) != 0 || lane + lanes > of.lanes) return 1;
    for (std::uint32_t i = 1; i < lanes; ++i) {
        const Part& part = of.parts[lane + i];
        if (!of.is_unsaved(lane + i) || part.value != first.value || part.at != first.at + i * first.bits) return 1;
    }
    return lanes;
}

/// Stores lanes of one register, from `first` to the last of those that fit into one value; a gap repeats the lane before it.
void SsaBuilder::save_run(std::uint32_t index, std::uint32_t first, const InsertPoint& at) {
    const RegisterFile& described = module_.files[index];
    File& of = files_[index];
    if (Part& only = of.parts[first]; described.kind != Kind::Bool && module_[only.value].type == kBool)
        only = {bits_of_bool(only.value, at), 0, of.bits};
    const std::uint32_t unit = lanes_of_unit(of, first);
    const std::uint32_t width = unit == 1 ? std::max<std::uint32_t>(described.lanes, 1) : unit * kMaxLanes;
    const std::uint32_t stop = std::min(of.lanes, std::max((first / width + 1) * width, first + unit));
    const Kind kind = unit == 1 ? described.kind : module_[of.parts[first].value].type.kind;
    run_.clear();
    run_.reserve(std::size_t{unit} * kMaxLanes);
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < kMaxLanes && first + (i + 1) * unit <= stop; ++i) {
        const std::uint32_t lane = first + i * unit;
        if (!of.is_unsaved(lane) || (unit != 1 && lanes_of_unit(of, lane) != unit)) continue;
        while (run_.size() < std::size_t{i} * unit) run_.push_back(run_[run_.size() - unit]);
        run_.insert(run_.end(), of.parts + lane, of.parts + lane + unit);
        mask |= 1U << i;
        for (std::uint32_t j = 0; j < unit; ++j) of.note_saved(lane + j);
    }
    const std::uint32_t own = module_[run_[0].value].origin;
    const InsertPoint from{at.insts, own == 0 ? at.origin : own, at.reducer};
    const Type type{kind, static_cast<std::uint8_t>(run_.size() / unit)};
    store_plainly(index, first, Gatherer(module_, from).gather(type, run_), mask, from);
}

} // namespace relit::ir
