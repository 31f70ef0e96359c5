// What `info` tells of a fragment program: length, registers, attributes, textures, constants and where they lie, flow.
#include "isa/shared/properties.hpp"
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/fp/encoding/control_flow.hpp"
#include "isa/rsx/fp/encoding/notes.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/fp/text/spelling.hpp"

#include <algorithm>
#include <map>

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

/// What the instructions of a program touch.
struct Usage {
    std::array<bool, 64> full{}, half{}; // registers by the name that they are read or written under
    std::array<bool, kInputs> inputs{};
    std::array<bool, kUnits> units{};
    bool indexed = false, kills = false, depth = false;
    std::uint32_t loops = 0, choices = 0, calls = 0, unknown = 0;

    void add(const Word128& word) {
        if (!is_known(word)) ++unknown;
        for (unsigned i = 0; i < 3; ++i)
            if (reads(word, i)) add_source(word, source(word, i));
        if (writes_register(word)) add_result(word);
        switch (info(word[W::op]).op_class) {
            case OpClass::Texture: units[word[W::unit]] = true; break;
            case OpClass::Kill: kills = true; break;
            case OpClass::If: ++choices; break;
            case OpClass::Loop: ++loops; break;
            case OpClass::Call: ++calls; break;
            default: break;
        }
    }
    /// How many full registers the program needs, halves included.
    [[nodiscard]] std::size_t register_count() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < full.size(); ++i) {
            if (full[i]) count = std::max(count, i + 1);
            if (half[i]) count = std::max(count, i / 2 + 1);
        }
        return count;
    }

private:
    void add_result(const Word128& word) {
        const std::uint32_t dst = word[W::dst];
        (word[W::dst_half] ? half : full)[dst] = true;
        // R1.z is the two lanes xy of H3.
        constexpr std::uint32_t kLaneZ = 4, kLanesXY = 3;
        depth = depth || (word[W::dst_half] ? dst == 3 && (word[W::mask] & kLanesXY) != 0
                                            : dst == 1 && (word[W::mask] & kLaneZ) != 0);
    }
    void add_source(const Word128& word, const Source& one) {
        if (one.type == Type::Temp) (one.half ? half : full)[one.temp] = true;
        if (one.type != Type::Input) return;
        indexed = indexed || word[W::indexed];
        if (!word[W::indexed]) inputs[word[W::input]] = true;
    }
};

std::vector<std::string> attributes_of(const Usage& usage) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kInputs; ++i) {
        if (usage.inputs[i]) names.emplace_back(kInputNames[i].empty() ? "v15" : kInputNames[i]);
    }
    if (usage.indexed) names.emplace_back("f[aL+n]");
    return names;
}

Property::Item row_of(const Constant& constant, std::size_t number, std::string_view name) {
    std::string text = "at byte " + std::to_string(constant.offset);
    if (!name.empty()) text += " (" + std::string(name) + ")";
    text += ": ";
    print_constant(text, constant.lanes);
    return {"constant " + std::to_string(number),
            std::move(text),
            {{"offset", std::int64_t{constant.offset}},
             {"name", name.empty() ? Property::Item::Value() : std::string(name)},
             {"values", Property::Floats{{constant.lanes.begin(), constant.lanes.end()}}},
             {"words", hex_words(constant.lanes)}}};
}

/// Where the constants lie, together and one by one: callers patch a program there.
void add_constants(std::vector<Property>& properties, const Program& program) {
    std::vector<std::uint64_t> offsets;
    std::vector<Property::Item> rows;
    std::map<std::uint32_t, std::string_view> names;
    for (const cg::ConstantName& one : program.constant_names) names[one.offset / kSlotBytes] = one.name;
    for (const Instruction& one : program.instructions) {
        if (!one.constant) continue;
        offsets.push_back(one.constant->offset);
        const auto name = names.find(static_cast<std::uint32_t>(rows.size()));
        rows.push_back(row_of(*one.constant, rows.size(), name == names.end() ? "" : name->second));
    }
    properties.push_back({"constants", rows.size()});
    properties.push_back({"constant offsets", std::move(offsets)});
    properties.push_back({"constant values", std::move(rows)});
}

Property end_of(const Program& program) {
    std::vector<std::uint64_t> slots;
    std::string text;
    for (const Instruction& one : program.instructions) {
        if (!one.word[W::end]) continue;
        slots.push_back(one.slot());
        text += (text.empty() ? "slot " : ", slot ") + std::to_string(one.slot());
    }
    return {"END", std::move(slots), std::move(text)};
}

} // namespace

Result<std::vector<Property>> properties(Bytes file) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    Usage usage;
    for (const Instruction& one : program->instructions) usage.add(one.word);
    const Nesting nesting = nesting_of(*program);

    std::vector<Property> properties;
    properties.push_back({"kind", program->from_text ? "text" : program->container ? "container" : "microcode"});
    properties.push_back({"byte order", std::string(program->order.summary)});
    properties.push_back({"instructions", program->instructions.size()});
    properties.push_back({"program bytes", program->size()});
    properties.push_back({"bytes after it", program->rest.size()});
    properties.push_back(end_of(*program));
    properties.push_back(registers_used("registers", usage.full, "R"));
    properties.push_back(registers_used("half registers", usage.half, "H"));
    properties.push_back({"register count", usage.register_count()});
    properties.push_back({"attributes", attributes_of(usage)});
    properties.push_back(registers_used("texture units", usage.units, "TEX"));
    properties.push_back({"R1.z (depth)", usage.depth, usage.depth ? "written" : "not written"});
    properties.push_back({"kills fragments", usage.kills});
    properties.push_back({"choices", usage.choices});
    properties.push_back({"loops", usage.loops});
    properties.push_back({"calls", usage.calls});
    properties.push_back({"nesting", nesting.proper ? Property::Value(std::uint64_t{nesting.depth}) : Property::Value(),
                          nesting.proper ? "" : "not proper"});
    if (usage.unknown != 0) properties.push_back({"unknown instructions", usage.unknown});
    add_constants(properties, *program);
    for (const std::string& warning : program->warnings) properties.push_back(warning_property(warning));
    for (const Instruction& one : program->instructions)
        if (std::string text = caveats_of(one.word); !text.empty())
            properties.push_back(warning_property("slot " + std::to_string(one.slot()) + ": " + text));
    for (const auto& [name, value] : program->machine_state) properties.push_back({std::string(name), value});
    if (program->container) cg::add_properties(properties, *program->container);
    return properties;
}

} // namespace relit::isa::rsx::fp
