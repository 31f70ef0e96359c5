#include "pass/straight.hpp"

#include "ir/builder.hpp"

#include <algorithm>
#include <array>

namespace relit::pass {
namespace {

constexpr std::size_t kKinds = static_cast<std::size_t>(ir::Kind::F64) + 1;

class Straight {
public:
    explicit Straight(ir::Module& module) : module_(module), block_(module.functions[0].blocks[0]) {
        files_.reserve(module.files.size());
        for (const ir::RegisterFile& file : module.files) files_.push_back({.stays = file.role == ir::Role::Input});
    }

    /// Looks at all accesses; false where one is narrower than a lane, or may lie in a function that is called.
    bool look() {
        for (const ir::Id id : block_.insts) {
            const ir::Inst& inst = module_[id];
            if (inst.op == ir::Op::Call) return false;
            if (inst.op < ir::Op::LoadFile || inst.op > ir::Op::StoreFileAt) continue;
            File& file = files_[inst.access()[ir::Access::file]];
            const bool stores = inst.op == ir::Op::StoreFile;
            if (stores || inst.op == ir::Op::LoadFile) {
                const ir::Type type = accessed(inst);
                if (ir::bits_of(type.kind) < lane_bits(inst)) return false;
                const std::uint32_t end = inst.access()[ir::Access::lane] + ir::bits_of(type) / lane_bits(inst);
                file.lanes = std::max(file.lanes, end);
                file.stores |= stores;
            } else {
                file.stays = true;
            }
        }
        return !std::ranges::all_of(files_, &File::stays);
    }

    void run() {
        make_room();
        find_outputs();
        for (const ir::Id id : before_) visit(id);
        if (block_.end.kind == ir::Ending::Return) hand_on_outputs(block_.end.origin);
        block_.insts.insert(block_.insts.begin(), start_.begin(), start_.end());
        if (block_.end.value != ir::kNone) block_.end.value = now(block_.end.value);
    }

private:
    struct File {
        std::uint32_t first = 0, lanes = 0; // those in held_: up to the last that is accessed
        bool stays = false;                 // an input, or indexed
        bool stores = false;
    };
    struct Output { // lanes of one register, from the first to the last that is stored
        std::uint32_t file = 0, lane = 0, lanes = 0, mask = 0;
    };

    [[nodiscard]] ir::Type accessed(const ir::Inst& inst) const {
        return inst.op == ir::Op::LoadFile ? inst.type : module_[inst.operands.back()].type;
    }
    [[nodiscard]] std::uint32_t lane_bits(const ir::Inst& inst) const {
        return ir::bits_of(module_.files[inst.access()[ir::Access::file]].kind);
    }
    /// What stands for a value that a load gave.
    [[nodiscard]] ir::Id now(ir::Id value) const {
        return value < loaded_.size() && loaded_[value] != ir::kNone ? loaded_[value] : value;
    }

    void make_room();
    void find_outputs();
    void add_lane(std::uint32_t file, std::uint32_t lane);
    void visit(ir::Id id);
    void store(const ir::Inst& inst);
    [[nodiscard]] ir::Id load(const ir::Inst& inst);
    void start(Part& part, const ir::Inst& load, std::uint32_t lane);
    [[nodiscard]] ir::Id zero(ir::Kind kind);
    [[nodiscard]] ir::Id start_of_output(std::uint32_t file, std::uint32_t lane);
    void hand_on_outputs(std::uint32_t origin);
    void hand_on_output(const Output& output, std::uint32_t origin);

