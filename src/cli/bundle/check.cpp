// relit bundle check: whether bundles are right, beyond what reading them shows: guests, context keys, targets, stages.
#include "cli/bundle/bundle.hpp"
#include "cli/bundle/input.hpp"
#include "cli/bundle/target.hpp"
#include "cli/io/product.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "ir/names.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Returns the fault of a program, or nothing.
std::string problem_of(const bundle::Program& program) {
    const isa::Frontend* const frontend = guests::frontend_named(program.guest);
    if (frontend == nullptr) return fmt::format("no guest language {}", program.guest);
    const auto parsed = frontend->parse(program.bytes);
    if (!parsed) return parsed.error().text;
    const std::string_view stage = ir::name_in(ir::kStageNames, frontend->stage(**parsed));
    return stage == program.stage ? "" : fmt::format("it is a {} program, not {}", stage, program.stage);
}

std::vector<std::string> problems_of(const bundle::Bundle& bundle) {
    std::vector<std::string> problems;
    for (std::size_t i = 0; i < bundle.programs.size(); ++i)
        if (const std::string problem = problem_of(bundle.programs[i]); !problem.empty())
            problems.push_back(fmt::format("program {}: {}", i + 1, problem));
    if (const Status known = guests::check_context(bundle.context); !known) problems.push_back(known.error().text);
    for (const bundle::TargetOptions& target : bundle.targets)
        if (const Status known = check_target(target); !known) problems.push_back(known.error().text);
    if (bundle.inputs)
        if (const Status alone = check_inputs(*bundle.inputs); !alone) problems.push_back(alone.error().text);
    return problems;
}

} // namespace

Exit check_bundles(const Options& options, std::span<const std::string> words) {
    JsonWriter json = json_answer();
    json.begin_object();
    json.begin_array("bundles");
    std::string text;
    Exit worst = Exit::Done;
    for (const std::string& file : words) {
        const auto bundle = read_bundle(file);
        if (!bundle) {
            worst = report(bundle.error(), file);
            continue;
        }
        const std::vector<std::string> problems = problems_of(*bundle);
        if (!problems.empty() && worst == Exit::Done) worst = Exit::No;
        json.object({{"file", file}, {"programs", bundle->programs.size()}, {"problems", problems}});
        if (problems.empty()) text += fmt::format("{}: good\n", shown_name(file));
        for (const std::string& problem : problems) text += fmt::format("{}: {}\n", shown_name(file), problem);
    }
    json.end();
    json.end();
    const Exit written = answer(options, options.json ? json.take() : text);
    return written == Exit::Done ? worst : written;
}

} // namespace relit::cli
