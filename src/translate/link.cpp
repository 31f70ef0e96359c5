#include "translate/link.hpp"

#include "ir/analysis/lanes_in_use.hpp"
#include "ir/builder.hpp"
#include "lang/pipeline.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace relit::translate {
namespace {

using ir::Op;
using ir::Role;
using ir::Semantic;
using lang::IoVariable;

/// User io_variables of one role, by location.
std::map<std::uint32_t, IoVariable> by_location(const ir::Module& module, Role role) {
    std::map<std::uint32_t, IoVariable> found;
    for (const IoVariable& io_variable : lang::io_variables_of(module, role))
        if (io_variable.semantic == Semantic::User) found.emplace(io_variable.number, io_variable);
    return found;
}

ir::Type type_of(const ir::Module& module, const IoVariable& io_variable) {
    return {module.files[io_variable.file].kind, static_cast<std::uint8_t>(io_variable.lanes)};
}

/// Calls visit(function, block, instruction) for everything that is in a block.
void for_each_inst(const ir::Module& module, const auto& visit) {
    for (std::size_t f = 0; f < module.functions.size(); ++f) {
        const auto& blocks = module.functions[f].blocks;
        for (std::size_t b = 0; b < blocks.size(); ++b)
            for (const ir::Id id : blocks[b].insts) visit(f, b, id);
    }
}

/// Lanes of files, each with a T; of those that hold several vertices, lanes of one.
template <class T>
class ByLane {
public:
    ByLane(const ir::Module& module, const T& start) {
        for (const ir::RegisterFile& file : module.files)
            lanes_.emplace_back(ir::registers_of_a_vertex(module, file) * file.lanes, start);
    }
    [[nodiscard]] std::vector<T>& operator[](std::size_t file) { return lanes_[file]; }
    [[nodiscard]] const std::vector<T>& operator[](std::size_t file) const { return lanes_[file]; }
    void set_all(std::size_t file, T value) { std::ranges::fill(lanes_[file], value); }

private:
    std::vector<std::vector<T>> lanes_;
};

bool is_load(Op op) { return ir::info(op).loads(ir::Memory::Registers); }

// ---- registers of vertices: properties of a file are those of the registers of one vertex

std::uint32_t lanes_of_vertex(const ir::Module& module, const ir::RegisterFile& file) {
    return ir::registers_of_a_vertex(module, file) * file.lanes;
}

/// What is left of a computed index divided by `count`, where that is always the same.
std::optional<std::uint32_t> remainder_of(const ir::Module& module, ir::Id id, std::uint32_t count, unsigned looks) {
    if (count == 1) return 0;
    if (looks == 0) return {};
    if (const auto known = ir::known_lane(module, id)) return static_cast<std::uint32_t>(*known % count);
    const ir::Inst& inst = module[id];
    const auto of = [&](std::size_t i) { return remainder_of(module, inst.operands[i], count, looks - 1); };
    const auto product = [&](std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
        std::optional<std::uint32_t> left;
        if (a && b) left = static_cast<std::uint32_t>(*a * *b % count);
        if ((a && *a == 0) || (b && *b == 0)) left = 0; // whatever the other one is
        return left;
    };
    switch (inst.op) {
        case Op::Copy: return of(0);
        case Op::IMul: return product(of(0), of(1));
        case Op::IShl: {
            const auto by = ir::known_lane(module, inst.operands[1]);
            if (!by || *by >= 32) return {};
            return product(of(0), (std::uint64_t{1} << *by) % count);
        }
        case Op::IAdd: {
            const auto a = of(0), b = of(1);
            return a && b ? std::optional((*a + *b) % count) : std::nullopt;
        }
        default: return {};
    }
}

/// The lane of one vertex at which the access of a file begins; nothing where it can be any.
std::optional<std::uint32_t> first_lane(const ir::Module& module, const ir::Inst& inst) {
    constexpr unsigned kLooks = 8;
    const ir::RegisterFile& file = module.files[inst.access()[ir::Access::file]];
    const std::uint32_t lane = inst.access()[ir::Access::lane], all = lanes_of_vertex(module, file);
    if (!ir::info(inst.op).has(ir::kIndexed)) return lane % all;
    const auto reg = remainder_of(module, inst.operands[0], all / file.lanes, kLooks);
    return reg ? std::optional((*reg * file.lanes + lane) % all) : std::nullopt;
}

/// Which lanes of files the program reads.
ByLane<char> lanes_read(const ir::Module& module) {
    ByLane<char> read(module, 0);
    const ir::LanesInUse used(module);
    for_each_inst(module, [&](std::size_t, std::size_t, ir::Id id) {
        const ir::Inst& inst = module[id];
        if (!is_load(inst.op)) return;
        const std::uint32_t file = inst.access()[ir::Access::file];
        const auto first = first_lane(module, inst);
        if (!first) return read.set_all(file, 1);
        const std::uint32_t each = ir::lanes_taken(module.files[file], inst.type.scalar());
        for (std::uint32_t i = 0; i < inst.type.lanes * each && *first + i < read[file].size(); ++i)
            if ((used[id] >> (i / each) & 1) != 0) read[file][*first + i] = 1;
    });
    return read;
}

// ---- constants that travel

/// What is stored to one lane of an output.
struct Stored {
    std::optional<std::uint64_t> constant;
    bool varies = false, always = false;
    std::vector<std::size_t> blocks; // of the entry function
};

std::optional<std::uint64_t> constant_lane(const ir::Module& module, ir::Id value, unsigned lane) {
    const ir::Inst& inst = module[value];
    if (inst.op == Op::Const) return module.literal(inst)[lane];
    if (!ir::info(inst.op).has(ir::kPicks)) return {};
    const ir::LaneOf from = ir::picked_lane(inst, lane);
    return constant_lane(module, from.value, from.lane);
}

class Constants {
public:
    explicit Constants(const ir::Module& module) : module_(module), stored_(module, {}) {
        for_each_inst(module, [&](std::size_t f, std::size_t b, ir::Id id) { look(f, b, module[id]); });
    }
    /// The constant that the lane always holds at the end.
    [[nodiscard]] std::optional<std::uint64_t> of(std::uint32_t file, std::uint32_t lane) const {
        const Stored& stored = stored_[file][lane];
        if (stored.varies || !stored.constant) return {};
        if (*stored.constant == 0) return stored.constant;
        const bool one_by_one = module_.stage == ir::Stage::Geometry; // what is stored after a vertex is not its own
        return !one_by_one && is_always_stored(stored) ? stored.constant : std::nullopt;
    }

private:
    void look(std::size_t function, std::size_t block, const ir::Inst& inst) {
        const ir::OpInfo& row = ir::info(inst.op);
        if (!row.stores(ir::Memory::Registers)) return;
        const std::uint32_t file = inst.access()[ir::Access::file], first = inst.access()[ir::Access::lane];
        if (row.has(ir::kIndexed)) {
            for (Stored& lane : stored_[file]) lane.varies = true;
            return;
        }
        const ir::Type type = ir::accessed_type(module_, inst);
        const bool fits = ir::bits_of(type.kind) == ir::bits_of(module_.files[file].kind);
        const std::uint32_t each = ir::lanes_taken(module_.files[file], type.scalar());
        for (unsigned i = 0; i < type.lanes * each; ++i) {
            if ((inst.access()[ir::Access::mask] >> (i / each) & 1) == 0) continue;
            Stored& lane = stored_[file][first + i];
            const auto constant = fits ? constant_lane(module_, inst.operands[0], i) : std::nullopt;
            lane.varies = lane.varies || !constant || (lane.constant && *lane.constant != *constant);
            lane.constant = constant;
            if (function == 0) lane.blocks.push_back(block);
        }
    }
    /// In the first block, or wherever the program returns.
    [[nodiscard]] bool is_always_stored(const Stored& stored) const {
        const auto in = [&](std::size_t block) {
            return std::ranges::find(stored.blocks, block) != stored.blocks.end();
        };
        if (in(0)) return true;
        const auto& blocks = module_.functions[0].blocks;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            if (blocks[i].end.kind == ir::TerminatorKind::Return && !in(i)) return false;
        return true;
    }

