#include "cli/run/query.hpp"

#include "base/text.hpp"
#include "run/lane_names.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

Result<run::Query> malformed(std::string_view typed) {
    return fail(FaultKind::Usage, fmt::format("--why: {} is not VALUE, VALUE@INSTRUCTION or VALUE@INSTRUCTION#TIME, "
                                              "such as R0.x@12#3; times count from 1",
                                              typed));
}

/// "12", "12#3".
Result<run::Query> at_instruction(std::string_view typed, std::string_view at, const ir::Module& module,
                                  run::Query query) {
    const std::size_t hash = at.find('#');
    const auto instruction = parse_integer(at.substr(0, hash));
    if (!instruction || *instruction < 0) return malformed(typed);
    if (static_cast<std::uint64_t>(*instruction) >= module.origins.size())
        return fail(FaultKind::Usage, fmt::format("--why: the program has no instruction {}; the last one is {}",
                                                  *instruction, std::ssize(module.origins) - 1));
    query.origin = static_cast<std::uint32_t>(*instruction) + 1;
    if (hash == std::string_view::npos) return query;
    const auto time = parse_integer(at.substr(hash + 1));
    if (!time || *time < 1) return malformed(typed);
    query.iteration = static_cast<std::uint64_t>(*time);
    return query;
}

} // namespace

Result<run::Query> query_of(const Options& options, const ir::Module& module) {
    const TraceOptions& asked = options.run.trace;
    run::Query query{.invocation = asked.invocation.value_or(0), .is_of_one = asked.invocation.has_value()};
    if (asked.first_such == "nan") query.first = run::Oddity::Nan;
    if (asked.first_such == "inf") query.first = run::Oddity::Infinity;
    if (asked.first_such == "denormal") query.first = run::Oddity::Denormal;
    if (asked.why.empty()) return query;
    const std::string_view typed = asked.why, name = typed.substr(0, typed.find('@'));
    if (!name.empty()) {
        auto lanes = run::lanes_named(module, name);
        if (!lanes) return fail(FaultKind::Usage, "--why: " + lanes.error().text);
        query.lanes = std::move(*lanes);
    }
    if (name.size() != typed.size()) return at_instruction(typed, typed.substr(name.size() + 1), module, query);
    return name.empty() ? malformed(typed) : query;
}

} // namespace relit::cli
