// The calls of which xemu makes its shaders, "DP4(oPos,x, v0, c[96]);", as the text of an NV2A program.
#include "base/text.hpp"
#include "base/words.hpp"
#include "isa/nv2a/text/foreign_text.hpp"
#include "isa/nv2a/text/operation.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <optional>

namespace relit::isa::nv2a {
namespace {

using W = Word128;

constexpr TextRules kXemuRules = {
    .line_comment = '\0', .new_lines_end_statements = false, .semicolons_end_statements = true};
constexpr std::uint32_t kFogOutput = 5;

/// "/* Slot 3: 0x00000000 0x00EC001B 0x0836186C 0x20708800 */"
struct Slot {
    std::size_t at = 0, end = 0; // of the comment
    std::uint32_t number = 0;
    Word128 word;
};

constexpr std::string_view kSlotComment = "/* Slot ";

std::optional<Slot> slot_comment_at(std::string_view text, std::size_t at) {
    Reader in(text.substr(at + kSlotComment.size()), kXemuRules);
    Slot slot{.at = at};
    const auto number = in.number();
    if (!number || !in.accept(':')) return {};
    slot.number = *number;
    for (std::uint32_t& raw : slot.word.raw) {
        const auto value = in.number();
        if (!value) return {};
        raw = *value;
    }
    if (!in.accept('*') || !in.accept('/')) return {};
    slot.end = at + kSlotComment.size() + in.at();
    return slot;
}

std::vector<Slot> slots_in(std::string_view text) {
    std::vector<Slot> slots;
    for (std::size_t at = text.find(kSlotComment); at != std::string_view::npos; at = text.find(kSlotComment, at + 1))
        if (const auto slot = slot_comment_at(text, at)) slots.push_back(*slot);
    return slots;
}

/// What a word does, as one of the calls that xemu writes for it.
struct Effect {
    bool from_ilu = false;
    Destination target;
};

/// In xemu's order; it omits what the MAC writes to R1 beside an operation of the ILU.
std::vector<Effect> effects_of(const W& word) {
    std::vector<Effect> effects;
    const bool paired = word[W::mac] != Mac::Nop && ilu_has_result(word);
    const auto output = [&](bool from_ilu) {
        if (!writes_output(word) || (word[W::out_source] != 0) != from_ilu) return;
        const bool constant = word[W::out_bank] == 0;
        const std::uint32_t number = constant ? word[W::out_address] : word[W::out_address] % kOutputs;
        effects.push_back(
            {from_ilu, {constant ? TargetKind::Constant : TargetKind::Output, number, word[W::out_mask], 0}});
    };
    if (word[W::mac] == Mac::Arl) effects.push_back({false, {TargetKind::Address, 0, 15, 0}});
    output(false);
    if (mac_writes_temp(word) && (!paired || word[W::temp] != kPairedTemp))
        effects.push_back({false, {TargetKind::Temp, word[W::temp], word[W::mac_mask], 0}});
    output(true);
    if (ilu_writes_temp(word)) effects.push_back({true, {TargetKind::Temp, ilu_temp(word), word[W::ilu_mask], 0}});
    return effects;
}

bool same_target(const Destination& said, const Destination& done) {
    if (said.kind != done.kind) return false;
    if (done.kind == TargetKind::Address) return true;
    const bool fog = done.kind == TargetKind::Output && done.number == kFogOutput; // xemu moves its lanes together
    return said.number == done.number && (said.mask == done.mask || fog);
}

bool same_source(const W& word, char which, const Source& said, bool one_lane) {
    const Operand done = operand(word, which);
    if (said.operand.mux != done.mux || said.operand.negate != done.negate) return false;
    if (said.operand.swizzle[0] != done.swizzle[0] || (!one_lane && said.operand.swizzle != done.swizzle)) return false;
    switch (done.mux) {
        case Mux::Temp: return said.operand.reg == done.reg;
        case Mux::Input: return said.index == word[W::input];
        case Mux::Constant: return said.index == word[W::constant] && said.relative == word[W::relative];
        case Mux::None: return false;
    }
    unreachable("mux");
}

bool says(const Operation& call, const Effect& effect, const W& word) {
    if (!same_target(call.target, effect.target)) return false;
    if (effect.from_ilu)
        return call.ilu == word[W::ilu] && same_source(word, 'C', call.sources[0], info(word[W::ilu]).lanes == 1);
    if (call.mac != word[W::mac]) return false;
    const std::string_view reads = info(word[W::mac]).reads;
    for (unsigned i = 0; i < reads.size(); ++i)
        if (!same_source(word, reads[i], call.sources[i], false)) return false;
    return true;
}

class XemuReader {
public:
    explicit XemuReader(std::string_view text) : text_(text), in_(text, kXemuRules) {}

