#include "cli/bundle/target.hpp"

#include "cli/io/messages.hpp"
#include "cli/options/tables.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::cli {
namespace {

std::string shown(const std::string& value) { return value.empty() ? "as usual" : value; }
std::string shown(std::uint32_t value) { return value == 0 ? "as usual" : fmt::format("{}", value); }
std::string shown(bool value) { return value ? "on" : "off"; }
std::string shown(const std::vector<std::string>& value) {
    return value.empty() ? "none" : fmt::format("{}", fmt::join(value, ","));
}
std::string shown(const std::optional<std::string>& value) { return value ? shown(*value) : "as usual"; }

/// One field: the user's where it was typed, else the bundle's. A bundle says nothing of a field that is as usual.
class Merging {
public:
    Merging(const Options& options, const std::string& file) : options_(options), file_(file) {}

    template <class T>
    void operator()(std::string_view option, T& mine, const T& theirs) const {
        if (!is_given(options_, option))
            mine = theirs;
        else if (mine != theirs && theirs != T{})
            report_note(file_, fmt::format("{} is {} by the command line; the bundle says {}", option, shown(mine),
                                           shown(theirs)));
    }

private:
    const Options& options_;
    const std::string& file_;
};

/// Returns true if an option of `verb` lists `value`.
bool is_listed(std::string_view verb, std::string_view option, const std::string& value) {
    const VerbRow* const row = verb_named(verb);
    return std::ranges::any_of(all_options(), [&](const OptionRow& one) {
        return long_name(one) == option && takes(*row, one) && std::ranges::count(choices_of(one), value) != 0;
    });
}

void put(const bundle::TargetOptions& target, Options& options) {
    options.translation.to = target.to;
    options.translation.glsl_for = target.api.empty() ? "vulkan" : target.api;
    options.translation.debug_info = target.debug_info;
    options.translation.target_version = target.version;
    options.translation.loop_counters = target.loop_limit;
    options.translation.features = target.features;
    options.translation.has_passes = target.passes.has_value();
    options.translation.passes = target.passes.value_or("");
    options.translation.literal = target.literal;
}

} // namespace

bundle::TargetOptions target_in(const Options& options) {
    bundle::TargetOptions target{
        .to = options.translation.to,
        .api = options.translation.to == "glsl" && options.translation.glsl_for != "vulkan"
                   ? options.translation.glsl_for
                   : "",
        .constants = options.translation.constants == lang::ConstantLayout::Packed ? "packed" : "",
        .debug_info = options.translation.debug_info,
        .version = options.translation.target_version,
        .loop_limit = options.translation.loop_counters,
        .features = options.translation.features,
        .literal = options.translation.literal,
        .allow_unknown = options.translation.allow_unknown};
    if (options.translation.has_passes) target.passes = options.translation.passes;
    return target;
}

Status check_target(const bundle::TargetOptions& target) {
    struct Choice {
        std::string_view option;
        const std::string& value;
    };
    std::vector<Choice> all = {{"--to", target.to},
                               {"--for", target.api},
                               {"--constants", target.constants},
                               {"--debug-info", target.debug_info}};
    for (const std::string& feature : target.features) all.push_back({"--features", feature});
    for (const Choice& one : all)
        if (!one.value.empty() && !is_listed("translate", one.option, one.value))
            return fail(fmt::format("a target has no {} {}", one.option, one.value));
    return {};
}

Status apply_target(const bundle::TargetOptions& target, const std::string& file, Options& options) {
    if (const Status known = check_target(target); !known) return known;
    const Merging merge(options, file);
    bundle::TargetOptions mine = target_in(options);
    merge("--allow-unknown", mine.allow_unknown, target.allow_unknown);
    merge("--constants", mine.constants, target.constants == "whole" ? "" : target.constants);
    options.translation.allow_unknown = mine.allow_unknown;
    options.translation.constants =
        mine.constants == "packed" ? lang::ConstantLayout::Packed : lang::ConstantLayout::Whole;
    if (!takes(options, "--to")) return {}; // the verb does not translate
    merge("--to", mine.to, target.to);
    merge("--for", mine.api, target.api == "vulkan" ? "" : target.api);
    merge("--debug-info", mine.debug_info, target.debug_info);
    merge("--target-version", mine.version, target.version);
    merge("--loop-limit", mine.loop_limit, target.loop_limit);
    merge("--features", mine.features, target.features);
    merge("--passes", mine.passes, target.passes);
    merge("--literal", mine.literal, target.literal);
    put(mine, options);
    if (options.translation.constants == lang::ConstantLayout::Packed &&
        (options.translation.literal || options.translation.partial))
        return fail(FaultKind::Usage, "--constants packed: literal text has the guest's numbers");
    return {};
}

const bundle::TargetOptions* target_for(const bundle::Bundle& bundle, const Options& options) {
    const auto found = std::ranges::find_if(bundle.targets, [&](const bundle::TargetOptions& one) {
        return !is_given(options, "--to") || one.to == options.translation.to;
    });
    return found == bundle.targets.end() ? nullptr : &*found;
}

} // namespace relit::cli
