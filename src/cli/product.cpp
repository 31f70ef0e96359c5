#include "cli/product.hpp"

#include "cli/json_items.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::cli {

Exit answer_json(const nlohmann::ordered_json& json) {
    const std::string text = text_of(json) + "\n";
    const Status written = write_output("-", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return written ? Exit::Done : report(written.error(), "<stdout>");
}

Result<bool> put_aside(const Options& options, const std::string& file, Bytes bytes, nlohmann::ordered_json& into) {
    if (options.output == "-") return false;
    if (const Status written = write_output(file, bytes); !written) return std::unexpected(written.error());
    into["file"] = file;
    into["size"] = bytes.size();
    return true;
}

Exit answer_assembled(const Options& options, std::string_view isa, Bytes bytes) {
    if (!options.json) return answer(options, bytes);
    nlohmann::ordered_json json{{"isa", isa}};
    const auto aside = put_aside(options, options.output, bytes, json);
    if (!aside) return report(aside.error(), options.output);
    if (!*aside) {
        json["size"] = bytes.size();
        json["bytes"] = fmt::format("{:02x}", fmt::join(bytes, ""));
    }
    return answer_json(json);
}

} // namespace relit::cli
