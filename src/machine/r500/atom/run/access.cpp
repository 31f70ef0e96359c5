#include "machine/r500/atom/run/access.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::uint32_t kFirstWord = 0xcdcdcdcd; // of indirect IO, as the kernel has it

/// `count` ones; a program may request none, or more than there are.
std::uint32_t ones(std::uint32_t count) { return count >= 32 ? ~0U : (1U << count) - 1; }
std::uint32_t shifted_left(std::uint32_t value, std::uint32_t by) { return by >= 32 ? 0 : value << by; }
std::uint32_t shifted_right(std::uint32_t value, std::uint32_t by) { return by >= 32 ? 0 : value >> by; }

/// Moves bits of `from` into the word of indirect IO.
std::uint32_t moved(std::uint32_t word, std::uint32_t from, const std::array<std::uint32_t, 3>& operands) {
    const auto [count, first, to] = operands;
    const std::uint32_t kept = word & ~shifted_left(ones(count), to);
    return kept | shifted_left(shifted_right(from, first) & ones(count), to);
}

} // namespace

std::string trace_indent(const Execution& run) { return std::string(3 * run.frames.size(), ' '); }

void Access::fail(FaultKind kind, std::string text) {
    if (!status_) return;
    status_ = std::unexpected(
        Fault{kind, fmt::format("{}: {}", name_of_opcode(instruction_.opcode), text), instruction_.offset, 0, 0});
}

void Access::assume(std::string text) {
    text = fmt::format("0x{:04X}: {}", instruction_.offset, text);
    if (std::ranges::find(run_.assumptions, text) == run_.assumptions.end())
        run_.assumptions.push_back(std::move(text));
}

void Access::trace(std::string_view text) {
    if (is_traced()) run_.hardware->trace(trace_indent(run_) + "   " + std::string(text));
}

std::uint32_t Access::load(const Operand& operand, std::string_view label) {
    dword_.raw[0] = load_dword(operand);
    if (!status_) dword_ = {};
    if (operand.kind == Kind::Imm) {
        if (!label.empty() && is_traced())
            trace(fmt::format("{}: IMM 0x{:0{}X}", label, operand.value, 2 * bytes_of(operand.align)));
        return operand.value;
    }
    const std::uint32_t value = dword_[part(operand.align)];
    if (!label.empty() && is_traced())
        trace(fmt::format("{}: {}.[{}] -> 0x{:0{}X}", label, location_text(operand, true, dword_.raw[0]),
                          bits_of(operand.align), value, 2 * bytes_of(operand.align)));
    return value;
}

void Access::store(const Operand& operand, std::uint32_t value, Cell dword) {
    if (!status_) return;
    dword.set(part(operand.align), value);
    store_dword(operand, dword.raw[0]);
    if (is_traced())
        trace(fmt::format("dst: {}.[{}] <- 0x{:0{}X}", location_text(operand, false, 0), bits_of(operand.align),
                          dword[part(operand.align)], 2 * bytes_of(operand.align)));
}

std::string Access::location_text(const Operand& operand, bool is_load, std::uint32_t dword) const {
    const std::string_view name = name_of(operand.kind);
    if (operand.kind == Kind::Reg) return fmt::format("REG[0x{:04X}]", operand.value);
    if (operand.kind == Kind::Ps && is_load) return fmt::format("PS[0x{:02X},0x{:04X}]", operand.value, dword);
    if (operand.kind != Kind::Id) return fmt::format("{}[0x{:02X}]", name, operand.value);
    if (run_.state.data_block == 0) return fmt::format("ID[0x{:04X}]", operand.value);
    return fmt::format("ID[0x{:04X}+{:04X}]", operand.value, run_.state.data_block);
}

// ---- loads

std::uint32_t Access::load_dword(const Operand& operand) {
    if (!status_) return 0;
    const auto read = [&](Space space, std::uint32_t number) { return run_.hardware->read(space, number); };
    switch (operand.kind) {
        case Kind::Reg: return load_register(operand.value + run_.state.register_block);
        case Kind::Ps: return load_parameter(operand.value);
        case Kind::Ws: return load_work_space(operand.value);
        case Kind::Fb: return read(Space::Memory, run_.state.fb_base + 4 * operand.value);
        case Kind::Id: return load_data(operand.value + run_.state.data_block);
        case Kind::Imm: return operand.value;
        case Kind::Pll: return read(Space::Pll, operand.value);
        case Kind::Mc: return read(Space::MemoryController, operand.value);
    }
    unreachable("Access::load_dword");
}

bool Access::is_direct() {
    if (run_.state.port != State::Port::Ati)
        fail(FaultKind::NotSupported, "registers of PCI or system IO have no meaning here");
    return run_.state.ati_port == 0;
}

std::uint32_t Access::load_register(std::uint32_t number) {
    if (is_direct() && status_) return run_.hardware->read(Space::Register, number);
    return status_ ? run_io(run_.state.ati_port & ~kIndirectWrite & 0xff, number, 0) : 0;
}

std::uint32_t Access::load_parameter(std::uint32_t index) {
    const std::size_t at = run_.frames.back().first_parameter + index;
    if (at < run_.parameters.size()) return run_.parameters[at];
    assume(fmt::format("PS[{}] is read but not given; it counts as 0", index));
    return 0;
}