    const ir::Module& module_;
    ByLane<Stored> stored_;
};

using Known = ByLane<std::optional<std::uint64_t>>;

/// Puts constants in the place of loads, or over some of their lanes.
class InputFolding {
public:
    InputFolding(ir::Module& module, const Known& known) : module_(module), build_(module), known_(known) {}

    void run() {
        for (ir::Function& function : module_.functions) {
            for (ir::Block& block : function.blocks) {
                std::pmr::vector<ir::Id> insts(module_.arena());
                for (const ir::Id id : block.insts) fold(id, insts);
                block.insts = std::move(insts);
            }
        }
    }

private:
    void fold(ir::Id id, std::pmr::vector<ir::Id>& out) {
        const ir::Inst inst = module_[id];
        const std::uint32_t file = is_load(inst.op) ? inst.access()[ir::Access::file] : 0;
        const bool given = is_load(inst.op) && module_.files[file].role == Role::Input;
        const bool fits = given && ir::bits_of(module_.files[file].kind) == ir::bits_of(inst.type.kind);
        const auto first = fits ? first_lane(module_, inst) : std::nullopt;
        std::array<std::uint64_t, ir::kMaxLanes> lanes{};
        std::uint32_t mask = 0;
        for (unsigned i = 0; first && i < inst.type.lanes && *first + i < known_[file].size(); ++i) {
            const auto& lane = known_[file][*first + i];
            if (lane) mask |= 1U << i, lanes[i] = *lane;
        }
        const std::uint32_t all = (1U << inst.type.lanes) - 1;
        if (mask != 0) build_.origin_index(inst.origin);
        if (mask != 0 && mask != all) {
            const ir::Id load = build_.make(inst.op, inst.type, inst.operands, inst.imm);
            const ir::Id constant = build_.make_constant(inst.type, std::span(lanes).first(inst.type.lanes));
            out.push_back(load);
            out.push_back(constant);
            module_[id].op = Op::Blend, module_[id].imm = mask;
            module_[id].operands = module_.copy(std::array{load, constant});
        } else if (mask == all && mask != 0) {
            module_[id].op = Op::Const, module_[id].imm = literal(lanes, inst.type.lanes);
            module_[id].operands = {};
        }
        out.push_back(id);
    }
    std::uint32_t literal(const std::array<std::uint64_t, ir::kMaxLanes>& lanes, unsigned count) {
        const auto at = static_cast<std::uint32_t>(module_.literals.size());
        module_.literals.insert(module_.literals.end(), lanes.begin(), lanes.begin() + count);
        return at;
    }

