#include "pass/registers.hpp"

#include "pass/edit.hpp"

#include <algorithm>
#include <tuple>

namespace relit::pass {
namespace {

constexpr std::uint32_t kWordBits = 32;

/// Functions that the entry calls, directly or not; itself only where it is called too.
std::vector<bool> called_functions(const ir::Module& module) {
    std::vector<bool> called(module.functions.size());
    std::vector<ir::FunctionId> work{0};
    while (!work.empty()) {
        const ir::Function& function = module.functions[work.back()];
        work.pop_back();
        for (const ir::Block& block : function.blocks)
            ir::for_each_callee(module, block, [&](ir::FunctionId callee) {
                if (!called[callee]) work.push_back(callee);
                called[callee] = true;
            });
    }
    return called;
}

} // namespace

Registers::Registers(const ir::Module& module) : module_(module) {
    choose_files(module);
    const ir::Function& entry = module.functions[0];
    for (const ir::BlockId block : reverse_postorder(entry)) {
        for (const ir::Id id : entry.blocks[block].insts) {
            const ir::Inst& inst = module[id];
            if (!is_access(inst)) continue;
            const ir::Type type = ir::accessed_type(module, inst);
            const std::uint32_t mask = ir::info(inst.op).is_store() ? inst.access()[ir::Access::mask] : 15;
            for (unsigned i = 0; i < type.lanes; ++i) {
                if ((mask >> i & 1) != 0) touch(inst, type, i);
            }
        }
    }
    number_atoms();
}

void Registers::choose_files(const ir::Module& module) {
    const std::vector<bool> called = called_functions(module);
    const std::size_t files = module.files.size();
    stays_.reserve(files), first_.reserve(files), lane_bits_.reserve(files);
    for (const ir::RegisterFile& file : module.files) stays_.push_back(file.role == ir::Role::Input);
    const bool is_control = module.stage == ir::Stage::TessControl;
    bool meets_others = false; // what other invocations store, or look at, between the program's begin and its end
    for (std::size_t f = 0; f < module.functions.size(); ++f) {
        if (f != 0 && !called[f]) continue;
        for (const ir::Block& block : module.functions[f].blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module[id];
                const ir::OpInfo& row = ir::info(inst.op);
                const bool is_access = row.touches(ir::Memory::Registers);
                meets_others |= inst.op == ir::Op::Barrier || (is_access && row.has(ir::kAcross));
                if (!is_access || row.has(ir::kAcross)) continue;
                if (row.has(ir::kIndexed) || called[f]) stays_[inst.access()[ir::Access::file]] = true;
            }
        }
    }
    meets_others &= is_control;
    std::uint32_t lanes = 0;
    for (std::size_t file = 0; file < files; ++file) {
        // all invocations write outputs of a patch: one that passed on what it found would undo what another has stored
        const bool is_shared = meets_others || (is_control && module.files[file].is_patch);
        if (is_shared && module.files[file].role == ir::Role::Output) stays_[file] = true;
        first_.push_back(lanes);
        lane_bits_.push_back(bits_of(module.files[file].kind));
        if (!stays_[file]) lanes += module.files[file].lane_count();
    }
    places_.assign(lanes, kNowhere);
}

void Registers::touch(const ir::Inst& inst, ir::Type type, unsigned lane) {
    const std::uint32_t file = inst.access()[ir::Access::file], first = inst.access()[ir::Access::lane];
    const std::uint32_t wide = lane_bits_[file], bits = bits_of(type.kind);
    const bool stores = ir::info(inst.op).is_store();
    if (bits == wide) {
        touch_lane(file, first + lane, bits, stores, type.kind).halved = true;
        return;
    }
    const std::uint32_t begin = lane * bits / wide;
    const bool whole = bits == kWordBits && wide < bits && (first + begin) % (bits / wide) == 0;
    for (std::uint32_t i = begin; i * wide < (lane + 1) * bits; ++i) {
        Touched& touched = touch_lane(file, first + i, bits, stores, type.kind);
        if (whole) touched.word = first + begin;
        (whole ? touched.whole : touched.halved) = true;
    }
}

Registers::Touched& Registers::touch_lane(std::uint32_t file, std::uint32_t lane, std::uint32_t bits, bool stores,
                                          ir::Kind kind) {
    std::uint32_t& place = place_of(file, lane);
    if (place == kNowhere) {
        place = static_cast<std::uint32_t>(touched_.size());
        touched_.push_back({.file = file, .lane = lane, .granule = lane_bits_[file], .atoms = {}});
    }
    Touched& touched = touched_[place];
    touched.granule = std::min(touched.granule, bits);
    if (stores) {
        touched.stored = true;
        return touched;
    }
    const bool other = touched.kind != ir::Kind::Void && touched.kind != kind;
    touched.kind = other ? ir::integer_of_bits(lane_bits_[file]) : kind;
    return touched;
}

/// Whether no access takes less than the word that the lane is part of.
bool Registers::is_always_whole(const Touched& touched) {
    if (touched.word == kNowhere) return false;
    for (std::uint32_t i = 0; i < kWordBits / lane_bits_[touched.file]; ++i)
        if (touched_[place_of(touched.file, touched.word + i)].halved) return false;
    return true;
}

void Registers::number_atoms() {
    atoms_.reserve(touched_.size());
    for (Touched& touched : touched_) {
        const ir::RegisterFile& file = module_.files[touched.file];
        const std::uint32_t wide = bits_of(file.kind);
        ir::Kind kind = touched.kind == ir::Kind::Void ? file.kind : touched.kind;
        if (file.role == ir::Role::Register && is_always_whole(touched)) {
            if (bits_of(kind) != kWordBits) kind = ir::Kind::I32;
            const auto only = static_cast<AtomId>(atoms_.size()), end = only + (touched.lane == touched.word ? 1 : 0);
            touched.atoms = AtomRange(only, end);
            if (only != end) atoms_.push_back({touched.file, touched.lane, 0, kWordBits, kind, touched.stored});
            continue;
        }
        if (bits_of(kind) != touched.granule) kind = ir::integer_of_bits(touched.granule);
        const auto first = static_cast<AtomId>(atoms_.size());
        touched.atoms = AtomRange(first, first + wide / touched.granule);
        for (std::uint32_t at = 0; at < wide; at += touched.granule)
            atoms_.push_back({touched.file, touched.lane, at, touched.granule, kind, touched.stored});
        if (touched.stored && file.role == ir::Role::Output)
            outputs_.push_back({touched.file, touched.lane, touched.atoms});
    }
    std::ranges::sort(outputs_, {}, [](const Lane& lane) { return std::tuple(lane.file, lane.lane); });
    pair_halves();
}

void Registers::pair_halves() {
    for (const Touched& touched : touched_) {
        const bool halves =
            touched.whole && touched.granule == kWordBits / 2 && lane_bits_[touched.file] == kWordBits / 2;
        if (!halves || touched.lane != touched.word || touched.atoms.empty() || is_always_whole(touched)) continue;
        atoms_[touched.atoms.front()].upper = atoms_at(touched.file, touched.lane + 1).front();
        has_halved_words_ = true;
    }
}

} // namespace relit::pass
