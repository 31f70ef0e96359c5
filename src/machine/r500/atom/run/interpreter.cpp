#include "machine/r500/atom/run/interpreter.hpp"

#include "machine/r500/atom/run/access.hpp"
#include "machine/r500/atom/run/endless.hpp"

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::uint32_t kMillisecond = 1000;

using Combine = std::uint32_t (*)(std::uint32_t dst, std::uint32_t src);

/// Executes one instruction. `frame.at` is after it already.
class Executor {
public:
    Executor(Execution& run, const Instruction& one) : run_(run), one_(one), access_(run, one) {}

    Status execute() {
        do_operation();
        return access_.status();
    }

private:
    void do_operation() {
        switch (one_.info().op) {
            case Op::Move: return move();
            case Op::And: return combine([](auto dst, auto src) { return dst & src; });
            case Op::Or: return combine([](auto dst, auto src) { return dst | src; });
            case Op::Xor: return combine([](auto dst, auto src) { return dst ^ src; });
            case Op::Add: return combine([](auto dst, auto src) { return dst + src; });
            case Op::Sub: return combine([](auto dst, auto src) { return dst - src; });
            case Op::ShiftLeft: return shift_part([](auto dst, auto by) { return by >= 32 ? 0 : dst << by; });
            case Op::ShiftRight: return shift_part([](auto dst, auto by) { return by >= 32 ? 0 : dst >> by; });
            case Op::Shl: return shift_dword([](auto dst, auto by) { return by >= 32 ? 0 : dst << by; });
            case Op::Shr: return shift_dword([](auto dst, auto by) { return by >= 32 ? 0 : dst >> by; });
            case Op::Mask: return mask();
            case Op::Clear: return clear();
            case Op::Mul: return multiply();
            case Op::Mul32: return multiply_wide();
            case Op::Div: return divide(0);
            case Op::Div32: return divide(run_.state.remainder);
            case Op::Compare: return compare();
            case Op::Test: return test();
            case Op::Switch: return choose();
            case Op::Jump: return jump(true);
            case Op::JumpEqual: return jump(equal());
            case Op::JumpBelow: return jump(!above() && !equal());
            case Op::JumpAbove: return jump(above());
            case Op::JumpBelowEq: return jump(!above());
            case Op::JumpAboveEq: return jump(above() || equal());
            case Op::JumpNotEqual: return jump(!equal());
            case Op::CallTable: return call();
            case Op::Eot: return end();
            case Op::SetAtiPort: return set_ati_port();
            case Op::SetPciPort: run_.state.port = State::Port::Pci; return;
            case Op::SetSysIoPort: run_.state.port = State::Port::SysIo; return;
            case Op::SetRegBlock: return set_register_block();
            case Op::SetFbBase: run_.state.fb_base = access_.load(one_.src, "fb_base"); return;
            case Op::SetDataBlock: return set_data_block();
            case Op::DelayMs: return delay(kMillisecond);
            case Op::DelayUs: return delay(1);
            case Op::PostCard: return access_.trace(fmt::format("POST card output: 0x{:02X}", one_.number));
            case Op::Debug: return access_.trace(fmt::format("DEBUG output: 0x{:02X}", one_.number));
            case Op::Data: return access_.trace(fmt::format("PROCESSDS output: 0x{:02X}", one_.data.size()));
            case Op::Nop:
            case Op::Beep: return;
            case Op::Repeat:
            case Op::SaveReg:
            case Op::RestoreReg: return access_.fail(FaultKind::NotSupported, "no public source says what it does");
        }
        unreachable("Executor::do_operation");
    }

    [[nodiscard]] bool equal() const { return run_.state.equal; }
    [[nodiscard]] bool above() const { return run_.state.above; }
    [[nodiscard]] Frame& frame() { return run_.frames.back(); }

    // ---- values

    /// A whole dword is written without being read.
    void move() {
        Cell before;
        if (one_.attribute[Attribute::align] != Align::Dword) {
            (void)access_.load(one_.dst);
            before = access_.dword();
        }
        access_.store(one_.dst, access_.load(one_.src, "src"), before);
    }

    void combine(Combine operation) {
        const std::uint32_t dst = access_.load(one_.dst, "dst");
        const Cell before = access_.dword();
        access_.store(one_.dst, operation(dst, access_.load(one_.src, "src")), before);
    }

