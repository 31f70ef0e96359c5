// Captures from their manifest (format relit-r500-capture, version 1).
#include "machine/r500/capture/capture.hpp"

#include "base/hash/sha256.hpp"
#include "base/json/document.hpp"
#include "base/json/reader.hpp"
#include "base/text.hpp"
#include "machine/r500/capture/json_fields.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

using nlohmann::json;

std::vector<std::uint32_t> dwords_of(Bytes bytes) {
    std::vector<std::uint32_t> dwords(bytes.size() / 4);
    for (std::size_t i = 0; i < dwords.size(); ++i)
        dwords[i] = static_cast<std::uint32_t>(little_endian(bytes.subspan(4 * i, 4)));
    return dwords;
}

/// Calls one(element, path) for each element of an array.
template <class One>
void each(JsonFields& fields, std::string_view name, One&& one) {
    std::size_t i = 0;
    for (const json& element : fields.array(name)) one(element, fmt::format("{}[{}]", fields.path_of(name), i++));
}

/// The key of an object of `buffers`: a handle.
std::optional<std::uint32_t> handle_of(const std::string& key) {
    const auto number = parse_integer(key);
    if (!number || *number < 0 || *number > 0xffffffff) return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

class ManifestReader {
public:
    ManifestReader(Capture& capture) : capture_(capture) {}

    void read(const json& manifest) {
        JsonFields fields(manifest, {}, capture_.problems);
        capture_.title = fields.text("title", true);
        capture_.source = fields.text("source", true);
        capture_.chip = fields.text("chip", true);
        capture_.variant = fields.text("variant", true);
        const bool granted = capture_.variant.find("HyperZ") != std::string::npos;
        capture_.grants = {granted, granted};
        for (const auto& [key, value] : fields.object("buffers").items()) buffer(fields, key, value);
        for (const auto& [key, value] : fields.object("blobs").items())
            blob(key, JsonFields(value, fmt::format("blobs.{}", key), capture_.problems));
        if (fields.has("readout")) readout(fields.inside("readout"));
        each(fields, "submissions", [&](const json& element, const std::string& path) {
            capture_.submissions.push_back(submission(JsonFields(element, path, capture_.problems), path));
        });
    }

private:
    void buffer(JsonFields& all, const std::string& key, const json& value) {
        const auto handle = handle_of(key);
        if (!handle) return all.report("buffers." + key, "is no handle");
        JsonFields fields(value, "buffers." + key, capture_.problems);
        capture_.buffers[*handle] = {fields.number("size", ~std::uint64_t{0}), fields.u32("tiling_flags", true)};
    }
    void blob(const std::string& key, JsonFields fields) {
        capture_.blobs[key] = {fields.text("file"), fields.text("sha256"), fields.number("size", ~std::uint64_t{0})};
    }
    void readout(JsonFields fields) {
        if (!fields.has("color")) return;
        JsonFields colour = fields.inside("color");
        capture_.readout = Readout{.submission = fields.u32("submission"),
                                   .buffer = colour.u32("buffer"),
                                   .width = fields.u32("width"),
                                   .height = fields.u32("height"),
                                   .pitch = colour.u32("pitch_pixels"),
                                   .offset = colour.number("offset", ~std::uint64_t{0}),
                                   .macro_tiled = colour.u32("macrotile", true),
                                   .micro_tiled = colour.u32("microtile", true),
                                   .endian = colour.u32("endian", true),
                                   .out_format = colour.u32("us_out_fmt"),
                                   .format = colour.text("format")};
    }
    Submission submission(JsonFields fields, const std::string& path) {
        Submission one;
        one.index = fields.u32("index", true);
        one.cs_flags = fields.u32("cs_flags");
        std::vector<Relocation> relocations;
        each(fields, "relocs", [&](const json& element, const std::string& where) {
            JsonFields reloc(element, where, capture_.problems);
            relocations.push_back({reloc.u32("handle"), reloc.u32("read_domains", true),
                                   reloc.u32("write_domain", true), reloc.u32("flags", true)});
        });
        one.relocations = std::move(relocations);
        each(fields, "updates", [&](const json& element, const std::string& where) {
            one.updates.push_back(update(JsonFields(element, where, capture_.problems)));
        });
        one.dwords = stream(fields.inside("ib"), path);
        return one;
    }
    [[nodiscard]] Update update(JsonFields fields) const {
        Update one{fields.u32("buffer"), {}};
        if (!fields.is_null("blob")) one.blob = fields.text("blob");
        if (one.blob && !capture_.blobs.contains(*one.blob)) fields.report("blob", "names no blob of the manifest");
        return one;
    }
    std::vector<std::uint32_t> stream(JsonFields fields, const std::string& path) {
        const std::string file = fields.text("file");
        const std::uint64_t dwords = fields.number("dwords", kMostBlob / 4);
        if (file.empty()) return {};
        const auto bytes = capture_.read_file(file, kMostBlob - stream_bytes_);
        stream_bytes_ += bytes ? bytes->size() : 0;
        if (!bytes) {
            capture_.problems.push_back(fmt::format("{}: {} (the stream of {})", file, bytes.error().text, path));
            return {};
        }
        if (bytes->size() != 4 * dwords)
            fields.report("dwords", fmt::format("is {}, but {} has {} bytes", dwords, file, bytes->size()));
        return dwords_of(*bytes);
    }

    Capture& capture_;
    std::uint64_t stream_bytes_ = 0; // of all submissions
};

} // namespace

