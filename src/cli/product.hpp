// What a verb makes for others to use (bytes, a shader, an image), as its JSON has it.
#pragma once

#include "cli/program.hpp"

#include <nlohmann/json.hpp>

namespace relit::cli {

/// Writes JSON to standard output, whatever --output is: there lies what was made.
Exit answer_json(const nlohmann::ordered_json& json);
/// Writes what was made to `file` where --output names one, and puts "file" and "size" into the JSON. False where it names
/// none: then the JSON is to have it itself.
[[nodiscard]] Result<bool> put_aside(const Options& options, const std::string& file, Bytes bytes,
                                     nlohmann::ordered_json& into);
/// The answer of asm: {"isa", "size", "bytes"}, or "file" instead of "bytes".
Exit answer_assembled(const Options& options, std::string_view isa, Bytes bytes);

} // namespace relit::cli
