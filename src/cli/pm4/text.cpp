// Draws of command streams as text.
#include "base/text.hpp"
#include "base/lines.hpp"
#include "cli/io/messages.hpp"
#include "cli/pm4/draw_program.hpp"
#include "cli/pm4/pm4.hpp"
#include "codec/whole_file.hpp"
#include "machine/r500/capture/vertices.hpp"
#include "machine/r500/registers/text.hpp"

#include <bit>

#include <fmt/format.h>

namespace relit::cli::streams {

namespace field = machine::r500::field;
namespace reg = machine::r500::reg;
using machine::r500::BufferRef;
using machine::r500::Capture;
using machine::r500::check_blobs;
using machine::r500::Draw;
using machine::r500::FetchedVertex;
using machine::r500::field_text;
using machine::r500::FieldRow;
using machine::r500::fields_of;
using machine::r500::InputValue;
using machine::r500::kRegisterBytes;
using machine::r500::load;
using machine::r500::Memory;
using machine::r500::register_at;
using machine::r500::register_name;
using machine::r500::Stage;
using machine::r500::State;
using machine::r500::value_text;
using machine::r500::VertexArray;
using machine::r500::VertexReader;
using machine::r500::VertexSource;

namespace {

std::string_view walk_text(const Draw& draw) {
    switch (draw.walk) {
        case VertexSource::State: return "of the state";
        case VertexSource::Indices:
            return draw.indices.is_in_buffer ? "by indices in a buffer" : "by indices in the packet";
        case VertexSource::VertexList: return "of arrays";
        case VertexSource::Embedded: return "in the packet";
    }
    return "";
}

std::string float_text(std::uint32_t bits) {
    const auto value = std::bit_cast<float>(bits);
    return value != value ? fmt::format("{:#010x}", bits) : shortest_decimal(value);
}

std::string input_text(const InputValue& value) {
    constexpr std::string_view kLanes = "xyzw";
    std::string lanes, values;
    for (std::size_t i = 0; i < 4; ++i) {
        if ((value.mask & 1U << i) == 0) continue;
        lanes += kLanes[i];
        values += ' ' + float_text(value.bits[i]);
    }
    std::string second;
    if (value.second) {
        for (const std::uint32_t bits : *value.second) second += ' ' + float_text(bits);
        second = fmt::format(" (then{})", second);
    }
    return fmt::format("in[{}]{} ={}{}", value.input, lanes.size() == 4 ? "" : "." + lanes, values, second);
}

std::string vertex_text(const FetchedVertex& vertex) {
    std::string text;
    for (const InputValue& value : vertex) text += (text.empty() ? "" : ", ") + input_text(value);
    return text;
}

/// Returns the text of vertex i of a draw.
std::string vertex_line(VertexReader& reader, const Draw& draw, std::uint32_t i) {
    const auto number = reader.vertex_number(i);
    std::string head = draw.walk != VertexSource::Indices ? fmt::format("vertex {}", i)
                       : number                           ? fmt::format("vertex {} (index {})", i, *reader.index(i))
                                                          : fmt::format("vertex {}: its index is not known", i);
    if (!number) return head;
    const auto vertex = reader.vertex(*number);
    return vertex ? fmt::format("{}: {}", head, vertex_text(*vertex)) : head + ": its data is not known";
}

} // namespace

Result<OpenedCapture> open(const std::string& file) {
    auto input = open_input(file);
    if (!input) return std::unexpected(input.error());
    auto bytes = codec::read_all(input->read);
    if (!bytes) return std::unexpected(bytes.error());
    auto loaded = load(*bytes);
    if (!loaded) return std::unexpected(loaded.error());
    check_blobs(loaded->capture);
    return OpenedCapture{std::move(*bytes), std::move(*loaded)};
}

void report_warnings(const Capture& capture, const std::string& file) {
    for (const std::string& warning : capture.warnings) report_warning(shown_name(file), warning);
}

Exit report_problems(const Capture& capture, const std::string& file) {
    for (const std::string& problem : capture.problems) (void)report({FaultKind::BadInput, problem, {}, 0, 0}, file);
    return capture.problems.empty() ? Exit::Done : Exit::BadInput;
}

std::string summary(const Draw& draw) {
    const std::uint32_t primitive = draw.vf_cntl[field::VAP_VF_CNTL__PRIM_TYPE];
    const auto row = register_at(reg::VAP_VF_CNTL);
    const FieldRow* const type = isa::r500::field_named(fields_of(*row->row), "PRIM_TYPE");
    return fmt::format("{}, {} {} {}", field_text(*type, primitive), draw.count,
                       draw.count == 1 ? "vertex" : "vertices", walk_text(draw));
}

std::vector<std::string> vertex_lines(const Draw& draw, Memory& memory, std::uint32_t most) {
    VertexReader reader(draw, memory);
    std::vector<std::string> lines;
    for (std::uint32_t i = 0; i < std::min(draw.count, most); ++i) lines.push_back(vertex_line(reader, draw, i));
    if (draw.count > most) lines.push_back(fmt::format("... and {} more", draw.count - most));
    return lines;
}

std::vector<std::string> program_lines(const Capture& capture, const State& state, Stage stage) {
    const DrawProgram program = program_of(capture, state, stage);
    if (program.bytes.empty()) return {stage == Stage::Vertex ? "no vertex program" : "no fragment program"};
    const auto listing = codec::list(*program.codec, program.bytes, program.text);
    if (!listing) return {fmt::format("its program cannot be shown: {}", listing.error().text)};
    std::vector<std::string> lines;
    for (const codec::Line& line : listing->lines) {
        std::string text;
        codec::print(text, line);
        for (const std::string_view one : TextLines(text)) lines.emplace_back(one);
    }
    return lines;
}

std::vector<std::string> state_lines(const State& state) {
    std::vector<std::string> lines;
    for (std::uint32_t number = 0; number < kRegisterBytes; number += 4) {
        if (!state.has(number)) continue;
        const BufferRef* const buffer = state.buffer(number);
        lines.push_back(fmt::format("{} = {}{}", register_name(number), value_text(number, state[number].raw[0]),
                                    buffer != nullptr ? "  // " + text_of(*buffer, state[number].raw[0]) : ""));
    }
    for (std::size_t i = 0; i < state.arrays.size(); ++i) {
        const VertexArray& array = state.arrays[i];
        lines.push_back(fmt::format("vertex array {}: {} dwords, stride {}, {}", i, array.size, array.stride,
                                    array.buffer ? text_of(*array.buffer, array.offset) : "no buffer"));
    }
    return lines;
}

} // namespace relit::cli::streams
