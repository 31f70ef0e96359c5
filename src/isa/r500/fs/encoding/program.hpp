// What a file says of a fragment program: its instructions, its constants and the registers that it depends on.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/r500/encoding/stream.hpp"
#include "isa/r500/encoding/stream_values.hpp"
#include "isa/r500/fs/encoding/word.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace relit::isa::r500::fs {

/// Raw: instructions alone, from number 0. Stream: writes of registers that load them.
enum class FileKind : std::uint8_t { Raw, Stream };

struct Instruction {
    std::uint32_t number = 0; // in program memory
    std::uint64_t offset = 0; // in the file
    Word192 word;
};

/// What US_CODE_ADDR and its like say.
struct CodeRange {
    std::uint32_t offset = 0;         // added to addresses in the code
    std::uint32_t start = 0, end = 0; // numbers of the first and of the last instruction, offset included
};

struct Program {
    FileKind kind = FileKind::Raw;
    std::vector<Instruction> code;  // by number
    StreamState state;              // of a raw file empty
    std::optional<CodeRange> range; // as registers say; nothing where they do not
    StateValues machine_state;      // what registers say, by context keys
    std::vector<std::string> warnings;

    /// Nothing where the file loads no instruction of that number.
    [[nodiscard]] const Instruction* find(std::uint32_t number) const;
    /// What runs: what registers say, else all that is loaded.
    [[nodiscard]] CodeRange code_range() const;
    /// A register's value; nothing where the file does not write it.
    [[nodiscard]] std::optional<std::uint32_t> read(std::uint32_t reg) const { return state.read(reg); }
};

[[nodiscard]] FileKind kind_of(Bytes binary);
/// Decodes raw instructions or a stream, whatever the file looks like.
[[nodiscard]] Result<Program> load_binary(Bytes file);

} // namespace relit::isa::r500::fs
