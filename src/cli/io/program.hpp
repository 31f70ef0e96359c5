// Inputs with their codecs, programs with their front ends, and what is said of them.
#pragma once

#include "base/byte_stream.hpp"
#include "cli/exit.hpp"
#include "cli/io/files.hpp"
#include "cli/options/options.hpp"
#include "codec/codec.hpp"
#include "ir/context.hpp"
#include "isa/frontend.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// The guest language of one of the files, from names with commas between them; the last stands for all after it.
[[nodiscard]] std::string_view isa_of(std::string_view names, std::size_t number);

/// An input with its codec: the one that --isa names, or that the file shows.
struct Opened {
    const codec::Codec* codec = nullptr;
    ReadBytes input;
    codec::TextOptions text; // choices that the file makes where the user makes none
};
/// `number`: which of the files it is. Where nothing marks the file, standard error tells what was taken.
[[nodiscard]] Result<Opened> open_any(const Options& options, const std::string& file, std::size_t number = 0);
/// The same of a file that is being read: `read` gives it from its first byte on.
[[nodiscard]] Result<Opened> open_any(const Options& options, const std::string& file, const ReadBytes& read,
                                      std::size_t number = 0);

/// A program of a guest language, as its file has it and parsed.
struct Program {
    std::vector<std::uint8_t> bytes;
    isa::ProgramPtr parsed;

    [[nodiscard]] const isa::Frontend& frontend() const { return parsed->frontend; }
};
/// Files that hold no program are refused.
[[nodiscard]] Result<Program> open_program(const Options& options, const std::string& file, std::size_t number = 0);
[[nodiscard]] Result<Program> open_program(const Options& options, const std::string& file, const ReadBytes& read,
                                           std::size_t number = 0);

/// Fails with Usage if a key of --context belongs to none of the programs' guests, so that it has no effect.
[[nodiscard]] Status check_context_keys(const Options& options, std::span<const isa::Frontend* const> guests);

/// Prints the inferred context values on standard error.
void note_assumed(std::span<const ir::Assumption> assumed, std::string_view file);
/// Prints the inferred context values and the approximations of a lifted program on standard error.
void note_approximations(const ir::ContextReader& context, const std::string& file);

} // namespace relit::cli
