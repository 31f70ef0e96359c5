// Listings of fragment programs: instructions with their constants, where ELSE and the ends are, what the file has left.
#include "isa/rsx/cg/cg.hpp"
#include "isa/rsx/fp/encoding/control_flow.hpp"
#include "isa/rsx/fp/encoding/notes.hpp"
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/file.hpp"
#include "isa/rsx/fp/text/names.hpp"
#include "isa/rsx/fp/text/spelling.hpp"
#include "isa/text.hpp"

#include <algorithm>

namespace relit::isa::rsx::fp {
namespace {

/// Whose habits leave less to say.
Fill fill_of(const Program& program) {
    std::array<std::size_t, 2> lists{};
    for (const Instruction& one : program.instructions) {
        if (!is_known(one.word)) continue;
        for (const Fill fill : {Fill::Sony, Fill::Mesa})
            if (!(bits_in_text(one.word, fill) == one.word)) ++lists[static_cast<std::size_t>(fill)];
    }
    return lists[1] < lists[0] ? Fill::Mesa : Fill::Sony;
}

/// Whether END stands where the assembler puts it by itself: on the last instruction only, which is no .word.
bool ends_plainly(const Program& program) {
    const auto& all = program.instructions;
    const auto ends = [](const Instruction& one) { return one.word[Word128::end]; };
    return is_known(all.back().word) && std::ranges::find_if(all, ends) == all.end() - 1;
}

/// Adds the lines of one program to a listing.
class Lister {
public:
    Lister(Listing& listing, const Program& program, Style style)
        : listing_(listing), program_(program), names_(program), style_(style), nesting_(nesting_of(program)),
          is_plain_end_(ends_plainly(program)) {
        for (const Instruction& one : program.instructions)
            if (info(one.word[Word128::op]).op_class == OpClass::Call)
                called_.push_back(addresses_of(one.word).dwords[0]);
        std::ranges::sort(called_);
    }

    void run() {
        if (const ByteOrder& order = program_.order; order.flip != 0)
            directive(0, ".order " + std::string(order.name)).note = order.summary;
        if (style_.fill != Fill::Sony) directive(0, ".fill mesa");
        for (std::size_t at = 0; at < program_.instructions.size(); ++at) {
            marks(at, program_.instructions[at].offset);
            instruction(program_.instructions[at]);
        }
        marks(program_.instructions.size(), program_.size());
        if (!any_end()) directive(program_.size(), ".noend");
        if (is_called(program_.size())) directive(program_.size(), "").label = label_of(program_.size() / 4);
        rest();
        if (!nesting_.proper)
            listing_.warnings.push_back("slot " + std::to_string(program_.instructions[nesting_.breaker].slot()) +
                                        ": its addresses do not nest in those of the instructions around it");
    }

private:
    Line& directive(std::uint64_t offset, std::string text) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.text = std::move(text);
        line.instruction = false;
        return line;
    }
    [[nodiscard]] bool any_end() const {
        return std::ranges::any_of(program_.instructions,
                                   [](const Instruction& one) { return one.word[Word128::end]; });
    }
    [[nodiscard]] bool is_called(std::uint32_t offset) const { return std::ranges::binary_search(called_, offset / 4); }

    void marks(std::size_t at, std::uint32_t offset) {
        for (; next_mark_ < nesting_.marks.size() && nesting_.marks[next_mark_].at == at; ++next_mark_)
            directive(offset, std::string(kMarkNames[static_cast<std::size_t>(nesting_.marks[next_mark_].kind)]) + ";");
    }

    void instruction(const Instruction& one) {
        Line& line = listing_.lines.emplace_back();
        line.offset = one.offset;
        line.words.assign(one.word.raw.begin(), one.word.raw.end());
        if (one.constant) line.words.insert(line.words.end(), one.constant->lanes.begin(), one.constant->lanes.end());
        line.known = is_known(one.word);
        line.number = one.slot();
        line.text.reserve(96);
        head(line.text, one);
        print_instruction(line.text, one, style_.fill);
        const bool end = one.word[Word128::end];
        if (end) line.text += " # last instruction";
        if (is_called(one.offset)) line.label = label_of(one.offset / 4);
        line.names = names_.of(one);
        line.note = caveats_of(one.word);
        if (!line.known) ++listing_.unknown;
        const bool says_end = line.known && end && !is_plain_end_;
        if (one.constant && !says_constant(one.word, style_.fill)) {
            std::string& text = directive(one.constant->offset, ".constant ").text;
            print_constant(text, one.constant->lanes);
        }
        if (says_end) directive(one.next(), ".end");
    }
    void head(std::string& text, const Instruction& one) const {
        switch (style_.heads) {
            case Heads::None: return;
            case Heads::Bytes: print_hex(text, one.offset, one.offset > 0xffff ? 5 : 4); break;
            case Heads::Slots: {
                const std::string number = std::to_string(one.slot());
                if (number.size() < 3) text.append(3 - number.size(), '0');
                text += number;
            }
        }
        text += ": ";
    }

    /// What the file holds after the program.
    void rest() {
        const std::vector<std::uint8_t>& rest = program_.rest;
        for (std::size_t at = 0; at < rest.size();) {
            const auto zeros =
                static_cast<std::size_t>(std::ranges::find_if(rest.begin() + static_cast<std::ptrdiff_t>(at),
                                                              rest.end(), [](std::uint8_t byte) { return byte != 0; }) -
                                         rest.begin()) -
                at;
            if (const std::size_t pad = zeros - zeros % kSlotBytes; pad != 0) {
                directive(program_.size() + at, ".pad " + std::to_string(pad));
                at += pad;
            } else {
                data(at);
                at += kSlotBytes;
            }
        }
    }
    void data(std::size_t at) {
        Cursor in(program_.rest);
        in.seek(at);
        std::array<std::uint32_t, 4> dwords{};
        for (std::uint32_t& dword : dwords) dword = swap_halves(in.u32be());
        print_dwords(directive(program_.size() + at, ".data ").text, dwords);
    }

    Listing& listing_;
    const Program& program_;
    OperandNames names_;
    Style style_;
    Nesting nesting_;
    bool is_plain_end_;
    std::vector<std::uint32_t> called_; // addresses, sorted
    std::size_t next_mark_ = 0;
};

} // namespace

Result<Listing> list(Bytes file, const TextOptions& options) {
    auto style = style_of(options);
    if (!style) return std::unexpected(style.error());
    const auto program = load(file);
    if (!program) return std::unexpected(program.error());
    style->fill = fill_of(*program);
    Listing listing;
    listing.isa = "rsx.fp";
    listing.warnings = program->warnings;
    listing.lines.reserve(program->instructions.size() * 2);
    Lister(listing, *program, *style).run();
    if (program->container) cg::list_around(listing, *program->container);
    return listing;
}

} // namespace relit::isa::rsx::fp
