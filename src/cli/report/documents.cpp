#include "cli/report/documents.hpp"

#include "base/exit_code.hpp"
#include "base/file.hpp"
#include "base/image/reduced.hpp"
#include "cli/io/files.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/progress.hpp"
#include "cli/options/tables.hpp"
#include "cli/report/gather.hpp"
#include "cli/report/temporary_folder.hpp"
#include "report/compact.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::cli {
namespace {

/// Puts the value of an option of the report in the place of the one that the text has; false where it has none.
bool replace_value(std::string& text, std::string_view name, std::string_view value) {
    const std::size_t at = text.find(fmt::format(" {} ", name));
    if (at == std::string::npos) return false;
    const std::size_t from = at + name.size() + 2;
    text.replace(from, std::min(text.find(' ', from), text.size()) - from, value);
    return true;
}

/// The command as it is typed, with those of the report's options that its verb takes.
std::string typed(const DocumentRow& row, const Options& options, const Options& command) {
    const bool is_full = options.full && !row.shown_full.empty();
    std::string text = fmt::format("{} {}", row.verb, is_full ? row.shown_full : row.shown);
    if (command.replay.thumbnails != 0)
        replace_value(text, "--thumbnails", fmt::format("{}", command.replay.thumbnails));
    for (const OptionRow& option : all_options()) {
        const std::string_view name = long_name(option);
        const bool is_own = name == "--output" || name == "--json" || name == "--context" || name == "--program";
        if (is_own || !takes(*options.verb, option) || !is_given(options, name) || !takes(command, name)) continue;
        if (!option.argument.empty() && replace_value(text, name, value_of(options, name))) continue;
        text += fmt::format(" {}", name);
        if (!option.argument.empty()) text += fmt::format(" {}", value_of(options, name));
    }
    if (takes(command, "--context"))
        for (const std::string& key : options.context_keys)
            text += fmt::format(" --context {}={}", key, options.context.values.at(key));
    return fmt::format("{} {}", text, fmt::join(typed_names(options, command.files), " "));
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

/// Returns true if a machine without a device, or a program that no device runs, is the reason.
bool is_expected(const DocumentRow& row, const Fault& fault) {
    return row.needs_device && (fault.kind == FaultKind::Device || fault.kind == FaultKind::NotSupported);
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

/// Pixels along the longer side of an image; and what all images of a file may take, if none of their pixels can be packed.
constexpr double kLargestThumbnail = kThumbnail, kSmallestThumbnail = 32, kImageBytes = 20 << 20;
constexpr double kBytesOfPixel = 3;
constexpr std::uint64_t kMostOfFile = std::uint64_t{64} << 20;

/// How images are reduced: to so many pixels along their longer side, and only every so many of them. 0: not at all.
struct Reduction {
    std::uint32_t side = 0;
    std::size_t step = 1;
};
Reduction reduction_of(std::size_t images) {
    const double count = std::max<double>(1, static_cast<double>(images));
    const double step = std::ceil(count * kBytesOfPixel * kSmallestThumbnail * kSmallestThumbnail / kImageBytes);
    return {.side = thumbnail_side(images), .step = static_cast<std::size_t>(step)};
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

using NamedDocuments = std::vector<std::pair<std::string, report::Document>>;

report::Document document_of(std::string form, std::string content) {
    return {.command = {}, .form = std::move(form), .content = std::move(content), .messages = {}};
}

/// Returns true if no side of an image has more pixels, as its header says.
bool is_small(Bytes png, std::uint32_t side) {
    constexpr std::size_t kWidth = 16, kHeight = 20, kEnd = 24; // of IHDR, the first chunk
    const auto number = [&](std::size_t at) { return big_endian(png.subspan(at, 4)); };
    return png.size() >= kEnd && number(kWidth) <= side && number(kHeight) <= side;
}

/// Nothing if the file is no image.
std::optional<report::Document> image_in(const std::filesystem::path& file, std::uint32_t side) {
    const auto bytes = read_file(file.string(), kMostOfFile);
    if (bytes && (side == 0 || is_small(*bytes, side)))
        return document_of("png", std::string(bytes->begin(), bytes->end()));
    const auto image = bytes ? decode_png(*bytes) : std::unexpected(bytes.error());
    const auto small = image ? encode_png(reduced(*image, side)) : std::unexpected(image.error());
    if (!small) return {};
    return document_of("png", std::string(small->begin(), small->end()));
}

/// The files of a folder: images as "image/NAME", reduced unless `is_full`, JSON as "draw/NAME". `note`: how many images there are,
/// if any are reduced. `side`: of the images as they are, 0: they are whole.
NamedDocuments files_of(const std::string& folder, const DocumentRow& row, bool is_full, std::uint32_t side,
                        std::string& note) {
    std::vector<std::filesystem::path> images;
    NamedDocuments documents;
    for (const std::filesystem::path& file : files_in(folder)) {
        if (file.extension() == ".png") images.push_back(file);
        if (file.extension() != ".json") continue;
        if (const auto bytes = read_file(file.string(), kMostOfFile))
            documents.emplace_back("draw/" + file.filename().string(),
                                   document_of(std::string(row.form), report::without_blanks(text_of(*bytes))));
    }
    Reduction reduction = is_full ? Reduction() : reduction_of(images.size());
    if (side != 0) reduction.side = std::min(reduction.side, side);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < images.size(); i += reduction.step) {
        auto image = image_in(images[i], reduction.side);
        if (image) documents.emplace_back("image/" + images[i].filename().string(), std::move(*image));
        taken += image ? 1 : 0;
    }
    if (!images.empty() && !is_full)
        note = fmt::format("{} of {} images, reduced to {} pixels along their longer side", taken, images.size(),
                           reduction.side);
    return documents;
}

/// The draws that `relit info` counts, which is the first document; 0 if there is none.
std::uint64_t draws_in(std::span<const report::Document> documents) {
    if (documents.empty()) return 0;
    const auto info = nlohmann::json::parse(documents.front().content, nullptr, false);
    const auto draws = info.is_object() ? info.find("draws") : info.end();
    return draws != info.end() && draws->is_number_unsigned() ? draws->get<std::uint64_t>() : 0;
}

/// Returns true if a document of IR text is that of a fragment program, as its first line says.
bool has_fragments(std::span<const report::Document> documents) {
    constexpr std::string_view kFirstLine = "\"module fragment ";
    return std::ranges::any_of(documents, [&](const report::Document& document) {
        return document.form == "ir" && document.content.find(kFirstLine) != std::string::npos;
    });
}

/// Returns true if the part has the document. `before`: the documents before it.
bool applies(const DocumentRow& row, const Options& options, std::span<const report::Document> before) {
    if (row.applies != nullptr && !row.applies(options)) return false;
    return (!row.is_of_fragments || has_fragments(before)) && (!row.is_of_all_draws || draws_in(before) != 0);
}

/// A document, and the size of the images that its command has made, 0: they are whole.
struct Made {
    report::Document document;
    std::uint32_t thumbnails = 0;
};

/// `folder`: for the files that the command writes; `draws`: of the file.
Made made(const DocumentRow& row, const Options& options, std::span<const std::string> files, const std::string& folder,
          std::uint64_t draws) {
    Options command = command_for(options, row.verb, files);
    if (row.choose != nullptr) row.choose(command);
    if (row.set_output != nullptr)
        row.set_output(command, folder);
    else
        command.replay.draws_folder = folder;
    if (row.is_of_all_draws) command.replay.first_draw = 1, command.replay.draw = draws;
    Made all{gather(command, row.form, typed(row, options, command)), command.replay.thumbnails};
    report::Document& document = all.document;
    if (row.compact == nullptr || document.content.empty()) return all;
    auto content = row.compact(document.content);
    if (content)
        document.content = std::move(*content);
    else
        report_error(content.error(), document.command);
    return all;
}

void add(report::Report& report, report::Part& part, std::string_view role, report::Document document) {
    part.documents.emplace_back(role, report.documents.size());
    report.documents.push_back(std::move(document));
}

} // namespace

std::uint32_t thumbnail_side(std::uint64_t images) {
    const double count = std::max<double>(1, static_cast<double>(images));
    const double side = std::sqrt(kImageBytes / (count * kBytesOfPixel));
    return static_cast<std::uint32_t>(std::clamp(side, kSmallestThumbnail, kLargestThumbnail));
}

Result<Exit> add_documents(report::Report& report, report::Part& part, std::string_view prefix,
                           std::span<const DocumentRow> rows, const Options& options,
                           std::span<const std::string> files) {
    const std::string& file = files.front();
    const Progress progress(options);
    std::vector<report::Document> documents;
    std::vector<std::pair<std::string, std::size_t>> roles;
    const auto keep = [&](std::string_view role, report::Document document) {
        roles.emplace_back(fmt::format("{}{}", prefix, role), report.documents.size() + documents.size());
        documents.push_back(std::move(document));
    };
    Lacks lacks;
    bool is_empty = true;
    for (const DocumentRow& row : rows) {
        if (!applies(row, options, documents)) continue;
        const std::uint64_t draws = row.is_of_all_draws ? draws_in(documents) : 0;
        progress.tell(fmt::format("{}: {}", shown_name(file), row.role));
        const auto folder = row.has_files ? TemporaryFolder::make() : Result<TemporaryFolder>();
        if (!folder) return std::unexpected(folder.error());
        auto [document, side] = made(row, options, files, folder->path(), draws);
        if (const auto fault = fault_of(document); fault && !is_expected(row, *fault)) lacks.add(row.role, *fault);
        is_empty = is_empty && document.content.empty();
        std::string note;
        const bool is_full = options.full || row.has_whole_images;
        auto written = row.has_files ? files_of(folder->path(), row, is_full, side, note) : NamedDocuments();
        if (!note.empty()) document.messages.push_back(message_of("note", note));
        keep(row.role, std::move(document));
        for (auto& [name, written_file] : written) keep(name, std::move(written_file));
    }
    if (is_empty && lacks.first()) return std::unexpected(*lacks.first());
    lacks.say(file);
    std::ranges::move(documents, std::back_inserter(report.documents));
    std::ranges::move(roles, std::back_inserter(part.documents));
    return lacks.exit();
}

Result<Exit> add_part(report::Report& report, report::Part part, std::span<const DocumentRow> rows,
                      const Options& options, std::span<const std::string> files) {
    const std::string& file = files.front();
    const auto added = add_documents(report, part, "", rows, options, files);
    if (!added) return added;
    std::error_code ignored;
    if (const bool is_file = !std::filesystem::is_directory(file, ignored); is_file && part.kind == "program")
        if (const auto bytes = read_input(options, file))
            add(report, part, "bytes",
                {.command = {}, .form = "bytes", .content = std::string(bytes->begin(), bytes->end()), .messages = {}});
    report.parts.push_back(std::move(part));
    return added;
}

} // namespace relit::cli
