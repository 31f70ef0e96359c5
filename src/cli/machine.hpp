// Machines whose dumps the program reads, beside the programs of guests: they have a text, properties and explanations too.
#pragma once

#include "cli/program.hpp"

#include <span>

namespace relit::cli {

/// How the verbs treat dumps of one machine. Each answers by itself.
struct Machine {
    std::string_view name; // what --isa calls it
    /// How surely a file is a dump, or the text of one.
    Guess (*guess)(Bytes file);
    Guess (*guess_text)(std::string_view text);
    Exit (*disasm)(const Options& options, const std::string& file, ReadBytes dump);
    Exit (*explain)(const Options& options, const std::string& file, ReadBytes dump);
    Exit (*info)(const Options& options, const std::string& file, ReadBytes dump);
    Exit (*assemble)(const Options& options, const std::string& file, std::string_view text);
};

[[nodiscard]] std::span<const Machine> all_machines();
/// nullptr where there is none of that name
[[nodiscard]] const Machine* machine_named(std::string_view name);

/// What a file is: the program of a guest, or what belongs to a machine.
struct Kind {
    const isa::Guest* guest = nullptr;
    const Machine* machine = nullptr;
};
/// The kind that the beginning of a file says by itself, its name helping to choose. Where that is no more than plausible
/// standard error tells what was taken; where there is none, or several, there is a fault that names them.
[[nodiscard]] Result<Kind> recognise(Bytes begin, const std::string& file);
/// The same of text that is to be assembled; neither a guest nor a machine where nobody takes it for his.
[[nodiscard]] Result<Kind> recognise_text(std::string_view text, const std::string& file);

extern const Machine kGs;

} // namespace relit::cli
