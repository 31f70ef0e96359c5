// relit batch extract: the results of a store as files.
#include "cli/batch/batch.hpp"
#include "cli/io/messages.hpp"

#include <filesystem>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;

/// Writes the parts of a result beside one another: NAME.stdout, NAME.stderr where there are messages, NAME.files/...
class Extraction {
public:
    explicit Extraction(fs::path path) : path_(std::move(path)) {}
    [[nodiscard]] Status take(const batch::Part& part, std::string_view piece) {
        if (part.name == "stderr" && part.bytes == 0) return {};
        if (part.name != name_) {
            if (const Status closed = close(); !closed) return closed;
            name_ = part.name;
            const fs::path path = path_.string() + "." + path_inside(part.name).string();
            std::error_code error;
            fs::create_directories(path.parent_path(), error);
            if (error) return fail(fmt::format("{}: cannot be made: {}", path.parent_path().string(), error.message()));
            auto opened = Output::open(path.string(), std::string());
            if (!opened) return fail(fmt::format("{}: {}", path.string(), opened.error().text));
            output_.emplace(std::move(*opened));
            ++count_;
        }
        output_->write(piece);
        return output_->status();
    }
    [[nodiscard]] Status close() {
        Status closed;
        if (output_) closed = output_->close();
        output_.reset();
        return closed;
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }

private:
    fs::path path_;
    std::string name_;
    std::optional<Output> output_;
    std::uint64_t count_ = 0;
};

struct Extracted {
    std::uint64_t results = 0, files = 0, without = 0; // without: units that have no result
};

Result<Extracted> extract_all(const batch::Store& store, std::span<const batch::Unit> units, const fs::path& folder) {
    Extracted all;
    std::set<fs::path> paths;
    for (const batch::Unit& unit : units) {
        const fs::path path = folder / path_inside(unit.name);
        if (!paths.insert(path).second)
            return fail(FaultKind::Usage, fmt::format("{}: two units would be extracted to it", path.string()));
        if (const auto checked = store.find(unit.key); !checked) // before anything of it is written
            return fail(fmt::format("{}: {}", shown_name(unit.name), checked.error().text));
        Extraction extraction(path);
        const auto record = store.find(
            unit.key, [&](const batch::Part& part, std::string_view piece) { return extraction.take(part, piece); });
        if (!record) return fail(fmt::format("{}: {}", shown_name(unit.name), record.error().text));
        if (const Status closed = extraction.close(); !closed) return std::unexpected(closed.error());
        ++(*record ? all.results : all.without);
        all.files += extraction.count();
    }
    return all;
}

} // namespace

Exit extract_results(const Options& options, std::span<const std::string> words) {
    const std::string name = shown_name(words[0]);
    if (options.output == "-")
        return report({FaultKind::Usage, "name the folder of the files: --out DIR", {}, 0, 0}, "batch");
    const auto store = batch::Store::open(words[0]);
    if (!store) return report(store.error(), name);
    const auto units = store->units();
    if (!units) return report(units.error(), name);
    const auto all = extract_all(*store, *units, options.output);
    if (!all) return report(all.error(), name);
    Options said = options;
    said.output = "-";
    if (!options.json)
        return answer(said, fmt::format("{} results as {} files{}\n", all->results, all->files,
                                        all->without != 0 ? fmt::format(", {} without a result", all->without) : ""));
    return answer(
        said, json_text([&](JsonWriter& json) {
            json.members({{"results", all->results}, {"files", all->files}, {"without_result", all->without}});
        }));
}

} // namespace relit::cli
