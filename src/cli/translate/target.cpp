#include "cli/translate/target.hpp"

#include "lang/features.hpp"

namespace relit::cli {

lang::Target target_of(const Options& options) {
    lang::Target target;
    if (options.to == "glsl") {
        target.dialect = options.glsl_for == "opengl" ? lang::Dialect::GlslOpenGl : lang::Dialect::GlslVulkan;
    }
    target.version = options.target_version;
    if (options.to == "spirv" && target.version != 0) target.version = 0x10000 + (target.version % 10) * 0x100;
    target.debug_operations = options.debug;
    target.loop_limit = options.loop_counters;
    target.debug_lines = options.debug_info != "none";
    target.leaves_out_unknown = options.allow_unknown;
    target.constants = options.constants;
    target.literal = options.literal || options.partial;
    for (const std::string& name : options.features)
        if (const lang::Feature* feature = lang::feature_named(name)) target.*feature->field = true;
    return target;
}

} // namespace relit::cli
