#include "cli/translate/target.hpp"

#include "lang/features.hpp"
#include "verify/validation.hpp"

namespace relit::cli {

lang::Target target_of(const Options& options) {
    lang::Target target;
    if (options.translation.to == "glsl") {
        target.dialect =
            options.translation.glsl_for == "opengl" ? lang::Dialect::GlslOpenGl : lang::Dialect::GlslVulkan;
    }
    target.version = options.translation.target_version;
    if (options.translation.to == "spirv" && target.version != 0)
        target.version = 0x10000 + (target.version % 10) * 0x100;
    target.debug_operations = options.inspection.debug;
    target.loop_limit = options.translation.loop_counters;
    target.debug_lines = options.translation.debug_info != "none";
    target.line_instructions = options.translation.lines;
    target.leaves_out_unknown = options.translation.allow_unknown;
    target.constants = options.translation.constants;
    target.literal = options.translation.literal || options.translation.partial;
    for (const std::string& name : options.translation.features)
        if (const lang::Feature* feature = lang::feature_named(name)) target.*feature->field = true;
    return target;
}

Status validate_if_asked(const Options& options, const lang::Artifact& artifact, ir::Stage stage) {
    return options.translation.validates ? verify::validate(artifact, target_of(options), stage) : Status();
}

} // namespace relit::cli
