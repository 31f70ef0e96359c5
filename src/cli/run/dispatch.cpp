#include "cli/run/dispatch.hpp"

#include "base/bytes.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/text.hpp"
#include "cli/run/set_files.hpp"
#include "cli/run/sets.hpp"
#include "cli/run/trace.hpp"
#include "verify/dispatch_run.hpp"
#include "verify/registers.hpp"
#include "verify/textures.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kWordBytes = 4, kLargest = 1U << 28; // bytes of a buffer

Result<std::array<std::uint32_t, 3>> groups_of(const Json& set) {
    std::array<std::uint32_t, 3> groups = {1, 1, 1};
    if (!set.contains(kGroupsKey)) return groups;
    const Json& list = set[std::string(kGroupsKey)];
    const auto wrong = [] { return fail("\"groups\": three numbers from 1 to 65535 are expected"); };
    if (!list.is_array() || list.size() != groups.size()) return wrong();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const bool fits = list[i].is_number_unsigned() && list[i].get<std::uint64_t>() - 1 < 65535;
        if (!fits) return wrong();
        groups[i] = list[i].get<std::uint32_t>();
    }
    return groups;
}

enum class Numbers : std::uint8_t { Floats, Ints };

void put_word(std::vector<std::uint8_t>& bytes, std::uint32_t word) {
    bytes.resize(bytes.size() + kWordBytes);
    std::memcpy(&bytes[bytes.size() - kWordBytes], &word, kWordBytes);
}

/// A list of words.
Result<std::vector<std::uint8_t>> words_of(const Json& list, Numbers numbers) {
    if (!list.is_array()) return fail("a list of words is expected");
    std::vector<std::uint8_t> bytes;
    for (const Json& value : list) {
        if (value.is_string()) {
            const auto hex = parse_hex(value.get_ref<const std::string&>(), 2 * kWordBytes);
            if (!hex) return fail(fmt::format("{} is not 8 hex digits", value.dump()));
            put_word(bytes, static_cast<std::uint32_t>(*hex));
        } else if (numbers == Numbers::Floats && value.is_number()) {
            put_word(bytes, std::bit_cast<std::uint32_t>(value.get<float>()));
        } else if (value.is_number_integer()) {
            put_word(bytes, static_cast<std::uint32_t>(value.get<std::int64_t>()));
        } else {
            return fail(fmt::format("{} is neither a number that fits nor 8 hex digits", value.dump()));
        }
    }
    return bytes;
}

/// Bytes from an offset on.
struct GivenBytes {
    std::size_t offset = 0;
    std::vector<std::uint8_t> bytes;
};

/// {"floats": [...], "bytes": 256, "at": 320}
Result<GivenBytes> buffer_of_object(const Json& object) {
    GivenBytes given;
    std::vector<std::uint8_t>& bytes = given.bytes;
    std::uint64_t size = 0;
    for (const auto& [key, value] : object.items()) {
        if (key == "bytes" || key == "at") {
            if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kLargest)
                return fail(fmt::format("\"{}\": a number up to {} is expected", key, kLargest));
            (key == "at" ? given.offset : size) = value.get<std::uint64_t>();
            continue;
        }
        const bool floats = key == "floats";
        if (!floats && key != "ints" && key != "hex")
            return fail(fmt::format("\"{}\": one of floats, ints, hex, bytes, at is expected", key));
        auto read = key != "hex"        ? words_of(value, floats ? Numbers::Floats : Numbers::Ints)
                    : value.is_string() ? verify::bytes_of_hex(value.get_ref<const std::string&>())
                                        : fail("\"hex\": two hex digits a byte are expected");
        if (!read) return std::unexpected(read.error());
        bytes.insert(bytes.end(), read->begin(), read->end());
    }
    if (given.offset < size) bytes.resize(std::max<std::size_t>(bytes.size(), size - given.offset));
    return given;
}

Result<GivenBytes> buffer_of_list(const Json& list) {
    auto bytes = words_of(list, Numbers::Floats);
    if (!bytes) return std::unexpected(bytes.error());
    return GivenBytes{0, std::move(*bytes)};
}

