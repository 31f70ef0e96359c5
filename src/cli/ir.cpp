// relit ir: the intermediate representation (IR) of a program. Reads a guest's program, or the text form itself, and runs passes over it.
#include "cli/messages.hpp"
#include "cli/product.hpp"
#include "cli/program.hpp"
#include "cli/target.hpp"

#include "ir/names.hpp"
#include "ir/parse.hpp"
#include "ir/print.hpp"
#include "ir/verify.hpp"
#include "lang/lower/lower.hpp"
#include "pass/pass.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

Result<ir::Module> read_module(const Options& options, const std::string& file) {
    auto bytes = read_input(options, file);
    if (!bytes) return std::unexpected(bytes.error());
    const std::string_view text = relit::text_of(*bytes);
    if (options.isa.empty() && text.starts_with("module ")) {
        auto module = ir::parse(text);
        if (!module) return module;
        if (const Status legal = ir::verify(*module); !legal) return std::unexpected(legal.error());
        return module;
    }
    const auto program = open_program(options, file, reader_of(Bytes(*bytes))); // standard input can be read once
    if (!program) return std::unexpected(program.error());
    ir::ContextReader context(options.context);
    return program->frontend().lift(*program->parsed, context);
}

} // namespace

Exit ir(const Options& options) {
    const std::string& file = options.files[0];
    Result<ir::Module> module = read_module(options, file);
    if (!module) return report(module.error(), file);
    const auto watcher = [&](const pass::Step& step, const ir::Module& now) {
        if (options.time_passes) say_trace(fmt::format("{:<23} {:10.1f} us\n", step.name, step.seconds * 1e6));
        if (options.dump_after == step.name) say_trace(ir::print(now));
    };
    const lang::Target target = target_of(options);
    if (const Status done = pass::run_passes(*module, options.passes, watcher, lang::lowerings_for(target)); !done)
        return report(done.error(), file);
    const std::string text = ir::print(*module);
    if (!options.json) return answer(options, text);
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("stage", name_in(ir::kStageNames, module->stage));
    json.member("passes", options.passes);
    json.member("text", text);
    json.end();
    return answer(options, json.take());
}

} // namespace relit::cli
