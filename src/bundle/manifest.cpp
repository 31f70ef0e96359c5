#include "bundle/manifest.hpp"

#include "base/sha256.hpp"
#include "bundle/fields.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace relit::bundle {
namespace {

constexpr std::string_view kFormat = "relit-bundle";
constexpr std::size_t kMostName = 1024; // bytes of a name, and of other short texts
constexpr std::size_t kMostOrigin = 64; // fields of it

// ---- writing

Json file_json(const std::string& path, Bytes bytes) {
    return {{"file", path}, {"size", bytes.size()}, {"sha256", sha256_text(bytes)}};
}

Json target_json(const Target& target) {
    Json json{{"to", target.to}};
    if (!target.api.empty()) json["for"] = target.api;
    if (!target.constants.empty()) json["constants"] = target.constants;
    if (!target.debug_info.empty()) json["debug_info"] = target.debug_info;
    if (target.version != 0) json["version"] = target.version;
    if (target.loop_limit != 0) json["loop_limit"] = target.loop_limit;
    if (!target.features.empty()) json["features"] = target.features;
    if (target.passes) json["passes"] = *target.passes;
    if (target.literal) json["literal"] = true;
    if (target.allow_unknown) json["allow_unknown"] = true;
    return json;
}

Json programs_json(const Bundle& bundle, const std::vector<Member>& members) {
    Json json = Json::array();
    for (std::size_t i = 0; i < bundle.programs.size(); ++i) {
        const Program& program = bundle.programs[i];
        Json one = file_json(members[i].path, program.bytes);
        one["guest"] = program.guest;
        one["stage"] = program.stage;
        if (!program.name.empty()) one["name"] = program.name;
        json.push_back(std::move(one));
    }
    return json;
}

/// Of those behind the programs.
Json results_json(const Bundle& bundle, const std::vector<Member>& members) {
    Json json = Json::array();
    const std::size_t first = members.size() - bundle.results.size();
    for (std::size_t i = 0; i < bundle.results.size(); ++i) {
        Json one = file_json(members[first + i].path, members[first + i].bytes);
        one["of"] = bundle.results[i].of;
        json.push_back(std::move(one));
    }
    return json;
}

// ---- reading

/// Reads the parts of a manifest. After the first fault nothing that is read counts.
class Reader {
public:
    Reader(const Json& json, const FileOf& file_of, std::vector<std::string>& named)
        : fields_(json, {}, fault), file_of_(file_of), named_(named) {}

    Bundle bundle() {
        Bundle bundle;
        check_version();
        read_programs(bundle);
        read_context(bundle);
        read_targets(bundle);
        bundle.inputs = optional_file("inputs");
        bundle.constants = optional_file("constants");
        read_results(bundle);
        read_verify(bundle);
        read_origin(bundle);
        bundle.notes = fields_.text_or_none("notes", kMostText);
        fields_.finish();
        return bundle;
    }

    std::optional<Fault> fault;

private:
    void check_version() {
        if (fields_.text("format", kMostName) != kFormat) fields_.complain("format", fmt::format("is not {}", kFormat));
        const std::uint64_t version = fields_.number("version", std::numeric_limits<std::uint32_t>::max());
        if (!fault && version != kVersion)
            fault = Fault{.kind = FaultKind::NotSupported,
                          .text = fmt::format("the bundle is of version {}; version {} is read", version, kVersion)};
    }

    /// The file that an object names by "file", "size" and "sha256".
    FileBytes file(Fields& of, std::size_t most) {
        const std::string path = of.text("file", kMostName), sha256 = of.text("sha256", kMostName);
        const std::uint64_t size = of.number("size", most);
        if (fault) return {};
        named_.push_back(path);
        auto bytes = file_of_(path, most);
        if (!bytes) {
            fault = bytes.error();
        } else if (bytes->size() != size) {
            of.complain("size", fmt::format("is {}, but {} has {} bytes", size, path, bytes->size()));
        } else if (sha256_text(*bytes) != sha256) {
            of.complain("sha256", fmt::format("is not the one of {}", path));
        }
        return fault ? FileBytes{} : std::move(*bytes);
    }

    std::optional<FileBytes> optional_file(std::string_view name) {
        const Json* const json = fields_.object_or_none(name, kMostName);
        if (json == nullptr || fault) return {};
        Fields fields(*json, std::string(name), fault);
        FileBytes bytes = file(fields, kMostFile);
        fields.finish();
        return bytes;
    }

    /// Calls read(Fields&) for each item of an array, up to the first fault.
    template <class Read>
    void each(std::string_view name, std::size_t most, Read&& read) {
        const Json* const items = fields_.array_or_none(name, most);
        for (std::size_t i = 0; items != nullptr && i < items->size() && !fault; ++i) {
            Fields fields((*items)[i], fmt::format("{}[{}]", name, i), fault);
            read(fields);
            fields.finish();
        }
    }