Status set_buffer(const ir::Resource& resource, const Json& value, std::vector<std::uint8_t>& bytes) {
    const bool is_parts = resource.kind == ir::ResourceKind::ConstantBuffer && value.is_array() && !value.empty() &&
                          value.front().is_object();
    for (std::size_t i = 0; is_parts && i < value.size(); ++i) {
        if (!value[i].is_object()) return fail("a list of words or a list of objects is expected");
        if (const Status done = set_buffer(resource, value[i], bytes); !done) return done;
    }
    if (is_parts) return {};
    const auto given = value.is_object() ? buffer_of_object(value) : buffer_of_list(value);
    if (!given) return std::unexpected(given.error());
    const bool open = resource.kind == ir::ResourceKind::StorageBuffer && resource.size == 0;
    if (open) {
        bytes.assign(given->offset, 0);
        bytes.insert(bytes.end(), given->bytes.begin(), given->bytes.end());
        bytes.resize(std::max<std::size_t>((bytes.size() + kWordBytes - 1) / kWordBytes * kWordBytes, kWordBytes));
        return {};
    }
    if (given->offset >= bytes.size()) return {}; // it is not read
    const std::span<std::uint8_t> into = std::span(bytes).subspan(given->offset);
    std::copy_n(given->bytes.begin(), std::min(given->bytes.size(), into.size()), into.begin()); // nor is the rest
    return {};
}

Result<std::vector<ir::Bound>> bound_of(const ComputeRun& run, const Json& set, std::array<std::uint32_t, 3> groups,
                                        verify::SetSource& source) {
    auto textures = verify::textures_of(run.module, set, source);
    if (!textures) return textures;
    std::vector<ir::Bound> bound = verify::blank_bound(run.module, 0);
    for (std::size_t i = 0; i < bound.size(); ++i) {
        bound[i].texture = std::move((*textures)[i].texture);
        bound[i].sampler = (*textures)[i].sampler;
    }
    const auto set_all = [&](ir::ResourceKind kind) -> Status {
        for (const auto& [key, value] : set.items()) {
            if (key == kGroupsKey || key == verify::kTexturesKey) continue;
            const auto resource = std::ranges::find_if(run.module.resources, [&name = key](const ir::Resource& each) {
                return verify::is_buffer(each) && each.name == std::string_view(name);
            });
            if (resource == run.module.resources.end()) {
                if (const Status known = source.unused_register(key); !known) return known;
                continue;
            }
            if (resource->kind != kind) continue;
            const Status done = set_buffer(
                *resource, value, bound[static_cast<std::size_t>(resource - run.module.resources.begin())].bytes);
            if (!done) return fail(fmt::format("\"{}\": {}", key, done.error().text));
        }
        return {};
    };
    // The driver knows the sizes of storage buffers; what is said of constants counts more than what it says.
    if (const Status done = set_all(ir::ResourceKind::StorageBuffer); !done) return std::unexpected(done.error());
    verify::apply_driver(*run.program.parsed, run.module, run.options.context, groups, bound);
    if (const Status done = set_all(ir::ResourceKind::ConstantBuffer); !done) return std::unexpected(done.error());
    return bound;
}

void write_image(JsonWriter& json, const ir::TextureData& texture, bool numbers) {
    const ir::Level& level = texture.levels[0];
    json.begin_object();
    json.member("width", level.width);
    json.member("height", level.height);
    json.member("depth", level.depth);
    json.member("layers", texture.layers);
    json.begin_array("texels");
    for (const ir::Texel& texel : level.texels) {
        json.begin_array();
        for (const std::uint32_t lane : texel) verify::write_lane(json, lane, ir::Kind::F32, numbers);
        json.end();
    }
    json.end();
    json.end();
}

void write_buffer(JsonWriter& json, Bytes bytes, bool numbers) {
    json.begin_array();
    for (; bytes.size() >= kWordBytes; bytes = bytes.subspan(kWordBytes))
        verify::write_lane(json, little_endian(bytes.first(kWordBytes)), ir::Kind::F32, numbers);
    json.end();
}

/// Memory after a dispatch.
struct Results {
    std::vector<ir::Bound> bound;
    bool hit_loop_limit = false;
};

void write_results(JsonWriter& json, const ComputeRun& run, const Results& results) {
    json.begin_object();
    for (std::size_t i = 0; i < results.bound.size(); ++i) {
        const ir::Resource& resource = run.module.resources[i];
        const bool is_image = resource.kind == ir::ResourceKind::Image;
        if (!is_image && resource.kind != ir::ResourceKind::StorageBuffer) continue;
        json.key(resource.name);
        if (is_image)
            write_image(json, results.bound[i].texture, run.options.run.numbers);
        else
            write_buffer(json, results.bound[i].bytes, run.options.run.numbers);
    }
    if (results.hit_loop_limit) json.member("hit_loop_limit", true);
    json.end();
}

