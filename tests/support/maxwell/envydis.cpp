// envytools' spelling of Maxwell instructions, as far as it differs from ours.
#include "tests/support/maxwell/envydis.hpp"

#include "isa/maxwell/text/syntax.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace relit::test {
namespace {

using isa::maxwell::Control;
using isa::maxwell::control_of;
using isa::maxwell::FieldId;
using isa::maxwell::FieldRow;
using isa::maxwell::GuardRule;
using isa::maxwell::Instruction;
using isa::maxwell::Kind;
using isa::maxwell::kNoBarrier;
using isa::maxwell::kTruePredicate;
using isa::maxwell::kZeroRegister;
using isa::maxwell::lanes_name;
using isa::maxwell::name_of;
using isa::maxwell::offset_of;
using isa::maxwell::Op;
using isa::maxwell::OperandPattern;
using isa::maxwell::Role;
using isa::maxwell::Syntax;
using isa::maxwell::target_of;
using enum FieldId;
using Around = OperandPattern::Around;

/// What a line says.
struct LineContent {
    std::vector<std::string> words;  // sorted
    std::vector<std::string> values; // in order, with what stands before each: "neg abs r5"
};

std::string hex(std::int64_t value) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, static_cast<std::uint64_t>(value), 16).ptr;
    return {digits, end};
}

void add_words(std::vector<std::string>& words, std::string_view text) {
    while (!text.empty()) {
        const std::size_t blank = text.find(' ');
        if (blank != 0) words.emplace_back(text.substr(0, blank));
        text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    }
}

std::string lower(std::string_view text) {
    std::string result;
    for (const char c : text) result += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c == '.' ? ' ' : c);
    return result;
}

// ---- the mapping

struct OpWords {
    Op op;
    std::string_view words;
};
constexpr OpWords kOpWords[] = {
#define ENVYDIS_OP(op, words) {Op::op, words},
#include "tests/support/maxwell/envydis_ops.inc"
#undef ENVYDIS_OP
};
std::string words_of(Op op) {
    for (const OpWords& row : kOpWords)
        if (row.op == op) return std::string(row.words);
    return lower(isa::maxwell::row(op).mnemonic);
}

/// What envydis calls a value where the name is not ours in small letters. `field` is the id without its digits.
struct ValueWords {
    std::string_view ops; // that it holds for, between blanks; empty: all
    std::string_view field;
    std::uint64_t value;
    std::string_view words;
};
constexpr ValueWords kValueWords[] = {
#define ENVYDIS_VALUE(ops, field, value, words) {ops, #field, value, words},
#include "tests/support/maxwell/envydis_values.inc"
#undef ENVYDIS_VALUE
};

std::string_view without_digits(std::string_view id) {
    const std::size_t end = id.find_last_not_of("0123456789_");
    return id.substr(0, end + 1);
}
bool is_among(std::string_view ops, std::string_view name) {
    return ops.empty() || (" " + std::string(ops) + " ").find(" " + std::string(name) + " ") != std::string::npos;
}
/// "array_2d lz" is "a2d lz".
std::string shape(const std::string& name) {
    static constexpr std::pair<std::string_view, std::string_view> kShapeWords[] = {
        {"array_2d", "a2d"}, {"1d", "t1d"}, {"2d", "t2d"}, {"3d", "t3d"}, {"cube", "tcube"}};
    for (const auto& [ours, theirs] : kShapeWords)
        if (name.starts_with(ours)) return std::string(theirs) + name.substr(ours.size());
    return name;
}
/// "SR_TID.X" is "$tidx".
std::string special(std::string_view name) {
    std::string text = lower(name.substr(name.find('_') + 1));
    std::erase(text, ' ');
    return text;
}

