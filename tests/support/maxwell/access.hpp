// One access of Maxwell to marked textures: which registers hold what, and what the interpreter makes of it.
#pragma once

#include "ir/context.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

/// What an access leaves, or why it is not translated, and what its translation approximations.
struct Accessed {
    std::vector<std::uint32_t> words; // R0 to R7; 0xdead0000 and the number of the register where nothing is written
    std::string refusal;
    std::vector<std::string> approximations;
    [[nodiscard]] bool approximates(std::string_view what) const;
};

/// Registers from `first` on with these words.
[[nodiscard]] std::string registers(unsigned first, const std::vector<std::uint32_t>& words);
/// deko3d's textures are at words 0x28 and on. The text may change R0 to R7; a compute kernel.
[[nodiscard]] Accessed access_marked(const std::string& text, const ir::ContextValues& context = {});

} // namespace relit::test
