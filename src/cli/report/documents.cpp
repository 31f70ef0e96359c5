#include "cli/report/documents.hpp"

#include "base/exit_code.hpp"
#include "base/file.hpp"
#include "base/image.hpp"
#include "cli/io/files.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/progress.hpp"
#include "cli/options/tables.hpp"
#include "cli/report/gather.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::cli {
namespace {

/// The command as it is typed, with those of the report's options that its verb takes.
std::string typed(const DocumentRow& row, const Options& options, const Options& command) {
    std::string text = fmt::format("{} {}", row.verb, row.shown);
    for (const OptionRow& option : all_options()) {
        const std::string_view name = long_name(option);
        const bool is_own = name == "--output" || name == "--json" || name == "--context";
        if (is_own || !takes(*options.verb, option) || !is_given(options, name) || !takes(command, name)) continue;
        text += fmt::format(" {}", name);
        if (!option.argument.empty()) text += fmt::format(" {}", value_of(options, name));
    }
    if (takes(command, "--context"))
        for (const std::string& key : options.context_keys)
            text += fmt::format(" --context {}={}", key, options.context.values.at(key));
    return fmt::format("{} {}", text, fmt::join(command.files, " "));
}

FaultKind kind_of(int exit) {
    for (const FaultKind kind :
         {FaultKind::BadInput, FaultKind::Usage, FaultKind::NotSupported, FaultKind::Device, FaultKind::Internal})
        if (exit_code(kind) == exit) return kind;
    return FaultKind::Internal;
}

/// Why a command failed; nothing if it did not.
std::optional<Fault> fault_of(const report::Document& document) {
    if (document.exit == static_cast<int>(Exit::Done) || document.exit == static_cast<int>(Exit::No)) return {};
    Fault fault{kind_of(document.exit), "ended without a message", {}, 0, 0};
    for (const std::string& message : document.messages) {
        const auto parsed = nlohmann::json::parse(message, nullptr, false);
        if (!parsed.is_object() || !parsed.contains("error")) continue;
        const auto& error = parsed["error"];
        fault.text = error.value("text", fault.text);
        fault.line = error.value("line", 0U);
        fault.column = error.value("column", 0U);
        if (error.contains("offset")) fault.offset = error["offset"].get<std::uint64_t>();
    }
    return fault;
}

/// The reasons for which documents lack; one that several share is said once.
class Lacks {
public:
    void add(std::string_view role, const Fault& fault) {
        if (!first_) first_ = fault;
        const bool is_mistake = fault.kind == FaultKind::BadInput || fault.kind == FaultKind::Usage;
        if (is_mistake && exit_ == Exit::Done) exit_ = exit_of(fault.kind);
        std::string reason = describe(fault, "");
        const auto known = std::ranges::find(reasons_, reason, &Reason::text);
        Reason& one = known != reasons_.end() ? *known : reasons_.emplace_back(Reason{std::move(reason), {}});
        one.roles.emplace_back(role);
    }
    void say(const std::string& file) const {
        for (const Reason& reason : reasons_)
            report_warning(shown_name(file),
                           fmt::format("the report has no {}{}", fmt::join(reason.roles, ", "), reason.text));
    }
    [[nodiscard]] const std::optional<Fault>& first() const { return first_; }
    /// Exit::Done if nothing lacks because of a mistake.
    [[nodiscard]] Exit exit() const { return exit_; }

private:
    struct Reason {
        std::string text;
        std::vector<std::string> roles;
    };
    std::vector<Reason> reasons_;
    std::optional<Fault> first_;
    Exit exit_ = Exit::Done;
};

constexpr std::uint32_t kThumbnail = 256; // pixels along the longer side

/// Each pixel is the mean of those that it stands for.
Image reduced(const Image& image) {
    const std::uint32_t factor = (std::max(image.width, image.height) + kThumbnail - 1) / kThumbnail;
    if (factor <= 1) return image;
    Image small{.width = image.width / factor, .height = image.height / factor, .rgba = {}};
    small.width = std::max(small.width, 1U), small.height = std::max(small.height, 1U);
    small.rgba.reserve(std::size_t{4} * small.width * small.height);
    for (std::uint32_t y = 0; y < small.height; ++y)
        for (std::uint32_t x = 0; x < small.width; ++x)
            for (std::uint32_t channel = 0; channel < 4; ++channel) {
                std::uint32_t sum = 0, count = 0;
                for (std::uint32_t j = y * factor; j < std::min((y + 1) * factor, image.height); ++j)
                    for (std::uint32_t i = x * factor; i < std::min((x + 1) * factor, image.width); ++i, ++count)
                        sum += image.rgba[(std::size_t{j} * image.width + i) * 4 + channel];
                small.rgba.push_back(static_cast<std::uint8_t>((sum + count / 2) / count));
            }
    return small;
}

/// The images of a folder by their names, reduced.
std::vector<std::pair<std::string, report::Document>> images_in(const std::filesystem::path& folder) {
    std::vector<std::pair<std::string, report::Document>> images;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        constexpr std::uint64_t kMost = std::uint64_t{64} << 20;
        const auto bytes = read_file(entry.path().string(), kMost);
        const auto image = bytes ? decode_png(*bytes) : std::unexpected(bytes.error());
        const auto small = image ? encode_png(reduced(*image)) : std::unexpected(image.error());
        if (!small) continue;
        images.emplace_back(
            "image/" + entry.path().filename().string(),
            report::Document{
                .command = {}, .form = "png", .content = std::string(small->begin(), small->end()), .messages = {}});
    }
    std::ranges::sort(images, {}, [](const auto& one) -> const std::string& { return one.first; });
    return images;
}

