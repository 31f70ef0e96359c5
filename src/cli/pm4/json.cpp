// Packets and draws of command streams as JSON (docs/schemas/pm4.json).
#include "cli/pm4/draw_program.hpp"
#include "cli/pm4/pm4.hpp"
#include "machine/r500/capture/vertices.hpp"
#include "machine/r500/registers/text.hpp"

#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace relit::cli::streams {

namespace reg = machine::r500::reg;
using machine::r500::BufferRef;
using machine::r500::Capture;
using machine::r500::Draw;
using machine::r500::Dwords;
using machine::r500::FieldRow;
using machine::r500::fields_of;
using machine::r500::InputValue;
using machine::r500::kRegisterBytes;
using machine::r500::lines_of;
using machine::r500::Memory;
using machine::r500::Message;
using machine::r500::op_info;
using machine::r500::OpInfo;
using machine::r500::Packet;
using machine::r500::PacketKind;
using machine::r500::PacketLine;
using machine::r500::register_at;
using machine::r500::register_name;
using machine::r500::RelocatedAddress;
using machine::r500::rule_info;
using machine::r500::RuleInfo;
using machine::r500::Stage;
using machine::r500::State;
using machine::r500::values_of;
using machine::r500::VertexArray;
using machine::r500::VertexReader;
using machine::r500::VertexSource;
using machine::r500::Violation;
using machine::r500::Walker;
using machine::r500::Whose;
using machine::r500::word_of;

namespace {

constexpr std::uint32_t kManyVertices = 1 << 20;

std::string_view kind_text(const Packet& packet) {
    switch (packet.kind) {
        case PacketKind::Registers: return "registers";
        case PacketKind::Pair: return "type 1";
        case PacketKind::Filler: return "filler";
        case PacketKind::Cut: return "cut";
        case PacketKind::Command: return "command";
    }
    return "";
}

void add_fields(JsonWriter& json, std::uint32_t number, std::uint32_t value) {
    json.begin_object("fields");
    if (const auto found = register_at(number)) {
        for (const FieldRow& row : fields_of(*found->row)) {
            const std::uint32_t part = word_of(value)[row.field];
            const std::string_view name = isa::r500::name_of(values_of(row), part);
            if (name.empty())
                json.member(row.field.name, part);
            else
                json.member(row.field.name, name);
        }
    }
    json.end();
}

void write_register(JsonWriter& json, std::uint32_t number, std::uint32_t value) {
    json.begin_object();
    add_register(json, number, value);
    json.end();
}

void add_members(JsonWriter& json, const BufferRef& buffer, std::uint32_t addend) {
    json.members({{"relocation", buffer.relocation}, {"buffer", buffer.handle}, {"addend", addend}});
}

/// `buffer`: null where there is none.
void add_address(JsonWriter& json, std::string_view name, const BufferRef* buffer, std::uint32_t addend) {
    if (buffer == nullptr) return json.member(name, nullptr);
    json.begin_object(name);
    add_members(json, *buffer, addend);
    json.end();
}

void add_target(JsonWriter& json, std::string_view name, const State& state, std::uint32_t number) {
    add_address(json, name, state.buffer(number), state[number].raw[0]);
}

void add_members(JsonWriter& json, const Violation& violation) {
    const RuleInfo& rule = rule_info(violation.rule);
    json.members({{"rule", rule.name},
                  {"kernel", rule.whose == Whose::Kernel},
                  {"dword", violation.dword},
                  {"text", violation.text}});
}

void write_float(JsonWriter& json, std::uint32_t bits) {
    const auto value = std::bit_cast<float>(bits);
    std::isfinite(value) ? json.value(value) : json.value(fmt::format("{:#010x}", bits));
}

void add_members(JsonWriter& json, const InputValue& value) {
    json.member("input", value.input);
    json.begin_array("value");
    for (std::size_t lane = 0; lane < 4; ++lane)
        (value.mask & 1U << lane) != 0 ? write_float(json, value.bits[lane]) : json.value(nullptr);
    json.end();
    if (!value.second) return;
    json.begin_array("then");
    for (const std::uint32_t bits : *value.second) write_float(json, bits);
    json.end();
}

void write_vertex(JsonWriter& json, VertexReader& reader, const Draw& draw, std::uint32_t i) {
    const auto number = reader.vertex_number(i);
    const auto vertex = number ? reader.vertex(*number) : std::nullopt;
    json.begin_object();
    if (draw.walk == VertexSource::Indices) json.member("index", reader.index(i));
    if (vertex)
        json.objects("inputs", *vertex, [&](const InputValue& value) { add_members(json, value); });
    else
        json.member("inputs", nullptr);
    json.end();
}

void add_program(JsonWriter& json, std::string_view name, const Capture& capture, const State& state, Stage stage) {
    if (program_of(capture, state, stage).bytes.empty())
        json.member(name, nullptr);
    else
        json.member(name, program_lines(capture, state, stage));
}

void add_state(JsonWriter& json, const State& state) {
    json.begin_object("state");
    json.begin_array("registers");
    for (std::uint32_t number = 0; number < kRegisterBytes; number += 4)
        if (state.has(number)) write_register(json, number, state[number].raw[0]);
    json.end();
    add_arrays(json, state);
    json.end();
}

void add_content(JsonWriter& json, const Packet& packet) {
    if (packet.kind == PacketKind::Registers && !packet.one_register) {
        json.begin_array("writes");
        for (std::size_t i = 0; i < packet.body.size(); ++i)
            write_register(json, packet.register_of(i), packet.body[i]);
        json.end();
    } else {
        if (packet.one_register) json.member("register", register_name(packet.reg));
        json.member("body", packet.body);
    }
}

} // namespace

