// Listings of RSX vertex programs.
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/vp/encoding/notes.hpp"
#include "isa/rsx/vp/text/file.hpp"
#include "isa/rsx/vp/text/names.hpp"
#include "isa/rsx/vp/text/spelling.hpp"
#include "isa/rsx/vp/vp.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

/// Adds lines to one listing.
class Lister {
public:
    Lister(Listing& listing, const Program& program, Style style)
        : listing_(listing), names_(program), slots_(program.slots), start_(program.first), style_(style),
          fill_(fill_of(std::span(slots_).subspan(start_))), order_(program.order) {}

    void run() {
        if (order_.flip != 0) directive(0, ".order " + std::string(order_.name)).note = order_.summary;
        if (fill_ != Fill::Sony) directive(0, ".fill " + std::string(kFillNames[static_cast<unsigned>(fill_)]));
        // Labels count slots from the text's first.
        for (const Word128& word : slots_)
            if (const auto target = target_of(word); start_ == 0 && target && *target < slots_.size())
                is_target_[*target] = true;
        // An assembler sets END on the last instruction by itself, if no other has it.
        const auto ends = std::ranges::count_if(slots_, [](const Word128& word) { return word[Word128::end]; });
        const bool plain_end = ends == 1 && slots_.back()[Word128::end];
        for (std::size_t i = start_; i < slots_.size(); ++i) {
            word(i);
            if (slots_[i][Word128::end] && !plain_end && is_known(slots_[i])) directive(byte_offset_of(i) + 12, ".end");
        }
    }

    void run_stream(Bytes file) {
        directive(0, ".stream");
        if (fill_ != Fill::Sony) directive(0, ".fill " + std::string(kFillNames[static_cast<unsigned>(fill_)]));
        std::uint32_t slot = 0;
        const auto add_directive = [&](std::uint64_t offset, std::string text, std::string note) {
            directive(offset, std::move(text)).note = std::move(note);
        };
        const auto add_slot = [&](std::uint64_t offset, const std::array<std::uint32_t, 4>& raw) {
            const Word128 word{{raw}};
            add_word(offset, slot, word);
            if (word[Word128::end] && is_known(word)) directive(offset + 12, ".end");
        };
        PushLister(kMethods, kStreamRules, add_directive, add_slot).run(file, [&](const PushItem& item) {
            slot = slot_after(slot, item);
        });
    }

private:
    /// The slot that is loaded next.
    static std::uint32_t slot_after(std::uint32_t slot, const PushItem& item) {
        if (item.kind != PushKind::Argument) return slot;
        const Method method = method_of(item.address);
        if (method == Method::ProgramLoad) return item.word;
        return method == Method::Program && item.address % 16 == 12 ? slot + 1 : slot;
    }
    [[nodiscard]] std::uint64_t byte_offset_of(std::size_t slot) const { return (slot - start_) * kSlotBytes; }
    Line& directive(std::uint64_t offset, std::string text) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.text = std::move(text);
        line.instruction = false;
        return line;
    }
    void word(std::size_t slot) {
        Line& line = add_word(byte_offset_of(slot), slot, slots_[slot]);
        if (is_target_[slot]) line.label = "L" + std::to_string(slot);
    }
    Line& add_word(std::uint64_t offset, std::size_t slot, const Word128& word) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.words.assign(word.raw.begin(), word.raw.end());
        line.known = is_known(word);
        line.number = static_cast<std::uint32_t>(slot);
        line.text.reserve(64);
        print_head(line.text, slot);
        print_word(line.text, word, fill_, joint());
        line.names = names_.of(word);
        line.note = note_of(word);
        if (!line.known) ++listing_.unknown;
        return line;
    }
    void print_head(std::string& text, std::size_t slot) const {
        const auto number = static_cast<std::uint32_t>(slot);
        if (style_.addresses == Addresses::None) return;
        if (style_.addresses == Addresses::Bytes) {
            print_hex(text, number * kSlotBytes, 4);
        } else {
            if (number < 100) text += number < 10 ? "00" : "0";
            print_number(text, number);
        }
        text += ": ";
    }
    /// Between the operations of a pair: a line without a head goes on with the word before.
    [[nodiscard]] std::string_view joint() const {
        switch (style_.addresses) {
            case Addresses::Slots: return ";\n     ";
            case Addresses::Bytes: return ";\n        ";
            case Addresses::None: return ";\n   + ";
        }
        return {};
    }
    [[nodiscard]] std::string note_of(const Word128& word) const {
        std::string text = caveats_of(word);
        const auto target = target_of(word);
        if (is_known(word) && target && *target >= slots_.size()) add_clause(text, "goes outside the program");
        return text;
    }

    Listing& listing_;
    OperandNames names_;
    const std::vector<Word128>& slots_;
    std::size_t start_; // slots before it are not in the file
    Style style_;
    Fill fill_;
    ByteOrder order_;
    std::array<bool, kMaxSlots> is_target_{};
};

} // namespace

Result<Listing> list(Bytes file, const TextOptions& options) {
    const auto style = style_of(options);
    if (!style) return std::unexpected(style.error());
    Assembled assembled;
    const bool from_text = kind_of(file) == FileKind::Text;
    if (from_text) {
        auto made = assemble_file(text_of(file));
        if (!made) return std::unexpected(std::move(made.error()));
        assembled = std::move(*made);
        file = assembled.bytes;
    }
    auto program = from_text ? of_text(load_console(file)) : load_binary(file);
    if (!program) return std::unexpected(program.error());
    if (from_text) program->order = assembled.order;
    Listing listing;
    listing.isa = "rsx.vp";
    listing.lines.reserve(program->slots.size() + 4);
    Lister lister(listing, *program, *style);
    program->kind == FileKind::Stream ? lister.run_stream(file) : lister.run();
    listing.warnings = program->warnings;
    if (program->container) cg::list_around(listing, *program->container);
    return listing;
}

} // namespace relit::isa::rsx::vp