/// `images`: the folder for those that the command writes.
report::Document made(const DocumentRow& row, const Options& options, std::span<const std::string> files,
                      const std::string& images) {
    Options command = command_for(options, row.verb, files);
    if (row.choose != nullptr) row.choose(command);
    command.replay.draws_folder = images;
    report::Document document = gather(command, row.form, typed(row, options, command));
    if (row.compact == nullptr || document.content.empty()) return document;
    auto content = row.compact(document.content);
    if (content)
        document.content = std::move(*content);
    else
        report_error(content.error(), document.command);
    return document;
}

void add(report::Report& report, report::Part& part, std::string_view role, report::Document document) {
    part.documents.emplace_back(role, report.documents.size());
    report.documents.push_back(std::move(document));
}

} // namespace

Result<Exit> add_part(report::Report& report, report::Part part, std::span<const DocumentRow> rows,
                      const Options& options, std::span<const std::string> files) {
    const std::string& file = files.front();
    const Progress progress(options);
    std::vector<report::Document> documents;
    Lacks lacks;
    bool is_empty = true;
    for (const DocumentRow& row : rows) {
        if (row.applies != nullptr && !row.applies(options)) continue;
        progress.tell(fmt::format("{}: {}", shown_name(file), row.role));
        const auto folder = row.has_images ? TemporaryFolder::make() : Result<TemporaryFolder>();
        if (!folder) return std::unexpected(folder.error());
        report::Document document = made(row, options, files, folder->path());
        if (const auto fault = fault_of(document)) lacks.add(row.role, *fault);
        is_empty = is_empty && document.content.empty();
        part.documents.emplace_back(row.role, report.documents.size() + documents.size());
        documents.push_back(std::move(document));
        if (!row.has_images) continue;
        for (auto& [role, image] : images_in(folder->path())) {
            part.documents.emplace_back(role, report.documents.size() + documents.size());
            documents.push_back(std::move(image));
        }
    }
    if (is_empty && lacks.first()) return std::unexpected(*lacks.first());
    lacks.say(file);
    std::ranges::move(documents, std::back_inserter(report.documents));
    std::error_code ignored;
    if (const bool is_file = !std::filesystem::is_directory(file, ignored); is_file && part.kind == "program")
        if (const auto bytes = read_input(options, file))
            add(report, part, "bytes",
                {.command = {}, .form = "bytes", .content = std::string(bytes->begin(), bytes->end()), .messages = {}});
    report.parts.push_back(std::move(part));
    return lacks.exit();
}

} // namespace relit::cli
