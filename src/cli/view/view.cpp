// relit view: a report, opened in a browser.
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/verbs.hpp"
#include "cli/view/browser.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace relit::cli {
namespace {

/// "skin.bin" of "shaders/skin.bin"
std::string page_name(const std::string& file) {
    const std::string name = std::filesystem::path(file).filename().string();
    return (name.empty() ? "capture" : name) + ".html";
}

Result<std::string> temporary_folder() {
    std::error_code error;
    std::string folder = (std::filesystem::temp_directory_path(error) / "relit-view-XXXXXX").string();
    if (error || ::mkdtemp(folder.data()) == nullptr)
        return fail(FaultKind::Usage, "there is no folder for temporary files: set TMPDIR");
    return folder;
}

Exit write_name(const std::string& page) {
    fmt::print("{}\n", page);
    return std::fflush(stdout) == 0 ? Exit::Done : report(cannot_write().error(), "<stdout>");
}

} // namespace

Exit view(const Options& options) {
    const bool is_named = options.output != "-";
    const auto folder = is_named ? Result<std::string>() : temporary_folder();
    if (!folder) return report(folder.error(), {});
    const std::string page =
        is_named ? options.output : fmt::format("{}/{}", *folder, page_name(options.files.front()));
    Options of_report = options;
    of_report.output = page;
    of_report.json = false;
    const Exit made = report(of_report);
    std::error_code ignored;
    if (!std::filesystem::exists(page, ignored)) {
        if (!is_named) std::filesystem::remove(*folder, ignored);
        return made;
    }
    if (options.browser != "none" && !open_in_browser(options.browser, page))
        report_note(page, "no browser could be opened: open this file in one");
    const Exit said =
        options.json ? answer_json(json_text([&](JsonWriter& json) { json.member("file", page); })) : write_name(page);
    return made == Exit::Done ? said : made;
}

} // namespace relit::cli