std::uint32_t Access::load_work_space(std::uint32_t index) {
    const State& state = run_.state;
    switch (static_cast<WorkSpace>(index)) {
        case WorkSpace::Quotient: return state.quotient;
        case WorkSpace::Remainder: return state.remainder;
        case WorkSpace::DataPointer: return state.data_block;
        case WorkSpace::Shift: return state.shift;
        case WorkSpace::OrMask: return shifted_left(1, state.shift);
        case WorkSpace::AndMask: return ~shifted_left(1, state.shift);
        case WorkSpace::FbWindow: return state.fb_base;
        case WorkSpace::Attributes: return state.io_attributes;
        case WorkSpace::RegisterBlock: return state.register_block;
    }
    const auto& memory = run_.frames.back().work_space;
    if (index < memory.size()) return memory[index];
    fail(FaultKind::BadInput, fmt::format("WS[{}] is read, of a work space of {} dwords", index, memory.size()));
    return 0;
}

std::uint32_t Access::load_data(std::uint32_t offset) {
    Cursor in(run_.image->bytes);
    in.seek(offset);
    const std::uint32_t value = in.u32le();
    if (in.failed()) fail(FaultKind::BadInput, fmt::format("reads data at byte {}, past the end of the image", offset));
    return value;
}

// ---- stores

void Access::store_dword(const Operand& operand, std::uint32_t value) {
    const auto write = [&](Space space, std::uint32_t number) { run_.hardware->write(space, number, value); };
    switch (operand.kind) {
        case Kind::Reg: return store_register(operand.value + run_.state.register_block, value);
        case Kind::Ps: return store_parameter(operand.value, value);
        case Kind::Ws: return store_work_space(operand.value, value);
        case Kind::Fb: return write(Space::Memory, run_.state.fb_base + 4 * operand.value);
        case Kind::Pll: return write(Space::Pll, operand.value);
        case Kind::Mc: return write(Space::MemoryController, operand.value);
        case Kind::Id:
        case Kind::Imm: break; // no opcode has such a destination
    }
    unreachable("Access::store_dword");
}

/// Register 0 is MM_INDEX, which takes a byte address where tables have the number of a dword.
void Access::store_register(std::uint32_t number, std::uint32_t value) {
    if (is_direct() && status_)
        run_.hardware->write(Space::Register, number, number == 0 ? value << 2 : value);
    else if (status_)
        (void)run_io((run_.state.ati_port | kIndirectWrite) & 0xff, number, value);
}

void Access::store_parameter(std::uint32_t index, std::uint32_t value) {
    const std::size_t at = run_.frames.back().first_parameter + index;
    if (at >= run_.parameters.size()) run_.parameters.resize(at + 1);
    run_.parameters[at] = value;
}

void Access::store_work_space(std::uint32_t index, std::uint32_t value) {
    State& state = run_.state;
    switch (static_cast<WorkSpace>(index)) {
        case WorkSpace::Quotient: state.quotient = value; return;
        case WorkSpace::Remainder: state.remainder = value; return;
        case WorkSpace::DataPointer: state.data_block = static_cast<std::uint16_t>(value); return;
        case WorkSpace::Shift: state.shift = static_cast<std::uint8_t>(value); return;
        case WorkSpace::OrMask:
        case WorkSpace::AndMask: return;
        case WorkSpace::FbWindow: state.fb_base = value; return;
        case WorkSpace::Attributes: state.io_attributes = static_cast<std::uint16_t>(value); return;
        case WorkSpace::RegisterBlock: state.register_block = static_cast<std::uint16_t>(value); return;
    }
    auto& memory = run_.frames.back().work_space;
    if (index < memory.size())
        memory[index] = value;
    else
        fail(FaultKind::BadInput, fmt::format("WS[{}] is written, of a work space of {} dwords", index, memory.size()));
}

// ---- indirect IO

std::uint32_t Access::run_io(std::uint32_t program, std::uint32_t index, std::uint32_t data) {
    std::uint32_t at = run_.io_programs[program];
    if (at == 0) fail(FaultKind::BadInput, fmt::format("the image has no program {} of indirect IO", program));
    std::uint32_t word = kFirstWord;
    while (status_) {
        const auto one = decode_io(run_.image->bytes, at, run_.image->data_table(kIndirectIoTable)->end());
        if (!one || ++run_.steps > run_.limits.steps) break;
        at += one->size;
        const auto& [first, second, third] = one->operands;
        switch (one->op) {
            case IoOp::Nop: break;
            case IoOp::Read: word = run_.hardware->read(Space::Io, first); break;
            case IoOp::Write: run_.hardware->write(Space::Io, first, word); break;
            case IoOp::Clear: word &= ~shifted_left(ones(first), second); break;
            case IoOp::Set: word |= shifted_left(ones(first), second); break;
            case IoOp::MoveIndex: word = moved(word, index, one->operands); break;
            case IoOp::MoveAttr: word = moved(word, run_.state.io_attributes, one->operands); break;
            case IoOp::MoveData: word = moved(word, data, one->operands); break;
            case IoOp::End: return word;
            case IoOp::Start:
                fail(FaultKind::BadInput, fmt::format("IIO_START at 0x{:04X} stands inside of a program", one->offset));
                break;
        }
    }
    fail(FaultKind::BadInput, fmt::format("program {} of indirect IO does not end", program));
    return 0;
}

} // namespace relit::machine::r500::atom
