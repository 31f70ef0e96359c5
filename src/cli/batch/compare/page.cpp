#include "cli/batch/compare/page.hpp"

#include "base/text.hpp"
#include "cli/diff/line_diff.hpp"
#include "cli/options/tables.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using batch::Change;

constexpr std::size_t kMostShownLines = 2000, kLinesAround = 3;

/// The place of a kind of change among the worst; nothing if it is not shown.
std::optional<int> rank_of(Change change) {
    constexpr Change kRanks[] = {Change::FailsInB, Change::Differs, Change::FailsInA};
    const auto* const found = std::ranges::find(kRanks, change);
    return found == std::end(kRanks) ? std::nullopt : std::optional(static_cast<int>(found - std::begin(kRanks)));
}

std::vector<const Changed*> worst_of(const Comparison& comparison, std::size_t most) {
    std::vector<const Changed*> worst;
    for (const Changed& changed : comparison.changes)
        if (rank_of(changed.change)) worst.push_back(&changed);
    std::ranges::stable_sort(worst, {},
                             [](const Changed* one) { return std::pair(*rank_of(one->change), -one->badness()); });
    worst.resize(std::min(worst.size(), most));
    return worst;
}

void add_document(report::Report& report, report::Part& part, std::string role, std::string form, std::string content,
                  const std::string& command) {
    part.documents.emplace_back(std::move(role), report.documents.size());
    report.documents.push_back(
        {.command = command, .form = std::move(form), .exit = 0, .content = std::move(content), .messages = {}});
}

std::vector<std::string> copied_lines(std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    return {lines.begin(), lines.end()};
}

struct MarkedLine {
    In in;
    std::string text;
};

/// The lines that differ, with some before and after.
std::vector<MarkedLine> lines_that_differ(std::string_view a, std::string_view b) {
    const std::vector<std::string> left = copied_lines(a), right = copied_lines(b);
    std::vector<MarkedLine> all, shown;
    (void)diff_lines(lines_of(left), lines_of(right),
                     [&](In in, std::string&& text) { all.push_back({in, std::move(text)}); });
    std::size_t end = 0; // of those that are shown
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].in == In::Both) continue;
        const std::size_t from = std::max(end, i - std::min(i, kLinesAround));
        end = std::min(i + kLinesAround + 1, all.size());
        for (std::size_t k = from; k < end && shown.size() < kMostShownLines; ++k) shown.push_back(all[k]);
    }
    return shown;
}

std::string_view side_of_line(In in) { return in == In::Left ? "left" : in == In::Right ? "right" : "both"; }

/// The lines of a part that is text; nothing if it is none, or is long.
Result<std::vector<MarkedLine>> lines_of_part(const ComparedStores& both, const Changed& changed,
                                              const std::string& part) {
    std::array<std::string, 2> texts;
    for (std::size_t i = 0; i < 2; ++i) {
        auto text = read_part(both.stores[i], both.unit(i, changed), part, kMostComparedText);
        if (!text) return std::unexpected(text.error());
        if (!*text || (*text)->find('\0') != std::string::npos) return std::vector<MarkedLine>();
        texts[i] = std::move(**text);
    }
    return lines_that_differ(texts[0], texts[1]);
}

Status add_lines(report::Report& report, report::Part& part, const ComparedStores& both, const Changed& changed,
                 const std::string& command) {
    std::vector<std::pair<std::string, std::vector<MarkedLine>>> texts;
    std::vector<std::string> parts = changed.parts;
    if (changed.has_other_messages) parts.emplace_back("stderr");
    for (const std::string& one : parts) {
        auto lines = lines_of_part(both, changed, one);
        if (!lines) return std::unexpected(lines.error());
        if (!lines->empty()) texts.emplace_back(one, std::move(*lines));
    }
    JsonWriter json({.one_line = true, .only_ascii = true});
    json.begin_object();
    json.objects("texts", texts, [&](const auto& text) {
        json.member("part", text.first);
        json.objects("lines", text.second, [&](const MarkedLine& line) {
            json.members({{"in", side_of_line(line.in)}, {"text", line.text}});
        });
    });
    json.end();
    add_document(report, part, "lines", "lines", json.take(), command);
    return {};
}

Status add_images_of(report::Report& report, report::Part& part, const ComparedStores& both, const Changed& changed) {
    constexpr std::array<std::string_view, 2> kSides{"left", "right"};
    for (const ImageChange& image : changed.images) {
        for (std::size_t i = 0; i < 2; ++i) {
            auto bytes = read_part(both.stores[i], both.unit(i, changed), image.part, kMostComparedImage);
            if (!bytes) return std::unexpected(bytes.error());
            add_document(report, part, fmt::format("{}/image/{}", kSides[i], image.part), "png", std::move(**bytes),
                         fmt::format("relit batch extract {}", both.stores[i].folder()));
        }
    }
    return {};
}

Status add_unit(report::Report& report, const ComparedStores& both, const Changed& changed,
                const std::string& command) {
    report::Part part{.kind = "change",
                      .name = changed.name,
                      .isa = {},
                      .documents = {},
                      .sides = {both.stores[0].folder(), both.stores[1].folder()}};
    add_document(report, part, "change", "batch", json_text([&](JsonWriter& json) { write_change(json, changed); }),
                 command);
    if (const Status added = add_lines(report, part, both, changed, command); !added) return added;
    if (const Status added = add_images_of(report, part, both, changed); !added) return added;
    report.parts.push_back(std::move(part));
    return {};
}

} // namespace

Result<report::Report> page_of(const ComparedStores& both, const Comparison& comparison, std::size_t most,
                               const std::string& command) {
    report::Report report{.title = fmt::format("{} and {}", both.stores[0].folder(), both.stores[1].folder()),
                          .version = std::string(kVersion),
                          .parts = {},
                          .documents = {}};
    const std::vector<const Changed*> worst = worst_of(comparison, most);
    report::Part part{.kind = "comparison", .name = "Summary", .isa = {}, .documents = {}};
    const std::string summary = json_text([&](JsonWriter& json) {
        write_summary(json, both, comparison);
        json.objects("worst", worst, [&](const Changed* changed) { write_change(json, *changed); });
    });
    add_document(report, part, "summary", "batch", summary, command);
    report.parts.push_back(std::move(part));
    for (const Changed* const changed : worst)
        if (const Status added = add_unit(report, both, *changed, command); !added)
            return std::unexpected(added.error());
    return report;
}

} // namespace relit::cli
