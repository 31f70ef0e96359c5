#include "cli/bundle/emulator_caches.hpp"

#include "cli/bundle/frame_captures.hpp"
#include "emulators/rpcs3/shaders.hpp"
#include "emulators/ryujinx/cache.hpp"
#include "emulators/yuzu/pipelines.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::cli {
namespace {

namespace fs = std::filesystem;
namespace rpcs3 = emulators::rpcs3;
namespace ryujinx = emulators::ryujinx;
namespace yuzu = emulators::yuzu;

using FileBytes = std::vector<std::uint8_t>;

/// Returns the entries of a folder, sorted; none if it cannot be read.
std::vector<fs::path> inside(const fs::path& folder) {
    std::vector<fs::path> all;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        all.push_back(at->path());
    std::ranges::sort(all);
    return all;
}

bool is_there(const fs::path& file) {
    std::error_code unknown;
    return fs::exists(file, unknown);
}

/// The first bytes of a file that can be read again.
FileBytes head_of_file(const std::string& name) {
    constexpr std::size_t kBegin = 256;
    std::error_code unknown;
    if (!fs::is_regular_file(name, unknown)) return {};
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"), std::fclose);
    FileBytes begin(kBegin);
    begin.resize(file ? std::fread(begin.data(), 1, begin.size(), file.get()) : 0);
    return begin;
}

Fault with_name(const fs::path& path, const Fault& fault) {
    Fault named = fault;
    named.text = fmt::format("{}: {}", shown_name(path.filename().string()), fault.text);
    return named;
}

// ---- RPCS3

/// The version is in no file, but in the name of the folder that records lie in.
Status check_version(const fs::path& folder) {
    if (rpcs3::is_read(folder.filename().string())) return {};
    return fail(FaultKind::NotSupported,
                fmt::format("the cache is of version {}; {} are read", shown_name(folder.filename().string()),
                            fmt::join(rpcs3::kVersions, ", ")));
}

/// A record by the version that its folder is of; elsewhere it is taken for one of the latest.
Result<rpcs3::Pipeline> read_record_of(const fs::path& file, Bytes record) {
    const std::string version = file.parent_path().filename().string();
    return rpcs3::read_pipeline(record, rpcs3::is_read(version) ? version : rpcs3::kVersions[0]);
}

/// A record, with its programs in the folder "raw" beside "pipelines".
Result<emulators::Found> read_record(const fs::path& file) {
    const auto record = read_input(file.string());
    if (!record) return std::unexpected(record.error());
    const auto pipeline = read_record_of(file, *record);
    if (!pipeline) return std::unexpected(pipeline.error());
    if (!rpcs3::is_named_so(*pipeline, file.filename().string()))
        return fail("it is not of the pipeline that it is named for");
    const fs::path version = file.parent_path(), renderer = version.parent_path();
    const fs::path raw = renderer.parent_path().parent_path() / "raw";
    auto vertex = read_input((raw / rpcs3::vertex_file(*pipeline)).string());
    if (!vertex) return std::unexpected(with_name(rpcs3::vertex_file(*pipeline), vertex.error()));
    auto fragment = read_input((raw / rpcs3::fragment_file(*pipeline)).string());
    if (!fragment) return std::unexpected(with_name(rpcs3::fragment_file(*pipeline), fragment.error()));
    auto found = rpcs3::bundle_of(*pipeline, std::move(*vertex), std::move(*fragment));
    if (!found) return found;
    found->name = renderer.filename().string() + "-" + file.stem().string();
    found->bundle.origin["renderer"] = shown_name(renderer.filename().string());
    return found;
}

void read_records(const fs::path& folder, const emulators::TakeFound& take) {
    if (const Status known = check_version(folder); !known)
        return take(std::unexpected(with_name(folder, known.error())));
    for (const fs::path& file : inside(folder)) {
        if (file.extension() != ".bin") continue;
        auto found = read_record(file);
        take(found ? std::move(found) : std::unexpected(with_name(file, found.error())));
    }
}

void read_shaders_cache(const fs::path& folder, const emulators::TakeFound& take) {
    for (const fs::path& renderer : inside(folder / "pipelines"))
        for (const fs::path& version : inside(renderer)) read_records(version, take);
}

/// Returns true if name and content of a file are those of a record.
bool is_record(const std::string& file, Bytes begin) {
    const auto pipeline = read_record_of(file, begin);
    return pipeline && rpcs3::is_named_so(*pipeline, fs::path(file).filename().string());
}

// ---- Ryujinx

Status read_ryujinx(const fs::path& folder, const emulators::TakeFound& take) {
    const auto toc = read_input((folder / "guest.toc").string());
    if (!toc) return std::unexpected(with_name("guest.toc", toc.error()));
    const auto data = read_input((folder / "guest.data").string());
    if (!data) return std::unexpected(with_name("guest.data", data.error()));
    const auto guest = ryujinx::GuestCache::open(*toc, *data);
    if (!guest) return std::unexpected(with_name("guest.toc", guest.error()));
    if (!is_there(folder / "shared.toc")) return ryujinx::read_programs(*guest, take);
    const auto shared_toc = read_input((folder / "shared.toc").string());
    if (!shared_toc) return std::unexpected(with_name("shared.toc", shared_toc.error()));
    const auto shared_data = read_input((folder / "shared.data").string());
    if (!shared_data) return std::unexpected(with_name("shared.data", shared_data.error()));
    const Status read = ryujinx::read_cache(*guest, *shared_toc, *shared_data, take);
    return read ? Status() : std::unexpected(with_name("shared.toc", read.error()));
}

// ---- yuzu

Status read_yuzu(const fs::path& file, const emulators::TakeFound& take) {
    const auto bytes = read_input(file.string());
    if (!bytes) return std::unexpected(bytes.error());
    return yuzu::read_cache(*bytes, [&](Result<emulators::Found> found) {
        if (found) found->name = file.stem().string() + "-" + found->name;
        take(std::move(found));
    });
}

// ---- properties

template <class T>
void add(CacheFile& file, std::string_view name, T value) {
    file.properties.push_back({.name = std::string(name), .value = std::move(value)});
}

void add_table(CacheFile& file, Bytes toc, bool is_guest) {
    const auto entries = ryujinx::entries_of(toc);
    if (entries)
        add(file, is_guest ? "programs" : "pipelines", std::uint64_t{*entries});
    else
        file.fault = entries.error();
}

void add_record(CacheFile& file, const rpcs3::Pipeline& pipeline) {
    add(file, "vertex program", rpcs3::vertex_file(pipeline));
    add(file, "fragment program", rpcs3::fragment_file(pipeline));
    add(file, "entry", std::uint64_t{pipeline.entry});
    add(file, "base", std::uint64_t{pipeline.base});
    add(file, "jump targets", std::uint64_t{pipeline.jump_targets.size()});
    if (pipeline.targets) add(file, "render targets", std::uint64_t{*pipeline.targets});
}

void add_pipelines(CacheFile& file, Bytes bytes) {
    const auto format = yuzu::format_of(bytes);
    if (!format) {
        file.fault = format.error();
        return;
    }
    std::uint64_t pipelines = 0, programs = 0;
    const Status read = yuzu::read_cache(bytes, [&](const Result<emulators::Found>& found) {
        ++pipelines;
        programs += found ? found->bundle.programs.size() : 0;
    });
    add(file, "emulator", std::string((*format)->emulator));
    add(file, "renderer", std::string((*format)->renderer));
    add(file, "version", std::uint64_t{(*format)->version});
    add(file, "pipelines", pipelines);
    add(file, "programs", programs);
    if (!read) file.fault = read.error();
}

} // namespace