Result<Capture> read_manifest(std::string_view text, ReadFile files) {
    constexpr JsonLimits kLimits{.bytes = kMostManifest, .depth = 16};
    const auto read = read_json(text, kLimits, "manifest.json");
    if (!read) return std::unexpected(read.error());
    const json& manifest = **read;
    if (!manifest.is_object()) return fail("manifest.json holds no object");
    Capture capture;
    capture.has_manifest = true;
    capture.read_file = std::move(files);
    JsonFields head(manifest, {}, capture.problems);
    if (const std::string format = head.text("format"); format != "relit-r500-capture")
        return fail(fmt::format("manifest.json: format is \"{}\", not \"relit-r500-capture\"", format));
    if (const std::uint32_t version = head.u32("version"); version != 1)
        return fail(FaultKind::NotSupported, fmt::format("manifest.json: version is {}; 1 is read", version));
    ManifestReader(capture).read(manifest);
    return capture;
}

Result<std::vector<std::uint8_t>> read_blob(const Capture& capture, std::string_view id) {
    const auto found = capture.blobs.find(id);
    if (found == capture.blobs.end()) return fail(fmt::format("blob {}: the manifest has none", id));
    const Blob& blob = found->second;
    auto bytes = capture.read_file(blob.file, kMostBlob);
    if (!bytes) return fail(fmt::format("{}: {}", blob.file, bytes.error().text));
    if (bytes->size() != blob.size)
        return fail(fmt::format("{}: has {} bytes, not {} as the manifest says", blob.file, bytes->size(), blob.size));
    if (const std::string sum = sha256_text(*bytes); !equal_ignoring_case(sum, blob.sha256))
        return fail(fmt::format("{}: its SHA-256 is {}, not {} as the manifest says", blob.file, sum, blob.sha256));
    return bytes;
}

void check_blobs(Capture& capture) {
    // A small archive can declare any number of large blobs.
    constexpr std::uint64_t kMostChecked = std::uint64_t{2} << 30;
    std::uint64_t checked = 0;
    for (const auto& [id, blob] : capture.blobs) {
        if (checked > kMostChecked)
            return capture.problems.push_back("more than 2 GiB of blobs: the others are not checked");
        const auto bytes = read_blob(capture, id);
        checked += bytes ? bytes->size() : blob.size;
        if (!bytes) capture.problems.push_back(bytes.error().text);
    }
}

} // namespace relit::machine::r500
