#include "translate/link.hpp"

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

using ir::Meaning;
using ir::Op;
using ir::Role;
using lang::Crossing;

/// User crossings of one role, by location.
std::map<std::uint32_t, Crossing> by_location(const ir::Module& module, Role role) {
    std::map<std::uint32_t, Crossing> found;
    for (const Crossing& crossing : lang::crossings_of(module, role))
        if (crossing.meaning == Meaning::User) found.emplace(crossing.number, crossing);
    return found;
}

ir::Type type_of(const ir::Module& module, const Crossing& crossing) {
    return {module.files[crossing.file].kind, static_cast<std::uint8_t>(crossing.lanes)};
}

/// Calls visit(function, block, instruction) for everything that stands in a block.
void for_each_inst(const ir::Module& module, const auto& visit) {
    for (std::size_t f = 0; f < module.functions.size(); ++f) {
        const auto& blocks = module.functions[f].blocks;
        for (std::size_t b = 0; b < blocks.size(); ++b)
            for (const ir::Id id : blocks[b].insts) visit(f, b, id);
    }
}

/// Lanes of files, each with a T.
template <class T>
class ByLane {
public:
    ByLane(const ir::Module& module, const T& start) {
        for (const ir::RegisterFile& file : module.files) lanes_.emplace_back(file.lane_count(), start);
    }
    [[nodiscard]] std::vector<T>& operator[](std::size_t file) { return lanes_[file]; }
    [[nodiscard]] const std::vector<T>& operator[](std::size_t file) const { return lanes_[file]; }
    void set_all(std::size_t file, T value) { std::ranges::fill(lanes_[file], value); }

private:
    std::vector<std::vector<T>> lanes_;
};

bool is_load(Op op) { return op == Op::LoadFile || op == Op::LoadFileAt; }

/// By Id: which lanes of the value somebody uses. What only picks lanes uses those that are used of it.
class LaneUses {
public:
    explicit LaneUses(const ir::Module& module) : module_(module), used_(module.insts.size()) {
        for_each_inst(module, [&](std::size_t, std::size_t, ir::Id id) {
            if (picks(module[id].op)) return;
            for (const ir::Id operand : module[id].operands) use(operand, kAll);
        });
        for (const ir::Function& function : module.functions) {
            for (const ir::Block& block : function.blocks) {
                use(block.end.value, kAll);
                for (const ir::Edge& edge : block.end.edges)
                    for (const ir::Id argument : edge.args) use(argument, kAll);
            }
        }
        while (!work_.empty()) pick(work_.back());
    }
    [[nodiscard]] std::uint32_t operator[](ir::Id id) const { return used_[id]; }

private:
    static constexpr std::uint32_t kAll = 15;

    [[nodiscard]] static bool picks(Op op) { return op == Op::Swizzle || op == Op::Blend; }
    void use(ir::Id id, std::uint32_t lanes) {
        if ((used_[id] | lanes) == used_[id]) return;
        used_[id] |= lanes;
        if (picks(module_[id].op)) work_.push_back(id);
    }
    void pick(ir::Id id) {
        work_.pop_back();
        const ir::Inst& inst = module_[id];
        for (unsigned i = 0; i < inst.type.lanes; ++i) {
            if ((used_[id] >> i & 1) == 0) continue;
            const bool over = inst.op == Op::Blend && (inst.imm >> i & 1) != 0;
            use(inst.operands[over ? 1 : 0], 1U << (inst.op == Op::Blend ? i : ir::swizzle_lane(inst.imm, i)));
        }
    }

    const ir::Module& module_;
    std::vector<std::uint32_t> used_;
    std::vector<ir::Id> work_;
};

/// Which lanes of files the program looks at.
ByLane<char> lanes_read(const ir::Module& module) {
    ByLane<char> read(module, 0);
    const LaneUses used(module);
    for_each_inst(module, [&](std::size_t, std::size_t, ir::Id id) {
        const ir::Inst& inst = module[id];
        if (!is_load(inst.op)) return;
        const std::uint32_t file = inst.access()[ir::Access::file], first = inst.access()[ir::Access::lane];
        if (inst.op == Op::LoadFileAt) return read.set_all(file, 1);
        const std::uint32_t each = ir::lanes_taken(module.files[file], inst.type.scalar());
        for (std::uint32_t i = 0; i < inst.type.lanes * each && first + i < read[file].size(); ++i)
            if ((used[id] >> (i / each) & 1) != 0) read[file][first + i] = 1;
    });
    return read;
}

bool any_read(const std::vector<char>& lanes, const ir::RegisterFile& file, std::uint32_t reg) {
    const auto first = lanes.begin() + reg * file.lanes;
    return std::any_of(first, first + file.lanes, [](char read) { return read != 0; });
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
    if (inst.op == Op::Compose) return constant_lane(module, inst.operands[lane], 0);
    if (inst.op == Op::Blend) return constant_lane(module, inst.operands[inst.imm >> lane & 1], lane);
    return {};
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
        return *stored.constant == 0 || is_always_stored(stored) ? stored.constant : std::nullopt;
    }

