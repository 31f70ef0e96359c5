// Instructions as text.
#include "machine/r500/atom/text/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

std::string register_name(std::uint32_t index, const TextChoices& choices) {
    return choices.names_registers && choices.knows_chip ? name_of_register(index) : std::string();
}

/// REG means a register of the card: nothing else was selected since the table began.
bool is_direct(const Setting& port) {
    return port.state == Setting::State::OnEntry || (port.state == Setting::State::Number && port.number == 0);
}

std::string print_work_space(std::uint32_t index) {
    const auto found = std::ranges::find(kWorkSpace, index, &WorkSpaceInfo::index);
    return found == std::end(kWorkSpace) ? fmt::format("WS[{}]", index) : fmt::format("WS[{}]", found->name);
}

std::string print_location_operand(const Operand& operand, const Selected& selected, const TextChoices& choices) {
    switch (operand.kind) {
        case Kind::Reg: {
            std::string name = register_name(operand.value, choices);
            if (is_direct(selected.port) && !name.empty()) return name;
            return fmt::format("REG[0x{:04X}]", operand.value);
        }
        case Kind::Ws: return print_work_space(operand.value);
        case Kind::Id: return fmt::format("ID[0x{:04X}]", operand.value);
        case Kind::Pll:
        case Kind::Mc: return fmt::format("{}[0x{:02X}]", name_of(operand.kind), operand.value);
        default: return fmt::format("{}[{}]", name_of(operand.kind), operand.value);
    }
}

std::string print_number(std::uint32_t value, Align align) {
    return fmt::format("0x{:0{}X}", value, 2 * bytes_of(align));
}

std::string print_operand(const Operand& operand, const Selected& selected, const TextChoices& choices) {
    if (operand.kind == Kind::Imm) return print_number(operand.value, operand.align);
    std::string text = print_location_operand(operand, selected, choices);
    if (operand.align != Align::Dword) text.append("[").append(bits_of(operand.align)).append("]");
    return text;
}

std::string print_target(std::uint32_t target, const Code* code) {
    return code != nullptr && code->is_target(target) ? label_of(target) : fmt::format("0x{:04X}", target);
}

std::string print_block(std::uint32_t number) {
    if (number == 0) return std::string(kNoBlock);
    return number == kOwnBlockNumber ? std::string(kOwnBlock) : name_of(TableKind::Data, number);
}

std::string print_hex_bytes(const std::vector<std::uint8_t>& bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

std::string print_lone_number(const Instruction& instruction, const Code* code) {
    const std::uint32_t number = instruction.number;
    switch (instruction.info().form) {
        case Form::Target: return print_target(number, code);
        case Form::Port:
            return number < std::size(kPortNames) ? std::string(kPortNames[number]) : fmt::format("{}", number);
        case Form::Table: return name_of(TableKind::Command, number);
        case Form::Block: return print_block(number);
        case Form::Byte: return fmt::format("{}", number);
        case Form::Word: return fmt::format("0x{:04X}", number);
        case Form::Data: return print_hex_bytes(instruction.data);
        default: return {};
    }
}

std::string print_operands(const Instruction& instruction, const Code* code, const Selected& selected,
                           const TextChoices& choices) {
    const Form form = instruction.info().form;
    std::string text;
    const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    const Align align = instruction.attribute[Attribute::align];
    if (has_destination(form)) add(print_operand(instruction.dst, selected, choices));
    if (form == Form::DstMaskSrc) add(print_number(instruction.number, align));
    if (form == Form::DstShift) add(fmt::format("{}", instruction.number));
    if (has_source(form)) add(print_operand(instruction.src, selected, choices));
    for (const Case& one : instruction.cases)
        add(print_number(one.value, align) + ": " + print_target(one.target, code));
    if (text.empty()) return print_lone_number(instruction, code);
    if (instruction.attribute != usual_attribute(form, instruction.dst, instruction.src))
        text += fmt::format(" attr=0x{:02X}", instruction.attribute.raw[0]);
    return text;
}

/// What a register's number means where a block is added, or a port selected.
std::string note_of_register(const Operand& operand, const Selected& selected, const TextChoices& choices) {
    if (!choices.knows_chip) return {};
    if (operand.kind == Kind::Pll) return name_of_pll_register(operand.value);
    if (operand.kind == Kind::Mc) return names_of_mc_register(operand.value);
    if (operand.kind != Kind::Reg) return {};
    if (selected.port.state == Setting::State::Number && selected.port.number == static_cast<unsigned>(Port::Pll))
        return name_of_pll_register(operand.value);
    if (selected.port.state == Setting::State::Number &&
        selected.port.number == static_cast<unsigned>(Port::MemoryController))
        return names_of_mc_register(operand.value);
    if (!is_direct(selected.port) || selected.block.state != Setting::State::Number || selected.block.number == 0)
        return {};
    return register_name(operand.value + selected.block.number, choices);
}

} // namespace

std::string label_of(std::uint32_t target) { return fmt::format("L{:04X}", target); }

std::string print_instruction(const Instruction& instruction, const Code* code, const Selected& selected,
                              const TextChoices& choices) {
    std::string text(name_of_opcode(instruction.opcode));
    const std::string operands = print_operands(instruction, code, selected, choices);
    if (!operands.empty()) text += " " + operands;
    return text;
}

std::string print_instruction(const IoInstruction& instruction, const TextChoices& choices) {
    std::string text(instruction.info().mnemonic);
    std::size_t i = 0;
    for (const char letter : instruction.info().operands) {
        const std::uint32_t value = instruction.operands[i];
        text += i++ == 0 ? " " : ", ";
        const std::string name = letter == 'r' ? register_name(value, choices) : std::string();
        if (!name.empty())
            text += name;
        else
            text += letter == 'r' ? fmt::format("0x{:04X}", value) : fmt::format("{}", value);
    }
    return text;
}

std::string note_of(const Instruction& instruction, const Selected& selected, const TextChoices& choices) {
    const Form form = instruction.info().form;
    std::string note;
    if (has_destination(form)) note = note_of_register(instruction.dst, selected, choices);
    const std::string source = has_source(form) ? note_of_register(instruction.src, selected, choices) : std::string();
    if (!source.empty() && source != note) note += (note.empty() ? "" : ", ") + source;
    return note;
}

} // namespace relit::machine::r500::atom
