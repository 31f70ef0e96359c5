// The parts of what `relit pm4` and `relit diff` print of command streams.
#pragma once

#include "base/json/writer.hpp"
#include "cli/io/program.hpp"
#include "machine/r500/capture/listing.hpp"
#include "machine/r500/capture/load.hpp"
#include "machine/r500/capture/memory.hpp"
#include "machine/r500/stream/program.hpp"

namespace relit::cli::streams {

/// A capture with the file that it looks into.
struct OpenedCapture {
    std::vector<std::uint8_t> file;
    machine::r500::Loaded loaded;
};
/// Any form of a stream, or a folder. Problems of the manifest and of blobs are in the capture.
[[nodiscard]] Result<OpenedCapture> open(const std::string& file);
/// Says what was left out and assumed.
void report_warnings(const machine::r500::Capture& capture, const std::string& file);
/// Says what is missing or damaged, as errors, after the results of the rest.
[[nodiscard]] Exit report_problems(const machine::r500::Capture& capture, const std::string& file);

/// "TRIANGLES, 3 vertices in the packet"
[[nodiscard]] std::string summary(const machine::r500::Draw& draw);
/// "vertex 2 (index 2): in[0] = 1.0 0.0 0.0 1.0, in[1] = ..."; at most `most` of them, then how many there are more.
[[nodiscard]] std::vector<std::string> vertex_lines(const machine::r500::Draw& draw, machine::r500::Memory& memory,
                                                    std::uint32_t most);
/// The program as its codec lists it; a line that says why where there is none.
[[nodiscard]] std::vector<std::string> program_lines(const machine::r500::Capture& capture,
                                                     const machine::r500::State& state, machine::r500::Stage stage);
/// All that a draw depends on: registers that were written, by number, and vertex arrays.
[[nodiscard]] std::vector<std::string> state_lines(const machine::r500::State& state);

/// Of the packet.
void add_members(JsonWriter& json, const machine::r500::Walker& walker, machine::r500::Dwords stream);
/// `with_state`: every register and all vertices.
void add_members(JsonWriter& json, const machine::r500::Draw& draw, const machine::r500::Capture& capture,
                 machine::r500::Memory& memory, bool with_state);

/// Of a register: its name, address and value, and the value by fields.
void add_register(JsonWriter& json, std::uint32_t number, std::uint32_t value);
/// The vertex arrays of a state, as the member arrays.
void add_arrays(JsonWriter& json, const machine::r500::State& state);

/// How many vertices of a draw are shown where its whole state is not asked for.
inline constexpr std::uint32_t kFewVertices = 16;

} // namespace relit::cli::streams
