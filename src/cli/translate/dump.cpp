#include "cli/translate/dump.hpp"

#include "ir/names.hpp"
#include "ir/text/print.hpp"

#include <fmt/format.h>

#include <bit>
#include <filesystem>

namespace relit::cli {
namespace {

Bytes bytes_of(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

} // namespace

Bytes output_of(const Options& options, const lang::Artifact& artifact) {
    static_assert(std::endian::native == std::endian::little);
    if (options.translation.to != "spirv")
        return bytes_of(options.translation.partial ? artifact.partial : artifact.text);
    return {reinterpret_cast<const std::uint8_t*>(artifact.words.data()),
            artifact.words.size() * sizeof(std::uint32_t)};
}

std::string_view ending_of(const Options& options) { return options.translation.to == "spirv" ? "spv" : "glsl"; }

void Dump::watch(const pass::Step& step, const ir::Module& now) {
    if (folder_.empty()) return;
    Log& log = logs_[now.stage];
    log.passes += fmt::format("{} {:10.1f} us\n", pass::text_of(step), step.seconds * 1e6);
    log.module = ir::print(now);
}

Status Dump::write(std::span<const std::vector<std::uint8_t>> files, ir::Stage stage, Bytes output,
                   std::string_view ending) const {
    if (folder_.empty()) return {};
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) return fail(fmt::format("cannot create the folder: {}", error.message()));
    const auto path = [&](std::string_view name) {
        return (std::filesystem::path(folder_) /
                fmt::format("{}_{}", ir::kStageNames[static_cast<std::size_t>(stage)], name))
            .string();
    };
    Status done = write_output(path("guest.bin"), files[0]);
    if (done && files.size() > 1) done = write_output(path("guest_b.bin"), files[1]);
    if (const auto log = logs_.find(stage); log != logs_.end()) {
        if (done) done = write_output(path("ir.txt"), bytes_of(log->second.module));
        if (done) done = write_output(path("passes.txt"), bytes_of(log->second.passes));
    }
    return done ? write_output(path(fmt::format("output.{}", ending)), output) : done;
}

} // namespace relit::cli