std::string words_of(const Instruction& in, FieldId id) {
    const FieldRow& field = isa::maxwell::row(id);
    const std::uint64_t value = field.of(in.word);
    for (const ValueWords& row : kValueWords)
        if (without_digits(field.id) == row.field && row.value == value &&
            is_among(row.ops, isa::maxwell::row(in.op()).mnemonic))
            return std::string(row.words);
    if (field.kind == Kind::PlusOne) return value == 3 && in.op() == Op::IADD32I ? "po" : "";
    if (field.role == Role::Shape) return shape(lower(name_of(field, value)));
    if (field.id.starts_with("Special")) return "$" + special(name_of(field, value));
    const std::string_view name = name_of(field, value);
    return lower(name.starts_with("CC.") ? name.substr(3) : name);
}

// ---- what we say

class Speaker {
public:
    explicit Speaker(const Instruction& in) : in_(in) {}

    LineContent run() {
        if (const std::uint32_t guard = in_.guard(); guard == 15) {
            said_.values.emplace_back("never");
        } else if (guard != kTruePredicate) {
            said_.values.push_back(predicate(guard));
        }
        add_words(said_.words, words_of(in_.op()));
        Syntax syntax(isa::maxwell::row(in_.form).text);
        while (const auto id = syntax.modifier()) add_words(said_.words, words_of(in_, *id));
        while (const auto pattern = syntax.operand()) operand(*pattern);
        if (is_video_shift()) add_words(said_.words, in_[VideoReg50] != 0 ? "u8" : "u16");
        std::ranges::sort(said_.words);
        return std::move(said_);
    }

private:
    static std::string predicate(std::uint64_t value) {
        const std::uint64_t number = value & 7;
        const std::string name = number == kTruePredicate ? "1" : "p" + std::to_string(number);
        return value >= 8 ? "not " + name : name;
    }
    static std::string reg(std::uint64_t value) { return value == kZeroRegister ? "0" : "r" + std::to_string(value); }
    /// Their B is a number in every word, of a type that the bit says which means a register elsewhere.
    [[nodiscard]] bool is_video_shift() const { return in_.op() == Op::VSHL || in_.op() == Op::VSHR; }
    /// Predicates that envydis leaves out.
    [[nodiscard]] static bool is_silent(FieldId id) { return id == Pd51 || id == Pd30 || id == Pd45; }
    [[nodiscard]] bool has_register_handle() const {
        return isa::maxwell::row(in_.op()).mnemonic.find(".B") != std::string_view::npos;
    }
    void operand(const OperandPattern& pattern) {
        const std::size_t which =
            is_video_shift() ? pattern.core.size() - 1 - (pattern.core[1] == End ? 1 : 0) : pattern.which(in_.word);
        if (is_silent(pattern.core[which]) && in_.op() != Op::VOTE && in_.op() != Op::SUATOM && in_.op() != Op::PIXLD)
            return;
        if (pattern.core[which] == Mask31 && has_register_handle()) said_.values.emplace_back("0");
        std::string value;
        if (pattern.sign != End) {
            const FieldRow& sign = isa::maxwell::row(pattern.sign);
            const std::uint64_t bits = sign.of(in_.word);
            const bool both = bits == 3 && in_.op() != Op::IADD32I; // they say so instead of "po"
            if (sign.kind == Kind::Negate ? bits != 0 : both || bits == (sign.kind == Kind::NegateIf1 ? 1U : 2U))
                value += "neg ";
        }
        if (pattern.absolute != End && in_[pattern.absolute] != 0) value += "abs ";
        if (pattern.invert != End && in_[pattern.invert] != 0) value += "inv ";
        if (pattern.suffix[which] != End) add_words(said_.words, words_of(in_, pattern.suffix[which]));
        if (pattern.around != Around::Nothing || pattern.slot != End) {
            if (pattern.slot != End) value += "c" + std::to_string(in_[pattern.slot]);
            if (pattern.slot != End && in_[pattern.core[0]] == kZeroRegister)
                return said_.values.push_back(value + "[" + hex(offset_of(in_) & 0xffff) + "]");
            value += "[" + reg(in_[pattern.core[0]]) + "+" + hex(offset_of(in_)) + "]";
            said_.values.push_back(value);
        } else {
            core(value, pattern.core[which]);
        }
    }
    void core(const std::string& before, FieldId id) {
        const FieldRow& field = isa::maxwell::row(id);
        const std::uint64_t bits = field.of(in_.word);
        const auto say = [&](const std::string& value) { said_.values.push_back(before + value); };
        if (id == Scoreboard26) return say(hex(static_cast<std::int64_t>(bits)));
        if (id == Shift6_20 && in_.op() == Op::SHF_L) // theirs is wider, over fields that it prints besides
            return say(hex(isa::maxwell::row(Int20_20).signed_of(in_.word)));
        if (id == Ps47 && in_[Where52] != 2) // theirs stands in the low bits of Rc, unless that has an offset
            return say(predicate(in_[Rc39] & 7));
        switch (field.kind) {
            case Kind::Register:
            case Kind::Same: return say(reg(bits));
            case Kind::Predicate:
            case Kind::Condition: return say(predicate(bits));
            case Kind::Cbuf:
                return say("c" + std::to_string(bits >> 14) + "[" + hex(static_cast<std::int64_t>(bits & 0x3fff) * 4) +
                           "]");
            case Kind::Name:
            case Kind::SplitName: return add_words(said_.words, words_of(in_, id));
            case Kind::Lanes: return add_words(said_.words, lower(lanes_name(bits, in_[Role::D2] != kZeroRegister)));
            case Kind::CbufTarget: return target_in_buffer(bits);
            case Kind::Target: return say(hex(*target_of(in_)));
            case Kind::Signed: return say(hex(field.signed_of(in_.word)));
            case Kind::Float32Top: return say(hex(static_cast<std::int64_t>(bits << 12)));
            case Kind::Float64Top: return say(hex(static_cast<std::int64_t>(bits << 44)));
            case Kind::Half10:
                return say((bits >= 0x200 ? "neg " : "") + hex(static_cast<std::int64_t>((bits & 0x1ff) << 6)));
            default: return say(hex(static_cast<std::int64_t>(bits)));
        }
    }

