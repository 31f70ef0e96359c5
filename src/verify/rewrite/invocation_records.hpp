// A storage buffer to which every invocation of a graphics program writes its inputs and its results, so that
// a host can run the interpreter on the same inputs, and compare.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace relit::verify {

/// Lanes of a register file in a record.
struct RecordedLanes {
    std::uint32_t file = 0, lane = 0, lanes = 0;
    std::uint32_t word = 0; // where the first begins in the record; lanes of 64 bits take two words, the low one first
    std::optional<std::uint32_t> target{}; // where floats that a fragment makes go to
    bool is_register = false;              // of the program, not an output
};
/// A builtin in a record.
struct RecordedBuiltin {
    ir::Builtin builtin{};
    std::uint32_t lanes = 1;
    std::uint32_t word = 0;
};

/// Word 0 of the buffer counts the invocations that began. The record of the one that began n-th lies at
/// kRecordsAt + n * record_bytes; those beyond `capacity` leave none. Word 0 of a record is 1 once its invocation came to
/// its end: one that was discarded, or stopped at a loop limit, does not. The host fills the buffer with 0.
struct InvocationRecords {
    static constexpr std::uint32_t kRecordsAt = 16; // bytes
    static constexpr std::uint32_t kZeroAt = 4;     // of a word that stays 0

    std::uint32_t resource = 0; // of the module
    std::uint32_t capacity = 0; // records
    std::uint32_t record_bytes = 0;
    std::vector<RecordedLanes> given, made;
    std::vector<RecordedBuiltin> builtins;
};

/// Adds to a graphics program what records are compared by: a file of ir::FilePurpose::End, and of a geometry program the files of
/// EmittedVertices. For the interpreter. Its files are those of the program, then these.
void annotate_end(ir::Module& module);

/// Records hold the outputs of an invocation, or the registers that the program writes too.
enum class Recorded : std::uint8_t { Outputs, Registers };

/// Makes each invocation of a graphics program leave a record, of the inputs and builtins that the program reads and the
/// outputs that it writes. Lanes of `made` name files of the module as annotate_end() makes it. Of a control shader
/// outputs of the patch are recorded where the program has one end, after a barrier. The buffer gets the first binding
/// that no storage buffer of the program has.
[[nodiscard]] InvocationRecords add_records(ir::Module& module, std::uint32_t capacity,
                                            Recorded recorded = Recorded::Outputs);

} // namespace relit::verify
