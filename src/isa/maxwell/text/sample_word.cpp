// Random legal words.
#include "isa/maxwell/text/sample_word.hpp"

#include "isa/maxwell/text/syntax.hpp"

namespace relit::isa::maxwell {
namespace {

using enum FieldId;

/// Fills the fields of one word.
class Maker {
public:
    Maker(Random& random, Form form) : random_(random), form_(row(form)), word_(form_.value) {}

    std::uint64_t make() {
        if (row(form_.op).guard == GuardRule::Guarded)
            put(Guard16, random_.one_in(2) ? kTruePredicate : random_.below(16));
        Syntax syntax(form_.text);
        while (const auto id = syntax.modifier()) legal(*id);
        while (const auto pattern = syntax.operand()) operand(*pattern);
        return word_;
    }

private:
    void put(FieldId id, std::uint64_t value) { word_ = row(id).put(word_, value); }

    /// A value with a meaning: one of two times the usual one.
    void legal(FieldId id) {
        const FieldRow& field = row(id);
        const std::uint64_t before = word_;
        for (;;) {
            const std::uint32_t value = random_.below(1U << field.bits());
            put(id, value);
            if (field.kind == Kind::SharedModifier && ((word_ ^ before) & row(TypeA48).mask()) != 0) continue;
            if (field.names.empty() || name_of(field, value) != "?") return;
        }
    }
    void operand(const OperandPattern& pattern) {
        if (pattern.optional && random_.one_in(3)) {
            word_ = with_usual(pattern, word_);
            return;
        }
        for (const FieldId id : {pattern.invert, pattern.absolute, pattern.slot, pattern.selector, pattern.offset})
            if (id != End) put(id, random_.next());
        if (pattern.sign != End && row(pattern.sign).kind == Kind::Negate) put(pattern.sign, random_.below(2));
        const std::size_t which = pattern.which(word_);
        core(pattern.core[which]);
        if (pattern.suffix[which] != End) legal(pattern.suffix[which]);
    }
    void core(FieldId id) {
        const FieldRow& field = row(id);
        switch (field.kind) {
            case Kind::Name:
            case Kind::SplitName: return legal(id);
            case Kind::Lanes: return put(id, random_.below(row(Rd2_28).of(word_) == kZeroRegister ? 8 : 5));
            case Kind::Register: return put(id, random_.one_in(8) ? kZeroRegister : random_.below(255));
            case Kind::Same:
            case Kind::Target: return;
            default: return put(id, random_.next());
        }
    }

    Random& random_;
    const FormRow& form_;
    std::uint64_t word_;
};

} // namespace

std::uint64_t random_word(Random& random, Form form) {
    for (;;) // values of a few fields make the word another form's
        if (const std::uint64_t word = Maker(random, form).make(); form_of(word) == form) return word;
}

} // namespace relit::isa::maxwell