std::optional<CacheFile> cache_file(const std::string& file) {
    const FileBytes begin = head_of_file(file);
    if (is_capture_file(file, begin)) return capture_file(file, begin);
    const bool is_guest = ryujinx::is_guest_toc(begin), is_shared = ryujinx::is_shared_toc(begin);
    const bool is_pipelines = yuzu::is_cache(begin);
    if (!is_guest && !is_shared && !is_pipelines && !is_record(file, begin)) return std::nullopt;
    CacheFile found{.kind = is_guest       ? "ryujinx.guest"
                            : is_shared    ? "ryujinx.shared"
                            : is_pipelines ? "yuzu.pipelines"
                                           : "rpcs3.pipeline"};
    const auto bytes = read_input(file);
    if (!bytes) {
        found.fault = bytes.error();
        return found;
    }
    found.bytes = bytes->size();
    if (is_guest || is_shared)
        add_table(found, *bytes, is_guest);
    else if (is_pipelines)
        add_pipelines(found, *bytes);
    else
        add_record(found, *read_record_of(file, begin)); // which is_record() has read
    return found;
}

Status read_emulator_cache(const std::string& path, const emulators::TakeFound& take) {
    const fs::path location(path);
    if (is_there(location / "pipelines")) return read_shaders_cache(location, take), Status();
    if (is_there(location / "guest.toc")) return read_ryujinx(location, take);
    bool has_yuzu = false;
    for (const std::string_view name : {"vulkan.bin", "opengl.bin"}) {
        if (!is_there(location / name)) continue;
        has_yuzu = true;
        if (const Status read = read_yuzu(location / name, take); !read)
            return std::unexpected(with_name(name, read.error()));
    }
    if (has_yuzu) return {};
    const FileBytes begin = head_of_file(path);
    if (is_capture_file(path, begin)) return read_capture_file(path, take);
    if (yuzu::is_cache(begin)) return read_yuzu(location, take);
    if (ryujinx::is_guest_toc(begin) || ryujinx::is_shared_toc(begin))
        return read_ryujinx(location.parent_path(), take);
    if (!is_record(path, begin))
        return fail(
            "no shader cache of RPCS3 (shaders_cache), Ryujinx (guest.toc) or yuzu (vulkan.bin, opengl.bin), and "
            "no frame capture of RPCS3");
    if (const Status known = check_version(location.parent_path()); !known) return known;
    take(read_record(location));
    return {};
}

} // namespace relit::cli
