// Listings of NV2A files: slots as instructions, push buffers as directives with the slots inside.
#include "isa/nv2a/notes.hpp"
#include "isa/nv2a/nv2a.hpp"
#include "isa/nv2a/program.hpp"
#include "isa/nv2a/pushbuffer.hpp"
#include "isa/nv2a/text.hpp"
#include "isa/text.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <bit>

namespace relit::isa::nv2a {
namespace {

bool writes_constants(const std::vector<Word128>& slots) {
    return std::ranges::any_of(slots,
                               [](const Word128& word) { return writes_output(word) && word[Word128::out_bank] == 0; });
}

/// Adds lines to one listing.
class Lister {
public:
    Lister(Listing& listing, Style style) : listing_(listing), style_(style) {}

    void begin(bool state_program) {
        if (style_.dialect == Dialect::Gl) directive(0, state_program ? "!!VSP1.0" : "!!VP1.1");
        if (style_.constants != Numbering::Raw) directive(0, ".constants " + std::string(name_of(style_.constants)));
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
    /// `says_final`: whether FINAL needs a line of its own.
    void word(std::uint64_t offset, const Word128& word, bool says_final) {
        Line& line = listing_.lines.emplace_back();
        line.offset = offset;
        line.words.assign(word.raw.begin(), word.raw.end());
        line.known = is_known(word);
        line.text.reserve(96);
        print_word(line.text, word, style_);
        line.note = doubts_of(word);
        if (line.known && style_.dialect == Dialect::Gl) line.text += ';';
        if (!line.known) ++listing_.unknown;
        if (line.known && says_final) directive(offset + 12, ".final");
    }

private:
    Listing& listing_;
    Style style_;
};

void list_slots(Listing& listing, const Program& program, Style style) {
    Lister lister(listing, style);
    listing.lines.reserve(program.slots.size() + 4);
    lister.begin(writes_constants(program.slots));
    const std::size_t count = program.slots.size();
    // An assembler sets FINAL on the last instruction by itself, if no other has it.
    const bool plain_end = program.length_from(0) == count;
    for (std::size_t i = 0; i < count; ++i)
        lister.word(program.offsets[i], program.slots[i], program.slots[i][Word128::final] && !plain_end);
    lister.end(count * kSlotBytes);
}

/// Groups the words of a push buffer into lines.
class PushLister {
public:
    PushLister(Listing& listing, Style style) : lister_(listing, style) {}

    void run(Bytes file, bool state_program) {
        lister_.begin(state_program);
        lister_.directive(0, ".pushbuffer");
        PushReader reader(file);
        while (const auto item = reader.next()) add(*item);
        flush();
        if (file.size() % 4 != 0) tail(file);
        lister_.end(file.size());
    }

private:
    void add(const PushItem& item) {
        if (!continues(item)) flush();
        held_.push_back(item);
        uniform_ = held_.size() == 1 || (uniform_ && item.word == held_.front().word);
        if (item.kind == PushKind::Header) return header();
        if (item.kind == PushKind::Control) return control();
        if (is_whole_slot()) return slot();
    }
    /// Whether the word can stand on the line of those that are held.
    [[nodiscard]] bool continues(const PushItem& item) const {
        if (held_.empty()) return true;
        const PushItem& last = held_.back();
        if (item.kind != last.kind) return false;
        const bool same = uniform_ && item.word == held_.front().word;
        if (item.kind == PushKind::Rest) return same || held_.size() < 8;
        const MethodInfo* row = method_at(item.address);
        if (row != method_at(last.address)) return false;
        if (row == nullptr) return same || held_.size() < 8;
        return item.address == last.address + 4 && (item.address - row->address) % 16 != 0;
    }
    [[nodiscard]] bool is_whole_slot() const {
        if (held_.size() != 4) return false;
        const MethodInfo* row = method_at(held_.front().address);
        return held_.front().kind == PushKind::Argument && row != nullptr && row->method == Method::Program &&
               (held_.front().address - row->address) % 16 == 0;
    }

    void slot() {
        Word128 word;
        for (std::size_t i = 0; i < 4; ++i) word.raw[i] = held_[i].word;
        lister_.word(held_.front().offset, word, word[Word128::final]);
        held_.clear();
    }
    void header() {
        const PushHeader header{{{held_.front().word}}};
        const MethodInfo* row = method_at(header.address());
        std::string text = ".method ";
        if (row != nullptr && row->address == header.address()) {
            text += row->name;
        } else {
            print_hex(text, header.address(), 4);
        }
        text += ", ";
        print_number(text, header[PushHeader::count]);
        if (header[PushHeader::subchannel] != 0) {
            text += ", subchannel ";
            print_number(text, header[PushHeader::subchannel]);
        }
        if (header.increments_not()) text += ", fixed";
        const bool inside = row != nullptr && row->address != header.address();
        lister_.directive(held_.front().offset, std::move(text), std::string(inside ? row->name : std::string_view{}));
        held_.clear();
    }
    void control() {
        std::string text = ".data ";
        print_hex(text, held_.front().word);
        lister_.directive(held_.front().offset, std::move(text),
                          std::string(describe_control(held_.front().word)) + "; what follows is not read");
        held_.clear();
    }
    void flush() {
        if (held_.empty()) return;
        std::string text;
        if (uniform_ && held_.size() > 4) {
            text = ".fill ";
            print_number(text, static_cast<std::int64_t>(held_.size()));
            text += ", ";
            print_hex(text, held_.front().word);
        } else {
            text = ".data ";
            for (const PushItem& item : held_) {
                if (&item != &held_.front()) text += ", ";
                print_hex(text, item.word);
            }
        }
        lister_.directive(held_.front().offset, std::move(text), values());
        held_.clear();
    }
    [[nodiscard]] std::string values() const {
        const MethodInfo* row = method_at(held_.front().address);
        if (held_.front().kind != PushKind::Argument || row == nullptr) return {};
        if (row->method != Method::Constant && row->method != Method::LaunchVector) return {};
        std::string text;
        for (const PushItem& item : held_) {
            text += text.empty() ? "" : ", ";
            text += shortest_decimal(std::bit_cast<float>(item.word));
        }
        return text;
    }
    void tail(Bytes file) {
        std::string text = ".byte ";
        const Bytes rest = file.last(file.size() % 4);
        for (std::size_t i = 0; i < rest.size(); ++i) {
            if (i != 0) text += ", ";
            print_hex(text, rest[i], 2);
        }
        lister_.directive(file.size() - rest.size(), std::move(text));
    }

    Lister lister_;
    std::vector<PushItem> held_;
    bool uniform_ = true; // all that are held are the same word
};

} // namespace

Result<Listing> list(Bytes file, const TextOptions& options) {
    const auto style = style_of(options);
    if (!style) return std::unexpected(style.error());
    std::vector<std::uint8_t> assembled;
    if (kind_of(file) == FileKind::Text) {
        auto bytes = assemble({reinterpret_cast<const char*>(file.data()), file.size()}, options);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        assembled = std::move(*bytes);
        file = assembled;
    }
    const auto program = load_binary(file);
    if (!program) return std::unexpected(program.error());
    Listing listing;
    listing.isa = "nv2a";
    if (program->kind == FileKind::PushBuffer) {
        PushLister(listing, *style).run(file, writes_constants(program->slots));
    } else {
        list_slots(listing, *program, *style);
    }
    listing.warnings = program->warnings;
    return listing;
}

} // namespace relit::isa::nv2a
