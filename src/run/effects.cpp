#include "run/invocation.hpp"
#include "run/texture.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace relit::run {
namespace {

static_assert(std::endian::native == std::endian::little, "buffers are read in the byte order of the host");

using ir::Op;

// ---- register files

// Where an access begins, in lanes of its file; may lie outside.
std::int64_t first_lane(const Site& site, const ir::RegisterFile& file, bool indexed) {
    const std::int64_t lane = site.inst().access()[ir::Access::lane];
    if (!indexed) return lane;
    return lane + std::int64_t{static_cast<std::int32_t>(site.operand(0).lanes[0])} * file.lanes;
}

// Whose lanes of a file an instruction means: of what a control shader makes for its patch there is one.
State& owner(const Site& site, const ir::RegisterFile& file) {
    const bool is_common = file.is_patch && file.role == ir::Role::Output;
    return is_common && site.invocation.companions > 1 ? *site.invocation.first : *site.invocation.state;
}

// How many lanes of a file one lane of a value takes.
unsigned parts_of(const ir::RegisterFile& file, ir::Kind kind) {
    return std::max(1U, ir::bits_of(kind) / ir::bits_of(file.kind));
}

std::uint64_t low_bits(std::uint64_t value, unsigned count) {
    return count >= 64 ? value : value & ((std::uint64_t{1} << count) - 1);
}

/// The lanes of a file from `at` on, as many of `count` as there are. A value in front of the file has none.
std::span<const std::uint64_t> lanes_at(const std::vector<std::uint64_t>& lanes, std::int64_t at, unsigned count) {
    if (at < 0 || at >= std::ssize(lanes)) return {};
    const std::span<const std::uint64_t> rest = std::span(lanes).subspan(static_cast<std::size_t>(at));
    return rest.first(std::min<std::size_t>(count, rest.size()));
}
/// Their bits, low end first.
std::uint64_t bits_of_lanes(std::span<const std::uint64_t> lanes, unsigned width) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) value |= lanes[i] << (i * width);
    return value;
}
TracedLane traced_register(std::uint32_t file, std::int64_t at, ir::Kind kind, std::uint64_t bits) {
    return {
        .storage = Storage::Register, .index = file, .at = static_cast<std::uint64_t>(at), .kind = kind, .bits = bits};
}

void load_file(const Site& site, const State& from, std::int64_t at) {
    const std::uint32_t index = site.inst().access()[ir::Access::file];
    const ir::RegisterFile& file = site.shared.program.module->files[index];
    const std::vector<std::uint64_t>& lanes = from.files[index];
    const ir::Type type = site.inst().type;
    const unsigned parts = parts_of(file, type.kind), width = ir::bits_of(file.kind);
    for (unsigned i = 0; i < type.lanes; ++i) {
        const std::int64_t first = at;
        std::uint64_t value = 0;
        for (unsigned part = 0; part < parts; ++part, ++at) {
            if (at >= 0 && at < std::ssize(lanes)) value |= lanes[static_cast<std::size_t>(at)] << (part * width);
        }
        site.result().lanes[i] = low_bits(value, ir::bits_of(type.kind));
        if (site.invocation.tracer != nullptr && first >= 0)
            site.invocation.tracer->read_register(site.invocation.index, i,
                                                  traced_register(index, first, type.kind, site.result().lanes[i]),
                                                  lanes, lanes_at(lanes, first, parts));
    }
}

void load_own_file(const Site& site, bool indexed) {
    const std::uint32_t index = site.inst().access()[ir::Access::file];
    const ir::RegisterFile& file = site.shared.program.module->files[index];
    load_file(site, owner(site, file), first_lane(site, file, indexed));
}

void load_vertex(const Site& site) {
    const ir::Module& module = *site.shared.program.module;
    const ir::Access access = site.inst().access();
    const ir::RegisterFile& file = module.files[access[ir::Access::file]];
    const std::int64_t each = std::int64_t{ir::registers_of_a_vertex(module, file)} * file.lanes;
    const auto vertex = static_cast<std::uint32_t>(site.operand(0).lanes[0]);
    load_file(site, *site.invocation.state, access[ir::Access::lane] + each * vertex);
}

// Beyond the last invocation of the patch: of the last one.
void load_file_of(const Site& site) {
    const std::uint64_t which = std::min<std::uint64_t>(site.operand(0).lanes[0], site.invocation.companions - 1);
    load_file(site, site.invocation.companions > 1 ? site.invocation.first[which] : *site.invocation.state,
              site.inst().access()[ir::Access::lane]);
}

