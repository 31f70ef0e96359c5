#include "isa/r500/vs/encoding/program.hpp"

#include "base/words.hpp"

#include <algorithm>

namespace relit::isa::r500::vs {
namespace {

constexpr RegisterKey kKeys[] = {
#define R500_STATE(name, count, key) {reg::name, count, key},
#include "isa/r500/vs/encoding/state.inc"
#undef R500_STATE
};

/// The vectors that have been loaded, from `first` on, of those of `count`.
template <class Take>
void each_vector(const StreamState& state, std::uint32_t first, std::uint32_t count, const Take& take) {
    const auto end = state.vertex.lower_bound((first + count) * kVectorDwords);
    for (auto dword = state.vertex.lower_bound(first * kVectorDwords); dword != end;) {
        const std::uint32_t vector = dword->first / kVectorDwords;
        const std::uint64_t offset = dword->second.offset;
        std::array<std::uint32_t, 4> lanes{};
        for (; dword != end && dword->first / kVectorDwords == vector; ++dword)
            lanes[dword->first % kVectorDwords] = dword->second.value;
        take(vector - first, offset, lanes);
    }
}

Result<Program> load_stream(Bytes file) {
    const auto packets = parse_packets(file);
    if (!packets) return std::unexpected(packets.error());
    Program program;
    program.kind = FileKind::Stream;
    program.state = state_of(*packets);
    program.machine_state = values_of(program.state, kKeys);
    each_vector(program.state, 0, kMostInstructions,
                [&](std::uint32_t index, std::uint64_t offset, const std::array<std::uint32_t, 4>& lanes) {
                    program.slots.resize(index + 1);
                    program.slots[index] = {Word128{{lanes}}, offset, true};
                });
    each_vector(program.state, kVertexConstants, kConstants,
                [&](std::uint32_t index, std::uint64_t /*offset*/, const std::array<std::uint32_t, 4>& lanes) {
                    program.constants.push_back({index, lanes});
                });
    each_vector(program.state, kVertexClipPlanes, kClipPlanes,
                [&](std::uint32_t index, std::uint64_t /*offset*/, const std::array<std::uint32_t, 4>& lanes) {
                    program.clip_planes.push_back({index, lanes});
                });
    return program;
}

Result<Program> load_words(Bytes file) {
    const std::size_t count = file.size() / kInstructionBytes;
    if (file.empty()) return fail_at(0, "the file is empty");
    if (file.size() % kInstructionBytes != 0)
        return fail_at(count * kInstructionBytes, "instructions have 16 bytes: the last is cut off");
    if (count > kMostInstructions)
        return fail_at(kMostInstructions * kInstructionBytes, "a program has 1024 instructions at most");
    Program program;
    Cursor cursor(file);
    for (std::size_t i = 0; i < count; ++i) {
        Slot& slot = program.slots.emplace_back(Slot{{}, cursor.offset(), true});
        for (std::uint32_t& dword : slot.word.raw) dword = cursor.u32le();
    }
    return program;
}

} // namespace

std::vector<Word128> Program::words() const {
    std::vector<Word128> all;
    all.reserve(slots.size());
    for (const Slot& slot : slots) all.push_back(slot.word);
    return all;
}

bool is_vertex_stream(Bytes file) {
    constexpr std::uint32_t kPorts[] = {reg::VAP_PVS_VECTOR_DATA_REG, reg::VAP_PVS_VECTOR_DATA_REG_128};
    return is_stream(file, kPorts);
}

Result<Program> load_binary(Bytes file) { return is_vertex_stream(file) ? load_stream(file) : load_words(file); }

std::vector<std::uint8_t> bytes_of(const std::vector<Word128>& words) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(words.size() * kInstructionBytes);
    for (const Word128& word : words) add_words(bytes, word.raw);
    return bytes;
}

} // namespace relit::isa::r500::vs
