// IR text as a row of the table of front ends.
#include "ir/text/print.hpp"
#include "isa/ir/ir.hpp"

namespace relit::isa::ir_text {
namespace {

Result<ProgramPtr> parse(Bytes file) {
    auto module = load(file);
    if (!module) return std::unexpected(module.error());
    return std::make_unique<ParsedAs<ir::Module>>(kFrontend, std::move(*module));
}

ir::Stage stage(const Program& program) { return module_of(program).stage; }

/// Trees are made anew from the blocks: nothing has checked that those of the text do what its blocks do.
Result<ir::Module> lift(const Program& program, ir::ContextReader& /*context*/) {
    ir::Module module = module_of(program).clone();
    for (ir::Function& function : module.functions) function.tree = {};
    return module;
}

Result<std::vector<Preset>> presets(const Program& /*program*/, const ir::Context& /*context*/) { return {}; }

Result<std::vector<Preset>> presets_of_dump(Bytes /*dump*/) {
    return fail(FaultKind::NotSupported, "IR text is no machine's: there is no dump of its constants");
}

std::vector<std::uint8_t> canonical(const Program& program) {
    const std::string text = ir::print(module_of(program));
    return {text.begin(), text.end()};
}

} // namespace

const ir::Module& module_of(const Program& program) { return parsed_as<ir::Module>(program); }

const Frontend kFrontend = {
    .codec = kCodec,
    .parse = parse,
    .stage = stage,
    .lift = lift,
    .presets = presets,
    .presets_of_dump = presets_of_dump,
    .canonical = canonical,
};

} // namespace relit::isa::ir_text