void add_register(JsonWriter& json, std::uint32_t number, std::uint32_t value) {
    json.members({{"register", register_name(number)}, {"address", number}, {"value", value}});
    add_fields(json, number, value);
}

void add_arrays(JsonWriter& json, const State& state) {
    json.objects("arrays", state.arrays, [&](const VertexArray& array) {
        json.members({{"dwords", array.size}, {"stride", array.stride}});
        add_address(json, "at", array.buffer ? &*array.buffer : nullptr, array.offset);
    });
}

void add_members(JsonWriter& json, const Walker& walker, Dwords stream) {
    const Packet& packet = walker.packet();
    json.members({{"dword", packet.at}, {"kind", kind_text(packet)}, {"header", packet.header}});
    if (packet.kind == PacketKind::Command) {
        const OpInfo* const op = op_info(packet.opcode);
        json.members({{"opcode", packet.opcode}, {"name", op != nullptr ? std::optional(op->name) : std::nullopt}});
    }
    add_content(json, packet);
    json.begin_array("text");
    for (const PacketLine& line : lines_of(packet, stream)) json.value(line.text);
    json.end();
    json.objects("addresses", walker.relocated_addresses(), [&](const RelocatedAddress& address) {
        add_members(json, address.buffer, address.addend);
        json.member("dword", address.dword);
    });
    json.objects("violations", walker.violations(), [&](const Violation& one) { add_members(json, one); });
    if (walker.messages().empty()) return;
    json.objects("messages", walker.messages(),
                 [&](const Message& one) { json.members({{"dword", one.dword}, {"text", one.text}}); });
}

void add_members(JsonWriter& json, const Draw& draw, const Capture& capture, Memory& memory, bool with_state) {
    json.members({{"draw", draw.number},
                  {"dword", draw.dword},
                  {"op", op_info(draw.opcode)->name},
                  {"vf_cntl", draw.vf_cntl.raw[0]}});
    add_fields(json, reg::VAP_VF_CNTL, draw.vf_cntl.raw[0]);
    json.member("count", draw.count);
    add_target(json, "color", draw.state, reg::RB3D_COLOROFFSET);
    add_target(json, "depth", draw.state, reg::ZB_DEPTHOFFSET);
    VertexReader reader(draw, memory);
    json.begin_array("vertices");
    for (std::uint32_t i = 0; i < std::min(draw.count, with_state ? kManyVertices : kFewVertices); ++i)
        write_vertex(json, reader, draw, i);
    json.end();
    add_program(json, "vertex_program", capture, draw.state, Stage::Vertex);
    add_program(json, "fragment_program", capture, draw.state, Stage::Fragment);
    if (with_state) add_state(json, draw.state);
}

} // namespace relit::cli::streams
