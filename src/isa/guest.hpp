// What every guest language offers, as one table of functions: the verbs of the program loop over this.
#pragma once

#include "base/bits.hpp"
#include "base/bytes.hpp"
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

/// A named value of the file (`info`): program length, registers used, start slot, container headers.
struct Fact {
    std::string name;
    std::string value;
};

/// A register that the file itself loads before the program runs, by the name that `relit run` knows it under.
struct Preset {
    std::string name; // "c96"
    std::vector<std::uint64_t> lanes;
};

/// Everything is a pure function of its arguments; input may be anything at all.
struct Guest {
    std::string_view name;    // "nv2a"
    std::string_view summary; // one line for --help
    /// How likely it is that `file` is this guest's: 0 no, 100 certain.
    unsigned (*guess)(Bytes file);
    Result<Listing> (*list)(Bytes file, const TextOptions& options);
    Result<std::vector<std::uint8_t>> (*assemble)(std::string_view text, const TextOptions& options);
    Result<std::vector<Explanation>> (*explain)(Bytes file, const TextOptions& options);
    Result<std::vector<Fact>> (*facts)(Bytes file);
    /// The program in the middle, in its literal form: files, masked stores, one origin a guest instruction.
    Result<ir::Module> (*lift)(Bytes file, ir::ContextReader& context);
    /// Two vertex programs that run one after the other, as one module; nullptr: the guest has no such thing.
    Result<ir::Module> (*lift_joined)(Bytes first, Bytes second, ir::ContextReader& context) = nullptr;
    /// A step of the guest's own on the lifted module, once its registers are values; nullptr: none. What it makes is
    /// optimised further.
    Status (*raise)(Bytes file, ir::Module& module, ir::ContextReader& context) = nullptr;
    /// Whether raise() may find what it looks for before operations are combined; where it does not after all, it can be
    /// tried again. nullptr: never.
    bool (*raises_uncombined)(const ir::Module& module) = nullptr;
    /// What the file loads into registers before the program runs.
    Result<std::vector<Preset>> (*presets)(Bytes file, const ir::Context& context);
    /// The same from a dump of the machine's constants, in the order in which the machine gives them.
    Result<std::vector<Preset>> (*presets_of_dump)(Bytes dump);
    /// The file with everything zeroed that a translation must not depend on.
    Result<std::vector<std::uint8_t>> (*canonical)(Bytes file);
    /// A random legal program; the same for the same seed.
    std::vector<std::uint8_t> (*sample)(std::uint64_t seed);
    /// Names and values of TextOptions, and facts of the context, for --help and for checking what the user typed.
    std::span<const std::string_view> text_options; // "constants=raw|gl|d3d"
    /// A '#' in the name of a fact stands for a number.
    std::span<const std::string_view> context_facts; // "nv2a.arithmetic=fast|exact", "rsx.vp.texture#.shadow=0|1"
    /// Where programs of several stages are linked: how far the bindings of one stage lie from those of the stage before
    /// it; 0: as lifted, they do not meet.
    std::uint32_t bindings_of_stage = 0;
    /// What a stage is given at a location that the stage before it does not write, as bits.
    std::array<std::uint32_t, 4> unwritten{};
};

/// The listing as text: what `relit disasm` prints and `relit asm` reads.
[[nodiscard]] std::string print(const Listing& listing);

} // namespace relit::isa
