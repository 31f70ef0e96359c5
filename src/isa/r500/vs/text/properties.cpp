// What `info` prints of a vertex program: its length, the registers that it uses, how it runs.
#include "isa/shared/properties.hpp"
#include "isa/r500/text/directives.hpp"
#include "isa/r500/vs/encoding/control_flow.hpp"
#include "isa/r500/vs/text/caveats.hpp"
#include "isa/r500/vs/text/file.hpp"
#include "isa/r500/vs/vs.hpp"

namespace relit::isa::r500::vs {
namespace {

using W = Word128;

/// Which registers the words of a program touch.
struct Usage {
    std::array<bool, 256> temps{}, inputs{}, constants{}, alt_temps{};
    std::array<bool, kOutputs> outputs{};
    std::uint32_t vector = 0, math = 0, macros = 0, pairs = 0, predicated = 0;
    bool relative = false, address = false;

    void add(const Word128& word) {
        if (!is_known(word)) return;
        count(word);
        for (unsigned k = 0; k < operands_of(word); ++k) add_source(source(word, k));
        if (word[W::dual]) {
            if (find(dual_opcode_of(word))->operands != 0) add_source(dual_source(word));
            alt_temps[word[W::dual_index]] = true;
        }
        if (word[W::mask] != 0) add_target(word[W::target], word[W::target_index]);
        relative = relative || word[W::target_mode] != Mode::Absolute;
    }

private:
    void count(const Word128& word) {
        const Opcode opcode = opcode_of(word);
        vector += opcode.unit == Unit::Ve && !is_nothing(opcode) ? 1 : 0;
        math += opcode.unit == Unit::Me && !is_nothing(opcode) ? 1 : 0;
        macros += opcode.unit == Unit::Macro ? 1 : 0;
        pairs += word[W::dual] ? 1 : 0;
        predicated += word[W::predicated] ? 1 : 0;
    }
    void add_source(const Source& source) {
        relative = relative || source.mode != Mode::Absolute;
        switch (source.from) {
            case SourceClass::Temp: temps[source.index] = true; return;
            case SourceClass::Input: inputs[source.index] = true; return;
            case SourceClass::Constant: constants[source.index] = true; return;
            case SourceClass::AltTemp: alt_temps[source.index] = true; return;
        }
    }
    void add_target(TargetClass to, std::uint32_t index) {
        switch (to) {
            case TargetClass::Temp: temps[index] = true; return;
            case TargetClass::AltTemp: alt_temps[index] = true; return;
            case TargetClass::Input: inputs[index] = true; return;
            case TargetClass::Out:
            case TargetClass::OutReplicateX: outputs[index] = true; return;
            case TargetClass::Address: address = true; return;
            case TargetClass::None6:
            case TargetClass::None7: return;
        }
    }
};

std::string_view name_of(FileKind kind) {
    switch (kind) {
        case FileKind::Words: return "instructions";
        case FileKind::Stream: return "registers and instructions";
        case FileKind::Text: return "text";
    }
    return {};
}

void add_stream(std::vector<Property>& properties, const Program& program) {
    for (const auto& [number, written] : program.state.registers)
        properties.push_back(
            {register_text(program_registers(), number), value_text(program_registers(), number, written.value)});
}

void add_flow(std::vector<Property>& properties, const Program& program) {
    const auto slots = flow_slots(flow_registers(program.state));
    for (std::uint32_t i = 0; i < slots.size(); ++i)
        if (slots[i].op != FlowOp::None) properties.push_back({"flow control", describe(slots[i], i), {}, true});
}

} // namespace

Result<std::vector<Property>> properties(Bytes file) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    Usage usage;
    for (const Slot& slot : program->slots) usage.add(slot.word);
    std::vector<Property> properties;
    properties.push_back({"kind", std::string(name_of(program->kind))});
    properties.push_back({"instructions", program->slots.size(),
                          std::to_string(program->slots.size()) + " of " + std::to_string(kMostInstructions)});
    properties.push_back({"vector operations", std::uint64_t{usage.vector}});
    properties.push_back({"math operations", std::uint64_t{usage.math}});
    properties.push_back({"macro operations", std::uint64_t{usage.macros}});
    properties.push_back({"dual math", std::uint64_t{usage.pairs}});
    properties.push_back({"predicated instructions", std::uint64_t{usage.predicated}});
    properties.push_back(registers_used("temporaries", usage.temps, "temp"));
    properties.push_back(registers_used("alternate temporaries", usage.alt_temps, "alt_temp"));
    properties.push_back(registers_used("inputs read", usage.inputs, "input"));
    properties.push_back(registers_used("constants read", usage.constants, "const"));
    properties.push_back(registers_used("outputs written", usage.outputs, "out"));
    properties.push_back({"address register", usage.address, usage.address ? "written" : "not written"});
    properties.push_back({"relative addressing", usage.relative});
    properties.push_back({"constants loaded", program->constants.size()});
    add_flow(properties, *program);
    add_stream(properties, *program);
    for (std::size_t i = 0; i < program->slots.size(); ++i)
        if (const std::string text = caveats_of(program->slots[i].word); !text.empty())
            properties.push_back(warning_property("instruction " + std::to_string(i) + ": " + text));
    return properties;
}

} // namespace relit::isa::r500::vs
