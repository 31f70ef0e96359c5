// The public face of verification (include/relit/verify.hpp) over the inner types.
#include "api/inner.hpp"

#include <relit/verify.hpp>

#include "base/out_of_memory.hpp"
#include "guests/context_keys.hpp"
#include "translate/assumed.hpp"
#include "translate/translate.hpp"
#include "verify/json.hpp"
#include "verify/verify.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::api {
namespace {

Status check(const VerifyOptions& options) {
    constexpr std::uint32_t kMostSamples = 1U << 20, kMostGroups = 65535;
    if (options.samples == 0 || options.samples > kMostSamples)
        return fail(FaultKind::Usage, fmt::format("{} samples: 1 to {} are possible", options.samples, kMostSamples));
    if (options.groups)
        for (const std::uint32_t count : *options.groups)
            if (count == 0 || count > kMostGroups)
                return fail(FaultKind::Usage, fmt::format("{} workgroups: 1 to {} are possible", count, kMostGroups));
    return guests::check_context(options.context);
}

relit::verify::CompareOptions inner_of(const VerifyOptions& options) {
    relit::verify::CompareOptions inner{
        .samples = options.samples, .seed = options.seed, .loop_limit = options.loop_limit, .groups = options.groups};
    if (options.pack_constants) inner.constants = lang::ConstantLayout::Packed;
    for (const auto& [name, value] : options.context) inner.context.values[name] = value;
    if (options.progress) inner.tell = options.progress;
    return inner;
}

std::vector<VerifyDifference> differences_of(const relit::verify::Verified& verified) {
    std::vector<VerifyDifference> all;
    for (const relit::verify::ComparisonResult& result : verified.results) {
        if (!result.finding) continue;
        const relit::verify::Finding& found = *result.finding;
        all.push_back({.language = std::string(result.language),
                       .ran = std::string(name_of(result.mode)),
                       .sample = found.sample,
                       .where = found.difference.where,
                       .wanted = found.difference.wanted,
                       .got = found.difference.got,
                       .instruction = found.began.instruction});
    }
    return all;
}

Result<Verification> verified(std::string_view language, File file, const VerifyOptions& options) {
    if (const Status right = check(options); !right) return std::unexpected(right.error());
    const auto program = parse(language, file);
    if (!program) return std::unexpected(program.error());
    const relit::verify::CompareOptions inner = inner_of(options);
    ir::ContextReader context(inner.context, {.leaves_out_unknown = options.allow_unknown});
    const auto module = relit::translate::lift(**program, context);
    if (!module) return std::unexpected(module.error());
    if (const Status sized = relit::verify::check_workgroup(*module, context); !sized)
        return std::unexpected(sized.error());
    auto device = render::vk::Device::open({.device = options.device});
    if (!device) return std::unexpected(device.error());
    const auto traceable = relit::verify::traceable_module(**program, *module, inner.context, options.allow_unknown);
    const auto done = relit::verify::verify_on(*device, {**program, *module, traceable ? &*traceable : nullptr}, inner);
    if (!done) return std::unexpected(done.error());
    const std::string& name = device->info().name;
    return Verification{.agrees = done->agrees(),
                        .device = name,
                        .differences = differences_of(*done),
                        .notes = relit::translate::messages_of(context),
                        .report = relit::verify::as_json(*done, name)};
}

} // namespace

Expected<Verification> verify(std::string_view language, File file, const VerifyOptions& options) {
    return or_out_of_memory([&]() -> Expected<Verification> {
        auto done = verified(language, file, options);
        if (!done) return error_of(done.error());
        return std::move(*done);
    });
}

} // namespace relit::api
