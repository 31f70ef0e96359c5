// A Maxwell program as decoded words, with the headers of its file: the input of `lift`.
#pragma once

#include "isa/maxwell/encoding/container.hpp"
#include "isa/maxwell/encoding/control.hpp"
#include "isa/maxwell/encoding/cubin.hpp"
#include "isa/maxwell/encoding/header.hpp"
#include "isa/maxwell/encoding/instruction.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace relit::isa::maxwell {

/// A kernel as its cubin describes it.
struct CudaKernel {
    std::string name;
    std::uint32_t architecture = 0;
    std::uint32_t parameter_base = 0, parameter_bytes = 0;
    std::map<std::uint32_t, std::vector<std::uint8_t>> constants; // by constant buffer
    std::vector<CubinName> names;                                 // for bytes of constant buffers, by bank and offset
};

struct Program {
    FileKind kind = FileKind::Code;
    Stage stage = Stage::Unknown; // code without headers does not say
    std::optional<Sph> sph;
    std::optional<DkshProgram> dksh;
    std::optional<CudaKernel> cuda;
    std::uint32_t code_offset = 0;        // in the file
    std::vector<std::uint64_t> words;     // all of the code, schedules included: word i is at address 8 * i
    std::vector<Instruction> code;        // the words that are no schedules, by address; some may be unknown
    std::uint32_t entry = kWordBytes;     // address of the first instruction
    std::vector<std::uint8_t> constants;  // c[1] of a DKSH
    std::uint32_t local_bytes = 0;        // for each thread, by the header
    std::uint32_t shared_bytes = 0;       // for each workgroup
    std::array<std::uint32_t, 3> block{}; // size of a workgroup; 0 where the file does not say
    std::string header_error;             // of code alone: it begins like a program header that fails a check
    std::vector<std::string> warnings;

    /// The instruction that runs when the flow comes to `address` (that of a control word means the next); nullptr
    /// outside the code and between words.
    [[nodiscard]] const Instruction* at(std::int64_t address) const;
    [[nodiscard]] Control control(const Instruction& in) const {
        return control_of(words[in.address / kGroupBytes * (kGroupBytes / kWordBytes)], in.address);
    }
};

/// Appends the low `count` bytes of a value, the lowest first.
inline void append_bytes(std::vector<std::uint8_t>& bytes, std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// Reads any file: code alone, with a header before it, a DKSH (`which` of its programs), text of any; the only kernel of a
/// cubin or a fat binary.
[[nodiscard]] Result<Program> load(Bytes file, std::size_t which = 0);
/// The same without `code` and `warnings`, for callers that do not need the instructions.
[[nodiscard]] Result<Program> load_undecoded(Bytes file, std::size_t which = 0);
/// As load(), of a file that is not text, whatever it looks like.
[[nodiscard]] Result<Program> load_binary(Bytes file, std::size_t which = 0);
/// Decodes words in a row; the first schedules the three after it.
[[nodiscard]] std::vector<Instruction> decode(std::span<const std::uint64_t> words);
/// Whether control never goes from the instruction to the next one: it exits or branches and nothing holds it back.
[[nodiscard]] bool ends_flow(const Instruction& in);

} // namespace relit::isa::maxwell
