// Reads one instruction of fragment program text: mnemonic with its suffixes, destination, condition, sources, flow.
#include "isa/rsx/fp/text/operation.hpp"

#include "base/text.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

#include <bit>
#include <charconv>

namespace relit::isa::rsx::fp {
namespace {

using W = Word128;

constexpr std::uint32_t kRegisters = 64; // that a word can name

/// What a mnemonic says: "MADRC1_m2_bx2_sat".
struct Mnemonic {
    Op op = Op::Nop;
    Precision precision = Precision::R;
    bool cc_write = false;
    std::uint32_t cc_written = 0, scale = 0;
    bool bx2 = false, saturate = false;
};

bool starts_with_ignoring_case(std::string_view text, std::string_view head) {
    return text.size() >= head.size() && equal_ignoring_case(text.substr(0, head.size()), head);
}

/// "R", "HC1", "": the precision and the condition register after an operation's name.
bool read_letters(std::string_view letters, Mnemonic& into) {
    for (std::size_t i = 0; i < kPrecisionNames.size() && !letters.empty(); ++i) {
        if (!starts_with_ignoring_case(letters, kPrecisionNames[i])) continue;
        into.precision = static_cast<Precision>(i);
        letters.remove_prefix(1);
        break;
    }
    if (letters.empty()) return true;
    into.cc_write = true;
    into.cc_written = letters.back() == '1' ? 1 : 0;
    return equal_ignoring_case(letters, "c") || equal_ignoring_case(letters, "c0") ||
           equal_ignoring_case(letters, "c1");
}

/// The operation with the longest name that leaves sensible letters.
bool read_base(std::string_view base, Mnemonic& into) {
    std::size_t longest = 0;
    const Mnemonic before = into;
    for (std::size_t number = 0; number < kOpRows.size(); ++number) {
        const std::string_view name = kOpRows[number].mnemonic;
        if (name.size() <= longest || !starts_with_ignoring_case(base, name)) continue;
        Mnemonic found = before;
        found.op = static_cast<Op>(number);
        if (!read_letters(base.substr(name.size()), found)) continue;
        longest = name.size();
        into = found;
    }
    return longest != 0;
}

bool read_suffix(std::string_view suffix, Mnemonic& into) {
    for (std::uint32_t i = 0; i < kScaleNames.size(); ++i) {
        if (kScaleNames[i].empty() || !equal_ignoring_case(suffix, kScaleNames[i])) continue;
        into.scale = i;
        return true;
    }
    const bool bx2 = equal_ignoring_case(suffix, "_bx2"), saturate = equal_ignoring_case(suffix, "_sat");
    into.bx2 = into.bx2 || bx2;
    into.saturate = into.saturate || saturate;
    return bx2 || saturate;
}

std::optional<Mnemonic> mnemonic_of(std::string_view text) {
    Mnemonic found;
    std::size_t end = std::min(text.find('_'), text.size());
    if (!read_base(text.substr(0, end), found)) return {};
    while (end < text.size()) {
        const std::size_t next = std::min(text.find('_', end + 1), text.size());
        if (!read_suffix(text.substr(end, next - end), found)) return {};
        end = next;
    }
    return found;
}

/// The fields say x with the lowest bit, masks in text with the highest.
std::uint32_t reversed(std::uint32_t mask) {
    constexpr std::array<std::uint8_t, 16> kReversed = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    return kReversed[mask];
}

template <std::size_t N>
std::optional<std::uint32_t> index_of(const std::array<std::string_view, N>& names, std::string_view name) {
    for (std::uint32_t i = 0; i < N; ++i)
        if (!names[i].empty() && equal_ignoring_case(names[i], name)) return i;
    return {};
}

std::optional<std::uint32_t> attribute_named(std::string_view name) {
    if (const auto found = index_of(kInputNames, name)) return found;
    const bool numbered = starts_with_ignoring_case(name, "v");
    const auto number = numbered ? register_number(name.substr(1)) : std::nullopt;
    return number && *number < kInputs ? number : std::nullopt;
}

void set_swizzle(Word128& word, const SourceFields& f, const isa::Swizzle& lanes) {
    const std::array<const FieldInfo*, 4> fields = {f.x, f.y, f.z, f.w};
    for (std::size_t i = 0; i < 4; ++i) word.insert(*fields[i], lanes[i]);
}

} // namespace

bool OperationReader::wrong(std::size_t at, std::string text) {
    fault = in.fault(at, std::move(text));
    return false;
}

bool OperationReader::operation(std::string_view name, std::size_t at, Operation& into) {
    const auto mnemonic = mnemonic_of(name);
    if (!mnemonic) return wrong(at, quoted(name) + " is not an operation");
    into.at = at;
    reads_attribute = false;
    Word128& word = into.word;
    word = blank_word(mnemonic->op, fill);
    word.set(W::precision, mnemonic->precision).set(W::cc_write, mnemonic->cc_write);
    if (mnemonic->cc_write) word.set(W::cc_written, mnemonic->cc_written);
    const bool result = has_result(word);
    if (!result && (mnemonic->scale != 0 || mnemonic->bx2 || mnemonic->saturate))
        return wrong(at, quoted(info(mnemonic->op).mnemonic) + " has no result to change");
    if (result) {
        word.set(W::scale, mnemonic->scale).set(W::bx2, mnemonic->bx2).set(W::saturate, mnemonic->saturate);
        if (!destination(word)) return false;
    }
    if (!condition(word)) return false;
    if (result && !arguments(into, info(mnemonic->op).mnemonic)) return false;
    if (reads_attribute && !word[W::indexed]) fill_index(word, fill);
    return flow(into, info(mnemonic->op).op_class) && read_fields(in, word, fault);
}

bool OperationReader::destination(Word128& word) {
    const std::size_t at = in.token_offset();
    const std::string_view name = in.word();
    if (name.empty()) return wrong(at, "a destination is expected");
    const bool half = name[0] == 'H' || name[0] == 'h';
    const std::uint32_t number = register_number(name.substr(1)).value_or(kRegisters);
    const bool nowhere = equal_ignoring_case(name.substr(1), "c");
    if ((!half && name[0] != 'R' && name[0] != 'r') || (!nowhere && number >= kRegisters))
        return wrong(at, quoted(name) + " is not a destination");
    word.set(W::dst_half, half).set(W::no_dst, nowhere);
    if (nowhere) {
        fill_destination(word, fill);
    } else {
        word.set(W::dst, number);
    }
    std::uint32_t mask = 0;
    if (!read_mask(in, mask, fault)) return false;
    word.set(W::mask, reversed(mask));
    return true;
}

bool OperationReader::condition(Word128& word) {
    if (!in.accept('(')) return true;
    const std::size_t at = in.token_offset();
    std::string_view name = in.word();
    const bool numbered = !name.empty() && (name.back() == '0' || name.back() == '1');
    const std::uint32_t tested = numbered && name.back() == '1' ? 1 : 0;
    if (numbered) name.remove_suffix(1);
    const auto condition = index_of(kConditionNames, name);
    if (!condition) return wrong(at, "FL, LT, EQ, LE, GT, NE, GE or TR is expected");
    isa::Swizzle lanes{};
    if (!read_swizzle(in, lanes, fault)) return false;
    word.insert(W::condition, *condition);
    word.set(W::cc_tested, tested);
    word.set(W::cc_x, std::uint32_t{lanes[0]}).set(W::cc_y, std::uint32_t{lanes[1]});
    word.set(W::cc_z, std::uint32_t{lanes[2]}).set(W::cc_w, std::uint32_t{lanes[3]});
    return in.accept(')') || wrong(in.at(), "')' is expected");
}

bool OperationReader::arguments(Operation& into, std::string_view name) {
    const OpInfo& op = info(into.word[W::op]);
    const bool texture = op.op_class == OpClass::Texture;
    unsigned count = 0;
    bool has_unit = false;
    while (!has_unit && in.accept(',')) {
        const char next = in.peek();
        if (texture && (next == 'T' || next == 't')) {
            if (!unit(into.word)) return false;
            has_unit = true;
        } else {
            if (count == op.sources()) return wrong(in.at(), quoted(name) + " has more sources than it reads");
            if (!source(into, count++)) return false;
        }
    }
    if (texture && !has_unit) return wrong(in.token_offset(), "',' and a texture unit, TEX0 to TEX15, are expected");
    // Texture operations may leave out the last of several sources.
    const unsigned least = texture && op.sources() > 1 ? op.sources() - 1 : op.sources();
    return count >= least || wrong(in.token_offset(), quoted(name) + " takes " + std::to_string(op.sources()) +
                                                          (op.sources() == 1 ? " source" : " sources"));
}

bool OperationReader::source(Operation& into, unsigned which) {
    const SourceFields& f = kSourceFields[which];
    into.word.set(*f.negate, in.accept('-'));
    const bool abs = in.accept('|');
    into.word.set(*f.abs, abs);
    const std::size_t at = in.token_offset();
    std::string_view precision;
    if (!source_base(into, which, precision)) return false;
    if (precision.empty() && in.peek() == '_') precision = in.word();
    if (!source_precision(into.word, which, precision, at)) return false;
    isa::Swizzle lanes{};
    if (!read_swizzle(in, lanes, fault)) return false;
    set_swizzle(into.word, f, lanes);
    return !abs || in.accept('|') || wrong(in.at(), "'|' is expected");
}

bool OperationReader::source_base(Operation& into, unsigned which, std::string_view& precision) {
    const SourceFields& f = kSourceFields[which];
    const std::size_t at = in.token_offset();
    into.word.insert(*f.temp, 0);
    into.word.set(*f.half, false);
    if (in.accept('{')) {
        into.word.set(*f.type, Type::Constant);
        return constant_source(into, at);
    }
    std::string_view name = in.word();
    if (name.empty()) return wrong(at, "a source is expected");
    const std::size_t underscore = std::min(name.find('_'), name.size());
    precision = name.substr(underscore);
    name = name.substr(0, underscore);
    const bool flat = equal_ignoring_case(name, "g");
    if (flat || equal_ignoring_case(name, "f")) {
        into.word.set(*f.type, Type::Input);
        return attribute(into.word, flat, at);
    }
    into.word.set(*f.type, Type::Temp);
    return temp(into.word, which, name, at);
}

bool OperationReader::temp(Word128& word, unsigned which, std::string_view name, std::size_t at) {
    const bool half = starts_with_ignoring_case(name, "h");
    const std::uint32_t number = name.empty() ? kRegisters : register_number(name.substr(1)).value_or(kRegisters);
    if ((!half && !starts_with_ignoring_case(name, "r")) || number >= kRegisters)
        return wrong(at, quoted(name) + " is not a source");
    word.insert(*kSourceFields[which].temp, number);
    word.set(*kSourceFields[which].half, half);
    return true;
}

bool OperationReader::attribute(Word128& word, bool flat, std::size_t at) {
    Word128 one;
    one.set(W::flat, flat);
    if (!in.accept('[')) return wrong(in.at(), "'[' is expected");
    if (!attribute_in_brackets(one)) return false;
    if (!in.accept(']')) return wrong(in.at(), "']' is expected");
    if (reads_attribute) {
        const bool same = word[W::flat] == flat && word[W::indexed] == one[W::indexed] &&
                          (one[W::indexed] ? word[W::index] == one[W::index] : word[W::input] == one[W::input]);
        return same || wrong(at, "an instruction reads one attribute, in one way");
    }
    reads_attribute = true;
    word.set(W::flat, flat).set(W::indexed, one[W::indexed]);
    if (one[W::indexed]) {
        word.set(W::index, one[W::index]);
    } else {
        word.set(W::input, one[W::input]);
    }
    return true;
}

bool OperationReader::attribute_in_brackets(Word128& one) {
    const std::size_t at = in.token_offset();
    const std::string_view name = in.word();
    if (!equal_ignoring_case(name, "aL")) {
        const auto number = attribute_named(name);
        if (!number) return wrong(at, quoted(name) + " is not an attribute");
        one.set(W::input, *number);
        return true;
    }
    one.set(W::indexed, true);
    const bool negative = in.accept('-');
    std::int64_t offset = 0;
    if (negative || in.accept('+')) {
        const auto number = in.number();
        if (!number) return wrong(in.at(), "a number is expected");
        offset = negative ? -std::int64_t{*number} : std::int64_t{*number};
    }
    // The field counts from TEX0.
    one.insert(W::index, static_cast<std::uint64_t>(offset - indexed_input(Word128{})));
    return indexed_input(one) == offset || wrong(at, "the offset does not fit its field");
}

bool OperationReader::constant_source(Operation& into, std::size_t at) {
    std::array<std::uint32_t, 4> lanes{};
    if (!constant(lanes)) return false;
    if (into.constant && *into.constant != lanes) return wrong(at, "an instruction can have one constant only");
    into.constant = lanes;
    return true;
}

bool OperationReader::source_precision(Word128& word, unsigned which, std::string_view name, std::size_t at) {
    const auto found = name.empty() ? std::optional<std::uint32_t>{0} : index_of(kSourcePrecisionNames, name);
    if (!found) return wrong(at, quoted(name) + " is not a precision: _h, _x, _b, _s or _n");
    word.insert(*kSourceFields[which].precision, *found);
    return true;
}

bool OperationReader::unit(Word128& word) {
    const std::size_t at = in.token_offset();
    const std::string_view name = in.word();
    const auto number = starts_with_ignoring_case(name, "tex") ? register_number(name.substr(3)) : std::nullopt;
    if (!number || *number >= kUnits) return wrong(at, quoted(name) + " is not a texture unit");
    word.set(W::unit, *number);
    return true;
}

// ---- constants

bool OperationReader::constant(std::array<std::uint32_t, 4>& lanes) {
    return numbers(lanes) && (in.accept('}') || wrong(in.at(), "'}' is expected"));
}

bool OperationReader::numbers(std::array<std::uint32_t, 4>& lanes) {
    const std::size_t at = in.token_offset();
    std::size_t count = 0;
    do {
        if (count == 4) return wrong(in.token_offset(), "a constant has four numbers");
        if (!number(lanes[count++])) return false;
    } while (in.accept(','));
    if (count == 1) lanes.fill(lanes[0]);
    return count == 1 || count == 4 || wrong(at, "a constant has four numbers, or one that stands for all");
}

/// "0x3f000000", with anything in parentheses after it, or a decimal number.
bool OperationReader::number(std::uint32_t& bits) {
    const std::size_t at = in.token_offset();
    std::string text = in.accept('-') ? "-" : "";
    text += in.dotted_word();
    if (starts_with_ignoring_case(text, "0x")) {
        const auto value = parse_integer(text);
        if (!value || *value > UINT32_MAX) return wrong(at, "a number of 32 bits is expected");
        bits = static_cast<std::uint32_t>(*value);
        if (!in.accept('(')) return true;
        while (!in.accept(')'))
            if (in.dotted_word().empty() && !in.accept('-') && !in.accept('+'))
                return wrong(in.at(), "')' is expected");
        return true;
    }
    if (text.ends_with('e') || text.ends_with('E')) {
        if (in.accept('-')) text += '-';
        (void)in.accept('+');
        text += in.dotted_word();
    }
    float value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || text.empty())
        return wrong(at, "a number is expected");
    bits = std::bit_cast<std::uint32_t>(value);
    return true;
}

