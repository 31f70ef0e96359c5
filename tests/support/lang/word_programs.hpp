// Programs that are given words and make words: what is between is the test's.
#pragma once

#include "ir/builder.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace relit::test {

/// A compute program with an input file and an output file of `registers` registers of four i32 each; `body` writes it
/// but for its end.
[[nodiscard]] ir::Module word_program(
    std::uint32_t registers, const std::function<void(ir::Builder&, std::uint32_t in, std::uint32_t out)>& body);

/// How many calls of functions the entry function has.
[[nodiscard]] std::size_t calls_in_main(const ir::Module& module);

} // namespace relit::test
