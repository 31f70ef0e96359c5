#include "ir/ssa/variables.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace relit::ir {
namespace {

constexpr CellId kNoCell = ~CellId{0};

} // namespace

VariableId Variables::add_file(std::uint32_t file, Kind kind, bool is_given) {
    groups_.push_back({kind, file, is_given, {}});
    return static_cast<VariableId>(groups_.size() - 1) * kMostValues;
}

VariableId Variables::add_value(Type type) {
    if (!values_) {
        values_ = static_cast<std::uint32_t>(groups_.size());
        groups_.emplace_back();
    }
    auto& states = groups_[*values_].states;
    states.push_back({.type = type, .bits = bits_of(type)});
    return *values_ * kMostValues + static_cast<VariableId>(states.size() - 1);
}

void Variables::make_states(VariableId last) {
    constexpr std::uint32_t kHalfOfWord = 16;
    Group& group = groups_[last / kMostValues];
    const std::uint32_t bits = bits_of(group.kind);
    while (group.states.size() <= last % kMostValues) {
        const auto lane = static_cast<std::uint32_t>(group.states.size());
        State& made =
            group.states.emplace_back(State{.type = {group.kind, 1}, .bits = bits, .is_given = group.is_given});
        made.access.set(Access::file, group.file).set(Access::lane, lane).set(Access::mask, 1U);
        if (bits == kHalfOfWord && lane % 2 == 0) made.upper = last - last % kMostValues + lane + 1;
    }
}

Id Variables::read(BlockId block, VariableId first, std::uint32_t count, Type type, std::uint32_t origin) {
    const Id value = append(module_, {.op = Op::BlockParam, .type = type, .origin = origin, .operands = {}});
    reads_.push_back({value, block, first, count});
    for (VariableId i = first; i < first + count; ++i) note_kind(i, type.kind);
    return value;
}

void Variables::note_kind(VariableId variable, Kind kind) {
    State& of = state(variable);
    if (of.type.lanes != 1 || of.type == kBool) return;
    has_words_ |= bits_of(kind) > of.bits;
    if (bits_of(kind) != of.bits || (of.read_as != Kind::Void && of.read_as != kind)) kind = integer_of_bits(of.bits);
    of.read_as = kind;
}

void Variables::make_bool(VariableId variable) {
    State& of = state(variable);
    of.type = kBool;
    of.bits = bits_of(kBool);
}

void Variables::keep_in_register(VariableId first, std::uint32_t count) {
    for (VariableId i = first; i < first + count; ++i) state(i).stays = true;
}

void Variables::solve(Function& function) {
    cfg_.emplace(function);
    std::ranges::stable_sort(reads_, {}, [&](const Read& read) { return cfg_->index(read.block); });
    while (!reads_.empty() && !cfg_->is_reachable(reads_.back().block)) reads_.pop_back();
    find_sources();
    definitions_.solve(*cfg_);
    if (has_words_) find_words();
    make_roots(function);
    settle(function);
}

void Variables::find_sources() {
    for (Read& read : reads_) {
        if (state(read.first).stays) continue;
        read.sources = sources_.size();
        for (VariableId i = read.first; i < read.first + read.count; ++i)
            sources_.push_back(definitions_.enter(read.block, i));
    }
}

// ---- words whose halves are variables of their own

/// Finds what the cells that are block parameters are read as; through other parameters too.
void Variables::find_words() {
    uses_.resize(definitions_.size());
    for (const Read& read : reads_) {
        if (state(read.first).stays) continue;
        const Kind kind = module_[read.value].type.kind;
        for (std::uint32_t i = 0; i < read.count; ++i) {
            const Source root = definitions_.resolve(sources_[read.sources + i]);
            const bool is_word = bits_of(kind) > state(read.first + i).bits;
            if (root.value == kNone) note_use(root.at, is_word ? kAsWord : kind == Kind::F16 ? kAsHalfFloat : kAsBits);
        }
    }
    while (!work_.empty()) {
        const CellId cell = work_.back();
        work_.pop_back();
        const auto [block, variable] = std::pair(definitions_.cell(cell).block, definitions_.cell(cell).variable);
        for (const BlockId from : cfg_->predecessors(block)) {
            const Source root = definitions_.resolve(definitions_.at_end(from, variable));
            if (root.value == kNone) note_use(root.at, uses_[cell]);
        }
    }
}

void Variables::note_use(CellId cell, std::uint8_t use) {
    if ((uses_[cell] | use) == uses_[cell]) return;
    uses_[cell] |= use;
    work_.push_back(cell);
}

/// By cell: the one of the upper half of its word in its block, where one parameter is to be both; itself, where it is that.
std::vector<CellId> Variables::upper_halves() const {
    std::vector<CellId> upper(definitions_.size(), kNoCell);
    if (!has_words_) return upper;
    std::map<std::pair<BlockId, VariableId>, CellId> low; // by the variable of the upper half
    for (CellId i = 0; i < definitions_.size(); ++i) {
        const Definitions::Cell& cell = definitions_.cell(i);
        const VariableId other = state(cell.variable).upper;
        if (other != kNoVariable && definitions_.is_root(i) && cell.block != 0) low[{cell.block, other}] = i;
    }
    for (CellId i = 0; i < definitions_.size(); ++i) {
        const Definitions::Cell& cell = definitions_.cell(i);
        const auto found = low.find({cell.block, cell.variable});
        if (found == low.end() || !definitions_.is_root(i) || ((uses_[found->second] | uses_[i]) & kAsWord) == 0)
            continue;
        upper[found->second] = i;
        upper[i] = i;
    }
    return upper;
}

