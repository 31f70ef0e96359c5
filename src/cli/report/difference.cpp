// relit report --diff: what differs between two files, or between two results of one file.
#include "cli/io/messages.hpp"
#include "cli/io/program.hpp"
#include "cli/options/parse.hpp"
#include "cli/options/tables.hpp"
#include "cli/report/parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Of a kind of part: the verb whose options --other takes, those that change what is shown, and the documents that compare both sides.
struct PairRow {
    std::string_view kind, verb, options;
    std::span<const DocumentRow> of_pair, of_side;
};

/// The folder is one for temporary files, which has another name each time.
Result<std::string> without_folder(std::string_view content) {
    auto document = nlohmann::ordered_json::parse(content, nullptr, false);
    if (!document.is_object()) return fail(FaultKind::Internal, "is no document of its verb");
    for (const char* const name : {"images", "image", "files"}) document.erase(name);
    return document.dump(-1, ' ', true) + '\n';
}

void compare_draws(Options& command) { command.diff_draws = true; }
void first_difference(Options& command) { command.replay.diff = true; }
void to_folder(Options& command, const std::string& folder) { command.output = folder; }
void to_frame(Options& command, const std::string& folder) { command.output = folder + "/frame.png"; }

constexpr DocumentRow kFirst{.role = "first",
                             .verb = "replay",
                             .form = "replay_diff",
                             .shown = "--diff --json -o DIR",
                             .choose = first_difference,
                             .compact = without_folder,
                             .has_files = true,
                             .has_whole_images = true,
                             .set_output = to_folder};
constexpr DocumentRow kFrame{.role = "frame",
                             .verb = "replay",
                             .form = "frame",
                             .shown = "--json -o frame.png",
                             .compact = without_folder,
                             .has_files = true,
                             .has_whole_images = true,
                             .set_output = to_frame};
constexpr DocumentRow kLines{"difference", "diff", "diff", "--json"};
constexpr DocumentRow kOfTwoListings[] = {kLines};
constexpr DocumentRow kOfTwoDumps[] = {kFirst, {"draws", "diff", "diff", "--draws --json", {}, compare_draws}, kLines};
constexpr DocumentRow kOfTwoCaptures[] = {kFirst, {"draws", "diff", "diff", "--json"}};
constexpr DocumentRow kOfOneReplay[] = {kFrame};

constexpr PairRow kPairs[] = {
    {"program",
     "translate",
     "--context --arithmetic --allow-unknown --features --target-version --for --constants --passes --loop-limit "
     "--kernel --arch --program",
     kOfTwoListings,
     {}},
    {"gs", "replay", "--rules --renderer --ssaa --device --deinterlace --overscan", kOfTwoDumps, kOfOneReplay},
    {"r500", "replay", "--device", kOfTwoCaptures, kOfOneReplay},
    {"atom", "disasm", "", kOfTwoListings, {}},
};

/// One of the two.
struct ReportSide {
    std::string file;
    Options options;
    const codec::Codec* codec = nullptr;
    std::string name;
};

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find(' ', from), text.size());
        if (to > from) words.emplace_back(text.substr(from, to - from));
        from = to + 1;
    }
    return words;
}

bool has_option(std::span<const std::string> words, std::string_view name) {
    return std::ranges::any_of(words, [&](std::string_view word) { return word.substr(0, word.find('=')) == name; });
}

/// The options of the report that --other does not replace, as words.
void add_shared(std::vector<std::string>& words, const Options& options, const PairRow& row,
                std::span<const std::string> other) {
    for (const OptionRow& option : all_options()) {
        const std::string name(long_name(option));
        const bool is_taken = takes(*options.verb, option) && (name == "--isa" || has_word(row.options, name));
        if (!is_taken || name == "--context" || !is_given(options, name) || has_option(other, name)) continue;
        words.push_back(name);
        if (!option.argument.empty()) words.emplace_back(value_of(options, name));
    }
    for (const std::string& key : options.context_keys) {
        words.emplace_back("--context");
        words.push_back(fmt::format("{}={}", key, options.context.values.at(key)));
    }
}

/// Takes over all that follows from the file, which may be a bundle with a guest, a context and files in it, and what is shown of
/// both sides.
void adopt_file(Options& parsed, const Options& options) {
    ir::ContextValues values = parsed.context.values;
    values.add(options.context.values);
    parsed.context = options.context;
    parsed.context.values = std::move(values);
    parsed.members = options.members;
    parsed.isa = options.isa;
    parsed.run.inputs = options.run.inputs;
    parsed.run.constants_from = options.run.constants_from;
    if (const std::string_view pixels = value_of(options, "--pixels"); !pixels.empty()) {
        parsed.given.emplace_back("--pixels");
        parsed.values.insert_or_assign("--pixels", std::string(pixels));
    }
}

