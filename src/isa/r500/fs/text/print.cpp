#include "isa/r500/fs/text/print.hpp"

#include "isa/r500/fs/encoding/units.hpp"
#include "isa/r500/fs/text/spelling.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::r500::fs {
namespace {

/// Prints one instruction and keeps the fields that the text shows; a list of fields shows the rest.
class Printer {
public:
    Printer(std::string& text, const Word192& word, const TargetName& name) : text_(text), word_(word), name_(name) {}

    void run() {
        const Type type = say(Common::type);
        switch (type) {
            case Type::Tex: tex(); break;
            case Type::Fc: fc(); break;
            default: alu(type); break;
        }
        print_fields(text_, fields_in(word_), word_.raw, said_.raw);
        text_ += " ;";
    }

private:
    template <class T>
    T say(const Field<T>& field) {
        said_.insert(field, word_.extract(field));
        return word_[field];
    }
    /// A word, after a blank where it is not the first.
    void item(std::string_view word) {
        if (!text_.empty() && text_.back() != ' ') text_ += ' ';
        text_ += word;
    }
    void number(std::uint32_t value) { print_number(text_, value); }
    /// "[5]" or "[aL+5]"
    void index(std::uint32_t value, bool relative) {
        text_ += relative ? "[aL+" : "[";
        number(value);
        text_ += ']';
    }

    // ---- tags

    void tags(Type type) {
        for (const Tag& tag : tags_of(type))
            if (say(*tag.field)) item(tag.name);
        predicate("RGB_PRED(", Common::rgb_predicate, Common::rgb_predicate_inverted);
        if (type != Type::Fc) predicate("ALPHA_PRED(", Common::alpha_predicate, Common::alpha_predicate_inverted);
        if (const std::uint32_t mask = say(Common::statistics); mask != 0) {
            item("STAT(");
            text_ += kAllMasks[mask];
            text_ += ')';
        }
    }
    template <class Number, class Inverted>
    void predicate(std::string_view tag, const Field<Number>& number_of, const Field<Inverted>& inverted_of) {
        const std::uint32_t select = say(number_of);
        const bool inverted = say(inverted_of);
        if (select == 0 && !inverted) return;
        item(tag);
        if (inverted) text_ += "not ";
        if (select < std::size(kPredicateNames)) {
            text_ += kPredicateNames[select];
        } else {
            number(select);
        }
        text_ += ')';
    }
    void alu_result() {
        if (!say(Alu::writes_result)) return;
        item("ALU_RESULT(");
        text_ += kResultNames[say(Common::result_select)];
        text_ += ' ';
        text_ += kCompareNames[static_cast<unsigned>(say(Common::result_compare))];
        text_ += ')';
    }

    // ---- ALU and OUT

    void alu(Type type) {
        if (type == Type::Out) item("OUT");
        tags(type);
        alu_result();
        bool first = true;
        for (const UnitFields* unit : kUnitFields) {
            for (const SourceFields& source : unit->sources) said_.set(*source.address, kNoSource);
            sources(*unit, first);
        }
        item(": ");
        operation(kAlphaUnit, type);
        text_ += " , ";
        operation(kRgbUnit, type);
    }

    /// By source, srcp last: whether an operand selects it, read or not.
    [[nodiscard]] std::array<bool, 4> selected(const UnitFields& unit) const {
        std::array<bool, 4> selected{};
        for (const OperandFields& operand : unit.operands) selected[word_[*operand.select]] = true;
        if (selected[kPreSubtracted]) selected[0] = selected[1] = true;
        return selected;
    }
    void sources(const UnitFields& unit, bool& first) {
        const std::array<bool, 4> shown = selected(unit);
        for (unsigned i = 0; i < unit.sources.size(); ++i) {
            const SourceFields& fields = unit.sources[i];
            const bool plain =
                word_[*fields.address] == kNoSource && !word_[*fields.constant] && !word_[*fields.relative];
            if (!shown[i] && plain) continue;
            source_name(unit, kSelectNames[i], first);
            source(fields);
        }
        const std::uint32_t pre_subtract = say(*unit.pre_subtract);
        if (!shown[kPreSubtracted] && pre_subtract == 0) return;
        source_name(unit, kSelectNames[kPreSubtracted], first);
        text_ += kPreSubtractNames[pre_subtract];
    }
    void source_name(const UnitFields& unit, std::string_view name, bool& first) {
        if (!first) text_ += ", ";
        first = false;
        item(name);
        text_ += '.';
        text_ += unit.suffix;
        text_ += " = ";
    }
    void source(const SourceFields& fields) {
        const std::uint32_t address = say(*fields.address);
        const bool relative = say(*fields.relative);
        if (say(*fields.constant)) {
            text_ += "const";
            index(address, relative);
        } else if (address < kInlineFloat) {
            text_ += "temp";
            index(address, relative);
        } else {
            text_ += relative ? "float(aL+" : "float(";
            number(address - kInlineFloat);
            text_ += ')';
        }
    }

