#include "cli/diff/answer.hpp"

#include "cli/io/messages.hpp"

#include <fmt/format.h>

namespace relit::cli {
namespace {

std::string_view name_of(In in) { return in == In::Both ? "both" : in == In::Left ? "left" : "right"; }

std::string as_text(std::span<const DiffLine> lines, std::string_view indent) {
    std::string text;
    for (const DiffLine& line : lines) text += fmt::format("{}{} {}\n", indent, static_cast<char>(line.in), line.text);
    return text;
}

std::string as_text(const DrawComparison& draw) {
    const auto numbers = [&](std::uint64_t first) {
        return draw.count == 1 ? fmt::format("{}", first) : fmt::format("{}..{}", first, first + draw.count - 1);
    };
    std::string text = fmt::format("draw{} {}", draw.count == 1 ? "" : "s", numbers(draw.number));
    if (draw.in != In::Both)
        return text + fmt::format(": in the {} stream alone\n", draw.in == In::Left ? "first" : "second");
    if (draw.right_number != 0 && draw.right_number != draw.number) text += " | " + numbers(draw.right_number);
    text += '\n';
    for (const auto& [what, left, right] : draw.state) text += fmt::format("  {}: {} | {}\n", what, left, right);
    for (const auto& [stage, lines] : draw.programs)
        text += fmt::format("  {} program\n{}", stage, as_text(lines, "    "));
    return text;
}

/// "packet 3 at 0x4021f9, after draw 12". Packets count from 0, as everywhere.
std::string as_text(const DumpLocation& location) {
    std::string text = location.packet == 0 ? fmt::format("before the packets at {:#x}", location.offset)
                                            : fmt::format("packet {} at {:#x}", location.packet - 1, location.offset);
    if (location.draws != 0) text += fmt::format(", draw {}", location.draws);
    return text;
}

/// Adds the members of a line to the object that is open.
void add_members(JsonWriter& json, In in, std::string_view text) {
    json.members({{"in", name_of(in)}, {"text", text}});
}

void add_members(JsonWriter& json, const DrawComparison& draw) {
    json.member("draw", draw.number);
    if (draw.count != 1) json.member("count", draw.count);
    if (draw.in != In::Both) return json.member("in", name_of(draw.in));
    if (draw.right_number != 0) json.member("right_draw", draw.right_number);
    json.objects("state", draw.state, [&](const machine::r500::Difference& difference) {
        json.members({{"what", difference.what}, {"left", difference.left}, {"right", difference.right}});
    });
    for (const auto& [stage, lines] : draw.programs)
        json.objects(fmt::format("{}_program", stage), lines,
                     [&](const DiffLine& line) { add_members(json, line.in, line.text); });
}

void add_location(JsonWriter& json, std::string_view name, const DumpLocation& location) {
    json.begin_object(name);
    if (location.packet != 0) json.member("packet", location.packet - 1);
    json.members({{"offset", location.offset}, {"draws", location.draws}});
    json.end();
}

} // namespace

std::string not_aligned_text(const NotAligned& block, std::string_view other) {
    return fmt::format("lines {} to {} share none with lines {} to {} of {}: they are not aligned", block.left,
                       block.left + block.left_count - 1, block.right, block.right + block.right_count - 1, other);
}

DiffAnswer::DiffAnswer(const Options& options, Output& out, std::string_view kind)
    : options_(options), out_(out), json_(json_answer(out)) {
    if (!options_.json) return;
    json_.begin_object();
    json_.member("kind", kind);
    json_.begin_array("differences");
}

bool DiffAnswer::add(const DrawComparison& draw) {
    if (options_.json) {
        json_.begin_object();
        add_members(json_, draw);
        json_.end();
    } else {
        out_.write(as_text(draw));
    }
    differs_ = true;
    return out_.status().has_value();
}

void DiffAnswer::add(In in, std::string_view text) {
    if (options_.json) {
        json_.begin_object();
        add_members(json_, in, text);
        json_.end();
    } else {
        out_.write(fmt::format("{} {}\n", static_cast<char>(in), text));
    }
    has_lines_ = true;
    differs_ = differs_ || in != In::Both;
}

void DiffAnswer::begin_hunk(const DumpLocation& left, const DumpLocation& right) {
    if (!options_.json) {
        const std::string a = as_text(left), b = as_text(right);
        return out_.write(a == b ? fmt::format("@@ {} @@\n", a) : fmt::format("@@ {} | {} @@\n", a, b));
    }
    json_.begin_object();
    add_location(json_, "left", left);
    add_location(json_, "right", right);
    json_.begin_array("lines");
}

void DiffAnswer::end_hunk() {
    if (!options_.json) return;
    json_.end();
    json_.end();
}

Exit DiffAnswer::finish(std::string_view not_compared, std::span<const NotAligned> not_aligned) {
    const bool is_same = !differs_ && not_compared.empty();
    if (options_.json)
        finish_json(is_same, not_compared, not_aligned);
    else if (!not_compared.empty())
        out_.write(fmt::format("{} compared: {}\n", has_lines_ ? "not everything was" : "nothing was", not_compared));
    if (const Status closed = out_.close(); !closed) return report(closed.error(), options_.output);
    return is_same ? Exit::Done : Exit::No;
}

void DiffAnswer::finish_json(bool is_same, std::string_view not_compared, std::span<const NotAligned> not_aligned) {
    json_.end();
    json_.member("same", is_same);
    if (!not_compared.empty()) json_.member("not_compared", not_compared);
    if (!not_aligned.empty())
        json_.objects("not_aligned", not_aligned, [&](const NotAligned& one) {
            json_.members({{"left", one.left},
                           {"left_count", one.left_count},
                           {"right", one.right},
                           {"right_count", one.right_count}});
        });
    json_.end();
    json_.take();
}

} // namespace relit::cli