void store_lane(const Site& site, std::uint32_t index, std::int64_t at, std::uint64_t bits) {
    std::vector<std::uint64_t>& lanes = owner(site, site.shared.program.module->files[index]).files[index];
    if (at < 0 || at >= std::ssize(lanes)) return;
    lanes[static_cast<std::size_t>(at)] = bits;
}

/// Lane `lane` of a value that is stored to `at` and what follows in a file.
struct StoredLane {
    std::uint32_t file = 0;
    unsigned lane = 0, parts = 0, width = 0; // the lane takes so many lanes of the file, of that width
    std::int64_t at = 0;
    ir::Kind kind{};
    std::uint64_t value = 0;
};

void store(const Site& site, const StoredLane& stored) {
    for (unsigned part = 0; part < stored.parts; ++part)
        store_lane(site, stored.file, stored.at + part, low_bits(stored.value >> (part * stored.width), stored.width));
}

/// Stores the lane, and tells of it.
[[gnu::noinline]] void store_traced(const Site& site, const StoredLane& stored) {
    const ir::RegisterFile& file = site.shared.program.module->files[stored.file];
    const auto lanes = lanes_at(owner(site, file).files[stored.file], stored.at, stored.parts);
    TracedLane lane = traced_register(stored.file, stored.at, stored.kind, stored.value);
    lane.before = bits_of_lanes(lanes, stored.width);
    store(site, stored);
    if (!lanes.empty()) site.invocation.tracer->write_register(site.invocation.index, stored.lane, lane, lanes);
}

void store_file(const Site& site, bool indexed) {
    const ir::Access access = site.inst().access();
    const std::uint32_t index = access[ir::Access::file];
    const ir::RegisterFile& file = site.shared.program.module->files[index];
    if (site.invocation.state->discarded && file.role == ir::Role::Output) return;
    const std::size_t operand = indexed ? 1 : 0;
    const ir::Type type = (*site.shared.program.module)[site.inst().operands[operand]].type;
    StoredLane stored{.file = index,
                      .parts = parts_of(file, type.kind),
                      .width = ir::bits_of(file.kind),
                      .at = first_lane(site, file, indexed),
                      .kind = type.kind};
    for (; stored.lane < type.lanes; ++stored.lane, stored.at += stored.parts) {
        if ((access[ir::Access::mask] >> stored.lane & 1) == 0) continue;
        stored.value = site.operand(operand).lanes[stored.lane];
        site.invocation.tracer == nullptr ? store(site, stored) : store_traced(site, stored);
    }
}

// ---- buffers

unsigned bytes_of(ir::Kind kind) { return std::max(1U, ir::bits_of(kind) / 8); }

std::vector<std::uint8_t>& buffer(const Site& site) {
    const std::uint32_t index = site.inst().imm;
    const ir::ResourceKind kind = site.shared.program.module->resources[index].kind;
    const bool outside = kind == ir::ResourceKind::ConstantBuffer || kind == ir::ResourceKind::StorageBuffer;
    if (outside && site.shared.host.bound != nullptr) {
        std::vector<std::uint8_t>& bytes = (*site.shared.host.bound)[index].bytes;
        if (!bytes.empty()) return bytes;
    }
    const bool alone = site.shared.program.workgroup == 1 || kind != ir::ResourceKind::Shared;
    return (alone ? site.invocation.state : site.invocation.first)->resources[index];
}

bool has_elements(const Site& site) {
    return site.shared.program.module->resources[site.inst().imm].element != ir::kVoid;
}

// The lane's bytes, or an empty span where any lies outside. Offsets that are not aligned are rounded down.
std::span<std::uint8_t> lane_bytes(const Site& site, ir::Type type, unsigned lane) {
    const std::uint64_t size = bytes_of(type.kind), operand = site.operand(0).lanes[0];
    const std::uint64_t first = operand * ir::offset_unit(*site.shared.program.module, site.inst()) / size * size;
    const std::uint64_t at = first + lane * size;
    std::vector<std::uint8_t>& bytes = buffer(site);
    if (at > bytes.size() || bytes.size() - at < size) return {};
    return std::span(bytes).subspan(at, size);
}

std::uint64_t read_bytes(std::span<const std::uint8_t> bytes) {
    std::uint64_t value = 0;
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), bytes.size());
    return value;
}

void write_bytes(const Site& site, std::span<std::uint8_t> bytes, std::uint64_t value) {
    if (!bytes.empty() && !site.invocation.state->discarded) std::memcpy(bytes.data(), &value, bytes.size());
}