    /// A register before it is part of the address.
    void target_in_buffer(std::uint64_t bits) {
        std::string buffer = "c" + std::to_string(bits >> 16) + "[";
        const std::string offset = hex(static_cast<std::int64_t>(bits & 0xffff));
        if (!in_.has(Role::A)) return said_.values.push_back(buffer + offset + "]");
        if (in_.op() == Op::JMX) said_.values.push_back(said_.values.back()); // there it stands twice
        const std::string base = said_.values.back();
        said_.values.back() = buffer + (base == "0" ? "" : base + "+") + offset + "]";
    }

    const Instruction& in_;
    LineContent said_;
};

// ---- what envydis says

std::int64_t number(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.starts_with("0x")) text.remove_prefix(2);
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return static_cast<std::int64_t>(negative ? 0 - value : value);
}

/// "g[$r48-0x10]", "c5[0x4d08]", "c20[$r41]"
std::string address_of(std::string_view text) {
    const std::size_t open = text.find('[');
    const std::string_view file = text.substr(0, open);
    std::string_view inside = text.substr(open + 1, text.find(']') - open - 1);
    const bool constant = file.starts_with('c') && file.size() > 1;
    std::string base = "0";
    if (inside.starts_with("$r")) {
        const std::size_t end = inside.find_first_of("+-");
        base = std::string(inside.substr(1, end - 1));
        inside.remove_prefix(end == std::string_view::npos ? inside.size() : end);
    }
    const std::int64_t offset = inside.empty() ? 0 : number(inside);
    if (constant && base == "0") return std::string(file) + "[" + hex(offset & 0xffff) + "]";
    return (constant ? std::string(file) : "") + "[" + base + "+" + hex(offset) + "]";
}

