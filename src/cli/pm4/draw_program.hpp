// A program of a draw of an R500 command stream, for verbs that read programs.
#pragma once

#include "cli/io/program.hpp"
#include "codec/codec.hpp"
#include "machine/r500/capture/draw.hpp"
#include "machine/r500/capture/load.hpp"
#include "machine/r500/stream/program.hpp"

#include <vector>

namespace relit::cli {

struct DrawProgram {
    const codec::Codec* codec = nullptr; // r500.vs or r500.fs
    std::vector<std::uint8_t> bytes;
    codec::TextOptions text; // whose codes of inline floats they are, where the capture says it
};
/// Fails with Usage where there is no such draw, with BadInput, at the draw's offset in the file, where it has no program of
/// this stage.
[[nodiscard]] Result<DrawProgram> program_of(const machine::r500::Loaded& loaded, Bytes file, std::uint64_t draw,
                                             machine::r500::Stage stage);
/// The same of a state; empty bytes where it has none.
[[nodiscard]] DrawProgram program_of(const machine::r500::Capture& capture, const machine::r500::State& state,
                                     machine::r500::Stage stage);

/// Puts a copy of standard input, as much of it as is read, into its place, so that it can be read twice.
[[nodiscard]] bool keep_standard_input();

/// Options with what the stream that --draw takes a program of says of its context, where the user does not.
[[nodiscard]] Options with_context_of_stream(Options options);

} // namespace relit::cli