    ir::Module& module_;
    ir::Builder build_;
    const Known& known_;
};

/// The location of the whole register, of which a io_variable may be the later lanes.
std::uint32_t number_of_register(const ir::Module& reader, const IoVariable& read) {
    if (read.semantic != Semantic::User || read.lane == 0) return read.number;
    for (const ir::IoSlot& slot : reader.files[read.file].io_slots)
        if (slot.reg == read.reg && slot.semantic == Semantic::User && slot.lane == 0) return slot.number;
    return read.number;
}

/// What the writer has for a io_variable that the reader is given; nullptr where it has nothing.
const IoVariable* source_of(const std::vector<IoVariable>& given, const ir::Module& reader, const IoVariable& read) {
    const std::uint32_t number = number_of_register(reader, read);
    const auto same = std::ranges::find_if(given, [&](const IoVariable& one) {
        return one.semantic == read.semantic && (one.number == number || read.semantic == Semantic::Position);
    });
    return same == given.end() ? nullptr : &*same;
}

/// Whether the stage before makes it, not the pipeline: of fragments, what has a location alone.
bool comes_from_a_stage(const ir::Module& reader, const IoVariable& read) {
    switch (read.semantic) {
        case Semantic::User: return true;
        case Semantic::Position:
        case Semantic::PointSize: return reader.stage != ir::Stage::Fragment;
        case Semantic::ClipDistance:
        case Semantic::CullDistance: return true;
        default: return false;
    }
}

/// What is known of the reader's inputs: by `constant` of a io_variable and a lane, and `unwritten` where nothing comes.
Known known_inputs(const ir::Module& writer, const ir::Module& reader, const std::array<std::uint32_t, 4>& unwritten,
                   const auto& constant) {
    Known known(reader, std::nullopt);
    const auto given = lang::io_variables_of(writer, Role::Output);
    for (const IoVariable& io_variable : lang::io_variables_of(reader, Role::Input)) {
        if (!comes_from_a_stage(reader, io_variable)) continue;
        const IoVariable* from = source_of(given, reader, io_variable);
        const ir::RegisterFile& file = reader.files[io_variable.file];
        const bool user = io_variable.semantic == Semantic::User && file.lanes == unwritten.size();
        const bool whole = (user || io_variable.semantic == Semantic::Position) && ir::bits_of(file.kind) == 32;
        const std::uint32_t skipped = user ? io_variable.lane : 0; // of the location
        for (std::uint32_t i = 0; i < io_variable.lanes; ++i) {
            auto& lane = known[io_variable.file][io_variable.reg * file.lanes + io_variable.lane + i];
            lane = from == nullptr ? std::optional<std::uint64_t>(whole ? unwritten[skipped + i] : 0)
                                   : constant(*from, skipped + i);
        }
    }
    return known;
}

// ---- what stops travelling

bool travels(const IoVariable& io_variable, const ir::IoSlot& slot, const ir::RegisterFile& file) {
    if (slot.reg != io_variable.reg || slot.semantic != io_variable.semantic) return false;
    if (slot.semantic != Semantic::User) return slot.lane == io_variable.lane && slot.number == io_variable.number;
    return slot.number == io_variable.number || file.io_slots.empty();
}

/// The io_variable's register stays at home, unless it means something else as well.
void keep_home(ir::Module& module, const IoVariable& io_variable) {
    ir::RegisterFile& file = module.files[io_variable.file];
    std::erase_if(file.io_slots, [&](const ir::IoSlot& slot) { return travels(io_variable, slot, file); });
    const auto reg = static_cast<std::uint16_t>(io_variable.reg);
    if (std::ranges::find(file.io_slots, reg, &ir::IoSlot::reg) == file.io_slots.end())
        file.io_slots.push_back({.reg = reg, .semantic = Semantic::None});
}

void interpolate_as(ir::Module& module, const IoVariable& io_variable, ir::Interpolation interpolation) {
    ir::RegisterFile& file = module.files[io_variable.file];
    for (ir::IoSlot& slot : file.io_slots) {
        if (travels(io_variable, slot, file)) slot.interpolation = interpolation;
    }
    const auto reg = static_cast<std::uint16_t>(io_variable.reg);
    if (interpolation == ir::Interpolation::Smooth ||
        std::ranges::find(file.io_slots, reg, &ir::IoSlot::reg) != file.io_slots.end())
        return;
    file.io_slots.push_back(
        {.reg = reg, .number = static_cast<std::uint8_t>(io_variable.number), .interpolation = interpolation});
}

bool is_captured(const ir::Module& writer, const IoVariable& io_variable) {
    return std::ranges::any_of(writer.feedback, [&](const ir::Feedback& one) {
        return one.file == io_variable.file && one.reg == io_variable.reg;
    });
}

/// Lanes of the writer's register that the reader has at a location of their own have it in the writer, too.
void travel_as(ir::Module& writer, const IoVariable& from, const IoVariable& read) {
    if (read.semantic != Semantic::User || read.lane == 0) return interpolate_as(writer, from, read.interpolation);
    writer.files[from.file].io_slots.push_back({.reg = static_cast<std::uint16_t>(from.reg),
                                                .lane = static_cast<std::uint8_t>(read.lane),
                                                .number = static_cast<std::uint8_t>(read.number),
                                                .interpolation = read.interpolation});
}

/// Whether a part other than the reading stage uses it: the rasteriser or the tessellator.
bool goes_to_the_pipeline(const ir::Module& reader, const IoVariable& io_variable) {
    if (reader.stage == ir::Stage::Fragment) return true;
    return io_variable.semantic == Semantic::TessLevelOuter || io_variable.semantic == Semantic::TessLevelInner;
}

/// The lanes of the writer's files that a later stage, or the writer itself, reads. `wanted`: by location, what the reader
/// does; what is captured, or not of a location, goes as a whole.
ByLane<char> lanes_needed(const ir::Module& writer, const std::map<std::uint32_t, std::uint32_t>& wanted) {
    ByLane<char> needed = lanes_read(writer);
    for (const IoVariable& io_variable : lang::io_variables_of(writer, Role::Output)) {
        std::uint32_t mask = 15;
        const auto of = wanted.find(io_variable.number);
        if (io_variable.semantic == Semantic::User && of != wanted.end() && !is_captured(writer, io_variable))
            mask = of->second;
        const std::uint32_t first = io_variable.reg * writer.files[io_variable.file].lanes + io_variable.lane;
        for (std::uint32_t i = 0; i < io_variable.lanes; ++i)
            if ((mask >> i & 1) != 0) needed[io_variable.file][first + i] = 1;
    }
    return needed;
}

/// Stores only the lanes of the mask; of values that are put together the rest is left out. False where none is left.
bool narrow_store(ir::Module& module, ir::Inst& store, std::uint32_t mask, std::pmr::vector<ir::Id>& out) {
    if (mask == 0) return false;
    ir::Access access = store.access();
    ir::Inst value = module[store.operands[0]];
    while (value.op == Op::Blend && ((value.imm & mask) == 0 || (value.imm & mask) == mask)) {
        store.operands = value.operands.subspan((value.imm & mask) == 0 ? 0 : 1, 1);
        value = module[store.operands[0]];
    }
    const auto first = static_cast<unsigned>(std::countr_zero(mask)), end = static_cast<unsigned>(std::bit_width(mask));
    if (value.op == Op::Compose) {
        ir::Id part = value.operands[first];
        if (end - first > 1) {
            std::vector<ir::Id> lanes;
            for (unsigned i = first; i < end; ++i)
                lanes.push_back((mask >> i & 1) != 0 ? value.operands[i] : lanes.back());
            ir::Builder build(module);
            build.origin_index(value.origin);
            part = build.make(Op::Compose, value.type.with_lanes(end - first), lanes);
            out.push_back(part);
        }
        store.operands = module.copy(std::array{part});
        access.set(ir::Access::lane, access[ir::Access::lane] + first);
        mask >>= first;
    }
    store.imm = access.set(ir::Access::mask, mask).raw[0];
    return true;
}

/// Whether the store stays, with the lanes that are needed. Texts that are kept lose only what no instruction of the
/// guest does.
bool keep_store(ir::Module& writer, ir::Id id, const ByLane<char>& needed, Text text, std::pmr::vector<ir::Id>& out) {
    ir::Inst store = writer[id];
    const ir::OpInfo& row = ir::info(store.op);
    if (!row.is_fixed_access() || !row.is_store()) return true;
    const std::uint32_t file = store.access()[ir::Access::file], first = store.access()[ir::Access::lane];
    if (writer.files[file].role != Role::Output) return true;
    const ir::Type type = ir::accessed_type(writer, store);
    if (type.kind != writer.files[file].kind || (text == Text::Kept && store.origin != 0)) return true;
    const std::uint32_t stored = store.access()[ir::Access::mask];
    std::uint32_t mask = 0;
    for (unsigned i = 0; i < type.lanes; ++i)
        if (needed[file][first + i] != 0) mask |= stored & 1U << i;
    if (mask == stored) return true;
    const bool kept = narrow_store(writer, store, mask, out);
    writer[id] = store;
    return kept;
}

void drop_stores(ir::Module& writer, const ByLane<char>& needed, Text text) {
    for (ir::Function& function : writer.functions) {
        for (ir::Block& block : function.blocks) {
            std::pmr::vector<ir::Id> insts(writer.arena());
            for (const ir::Id id : block.insts)
                if (keep_store(writer, id, needed, text, insts)) insts.push_back(id);
            block.insts = std::move(insts);
        }
    }
}

} // namespace