bool is_prefix(std::string_view word) { return word == "neg" || word == "abs" || word == "inv" || word == "not"; }

LineContent said_by(std::string_view line) {
    std::vector<std::string> parts;
    add_words(parts, line);
    LineContent said;
    std::string before;
    for (const std::string& part : parts) {
        const bool is_register = part.starts_with("$r") && part.size() > 2 && part[2] >= '0' && part[2] <= '9';
        const bool is_predicate = part.starts_with("$p") && part.size() == 3 && part[2] >= '0' && part[2] <= '6';
        if (is_prefix(part)) {
            before += part + " ";
        } else if (is_register || is_predicate) {
            said.values.push_back(before + part.substr(1)), before.clear();
        } else if (part.starts_with("0x") || part.starts_with("-0x")) {
            said.values.push_back(before + hex(number(part))), before.clear();
        } else if (part.find('[') != std::string::npos) {
            said.values.push_back(before + address_of(part)), before.clear();
        } else if (part == "never") {
            said.values.emplace_back("never");
        } else if (part != "C") {
            // "c" is the flags of IMAD, "mz" the samples of TLDS.F16
            said.words.push_back(part == "c" ? "cc" : part == "mz" ? "ms" : part);
        }
    }
    std::ranges::sort(said.words);
    return said;
}

std::string join(const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
    return text;
}

} // namespace

std::string envydis_difference(const Instruction& in, std::string_view line) {
    if (!in.known()) return "not known to us: " + std::string(line);
    LineContent ours = Speaker(in).run(), theirs = said_by(line);
    // They print the predicate of operations that have none.
    const bool bare = isa::maxwell::row(in.op()).guard == GuardRule::Bare;
    const std::string unread = "p" + std::to_string(in[Guard16]);
    if (bare && !theirs.values.empty() && theirs.values.front() == unread) theirs.values.erase(theirs.values.begin());
    if (in.op() == Op::PIXLD) std::iter_swap(ours.values.end() - 3, ours.values.end() - 2);
    std::string text;
    if (ours.words != theirs.words) text += " words " + join(ours.words) + " | " + join(theirs.words);
    if (ours.values != theirs.values) text += " values " + join(ours.values) + " | " + join(theirs.values);
    return text;
}

std::string envydis_schedule_difference(std::uint64_t word, std::string_view line) {
    std::string text = "sched";
    for (std::uint64_t address = 8; address < 32; address += 8) {
        const Control control = control_of(word, address);
        const auto hex_of = [&](const Field<std::uint32_t>& field) { return "0x" + hex(control[field]); };
        text += " (st " + hex_of(Control::stall);
        if (control[Control::yield] != 0) text += " yl";
        if (control[Control::write] != kNoBarrier) text += " wr " + hex_of(Control::write);
        if (control[Control::read] != kNoBarrier) text += " rd " + hex_of(Control::read);
        if (control[Control::wait] != 0) text += " wt " + hex_of(Control::wait);
        if (control[Control::reuse] != 0) text += " ru " + hex_of(Control::reuse);
        text += ")";
    }
    return text == line ? "" : text + " | " + std::string(line);
}

bool read_envydis_line(std::string_view line, EnvydisLine& into) {
    if (line.size() < 28 || line[8] != ':') return false;
    const auto word = [&](std::size_t at) { return static_cast<std::uint64_t>(number(line.substr(at, 8))); };
    into.address = static_cast<std::uint32_t>(word(0));
    into.word = word(19) << 32 | word(10);
    std::string_view text = line.substr(27);
    const auto skip_blanks = [&] { text.remove_prefix(std::min(text.find_first_not_of(' '), text.size())); };
    skip_blanks();
    if (text.starts_with("C ")) text.remove_prefix(1); // a target
    skip_blanks();
    into.text = text;
    return true;
}

bool is_approximate(std::string_view text) {
    return text.find("???") != std::string_view::npos || text.find("unknown") != std::string_view::npos;
}

} // namespace relit::test