TracedLane traced_memory(const Site& site, ir::Kind kind, std::span<const std::uint8_t> bytes) {
    return {.storage = Storage::Memory,
            .index = site.inst().imm,
            .at = static_cast<std::uint64_t>(bytes.data() - buffer(site).data()),
            .kind = kind};
}
[[gnu::noinline]] void trace_load(const Site& site, ir::Kind kind, unsigned of_value,
                                  std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return;
    TracedLane lane = traced_memory(site, kind, bytes);
    lane.bits = read_bytes(bytes);
    site.invocation.tracer->read_memory(site.invocation.index, of_value, lane, buffer(site));
}
/// Writes the lane, and tells of it.
void store_bytes(const Site& site, ir::Kind kind, unsigned of_value, std::span<std::uint8_t> bytes,
                 std::uint64_t value) {
    const std::uint64_t before = read_bytes(bytes);
    write_bytes(site, bytes, value);
    if (site.invocation.tracer == nullptr || bytes.empty() || site.invocation.state->discarded) return;
    TracedLane lane = traced_memory(site, kind, bytes);
    lane.bits = read_bytes(bytes);
    lane.before = before;
    site.invocation.tracer->write_memory(site.invocation.index, of_value, lane, buffer(site));
}

void load_buffer(const Site& site) {
    const ir::Type type = site.inst().type;
    for (unsigned i = 0; i < type.lanes; ++i) {
        const std::span<const std::uint8_t> bytes = lane_bytes(site, type, i);
        site.result().lanes[i] = read_bytes(bytes);
        if (site.invocation.tracer != nullptr) trace_load(site, type.kind, i, bytes);
    }
}

void store_buffer(const Site& site) {
    const ir::Type type = (*site.shared.program.module)[site.inst().operands[1]].type;
    for (unsigned i = 0; i < type.lanes; ++i)
        store_bytes(site, type.kind, i, lane_bytes(site, type, i), site.operand(1).lanes[i]);
}

std::uint64_t replacement(const Site& site, std::uint64_t before) {
    const Op op = site.inst().op;
    const ir::Value& operand = site.operand(1);
    if (op == Op::AtomicExchange) return operand.lanes[0];
    if (op == Op::AtomicCompareExchange) return before == site.operand(2).lanes[0] ? operand.lanes[0] : before;
    const std::array<ir::Type, 2> types{site.inst().type, site.inst().type};
    const std::array<ir::Value, 2> operands{ir::Value{{before}}, operand};
    return ir::evaluate(ir::plain_operation(op), site.inst().type, types, {}, 0, operands).lanes[0];
}

void atomic(const Site& site) {
    const std::span<std::uint8_t> bytes = lane_bytes(site, site.inst().type, 0);
    const std::uint64_t before = read_bytes(bytes);
    if (site.invocation.tracer != nullptr) trace_load(site, site.inst().type.kind, 0, bytes);
    store_bytes(site, site.inst().type.kind, 0, bytes, replacement(site, before));
    site.result().lanes[0] = site.invocation.state->discarded ? 0 : before;
}

// ---- what lies outside the module

using Operands = std::vector<std::vector<std::uint64_t>>;
constexpr std::uint64_t kOtherBits = 0x41200001; // makes of 0 a float that shows in sums, and of any float another

/// Whether a texture is sampled at coordinates where devices do as they like: docs/agreement.md, "Textures".
bool is_undefined_lookup(const Site& site, const ir::TextureUse& use, const Operands& operands) {
    constexpr float kFar = 0x1p16F; // for a device that adds something to it
    const bool gathers = site.inst().op == Op::Gather, is_moved = gathers || use.offsets;
    if (!gathers && site.inst().op != Op::Sample) return false;
    const auto number = [&](std::size_t i) { return std::bit_cast<float>(static_cast<std::uint32_t>(operands[i][0])); };
    const ir::TextureDim dim = site.shared.program.module->resources[use.resource].dim;
    const std::size_t first = use.handle ? 1 : 0, last = first + use.coordinates;
    const std::size_t level = last + (use.reference ? 1 : 0);
    const std::size_t levels = (use.lod || use.bias ? 1U : 0U) + (use.gradients ? 2 * ir::dimensions(dim) : 0U);
    bool all_zero = dim == ir::TextureDim::Cube;
    for (std::size_t i = first; i < last; ++i) {
        if (!std::isfinite(number(i))) return true;
        if (is_moved && std::fabs(number(i)) >= kFar) return true;
        all_zero = all_zero && (number(i) == 0 || i >= first + 3);
    }
    for (std::size_t i = level; i < level + levels; ++i)
        if (std::isnan(number(i))) return true;
    return all_zero;
}

