// relit bundle import: what emulators' shader caches keep, as a bundle a pipeline.
#include "cli/bundle/bundle.hpp"
#include "cli/bundle/emulator_caches.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "guests/context_keys.hpp"
#include "guests/guests.hpp"
#include "ir/names.hpp"

#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// Only what is sure to be a file's name everywhere.
std::string file_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                              c == '_' || c == '-';
        plain += is_plain ? c : '-';
    }
    return plain.substr(0, 200);
}

/// Programs are parsed, and know their stage: what is imported can be used.
Status check_programs(bundle::Bundle& bundle) {
    for (bundle::Program& program : bundle.programs) {
        const isa::Frontend& frontend = *guests::frontend_named(program.guest);
        const auto parsed = frontend.parse(program.bytes);
        if (!parsed)
            return fail(parsed.error().kind, fmt::format("its {} program: {}", program.stage, parsed.error().text));
        const std::string_view stage = ir::name_in(ir::kStageNames, frontend.stage(**parsed));
        if (!program.stage.empty() && program.stage != stage)
            return fail(fmt::format("its {} program is a {} program", program.stage, stage));
        program.stage = stage;
    }
    const Status known = guests::check_context(bundle.context);
    return known ? Status() : fail(known.error().text);
}

class Importing {
public:
    explicit Importing(std::filesystem::path folder) : folder_(std::move(folder)) {}

    void take(const std::string& path, Result<emulators::Found> found) {
        Status done = found ? write(*found) : std::unexpected(found.error());
        if (done) return;
        ++refused_;
        const Exit exit = report(done.error(), path);
        if (worst_ == Exit::Done) worst_ = exit;
    }

    [[nodiscard]] std::string as_text() const {
        return fmt::format("{} bundles, {} refused\n", bundles_.size(), refused_);
    }
    [[nodiscard]] std::string as_json() const {
        return json_text([&](JsonWriter& json) {
            json.member("folder", folder_.string());
            json.objects("bundles", bundles_,
                         [&](const Written& one) { json.members({{"file", one.file}, {"programs", one.programs}}); });
            json.member("refused", refused_);
        });
    }
    [[nodiscard]] Exit worst() const { return worst_; }

private:
    struct Written {
        std::string file;
        std::size_t programs = 0;
    };

    Status write(emulators::Found& found) {
        if (const Status checked = check_programs(found.bundle); !checked)
            return fail(checked.error().kind, fmt::format("{}: {}", file_name(found.name), checked.error().text));
        const std::string base = file_name(found.name);
        std::string name = base;
        for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{}-{}", base, i);
        const std::string file = (folder_ / (name + ".relit")).string();
        for (const std::string& approximation : found.approximations) {
            report_note(shown_name(file), approximation);
            found.bundle.notes.append(approximation) += '\n';
        }
        if (const Status written = write_bundle(file, found.bundle); !written) return written;
        bundles_.push_back({file, found.bundle.programs.size()});
        return {};
    }

    std::filesystem::path folder_;
    std::set<std::string> names_;
    std::vector<Written> bundles_;
    std::size_t refused_ = 0;
    Exit worst_ = Exit::Done;
};

} // namespace

Exit import_programs(const Options& options, std::span<const std::string> words) {
    if (options.output == "-")
        return report({FaultKind::Usage, "name the folder with --out DIR", {}, 0, 0}, "bundle import");
    std::error_code error;
    std::filesystem::create_directories(options.output, error);
    if (error)
        return report({FaultKind::BadInput, "cannot create the folder: " + error.message(), {}, 0, 0}, options.output);
    Importing importing(options.output);
    for (const std::string& path : words) {
        const Status read =
            read_emulator_cache(path, [&](Result<emulators::Found> found) { importing.take(path, std::move(found)); });
        if (!read) importing.take(path, std::unexpected(read.error()));
    }
    const std::string text = options.json ? importing.as_json() : importing.as_text();
    const Status written = write_output("-", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return written ? importing.worst() : report(written.error(), "<stdout>");
}

} // namespace relit::cli
