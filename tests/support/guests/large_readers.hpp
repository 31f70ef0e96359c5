// Readers of machines' streams, images, texts and caches, each with valid inputs of any size: large ones, deep ones, odd ones.
// Property tests and benches grow them; small ones are seeds of the fuzz programs.
#pragma once

#include "tests/support/guests/large_inputs.hpp"

#include "base/bytes.hpp"

#include <span>
#include <string_view>

namespace relit::test {

struct LargeReader {
    std::string_view name;
    FileOfAnySize (*file)(std::size_t size);
    std::size_t (*read)(Bytes file); // how many bytes are made of it; 0 where it is refused
    std::size_t large;               // a tenth of it is small
    std::string_view seed{};         // its path in fuzz/corpus
    std::size_t seed_size = 0;
};
[[nodiscard]] std::span<const LargeReader> large_readers();

// ---- GS: streams of packets, and texts of dumps

/// Transfers of one write each, with a vsync behind every 64.
[[nodiscard]] FileOfAnySize gs_packets(std::size_t transfers);
/// One transfer of tags that have no loops.
[[nodiscard]] FileOfAnySize gs_empty_tags(std::size_t tags);
/// Tags that go on over transfers of a quadword each, on three paths by turns.
[[nodiscard]] FileOfAnySize gs_cut_tags(std::size_t transfers);
[[nodiscard]] FileOfAnySize gs_image(std::size_t quadwords);
/// Lists of an odd number of registers.
[[nodiscard]] FileOfAnySize gs_odd_lists(std::size_t lists);
/// Pages of privileged registers, each a line of text.
[[nodiscard]] FileOfAnySize gs_text_of_pages(std::size_t pages);
[[nodiscard]] FileOfAnySize gs_text_of_uploads(std::size_t uploads);
[[nodiscard]] FileOfAnySize gs_text_of_writes(std::size_t writes);

// ---- AtomBIOS: images, and their text

/// A table whose every instruction could be its last.
[[nodiscard]] FileOfAnySize atom_ends(std::size_t ends);
[[nodiscard]] FileOfAnySize atom_tables(std::size_t tables);
/// One table under many numbers.
[[nodiscard]] FileOfAnySize atom_same_table(std::size_t numbers);
/// Tables each of which calls the next.
[[nodiscard]] FileOfAnySize atom_calls(std::size_t tables);
[[nodiscard]] FileOfAnySize atom_cases(std::size_t cases);
/// Jumps to each other, back and forth.
[[nodiscard]] FileOfAnySize atom_jumps(std::size_t jumps);
/// A loop that is run so often.
[[nodiscard]] FileOfAnySize atom_loop(std::size_t times);
[[nodiscard]] FileOfAnySize atom_text(std::size_t instructions);

// ---- R500: text of vertex programs

[[nodiscard]] FileOfAnySize r500_text_of_constants(std::size_t lines);
[[nodiscard]] FileOfAnySize r500_text_of_registers(std::size_t lines);
[[nodiscard]] FileOfAnySize r500_text_of_comments(std::size_t lines);
[[nodiscard]] FileOfAnySize r500_text_of_includes(std::size_t lines);

// ---- caches of emulators

[[nodiscard]] FileOfAnySize yuzu_pipelines(std::size_t pipelines);
/// One pipeline whose program has read so many words of a constant buffer.
[[nodiscard]] FileOfAnySize yuzu_constants(std::size_t words);
/// The four files as fuzz/ryujinx_cache.cpp has them. All pipelines share one program.
[[nodiscard]] FileOfAnySize ryujinx_pipelines(std::size_t pipelines);
/// A record of RPCS3, then a vertex program of as many slots and a fragment program of as many instructions.
[[nodiscard]] FileOfAnySize rpcs3_pair(std::size_t slots);

} // namespace relit::test
