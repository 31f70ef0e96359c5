// JSON as verbs answer with it, and what they make for others to use (bytes, a shader, an image), as it stands there.
#pragma once

#include "base/json/writer.hpp"
#include "cli/io/program.hpp"

namespace relit::cli {

/// In ASCII: names of files may hold anything.
[[nodiscard]] inline JsonWriter json_answer() { return JsonWriter({.only_ascii = true}); }
/// The same of any length, which goes to `out`, the last of it by take().
[[nodiscard]] inline JsonWriter json_answer(Output& out) {
    return {[&out](std::string_view piece) { out.write(piece); }, {.only_ascii = true}};
}

/// Adds members to the object that is open.
using AddMembers = std::function<void(JsonWriter&)>;
/// An answer that is an object.
[[nodiscard]] std::string json_text(const AddMembers& add);

/// A value in a line for people: text as it is, all else as JSON.
template <class T>
[[nodiscard]] std::string line_text(const T& value) {
    if constexpr (std::convertible_to<const T&, std::string_view>) {
        return std::string(std::string_view(value));
    } else {
        JsonWriter json({.one_line = true});
        json.value(value);
        std::string text = json.take();
        text.pop_back(); // its line end
        return text;
    }
}

/// Writes a document to standard output, whatever --output is: there lies what was made.
Exit answer_json(std::string_view text);
/// Writes what was made to `file` where --output names one, and adds "file" and "size" to the object that is open. False where
/// it names none: then the JSON is to have it itself.
[[nodiscard]] Result<bool> write_side_file(const Options& options, const std::string& file, Bytes bytes,
                                           JsonWriter& into);
/// The answer of asm: {"isa", "size", "bytes"}, or "file" instead of "bytes".
Exit answer_assembled(const Options& options, std::string_view isa, Bytes bytes);

} // namespace relit::cli