    void operation(const UnitFields& unit, Type type) {
        destinations(unit, type);
        scale(say(*unit.scale));
        said_.insert(*unit.op, word_.extract(*unit.op));
        const OpInfo& op = op_of(word_, unit);
        text_ += op.mnemonic;
        if (say(*unit.clamp)) text_ += ".SAT";
        unsigned shown = op.operands;
        for (unsigned i = shown; i < unit.operands.size(); ++i)
            if (is_set(unit.operands[i], unit.lanes)) shown = i + 1;
        for (unsigned i = 0; i < shown; ++i) operand(unit.operands[i], unit.lanes);
    }
    void destinations(const UnitFields& unit, Type type) {
        const std::uint32_t out_mask = say(*unit.out_mask), target = say(*unit.target);
        if (out_mask != 0 || target != 0) {
            text_ += type == Type::Out ? "out[" : "pred[";
            text_ += type == Type::Out ? std::to_string(target) : std::string(kCompareNames[target]);
            text_ += ']';
            mask(unit, out_mask);
        }
        if (unit.kind == UnitKind::Alpha && say(Alu::writes_depth)) text_ += "out[w].a = ";
        const std::uint32_t temp_mask = say(*unit.mask), temp = say(*unit.temp);
        const bool relative = say(*unit.temp_relative);
        if (temp_mask == 0 && temp == 0 && !relative) return;
        text_ += "temp";
        index(temp, relative);
        mask(unit, temp_mask);
    }
    void mask(const UnitFields& unit, std::uint32_t mask) {
        text_ += '.';
        text_ += unit.kind == UnitKind::Alpha ? kAlphaMasks[mask] : kRgbMasks[mask];
        text_ += " = ";
    }
    void scale(std::uint32_t scale) {
        if (scale == 0) return;
        text_ += scale == kNoScale ? "(DISABLE OMOD)" : kScaleNames[scale];
        text_ += scale == kNoScale ? " " : " * ";
    }
    [[nodiscard]] bool is_set(const OperandFields& fields, unsigned lanes) const {
        bool set = word_[*fields.select] != 0 || word_[*fields.modifier] != 0;
        for (unsigned i = 0; i < lanes; ++i) set = set || word_[*fields.components[i]] != Component::Red;
        return set;
    }
    void operand(const OperandFields& fields, unsigned lanes) {
        const std::uint32_t modifier = say(*fields.modifier);
        item((modifier & 1) != 0 ? "-" : "");
        if ((modifier & 2) != 0) text_ += '|';
        text_ += kSelectNames[say(*fields.select)];
        text_ += '.';
        for (unsigned i = 0; i < lanes; ++i)
            text_ += kComponentNames[static_cast<unsigned>(say(*fields.components[i]))];
        if ((modifier & 2) != 0) text_ += '|';
    }

    // ---- TEX

    void tex() {
        item("TEX");
        tags(Type::Tex);
        const std::uint32_t mask = say(Common::rgb_mask) | say(Common::alpha_mask) << 3;
        const std::uint32_t temp = say(Tex::temp);
        const bool relative = say(Tex::temp_relative);
        const TexOp op = say(Tex::op);
        item("");
        if (mask != 0 || temp != 0 || relative || op == TexOp::Nop) {
            text_ += "temp";
            index(temp, relative);
            text_ += '.';
            text_ += kAllMasks[mask];
            text_ += " = ";
        }
        text_ += kTexOps[static_cast<unsigned>(op)].mnemonic;
        item("tex");
        index(say(Tex::unit), false);
        text_ += '.';
        for (const Field<Number>* field : kTexel) text_ += kChannelNames[say(*field)];
        address(kCoordinates);
        if (op != TexOp::DxDy && word_.raw[3] == 0) return;
        address(kDx);
        address(kDy);
    }
    void address(const AddressFields& fields) {
        item("temp");
        const Number temp = say(*fields.temp);
        index(temp, say(*fields.relative));
        text_ += '.';
        for (const Field<Number>* field : fields.components) text_ += kChannelNames[say(*field)];
    }

    // ---- FC

    void fc() {
        item("FC");
        tags(Type::Fc);
        item(kFcOps[static_cast<unsigned>(say(Fc::op))].mnemonic);
        item("if(" + jump_table_text(say(Fc::table)) + ")");
        const bool global = say(Fc::global);
        item(global ? "to global " : "to ");
        text_ += name_(say(Fc::target), global);
        named("stays(", kCounterNames, Fc::if_stayed);
        named("jumps(", kCounterNames, Fc::if_jumped);
        numbered("pop(", Fc::pop_count, ")");
        named("stack(", kStackNames, Fc::stack);
        numbered("bool[", Fc::boolean, "]");
        numbered("int[", Fc::integer, "]");
    }
    void named(std::string_view before, std::span<const std::string_view> names, const Field<Number>& field) {
        const std::uint32_t value = word_[field];
        if (value == 0 || value >= names.size()) return; // fields say what has no name
        (void)say(field);
        item(before);
        text_ += names[value];
        text_ += ')';
    }
    void numbered(std::string_view before, const Field<Number>& field, std::string_view after) {
        const std::uint32_t value = say(field);
        if (value == 0) return;
        item(before);
        number(value);
        text_ += after;
    }

    std::string& text_;
    const Word192& word_;
    const TargetName& name_;
    Word192 said_;
};

} // namespace

std::string jump_table_text(std::uint32_t table) {
    for (const JumpTable& each : kJumpTables)
        if (each.table == table) return std::string(each.text);
    std::string text;
    print_hex(text, table, 2);
    return text;
}

void print_instruction(std::string& text, const Word192& word, const TargetName& name) {
    if (is_known(word)) {
        std::string own;
        Printer(own, word, name).run();
        text += own;
        return;
    }
    std::string_view before = ".word ";
    for (const std::uint32_t raw : word.raw) {
        text += before;
        print_hex(text, raw);
        before = ", ";
    }
}

void print_instruction(std::string& text, const Word192& word) {
    print_instruction(text, word, [](std::uint32_t target, bool) { return std::to_string(target); });
}

} // namespace relit::isa::r500::fs
