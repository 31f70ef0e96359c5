// What a file says about vertex programs: the slots, the constants, how they run. Read from raw slots, from text, or
// from a stream of push-buffer methods.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "isa/nv2a/encoding/word.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace relit::isa::nv2a {

enum class FileKind : std::uint8_t { RawSlots, Text, PushBuffer };

/// A constant that the file loads, by its raw number: bits of x, y, z, w.
struct LoadedConstant {
    std::uint32_t index = 0;
    std::array<std::uint32_t, 4> lanes{};
    [[nodiscard]] bool operator==(const LoadedConstant&) const = default;
};

/// A state program that the file starts: from which slot, with which v0.
struct Launch {
    std::uint32_t slot = 0;
    std::array<std::uint32_t, 4> v0{};
    std::uint64_t offset = 0;
    [[nodiscard]] bool operator==(const Launch&) const = default;
};

struct Program {
    FileKind kind = FileKind::RawSlots;
    std::vector<Word128> slots;            // program memory from slot 0, as it is when the file ends
    std::vector<std::uint64_t> offsets;    // where in the file (for text: in what it assembles to) each slot came from
    std::uint32_t start = 0;               // where programs for vertices start
    std::vector<LoadedConstant> constants; // sorted by index, the last value of each
    std::vector<Launch> launches;          // in order
    bool fixed_function = false;           // the file selects fixed function; `mode_offset` says where
    std::uint64_t mode_offset = 0;
    std::optional<bool> all_constants;       // range mode: true PRIV (all 192), false USER (raw 96 and up)
    std::optional<bool> may_write_constants; // SET_TRANSFORM_PROGRAM_CXT_WRITE_EN
    std::optional<bool> point_parameters;    // SET_POINT_PARAMS_ENABLE
    std::optional<std::uint32_t> point_size; // SET_POINT_SIZE, in 1/8 pixel
    std::vector<std::string> warnings;

    /// The default program: 0 the vertex program, 1 the first state program that is launched.
    [[nodiscard]] std::uint64_t usual_launch() const { return launches.empty() ? 0 : 1; }
    /// Where the program for vertices (0) or the n-th launched program (n) starts.
    [[nodiscard]] std::uint32_t first_of(std::uint64_t launch) const {
        return launch == 0 ? start : launches[launch - 1].slot;
    }
    /// How many slots run from `first`, the one with FINAL included; 0 where there is no FINAL.
    [[nodiscard]] std::uint32_t length_from(std::uint32_t first) const;
};

/// Decodes any of the three kinds of file.
[[nodiscard]] Result<Program> load(Bytes file);
/// The same for a file that is not text, whatever it looks like.
[[nodiscard]] Result<Program> load_binary(Bytes file);
/// Which kind `file` is taken for; any file is one of them.
[[nodiscard]] FileKind kind_of(Bytes file);
/// A fault with a stated answer where the program of `launch` cannot be run or translated: fixed function, nothing
/// loaded, no such launch, no FINAL.
[[nodiscard]] Status check_runnable(const Program& program, std::uint64_t launch);
/// Constants as a dump of the register interface (RDI select 0x17) holds them: each as four dwords W, Z, Y, X.
[[nodiscard]] Result<std::vector<LoadedConstant>> constants_of_dump(Bytes dump);

} // namespace relit::isa::nv2a
