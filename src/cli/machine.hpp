// Machines whose dumps the program reads, beside the programs of guests: they have a text, facts and explanations too.
#pragma once

#include "cli/program.hpp"

#include <span>

namespace relit::cli {

/// How the verbs treat dumps of one machine. Each answers by itself.
struct Machine {
    std::string_view name; // what --isa calls it
    /// How likely it is that a file is a dump, or the text of one: 0 no, 100 certain.
    unsigned (*guess)(Bytes file);
    unsigned (*guess_text)(std::string_view text);
    Exit (*disasm)(const Options& options, const std::string& file, ReadBytes dump);
    Exit (*explain)(const Options& options, const std::string& file, ReadBytes dump);
    Exit (*info)(const Options& options, const std::string& file, ReadBytes dump);
    Exit (*assemble)(const Options& options, const std::string& file, std::string_view text);
};

[[nodiscard]] std::span<const Machine> all_machines();
/// nullptr where there is none of that name
[[nodiscard]] const Machine* machine_named(std::string_view name);
/// The machine whose dump a file is likelier than a program of any guest, or nullptr.
[[nodiscard]] const Machine* machine_of(Bytes file);
/// The machine whose text this is, or nullptr.
[[nodiscard]] const Machine* machine_of_text(std::string_view text);

extern const Machine kGs;

} // namespace relit::cli
