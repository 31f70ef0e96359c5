// What works on the bytes of any file that Relit knows, a program or a dump: recognise, list, assemble, explain, properties.
#pragma once

#include "base/bits.hpp"
#include "base/byte_stream.hpp"
#include "base/property.hpp"
#include "base/recognition.hpp"
#include "base/result.hpp"
#include "codec/finding.hpp"

#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::codec {

/// Choices of text: names and values belong to the codec ("constants" = "raw" | "gl" | "d3d", "dialect" = ...).
using TextOptions = std::map<std::string, std::string, std::less<>>;

/// An operand of an instruction for which the file has a name.
struct NamedOperand {
    std::string operand;     // as the text of the line spells it: "c[4]", "f[TEX0]"
    std::string name;        // "modelViewProj[0]"
    std::string_view field;  // of the instruction's word: the one that selects the operand
    bool is_indexed = false; // an index register is added to the operand: the name is that for index 0
};
/// "c[4] = modelViewProj[0], v[0] = position"; "from" instead of "=" where an index is added. Empty if there are none.
[[nodiscard]] std::string names_text(std::span<const NamedOperand> names);

/// One line of a listing. Directives (headers, padding) have no words but may have bytes.
struct Line {
    std::uint64_t offset = 0;         // bytes from the start of the file
    std::vector<std::uint32_t> words; // raw, as stored in the guest's order
    std::string label;                // at this offset, without the colon; usually empty
    std::string text;                 // what an assembler reads back
    std::string note;                 // for people only: a caveat, a target, a value; printed as a comment
    std::vector<NamedOperand> names;  // printed in front of the note
    bool known = true;                // false: nothing could be made of it, the text is a .word
    bool instruction = true;          // false: a directive or a comment
    /// Of a shader's instruction: the number that traces, messages and ir::Module::origins give it.
    std::optional<std::uint32_t> number;
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
    std::string explanation;
};
struct Explanation {
    std::uint32_t line = 0; // index in the listing
    std::string summary;    // what the instruction does, in words
    std::vector<ExplainedField> fields;
};

/// What stands above the lines of a listing.
struct Heading {
    std::uint32_t unknown = 0;
    std::vector<std::string> warnings;
};
/// They return false to stop.
using LineSink = std::function<bool(const Line&)>;
using ExplanationSink = std::function<bool(const Line&, const Explanation&)>;

/// A file that a codec reads: once, as it comes. One of list(), explain() and properties() may be called, once. A fault
/// comes after the results of the input before it.
class Document {
public:
    Document() = default;
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;
    virtual ~Document() = default;

    /// May be asked for before list().
    [[nodiscard]] virtual Result<Heading> heading() = 0;
    [[nodiscard]] virtual Status list(const LineSink& sink) = 0;
    /// Explanation::line is not set.
    [[nodiscard]] virtual Status explain(const ExplanationSink& sink) = 0;
    [[nodiscard]] virtual Status properties(std::vector<Property>& into) = 0;
};

/// The parameters of an assembler. `output_name`: of the file that is written, whose ending may say how it is packed.
struct AssembleOptions {
    TextOptions text{};
    std::string_view output_name{};
    /// Of the text; names of included files are relative to it.
    std::string_view input_name{};
    /// Gives the text of an included file; empty: none can be included.
    std::function<Result<std::string>(const std::string& name)> include{};
};

/// Which program is meant of a file with several; empty: any.
struct Selection {
    std::string_view name, architecture;
};

/// The numbers that a text shows a file as.
struct WordLayout {
    unsigned bits = 8; // 8, 32 or 64
    std::endian order = std::endian::little;
};

/// A kind of file. Everything is a pure function of its arguments; input may be anything at all.
struct Codec {
    std::string_view name;    // "nv2a"
    std::string_view summary; // one line for --help
    std::string_view content; // what such a file holds: "program", "dump"
    /// How surely a file is of this kind, by its first kLookedAt bytes, or by all where it has fewer.
    Recognition (*recognise)(Bytes begin);
    /// The same of text that is to be assembled; nullptr: recognise() knows.
    Recognition (*recognise_text)(std::string_view text) = nullptr;
    /// `options` are checked. Fails with BadInput where nothing can be made of the input.
    Result<std::unique_ptr<Document>> (*open)(ReadBytes input, const TextOptions& options);
    Result<std::vector<std::uint8_t>> (*assemble)(std::string_view text, const AssembleOptions& options);
    /// What assembles and still goes wrong on the hardware, of text or of a binary file. Fails as assemble() or open() does.
    /// nullptr: nothing is known of the hardware that could be checked.
    Result<std::vector<Finding>> (*lint)(Bytes file, const AssembleOptions& options) = nullptr;
    /// The file, text or binary, with everything repaired that lint() calls fixable.
    Result<std::vector<std::uint8_t>> (*fix)(Bytes file, const AssembleOptions& options) = nullptr;
    /// A file that contains the program that is meant alone; fails with Usage where none or several are. nullptr: files
    /// have one program, or number theirs.
    Result<std::vector<std::uint8_t>> (*select)(Bytes file, const Selection& selection) = nullptr;
    /// A random legal file; the same for the same seed. nullptr: none are made.
    std::vector<std::uint8_t> (*sample)(std::uint64_t seed) = nullptr;
    /// The words that a file of the codec consists of; nullptr: bytes.
    WordLayout (*layout)(Bytes file) = nullptr;
    /// Names and values of TextOptions, for --help and for checking what the user typed.
    std::span<const std::string_view> text_options; // "constants=raw|gl|d3d"
};

/// How much of a file recognise() sees. No program is larger: what a larger file is, its beginning tells.
inline constexpr std::size_t kLookedAt = std::size_t{16} << 20;
/// Largest file that is read as a whole; more is refused with a clear fault.
inline constexpr std::size_t kMaxWholeFile = std::size_t{256} << 20;

/// Usage where a choice of text is none of the codec's, or its value none of the choice's.
[[nodiscard]] Status check_text_options(const Codec& codec, const TextOptions& options);

/// The listing as text: what `relit disasm` prints and `relit asm` reads.
[[nodiscard]] std::string print(const Listing& listing);
/// Its parts: the warnings, and one line with its label.
[[nodiscard]] std::string print_warnings(std::span<const std::string> warnings);
void print(std::string& text, const Line& line);

// ---- of files that lie in memory

[[nodiscard]] Result<Listing> list(const Codec& codec, Bytes file, const TextOptions& options = {});
[[nodiscard]] Result<std::vector<Explanation>> explain(const Codec& codec, Bytes file, const TextOptions& options = {});
[[nodiscard]] Result<std::vector<Property>> properties(const Codec& codec, Bytes file);
[[nodiscard]] Result<std::vector<std::uint8_t>> assemble(const Codec& codec, std::string_view text,
                                                         const TextOptions& options = {});

} // namespace relit::codec
