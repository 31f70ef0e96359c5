// Every bit of every instruction of Maxwell, in words.
#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/notes.hpp"
#include "isa/maxwell/text/numbers.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "isa/maxwell/text/syntax.hpp"
#include "isa/shared/fields.hpp"
#include "isa/text.hpp"

namespace relit::isa::maxwell {
namespace {

using enum FieldId;

/// The runs of bits of a mask.
std::vector<BitRun> runs_of(std::uint64_t mask) {
    std::vector<BitRun> runs;
    for (std::uint16_t bit = 0; bit < 64; ++bit) {
        if ((mask >> bit & 1) == 0) continue;
        if (!runs.empty() && runs.back().bit + runs.back().width == bit) {
            ++runs.back().width;
        } else {
            runs.push_back({bit, 1});
        }
    }
    return runs;
}
std::uint64_t value_of(std::uint64_t word, const std::vector<BitRun>& runs) {
    std::uint64_t value = 0;
    unsigned done = 0;
    for (const BitRun& run : runs) {
        value |= (word >> run.bit & detail::low_mask(run.width)) << done;
        done += run.width;
    }
    return value;
}

std::string condition_name(std::uint64_t value) {
    const std::uint64_t number = value & 7;
    return (value >= 8 ? "!P" : "P") + (number == kTruePredicate ? std::string("T") : std::to_string(number));
}

/// What the field's value is, in the text's words.
std::string value_text(const Instruction& in, const FieldRow& field) {
    const std::uint64_t value = field.of(in.word);
    switch (field.kind) {
        case Kind::Register: return value == kZeroRegister ? "RZ" : "R" + std::to_string(value);
        case Kind::Predicate:
        case Kind::Condition:
        case Kind::Guard: return condition_name(value);
        case Kind::Cbuf:
        case Kind::CbufTarget:
        case Kind::Target: return operand_text(in, field.role);
        case Kind::Lanes: return std::string(lanes_name(value, in[Role::D2] != kZeroRegister));
        default: break;
    }
    if (!field.names.empty()) {
        const std::string_view name = name_of(field, value);
        if (name == "?") return "a value without a meaning";
        if (!name.empty()) return std::string(name);
        return field.bits() == 1 ? "no" : "as usual";
    }
    if (field.bits() == 1) return value != 0 ? "yes" : "no";
    std::string text;
    print_value(text, field, in.word);
    return text;
}

/// Adds the fields of one word; every bit belongs to one of them.
class Explainer {
public:
    Explainer(const Instruction& in, Explanation& into) : in_(in), into_(into) {}

    void run() {
        if (!in_.known()) return add("bits", ~std::uint64_t{0}, "no instruction has these bits");
        const FormRow& form = row(in_.form);
        add("operation", form.mask, std::string(row(form.op).mnemonic) + ": " + std::string(row(form.op).summary));
        if (row(form.op).guard == GuardRule::Guarded) field(Guard16);
        Syntax syntax(form.text);
        while (const auto id = syntax.modifier()) field(*id);
        while (const auto pattern = syntax.operand()) {
            const std::size_t which = pattern->which(in_.word);
            for (const FieldId id : {pattern->selector, pattern->sign, pattern->invert, pattern->absolute,
                                     pattern->slot, pattern->core[which], pattern->offset, pattern->suffix[which]})
                if (id != End) field(id);
        }
        if (owned_ != ~std::uint64_t{0}) add("-", ~owned_, "not read");
    }

private:
    void field(FieldId id) {
        const FieldRow& field = row(id);
        if ((owned_ & field.mask()) != 0) return; // a second view of bits
        add(std::string(field.id), field.mask(), std::string(lift_of(field.role)) + ": " + value_text(in_, field));
        into_.fields.back().value = field.of(in_.word);
    }
    void add(std::string name, std::uint64_t mask, std::string explanation) {
        owned_ |= mask;
        ExplainedField& field = into_.fields.emplace_back();
        field.name = std::move(name);
        field.runs = runs_of(mask);
        field.value = value_of(in_.word, field.runs);
        field.explanation = std::move(explanation);
    }

    const Instruction& in_;
    Explanation& into_;
    std::uint64_t owned_ = 0;
};

/// " It waits for barriers 1 and 2, sets barrier 3 when ..." as far as the schedule says anything.
std::string schedule_text(Control control) {
    std::string text;
    if (const std::uint32_t wait = control[Control::wait]; wait != 0) {
        std::string barriers;
        for (std::uint32_t i = 0; i < 6; ++i)
            if ((wait >> i & 1) != 0) barriers += (barriers.empty() ? "" : ", ") + std::to_string(i + 1);
        add_clause(text, "waits for barriers " + barriers);
    }
    if (control[Control::read] != kNoBarrier)
        add_clause(text, "sets barrier " + std::to_string(control[Control::read] + 1) + " when its sources are read");
    if (control[Control::write] != kNoBarrier)
        add_clause(text, "sets barrier " + std::to_string(control[Control::write] + 1) + " when its result is there");
    if (control[Control::stall] != 0) add_clause(text, "stalls " + std::to_string(control[Control::stall]) + " cycles");
    if (control[Control::yield] == 0) add_clause(text, "another warp may go on");
    return text.empty() ? text : " Schedule: " + text + ".";
}

std::string summary_of(const Instruction& in, Control control) {
    if (!in.known()) return "This word does not decode as an instruction.";
    std::string text = std::string(row(in.op()).mnemonic) + ": " + std::string(row(in.op()).summary) + ".";
    if (in.guard() == (kTruePredicate | 8)) {
        text += " It never runs.";
    } else if (in.guard() != kTruePredicate) {
        text += " Only where " + condition_name(in.guard()) + " holds.";
    }
    if (const std::string caveats = caveats_of(in); !caveats.empty()) text += " Beware: " + caveats + ".";
    return text + schedule_text(control);
}

} // namespace

Result<std::vector<Explanation>> explain(Bytes file, const TextOptions& options) {
    const auto listing = list(file, options);
    if (!listing) return std::unexpected(listing.error());
    std::vector<std::uint8_t> assembled;
    if (is_text(file)) {
        assembled = *assemble(text_of(file), options);
        file = assembled;
    }
    const auto one_program = OneProgram::of(file);
    if (!one_program) return std::unexpected(one_program.error());
    file = one_program->bytes();
    const auto container = read_container(file);
    if (!container) return std::unexpected(container.error());
    std::vector<Explanation> explained;
    std::uint32_t line = 0;
    for (const Region& region : container->regions) {
        if (region.kind != RegionKind::Code) continue;
        const Bytes code = file.subspan(region.offset, region.size);
        for (; line < listing->lines.size(); ++line) {
            const Line& one = listing->lines[line];
            if (one.offset >= std::uint64_t{region.offset} + region.size) break;
            if (!one.instruction || one.offset < region.offset) continue;
            const auto address = static_cast<std::uint32_t>(one.offset - region.offset);
            const std::uint64_t word = little_endian(code.subspan(address, kWordBytes));
            const std::uint64_t schedule = little_endian(code.subspan(address / kGroupBytes * kGroupBytes, kWordBytes));
            const Instruction in{word, address, form_of(word)};
            Explanation& into = explained.emplace_back();
            into.line = line;
            into.summary = summary_of(in, control_of(schedule, address));
            Explainer(in, into).run();
            explain_names(into, one.names);
        }
    }
    return explained;
}

} // namespace relit::isa::maxwell