    ir::Module& module_;
    ir::Block& block_;
    std::vector<File> files_;
    std::vector<Part> held_;      // by lane of the files; no value: what it starts with
    std::vector<ir::Id> loaded_;  // by load that is gone: its value
    std::vector<ir::Id> before_;  // the block's instructions
    std::vector<Output> outputs_; // by file and lane
    std::vector<ir::Id> starts_; // by lane of the files: what an output held before the program, once that is asked for
    std::array<ir::Id, kKinds> zeros_{}; // by kind
    std::vector<ir::Id> start_;          // instructions before all others
    std::vector<Part> parts_;
};

void Straight::make_room() {
    std::uint32_t lanes = 0;
    for (File& file : files_) {
        file.first = lanes;
        lanes += file.stays ? 0 : file.lanes;
    }
    held_.resize(lanes);
    before_.assign(block_.insts.begin(), block_.insts.end());
    block_.insts.clear();
}

void Straight::find_outputs() {
    std::vector<std::uint8_t> stored(held_.size());
    bool any = false;
    for (const ir::Id id : before_) {
        const ir::Inst& inst = module_[id];
        if (inst.op != ir::Op::StoreFile) continue;
        const std::uint32_t file = inst.access()[ir::Access::file], mask = inst.access()[ir::Access::mask];
        if (files_[file].stays || module_.files[file].role != ir::Role::Output) continue;
        any = true;
        const ir::Type type = accessed(inst);
        const std::uint32_t each = ir::bits_of(type.kind) / lane_bits(inst);
        for (unsigned i = 0; i < type.lanes * each; ++i)
            stored[files_[file].first + inst.access()[ir::Access::lane] + i] |= mask >> (i / each) & 1;
    }
    for (std::uint32_t file = 0; any && file < files_.size(); ++file) {
        if (files_[file].stays || !files_[file].stores || module_.files[file].role != ir::Role::Output) continue;
        for (std::uint32_t lane = 0; lane < files_[file].lanes; ++lane)
            if (stored[files_[file].first + lane] != 0) add_lane(file, lane);
    }
}

void Straight::add_lane(std::uint32_t file, std::uint32_t lane) {
    const std::uint32_t width = std::clamp<std::uint32_t>(module_.files[file].lanes, 1, ir::kMaxLanes);
    Output* last = outputs_.empty() ? nullptr : &outputs_.back();
    if (last == nullptr || last->file != file || last->lane / width != lane / width)
        last = &outputs_.emplace_back(Output{file, lane});
    last->lanes = lane - last->lane + 1;
    last->mask |= 1U << (lane - last->lane);
}

void Straight::visit(ir::Id id) {
    for (ir::Id& operand : module_[id].operands) operand = now(operand);
    const ir::Inst inst = module_[id]; // what is made below can move it
    if (inst.op == ir::Op::EmitVertex && module_.stage == ir::Stage::Geometry) hand_on_outputs(inst.origin);
    const bool stores = inst.op == ir::Op::StoreFile;
    if ((!stores && inst.op != ir::Op::LoadFile) || files_[inst.access()[ir::Access::file]].stays) {
        block_.insts.push_back(id);
    } else if (stores) {
        store(inst);
    } else {
        if (id >= loaded_.size()) loaded_.resize(module_.insts.size());
        const ir::Id value = load(inst);
        loaded_[id] = value;
    }
}

void Straight::store(const ir::Inst& inst) {
    const ir::Id value = inst.operands.back();
    const ir::Type type = module_[value].type;
    const std::uint32_t mask = inst.access()[ir::Access::mask], bits = lane_bits(inst);
    const std::uint32_t each = ir::bits_of(type.kind) / bits;
    Part* to = &held_[files_[inst.access()[ir::Access::file]].first + inst.access()[ir::Access::lane]];
    for (std::uint32_t i = 0; i < type.lanes * each; ++i, ++to)
        if ((mask >> (i / each) & 1) != 0) *to = {value, i * bits, bits};
}

ir::Id Straight::load(const ir::Inst& inst) {
    const std::uint32_t file = inst.access()[ir::Access::file], lane = inst.access()[ir::Access::lane];
    const std::uint32_t lanes = ir::lanes_taken(module_.files[file], inst.type);
    const std::span<Part> parts = std::span(held_).subspan(files_[file].first + lane, lanes);
    for (std::uint32_t i = 0; i < lanes; ++i)
        if (parts[i].value == ir::kNone) start(parts[i], inst, lane + i);
    return Gatherer(module_, block_.insts, inst.origin).gather(inst.type, parts);
}

/// What a lane holds before anything is stored to it: of the load's kind where that is as wide, else bits.
void Straight::start(Part& part, const ir::Inst& load, std::uint32_t lane) {
    const std::uint32_t file = load.access()[ir::Access::file], bits = lane_bits(load);
    const ir::Kind own = module_.files[file].kind;
    const bool output = module_.files[file].role == ir::Role::Output;
    const ir::Id value = output ? start_of_output(file, lane)
                                : zero(ir::bits_of(load.type.kind) == bits ? load.type.kind : ir::integer_of(own));
    part = {value, 0, bits};
}

ir::Id Straight::zero(ir::Kind kind) {
    ir::Id& known = zeros_[static_cast<std::size_t>(kind)];
    if (known != ir::kNone) return known;
    const auto literal = static_cast<std::uint32_t>(module_.literals.size());
    module_.literals.push_back(0);
    known = ir::Builder(module_).make(ir::Op::Const, {kind, 1}, {}, literal);
    start_.push_back(known);
    return known;
}

ir::Id Straight::start_of_output(std::uint32_t file, std::uint32_t lane) {
    starts_.resize(held_.size());
    ir::Id& known = starts_[files_[file].first + lane];
    if (known != ir::kNone) return known;
    const ir::Access access = ir::Access{}.set(ir::Access::file, file).set(ir::Access::lane, lane);
    known = ir::Builder(module_).make(ir::Op::LoadFile, {module_.files[file].kind, 1}, {}, access.raw[0]);
    start_.push_back(known);
    return known;
}

void Straight::hand_on_outputs(std::uint32_t origin) {
    for (const Output& output : outputs_) hand_on_output(output, origin);
}

/// Leaves out the lanes that still hold what they did at the start; where others stand on both sides of a lane that is not
/// stored, it repeats the one before it.
void Straight::hand_on_output(const Output& output, std::uint32_t origin) {
    const Part* held = &held_[files_[output.file].first + output.lane];
    const auto is_start = [&](std::uint32_t i) {
        const std::size_t place = files_[output.file].first + output.lane + i;
        return held[i].value == ir::kNone || (!starts_.empty() && held[i].value == starts_[place]);
    };
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < output.lanes; ++i) mask |= is_start(i) ? 0 : output.mask & 1U << i;
    if (mask == 0) return;
    parts_.clear();
    const Part* first =
        std::find_if(held, held + output.lanes, [](const Part& part) { return part.value != ir::kNone; });
    for (std::uint32_t i = 0; i < output.lanes; ++i) {
        const bool gap = held[i].value == ir::kNone || (output.mask >> i & 1) == 0;
        parts_.push_back(!gap ? held[i] : parts_.empty() ? *first : parts_.back());
    }
    const ir::Access access =
        ir::Access{}.set(ir::Access::file, output.file).set(ir::Access::lane, output.lane).set(ir::Access::mask, mask);
    hand_on(module_, block_.insts, access, parts_, static_cast<std::uint8_t>(output.lanes), origin);
}

} // namespace

void hand_on(ir::Module& module, std::pmr::vector<ir::Id>& insts, ir::Access access, std::span<const Part> parts,
             std::uint8_t lanes, std::uint32_t origin) {
    const std::uint32_t own = module[parts[0].value].origin, from = own == 0 ? origin : own;
    const ir::Kind kind = module.files[access[ir::Access::file]].kind;
    const std::array operands{Gatherer(module, insts, from).gather({kind, lanes}, parts)};
    ir::Builder builder(module);
    builder.origin_index(from);
    insts.push_back(builder.make(ir::Op::StoreFile, ir::kVoid, operands, access.raw[0]));
}

bool straight_to_ssa(ir::Module& module) {
    if (module.functions[0].blocks.size() != 1) return false;
    Straight straight(module);
    if (!straight.look()) return false;
    straight.run();
    return true;
}

} // namespace relit::pass
