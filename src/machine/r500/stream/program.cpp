#include "machine/r500/stream/program.hpp"

#include "isa/r500/fs/encoding/program.hpp"
#include "isa/r500/fs/text/usage.hpp"

#include <algorithm>
#include <bit>

namespace relit::machine::r500 {
namespace {

using isa::r500::Upload;

/// From `first` to the one before `last`.
struct Range {
    std::uint32_t first = 0, last = 0;
    void cover(std::uint32_t entry) { first = std::min(first, entry), last = std::max(last, entry + 1); }
};

/// Registers that are no state of a program: ports into its memory, and what only orders writes.
constexpr std::uint32_t kPorts[] = {
    reg::VAP_PVS_VECTOR_INDX_REG, reg::VAP_PVS_VECTOR_DATA_REG, reg::VAP_PVS_VECTOR_DATA_REG_128,
    reg::VAP_PVS_STATE_FLUSH_REG, reg::VAP_PVS_VTX_TIMEOUT_REG, reg::GA_US_VECTOR_INDEX,
    reg::GA_US_VECTOR_DATA};
/// Registers that a fragment program depends on, whichever unit they are of.
constexpr std::uint32_t kOfFragments[] = {
#define R500_STATE(name, count, key) reg::name,
#include "isa/r500/fs/encoding/state.inc"
#undef R500_STATE
};
/// Registers of flow-control slots: of slots that do nothing they say nothing.
constexpr std::uint32_t kSlots[] = {reg::VAP_PVS_FLOW_CNTL_ADDRS, reg::VAP_PVS_FLOW_CNTL_LOOP_INDEX,
                                    reg::VAP_PVS_FLOW_CNTL_ADDRS_LW, reg::VAP_PVS_FLOW_CNTL_ADDRS_UW};

std::uint32_t slot_op(const State& state, std::uint32_t slot) {
    return state[reg::VAP_PVS_FLOW_CNTL_OPC].raw[0] >> 2 * slot & 3;
}

bool is_of(const RegisterRow& row, Stage stage) {
    const bool is_vertex = row.block == "VAP";
    if (stage == Stage::Vertex) return is_vertex;
    return !is_vertex || std::ranges::find(kOfFragments, row.offset) != std::end(kOfFragments);
}

void add_registers(std::vector<std::uint8_t>& stream, const State& state, Stage stage) {
    for (const RegisterRow& row : isa::r500::program_registers().registers) {
        if (!is_of(row, stage) || std::ranges::find(kPorts, row.offset) != std::end(kPorts)) continue;
        for (std::uint32_t i = 0; i < row.count; ++i) {
            const std::uint32_t number = row.offset + i * row.stride;
            const bool is_idle = std::ranges::find(kSlots, row.offset) != std::end(kSlots) && slot_op(state, i) == 0;
            if (state.has(number) && !is_idle)
                isa::r500::write_packet(stream, {0, number, false, {state[number].raw[0]}});
        }
    }
}

/// Uploads of what of a range is loaded; entry i of the memory is number i - `base` of its kind.
template <class Memory>
void add_loaded(std::vector<std::uint8_t>& stream, const Memory& memory, Range range, Upload::Memory kind,
                std::uint32_t base) {
    std::vector<std::uint32_t> run;
    for (std::uint32_t i = range.first; i <= range.last; ++i) {
        const bool is_loaded = i < range.last && i < Memory::kEntries && memory.loaded[i];
        if (is_loaded) {
            const Dwords entry = memory.entry(i);
            run.insert(run.end(), entry.begin(), entry.end());
        } else if (!run.empty()) {
            const auto entries = static_cast<std::uint32_t>(run.size() / Memory::kEach);
            isa::r500::write_upload(stream, {kind, i - entries - base}, run);
            run.clear();
        }
    }
}

/// The addresses of a slot as R500 has them, which count before those of R300.
struct SlotAddresses {
    std::uint32_t value = 0, last = 0, back = 0; // of instructions; `value` of a loop is its count
};
SlotAddresses slot_addresses(const State& state, std::uint32_t slot) {
    const RegisterWord low = state[reg::VAP_PVS_FLOW_CNTL_ADDRS_LW + 8 * slot],
                       high = state[reg::VAP_PVS_FLOW_CNTL_ADDRS_UW + 8 * slot],
                       narrow = state[reg::VAP_PVS_FLOW_CNTL_ADDRS + 4 * slot];
    if (low.raw[0] == 0 && high.raw[0] == 0)
        return {narrow[field::VAP_PVS_FLOW_CNTL_ADDRS__PVS_FC_LOOP_CNT_JMP_INST],
                narrow[field::VAP_PVS_FLOW_CNTL_ADDRS__PVS_FC_LAST_INST],
                narrow[field::VAP_PVS_FLOW_CNTL_ADDRS__PVS_FC_RTN_INST]};
    return {low[field::VAP_PVS_FLOW_CNTL_ADDRS_LW__PVS_FC_LOOP_CNT_JMP_INST],
            high[field::VAP_PVS_FLOW_CNTL_ADDRS_UW__PVS_FC_LAST_INST],
            high[field::VAP_PVS_FLOW_CNTL_ADDRS_UW__PVS_FC_RTN_INST]};
}

/// Instructions that run: from the first to the last, and those that flow-control slots lead to.
Range vertex_code(const State& state) {
    const RegisterWord code = state[reg::VAP_PVS_CODE_CNTL_0];
    Range range{code[field::VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST], code[field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST] + 1};
    for (std::uint32_t i = 0; i < 16; ++i) {
        const std::uint32_t op = slot_op(state, i);
        if (op == 0) continue;
        const SlotAddresses addresses = slot_addresses(state, i);
        if (op != 2) range.cover(addresses.value & 0x3ff); // jumps and calls have a target there, loops their count
        range.cover(addresses.last & 0x3ff);
        range.cover(addresses.back & 0x3ff);
    }
    range.last = std::min(range.last, isa::r500::kVertexConstants);
    return range;
}

Range vertex_constants(const State& state) {
    constexpr std::uint32_t kFirst = isa::r500::kVertexConstants;
    const RegisterWord control = state[reg::VAP_PVS_CONST_CNTL];
    if (!state.has(reg::VAP_PVS_CONST_CNTL)) return {kFirst, isa::r500::kVertexClipPlanes};
    const std::uint32_t base = control[field::VAP_PVS_CONST_CNTL__PVS_CONST_BASE_OFFSET];
    return {kFirst + base, kFirst + base + control[field::VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR] + 1};
}

/// Planes, up to the last that is on.
Range clip_planes(const State& state) {
    constexpr Field<std::uint32_t> kOn{"UCP_ENA", 0, 6};
    constexpr std::uint32_t kFirst = isa::r500::kVertexClipPlanes;
    const RegisterWord control = state[reg::VAP_CLIP_CNTL];
    if (control[field::VAP_CLIP_CNTL__CLIP_DISABLE] != 0) return {kFirst, kFirst};
    return {kFirst, kFirst + static_cast<std::uint32_t>(std::bit_width(control[kOn]))};
}

/// What may run, with the offset that addresses are relative to.
Range fragment_code(const State& state) {
    const std::uint32_t offset = state[reg::US_CODE_OFFSET][field::US_CODE_OFFSET__OFFSET_ADDR];
    const RegisterWord range = state[reg::US_CODE_RANGE], address = state[reg::US_CODE_ADDR];
    Range code{offset + address[field::US_CODE_ADDR__START_ADDR], offset + address[field::US_CODE_ADDR__END_ADDR] + 1};
    if (state.has(reg::US_CODE_RANGE)) {
        const std::uint32_t first = offset + range[field::US_CODE_RANGE__CODE_ADDR];
        code.cover(first), code.cover(first + range[field::US_CODE_RANGE__CODE_SIZE]);
    }
    return code;
}

/// Constants that the code names; all that are loaded where it names them by a loop's counter.
void add_used_constants(std::vector<std::uint8_t>& stream, const State& state, Range code) {
    std::vector<std::uint8_t> words;
    for (std::uint32_t i = code.first; i < code.last && i < isa::r500::kFragmentInstructions; ++i)
        for (const std::uint32_t dword : state.fragment_code.entry(i))
            for (unsigned byte = 0; byte < 4; ++byte) words.push_back(static_cast<std::uint8_t>(dword >> 8 * byte));
    const auto program = isa::r500::fs::load_binary(words);
    const auto usage = program ? isa::r500::fs::usage_of(*program) : isa::r500::fs::Usage{.relative = true};
    PortMemory<256, 4> used = state.fragment_constants;
    for (std::size_t i = 0; i < used.kEntries; ++i)
        if (!usage.relative && !usage.constants[i]) used.loaded.reset(i);
    add_loaded(stream, used, {0, 256}, Upload::Memory::FragmentConstants, 0);
}

template <class Memory>
bool is_loaded(const Memory& memory, Range range) {
    for (std::uint32_t i = range.first; i < range.last && i < Memory::kEntries; ++i)
        if (memory.loaded[i]) return true;
    return false;
}

} // namespace

std::vector<std::uint8_t> program_stream(const State& state, Stage stage) {
    using Kind = Upload::Memory;
    const bool is_vertex = stage == Stage::Vertex;
    const Range code = is_vertex ? vertex_code(state) : fragment_code(state);
    if (is_vertex && state[reg::VAP_CNTL_STATUS][field::VAP_CNTL_STATUS__PVS_BYPASS] != 0) return {};
    if (!(is_vertex ? is_loaded(state.vertex_memory, code) : is_loaded(state.fragment_code, code))) return {};
    std::vector<std::uint8_t> stream;
    add_registers(stream, state, stage);
    if (is_vertex) {
        add_loaded(stream, state.vertex_memory, vertex_constants(state), Kind::VertexConstants,
                   isa::r500::kVertexConstants);
        add_loaded(stream, state.vertex_memory, clip_planes(state), Kind::VertexConstants, isa::r500::kVertexConstants);
        add_loaded(stream, state.vertex_memory, code, Kind::VertexCode, 0);
    } else {
        add_used_constants(stream, state, code);
        add_loaded(stream, state.fragment_code, code, Kind::FragmentCode, 0);
    }
    return stream;
}

} // namespace relit::machine::r500
