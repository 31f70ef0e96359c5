#include "ir/local_values.hpp"

#include <algorithm>
#include <bit>
#include <ranges>

namespace relit::ir {
namespace {

constexpr std::uint32_t kWord = 64; // lanes whose bits File::unsaved keeps in one piece

/// Whether an access at the lane is none to less than a lane, or beyond the last.
bool fits(std::uint32_t lane_bits, std::uint32_t lanes, std::uint32_t lane, Type type) {
    return bits_of(type.kind) >= lane_bits && lane + bits_of(type) / lane_bits <= lanes;
}

/// Whether lane `lane` of what a file is known to hold need not be loaded. What was loaded as a half float is loaded again
/// as part of a word: a float of another width, in which a target may keep it, has other bits where it is NaN.
bool knows(const Module& module, const auto& of, std::uint32_t lane, std::uint32_t stretch, bool as_word) {
    if (of.known[lane] != stretch) return false;
    const Inst& value = module[of.parts[lane].value];
    const bool loaded = !of.is_unsaved(lane) && value.op != Op::Const;
    return !as_word || !loaded || value.type.kind != Kind::F16;
}

} // namespace

void LocalValues::begin(std::uint32_t index) {
    if (index >= files_.size()) files_.resize(module_.files.size());
    const RegisterFile& described = module_.files[index];
    if (described.role == Role::Input) return;
    std::pmr::polymorphic_allocator<> allocate(module_.arena());
    const std::uint32_t lanes = described.lane_count(), words = (lanes + kWord - 1) / kWord;
    files_[index] = {allocate.allocate_object<Part>(lanes), allocate.allocate_object<Stretch>(lanes),
                     allocate.allocate_object<std::uint64_t>(words), lanes, bits_of(described.kind)};
    std::fill_n(files_[index].known, lanes, 0U);
    std::fill_n(files_[index].unsaved, words, std::uint64_t{0});
}

void LocalValues::forget(bool program_begins) {
    ++stretch_;
    starts_as_zero_ = program_begins;
}

void LocalValues::forget_file(std::uint32_t index) {
    std::fill_n(file(index).known, file(index).lanes, 0U);
    starts_as_zero_ = false;
}

Id LocalValues::add(Op op, Type type, std::span<const Id> operands, std::uint32_t imm, const InsertPoint& at) {
    module_.insts.emplace_back(op, type, imm, at.origin, FloatMode{}, module_.copy(operands));
    at.insts.push_back(static_cast<Id>(module_.insts.size() - 1));
    return at.insts.back();
}

Id LocalValues::load_plainly(std::uint32_t file, std::uint32_t lane, Type type, const InsertPoint& at) {
    return add(Op::LoadFile, type, {}, Access{}.set(Access::file, file).set(Access::lane, lane).raw[0], at);
}

void LocalValues::store_plainly(std::uint32_t file, std::uint32_t lane, Id value, std::uint32_t mask,
                                const InsertPoint& at) {
    const Access access = Access{}.set(Access::file, file).set(Access::lane, lane).set(Access::mask, mask);
    (void)add(Op::StoreFile, kVoid, {&value, 1}, access.raw[0], at);
}

Id LocalValues::load(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at) {
    const File of = file(index);
    if (!fits(of.bits, of.lanes, lane, type)) {
        save(index, at);
        return load_plainly(index, lane, type, at);
    }
    const std::uint32_t count = bits_of(type) / of.bits;
    const bool is_word = bits_of(type.kind) > of.bits;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (knows(module_, of, lane + i, stretch_, is_word)) continue;
        learn(index, lane, type, at);
        break;
    }
    return Gatherer(module_, at.insts, at.origin).gather(type, std::span(of.parts + lane, count));
}

