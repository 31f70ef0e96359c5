// relit ir: the intermediate representation (IR) of a program. Reads a guest's program, or the text form itself, and runs passes over it.
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/program.hpp"
#include "cli/translate/target.hpp"
#include "cli/verbs.hpp"

#include "ir/names.hpp"
#include "ir/text/print.hpp"
#include "isa/ir/ir.hpp"
#include "lang/lower/lower.hpp"
#include "pass/pass.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// As its guest lifts it; a module in text is taken as it is, with its trees.
Result<ir::Module> read_module(const Options& options, const std::string& file) {
    const auto program = open_program(options, file);
    if (!program) return std::unexpected(program.error());
    const isa::Frontend& frontend = program->frontend();
    if (&frontend == &isa::ir_text::kFrontend) return isa::ir_text::module_of(*program->parsed).clone();
    ir::ContextReader context(options.context);
    return frontend.lift(*program->parsed, context);
}

} // namespace

Exit ir(const Options& options) {
    const std::string& file = options.files[0];
    Result<ir::Module> module = read_module(options, file);
    if (!module) return report(module.error(), file);
    const auto watcher = [&](const pass::Step& step, const ir::Module& now) {
        if (options.inspection.time_passes)
            report_trace(fmt::format("{:<23} {:10.1f} us\n", step.name, step.seconds * 1e6));
        if (options.inspection.dump_after == step.name) report_trace(ir::print(now));
    };
    const lang::Target target = target_of(options);
    if (const Status done = pass::run_passes(*module, options.translation.passes, watcher, lang::lowerings_for(target));
        !done)
        return report(done.error(), file);
    const std::string text = ir::print(*module);
    if (!options.json) return answer(options, text);
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("stage", name_in(ir::kStageNames, module->stage));
    json.member("passes", options.translation.passes);
    json.member("text", text);
    json.end();
    return answer(options, json.take());
}

} // namespace relit::cli