Status check_stage_interface(const ir::Module& writer, const ir::Module& reader) {
    const auto given = by_location(writer, Role::Output);
    for (const auto& [location, io_variable] : by_location(reader, Role::Input)) {
        const auto whole = given.find(number_of_register(reader, io_variable));
        const bool captured = whole != given.end() && is_captured(writer, whole->second);
        if (io_variable.lane != 0 && (given.contains(location) || captured))
            return fail(FaultKind::NotSupported,
                        "lanes of location " + std::to_string(number_of_register(reader, io_variable)) +
                            " are interpolated in several ways, and location " + std::to_string(location) +
                            " is in use or the register is captured");
        const auto from = given.find(location);
        if (from == given.end()) continue;
        const ir::Type wrote = type_of(writer, from->second), reads = type_of(reader, io_variable);
        if (wrote.kind != reads.kind || wrote.lanes < reads.lanes)
            return fail(FaultKind::NotSupported,
                        "location " + std::to_string(location) + " is written with a different type than it is read");
        if (writer.files[from->second.file].is_patch != reader.files[io_variable.file].is_patch)
            return fail(FaultKind::NotSupported,
                        "location " + std::to_string(location) +
                            " belongs to the patch in one stage and to its vertices in the other");
    }
    return {};
}

Status check_bindings(const ir::Module& one, const ir::Module& other) {
    const auto is_bound = [](const ir::Resource& resource) {
        return resource.kind != ir::ResourceKind::Shared && resource.kind != ir::ResourceKind::Scratch;
    };
    for (const ir::Resource& a : one.resources) {
        for (const ir::Resource& b : other.resources) {
            if (is_bound(a) && is_bound(b) && lang::descriptor_of(a) == lang::descriptor_of(b))
                return fail(FaultKind::NotSupported, "bindings of the two programs overlap: " + std::string(a.name) +
                                                         " and " + std::string(b.name));
        }
    }
    return {};
}