    void shift_part(Combine operation) {
        const std::uint32_t dst = access_.load(one_.dst, "dst");
        access_.trace(fmt::format("shift: {}", one_.number));
        access_.store(one_.dst, operation(dst, one_.number), access_.dword());
    }

    void shift_dword(Combine operation) {
        (void)access_.load(one_.dst, "dst");
        const Cell before = access_.dword();
        const std::uint32_t by = access_.load(one_.src, "src") & 0xff;
        access_.trace(fmt::format("shift: {}", by));
        Cell shifted;
        shifted.raw[0] = operation(before.raw[0], by);
        access_.store(one_.dst, shifted[part(one_.dst.align)], before);
    }

    void mask() {
        const std::uint32_t dst = access_.load(one_.dst, "dst");
        const Cell before = access_.dword();
        access_.trace(fmt::format("mask: 0x{:08x}", one_.number));
        access_.store(one_.dst, (dst & one_.number) | access_.load(one_.src, "src"), before);
    }

    void clear() {
        (void)access_.load(one_.dst);
        access_.store(one_.dst, 0, access_.dword());
    }

    /// Both operands of an operation without a destination.
    std::pair<std::uint32_t, std::uint32_t> load_both() {
        const std::uint32_t first = access_.load(one_.dst, "src1");
        return {first, access_.load(one_.src, "src2")};
    }

    void multiply() {
        const auto [first, second] = load_both();
        run_.state.quotient = first * second;
    }

    void multiply_wide() {
        const auto [first, second] = load_both();
        const std::uint64_t product = std::uint64_t{first} * second;
        run_.state.quotient = static_cast<std::uint32_t>(product);
        run_.state.remainder = static_cast<std::uint32_t>(product >> 32);
    }

    /// DIV leaves a remainder, DIV32 the high half of the quotient.
    void divide(std::uint32_t high) {
        const auto [first, second] = load_both();
        const std::uint64_t dividend = std::uint64_t{high} << 32 | first;
        const std::uint64_t quotient = second == 0 ? 0 : dividend / second;
        const std::uint64_t rest = second == 0 ? 0 : dividend % second;
        run_.state.quotient = static_cast<std::uint32_t>(quotient);
        run_.state.remainder = static_cast<std::uint32_t>(one_.info().op == Op::Div ? rest : quotient >> 32);
    }

    void compare() {
        const auto [first, second] = load_both();
        run_.state.equal = first == second;
        run_.state.above = first > second;
        access_.trace(fmt::format("result: {} {}", equal() ? "EQ" : "NE", above() ? "GT" : "LE"));
    }

    void test() {
        const auto [first, second] = load_both();
        run_.state.equal = (first & second) == 0;
        access_.trace(fmt::format("result: {}", equal() ? "EQ" : "NE"));
    }

    // ---- flow

    void go_to(std::uint32_t target) { frame().at = frame().table->offset + target; }

    void jump(bool is_taken) {
        if (one_.info().op != Op::Jump) access_.trace(fmt::format("taken: {}", is_taken ? "yes" : "no"));
        access_.trace(fmt::format("target: 0x{:04X}", one_.number));
        if (is_taken) go_to(one_.number);
    }

    void choose() {
        const std::uint32_t value = access_.load(one_.src, "switch");
        for (const Case& each : one_.cases) {
            (void)access_.load({Kind::Imm, one_.attribute[Attribute::align], each.value}, "case");
            if (each.value != value) continue;
            access_.trace(fmt::format("target: {:04X}", each.target));
            return go_to(each.target);
        }
    }

    void call() {
        access_.trace(fmt::format("table: {} ({})", one_.number, name_of(TableKind::Command, one_.number)));
        if (const Status done = enter(run_, one_.number); !done) access_.fail(done.error().kind, done.error().text);
    }

    void end() {
        run_.frames.pop_back();
        if (access_.is_traced()) run_.hardware->trace(trace_indent(run_) + "<<");
    }

    // ---- settings

    void set_ati_port() {
        run_.state.port = State::Port::Ati;
        run_.state.ati_port = one_.number;
        const bool is_named = one_.number < std::size(kKernelPorts);
        access_.trace(is_named ? fmt::format("port: {} ({})", one_.number, kKernelPorts[one_.number])
                               : fmt::format("port: {}", one_.number));
    }
    static constexpr std::string_view kKernelPorts[] = {"MM", "PLL", "MC", "PCIE", "PCIE PORT"};

