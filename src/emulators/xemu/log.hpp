// The vertex programs in a log of methods: each with the constants that it reads, as they were at a draw. docs/emulators.md
// describes the lines.
#pragma once

#include "base/byte_stream.hpp"
#include "bundle/bundle.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit::emulators::xemu {

/// Further programs are counted, not kept.
inline constexpr std::size_t kMostLoggedPrograms = 4096;
/// The same of one program with different constants.
inline constexpr std::size_t kMostVariants = 256;
/// Of a longer line only the beginning is read.
inline constexpr std::size_t kLongestLine = 4096;
/// So much of a file is searched for the first method.
inline constexpr std::size_t kLookedAtLog = std::size_t{64} << 10;

/// A program with its constants, as a push buffer that loads them.
struct LoggedProgram {
    bundle::FileBytes bytes;
    std::uint32_t start = 0, slots = 0, constants = 0;
    bool launched = false;         // a state program
    std::uint64_t line = 0;        // of its first draw or launch, or where its upload ends; counted from 1
    std::uint64_t uses = 0;        // draws or launches
    std::vector<std::string> gaps; // in the log
};

struct Log {
    std::vector<LoggedProgram> programs; // by first use; those never used last
    std::uint64_t lines = 0, bytes = 0, methods = 0, draws = 0;
    std::uint64_t fixed_draws = 0;                                  // by the fixed function
    std::uint64_t unknown_draws = 0;                                // with programs that the log does not load
    std::uint64_t left_out = 0;                                     // draws and launches of programs beyond the limit
    std::uint64_t without_argument = 0, first_without_argument = 0; // lines, and the first of them
    bool ends_in_line = false;                                      // a method's, so that its argument may be cut
};

/// Returns true if a line near the beginning of a file is a method's.
[[nodiscard]] bool is_log(Bytes begin);
/// Reads a log of any length, line by line. Fails only where the input does.
[[nodiscard]] Result<Log> read_log(const ReadBytes& input);

} // namespace relit::emulators::xemu
