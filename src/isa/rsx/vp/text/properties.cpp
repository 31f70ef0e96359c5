// What `info` tells of an RSX vertex program: length, registers used, outputs written, how it runs.
#include "isa/shared/properties.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/vp/encoding/notes.hpp"
#include "isa/rsx/vp/encoding/outputs.hpp"
#include "isa/rsx/vp/encoding/stream.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

/// Which registers the words of a program touch.
struct UsedRegisters {
    std::array<bool, 64> temps{};
    std::array<bool, kInputs> inputs{};
    std::array<bool, 1024> constants{};
    std::array<bool, kBranchBits> bits{};
    std::array<bool, 4> textures{};
    std::array<std::uint32_t, 32> outputs{}; // the lanes of each that are written
    bool relative_inputs = false, relative_constants = false, relative_outputs = false;
    bool jumps = false, calls = false, conditions = false;

    void add(const W& word) {
        for (unsigned i = 0; i < 3; ++i)
            if (reads(word, i)) add_source(word, source(word, i));
        if (vec_writes_temp(word)) temps[word[W::vec_temp]] = true;
        if (sca_writes_temp(word)) temps[word[W::sca_temp]] = true;
        if (writes_output(word)) add_output(word);
        if (looks_at_bit(word[W::sca])) bits[word[W::bit]] = true;
        if (word[W::vec] == Vec::Txl) textures[word[W::unit]] = true;
        jumps = jumps || info(word[W::sca]).op_class == OpClass::Jump;
        calls = calls || info(word[W::sca]).op_class == OpClass::Call;
        conditions = conditions || writes_condition(word);
    }

private:
    void add_source(const W& word, const Source& from) {
        switch (from.type) {
            case Type::None: return;
            case Type::Temp: temps[from.temp] = true; return;
            case Type::Input:
                inputs[word[W::input]] = true;
                relative_inputs = relative_inputs || word[W::in_relative];
                return;
            case Type::Constant:
                constants[word[W::constant]] = true;
                relative_constants = relative_constants || word[W::constant_relative];
                return;
        }
    }
    void add_output(const W& word) {
        outputs[word[W::output]] |= word[W::out_source] != 0 ? word[W::vec_mask] : word[W::sca_mask];
        relative_outputs = relative_outputs || word[W::out_relative];
    }
};

/// The lanes of a mask that a row of outputs.inc names.
std::uint32_t mask_of_lanes(std::string_view lanes) {
    std::uint32_t mask = 0;
    for (const char lane : lanes) mask |= 8U >> kLanes.find(lane);
    return mask;
}

/// Whether the program writes lanes that carry what the row means.
bool is_written(const UsedRegisters& usage, const OutputRow& row) {
    return (usage.outputs[row.index] & mask_of_lanes(row.lanes)) != 0;
}

/// "o[0] HPOS, o[5] FOGC CLP0"
Property outputs_of(const UsedRegisters& usage) {
    std::vector<std::string> names;
    std::string text;
    for (std::uint32_t i = 0; i < usage.outputs.size(); ++i) {
        if (usage.outputs[i] == 0) continue;
        std::string& name = names.emplace_back("o[" + std::to_string(i) + "]");
        for (const OutputRow& row : kOutputRows)
            if (row.index == i && is_written(usage, row)) name += " " + std::string(row.name);
        text += (text.empty() ? "" : ", ") + name;
    }
    return {"outputs written", std::move(names), std::move(text)};
}

std::vector<std::string> relative_of(const UsedRegisters& usage) {
    std::vector<std::string> names;
    if (usage.relative_inputs) names.emplace_back("v");
    if (usage.relative_constants) names.emplace_back("c");
    if (usage.relative_outputs) names.emplace_back("o");
    return names;
}

void caveats(std::vector<Property>& properties, const Program& program) {
    for (const std::string& warning : program.warnings) properties.push_back(warning_property(warning));
    for (std::size_t i = program.first; i < program.slots.size(); ++i)
        if (const std::string text = caveats_of(program.slots[i]); !text.empty())
            properties.push_back(warning_property("slot " + std::to_string(i) + ": " + text));
}

std::optional<std::uint64_t> end_of(const Program& program) {
    if (!check_runnable(program, program.start)) return {};
    return program.start + program.length() - 1;
}

/// What a stream leaves, method by method.
void add_stream(std::vector<Property>& properties, const Program& program) {
    properties.push_back({"constants loaded", program.constants.size()});
    for (const auto& [address, value] : program.state) {
        const PushMethod& row = *method_at(kMethods, address);
        Property& property = properties.emplace_back();
        property.name = row.name;
        if (row.address != row.last) property.name += " " + std::to_string((address - row.address) / 4);
        property.value = std::uint64_t{value};
        print_hex(property.text, value);
    }
}

std::string_view name_of(FileKind kind) {
    switch (kind) {
        case FileKind::Microcode: return "microcode";
        case FileKind::Text: return "text";
        case FileKind::Container: return "container";
        case FileKind::Stream: return "method stream";
    }
    unreachable("name_of(FileKind)");
}

} // namespace

Result<std::vector<Property>> properties(Bytes file) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    UsedRegisters usage;
    const std::span<const W> slots = std::span(program->slots).subspan(program->first);
    for (const W& word : slots) usage.add(word);
    const auto paired = std::ranges::count_if(
        slots, [](const W& word) { return word[W::vec] != Vec::Nop && word[W::sca] != Sca::Nop; });

    std::vector<Property> properties;
    properties.push_back({"kind", std::string(name_of(program->kind))});
    properties.push_back({"byte order", std::string(program->order.summary)});
    properties.push_back({"slots", slots.size()});
    if (program->start != 0) properties.push_back({"start slot", program->start});
    properties.push_back(slot_property("END", end_of(*program)));
    properties.push_back({"paired instructions", static_cast<std::uint64_t>(paired)});
    properties.push_back({"unused fields", std::string(kFillNames[static_cast<unsigned>(fill_of(slots))])});
    properties.push_back(registers_used("temporaries", usage.temps, "R"));
    properties.push_back(registers_used("inputs read", usage.inputs, "v"));
    properties.push_back(registers_used("constants read", usage.constants, "c"));
    properties.push_back(outputs_of(usage));
    properties.push_back({"relative registers", relative_of(usage)});
    properties.push_back(registers_used("branch bits", usage.bits, "b"));
    properties.push_back(registers_used("textures", usage.textures, "TEX"));
    properties.push_back({"condition registers", usage.conditions, usage.conditions ? "written" : "not written"});
    properties.push_back({"jumps", usage.jumps});
    properties.push_back({"calls", usage.calls});
    caveats(properties, *program);
    for (const auto& [name, value] : program->machine_state) properties.push_back({std::string(name), value});
    if (!program->state.empty()) add_stream(properties, *program);
    if (program->container) cg::add_properties(properties, *program->container);
    return properties;
}

} // namespace relit::isa::rsx::vp
