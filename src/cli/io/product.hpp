// JSON as verbs answer with it, and what they make for others to use (bytes, a shader, an image), as it stands there.
#pragma once

#include "base/json/writer.hpp"
#include "cli/io/program.hpp"
#include "codec/word_text.hpp"

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
/// The answer of asm, in the form of --as: {"isa", "size", "bytes"}; "as" and "text" instead of "bytes" where that is a text, or
/// "file" where --output names one.
Exit answer_assembled(const Options& options, const codec::Codec& codec, Bytes bytes);

/// Bytes as a text of numbers. `file` is the one that they come from, after which an array is called without --name; a name that
/// is none is a fault of the command line. The rest is as `how` says.
[[nodiscard]] Result<std::string> as_numbers(const Options& options, codec::WordText how, std::string_view file,
                                             Bytes bytes);
/// The words of a file of the codec; a text is bytes.
[[nodiscard]] codec::WordLayout layout_of(const codec::Codec& codec, Bytes file);
/// The form that --as names.
[[nodiscard]] codec::Form form_of(const Options& options);

} // namespace relit::cli
