// Messages on standard error: a line of text, or with --json an object per line.
#pragma once

#include "base/result.hpp"

#include <string_view>

namespace relit::cli {

enum class Exit : int;

/// How messages are written from here on. Set once, before the command line is read: its mistakes are messages too.
void set_json_messages(bool json);
[[nodiscard]] bool has_json_messages();

/// Writes to standard error as it is. What cannot be written is lost: a message changes neither the output nor the exit code.
void write_message(std::string_view text);
/// "FILE:PLACE: error: TEXT" or {"error": {...}}; `file` as it is to be shown, "" where the fault is of none.
void report_error(const Fault& fault, std::string_view file);
/// "FILE: note: TEXT" or {"note": {...}}
void report_note(std::string_view file, std::string_view text);
void report_warning(std::string_view file, std::string_view text);
/// Lines that --debug, --time and --dump-after ask for, as they are; or {"trace": {"text": ...}}.
void report_trace(std::string_view text);

[[nodiscard]] Exit exit_of(FaultKind kind);

} // namespace relit::cli
