// Listings of vertex programs.
#include "isa/r500/text/directives.hpp"
#include "isa/r500/vs/text/caveats.hpp"
#include "isa/r500/vs/text/file.hpp"
#include "isa/r500/vs/text/spelling.hpp"
#include "isa/r500/vs/vs.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::vs {
namespace {

/// Adds lines to one listing.
class Lister {
public:
    Lister(Listing& listing, const Program& program) : listing_(listing), fill_(fill_of(program.words())) {}

    void words(const Program& program) {
        fill();
        for (std::uint32_t number = 0; number < program.slots.size(); ++number)
            word(program.slots[number].offset, number, program.slots[number].word);
    }
    void stream(Bytes file) {
        fill();
        const auto packets = parse_packets(file);
        list_packets(*packets, kVertexMemory,
                     {.directive = [&](std::uint64_t offset, std::span<const std::uint32_t> words,
                                       std::string text) { directive(offset, words, std::move(text)); },
                      .code =
                          [&](std::uint64_t offset, std::uint32_t number, std::span<const std::uint32_t> dwords) {
                              Word128 instruction;
                              std::ranges::copy(dwords, instruction.raw.begin());
                              word(offset, number, instruction);
                          }});
    }

private:
    void fill() {
        if (fill_ != Fill::Author) directive(0, {}, ".fill " + std::string(kFillNames[static_cast<unsigned>(fill_)]));
    }
    void directive(std::uint64_t offset, std::span<const std::uint32_t> words, std::string text) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.words.assign(words.begin(), words.end());
        line.text = std::move(text);
        line.instruction = false;
    }
    void word(std::uint64_t offset, std::uint32_t number, const Word128& word) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.words.assign(word.raw.begin(), word.raw.end());
        line.known = is_known(word);
        line.number = number;
        print_word(line.text, word, fill_);
        line.note = caveats_of(word);
        if (!line.known) ++listing_.unknown;
    }

    Listing& listing_;
    Fill fill_;
};

} // namespace

Result<Listing> list(Bytes file, const TextOptions& /*options*/) {
    std::vector<std::uint8_t> assembled;
    if (kind_of(file) == FileKind::Text) {
        auto bytes = assemble(text_of(file), {});
        if (!bytes) return std::unexpected(bytes.error());
        assembled = std::move(*bytes);
        file = assembled;
    }
    const auto program = assembled.empty() ? load_binary(file) : of_text(load_binary(file));
    if (!program) return std::unexpected(program.error());
    Listing listing;
    listing.isa = kCodec.name;
    Lister lister(listing, *program);
    program->kind == FileKind::Stream ? lister.stream(file) : lister.words(*program);
    return listing;
}

} // namespace relit::isa::r500::vs
