// Listings of fragment programs: instructions as text, streams as directives with the instructions inside.
#include "isa/r500/fs/encoding/notes.hpp"
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/file.hpp"
#include "isa/r500/fs/text/print.hpp"
#include "isa/r500/text/directives.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace relit::isa::r500::fs {
namespace {

Word192 word_of(std::span<const std::uint32_t> dwords) {
    Word192 word;
    std::ranges::copy(dwords.first(word.raw.size()), word.raw.begin());
    return word;
}

/// Adds lines to one listing.
class Lister {
public:
    Lister(Listing& listing, const Program& program, InlineFloats floats)
        : listing_(listing), program_(program), floats_(floats), offset_(program.code_range().offset) {}

    void raw() {
        for (const Instruction& one : program_.code) note_target(one.number, one.word);
        for (const Instruction& one : program_.code) code(one.offset, one.number, one.word);
    }
    void stream(std::span<const RegisterPacket> packets) {
        const auto ignore = [](std::uint64_t, std::span<const std::uint32_t>, const std::string&) {};
        list_packets(packets, kFragmentMemory, {ignore, [&](std::uint64_t, std::uint32_t number, auto dwords) {
                                                    note_target(number, word_of(dwords));
                                                }});
        list_packets(
            packets, kFragmentMemory,
            {[&](std::uint64_t offset, auto words, std::string text) { directive(offset, words, std::move(text)); },
             [&](std::uint64_t offset, std::uint32_t number, auto dwords) { code(offset, number, word_of(dwords)); }});
    }

private:
    /// Number of the instruction that a jump means.
    [[nodiscard]] std::uint32_t meant(std::uint32_t target, bool global) const {
        return target + (global ? 0 : offset_);
    }
    void note_target(std::uint32_t number, const Word192& word) {
        ++listed_[number];
        if (word[Common::type] == Type::Fc) targets_.insert(meant(word[Fc::target], word[Fc::global]));
    }
    /// A label where one line has the number: an instruction that is loaded twice has none.
    [[nodiscard]] bool is_label(std::uint32_t number) const {
        return number < listed_.size() && listed_[number] == 1 && targets_.contains(number);
    }
    void code(std::uint64_t offset, std::uint32_t number, const Word192& word) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.words.assign(word.raw.begin(), word.raw.end());
        line.known = is_known(word);
        line.number = number;
        if (!line.known) ++listing_.unknown;
        if (is_label(number)) line.label = label(number);
        print_instruction(line.text, word, [&](std::uint32_t target, bool global) {
            const std::uint32_t to = meant(target, global);
            return is_label(to) ? label(to) : std::to_string(target);
        });
        line.note = caveats_of(word);
        const std::string floats = inline_float_note(word, floats_);
        if (!floats.empty()) line.note += (line.note.empty() ? "" : "; ") + floats;
    }
    [[nodiscard]] static std::string label(std::uint32_t number) { return "L" + std::to_string(number); }
    void directive(std::uint64_t offset, std::span<const std::uint32_t> words, std::string text) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.words.assign(words.begin(), words.end());
        line.text = std::move(text);
        line.instruction = false;
    }

    Listing& listing_;
    const Program& program_;
    InlineFloats floats_;
    std::uint32_t offset_;
    std::array<std::uint32_t, kFragmentInstructions> listed_{};
    std::set<std::uint32_t> targets_;
};

} // namespace

Result<Listing> list(Bytes file, const TextOptions& options) {
    std::vector<std::uint8_t> made;
    const auto binary = binary_of(file, made);
    if (!binary) return std::unexpected(binary.error());
    const auto program = made.empty() ? load_binary(*binary) : of_text(load_binary(*binary));
    if (!program) return std::unexpected(program.error());
    const auto floats = options.find("floats");
    const bool mesa = floats != options.end() && floats->second == "mesa";
    Listing listing;
    listing.isa = "r500.fs";
    listing.warnings = program->warnings;
    Lister lister(listing, *program, mesa ? InlineFloats::Mesa : InlineFloats::Author);
    if (program->kind == FileKind::Raw) {
        lister.raw();
    } else if (const auto packets = parse_packets(*binary)) {
        lister.stream(*packets);
    }
    return listing;
}

} // namespace relit::isa::r500::fs
