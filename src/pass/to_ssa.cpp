// Turns register files into values: a load becomes what was stored last, lane by lane, and what meets where ways join
// becomes block parameters. Registers start as zero; outputs are stored once, where the program hands them on.
#include "ir/builder.hpp"
#include "ir/gather.hpp"
#include "pass/definitions.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"
#include "pass/words.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace relit::pass {
namespace {

/// Whether the entry function loads any register but the inputs, or stores any where ways may join or others may look.
bool has_accesses(const ir::Module& module) {
    const auto& blocks = module.functions[0].blocks;
    const bool is_looked_at = module.stage == ir::Stage::Geometry || module.stage == ir::Stage::TessControl;
    for (const ir::Block& block : blocks) {
        for (const ir::Id id : block.insts) {
            const ir::Inst& inst = module[id];
            const ir::OpInfo& row = ir::info(inst.op);
            if (!row.is_fixed_access() || (row.is_store() && blocks.size() == 1 && !is_looked_at)) continue;
            if (module.files[inst.access()[ir::Access::file]].role != ir::Role::Input) return true;
        }
    }
    return false;
}

constexpr CellId kNoCell = ~CellId{0};
constexpr std::size_t kKindCount = static_cast<std::size_t>(ir::Kind::F64) + 1;

/// Stay: nothing uses any more what loads give.
enum class Accesses : std::uint8_t { Go, Stay };

class ToSsa {
public:
    ToSsa(ir::Module& module, Accesses accesses)
        : module_(module), keeps_accesses_(accesses == Accesses::Stay), function_(module.functions[0]), cfg_(function_),
          registers_(module), definitions_(cfg_), start_of_lane_(registers_.atoms().size()), outputs_(outputs()) {}

    bool run() {
        if (registers_.atoms().empty()) return false;
        for (const ir::BlockId block : cfg_.order()) read(block);
        definitions_.solve();
        if (registers_.has_halved_words()) note_words();
        make_roots();
        for (const ir::BlockId block : cfg_.order()) write(block);
        for (const ir::BlockId block : cfg_.order()) pass_arguments(block);
        clear_unreachable();
        replacements_.apply(module_, function_);
        return true;
    }

private:
    /// The contents of the atoms of one load, or of one run of output lanes to be stored: sources_[first, first + count).
    struct Reading {
        std::size_t first = 0, count = 0;
        ir::Kind kind{}; // of the load
    };
    /// A block parameter: of one cell, or of both halves of a word.
    struct Parameter {
        CellId low = 0, high = kNoCell;
        ir::Kind kind{};
    };
    struct Output { // neighbouring lanes of one register
        std::uint32_t file = 0, lane = 0, lanes = 0, mask = 0;
    };

    [[nodiscard]] bool hands_on(ir::Op op) const {
        return op == ir::Op::EmitVertex && module_.stage == ir::Stage::Geometry;
    }
    void read(ir::BlockId block);
    void read_outputs(ir::BlockId block);
    void read_atoms(ir::BlockId block, const auto& atoms, ir::Kind kind);
    void store(ir::BlockId block, ir::Id id);
    void leave(ir::BlockId block);
    [[nodiscard]] std::vector<Output> outputs() const;

    void note_words();
    void make_roots();
    void make_parameter(const Parameter& parameter);
    [[nodiscard]] std::vector<CellId> upper_halves() const;
    ir::Part start_of(AtomId id);
    ir::Id initial(AtomId id);
    void write(ir::BlockId block);
    void write_outputs(std::pmr::vector<ir::Id>& insts, std::uint32_t origin, const auto& add_lane);
    void hand_on(std::pmr::vector<ir::Id>& insts, ir::Access access, std::uint32_t lanes, std::uint32_t origin);
    void write_read_outputs(std::pmr::vector<ir::Id>& insts, std::uint32_t origin);
    void pass_arguments(ir::BlockId block);
    void add_parts(const Reading& reading);
    ir::Part part(Source source, AtomId atom);
    void clear_unreachable();

    ir::Module& module_;
    bool keeps_accesses_;
    ir::Function& function_;
    ir::Cfg cfg_;
    Registers registers_;
    Definitions definitions_;
    Replacements replacements_;

    struct Current {
        ir::BlockId block = ir::kNoBlock;
        Source source;
    };
    std::vector<Current> current_;  // by atom; of the block that is read
    std::vector<AtomId> changed_;   // atoms that this block stored
    std::vector<Stored> stored_;    // ... with what they hold
    std::vector<AtomId> atoms_;     // of the access that is read
    std::vector<Reading> readings_; // in the order of the blocks and instructions that read
    std::size_t next_reading_ = 0;
    std::vector<Stored> sources_;
    std::vector<ir::Part> parts_; // of the reading that is written