// ---- flow

bool OperationReader::flow(Operation& into, OpClass op_class) {
    if (op_class == OpClass::Loop && !counts(into.word)) return false;
    const unsigned most = op_class == OpClass::If ? 2 : op_class == OpClass::Loop ? 1 : 0;
    if (op_class == OpClass::Call) {
        into.target_count = 1;
        if (!in.accept('[')) return target(into.targets[0]);
        return target(into.targets[0]) && (in.accept(']') || wrong(in.at(), "']' is expected"));
    }
    if (most == 0 || !in.accept('[')) return true;
    for (unsigned i = 0; i < most; ++i) {
        if (i != 0 && !in.accept(',')) return wrong(in.at(), "',' is expected");
        if (!target(into.targets[i])) return false;
    }
    into.target_count = most;
    return in.accept(']') || wrong(in.at(), "']' is expected");
}

bool OperationReader::counts(Word128& word) {
    if (!in.accept('{')) return wrong(in.at(), "'{' and the number of iterations are expected");
    if (!count(W::count, word, false)) return false;
    if (in.accept(',')) {
        if (!count(W::initial, word, false)) return false;
        if (!in.accept(',')) return wrong(in.at(), "',' is expected");
        if (!count(W::step, word, true)) return false;
    }
    return in.accept('}') || wrong(in.at(), "'}' is expected");
}

bool OperationReader::count(const FieldInfo& field, Word128& word, bool is_signed) {
    const std::size_t at = in.token_offset();
    const bool negative = is_signed && in.accept('-');
    const auto number = in.number();
    const std::uint32_t most = !is_signed ? 255 : negative ? 128 : 127;
    if (!number || *number > most) return wrong(at, "a number up to " + std::to_string(most) + " is expected");
    word.insert(field, negative ? 0 - std::uint64_t{*number} : std::uint64_t{*number});
    return true;
}

/// "01f": a slot in hex digits; names of labels begin with 'L'.
bool OperationReader::target(Destination& into) {
    into.at = in.token_offset();
    const std::string_view name = in.dotted_word();
    if (starts_with_ignoring_case(name, "l")) {
        into.label = name;
        return true;
    }
    const auto end = std::from_chars(name.data(), name.data() + name.size(), into.slot, 16);
    const bool good = !name.empty() && end.ec == std::errc{} && end.ptr == name.data() + name.size();
    // An address counts dwords and has 31 bits.
    return (good && into.slot <= detail::low_mask(29)) || wrong(into.at, "a slot in hex digits or a label is expected");
}

} // namespace relit::isa::rsx::fp
