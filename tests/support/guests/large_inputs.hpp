// Inputs of any size, depth and number, for what has limits: JSON, archives, bundles, captures, programs, texts. (Control flow: shapes.hpp.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace relit::test {

using FileOfAnySize = std::vector<std::uint8_t>;

/// Lists inside one another.
[[nodiscard]] FileOfAnySize deep_json(std::size_t depth);
/// A list in a list that holds numbers: `values` lists and numbers in all, the outermost not counted.
[[nodiscard]] FileOfAnySize wide_json(std::size_t values);

/// A bundle of one program for the NV2A with as many context keys.
[[nodiscard]] FileOfAnySize bundle_with_keys(std::size_t keys);
/// A capture of R500 with as many blobs, each a file of the archive, which one submission brings in.
[[nodiscard]] FileOfAnySize capture_with_blobs(std::size_t blobs);
/// A capture of R500 with as many submissions, each a file of the archive.
[[nodiscard]] FileOfAnySize capture_with_submissions(std::size_t submissions);

/// Programs that do nothing, of as many instructions; the last ends them.
[[nodiscard]] FileOfAnySize nv2a_program(std::size_t slots);
[[nodiscard]] FileOfAnySize rsx_vertex_program(std::size_t slots);
[[nodiscard]] FileOfAnySize rsx_fragment_program(std::size_t instructions);

/// Text of Maxwell: loops inside one another; one after another; choices inside one another. They store R0.
[[nodiscard]] std::string maxwell_nested_loops(std::size_t count);
[[nodiscard]] std::string maxwell_loops(std::size_t count);
[[nodiscard]] std::string maxwell_nested_choices(std::size_t count);

} // namespace relit::test
