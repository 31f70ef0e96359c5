// What `info` tells of an NV2A file: length, registers used, outputs written, how it runs.
#include "isa/shared/properties.hpp"
#include "isa/nv2a/encoding/notes.hpp"
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"

namespace relit::isa::nv2a {
namespace {

constexpr std::array<std::string_view, kOutputs> kOutputNames = {
#define OUTPUT(number, gl, vsh, longer, purpose) vsh,
#include "isa/nv2a/encoding/outputs.inc"
#undef OUTPUT
};

/// Which registers the words of a program touch.
struct UsedRegisters {
    std::array<bool, 16> temps{}, inputs{}, outputs{};
    std::array<bool, 256> constants{}, constants_written{};
    bool relative = false;

    void add(const Word128& word) {
        for (const char which : {'A', 'B', 'C'})
            if (reads(word, which)) add_source(word, operand(word, which));
        if (mac_writes_temp(word)) temps[word[Word128::temp]] = true;
        if (ilu_writes_temp(word)) temps[ilu_temp(word)] = true;
        if (!writes_output(word)) return;
        const std::uint32_t address = word[Word128::out_address];
        if (word[Word128::out_bank] == 0) {
            constants_written[address] = true;
        } else {
            outputs[address % kOutputs] = true;
        }
    }

private:
    void add_source(const Word128& word, const Operand& source) {
        switch (source.mux) {
            case Mux::None: return;
            case Mux::Temp: temps[source.reg] = true; return;
            case Mux::Input: inputs[word[Word128::input]] = true; return;
            case Mux::Constant:
                constants[word[Word128::constant]] = true;
                relative = relative || word[Word128::relative];
                return;
        }
    }
};

std::vector<std::string> outputs_of(const UsedRegisters& usage) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kOutputs; ++i) {
        if (!usage.outputs[i]) continue;
        names.push_back(kOutputNames[i].empty() ? "o" + std::to_string(i) : std::string(kOutputNames[i]));
    }
    return names;
}

std::string_view name_of(FileKind kind) {
    switch (kind) {
        case FileKind::RawSlots: return "raw slots";
        case FileKind::Text: return "text";
        case FileKind::PushBuffer: return "push buffer";
    }
    unreachable("name_of(FileKind)");
}

void add_push_buffer(std::vector<Property>& properties, const Program& program) {
    properties.push_back({"start slot", program.start});
    properties.push_back({"constants loaded", program.constants.size()});
    for (const Launch& launch : program.launches)
        properties.push_back({"state program launched", launch.slot, "from slot " + std::to_string(launch.slot), true});
    if (program.fixed_function) properties.push_back({"mode", "fixed function"});
    if (program.all_constants)
        properties.push_back({"constant range", *program.all_constants ? "all" : "raw 96 to 191"});
    if (program.may_write_constants)
        properties.push_back(
            {"constant writes", *program.may_write_constants, *program.may_write_constants ? "enabled" : "disabled"});
}

void caveats(std::vector<Property>& properties, const Program& program) {
    for (const std::string& warning : program.warnings) properties.push_back(warning_property(warning));
    const bool temp_is_free = fill_of(program.slots) == Fill::Xvs;
    for (std::size_t i = 0; i < program.slots.size(); ++i)
        if (std::string text = caveats_of(program.slots[i], temp_is_free); !text.empty())
            properties.push_back(warning_property("slot " + std::to_string(i) + ": " + text));
}

} // namespace

Result<std::vector<Property>> properties(Bytes file) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    const std::uint32_t first = program->first_of(program->usual_launch());
    const std::uint32_t length = program->length_from(first);
    UsedRegisters usage;
    for (std::uint32_t i = first; i < first + length; ++i) usage.add(program->slots[i]);
    std::uint32_t paired = 0;
    for (std::uint32_t i = first; i < first + length; ++i)
        paired += mac_has_result(program->slots[i]) && ilu_has_result(program->slots[i]) ? 1 : 0;

    std::vector<Property> properties;
    properties.push_back({"kind", std::string(name_of(program->kind))});
    properties.push_back({"slots", program->slots.size()});
    properties.push_back({"instructions", length});
    properties.push_back(
        slot_property("FINAL", length == 0 ? std::nullopt : std::optional<std::uint64_t>(first + length - 1)));
    properties.push_back({"paired instructions", paired});
    properties.push_back({"unused fields", std::string(name_of(fill_of(program->slots)))});
    properties.push_back(registers_used("temporaries", usage.temps, "R"));
    properties.push_back(registers_used("inputs read", usage.inputs, "v"));
    properties.push_back(registers_used("constants read", usage.constants, "c"));
    properties.push_back({"outputs written", outputs_of(usage)});
    properties.push_back(registers_used("constants written", usage.constants_written, "c"));
    properties.push_back({"relative addressing", usage.relative});
    const bool state = usage.constants_written != std::array<bool, 256>{} && usage.outputs == std::array<bool, 16>{};
    properties.push_back({"state program", state, state ? "yes: it writes c[] and no output" : "no"});
    if (program->kind == FileKind::PushBuffer) add_push_buffer(properties, *program);
    caveats(properties, *program);
    return properties;
}

} // namespace relit::isa::nv2a
