// The registers of all invocations of a grid, in a storage buffer.
#pragma once

#include "ir/module.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace relit::verify {

/// The name of the buffer. Its words have no type, as registers of 32 bits have none.
inline constexpr std::string_view kRegisterRecords = "registers";

/// Word `words[i]` of the record of an invocation holds a lane of a register, or its low half.
struct RegisterRecords {
    struct Lane {
        std::uint32_t file = 0, lane = 0;
    };
    std::uint32_t resource = 0, record_bytes = 0, invocations = 0;
    std::vector<Lane> words;

    /// A lane of an invocation, which run::dispatch() counts.
    struct OfInvocation {
        std::size_t invocation = 0;
        Lane lane;
    };
    [[nodiscard]] OfInvocation lane_at(std::uint64_t byte) const;
};

/// Makes each invocation of a compute program, in a grid of so many workgroups, store the registers that the program writes at
/// its ends. The buffer is the last resource, its binding the first that no storage buffer of the program has. Nothing if the
/// program writes no register, or the buffer had more than 16 MiB.
[[nodiscard]] std::optional<RegisterRecords> add_register_records(ir::Module& module,
                                                                  std::array<std::uint32_t, 3> groups);

} // namespace relit::verify