std::vector<std::uint64_t> ask_outside(const Site& site, const Operands& operands) {
    const ir::TextureUse& use = site.shared.program.module->texture_uses[site.inst().imm];
    if (is_undefined_lookup(site, use, operands)) site.invocation.state->undefined_lookup = true;
    const Host& host = site.shared.host;
    if (host.texture) return host.texture(site.inst(), use, operands);
    if (host.bound == nullptr) return {};
    std::vector<std::uint64_t> scalars;
    for (const auto& operand : operands) scalars.push_back(operand[0]);
    return access_texture(*site.shared.program.module, site.inst(), (*host.bound)[use.resource], scalars,
                          host.undefined_choices.conversions);
}

/// Whether the result is one that the host wants otherwise than usual.
bool is_free(const Site& site, const Operands& operands) {
    const ir::Module& module = *site.shared.program.module;
    const ir::Inst& inst = site.inst();
    const UndefinedChoices& undefined_choices = site.shared.host.undefined_choices;
    if (undefined_choices.lookups && is_undefined_lookup(site, module.texture_uses[inst.imm], operands)) return true;
    return undefined_choices.level_sizes && inst.op == Op::QuerySize && !inst.operands.empty() &&
           !ir::known_lane(module, inst.operands.back());
}

void trace_lookup(const Site& site, const Operands& operands, std::span<const std::uint64_t> result) {
    TracedLookup lookup{.use = site.inst().imm, .operands = {}, .result = {}, .kind = site.inst().type.kind};
    for (const auto& operand : operands) lookup.operands.push_back(operand[0]);
    lookup.result.assign(result.begin(), result.end());
    const bool changes = ir::info(site.inst().op).has(ir::kEffect);
    site.invocation.tracer->look_up(site.invocation.index, std::move(lookup), changes);
}

void ask_texture(const Site& site) {
    const ir::Inst& inst = site.inst();
    Operands operands;
    for (std::size_t i = 0; i < inst.operands.size(); ++i) {
        const ir::Type type = (*site.shared.program.module)[inst.operands[i]].type;
        const auto& lanes = site.operand(i).lanes;
        operands.emplace_back(lanes.begin(), lanes.begin() + type.lanes);
    }
    const bool stores = inst.op == Op::StoreImage;
    if (!stores) site.result() = {};
    if ((stores || inst.op == Op::AtomicImage) && site.invocation.state->discarded) return;
    std::vector<std::uint64_t> lanes = ask_outside(site, operands);
    if (is_free(site, operands)) std::ranges::for_each(lanes, [](std::uint64_t& lane) { lane ^= kOtherBits; });
    const std::size_t count = std::min<std::size_t>(lanes.size(), inst.type.lanes);
    for (std::size_t i = 0; i < count; ++i) site.result().lanes[i] = low_bits(lanes[i], ir::bits_of(inst.type.kind));
    if (site.invocation.tracer != nullptr) trace_lookup(site, operands, {lanes.data(), count});
}

// Defaults of a run: vertices one after another, workgroups along x.
std::uint64_t plain_builtin(const Site& site, ir::Builtin builtin, unsigned lane) {
    const std::uint32_t* size = site.shared.program.module->workgroup;
    const std::size_t in_group = std::max<std::size_t>(std::size_t{size[0]} * size[1] * size[2], 1);
    const std::size_t index = site.invocation.index, local = index % in_group;
    switch (builtin) {
        case ir::Builtin::VertexIndex: return index;
        case ir::Builtin::WorkgroupId: return lane == 0 ? index / in_group : 0;
        case ir::Builtin::WorkgroupCount: return lane == 0 ? (site.shared.invocations + in_group - 1) / in_group : 1;
        case ir::Builtin::WorkgroupSize: return size[lane];
        case ir::Builtin::LocalInvocationId:
            return lane == 0 ? local % size[0] : lane == 1 ? local / size[0] % size[1] : local / size[0] / size[1];
        case ir::Builtin::SubgroupInvocation: return local % site.shared.limits.subgroup;
        default: return 0;
    }
}