Result<Results> run_set(const ComputeRun& run, const Json& set, SetFiles& source, run::Tracer* tracer) {
    if (!set.is_object()) return fail("a set of inputs is an object: {\"groups\": [1, 1, 1], \"s0\": [...], ...}");
    Json own;
    const auto named = source.with_guest_names(run.module, set, own);
    if (!named) return std::unexpected(named.error());
    const auto groups = groups_of(**named);
    if (!groups) return std::unexpected(groups.error());
    auto bound = bound_of(run, **named, *groups, source);
    if (!bound) return std::unexpected(bound.error());
    if (run.device == nullptr) {
        const auto done = run::dispatch(run.module, *bound, {.groups = *groups, .tracer = tracer},
                                        {.loop_limit = run.options.device.loop_limit});
        if (!done) return std::unexpected(done.error());
        return Results{std::move(*bound), done->hit_loop_limit};
    }
    if (const Status known = verify::check_border_colours(run.module, *bound); !known)
        return std::unexpected(known.error());
    const auto native =
        verify::build_native(run.module, verify::BackEnd::SpirV, *run.device, {run.options.device.loop_limit}, *bound);
    if (!native) return std::unexpected(native.error());
    if (const Status done = native->run(*run.device, *bound, *groups); !done) return std::unexpected(done.error());
    return Results{std::move(*bound), false};
}

/// Writes the results of one set after another, or its trace with them.
class DispatchWriter {
public:
    DispatchWriter(const ComputeRun& run, Output& out) : run_(run), out_(out) {
        if (run.options.run.shows_steps()) trace_.emplace(run.options, *run.program.parsed, run.module, out);
    }

    Status add(const Json& set, bool is_item, SetFiles& files) {
        is_list_ = is_item;
        if (trace_) trace_->begin_run({.first = sets_, .asked = sets_, .is_grid = true});
        if (trace_ && run_.options.run.asks()) {
            const Status done = trace_->investigate([&](run::Tracer* tracer) -> Status {
                const auto first = run_set(run_, set, files, tracer);
                return first ? Status() : std::unexpected(first.error());
            });
            if (!done) return end_with(done.error());
        }
        auto results = run_set(run_, set, files, trace_ ? trace_->tracer() : nullptr);
        if (trace_) trace_->begin_results();
        if (results) write(*results);
        if (trace_) trace_->end_run();
        return results ? Status() : blamed_on_set(std::move(results.error()));
    }
    [[nodiscard]] bool has_begun() const { return sets_ != 0 || trace_.has_value(); }
    void finish() {
        if (trace_) return trace_->finish();
        out_.write(!is_list_ ? "\n" : sets_ == 0 ? "[\n\n]\n" : "\n]\n");
    }
    /// Of an empty list no set says that it is one.
    void note_list(bool is_list) { is_list_ = is_list; }

private:
    [[nodiscard]] Status blamed_on_set(Fault fault) const {
        if (fault.kind == FaultKind::BadInput) fault.text = fmt::format("set {}: {}", sets_, fault.text);
        return std::unexpected(std::move(fault));
    }
    Status end_with(const Fault& fault) {
        trace_->begin_results();
        trace_->end_run();
        return blamed_on_set(fault);
    }
    void write(const Results& results) {
        const auto write = [&](JsonWriter& json) { write_results(json, run_, results); };
        const bool is_first = sets_++ == 0;
        if (trace_) return trace_->result(write);
        out_.write(!is_first ? ",\n" : is_list_ ? "[\n" : "");
        out_.write(one_register_a_line(write));
    }

    const ComputeRun& run_;
    Output& out_;
    std::optional<TraceWriter> trace_;
    std::size_t sets_ = 0;
    bool is_list_ = false;
};

} // namespace

Exit run_dispatches(const ComputeRun& run) {
    const Options& options = run.options;
    const auto input = open_input(options, options.run.inputs);
    if (!input) return report(input.error(), options.run.inputs);
    auto out = Output::open(options.output, options.run.inputs);
    if (!out) return report(out.error(), options.output);
    SetFiles files(*run.program.parsed, shown_name(options.run.inputs));
    DispatchWriter writer(run, *out);
    const auto read =
        read_json(input->read, {}, [&](const Json& set, bool is_item) { return writer.add(set, is_item, files); });
    if (!read) {
        if (options.output == "-" && writer.has_begun()) {
            writer.finish();
            if (const Status written = out->close(); !written) (void)report(written.error(), "<stdout>");
        }
        const bool of_inputs = read.error().kind == FaultKind::BadInput;
        return report(read.error(), of_inputs ? options.run.inputs : options.files[0]);
    }
    writer.note_list(*read);
    writer.finish();
    const Status written = out->close();
    return written ? Exit::Done : report(written.error(), options.output == "-" ? "<stdout>" : options.output);
}

} // namespace relit::cli