    Result<std::vector<std::uint8_t>> run() {
        const std::vector<Slot> slots = slots_in(text_);
        const bool read = slots.empty() ? calls() : words(slots);
        if (!read) return std::unexpected(std::move(fault_));
        return std::move(bytes_);
    }

private:
    bool wrong(std::size_t at, std::string text) {
        fault_ = in_.fault(at, std::move(text));
        return false;
    }
    bool add(const W& word, std::size_t at) {
        if (bytes_.size() == std::size_t{kMaxSlots} * kSlotBytes) return wrong(at, "more than 136 slots");
        add_words(bytes_, word.raw);
        return true;
    }

    // ---- the words of the comments

    bool words(const std::vector<Slot>& slots) {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const Slot& slot = slots[i];
            if (i != 0 && slots[i - 1].word[W::final])
                return wrong(slot.at,
                             "slot " + std::to_string(slots[i - 1].number) + " ends the program: one in a text");
            if (slot.number != i)
                return wrong(slot.at, "slot " + std::to_string(i) + " is expected, not " + std::to_string(slot.number));
            in_.seek(slot.end);
            const bool last = i + 1 == slots.size();
            if (!operations_up_to(last ? text_.size() : slots[i + 1].at, last) || !check(slot) ||
                !add(slot.word, slot.at))
                return false;
        }
        return true;
    }
    /// After the last slot the rest of a shader may stand.
    bool operations_up_to(std::size_t end, bool last) {
        operations_.clear();
        while (!in_.at_end() && in_.token_offset() < end) {
            if (last && !is_statement()) return true;
            if (!statement()) return false;
        }
        return true;
    }
    bool check(const Slot& slot) {
        const std::vector<Effect> effects = effects_of(slot.word);
        bool same = !kept_ && effects.size() == operations_.size();
        for (std::size_t i = 0; same && i < effects.size(); ++i) same = says(operations_[i], effects[i], slot.word);
        return same ||
               wrong(slot.at, "slot " + std::to_string(slot.number) + ": its words and the calls beside them differ");
    }

    // ---- calls without comments: a word each, but for those between a value in _temp_vec and its use

    bool calls() {
        const std::size_t begin = in_.token_offset();
        while (!in_.at_end()) {
            const std::size_t at = in_.token_offset();
            if (!statement()) return false;
            if (kept_) continue;
            auto word = join(operations_, in_, TwoInputs::Error, Fill::Plain);
            if (!word) {
                fault_ = std::move(word.error());
                return false;
            }
            if (!add(*word, at)) return false;
            operations_.clear();
        }
        if (kept_) return wrong(in_.at(), "what is kept for later is not stored");
        if (bytes_.empty()) return wrong(begin, "there is no call");
        bytes_[bytes_.size() - 4] |= 1; // FINAL
        return true;
    }

    // ---- statements

    /// Whether a call or a store of a kept value follows.
    bool is_statement() {
        const std::size_t before = in_.token_offset();
        const std::string_view name = in_.word();
        const bool call = !name.empty() && in_.accept('(') && is_call(name);
        in_.seek(before);
        return call || store(false);
    }
    static bool is_call(std::string_view name) {
        const auto has_name = [&](const auto& row) { return row.mnemonic == name; };
        return !name.empty() && name != info(Mac::Nop).mnemonic &&
               (std::ranges::any_of(kMacRows, has_name) || std::ranges::any_of(kIluRows, has_name));
    }
    bool statement() {
        const std::size_t at = in_.token_offset();
        if (kept_ && store(true)) return finish_statement();
        if (operations_.size() == kMaxJoined) return wrong(at, "more than three calls for one word");
        Operation& call = operations_.emplace_back();
        call.at = at;
        return read_call(call) && finish_statement();
    }
    bool finish_statement() { return in_.end_statement(true) || wrong(in_.at(), "';' is expected"); }