Kind Variables::kind_of(CellId cell) const {
    const State& of = state(definitions_.cell(cell).variable);
    if (has_words_ && uses_[cell] == kAsHalfFloat) return Kind::F16;
    return of.read_as == Kind::Void ? of.type.kind : of.read_as;
}

// ---- values

/// Gives every cell that is its own value a block parameter, or what its variable holds at the start.
void Variables::make_roots(Function& function) {
    roots_.resize(definitions_.size());
    parameters_.resize(function.blocks.size());
    const std::vector<CellId> upper = upper_halves();
    for (CellId i = 0; i < definitions_.size(); ++i) {
        if (!definitions_.is_root(i) || definitions_.cell(i).block == 0) continue;
        if (upper[i] == kNoCell)
            make_parameter(function, {i, kNoCell, kind_of(i)});
        else if (upper[i] != i)
            make_parameter(function, {i, upper[i], Kind::F32});
    }
}

void Variables::make_parameter(Function& function, const Parameter& parameter) {
    const Definitions::Cell& cell = definitions_.cell(parameter.low);
    const State& of = state(cell.variable);
    auto& params = function.blocks[cell.block].params;
    const Id made = append(module_, {.op = Op::BlockParam,
                                     .type = of.type.with_kind(parameter.kind),
                                     .imm = static_cast<std::uint32_t>(params.size()),
                                     .operands = {}});
    params.push_back(made);
    if (of.access[Access::mask] != 0) module_.note_register(made, of.access);
    roots_[parameter.low] = {made, 0, of.bits};
    if (parameter.high != kNoCell) roots_[parameter.high] = {made, of.bits, of.bits};
    parameters_[cell.block].push_back(parameter);
}

Id Variables::start_of(VariableId variable) {
    State& of = state(variable);
    const Type type = of.type;
    const bool is_zero = !of.is_given;
    Id& known = is_zero && type.lanes == 1 ? zeros_[static_cast<std::size_t>(type.kind)] : of.start;
    if (known != kNone) return known;
    const Access from = Access(of.access).set(Access::mask, 0U);
    known = is_zero ? append_constant(module_, type, 0, 0)
                    : append(module_, {.op = Op::LoadFile, .type = type, .imm = from.raw[0], .operands = {}});
    start_.push_back(known);
    return known;
}

bool Variables::is_start(Source source) {
    source = definitions_.resolve(source);
    return source.value == kNone && definitions_.cell(source.at).block == 0;
}

Part Variables::part(VariableId variable, Source source) {
    const std::uint32_t bits = state(variable).bits;
    source = definitions_.resolve(source);
    if (source.value != kNone) return {replacements_.find(source.value), source.at, bits};
    return definitions_.cell(source.at).block == 0 ? Part{start_of(variable), 0, bits} : roots_[source.at];
}

/// A block's reads are settled after those of the blocks that dominate it, which they may come from.
void Variables::settle(Function& function) {
    for (auto read = reads_.begin(); read != reads_.end();) {
        const BlockId block = read->block;
        auto& insts = function.blocks[block].insts;
        std::pmr::vector<Id> made(module_.arena());
        const auto next_is = [&](Id id) { return read != reads_.end() && read->block == block && read->value == id; };
        if (where_ == Settles::InPlace)
            for (const Id id : std::exchange(insts, std::pmr::vector<Id>(module_.arena())))
                next_is(id) ? settle(*read++, insts) : insts.push_back(id);
        for (; read != reads_.end() && read->block == block; ++read) settle(*read, made);
        insts.insert(insts.begin(), made.begin(), made.end());
    }
}

void Variables::settle(const Read& read, std::pmr::vector<Id>& insts) {
    Inst& value = module_[read.value];
    if (const State& first = state(read.first); first.stays) {
        value.op = Op::LoadFile;
        value.imm = Access(first.access).set(Access::mask, 0U).raw[0];
        insts.push_back(read.value);
        return;
    }
    parts_.clear();
    for (std::uint32_t i = 0; i < read.count; ++i) parts_.push_back(part(read.first + i, sources_[read.sources + i]));
    const Type type = value.type;
    replace(read.value, Gatherer(module_, {insts, value.origin}).gather(type, parts_));
}

void Variables::complete(Function& function) {
    for (const BlockId block : cfg_->order()) pass_arguments(function, block);
    empty_unreachable(function);
    auto& insts = function.blocks[0].insts;
    insts.insert(insts.begin(), start_.begin(), start_.end());
    replacements_.apply(module_, function);
}

/// Adds to the block's edges what the parameters of their ends receive.
void Variables::pass_arguments(Function& function, BlockId block) {
    Block& from = function.blocks[block];
    for (Edge& edge : from.end.edges) {
        if (parameters_[edge.to].empty()) continue;
        std::vector<Id> args(edge.args.begin(), edge.args.end());
        for (const Parameter& parameter : parameters_[edge.to]) {
            parts_.clear();
            for (const CellId cell : {parameter.low, parameter.high}) {
                if (cell == kNoCell) continue;
                const VariableId variable = definitions_.cell(cell).variable;
                parts_.push_back(part(variable, definitions_.at_end(block, variable)));
            }
            const Type type = state(definitions_.cell(parameter.low).variable).type.with_kind(parameter.kind);
            args.push_back(Gatherer(module_, {from.insts, from.end.origin}).gather(type, parts_));
        }
        edge.args = module_.copy(args);
    }
}

/// They could not pass arguments.
void Variables::empty_unreachable(Function& function) const {
    for (BlockId block = 0; block < function.blocks.size(); ++block) {
        if (cfg_->is_reachable(block)) continue;
        function.blocks[block].params.clear();
        function.blocks[block].insts.clear();
        function.blocks[block].end = {TerminatorKind::Unreachable, kNone, {}, {}, 0};
    }
}

} // namespace relit::ir
