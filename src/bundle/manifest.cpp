#include "bundle/manifest.hpp"

#include "base/hash/sha256.hpp"
#include "base/json/document.hpp"
#include "base/json/writer.hpp"
#include "bundle/fields.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>

namespace relit::bundle {
namespace {

constexpr std::string_view kFormat = "relit-bundle";
constexpr std::size_t kMostName = 1024; // bytes of a name, and of other short texts
constexpr std::size_t kMostOrigin = 64; // fields of it

// ---- writing

// Members stand in the order of their names.

void add_sum(JsonWriter& json, Bytes bytes) { json.members({{"sha256", sha256_text(bytes)}, {"size", bytes.size()}}); }

void add_file(JsonWriter& json, std::string_view name, const Member& member) {
    json.begin_object(name);
    json.member("file", member.path);
    add_sum(json, member.bytes);
    json.end();
}

void add_program(JsonWriter& json, const Program& program, const Member& member) {
    json.begin_object();
    json.members({{"file", member.path}, {"guest", program.guest}});
    if (!program.name.empty()) json.member("name", program.name);
    add_sum(json, program.bytes);
    json.member("stage", program.stage);
    json.end();
}

void add_result(JsonWriter& json, const Outcome& result, const Member& member) {
    json.begin_object();
    json.members({{"file", member.path}, {"of", result.of}});
    add_sum(json, result.bytes);
    json.end();
}

/// `names_and_values`: where there are none, there is no object.
void add_object(JsonWriter& json, std::string_view name, const auto& names_and_values) {
    if (names_and_values.size() == 0) return;
    json.begin_object(name);
    for (const auto& [key, value] : names_and_values) json.member(key, value);
    json.end();
}

void add_verify(JsonWriter& json, const Samples& verify) {
    json.object("verify", {{"samples", verify.samples}, {"seed", verify.seed}});
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
        bundle.notes = fields_.text_or_none("notes", kMostText, "\n\t");
        fields_.finish();
        return bundle;
    }

    std::optional<Fault> fault;

private:
    void check_version() {
        if (fields_.text("format", kMostName) != kFormat) fields_.report("format", fmt::format("is not {}", kFormat));
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
            of.report("size", fmt::format("is {}, but {} has {} bytes", size, path, bytes->size()));
        } else if (sha256_text(*bytes) != sha256) {
            of.report("sha256", fmt::format("is not the one of {}", path));
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
        if (bundle.programs.empty()) fields_.report("programs", "are missing");
    }

    void read_context(Bundle& bundle) {
        const Json* const context = fields_.object_or_none("context", kMostContext);
        if (context == nullptr || fault) return;
        for (const auto& [name, value] : context->items()) {
            if (!value.is_number_unsigned() || name.size() > kMostName || !text_of(Json(name), kMostName))
                return fields_.report(fmt::format("context.{}", name), "is no name with a whole number");
            bundle.context[name] = value.get<std::uint64_t>();
        }
    }

    void read_targets(Bundle& bundle) {
        each("targets", kMostTargets, [&](Fields& fields) {
            TargetOptions target{.to = fields.text("to", kMostName),
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
            if (!text) fields.report(fmt::format("{}[{}]", name, i), "is no text");
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
                return fields_.report(fmt::format("origin.{}", name), "is no text without control characters");
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
    const auto programs = std::span(members).first(bundle.programs.size()),
               results = std::span(members).last(bundle.results.size());
    JsonWriter json({.only_ascii = true});
    json.begin_object();
    if (bundle.constants) add_file(json, "constants", members[programs.size() + (bundle.inputs ? 1 : 0)]);
    add_object(json, "context", bundle.context);
    json.member("format", kFormat);
    if (bundle.inputs) add_file(json, "inputs", members[programs.size()]);
    if (!bundle.notes.empty()) json.member("notes", bundle.notes);
    add_object(json, "origin", bundle.origin);
    json.begin_array("programs");
    for (std::size_t i = 0; i < programs.size(); ++i) add_program(json, bundle.programs[i], programs[i]);
    json.end();
    if (!results.empty()) {
        json.begin_array("results");
        for (std::size_t i = 0; i < results.size(); ++i) add_result(json, bundle.results[i], results[i]);
        json.end();
    }
    if (!bundle.targets.empty())
        json.objects("targets", bundle.targets, [&](const TargetOptions& target) {
            each_field(target, [&](std::string_view name, const auto& value) { json.member(name, value); });
        });
    if (bundle.verify) add_verify(json, *bundle.verify);
    json.member("version", kVersion);
    json.end();
    return json.take();
}

Result<Bundle> read_manifest(std::string_view text, const FileOf& file_of, std::vector<std::string>& named) {
    const auto json = parse_json(text);
    if (!json) return std::unexpected(json.error());
    Reader reader(**json, file_of, named);
    Bundle bundle = reader.bundle();
    if (reader.fault) return std::unexpected(*reader.fault);
    return bundle;
}

} // namespace relit::bundle
