// What `info` tells of a fragment program: length, registers, attributes, textures, constants and where they lie, flow.
#include "isa/rsx/cg/text.hpp"
#include "isa/rsx/fp/flow.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/notes.hpp"
#include "isa/rsx/fp/program.hpp"
#include "isa/rsx/fp/text.hpp"
#include "isa/text.hpp"

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
        switch (info(word[W::op]).does) {
            case Does::Texture: units[word[W::unit]] = true; break;
            case Does::Kill: kills = true; break;
            case Does::If: ++choices; break;
            case Does::Loop: ++loops; break;
            case Does::Call: ++calls; break;
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

std::string attributes_of(const Usage& usage) {
    std::string text;
    for (std::size_t i = 0; i < kInputs; ++i) {
        if (!usage.inputs[i]) continue;
        if (!text.empty()) text += ' ';
        text += kInputNames[i].empty() ? "v15" : kInputNames[i];
    }
    if (usage.indexed) text += text.empty() ? "f[aL+n]" : " f[aL+n]";
    return text.empty() ? "none" : text;
}

/// Where the constants lie, together and one by one: callers patch a program there.
void facts_of_constants(std::vector<Fact>& facts, const Program& program) {
    std::string offsets;
    std::vector<Fact> values;
    std::map<std::uint32_t, std::string_view> names;
    for (const ir::Label& label : program.labels) names[label.offset / kSlotBytes] = label.text;
    for (const Instruction& one : program.instructions) {
        if (!one.constant) continue;
        offsets += (offsets.empty() ? "" : " ") + std::to_string(one.constant->offset);
        Fact& fact = values.emplace_back();
        const auto number = static_cast<std::uint32_t>(values.size() - 1);
        fact.name = "constant " + std::to_string(number);
        fact.value = "at byte " + std::to_string(one.constant->offset);
        if (const auto name = names.find(number); name != names.end())
            fact.value += " (" + std::string(name->second) + ")";
        fact.value += ": ";
        print_constant(fact.value, one.constant->lanes);
    }
    facts.push_back({"constants", std::to_string(values.size())});
    facts.push_back({"constant offsets", offsets.empty() ? "none" : offsets});
    facts.insert(facts.end(), values.begin(), values.end());
}

std::string end_of(const Program& program) {
    std::string text;
    for (const Instruction& one : program.instructions)
        if (one.word[W::end]) text += (text.empty() ? "slot " : ", slot ") + std::to_string(one.slot());
    return text;
}

} // namespace

Result<std::vector<Fact>> facts(Bytes file) {
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    Usage usage;
    for (const Instruction& one : program->instructions) usage.add(one.word);
    const Nesting nesting = nesting_of(*program);

    std::vector<Fact> facts;
    facts.push_back({"kind", program->from_text ? "text" : program->container ? "container" : "microcode"});
    facts.push_back({"byte order", std::string(program->order.summary)});
    facts.push_back({"instructions", std::to_string(program->instructions.size())});
    facts.push_back({"program bytes", std::to_string(program->size())});
    facts.push_back({"bytes behind it", std::to_string(program->rest.size())});
    facts.push_back({"END", end_of(*program)});
    facts.push_back({"registers", ranges(usage.full, "R")});
    facts.push_back({"half registers", ranges(usage.half, "H")});
    facts.push_back({"register count", std::to_string(usage.register_count())});
    facts.push_back({"attributes", attributes_of(usage)});
    facts.push_back({"texture units", ranges(usage.units, "TEX")});
    facts.push_back({"R1.z (depth)", usage.depth ? "written" : "not written"});
    facts.push_back({"kills fragments", usage.kills ? "yes" : "no"});
    facts.push_back({"choices", std::to_string(usage.choices)});
    facts.push_back({"loops", std::to_string(usage.loops)});
    facts.push_back({"calls", std::to_string(usage.calls)});
    facts.push_back({"nesting", nesting.proper ? std::to_string(nesting.depth) : "not proper"});
    if (usage.unknown != 0) facts.push_back({"unknown instructions", std::to_string(usage.unknown)});
    facts_of_constants(facts, *program);
    for (const std::string& warning : program->warnings) facts.push_back({"warning", warning});
    for (const Instruction& one : program->instructions)
        if (std::string text = doubts_of(one.word); !text.empty())
            facts.push_back({"warning", "slot " + std::to_string(one.slot()) + ": " + text});
    for (const auto& [name, value] : program->facts.facts) facts.push_back({std::string(name), std::to_string(value)});
    if (program->container) cg::add_facts(facts, *program->container);
    return facts;
}

} // namespace relit::isa::rsx::fp
