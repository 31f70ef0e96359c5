// JSON as verbs answer with it, and what they make for others to use (bytes, a shader, an image), as it stands there.
#pragma once

#include "base/json_writer.hpp"
#include "cli/program.hpp"

namespace relit::cli {

/// In ASCII: names of files may hold anything.
[[nodiscard]] inline JsonWriter json_answer() { return JsonWriter({.only_ascii = true}); }
/// The same of any length, which goes to `out`, the last of it by take().
[[nodiscard]] inline JsonWriter json_answer(Output& out) {
    return {[&out](std::string_view piece) { out.write(piece); }, {.only_ascii = true}};
}

/// Writes a document to standard output, whatever --output is: there lies what was made.
Exit answer_json(std::string_view text);
/// Writes what was made to `file` where --output names one, and adds "file" and "size" to the object that is open. False where
/// it names none: then the JSON is to have it itself.
[[nodiscard]] Result<bool> put_aside(const Options& options, const std::string& file, Bytes bytes, JsonWriter& into);
/// The answer of asm: {"isa", "size", "bytes"}, or "file" instead of "bytes".
Exit answer_assembled(const Options& options, std::string_view isa, Bytes bytes);

} // namespace relit::cli