void read_builtin(const Site& site) {
    const ir::Inst& inst = site.inst();
    const auto which = static_cast<ir::Builtin>(inst.imm);
    for (unsigned i = 0; i < inst.type.lanes; ++i) {
        const Host& host = site.shared.host;
        site.result().lanes[i] =
            host.builtin ? host.builtin(which, i, site.invocation.index) : plain_builtin(site, which, i);
        if (site.invocation.tracer != nullptr)
            site.invocation.tracer->read_builtin(site.invocation.index, {.storage = Storage::Builtin,
                                                                         .index = inst.imm,
                                                                         .at = i,
                                                                         .kind = inst.type.kind,
                                                                         .bits = site.result().lanes[i]});
    }
}

void emit_vertex(const Site& site) {
    State& state = *site.invocation.state;
    if (state.discarded) return;
    Emitted vertex;
    const auto& files = site.shared.program.module->files;
    for (std::size_t i = 0; i < files.size(); ++i) {
        vertex.files.push_back(files[i].role == ir::Role::Output ? state.files[i] : std::vector<std::uint64_t>{});
    }
    state.emitted.push_back(std::move(vertex));
}

void discard(const Site& site) {
    if (site.operand(0).lanes[0] == 0) return;
    site.invocation.state->discarded = true;
    if (site.invocation.tracer != nullptr) site.invocation.tracer->discard(site.invocation.index);
}

// ---- one row an operation

using Effect = void (*)(const Site&);

struct EffectRow {
    Op op;
    Effect run;
};
constexpr EffectRow kRows[] = {
    {Op::LoadFile, [](const Site& site) { load_own_file(site, false); }},
    {Op::LoadFileAt, [](const Site& site) { load_own_file(site, true); }},
    {Op::LoadFileOf, load_file_of},
    {Op::LoadVertex, load_vertex},
    {Op::StoreFile, [](const Site& site) { store_file(site, false); }},
    {Op::StoreFileAt, [](const Site& site) { store_file(site, true); }},
    {Op::LoadBuffer, load_buffer},
    {Op::StoreBuffer, store_buffer},
    {Op::BufferSize,
     [](const Site& site) { site.result().lanes[0] = buffer(site).size() / (has_elements(site) ? 4 : 1); }},
    {Op::LoadTable,
     [](const Site& site) {
         site.result() = ir::evaluate(*site.shared.program.module, site.inst(), {&site.operand(0), 1});
     }},
    {Op::ReadBuiltin, read_builtin},
    {Op::Discard, discard},
    {Op::EmitVertex, emit_vertex},
    {Op::EndPrimitive, [](const Site& site) { site.invocation.state->emitted.push_back({{}, true}); }},
    {Op::MemoryBarrier, [](const Site&) {}}, // one invocation sees what others did at once
    {Op::Opaque, [](const Site&) {}},
};

/// Of each operation: what it does here, and whether it does something here. Barriers, exchanges and calls are the scheduler's.
struct Effects {
    std::array<Effect, ir::kOpCount> run{};
    std::array<bool, ir::kOpCount> is_ours{};
};
constexpr Effects kEffects = [] {
    using ir::kEffect, ir::kReads, ir::kPure, ir::kSwaps, ir::kReduce, ir::kAcross, ir::kMoves, ir::kPicks, ir::kRounds,
        ir::kIndexed, ir::kByVertex, ir::ulp, ir::Imm, ir::OpClass;
    Effects all;
    std::size_t at = 0;
    const auto add = [&](ir::Traits traits, Imm imm, OpClass op_class) {
        const bool is_scheduled =
            op_class == OpClass::Barrier || op_class == OpClass::Exchange || op_class == OpClass::Call;
        if (op_class == OpClass::Atomic) all.run[at] = atomic;
        if (imm == Imm::Use) all.run[at] = ask_texture;
        all.is_ours[at++] = (traits & (kEffect | kReads)) != 0 && !is_scheduled;
    };
#define IR_OP(name, result, operands, traits, imm, op_class, memory, value) add(traits, Imm::imm, OpClass::op_class);
#include "ir/opcodes.inc"
#undef IR_OP
    for (const EffectRow& row : kRows) all.run[static_cast<std::size_t>(row.op)] = row.run;
    return all;
}();
static_assert(
    [] {
        for (std::size_t op = 0; op < ir::kOpCount; ++op)
            if (kEffects.is_ours[op] && kEffects.run[op] == nullptr) return false;
        return true;
    }(),
    "an operation that reads or has an effect is in kRows, or of a class that stands for all of its operations");

} // namespace

void perform(const Site& site) {
    if (const Effect run = kEffects.run[static_cast<std::size_t>(site.inst().op)]; run != nullptr) run(site);
}

} // namespace relit::run