/// Makes known what `type` takes from `lane` on.
void LocalValues::learn(std::uint32_t index, std::uint32_t lane, Type type, const InsertPoint& at) {
    const File of = file(index);
    const RegisterFile& described = module_.files[index];
    const std::uint32_t each = bits_of(type.kind) / of.bits, end = lane + type.lanes * each;
    const bool zeros = starts_as_zero_ && described.role == Role::Register, is_word = each > 1;
    const auto is_new = [&](std::uint32_t i) { return !knows(module_, of, i, stretch_, is_word); };
    const auto keep = [&](std::uint32_t first, std::uint32_t count, Id value) {
        for (std::uint32_t i = 0; i < count; ++i) {
            of.known[first + i] = stretch_;
            of.parts[first + i] = {value, i * of.bits, of.bits};
        }
    };
    const auto lanes_from = [](std::uint32_t first, std::uint32_t last) { return std::views::iota(first, last); };
    if (!zeros && std::ranges::all_of(lanes_from(lane, end), is_new))
        return keep(lane, end - lane, load_plainly(index, lane, type, at));
    for (std::uint32_t unit = lane; unit < end; unit += each) {
        const auto lanes = lanes_from(unit, unit + each);
        if (!zeros && is_word && std::ranges::all_of(lanes, is_new)) {
            keep(unit, each, load_plainly(index, unit, type.scalar(), at));
            continue;
        }
        const Kind kind = is_word ? integer_of_bits(of.bits) : described.kind;
        for (const std::uint32_t i : lanes | std::views::filter(is_new)) {
            if (zeros)
                of.known[i] = stretch_, of.parts[i] = zero(is_word ? described.kind : type.kind, at);
            else
                keep(i, 1, load_plainly(index, i, {kind, 1}, at));
        }
    }
}

Part LocalValues::zero(Kind kind, const InsertPoint& at) {
    Zero& known = zeros_[static_cast<std::size_t>(kind)];
    if (known.made != stretch_) {
        const auto literal = static_cast<std::uint32_t>(module_.literals.size());
        module_.literals.push_back(0);
        known = {add(Op::Const, {kind, 1}, {}, literal, at), stretch_};
    }
    return {known.value, 0, bits_of(kind)};
}

void LocalValues::store(std::uint32_t index, std::uint32_t lane, Id value, std::uint32_t mask, const InsertPoint& at) {
    const File of = file(index);
    const Type type = module_[value].type;
    if (!fits(of.bits, of.lanes, lane, type)) {
        save(index, at);
        store_plainly(index, lane, value, mask, at);
        return forget_file(index);
    }
    const std::uint32_t each = bits_of(type.kind) / of.bits;
    for (std::uint32_t bit = 0; mask != 0; mask >>= 1, lane += each, bit += each * of.bits) {
        if ((mask & 1) == 0) continue;
        of.keep(lane, {value, bit, of.bits}, stretch_);
        for (std::uint32_t i = 1; i < each; ++i) of.keep(lane + i, {value, bit + i * of.bits, of.bits}, stretch_);
    }
}

void LocalValues::save(const InsertPoint& at) {
    for (std::uint32_t i = 0; i < files_.size(); ++i)
        if (files_[i].lanes != 0) save(i, at);
}

void LocalValues::save_outputs(const InsertPoint& at) {
    for (std::uint32_t i = 0; i < files_.size(); ++i) {
        if (files_[i].lanes == 0) continue;
        if (module_.files[i].role == Role::Output)
            save(i, at);
        else
            std::fill_n(files_[i].unsaved, (files_[i].lanes + kWord - 1) / kWord, std::uint64_t{0});
    }
}

void LocalValues::save(std::uint32_t index, const InsertPoint& at) {
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
std::uint32_t LocalValues::lanes_of_unit(const File& of, std::uint32_t lane) const {
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
void LocalValues::save_run(std::uint32_t index, std::uint32_t first, const InsertPoint& at) {
    const RegisterFile& described = module_.files[index];
    File& of = files_[index];
    const std::uint32_t unit = lanes_of_unit(of, first);
    const std::uint32_t width = unit == 1 ? std::max<std::uint32_t>(described.lanes, 1) : unit * kMaxLanes;
    const std::uint32_t stop = std::min(of.lanes, (first / width + 1) * width);
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
    const InsertPoint from{at.insts, own == 0 ? at.origin : own};
    const Type type{kind, static_cast<std::uint8_t>(run_.size() / unit)};
    store_plainly(index, first, Gatherer(module_, from.insts, from.origin).gather(type, run_), mask, from);
}

} // namespace relit::ir
