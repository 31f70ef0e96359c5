#include "cli/io/product.hpp"

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

Exit answer_assembled(const Options& options, std::string_view isa, Bytes bytes) {
    if (!options.json) return answer(options, bytes);
    JsonWriter json = json_answer();
    json.begin_object();
    json.member("isa", isa);
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
