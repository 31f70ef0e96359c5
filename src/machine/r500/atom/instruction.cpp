#include "machine/r500/atom/instruction.hpp"

namespace relit::machine::r500::atom {
namespace {

std::uint32_t number_of(Cursor& in, unsigned bytes) {
    return static_cast<std::uint32_t>(little_endian(in.take(bytes)));
}

void add_number(std::vector<std::uint8_t>& into, std::uint32_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) into.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

Operand read_operand(Cursor& in, Kind kind, Align align) {
    Operand operand{kind, align, 0};
    operand.value = number_of(in, size_of(operand));
    return operand;
}

bool read_cases(Cursor& in, Instruction& into) {
    const unsigned bytes = bytes_of(into.attribute[Attribute::align]);
    while (in.left() >= 2) {
        Cursor ahead = in;
        if (ahead.u16le() == kCasesEnd) return in.skip(2), true;
        if (in.u8() != kCaseMark) return false;
        const std::uint32_t value = number_of(in, bytes);
        into.cases.push_back({value, in.u16le()});
    }
    return false;
}

/// The destination of CLEAR and of shifts by a number is where the alignment itself says.
Align align_of_destination(Form form, const Attribute& attribute) {
    const Align align = attribute[Attribute::align];
    if (form == Form::Dst || form == Form::DstShift) return align;
    return destination_align(align, attribute[Attribute::position]);
}

void read_operands(Cursor& in, Form form, Kind dst, Instruction& into) {
    into.attribute.raw[0] = in.u8();
    const Align align = into.attribute[Attribute::align];
    if (has_destination(form)) into.dst = read_operand(in, dst, align_of_destination(form, into.attribute));
    if (form == Form::DstMaskSrc) into.number = number_of(in, bytes_of(align));
    if (form == Form::DstShift) into.number = in.u8();
    if (has_source(form)) into.src = read_operand(in, into.attribute[Attribute::kind], align);
}

/// Bytes of a form's number where it has no operands.
unsigned number_bytes(Form form) {
    switch (form) {
        case Form::Byte:
        case Form::Table:
        case Form::Block: return 1;
        case Form::Word:
        case Form::Port:
        case Form::Target:
        case Form::Data: return 2;
        default: return 0;
    }
}

bool has_operands(Form form) { return has_destination(form) || has_source(form); }

} // namespace

unsigned size_of(const Operand& operand) {
    switch (operand.kind) {
        case Kind::Reg:
        case Kind::Id: return 2;
        case Kind::Imm: return bytes_of(operand.align);
        default: return 1;
    }
}

bool has_destination(Form form) {
    return form == Form::DstSrc || form == Form::DstShift || form == Form::DstMaskSrc || form == Form::Dst;
}

bool has_source(Form form) {
    return form == Form::DstSrc || form == Form::DstMaskSrc || form == Form::Src || form == Form::Switch;
}

std::optional<Instruction> decode(Bytes image, std::uint32_t offset, std::uint32_t end) {
    Cursor in(image.first(end));
    in.seek(offset);
    Instruction found;
    found.offset = offset;
    found.opcode = in.u8();
    const Opcode opcode = atom::opcode(found.opcode);
    if (in.failed() || opcode.info == nullptr) return std::nullopt;
    const Form form = opcode.info->form;
    if (has_operands(form))
        read_operands(in, form, opcode.dst, found);
    else
        found.number = number_of(in, number_bytes(form));
    if (form == Form::Switch && !read_cases(in, found)) return std::nullopt;
    if (form == Form::Data) {
        const Bytes data = in.take(found.number);
        found.data.assign(data.begin(), data.end());
    }
    if (in.failed()) return std::nullopt;
    found.size = static_cast<std::uint32_t>(in.offset()) - offset;
    return found;
}

void encode(const Instruction& instruction, std::vector<std::uint8_t>& into) {
    into.push_back(instruction.opcode);
    const Form form = instruction.info().form;
    if (!has_operands(form)) {
        add_number(into, form == Form::Data ? static_cast<std::uint32_t>(instruction.data.size()) : instruction.number,
                   number_bytes(form));
        into.insert(into.end(), instruction.data.begin(), instruction.data.end());
        return;
    }
    const unsigned width = bytes_of(instruction.attribute[Attribute::align]);
    add_number(into, instruction.attribute.raw[0], 1);
    if (has_destination(form)) add_number(into, instruction.dst.value, size_of(instruction.dst));
    if (form == Form::DstMaskSrc) add_number(into, instruction.number, width);
    if (form == Form::DstShift) add_number(into, instruction.number, 1);
    if (has_source(form)) add_number(into, instruction.src.value, size_of(instruction.src));
    if (form != Form::Switch) return;
    for (const Case& one : instruction.cases) {
        into.push_back(kCaseMark);
        add_number(into, one.value, width);
        add_number(into, one.target, 2);
    }
    add_number(into, kCasesEnd, 2);
}

Attribute usual_attribute(Form form, const Operand& dst, const Operand& src) {
    Attribute attribute;
    if (form == Form::Dst) return attribute.set(Attribute::align, dst.align);
    if (form == Form::DstShift) return attribute.set(Attribute::align, dst.align).set(Attribute::kind, Kind::Imm);
    const Align immediate = has_destination(form) ? immediate_align(bytes_of(dst.align)) : Align::Dword;
    attribute.set(Attribute::kind, src.kind).set(Attribute::align, src.kind == Kind::Imm ? immediate : src.align);
    if (has_destination(form)) attribute.set(Attribute::position, position_of(dst.align));
    return attribute;
}

std::vector<std::uint32_t> targets_of(const Instruction& instruction) {
    std::vector<std::uint32_t> targets;
    if (instruction.info().form == Form::Target) targets.push_back(instruction.number);
    for (const Case& one : instruction.cases) targets.push_back(one.target);
    return targets;
}

bool ends_flow(const Instruction& instruction) {
    return instruction.info().op == Op::Eot || instruction.info().op == Op::Jump;
}

} // namespace relit::machine::r500::atom