/// The options of a side with --other: those of the verb that shows it. Reports mistakes.
std::expected<Options, Exit> with_other(const Options& options, const PairRow& row, const std::string& file) {
    const std::vector<std::string> other = words_of(value_of(options, "--other"));
    for (const std::string& word : other)
        if (word.starts_with('-') && !has_word(row.options, word.substr(0, word.find('='))))
            return std::unexpected(
                report({FaultKind::Usage, fmt::format("--other: {} changes nothing that is compared", word), {}, 0, 0},
                       shown_name(file)));
    std::vector<std::string> words{"relit", std::string(row.verb), file};
    if (options.json) words.emplace_back("--json"); // messages stay as they are
    add_shared(words, options, row, other);
    words.insert(words.end(), other.begin(), other.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    auto parsed = parse_command_line(static_cast<int>(arguments.size()), arguments.data(), false);
    if (!parsed) return parsed;
    if (parsed->files.size() != 1)
        return std::unexpected(report({FaultKind::Usage, "--other takes options alone", {}, 0, 0}, parsed->files[1]));
    adopt_file(*parsed, options);
    return parsed;
}

/// Reports mistakes.
std::expected<ReportSide, Exit> side_of(const Options& options, std::size_t number) {
    ReportSide side{.file = number == 0 ? options.files.front() : options.files.back(), .options = options};
    const auto codec = codec_of(options, options.files.size() == 1 ? 0 : number);
    if (!codec) return std::unexpected(report(codec.error(), side.file));
    side.codec = *codec;
    side.name = shown_name(side.file);
    side.options.isa = options.isa.empty() ? "" : isa_of(options.isa, number);
    side.options.replay.diff = false;
    std::erase(side.options.given, "--diff"); // which replay takes, too
    side.options.values.insert_or_assign("--isa", side.options.isa);
    return side;
}

const PairRow& pair_row(const codec::Codec& codec) {
    return *std::ranges::find(kPairs, kind_of_part(codec.name), &PairRow::kind);
}

/// Both, of one kind. Reports mistakes.
std::expected<std::pair<ReportSide, ReportSide>, Exit> sides_of(const Options& options) {
    if (options.files.size() > 2)
        return std::unexpected(report(
            {FaultKind::Usage, "--diff takes two files: choose programs with --program", {}, 0, 0}, options.files[2]));
    auto left = side_of(options, 0);
    auto right = options.files.size() == 1 ? left : side_of(options, 1);
    if (!left || !right) return std::unexpected(left ? right.error() : left.error());
    const std::string_view one = kind_of_part(left->codec->name), other = kind_of_part(right->codec->name);
    if (one != other)
        return std::unexpected(report(
            {FaultKind::Usage, fmt::format("--diff: {} is of kind {}, this of {}", left->name, one, other), {}, 0, 0},
            right->file));
    if (!is_given(options, "--other")) return std::pair(std::move(*left), std::move(*right));
    auto parsed = with_other(right->options, pair_row(*right->codec), right->file);
    if (!parsed) return std::unexpected(parsed.error());
    right->options = std::move(*parsed);
    right->name += fmt::format(" {}", shown_name(std::string(value_of(options, "--other"))));
    return std::pair(std::move(*left), std::move(*right));
}

/// Adds a side as a part of its own, whose documents the difference has too.
Exit add_side(report::Report& report, report::Part& difference, std::string_view prefix, const ReportSide& side,
              const PairRow& row) {
    const auto added = add_part(
        report,
        {.kind = std::string(row.kind), .name = side.name, .isa = std::string(side.codec->name), .documents = {}},
        documents_of(*side.codec), side.options, {&side.file, 1});
    if (!added) return cli::report(added.error(), side.file);
    for (const auto& [role, index] : report.parts.back().documents)
        difference.documents.emplace_back(fmt::format("{}{}", prefix, role), index);
    if (row.of_side.empty()) return *added;
    const auto more = add_documents(report, difference, prefix, row.of_side, side.options, {&side.file, 1});
    return more && *added == Exit::Done ? *more : *added;
}

/// The options with which both sides are replayed together; nothing where one file is not compared so.
std::optional<Options> options_of_pair(const Options& options, const ReportSide& right) {
    Options pair = options;
    pair.replay.diff = false;
    std::erase(pair.given, "--diff");
    const std::string rules = "console," + right.options.replay.rules;
    const bool has_other_rules = right.options.replay.rules != "console";
    if (!has_other_rules) return options.files.size() == 2 ? std::optional(std::move(pair)) : std::nullopt;
    pair.verb = verb_named("replay");
    pair.replay.rules = rules;
    pair.given.emplace_back("--rules");
    pair.values.insert_or_assign("--rules", rules);
    return pair;
}

/// Of one file, what it consists of does not differ.
std::vector<DocumentRow> rows_of_pair(const PairRow& row, const Options& options) {
    std::vector<DocumentRow> rows;
    for (const DocumentRow& one : row.of_pair)
        if (options.files.size() == 2 || one.verb == "replay") rows.push_back(one);
    return rows;
}

} // namespace

Exit add_difference(report::Report& report, const Options& options) {
    const auto sides = sides_of(options);
    if (!sides) return sides.error();
    const auto& [left, right] = *sides;
    const PairRow& row = pair_row(*left.codec);
    report::Part difference{.kind = "difference",
                            .name = fmt::format("{} and {}", left.name, right.name),
                            .isa = std::string(left.codec->name),
                            .documents = {},
                            .sides = {left.name, right.name}};
    report.title = difference.name;
    const std::vector<DocumentRow> rows = rows_of_pair(row, options);
    Exit exit = add_side(report, difference, "left/", left, row);
    const Exit second = add_side(report, difference, "right/", right, row);
    if (exit == Exit::Done) exit = second;
    if (report.parts.size() != 2) {
        report.parts.clear();
        return exit;
    }
    if (const auto pair = options_of_pair(options, right); pair && !rows.empty()) {
        const auto compared = add_documents(report, difference, "", rows, *pair, options.files);
        const Exit third = compared ? *compared : cli::report(compared.error(), difference.name);
        if (exit == Exit::Done) exit = third;
    }
    report.parts.insert(report.parts.begin(), std::move(difference));
    return exit;
}

} // namespace relit::cli
