// The shader cache of RPCS3: a record a pipeline, and the programs that records name. docs/emulators.md has the layout.
#pragma once

#include "emulators/found.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace relit::emulators::rpcs3 {

/// Of the folders that records lie in. Records of other versions have other fields; those of kOlder do not count render targets.
inline constexpr std::string_view kVersion = "v1.95", kOlder = "v1.94";
/// Of a record without what the host's renderer appends.
inline constexpr std::size_t kRecordBytes = 224;
inline constexpr std::size_t kSlotBytes = 16, kMostSlots = 544;

/// A record, as far as it is about the guest.
struct Pipeline {
    std::uint64_t vertex_program = 0, fragment_program = 0, host_state = 0; // hashes that name files
    std::uint32_t vertex_control = 0, output_mask = 0, vertex_dimensions = 0, base = 0, entry = 0;
    std::array<std::uint64_t, 9> used_slots{}; // from `base`
    std::vector<std::uint16_t> jump_targets;   // from `base`
    std::uint16_t vertex_multisampled = 0;
    std::uint32_t fragment_control = 0, fragment_dimensions = 0, texcoord_control = 0;
    std::uint16_t lighting = 0, shadow = 0, redirected = 0, fragment_multisampled = 0;
    std::uint8_t targets = 0;
};
[[nodiscard]] Result<Pipeline> read_pipeline(Bytes record);

/// "1A2B.vp", "1A2B.fp": the files in the folder "raw".
[[nodiscard]] std::string vertex_file(const Pipeline& pipeline);
[[nodiscard]] std::string fragment_file(const Pipeline& pipeline);
/// Whether a record's file has the name that its hashes give it: "VP+FP+HOST+STATE.bin" in hex digits.
[[nodiscard]] bool is_named_so(const Pipeline& pipeline, std::string_view file_name);

/// The pair of programs with what the record of this version says. Fails where a program is not what the record says.
[[nodiscard]] Result<Found> bundle_of(const Pipeline& pipeline, std::string_view version, bundle::FileBytes vertex,
                                      bundle::FileBytes fragment);

} // namespace relit::emulators::rpcs3
