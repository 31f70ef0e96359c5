// relit report: files as one page of HTML, with all that verbs say of them.
#include "report/page.hpp"

#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/io/program.hpp"
#include "cli/options/tables.hpp"
#include "cli/report/gather.hpp"
#include "cli/report/parts.hpp"
#include "cli/verbs.hpp"

#include <unistd.h>
#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// The names of a file's kernels, if there are several and none is chosen.
std::vector<std::string> kernels_of(const Options& options, const codec::Codec& codec, const std::string& file) {
    std::vector<std::string> names;
    if (codec.select == nullptr || !options.kernel.empty()) return names;
    const auto bytes = read_input(options, file);
    const auto properties = bytes ? codec::properties(codec, *bytes) : std::unexpected(bytes.error());
    if (!properties) return names;
    for (const Property& property : *properties)
        if (const auto* const items = std::get_if<std::vector<Property::Item>>(&property.value))
            for (const Property::Item& item : *items)
                for (const auto& [name, value] : item.fields)
                    if (property.name == "kernels" && name == "name") names.push_back(std::get<std::string>(value));
    if (names.size() < 2) names.clear();
    return names;
}

/// A file without several kernels is one part.
Result<Exit> add_file(report::Report& report, const Options& options, std::size_t number) {
    const std::string& file = options.files[number];
    const auto recognised = codec_of(options, number);
    if (!recognised) return std::unexpected(recognised.error());
    const codec::Codec& codec = **recognised;
    const std::vector<DocumentRow> rows = documents_of(codec);
    const report::Part part{.kind = std::string(kind_of_part(codec.name)),
                            .name = shown_name(file),
                            .isa = std::string(codec.name),
                            .documents = {}};
    Options one = options;
    one.isa = isa_of(options.isa, number);
    const std::vector<std::string> kernels = kernels_of(options, codec, file);
    if (kernels.empty()) return add_part(report, part, rows, one, {&file, 1});
    Exit exit = Exit::Done;
    for (const std::string& kernel : kernels) {
        one.kernel = kernel;
        one.given = options.given;
        one.given.emplace_back("--kernel");
        one.values["--kernel"] = kernel;
        report::Part of_kernel = part;
        of_kernel.name += ": " + shown_name(kernel);
        const auto added = add_part(report, of_kernel, rows, one, {&file, 1});
        if (!added) return added;
        if (exit == Exit::Done) exit = *added;
    }
    return exit;
}

/// Programs that form a pipeline are translated together, too. Those that form none are said to.
void add_pipeline(report::Report& report, const Options& options) {
    const auto is_program = [](const report::Part& part) { return part.kind == "program"; };
    if (report.parts.size() != options.files.size() || options.files.size() < 2) return;
    if (!std::ranges::all_of(report.parts, is_program)) return;
    report::Part part{.kind = "pipeline", .name = report.title, .isa = report.parts.front().isa, .documents = {}};
    for (std::size_t i = 0; i < report.parts.size(); ++i) part.programs.push_back(i);
    if (const auto added = add_part(report, part, documents_of_pipelines(), options, options.files); !added)
        report_note(report.title, fmt::format("the programs are shown one by one: {}", added.error().text));
}

/// Reports files of which no part can be made.
Exit add_files(report::Report& made, const Options& options) {
    Exit exit = Exit::Done;
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < options.files.size(); ++i) {
        const auto added = add_file(made, options, i);
        if (added) shown.push_back(options.files[i]);
        const Exit one = added ? *added : report(added.error(), options.files[i]);
        if (exit == Exit::Done) exit = one;
    }
    for (const std::string& name : typed_names(options, shown))
        made.title += (made.title.empty() ? "" : ", ") + shown_name(name);
    add_pipeline(made, options);
    return exit;
}

Status write_page(const Options& options, const report::Report& report, std::uint64_t& size) {
    auto out = Output::open(options.output, options.files);
    if (!out) return std::unexpected(out.error());
    report::write_page(
        report,
        [&](std::string_view piece) {
            out->write(piece);
            size += piece.size();
        },
        options.serve ? report::Renewal::WhenStampChanges : report::Renewal::None);
    return out->close();
}

/// --json: what the page has.
Exit answer_parts(const Options& options, const report::Report& report, std::uint64_t size) {
    return answer_json(json_text([&](JsonWriter& json) {
        json.members({{"file", options.output}, {"size", size}});
        json.objects("parts", report.parts, [&](const report::Part& part) {
            json.members({{"kind", part.kind}, {"name", part.name}, {"isa", part.isa}});
            json.objects("documents", part.documents, [&](const std::pair<std::string, std::size_t>& one) {
                const report::Document& document = report.documents[one.second];
                json.members({{"role", one.first}, {"command", document.command}, {"exit", document.exit}});
            });
        });
    }));
}

} // namespace

Exit report(const Options& options) {
    if (options.output == "-" && !options.names_output && ::isatty(STDOUT_FILENO) == 1)
        return report({FaultKind::Usage, "a page is for a browser: name a file with -o", {}, 0, 0}, options.files[0]);
    report::Report made{.title = {}, .version = std::string(kVersion), .parts = {}, .documents = {}};
    const Exit exit = options.replay.diff ? add_difference(made, options) : add_files(made, options);
    if (made.parts.empty()) return exit;
    std::uint64_t size = 0;
    const Status written = write_page(options, made, size);
    if (!written) return report(written.error(), options.output == "-" ? "<stdout>" : options.output);
    if (!options.json) return exit;
    const Exit said = answer_parts(options, made, size);
    return exit == Exit::Done ? said : exit;
}

} // namespace relit::cli