private:
    void look(std::size_t function, std::size_t block, const ir::Inst& inst) {
        const std::uint32_t file = inst.access()[ir::Access::file], first = inst.access()[ir::Access::lane];
        if (inst.op == Op::StoreFileAt) {
            for (Stored& lane : stored_[file]) lane.varies = true;
        }
        if (inst.op != Op::StoreFile) return;
        const ir::Type type = module_[inst.operands[0]].type;
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
            if (blocks[i].end.kind == ir::Ending::Return && !in(i)) return false;
        return true;
    }

    const ir::Module& module_;
    ByLane<Stored> stored_;
};

using Known = ByLane<std::optional<std::uint64_t>>;

/// Puts constants in the place of loads, or over some of their lanes.
class Settling {
public:
    Settling(ir::Module& module, const Known& known) : module_(module), build_(module), known_(known) {}

    void run() {
        for (ir::Function& function : module_.functions) {
            for (ir::Block& block : function.blocks) {
                std::pmr::vector<ir::Id> insts(module_.arena());
                for (const ir::Id id : block.insts) settle(id, insts);
                block.insts = std::move(insts);
            }
        }
    }

private:
    void settle(ir::Id id, std::pmr::vector<ir::Id>& out) {
        const ir::Inst inst = module_[id];
        const std::uint32_t file = inst.access()[ir::Access::file], first = inst.access()[ir::Access::lane];
        const bool fits = inst.op == Op::LoadFile && module_.files[file].role == Role::Input &&
                          module_.files[file].kind == inst.type.kind;
        std::array<std::uint64_t, ir::kMaxLanes> lanes{};
        std::uint32_t mask = 0;
        for (unsigned i = 0; fits && i < inst.type.lanes; ++i) {
            const auto& lane = known_[file][first + i];
            if (lane) mask |= 1U << i, lanes[i] = *lane;
        }
        const std::uint32_t all = (1U << inst.type.lanes) - 1;
        if (mask != 0) build_.origin_index(inst.origin);
        if (mask != 0 && mask != all) {
            const ir::Id load = build_.make(Op::LoadFile, inst.type, {}, inst.imm);
            const ir::Id constant = build_.make(Op::Const, inst.type, {}, literal(lanes, inst.type.lanes));
            out.push_back(load);
            out.push_back(constant);
            module_[id].op = Op::Blend, module_[id].imm = mask;
            module_[id].operands = module_.copy(std::array{load, constant});
        } else if (mask == all && mask != 0) {
            module_[id].op = Op::Const, module_[id].imm = literal(lanes, inst.type.lanes);
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

/// What is known of the fragment program's inputs: by `constant` of a crossing and a lane, and zeros where nothing comes.
Known known_inputs(const ir::Module& vertex, const ir::Module& fragment, const auto& constant) {
    Known known(fragment, std::nullopt);
    const auto given = by_location(vertex, Role::Output);
    for (const auto& [location, crossing] : by_location(fragment, Role::Input)) {
        const auto from = given.find(location);
        const std::uint32_t first = crossing.reg * fragment.files[crossing.file].lanes;
        for (std::uint32_t i = 0; i < crossing.lanes; ++i) {
            auto& lane = known[crossing.file][first + i];
            lane = from == given.end() ? std::optional<std::uint64_t>(0) : constant(from->second, i);
        }
    }
    return known;
}

// ---- what stops travelling

bool travels(const Crossing& crossing, const ir::Place& place, const ir::RegisterFile& file) {
    const bool named = place.reg == crossing.reg && place.meaning == Meaning::User;
    return named && (place.number == crossing.number || file.places.empty());
}

/// The crossing's register stays at home, unless it means something else as well.
void keep_home(ir::Module& module, const Crossing& crossing) {
    ir::RegisterFile& file = module.files[crossing.file];
    std::erase_if(file.places, [&](const ir::Place& place) { return travels(crossing, place, file); });
    const auto reg = static_cast<std::uint16_t>(crossing.reg);
    if (std::ranges::find(file.places, reg, &ir::Place::reg) == file.places.end())
        file.places.push_back({.reg = reg, .meaning = Meaning::None});
}

void interpolate_as(ir::Module& module, const Crossing& crossing, ir::Interpolation way) {
    ir::RegisterFile& file = module.files[crossing.file];
    for (ir::Place& place : file.places) {
        if (travels(crossing, place, file)) place.interpolation = way;
    }
    const auto reg = static_cast<std::uint16_t>(crossing.reg);
    if (way == ir::Interpolation::Smooth || std::ranges::find(file.places, reg, &ir::Place::reg) != file.places.end())
        return;
    file.places.push_back({.reg = reg, .number = static_cast<std::uint8_t>(crossing.number), .interpolation = way});
}

/// Which lanes of the vertex program's files somebody behind it, or it itself, looks at.
ByLane<char> lanes_needed(const ir::Module& vertex, const std::map<std::uint32_t, std::uint32_t>& wanted) {
    ByLane<char> needed = lanes_read(vertex);
    for (const Crossing& crossing : lang::crossings_of(vertex, Role::Output)) {
        std::uint32_t mask = 15;
        if (crossing.meaning == Meaning::User) mask = wanted.at(crossing.number);
        const std::uint32_t first = crossing.reg * vertex.files[crossing.file].lanes + crossing.lane;
        for (std::uint32_t i = 0; i < crossing.lanes; ++i)
            if ((mask >> i & 1) != 0) needed[crossing.file][first + i] = 1;
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
bool keep_store(ir::Module& vertex, ir::Id id, const ByLane<char>& needed, Text text, std::pmr::vector<ir::Id>& out) {
    ir::Inst store = vertex[id];
    const std::uint32_t file = store.access()[ir::Access::file], first = store.access()[ir::Access::lane];
    if (store.op != Op::StoreFile || vertex.files[file].role != Role::Output) return true;
    const ir::Type type = vertex[store.operands[0]].type;
    if (type.kind != vertex.files[file].kind || (text == Text::Kept && store.origin != 0)) return true;
    const std::uint32_t stored = store.access()[ir::Access::mask];
    std::uint32_t mask = 0;
    for (unsigned i = 0; i < type.lanes; ++i)
        if (needed[file][first + i] != 0) mask |= stored & 1U << i;
    if (mask == stored) return true;
    const bool kept = narrow_store(vertex, store, mask, out);
    vertex[id] = store;
    return kept;
}

void drop_stores(ir::Module& vertex, const ByLane<char>& needed, Text text) {
    for (ir::Function& function : vertex.functions) {
        for (ir::Block& block : function.blocks) {
            std::pmr::vector<ir::Id> insts(vertex.arena());
            for (const ir::Id id : block.insts)
                if (keep_store(vertex, id, needed, text, insts)) insts.push_back(id);
            block.insts = std::move(insts);
        }
    }
}

} // namespace

Status check_border(const ir::Module& vertex, const ir::Module& fragment) {
    const auto given = by_location(vertex, Role::Output);
    for (const auto& [location, crossing] : by_location(fragment, Role::Input)) {
        const auto from = given.find(location);
        if (from == given.end()) continue;
        const ir::Type wrote = type_of(vertex, from->second), reads = type_of(fragment, crossing);
        if (wrote.kind != reads.kind || wrote.lanes < reads.lanes)
            return fail(FaultKind::NotSupported,
                        "location " + std::to_string(location) + " is written as another type than it is read");
    }
    for (const ir::Resource& one : vertex.resources) {
        for (const ir::Resource& other : fragment.resources) {
            if (lang::descriptor_of(one) == lang::descriptor_of(other))
                return fail(FaultKind::NotSupported, "both programs bind something where the other does: " +
                                                         std::string(one.name) + " and " + std::string(other.name));
        }
    }
    return {};
}

void settle_inputs(const ir::Module& vertex, ir::Module& fragment, Text text) {
    const Constants constants(vertex);
    const auto constant = [&](const Crossing& from, std::uint32_t lane) {
        if (text == Text::Kept) return std::optional<std::uint64_t>();
        return constants.of(from.file, from.reg * vertex.files[from.file].lanes + from.lane + lane);
    };
    Settling(fragment, known_inputs(vertex, fragment, constant)).run();
}

void drop_unread(ir::Module& vertex, ir::Module& fragment, Text text) {
    const ByLane<char> read = lanes_read(fragment);
    const auto given = by_location(vertex, Role::Output);
    std::map<std::uint32_t, std::uint32_t> wanted;
    for (const auto& [location, crossing] : by_location(fragment, Role::Input)) {
        const ir::RegisterFile& file = fragment.files[crossing.file];
        const auto from = given.find(location);
        if (from == given.end() || !any_read(read[crossing.file], file, crossing.reg)) {
            keep_home(fragment, crossing);
            continue;
        }
        for (std::uint32_t i = 0; i < crossing.lanes; ++i)
            if (read[crossing.file][crossing.reg * file.lanes + i] != 0) wanted[location] |= 1U << i;
        interpolate_as(vertex, from->second, crossing.interpolation);
    }
    for (const auto& [location, crossing] : given)
        if (!wanted.contains(location)) keep_home(vertex, crossing);
    drop_stores(vertex, lanes_needed(vertex, wanted), text);
}

} // namespace relit::translate
