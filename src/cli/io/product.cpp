#include "cli/io/product.hpp"

#include "isa/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::cli {

std::string json_text(const AddMembers& add) {
    JsonWriter json = json_answer();
    json.begin_object();
    add(json);
    json.end();
    return json.take();
}

Exit answer_json(std::string_view text) {
    const Status written = write_output("-", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return written ? Exit::Done : report(written.error(), "<stdout>");
}

Result<bool> write_side_file(const Options& options, const std::string& file, Bytes bytes, JsonWriter& into) {
    if (options.output == "-") return false;
    if (const Status written = write_output(file, bytes); !written) return std::unexpected(written.error());
    into.member("file", file);
    into.member("size", bytes.size());
    return true;
}

codec::Form form_of(const Options& options) { return *codec::form_named(options.as.form); }

codec::WordLayout layout_of(const codec::Codec& codec, Bytes file) {
    return codec.layout == nullptr || isa::is_text(file) ? codec::WordLayout{} : codec.layout(file);
}

Result<std::string> as_numbers(const Options& options, codec::WordText how, std::string_view file, Bytes bytes) {
    if (!options.as.name.empty())
        if (const Status named = codec::check_array_name(options.as.name); !named)
            return fail(FaultKind::Usage, fmt::format("--name: {}", named.error().text));
    how.name = options.as.name.empty() ? codec::array_name_of(file, how.form) : options.as.name;
    return codec::word_text(bytes, how);
}

namespace {

Exit answer_text(const Options& options, const codec::Codec& codec, Bytes bytes) {
    const auto text = as_numbers(
        options, {.form = form_of(options), .name = {}, .what = codec.name, .layout = layout_of(codec, bytes)},
        options.files[0], bytes);
    if (!text) return report(text.error(), options.files[0]);
    if (!options.json) return answer(options, *text);
    JsonWriter json = json_answer();
    json.begin_object();
    json.members({{"isa", codec.name}, {"as", options.as.form}});
    const auto in_file = write_side_file(options, options.output,
                                         {reinterpret_cast<const std::uint8_t*>(text->data()), text->size()}, json);
    if (!in_file) return report(in_file.error(), options.output);
    if (!*in_file) json.members({{"size", text->size()}, {"text", *text}});
    json.end();
    return answer_json(json.take());
}

} // namespace

Exit answer_assembled(const Options& options, const codec::Codec& codec, Bytes bytes) {
    if (form_of(options) != codec::Form::Bin) return answer_text(options, codec, bytes);
    if (!options.json) return answer(options, bytes);
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("isa", codec.name);
    const auto in_file = write_side_file(options, options.output, bytes, json);
    if (!in_file) return report(in_file.error(), options.output);
    if (!*in_file) {
        json.member("size", bytes.size());
        json.member("bytes", fmt::format("{:02x}", fmt::join(bytes, "")));
    }
    json.end();
    return answer_json(json.take());
}

} // namespace relit::cli
