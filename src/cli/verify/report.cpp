#include "cli/verify/report.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::cli {

namespace {

/// Returns the name of what was run.
std::string samples_of(const verify::Verified& verified, verify::ComparisonMode mode) {
    const auto& groups = verified.groups;
    switch (mode) {
        case verify::ComparisonMode::Grid:
            return fmt::format("dispatches of {} x {} x {} workgroups", groups[0], groups[1], groups[2]);
        case verify::ComparisonMode::Pipeline: return "invocations in a pipeline";
        case verify::ComparisonMode::Alone: break;
    }
    return "samples";
}

std::string text_of(const verify::ComparisonResult& v, const verify::Finding& f, std::uint64_t seed) {
    constexpr std::string_view kWhat[] = {"sample", "sample", "draw"};
    std::string text = fmt::format("{:<6} differs at {} {} (seed {}): {} is {:08x}, the interpreter says {:08x}\n",
                                   v.language, kWhat[static_cast<std::size_t>(v.mode)], f.sample, seed + f.sample,
                                   f.difference.where, f.difference.got, f.difference.wanted);
    const std::optional<verify::Difference>& there = f.began.difference;
    if (!there)
        return text + fmt::format(
                          "       began at {}, or before: where any instruction at the end is left out, the results "
                          "agree, so looking hides the difference\n",
                          f.began.instruction);
    return text + fmt::format("       began at {}: {} is {:08x}, the interpreter says {:08x}\n", f.began.instruction,
                              there->where, there->got, there->wanted);
}

/// Why nothing of what ran was compared.
std::string reasons_of(const verify::ComparisonResult& v) {
    if (v.samples == 0) return "none ran";
    if (v.outputs.empty()) return "the program writes nothing";
    return v.outputs[0].reasons();
}

std::string text_of_agreement(const verify::Verified& verified, const verify::ComparisonResult& v,
                              std::string_view device) {
    if (!v.agrees())
        return fmt::format("{:<6} compares nothing of {} {} ({}): {}\n", v.language, v.samples,
                           samples_of(verified, v.mode), device, reasons_of(v));
    std::string left = v.not_compared == 0 ? "" : fmt::format(", {} not compared", v.not_compared);
    if (v.operands_hidden != 0) left += fmt::format(", {} with operands hidden from the driver", v.operands_hidden);
    if (v.by_chance != 0) left += fmt::format(", {} nondeterministic words", v.by_chance);
    std::string text = fmt::format("{:<6} agrees with the interpreter on {} {}{} ({})\n", v.language,
                                   v.samples - v.not_compared, samples_of(verified, v.mode), left, device);
    for (const verify::OutputCount& each : v.outputs)
        if (each.left_out() > v.not_compared)
            text += fmt::format("       {}: {} compared, {} not: {}\n", each.name, each.compared, each.left_out(),
                                each.reasons());
    return text;
}

/// Returns the reasons for which nothing differs and the answer is still no.
std::string text_of_missing(const verify::Verified& verified) {
    std::string text;
    for (const verify::NamedBackEnd& each : verify::kBackEnds)
        for (const verify::OutputCount& output : verified.never_compared(each.name))
            text += fmt::format("{:<6} never compares {}: {}\n", each.name, output.name, output.reasons());
    const auto writes_nothing = [](const verify::ComparisonResult& v) { return !v.refused && v.outputs.empty(); };
    if (std::ranges::any_of(verified.results, writes_nothing))
        text += "the program writes nothing that could be compared\n";
    return text;
}

} // namespace

std::string as_text(const verify::Verified& verified, std::uint64_t seed, std::string_view device) {
    std::string text;
    for (const verify::ComparisonResult& v : verified.results) {
        if (v.refused)
            text += fmt::format("{:<6} refuses the program{}: {}\n", v.language,
                                v.mode == verify::ComparisonMode::Pipeline ? " in a pipeline" : "", v.refused->text);
        else
            text += v.finding ? text_of(v, *v.finding, seed) : text_of_agreement(verified, v, device);
    }
    text += text_of_missing(verified);
    if (!verified.not_drawn.empty()) text += fmt::format("not run in a pipeline: {}\n", verified.not_drawn);
    return text;
}

} // namespace relit::cli
