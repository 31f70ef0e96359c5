// Short RSX programs as text, run once in the interpreter.
#pragma once

#include "ir/bound.hpp"
#include "ir/context.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

using ContextValues = std::map<std::string, std::uint64_t, std::less<>>;
using Lanes = std::array<float, 4>;

struct RsxRun {
    std::string fault;                    // empty where all went well
    std::map<std::string, Lanes> outputs; // "color0", "o7"
    bool discarded = false;
    ir::Context read;
};

/// Inputs are by name ("tex0"), those left out 0, 0, 0, 1; what is `bound` is every texture; "fog" are numbers of buffers.
struct RsxGiven {
    ContextValues context;
    std::map<std::string, Lanes> inputs;
    std::map<std::string, Lanes> buffers; // the first four numbers
    ir::Bound bound;
    float point_s = 0, point_t = 0;
    std::uint32_t vertex = 0;                          // its index
    std::map<std::string, std::vector<Lanes>> entries; // of storage buffers
};
[[nodiscard]] RsxRun run_rsx(std::string_view guest, std::string_view text, const RsxGiven& given);
/// A fragment program, and a failed test where it has a fault; and its first colour.
[[nodiscard]] RsxRun run_fragment(std::string_view text, const RsxGiven& given);
[[nodiscard]] Lanes colour_of(std::string_view text, const RsxGiven& given);
/// Fails the test where lanes differ by more than 1e-5.
void expect_near(const Lanes& got, const Lanes& wanted, std::string_view what);

/// Texels of floats, one level.
[[nodiscard]] ir::Bound texture_of(std::uint32_t width, std::uint32_t height, const std::vector<Lanes>& texels);

} // namespace relit::test
