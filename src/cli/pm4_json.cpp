// Packets and draws of command streams as JSON (docs/schemas/pm4.json).
#include "cli/draw_program.hpp"
#include "cli/pm4.hpp"
#include "machine/r500/register_text.hpp"
#include "machine/r500/vertices.hpp"

#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace relit::cli::streams {

namespace reg = machine::r500::reg;
using machine::r500::BufferRef;
using machine::r500::Capture;
using machine::r500::Complaint;
using machine::r500::Draw;
using machine::r500::Dwords;
using machine::r500::FieldRow;
using machine::r500::fields_of;
using machine::r500::InputValue;
using machine::r500::kRegisterBytes;
using machine::r500::lines_of;
using machine::r500::Memory;
using machine::r500::op_info;
using machine::r500::OpInfo;
using machine::r500::Packet;
using machine::r500::PacketKind;
using machine::r500::PacketLine;
using machine::r500::Patch;
using machine::r500::register_at;
using machine::r500::register_name;
using machine::r500::rule_info;
using machine::r500::RuleInfo;
using machine::r500::Stage;
using machine::r500::State;
using machine::r500::values_of;
using machine::r500::VertexArray;
using machine::r500::VertexReader;
using machine::r500::VertexSource;
using machine::r500::Walker;
using machine::r500::Whose;
using machine::r500::word_of;
using Json = nlohmann::ordered_json;

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

Json fields_json(std::uint32_t number, std::uint32_t value) {
    Json json = Json::object();
    const auto found = register_at(number);
    if (!found) return json;
    for (const FieldRow& row : fields_of(*found->row)) {
        const std::uint32_t part = word_of(value)[row.field];
        const std::string_view name = isa::r500::name_of(values_of(row), part);
        if (name.empty())
            json[std::string(row.field.name)] = part;
        else
            json[std::string(row.field.name)] = name;
    }
    return json;
}

Json register_json(std::uint32_t number, std::uint32_t value) {
    return {{"register", register_name(number)},
            {"address", number},
            {"value", value},
            {"fields", fields_json(number, value)}};
}

Json buffer_json(const BufferRef& buffer, std::uint32_t addend) {
    Json json{{"relocation", buffer.relocation}};
    json["buffer"] = buffer.handle ? Json(*buffer.handle) : Json(nullptr);
    json["addend"] = addend;
    return json;
}

Json complaint_json(const Complaint& complaint) {
    const RuleInfo& rule = rule_info(complaint.rule);
    return {{"rule", rule.name},
            {"kernel", rule.whose == Whose::Kernel},
            {"dword", complaint.dword},
            {"text", complaint.text}};
}

Json float_json(std::uint32_t bits) {
    const auto value = std::bit_cast<float>(bits);
    return std::isfinite(value) ? Json(value) : Json(fmt::format("{:#010x}", bits));
}

Json vertex_json(VertexReader& reader, const Draw& draw, std::uint32_t i) {
    Json json = Json::object();
    if (draw.walk == VertexSource::Indices) {
        const auto index = reader.index(i);
        json["index"] = index ? Json(*index) : Json(nullptr);
    }
    const auto number = reader.vertex_number(i);
    const auto vertex = number ? reader.vertex(*number) : std::nullopt;
    json["inputs"] = vertex ? Json::array() : Json(nullptr);
    if (!vertex) return json;
    for (const InputValue& value : *vertex) {
        Json lanes = Json::array();
        for (std::size_t lane = 0; lane < 4; ++lane)
            lanes.push_back((value.mask & 1U << lane) != 0 ? float_json(value.bits[lane]) : Json(nullptr));
        Json input{{"input", value.input}, {"value", lanes}};
        if (value.second)
            for (const std::uint32_t bits : *value.second) input["then"].push_back(float_json(bits));
        json["inputs"].push_back(std::move(input));
    }
    return json;
}

Json program_json(const Capture& capture, const State& state, Stage stage) {
    if (program_of(capture, state, stage).bytes.empty()) return nullptr;
    return program_lines(capture, state, stage);
}

Json state_json(const State& state) {
    Json registers = Json::array(), arrays = Json::array();
    for (std::uint32_t number = 0; number < kRegisterBytes; number += 4)
        if (state.has(number)) registers.push_back(register_json(number, state[number].raw[0]));
    for (const VertexArray& array : state.arrays) {
        Json one{{"dwords", array.size}, {"stride", array.stride}};
        one["at"] = array.buffer ? buffer_json(*array.buffer, array.offset) : Json(nullptr);
        arrays.push_back(std::move(one));
    }
    return {{"registers", registers}, {"arrays", arrays}};
}

Json target_json(const State& state, std::uint32_t number) {
    const BufferRef* const buffer = state.buffer(number);
    return buffer != nullptr ? buffer_json(*buffer, state[number].raw[0]) : Json(nullptr);
}

} // namespace

Json json_of(const Walker& walker, Dwords stream) {
    const Packet& packet = walker.packet();
    Json json{{"dword", packet.at}, {"kind", kind_text(packet)}, {"header", packet.header}};
    if (packet.kind == PacketKind::Command) {
        const OpInfo* const op = op_info(packet.opcode);
        json["opcode"] = packet.opcode;
        json["name"] = op != nullptr ? Json(op->name) : Json(nullptr);
    }
    if (packet.kind == PacketKind::Registers && !packet.one_register) {
        json["writes"] = Json::array();
        for (std::size_t i = 0; i < packet.body.size(); ++i)
            json["writes"].push_back(register_json(packet.register_of(i), packet.body[i]));
    } else {
        if (packet.one_register) json["register"] = register_name(packet.reg);
        json["body"] = packet.body;
    }
    json["text"] = Json::array();
    for (const PacketLine& line : lines_of(packet, stream)) json["text"].push_back(line.text);
    json["addresses"] = Json::array();
    for (const Patch& patch : walker.patches()) {
        Json one = buffer_json(patch.buffer, patch.addend);
        one["dword"] = patch.dword;
        json["addresses"].push_back(std::move(one));
    }
    json["complaints"] = Json::array();
    for (const Complaint& complaint : walker.complaints()) json["complaints"].push_back(complaint_json(complaint));
    return json;
}

Json json_of(const Draw& draw, const Capture& capture, Memory& memory, bool with_state) {
    const OpInfo* const op = op_info(draw.opcode);
    Json json{{"draw", draw.number},
              {"dword", draw.dword},
              {"op", op->name},
              {"vf_cntl", draw.vf_cntl.raw[0]},
              {"fields", fields_json(reg::VAP_VF_CNTL, draw.vf_cntl.raw[0])},
              {"count", draw.count}};
    json["color"] = target_json(draw.state, reg::RB3D_COLOROFFSET);
    json["depth"] = target_json(draw.state, reg::ZB_DEPTHOFFSET);
    VertexReader reader(draw, memory);
    json["vertices"] = Json::array();
    for (std::uint32_t i = 0; i < std::min(draw.count, with_state ? kManyVertices : kFewVertices); ++i)
        json["vertices"].push_back(vertex_json(reader, draw, i));
    json["vertex_program"] = program_json(capture, draw.state, Stage::Vertex);
    json["fragment_program"] = program_json(capture, draw.state, Stage::Fragment);
    if (with_state) json["state"] = state_json(draw.state);
    return json;
}

} // namespace relit::cli::streams