    void set_register_block() {
        run_.state.register_block = static_cast<std::uint16_t>(one_.number);
        access_.trace(fmt::format("base: 0x{:04X}", one_.number));
    }

    void set_data_block() {
        access_.trace(fmt::format("block: {}", one_.number));
        const auto& data = run_.image->data;
        std::uint32_t base = 0;
        if (one_.number == 255)
            base = frame().table->offset;
        else if (one_.number >= data.size() && one_.number != 0)
            access_.fail(FaultKind::BadInput, fmt::format("the image has {} data tables", data.size()));
        else if (one_.number != 0)
            base = data[one_.number];
        run_.state.data_block = static_cast<std::uint16_t>(base);
        access_.trace(fmt::format("base: 0x{:04X}", base));
    }

    void delay(std::uint32_t unit) {
        access_.trace(fmt::format("count: {}", one_.number));
        run_.hardware->delay(one_.number * unit);
    }

    Execution& run_;
    const Instruction& one_;
    Access access_;
};

} // namespace

Execution begin_run(const Image& image, std::span<const std::uint32_t> parameters, const Hardware& hardware,
                    const Limits& limits) {
    Execution run;
    run.image = &image;
    run.hardware = &hardware;
    run.limits = limits;
    run.parameters.assign(parameters.begin(), parameters.end());
    run.io_programs = io_programs_of(image);
    return run;
}

Status enter(Execution& run, unsigned index) {
    const Image& image = *run.image;
    if (index >= image.commands.size() || image.commands[index] == 0) return {};
    const Table* const table = image.command(index);
    if (table == nullptr)
        return fail_at(image.commands[index], name_of(TableKind::Command, index) + " is no table that can be run");
    if (run.frames.size() >= run.limits.depth)
        return fail_at(table->offset,
                       fmt::format("tables call each other {} deep, the most that is run", run.limits.depth));
    const std::uint32_t parameter_bytes = table->parameters & kParameterBytes;
    if (run.hardware->trace)
        run.hardware->trace(fmt::format("{}>> execute {:04X} (len {}, WS {}, PS {})", trace_indent(run), table->offset,
                                        table->size, table->work_space, parameter_bytes));
    std::size_t first = 0;
    if (!run.frames.empty()) {
        const Frame& caller = run.frames.back();
        first = caller.first_parameter + (caller.table->parameters & kParameterBytes) / 4;
    }
    run.frames.push_back({table, table->offset + kCommandHeader, first, std::vector<std::uint32_t>(table->work_space)});
    return {};
}

Status step(Execution& run) {
    Frame& frame = run.frames.back();
    if (run.steps >= run.limits.steps) return std::unexpected(endless(run));
    ++run.steps;
    const auto instruction = decode(run.image->bytes, frame.at, frame.table->end());
    if (!instruction)
        return fail_at(frame.at, fmt::format("{} runs into bytes that are no instruction", name_of(*frame.table)));
    run.passed += instruction->cases.size() + instruction->data.size();
    if (run.passed > run.limits.passed)
        return fail_at(
            frame.at, fmt::format("more than {} cases of SWITCH and bytes of PROCESSDS are passed", run.limits.passed));
    if (run.hardware->trace)
        run.hardware->trace(
            fmt::format("{}{} @ 0x{:04X}", trace_indent(run), name_of_opcode(instruction->opcode), frame.at));
    frame.at += instruction->size;
    return Executor(run, *instruction).execute();
}

Result<Outcome> run_table(const Image& image, unsigned table, std::span<const std::uint32_t> parameters,
                          const Hardware& hardware, const Limits& limits) {
    Execution run = begin_run(image, parameters, hardware, limits);
    if (const Status done = enter(run, table); !done) return std::unexpected(done.error());
    if (run.frames.empty())
        return fail(FaultKind::Usage,
                    fmt::format("the image has no command table {}", name_of(TableKind::Command, table)));
    while (!run.frames.empty())
        if (const Status done = step(run); !done) return std::unexpected(done.error());
    return Outcome{std::move(run.parameters), run.state, run.steps, std::move(run.assumptions)};
}

} // namespace relit::machine::r500::atom