    std::vector<ir::Part> roots_;                     // by cell: its parameter or first contents
    std::vector<std::vector<Parameter>> parameters_;  // by block
    Words words_{cfg_, registers_, definitions_};     // where registers_.has_halved_words()
    std::array<ir::Id, kKindCount> zeros_{};          // by kind
    std::vector<ir::Id> start_of_lane_;               // by the first atom of a lane of an output: what it held
    std::pmr::vector<ir::Id> start_{module_.arena()}; // instructions before all others
    std::vector<Output> outputs_;
};

void ToSsa::read(ir::BlockId block) {
    current_.resize(registers_.atoms().size());
    for (const ir::Id id : function_.blocks[block].insts) {
        const ir::Inst& inst = module_[id];
        if (hands_on(inst.op)) read_outputs(block);
        if (!registers_.is_access(inst)) continue;
        if (ir::info(inst.op).is_store()) {
            store(block, id);
            continue;
        }
        atoms_.clear();
        for (unsigned i = 0; i < inst.type.lanes; ++i) registers_.atoms_of(inst, inst.type, i, atoms_);
        read_atoms(block, atoms_, inst.type.kind);
    }
    if (function_.blocks[block].end.kind == ir::TerminatorKind::Return) read_outputs(block);
    leave(block);
}

void ToSsa::read_atoms(ir::BlockId block, const auto& atoms, ir::Kind kind) {
    readings_.push_back({sources_.size(), atoms.size(), kind});
    for (const AtomId atom : atoms) {
        const Current& current = current_[atom];
        sources_.push_back({atom, current.block == block ? current.source : definitions_.enter(block, atom)});
    }
}

void ToSsa::store(ir::BlockId block, ir::Id id) {
    const ir::Inst& inst = module_[id];
    const ir::Type type = ir::accessed_type(module_, inst);
    module_.note_register(inst.operands.back(), inst.access());
    for (unsigned i = 0; i < type.lanes; ++i) {
        if ((inst.access()[ir::Access::mask] >> i & 1) == 0) continue;
        std::uint32_t at = i * bits_of(type.kind);
        atoms_.clear();
        registers_.atoms_of(inst, type, i, atoms_);
        for (const AtomId atom : atoms_) {
            if (current_[atom].block != block) changed_.push_back(atom);
            current_[atom] = {block, {inst.operands.back(), at}};
            at += registers_.atoms()[atom].bits;
        }
    }
}

void ToSsa::leave(ir::BlockId block) {
    stored_.clear();
    std::ranges::sort(changed_);
    for (const AtomId atom : changed_) stored_.push_back({atom, current_[atom].source});
    definitions_.leave(block, stored_);
    changed_.clear();
}

/// The lanes of outputs that are stored anywhere, by register.
std::vector<ToSsa::Output> ToSsa::outputs() const {
    std::vector<Output> result;
    for (const Registers::Lane& lane : registers_.stored_outputs()) {
        const std::uint32_t width = std::clamp<std::uint32_t>(module_.files[lane.file].lanes, 1, ir::kMaxLanes);
        Output* last = result.empty() ? nullptr : &result.back();
        if (last == nullptr || last->file != lane.file || last->lane / width != lane.lane / width) {
            result.push_back({lane.file, lane.lane, 0, 0});
            last = &result.back();
        }
        last->lanes = lane.lane - last->lane + 1;
        last->mask |= 1U << (lane.lane - last->lane);
    }
    return result;
}

void ToSsa::read_outputs(ir::BlockId block) {
    if (keeps_accesses_) return;
    for (const Registers::Lane& lane : registers_.stored_outputs())
        read_atoms(block, lane.atoms, module_.files[lane.file].kind);
}

void ToSsa::note_words() {
    for (const Reading& reading : readings_)
        for (std::size_t i = 0; i < reading.count; ++i) words_.note({sources_[reading.first + i].source, reading.kind});
    words_.solve();
}

/// By cell: the one of the upper half of its word in its block, where one parameter is to be both.
std::vector<CellId> ToSsa::upper_halves() const {
    std::vector<CellId> upper(definitions_.size(), kNoCell);
    std::map<std::pair<ir::BlockId, AtomId>, CellId> low; // by the atom of the upper half
    for (CellId i = 0; i < definitions_.size(); ++i) {
        const Definitions::Cell& cell = definitions_.cell(i);
        const AtomId other = registers_.atoms()[cell.atom].upper;
        if (other != Atom::kNone && definitions_.is_root(i) && cell.block != 0) low[{cell.block, other}] = i;
    }
    for (CellId i = 0; i < definitions_.size(); ++i) {
        const Definitions::Cell& cell = definitions_.cell(i);
        const auto found = low.find({cell.block, cell.atom});
        if (found == low.end() || !definitions_.is_root(i) || !words_.is_one(found->second, i)) continue;
        upper[found->second] = i;
        upper[i] = i; // it is made with the other
    }
    return upper;
}

/// Gives every cell that is its own value a block parameter, or what its register holds at the start.
void ToSsa::make_roots() {
    roots_.resize(definitions_.size());
    parameters_.resize(function_.blocks.size());
    const bool has_words = registers_.has_halved_words();
    const std::vector<CellId> upper = has_words ? upper_halves() : std::vector<CellId>{};
    for (CellId i = 0; i < definitions_.size(); ++i) {
        if (!definitions_.is_root(i)) continue;
        const Definitions::Cell& cell = definitions_.cell(i);
        if (cell.block == 0) {
            roots_[i] = start_of(cell.atom);
        } else if (!has_words) {
            make_parameter({i, kNoCell, registers_.atoms()[cell.atom].kind});
        } else if (upper[i] == kNoCell) {
            make_parameter({i, kNoCell, words_.kind_of(i)});
        } else if (upper[i] != i) {
            make_parameter({i, upper[i], Words::kind_of_word()});
        }
    }
}

void ToSsa::make_parameter(const Parameter& parameter) {
    const Definitions::Cell& cell = definitions_.cell(parameter.low);
    const ir::Id made = ir::Builder(module_).block_param(cell.block, {parameter.kind, 1});
    const Atom& atom = registers_.atoms()[cell.atom];
    module_.note_register(
        made, ir::Access{}.set(ir::Access::file, atom.file).set(ir::Access::lane, atom.lane).set(ir::Access::mask, 1U));
    roots_[parameter.low] = {made, 0, atom.bits};
    if (parameter.high != kNoCell) roots_[parameter.high] = {made, atom.bits, atom.bits};
    parameters_[cell.block].push_back(parameter);
}

ir::Part ToSsa::start_of(AtomId id) {
    const Atom& atom = registers_.atoms()[id];
    const bool output = module_.files[atom.file].role == ir::Role::Output;
    return {initial(id), output ? atom.at : 0, atom.bits};
}

/// Zero, or what an output held before the program began.
ir::Id ToSsa::initial(AtomId id) {
    const Atom& atom = registers_.atoms()[id];
    const ir::RegisterFile& file = module_.files[atom.file];
    const bool output = file.role == ir::Role::Output;
    ir::Id& known = output ? start_of_lane_[id - atom.at / atom.bits] : zeros_[static_cast<std::size_t>(atom.kind)];
    if (known != ir::kNone) return known;
    ir::Builder builder(module_);
    known = output ? builder.make_load(atom.file, atom.lane, {file.kind, 1}) : builder.make_constant({atom.kind, 1}, 0);
    start_.push_back(known);
    return known;
}

ir::Part ToSsa::part(Source source, AtomId atom) {
    source = definitions_.resolve(source);
    if (source.value == ir::kNone) return roots_[source.at];
    return {replacements_.find(source.value), source.at, registers_.atoms()[atom].bits};
}

void ToSsa::add_parts(const Reading& reading) {
    for (std::size_t i = 0; i < reading.count; ++i) {
        const Stored& read = sources_[reading.first + i];
        parts_.push_back(part(read.source, read.atom));
    }
}

void ToSsa::write(ir::BlockId block) {
    std::pmr::vector<ir::Id> insts(module_.arena());
    insts.reserve(function_.blocks[block].insts.size() + start_.size());
    if (block == 0) insts.assign(start_.begin(), start_.end());
    for (const ir::Id id : function_.blocks[block].insts) {
        if (hands_on(module_[id].op)) write_read_outputs(insts, module_[id].origin);
        const bool is_access = registers_.is_access(module_[id]);
        if (!is_access || keeps_accesses_) insts.push_back(id);
        if (is_access && ir::info(module_[id].op).is_load()) {
            parts_.clear();
            add_parts(readings_[next_reading_++]);
            ir::Gatherer gatherer(module_, insts, module_[id].origin);
            replacements_.replace(id, gatherer.gather(module_[id].type, parts_));
        }
    }
    const ir::Terminator& end = function_.blocks[block].end;
    if (end.kind == ir::TerminatorKind::Return) write_read_outputs(insts, end.origin);
    function_.blocks[block].insts = std::move(insts);
}

void ToSsa::write_read_outputs(std::pmr::vector<ir::Id>& insts, std::uint32_t origin) {
    if (keeps_accesses_) return;
    write_outputs(insts, origin, [&](const Registers::Lane&) { add_parts(readings_[next_reading_++]); });
}

/// Stores the outputs, those lanes omitted that still hold what they held at the start. `add_lane` appends to parts_ what a
/// lane holds.
void ToSsa::write_outputs(std::pmr::vector<ir::Id>& insts, std::uint32_t origin, const auto& add_lane) {
    auto stored = registers_.stored_outputs().begin();
    for (const Output& output : outputs_) {
        std::uint32_t mask = 0;
        std::size_t first = 0;
        parts_.clear();
        for (unsigned i = 0; i < output.lanes; ++i) {
            if ((output.mask >> i & 1) == 0) { // a gap repeats the lane before it
                const std::size_t end = parts_.size();
                for (; first < end; ++first) parts_.push_back(parts_[first]);
                continue;
            }
            first = parts_.size();
            add_lane(*stored);
            const ir::Id start = start_of_lane_[(stored++)->atoms.front()];
            const auto is_start = [&](const ir::Part& part) { return part.value == start; };
            mask |= std::ranges::all_of(std::span(parts_).subspan(first), is_start) ? 0 : 1U << i;
        }
        if (mask == 0) continue;
        const ir::Access access = ir::Access{}
                                      .set(ir::Access::file, output.file)
                                      .set(ir::Access::lane, output.lane)
                                      .set(ir::Access::mask, mask);
        hand_on(insts, access, output.lanes, origin);
    }
}

/// A store of `parts_`, lanes of an output side by side from `access` on. It came from where its first part did, from
/// `origin` where that is not known.
void ToSsa::hand_on(std::pmr::vector<ir::Id>& insts, ir::Access access, std::uint32_t lanes, std::uint32_t origin) {
    const std::uint32_t own = module_[parts_[0].value].origin, from = own == 0 ? origin : own;
    const ir::Type type{module_.files[access[ir::Access::file]].kind, static_cast<std::uint8_t>(lanes)};
    const ir::Id value = ir::Gatherer(module_, insts, from).gather(type, parts_);
    ir::Builder builder(module_);
    builder.origin_index(from);
    insts.push_back(builder.make_store(access, value));
}

/// Adds to the block's edges what the parameters of their ends receive.
void ToSsa::pass_arguments(ir::BlockId block) {
    ir::Block& from = function_.blocks[block];
    for (ir::Edge& edge : from.end.edges) {
        if (parameters_[edge.to].empty()) continue;
        std::vector<ir::Id> args(edge.args.begin(), edge.args.end());
        for (const Parameter& parameter : parameters_[edge.to]) {
            parts_.clear();
            for (const CellId cell : {parameter.low, parameter.high}) {
                if (cell == kNoCell) continue;
                const AtomId atom = definitions_.cell(cell).atom;
                parts_.push_back(part(definitions_.at_end(block, atom), atom));
            }
            ir::Gatherer gatherer(module_, from.insts, from.end.origin);
            args.push_back(gatherer.gather({parameter.kind, 1}, parts_));
        }
        edge.args = module_.copy(args);
    }
}

/// Their accesses are gone; what is left of them could not pass arguments.
void ToSsa::clear_unreachable() {
    for (ir::BlockId block = 0; block < function_.blocks.size(); ++block) {
        if (cfg_.is_reachable(block)) continue;
        function_.blocks[block].params.clear();
        function_.blocks[block].insts.clear();
        function_.blocks[block].end = {ir::TerminatorKind::Unreachable, ir::kNone, {}, {}, 0};
    }
}

} // namespace

namespace {

bool to_ssa(ir::Module& module, Accesses accesses) {
    if (module.functions.empty()) return false;
    forget_trees(module);
    if (!has_accesses(module)) return false;
    return ToSsa(module, accesses).run();
}

} // namespace

bool to_ssa(ir::Module& module) { return to_ssa(module, Accesses::Go); }
void to_ssa_beside_registers(ir::Module& module) { (void)to_ssa(module, Accesses::Stay); }

} // namespace relit::pass
