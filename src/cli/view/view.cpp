// relit view: a report, opened in a browser; or served to it, and made again when a file changes.
#include "base/end_signals.hpp"
#include "base/file.hpp"
#include "cli/dispatch.hpp"
#include "cli/io/messages.hpp"
#include "cli/io/product.hpp"
#include "cli/report/temporary_folder.hpp"
#include "cli/verbs.hpp"
#include "cli/view/browser.hpp"
#include "http/page_server.hpp"
#include "report/page.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Times = std::vector<std::filesystem::file_time_type>;

/// "skin.bin" of "shaders/skin.bin"
std::string page_name(const std::string& file) {
    const std::string name = std::filesystem::path(file).filename().string();
    return (name.empty() ? "capture" : name) + ".html";
}

/// Prints where the page is, at once: who started it may wait for that.
Exit say(const Options& options, std::string_view what, const std::string& location) {
    if (options.browser != "none" && !open_in_browser(options.browser, location))
        report_note(location, "no browser could be opened: open this in one");
    const std::string text =
        options.json ? json_text([&](JsonWriter& json) { json.member(what, location); }) : location + "\n";
    const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    return is_written ? Exit::Done : report(cannot_write().error(), "<stdout>");
}

// ---- a page that is served

/// Of the files that were typed: bundles have no files of their own for their programs.
Times times_of(const Options& of_report) {
    const Options& options = of_report.as_typed ? *of_report.as_typed : of_report;
    Times times;
    std::error_code ignored;
    for (const std::string& file : options.files) times.push_back(std::filesystem::last_write_time(file, ignored));
    for (const std::string& file : {options.run.inputs, options.run.constants_from})
        times.push_back(std::filesystem::last_write_time(file, ignored));
    return times;
}

/// With what bundles among the files have now.
Exit make_again(const Options& of_report) {
    const auto opened = of_report.as_typed ? with_opened_files(*of_report.as_typed) : of_report;
    if (!opened) return opened.error();
    Options options = *opened;
    options.output = of_report.output;
    options.json = false;
    return report(options);
}

/// Makes the page again whenever a file changes. A page that cannot be made leaves the one before.
[[noreturn]] void remake(const Options& of_report, Times seen) {
    constexpr std::chrono::milliseconds kStep{300};
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        std::this_thread::sleep_for(kStep);
        Times now = times_of(of_report);
        if (now == seen) continue;
        seen = std::move(now);
        (void)make_again(of_report);
    }
}

Result<std::string> stamp_of(const std::string& page) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(page, error);
    if (error) return fail(error.message());
    return fmt::format("{}", time.time_since_epoch().count());
}

/// In a process of its own: a report is made before there are threads.
pid_t start_remaking(const Options& of_report, const Times& seen) {
    const pid_t child = ::fork();
    if (child == 0) remake(of_report, seen);
    return child;
}

Exit serve(const Options& options, const Options& of_report, const Times& seen) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
    const std::string& page = of_report.output;
    const pid_t maker = start_remaking(of_report, seen);
    if (maker < 0) return report({FaultKind::Device, "no process of its own can be made", {}, 0, 0}, page);
    const sigset_t ends = hold_end_signals();
    const auto read_page = [page]() -> Result<std::string> {
        const auto stamp = stamp_of(page); // before the page, which may be made again meanwhile
        const auto bytes = stamp ? read_file(page, kMost) : std::unexpected(stamp.error());
        if (!bytes) return std::unexpected(bytes.error());
        return report::with_stamp(std::string(bytes->begin(), bytes->end()), *stamp);
    };
    Exit exit = Exit::Done;
    if (const auto server = http::PageServer::start(read_page, [page] { return stamp_of(page); }); !server) {
        exit = report(server.error(), {});
    } else if (exit = say(options, "url", (*server)->url()); exit == Exit::Done) {
        wait_for_end(ends);
    }
    (void)::kill(maker, SIGKILL);
    (void)::waitpid(maker, nullptr, 0);
    return exit;
}

} // namespace

Exit view(const Options& options) {
    const bool is_named = options.output != "-";
    auto folder = is_named ? Result<TemporaryFolder>() : TemporaryFolder::make();
    if (!folder) return report(folder.error(), {});
    Options of_report = options;
    of_report.output =
        is_named ? options.output : fmt::format("{}/{}", folder->path(), page_name(options.files.front()));
    of_report.json = false;
    const Times seen = times_of(options);
    const Exit made = report(of_report);
    std::error_code ignored;
    if (!std::filesystem::exists(of_report.output, ignored)) return made;
    if (!options.serve) folder->keep(); // a browser reads it later
    const Exit said = options.serve ? serve(options, of_report, seen) : say(options, "file", of_report.output);
    return made == Exit::Done ? said : made;
}

} // namespace relit::cli