    /// "R0.xyz = _temp_vec.xyz" or "A0 = _temp_addr"; where `take`, gives the kept operation its destination.
    bool store(bool take) {
        const std::size_t before = in_.token_offset();
        Destination target;
        Fault ignored;
        OperationReader reader{in_, names_, Numbering::Raw, ignored};
        std::uint32_t lanes = 15;
        const bool found = reader.target(target) && in_.accept('=') && in_.word() == kept_name(target.kind) &&
                           read_mask(in_, lanes, ignored) && lanes == target.mask;
        const bool fits = found && kept_ && operations_[*kept_].target.kind == target.kind &&
                          operations_[*kept_].target.mask == target.mask;
        if (!take || !fits) {
            in_.seek(before);
            return found && !take;
        }
        operations_[*kept_].target = target;
        kept_.reset();
        return true;
    }
    static std::string_view kept_name(TargetKind kind) {
        return kind == TargetKind::Address ? "_temp_addr" : "_temp_vec";
    }

    bool read_call(Operation& call) {
        OperationReader reader{in_, names_, Numbering::Raw, fault_};
        std::string_view name;
        if (!reader.mnemonic(call, name)) return false;
        if (!is_call(name)) return wrong(call.at, quoted(name) + " is not one of xemu's calls");
        if (!in_.accept('(')) return wrong(in_.at(), "'(' is expected");
        if (!destination(reader, call)) return false;
        for (unsigned i = 0; i < call.count; ++i) {
            if (!in_.accept(','))
                return wrong(in_.at(), quoted(name) + " takes " + std::to_string(call.count) + " sources");
            if (!reader.source(call.sources[i])) return false;
        }
        return in_.accept(')') || wrong(in_.at(), "')' is expected");
    }
    /// "oPos,xyz", "_temp_vec,x", "A0".
    bool destination(OperationReader& reader, Operation& call) {
        Destination& target = call.target;
        target.at = in_.token_offset();
        const std::string_view name = in_.word();
        const bool address = call.mac == Mac::Arl;
        if (name.empty()) return wrong(target.at, "a destination is expected");
        if (name == kept_name(address ? TargetKind::Address : TargetKind::Temp)) {
            if (kept_) return wrong(target.at, "a value is kept already");
            target.kind = address ? TargetKind::Address : TargetKind::Temp;
            kept_ = operations_.size() - 1;
        } else if (!reader.target_register(target, name)) {
            return false;
        }
        return address || lanes(target);
    }
    bool lanes(Destination& target) {
        if (!in_.accept(',')) return wrong(in_.at(), "the lanes of the destination are expected");
        const std::size_t at = in_.token_offset();
        const auto mask = mask_of(in_.word());
        target.mask = mask.value_or(0);
        return mask || wrong(at, std::string(kNoMask));
    }

    std::string_view text_;
    Reader in_;
    Names names_;
    Fault fault_;
    std::vector<std::uint8_t> bytes_;
    std::vector<Operation> operations_; // of the word that is read
    std::optional<std::size_t> kept_;   // which of them waits in _temp_vec or _temp_addr for its destination
};

} // namespace

bool looks_like_xemu(std::string_view text) {
    const auto call_at = [&](std::size_t at) {
        Reader in(text, kXemuRules);
        in.seek(at);
        return !in.word().empty() && in.accept('(');
    };
    return call_at(0) || std::ranges::any_of(slots_in(text), [&](const Slot& slot) { return call_at(slot.end); });
}

Result<std::vector<std::uint8_t>> assemble_xemu(std::string_view text) { return XemuReader(text).run(); }

} // namespace relit::isa::nv2a
