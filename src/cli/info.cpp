// relit info: what a file is and what it uses.
#include "cli/program.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// A name that comes again, as "warning" does, has a list of values.
void add(nlohmann::ordered_json& into, const std::string& value) {
    if (into.is_null()) {
        into = value;
        return;
    }
    if (into.is_string()) into = nlohmann::ordered_json::array({into});
    into.push_back(value);
}

} // namespace

Exit info(const Options& options) {
    const std::string& file = options.files[0];
    const Result<Program> program = open_program(options, file);
    if (!program) return report(program.error(), file);
    const auto facts = program->guest->facts(program->bytes);
    if (!facts) return report(facts.error(), file);
    std::string text;
    if (options.json) {
        nlohmann::ordered_json json{{"isa", program->guest->name}, {"bytes", program->bytes.size()}};
        for (const isa::Fact& fact : *facts) add(json[fact.name], fact.value);
        text = json.dump(2) + "\n";
    } else {
        text = fmt::format("{:<24} {}\n{:<24} {}\n", "isa", program->guest->name, "bytes", program->bytes.size());
        for (const isa::Fact& fact : *facts) text += fmt::format("{:<24} {}\n", fact.name, fact.value);
    }
    return answer(options, text);
}

} // namespace relit::cli