    void read_programs(Bundle& bundle) {
        each("programs", kMostPrograms, [&](Fields& fields) {
            bundle.programs.push_back({.guest = fields.text("guest", kMostName),
                                       .stage = fields.text("stage", kMostName),
                                       .name = fields.text_or_none("name", kMostName),
                                       .bytes = file(fields, kMostProgram)});
        });
        if (bundle.programs.empty()) fields_.complain("programs", "are missing");
    }

    void read_context(Bundle& bundle) {
        const Json* const context = fields_.object_or_none("context", kMostContext);
        if (context == nullptr || fault) return;
        for (const auto& [name, value] : context->items()) {
            if (!value.is_number_unsigned() || name.size() > kMostName || !text_of(Json(name), kMostName))
                return fields_.complain(fmt::format("context.{}", name), "is no whole number");
            bundle.context[name] = value.get<std::uint64_t>();
        }
    }

    void read_targets(Bundle& bundle) {
        each("targets", kMostTargets, [&](Fields& fields) {
            Target target{.to = fields.text("to", kMostName),
                          .api = fields.text_or_none("for", kMostName),
                          .constants = fields.text_or_none("constants", kMostName),
                          .debug_info = fields.text_or_none("debug_info", kMostName)};
            constexpr std::uint32_t kAny = std::numeric_limits<std::uint32_t>::max();
            target.version = static_cast<std::uint32_t>(fields.number_or_none("version", kAny));
            target.loop_limit = static_cast<std::uint32_t>(fields.number_or_none("loop_limit", kAny));
            target.features = texts(fields, "features");
            if (fields.has("passes")) target.passes = fields.text("passes", kMostText);
            target.literal = fields.flag_or_none("literal");
            target.allow_unknown = fields.flag_or_none("allow_unknown");
            bundle.targets.push_back(std::move(target));
        });
    }

    [[nodiscard]] std::vector<std::string> texts(Fields& fields, std::string_view name) const {
        const Json* const items = fields.array_or_none(name, kMostOrigin);
        std::vector<std::string> all;
        for (std::size_t i = 0; items != nullptr && i < items->size() && !fault; ++i) {
            auto text = text_of((*items)[i], kMostName);
            if (!text) fields.complain(fmt::format("{}[{}]", name, i), "is no text");
            all.push_back(std::move(text).value_or(""));
        }
        return all;
    }

    void read_results(Bundle& bundle) {
        each("results", kMostResults, [&](Fields& fields) {
            bundle.results.push_back({.of = fields.text("of", kMostName), .bytes = file(fields, kMostFile)});
        });
    }

    void read_verify(Bundle& bundle) {
        const Json* const json = fields_.object_or_none("verify", kMostName);
        if (json == nullptr || fault) return;
        Fields fields(*json, "verify", fault);
        constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 20;
        bundle.verify = Samples{.seed = fields.number("seed", std::numeric_limits<std::uint64_t>::max()),
                                .samples = static_cast<std::uint32_t>(fields.number("samples", kMostSamples))};
        fields.finish();
    }

    void read_origin(Bundle& bundle) {
        const Json* const json = fields_.object_or_none("origin", kMostOrigin);
        if (json == nullptr || fault) return;
        for (const auto& [name, value] : json->items()) {
            auto text = text_of(value, kMostText);
            if (!text || !text_of(Json(name), kMostName))
                return fields_.complain(fmt::format("origin.{}", name), "is no text");
            bundle.origin[name] = std::move(*text);
        }
    }

    Fields fields_;
    const FileOf& file_of_;
    std::vector<std::string>& named_;
};

} // namespace

std::string manifest_of(const Bundle& bundle) {
    const std::vector<Member> members = members_of(bundle);
    Json json{{"format", kFormat}, {"version", kVersion}, {"programs", programs_json(bundle, members)}};
    for (const auto& [name, value] : bundle.context) json["context"][std::string(name)] = value;
    for (const Target& target : bundle.targets) json["targets"].push_back(target_json(target));
    std::size_t next = bundle.programs.size();
    if (bundle.inputs) json["inputs"] = file_json(members[next].path, *bundle.inputs), ++next;
    if (bundle.constants) json["constants"] = file_json(members[next].path, *bundle.constants);
    if (!bundle.results.empty()) json["results"] = results_json(bundle, members);
    if (bundle.verify) json["verify"] = {{"seed", bundle.verify->seed}, {"samples", bundle.verify->samples}};
    for (const auto& [name, value] : bundle.origin) json["origin"][name] = value;
    if (!bundle.notes.empty()) json["notes"] = bundle.notes;
    return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

Result<Bundle> read_manifest(std::string_view text, const FileOf& file_of, std::vector<std::string>& named) {
    const auto json = parse_json(text);
    if (!json) return std::unexpected(json.error());
    Reader reader(*json, file_of, named);
    Bundle bundle = reader.bundle();
    if (reader.fault) return std::unexpected(*reader.fault);
    return bundle;
}

} // namespace relit::bundle