void fold_inputs(const ir::Module& writer, ir::Module& reader, const std::array<std::uint32_t, 4>& unwritten,
                 Text text) {
    const Constants constants(writer);
    const auto constant = [&](const IoVariable& from, std::uint32_t lane) {
        if (text == Text::Kept) return std::optional<std::uint64_t>();
        return constants.of(from.file, from.reg * writer.files[from.file].lanes + from.lane + lane);
    };
    InputFolding(reader, known_inputs(writer, reader, unwritten, constant)).run();
}

void drop_unread(ir::Module& writer, ir::Module& reader, Text text) {
    const ByLane<char> read = lanes_read(reader);
    const auto given = lang::io_variables_of(writer, Role::Output);
    std::map<std::uint32_t, std::uint32_t> wanted; // by location: lanes that are read
    std::vector<IoVariable> others;                // what else of the writer is read
    for (const IoVariable& io_variable : lang::io_variables_of(reader, Role::Input)) {
        if (!comes_from_a_stage(reader, io_variable)) continue;
        const ir::RegisterFile& file = reader.files[io_variable.file];
        const IoVariable* from = source_of(given, reader, io_variable);
        std::uint32_t lanes = 0;
        for (std::uint32_t i = 0; i < io_variable.lanes; ++i)
            if (read[io_variable.file][io_variable.reg * file.lanes + io_variable.lane + i] != 0) lanes |= 1U << i;
        if (from == nullptr || lanes == 0) {
            keep_home(reader, io_variable);
        } else if (io_variable.semantic != Semantic::User) {
            others.push_back(*from);
        } else {
            wanted[io_variable.number] |= lanes;
            travel_as(writer, *from, io_variable);
        }
    }
    for (const IoVariable& io_variable : given) {
        const bool user = io_variable.semantic == Semantic::User, captured = is_captured(writer, io_variable);
        const bool is_read =
            user ? wanted.contains(io_variable.number)
                 : goes_to_the_pipeline(reader, io_variable) || std::ranges::find(others, io_variable) != others.end();
        if (!is_read && !captured) keep_home(writer, io_variable);
    }
    drop_stores(writer, lanes_needed(writer, wanted), text);
}

} // namespace relit::translate
