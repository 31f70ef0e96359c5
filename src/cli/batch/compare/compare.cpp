// relit batch compare: two stores of one verb, unit by unit.
#include "cli/batch/batch.hpp"
#include "cli/batch/compare/page.hpp"
#include "cli/io/messages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::cli {
namespace {

using batch::Change;

Result<std::pair<batch::Store, std::vector<batch::Unit>>> open_store(const std::string& folder) {
    auto store = batch::Store::open(folder);
    if (!store) return std::unexpected(store.error());
    auto units = store->units();
    if (!units) return std::unexpected(units.error());
    return std::pair(std::move(*store), std::move(*units));
}

std::string image_text(const ImageChange& image) {
    return fmt::format("{} of {} x {} pixels, by at most {}, mean {:.3f}{}", image.apart.pixels, image.apart.width,
                       image.apart.height, image.apart.most(), image.apart.mean(),
                       image.has_other_size ? "; the sizes differ" : "");
}

/// "stdout (12 of 64 x 64 pixels, by at most 3, mean 0.010), files/memory"
std::string parts_text(const Changed& changed) {
    std::vector<std::string> texts;
    for (const std::string& part : changed.parts) {
        const auto image = std::ranges::find(changed.images, part, &ImageChange::part);
        texts.push_back(image == changed.images.end() ? shown_name(part)
                                                      : fmt::format("{} ({})", shown_name(part), image_text(*image)));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string change_line(const Changed& changed) {
    std::string text = changed.why;
    if (changed.exit_a && changed.exit_b) {
        if (changed.exit_a != changed.exit_b)
            text = fmt::format("exit codes {} and {}", *changed.exit_a, *changed.exit_b);
        if (!changed.parts.empty()) text += (text.empty() ? "" : "; ") + parts_text(changed);
    }
    return fmt::format("{:<11}  {}{}{}\n", text_of(changed.change), shown_name(changed.name), text.empty() ? "" : ": ",
                       text);
}

/// The lines of units, and a table of counts.
std::string comparison_text(const ComparedStores& both, const Comparison& comparison) {
    std::string text;
    for (const Changed& changed : comparison.changes)
        if (changed.change != Change::Same) text += change_line(changed);
    if (!text.empty()) text += '\n';
    for (std::size_t i = 0; i < 2; ++i)
        text += fmt::format("{}  {}: {}\n", i == 0 ? 'A' : 'B', shown_name(both.stores[i].folder()),
                            shown_name(both.stores[i].plan().command()));
    if (both.stores[0].plan().version != both.stores[1].plan().version) text += "of two builds of the program\n";
    text += '\n';
    const auto row = [&](std::string_view name, std::uint64_t count, bool is_always) {
        if (count != 0 || is_always) text += fmt::format("{:<29} {:>9}\n", name, count);
    };
    for (std::size_t i = 0; i < comparison.counts.size(); ++i)
        row(text_of(static_cast<Change>(i)), comparison.counts[i], i <= static_cast<std::size_t>(Change::Differs));
    row("compared with other messages", comparison.other_messages, false);
    row("paired by name", comparison.by_name, false);
    return text;
}

/// Units without results in both are not the same; those that are quarantined in both are not compared.
Exit exit_of_comparison(const Comparison& comparison) {
    if (comparison.count(Change::Damaged) != 0) return Exit::BadInput;
    const std::uint64_t changed = comparison.compared() - comparison.count(Change::Same) +
                                  comparison.count(Change::New) + comparison.count(Change::Missing) +
                                  comparison.quarantined_in_one;
    return changed == 0 && comparison.compared() != 0 ? Exit::Done : Exit::No;
}

Status write_page_file(const Options& options, const ComparedStores& both, const Comparison& comparison) {
    const std::string command = fmt::format("relit batch compare {} {} --json", shown_name(both.stores[0].folder()),
                                            shown_name(both.stores[1].folder()));
    const auto report = page_of(both, comparison, options.store.worst, command);
    if (!report) return std::unexpected(report.error());
    auto out = Output::open(options.store.page, std::string());
    if (!out) return std::unexpected(out.error());
    report::write_page(*report, [&](std::string_view piece) { out->write(piece); });
    return out->close();
}

Exit answer_comparison(const Options& options, const ComparedStores& both, const Comparison& comparison) {
    Options said = options;
    said.output = "-"; // --out is a folder for images
    if (!options.json) return answer(said, comparison_text(both, comparison));
    return answer(said, json_text([&](JsonWriter& json) {
                      write_summary(json, both, comparison);
                      json.objects("changes", comparison.changes,
                                   [&](const Changed& changed) { write_change(json, changed); });
                  }));
}

} // namespace

Exit compare_stores(const Options& options, std::span<const std::string> words) {
    auto a = open_store(words[0]), b = open_store(words[1]);
    if (!a) return report(a.error(), shown_name(words[0]));
    if (!b) return report(b.error(), shown_name(words[1]));
    if (a->first.plan().verb != b->first.plan().verb)
        return report({FaultKind::Usage,
                       fmt::format("has the results of {}, and {} of {}: compare stores of one verb",
                                   b->first.plan().verb, shown_name(words[0]), a->first.plan().verb),
                       {},
                       0,
                       0},
                      words[1]);
    const ComparedStores both{{std::move(a->first), std::move(b->first)}, {std::move(a->second), std::move(b->second)}};
    const auto comparison = compare_all(both, options.output == "-" ? std::string() : options.output);
    if (!comparison) return report(comparison.error(), "batch");
    if (!options.store.page.empty())
        if (const Status written = write_page_file(options, both, *comparison); !written)
            return report(written.error(), options.store.page);
    const Exit written = answer_comparison(options, both, *comparison);
    return written == Exit::Done ? exit_of_comparison(*comparison) : written;
}

} // namespace relit::cli
