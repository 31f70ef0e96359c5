#include "cli/verify/report.hpp"

#include "run/steps.hpp"

#include <algorithm>
#include <optional>

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

/// The steps behind the interpreter's value.
std::string text_of(const verify::BackwardSlice& slice) {
    std::string text =
        fmt::format("       the interpreter's value was made by {}{} step{}\n", slice.left_out == 0 ? "" : "the last ",
                    slice.steps.size(), slice.steps.size() == 1 ? "" : "s");
    if (slice.left_out != 0) text.insert(text.size() - 1, fmt::format(", and {} before", slice.left_out));
    std::optional<std::size_t> shown;
    if (std::ranges::all_of(slice.steps, [&](const run::TracedStep& step) { return step.invocation == 0; })) shown = 0;
    for (const run::TracedStep& step : slice.steps) {
        if (shown != step.invocation) text += fmt::format("invocation {}\n", step.invocation);
        shown = step.invocation;
        text += run::step_text({slice.module}, step);
    }
    if (slice.elsewhere != 0)
        text += fmt::format("       stores with computed addresses went elsewhere, which {} more step{} decide{}\n",
                            slice.elsewhere, slice.elsewhere == 1 ? "" : "s", slice.elsewhere == 1 ? "s" : "");
    return text;
}

std::string text_of(const verify::Beginning& began) {
    const std::optional<verify::Difference>& there = began.difference;
    if (!there)
        return fmt::format(
            "       began at {}, or before: where any instruction at the end is left out, the results "
            "agree, so looking hides the difference\n",
            began.instruction);
    std::string text = fmt::format("       began at {}: {} is {:08x}, the interpreter says {:08x}\n", began.instruction,
                                   there->where, there->got, there->wanted);
    if (began.registers_hide)
        text +=
            "       or before: where registers are compared too, the results agree, so looking hides the "
            "difference\n";
    return text + (began.slice ? text_of(*began.slice) : fmt::format("       no slice: {}\n", began.no_slice));
}

std::string text_of(const verify::ComparisonResult& v, const verify::Finding& f, std::uint64_t seed) {
    constexpr std::string_view kWhat[] = {"sample", "sample", "draw"};
    const std::string text =
        fmt::format("{:<6} differs at {} {} (seed {}): {} is {:08x}, the interpreter says {:08x}\n", v.language,
                    kWhat[static_cast<std::size_t>(v.mode)], f.sample, seed + f.sample, f.difference.where,
                    f.difference.got, f.difference.wanted);
    return text + text_of(f.began);
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
