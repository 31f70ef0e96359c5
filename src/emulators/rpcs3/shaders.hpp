// The shader cache of RPCS3: a record a pipeline, and the programs that records name. docs/emulators.md has the layout.
#pragma once

#include "emulators/found.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relit::emulators::rpcs3 {

/// Whose records are read, the latest first: names of the folders that they lie in.
inline constexpr std::string_view kVersions[] = {"v1.95", "v1.94", "v1.93"};
[[nodiscard]] bool is_read(std::string_view version);
/// Of a record of the latest, without what the host's renderer appends.
inline constexpr std::size_t kRecordBytes = 224;
inline constexpr std::size_t kSlotBytes = 16, kMostSlots = 544;

/// A record, as far as it is about the guest.
struct Pipeline {
    std::string_view version;                                               // one of kVersions
    std::uint64_t vertex_program = 0, fragment_program = 0, host_state = 0; // hashes that name files
    std::uint32_t vertex_control = 0, output_mask = 0, vertex_dimensions = 0, base = 0, entry = 0;
    std::array<std::uint64_t, 9> used_slots{}; // from `base`
    std::vector<std::uint16_t> jump_targets;   // from `base`
    std::uint16_t vertex_multisampled = 0;
    std::uint32_t fragment_control = 0, fragment_dimensions = 0, texcoord_control = 0;
    std::uint16_t lighting = 0, shadow = 0, redirected = 0, fragment_multisampled = 0;
    std::optional<std::uint8_t> targets; // not before v1.95
};
/// `version`: one that is read.
[[nodiscard]] Result<Pipeline> read_pipeline(Bytes record, std::string_view version = kVersions[0]);

/// "1A2B.vp", "1A2B.fp": the files in the folder "raw".
[[nodiscard]] std::string vertex_file(const Pipeline& pipeline);
[[nodiscard]] std::string fragment_file(const Pipeline& pipeline);
/// Whether a record's file has the name that its hashes give it: "VP+FP+HOST+STATE.bin" in hex digits.
[[nodiscard]] bool is_named_so(const Pipeline& pipeline, std::string_view file_name);

/// The pair of programs with what the record says. Fails where a program is not what the record says.
[[nodiscard]] Result<Found> bundle_of(const Pipeline& pipeline, bundle::FileBytes vertex, bundle::FileBytes fragment);

} // namespace relit::emulators::rpcs3
