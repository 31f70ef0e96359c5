// The commands that mutants are given to.
#pragma once

#include "tests/soak/mutant/chance.hpp"
#include "tests/soak/mutant/kinds.hpp"
#include "tests/soak/mutant/mutate.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace relit::soak::mutant {

/// What the file that -o names must be.
enum class Product : std::uint8_t { None, SpirV, Glsl, Png };

/// A command with its words put in.
struct Command {
    std::vector<std::string> words; // the first is the verb
    std::string_view other_exits;   // digits
    Product product = Product::None;
};

// Names in the folder that commands run in.
inline constexpr std::string_view kOutput = "result", kFolder = "out", kWhole = "whole", kEmpty = "empty.json";

/// The recogniser, and two verbs that apply to the kind.
[[nodiscard]] std::vector<Command> commands_for(Kind kind, const Input& input, Chance& chance);

} // namespace relit::soak::mutant
