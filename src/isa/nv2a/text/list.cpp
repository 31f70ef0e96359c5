// Listings of NV2A files: slots as instructions, push buffers as directives with the slots inside.
#include "isa/nv2a/encoding/notes.hpp"
#include "isa/nv2a/encoding/program.hpp"
#include "isa/nv2a/encoding/pushbuffer.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::nv2a {
namespace {

bool writes_constants(const std::vector<Word128>& slots) {
    return std::ranges::any_of(slots,
                               [](const Word128& word) { return writes_output(word) && word[Word128::out_bank] == 0; });
}

/// Adds lines to one listing.
class Lister {
public:
    Lister(Listing& listing, Style style, Fill fill) : listing_(listing), style_(style), fill_(fill) {}

    void begin(bool state_program) {
        if (style_.dialect == Dialect::Gl) directive(0, state_program ? "!!VSP1.0" : "!!VP1.1");
        if (style_.constants != Numbering::Raw) directive(0, ".constants " + std::string(name_of(style_.constants)));
        if (fill_ != Fill::Plain) directive(0, ".fill " + std::string(name_of(fill_)));
    }
    void end(std::uint64_t offset) {
        if (style_.dialect == Dialect::Gl) directive(offset, "END");
    }
    Line& directive(std::uint64_t offset, std::string text, std::string note = {}) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.text = std::move(text);
        line.note = std::move(note);
        line.instruction = false;
        return line;
    }
    /// `number`: nothing if the slot is loaded again later; `says_final`: whether FINAL needs a line of its own.
    void word(std::uint64_t offset, std::optional<std::uint32_t> number, const Word128& word, bool says_final) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.words.assign(word.raw.begin(), word.raw.end());
        line.known = is_known(word);
        line.number = number;
        line.text.reserve(96);
        print_word(line.text, word, style_, fill_);
        line.note = caveats_of(word, fill_ == Fill::Xvs);
        if (line.known && style_.dialect == Dialect::Gl) line.text += ';';
        if (!line.known) ++listing_.unknown;
        if (line.known && says_final) directive(offset + 12, ".final");
    }

private:
    Listing& listing_;
    Style style_;
    Fill fill_;
};

void list_slots(Listing& listing, const Program& program, Style style) {
    Lister lister(listing, style, style.fill.value_or(fill_of(program.slots)));
    listing.lines.reserve(program.slots.size() + 5);
    lister.begin(writes_constants(program.slots));
    const std::size_t count = program.slots.size();
    // An assembler sets FINAL on the last instruction by itself, if no other has it.
    const bool plain_end = program.length_from(0) == count;
    for (std::uint32_t i = 0; i < count; ++i)
        lister.word(program.offsets[i], i, program.slots[i], program.slots[i][Word128::final] && !plain_end);
    lister.end(count * kSlotBytes);
}

std::optional<std::uint32_t> slot_at(const Program& program, std::uint64_t offset) {
    const auto found = std::ranges::find(program.offsets, offset);
    if (found == program.offsets.end()) return {};
    return static_cast<std::uint32_t>(found - program.offsets.begin());
}

void list_push_buffer(Listing& listing, Bytes file, Style style, const Program& program) {
    Lister lister(listing, style, style.fill.value_or(fill_of(program.slots)));
    lister.begin(writes_constants(program.slots));
    lister.directive(0, ".pushbuffer");
    PushLister(
        kMethods, {},
        [&](std::uint64_t offset, std::string text, std::string note) {
            lister.directive(offset, std::move(text), std::move(note));
        },
        [&](std::uint64_t offset, const std::array<std::uint32_t, 4>& raw) {
            const Word128 word{{raw}};
            lister.word(offset, slot_at(program, offset), word, word[Word128::final]);
        })
        .run(file);
    lister.end(file.size());
}

} // namespace

Result<Listing> list(Bytes file, const TextOptions& options) {
    const auto style = style_of(options);
    if (!style) return std::unexpected(style.error());
    std::vector<std::uint8_t> assembled;
    if (kind_of(file) == FileKind::Text) {
        auto bytes = assemble(text_of(file), options);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        assembled = std::move(*bytes);
        file = assembled;
    }
    const auto program = assembled.empty() ? load_binary(file) : of_text(load_binary(file));
    if (!program) return std::unexpected(program.error());
    Listing listing;
    listing.isa = "nv2a";
    if (program->kind == FileKind::PushBuffer) {
        list_push_buffer(listing, file, *style, *program);
    } else {
        list_slots(listing, *program, *style);
    }
    listing.warnings = program->warnings;
    return listing;
}

} // namespace relit::isa::nv2a
