// A JSON array that is written item by item, because the whole may not fit into memory.
#pragma once

#include "cli/program.hpp"

#include <nlohmann/json.hpp>

namespace relit::cli {

/// Indented by two, in ASCII: names of files may hold anything.
inline std::string text_of(const nlohmann::ordered_json& value) {
    return value.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

/// Writes what text_of() makes of a value that stands `depth` levels deep in its document, without the first line's indent.
inline void write_json(Output& out, const nlohmann::ordered_json& value, unsigned depth) {
    const std::string text = text_of(value), begin = '\n' + std::string(std::size_t{2} * depth, ' ');
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (at != 0) out.write(begin);
        out.write(std::string_view(text).substr(at, end - at));
        at = end + 1;
    }
}

/// Writes what text_of() makes of an array that stands `depth` levels deep in its document.
class JsonItems {
public:
    JsonItems(Output& out, unsigned depth) : out_(out), depth_(depth) {}

    void add(const nlohmann::ordered_json& item) {
        out_.write(is_empty_ ? "[" : ",");
        is_empty_ = false;
        begin_line(depth_ + 1);
        write_json(out_, item, depth_ + 1);
    }
    void end() {
        if (is_empty_) return out_.write("[]");
        begin_line(depth_);
        out_.write("]");
    }

private:
    void begin_line(unsigned depth) { out_.write('\n' + std::string(std::size_t{2} * depth, ' ')); }

    Output& out_;
    unsigned depth_;
    bool is_empty_ = true;
};

} // namespace relit::cli
