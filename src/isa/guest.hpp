// What every guest language offers, as one table of functions: the verbs of the program loop over this.
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"
#include "base/guess.hpp"
#include "base/property.hpp"
#include "base/result.hpp"
#include "ir/context.hpp"
#include "ir/module.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa {

/// Choices of text: names and values belong to the guest ("constants" = "raw" | "gl" | "d3d", "dialect" = ...).
using TextOptions = std::map<std::string, std::string, std::less<>>;

/// One line of a listing. Directives (headers, padding) have no words but may have bytes.
struct Line {
    std::uint64_t offset = 0;         // bytes from the start of the file
    std::vector<std::uint32_t> words; // raw, as stored in the guest's order
    std::string label;                // of this place, without the colon; usually empty
    std::string text;                 // what an assembler reads back
    std::string note;                 // for people only: a doubt, a target, a value; printed as a comment
    bool known = true;                // false: nothing could be made of it, the text is a .word
    bool instruction = true;          // false: a directive or a comment
};

/// A decoded program as lines. Printed with print(), it assembles back to the same file.
struct Listing {
    std::string isa;
    std::vector<Line> lines;
    std::uint32_t unknown = 0;         // how many lines are not `known`
    std::vector<std::string> warnings; // about the file as a whole
};

/// One bit-field of one instruction, for `explain`.
struct ExplainedField {
    std::string name;
    std::vector<BitRun> runs;
    std::uint64_t value = 0;
    std::string meaning;
};
struct Explanation {
    std::uint32_t line = 0; // index in the listing
    std::string summary;    // what the instruction does, in words
    std::vector<ExplainedField> fields;
};

/// Of the file (`info`): program length, registers used, start slot, container headers.
using relit::Property;

/// A register that the file itself loads before the program runs, by the name that `relit run` knows it under.
struct Preset {
    std::string name; // "c96"
    std::vector<std::uint64_t> lanes;
};

/// A dispatch of a compute program, as far as drivers tell programs of it.
struct DispatchShape {
    std::array<std::uint32_t, 3> groups = {1, 1, 1};
    std::map<std::uint32_t, std::uint32_t> storage_bytes; // of storage buffers, by binding
};
/// A word that the guest's driver keeps for programs in a constant buffer.
struct DriverWord {
    std::uint32_t binding = 0, offset = 0; // of the constant buffer; bytes
    std::uint32_t value = 0;
};

/// A context key that translations may read. A '#' in its name stands for a number. `values` are names with '|' between
/// them, which count from 0 or from the number behind a colon ("never:0x200|less"), and words in capitals for any number of
/// 32 bits, or of a range ("BYTES 0..49152").
struct ContextKey {
    std::string_view name, values; // "rsx.vp.texture#.shadow", "0|1"
};

/// Everything is a pure function of its arguments; input may be anything at all.
struct Guest {
    std::string_view name;    // "nv2a"
    std::string_view summary; // one line for --help
    /// How surely `file` is this guest's.
    Guess (*guess)(Bytes file);
    Result<Listing> (*list)(Bytes file, const TextOptions& options);
    Result<std::vector<std::uint8_t>> (*assemble)(std::string_view text, const TextOptions& options);
    Result<std::vector<Explanation>> (*explain)(Bytes file, const TextOptions& options);
    Result<std::vector<Property>> (*properties)(Bytes file);
    /// The IR of a program, in its literal form: files, masked stores, one origin a guest instruction.
    Result<ir::Module> (*lift)(Bytes file, ir::ContextReader& context);
    /// Two vertex programs that run one after the other, as one module; nullptr: the guest has no such thing.
    Result<ir::Module> (*lift_joined)(Bytes first, Bytes second, ir::ContextReader& context) = nullptr;
    /// A step of the guest's own on the lifted module, once its registers are values; nullptr: none. What it makes is
    /// optimised further.
    Status (*lower)(Bytes file, ir::Module& module, ir::ContextReader& context) = nullptr;
    /// Whether lower() may find what it looks for before operations are combined; where it does not after all, it can be
    /// tried again. nullptr: never.
    bool (*lowers_uncombined)(const ir::Module& module) = nullptr;
    /// What the file loads into registers before the program runs.
    Result<std::vector<Preset>> (*presets)(Bytes file, const ir::Context& context);
    /// The same from a dump of the machine's constants, in the order in which the machine gives them.
    Result<std::vector<Preset>> (*presets_of_dump)(Bytes dump);
    /// What its driver tells a compute program of a dispatch; nullptr: nothing. `module` is the file's.
    std::vector<DriverWord> (*driver_words)(Bytes file, const ir::Module& module, const ir::Context& context,
                                            const DispatchShape& shape) = nullptr;
    /// The file with everything zeroed that a translation must not depend on.
    Result<std::vector<std::uint8_t>> (*canonical)(Bytes file);
    /// A random legal program; the same for the same seed.
    std::vector<std::uint8_t> (*sample)(std::uint64_t seed);
    /// Names and values of TextOptions, and context keys, for --help and for checking what the user typed.
    std::span<const std::string_view> text_options; // "constants=raw|gl|d3d"
    std::span<const ContextKey> context_keys;
    /// Where programs of several stages are linked: how far the bindings of one stage lie from those of the stage before
    /// it; 0: as lifted, they do not overlap.
    std::uint32_t bindings_of_stage = 0;
    /// What a stage is given at a location that the stage before it does not write, as bits.
    std::array<std::uint32_t, 4> unwritten{};
};

/// Usage where a choice of text is none of the guest's, or its value none of the choice's.
[[nodiscard]] Status check_text_options(const Guest& guest, const TextOptions& options);

/// The listing as text: what `relit disasm` prints and `relit asm` reads.
[[nodiscard]] std::string print(const Listing& listing);

} // namespace relit::isa
