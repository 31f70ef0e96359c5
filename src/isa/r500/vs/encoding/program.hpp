// A vertex program as its file holds it: instructions, and the registers that say how they run.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/r500/encoding/stream.hpp"
#include "isa/r500/encoding/stream_values.hpp"
#include "isa/r500/vs/encoding/word.hpp"

#include <cstdint>
#include <vector>

namespace relit::isa::r500::vs {

enum class FileKind : std::uint8_t { Words, Stream, Text };

struct Slot {
    Word128 word;
    std::uint64_t offset = 0; // in the file
    bool loaded = false;
};

struct LoadedConstant {
    std::uint32_t index = 0;
    std::array<std::uint32_t, 4> lanes{};
};

struct Program {
    FileKind kind = FileKind::Words; // what of: of text, what it assembles to
    std::vector<Slot> slots;         // up to the last that is loaded
    std::vector<LoadedConstant> constants, clip_planes;
    StateValues machine_state; // what a stream's registers say, by context keys
    StreamState state;         // of a stream

    [[nodiscard]] std::vector<Word128> words() const;
};

/// Whether all of it is a stream of packets that loads vertex programs.
[[nodiscard]] bool is_vertex_stream(Bytes file);
/// Of a file that is not text: a stream, or the words of instructions alone.
[[nodiscard]] Result<Program> load_binary(Bytes file);
/// The words as a file.
[[nodiscard]] std::vector<std::uint8_t> bytes_of(const std::vector<Word128>& words);

} // namespace relit::isa::r500::vs
