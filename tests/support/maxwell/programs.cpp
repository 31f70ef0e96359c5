#include "tests/support/maxwell/programs.hpp"

#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/sample_word.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "tests/support/maxwell/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace relit::test {
namespace {

using isa::maxwell::FieldId;
using isa::maxwell::Form;
using isa::maxwell::Instruction;
using isa::maxwell::Kind;
using isa::maxwell::Op;
using isa::maxwell::Role;

// R4 and R5 lead to the result; R2 is 64 times the thread's number; R24 and R25 are the address of the thread's result.
constexpr std::uint32_t kFirst = 6, kWorkRegisters = 16, kScratch = 26, kCounters = 28;
constexpr std::uint32_t kThreads = 8, kThreadBytes = 64, kResultBytes = 128;
constexpr std::uint32_t kInputBytes = 4096;
constexpr unsigned kMostDepth = 3;

/// What an operation leaves: floats may be NaN, whose bits hosts choose.
enum class Leaves : std::uint8_t { Bits, Float, Double, Halves, Converted };
struct ChosenOp {
    Op op;
    Leaves leaves;
};
// Operations that are exact everywhere, on registers, numbers and constants: not DFMA, which devices may round twice.
constexpr ChosenOp kChosenOps[] = {
    {Op::MOV, Leaves::Bits},         {Op::MOV32I, Leaves::Bits},      {Op::SEL, Leaves::Bits},
    {Op::PSET, Leaves::Bits},        {Op::PSETP, Leaves::Bits},       {Op::CSET, Leaves::Bits},
    {Op::CSETP, Leaves::Bits},       {Op::P2R, Leaves::Bits},         {Op::R2P, Leaves::Bits},
    {Op::BFE, Leaves::Bits},         {Op::BFI, Leaves::Bits},         {Op::FLO, Leaves::Bits},
    {Op::IADD, Leaves::Bits},        {Op::IADD32I, Leaves::Bits},     {Op::IADD3, Leaves::Bits},
    {Op::ICMP, Leaves::Bits},        {Op::IDP, Leaves::Bits},         {Op::IMAD, Leaves::Bits},
    {Op::IMAD32I, Leaves::Bits},     {Op::IMADSP, Leaves::Bits},      {Op::IMNMX, Leaves::Bits},
    {Op::IMUL, Leaves::Bits},        {Op::IMUL32I, Leaves::Bits},     {Op::ISCADD, Leaves::Bits},
    {Op::ISCADD32I, Leaves::Bits},   {Op::ISET, Leaves::Bits},        {Op::ISETP, Leaves::Bits},
    {Op::LEA, Leaves::Bits},         {Op::LEA_HI, Leaves::Bits},      {Op::LOP, Leaves::Bits},
    {Op::LOP3, Leaves::Bits},        {Op::LOP32I, Leaves::Bits},      {Op::POPC, Leaves::Bits},
    {Op::PRMT, Leaves::Bits},        {Op::SHF_L, Leaves::Bits},       {Op::SHF_R, Leaves::Bits},
    {Op::SHL, Leaves::Bits},         {Op::SHR, Leaves::Bits},         {Op::XMAD, Leaves::Bits},
    {Op::VABSDIFF, Leaves::Bits},    {Op::VADD, Leaves::Bits},        {Op::VMAD, Leaves::Bits},
    {Op::VMNMX, Leaves::Bits},       {Op::VSET, Leaves::Bits},        {Op::VSETP, Leaves::Bits},
    {Op::VSHL, Leaves::Bits},        {Op::VSHR, Leaves::Bits},        {Op::I2I, Leaves::Bits},
    {Op::F2I, Leaves::Bits},         {Op::I2F, Leaves::Bits},         {Op::FADD, Leaves::Float},
    {Op::FADD32I, Leaves::Float},    {Op::FCMP, Leaves::Bits},        {Op::FFMA, Leaves::Float},
    {Op::FFMA32I, Leaves::Float},    {Op::FMNMX, Leaves::Float},      {Op::FMUL, Leaves::Float},
    {Op::FMUL32I, Leaves::Float},    {Op::FSET, Leaves::Bits},        {Op::FSETP, Leaves::Bits},
    {Op::FCHK, Leaves::Bits},        {Op::F2F, Leaves::Converted},    {Op::DADD, Leaves::Double},
    {Op::DMNMX, Leaves::Double},     {Op::DMUL, Leaves::Double},      {Op::DSET, Leaves::Bits},
    {Op::DSETP, Leaves::Bits},       {Op::HADD2, Leaves::Halves},     {Op::HADD2_32I, Leaves::Halves},
    {Op::HFMA2, Leaves::Halves},     {Op::HFMA2_32I, Leaves::Halves}, {Op::HMUL2, Leaves::Halves},
    {Op::HMUL2_32I, Leaves::Halves}, {Op::HSET2, Leaves::Bits},       {Op::HSETP2, Leaves::Bits},
};

struct FormChoice {
    Form form;
    Leaves leaves;
};
const std::vector<FormChoice>& forms() {
    static const std::vector<FormChoice> kForms = [] {
        std::vector<FormChoice> all;
        for (std::size_t i = 0; i < isa::maxwell::kForms; ++i) {
            const auto form = static_cast<Form>(i);
            const ChosenOp* choice = std::ranges::find(kChosenOps, isa::maxwell::row(form).op, &ChosenOp::op);
            if (choice != std::end(kChosenOps)) all.push_back({form, choice->leaves});
        }
        return all;
    }();
    return kForms;
}

/// Whether a translation takes the word.
bool is_lifted(std::uint64_t word) {
    std::vector<std::uint8_t> code(32);
    constexpr std::uint64_t kExit = 0xe30000000007000f;
    for (std::size_t i = 0; i < 8; ++i) {
        code[8 + i] = static_cast<std::uint8_t>(word >> (8 * i));
        code[16 + i] = static_cast<std::uint8_t>(kExit >> (8 * i));
    }
    const ir::Context context;
    ir::ContextReader reader(context, {.readable = true, .named = true}); // dead values are lifted, too
    return isa::lift(isa::maxwell::kFrontend, code, reader).has_value();
}

class Writer {
public:
    explicit Writer(std::uint64_t seed) : random_(seed), left_(8 + random_.below(40)) {}

    std::string write() {
        line("S2R R0, SR_TID.X ;\nSHL R2, R0, 0x6 ;\nSHL R3, R0, 0x7 ;\nIADD R24.CC, R4, R3 ;\nIADD.X R25, R5, RZ ;");
        for (std::uint32_t i = 0; i < kWorkRegisters; ++i)
            line(fmt::format("LDC R{}, c[0x2][R2+{:#x}] ;", kFirst + i, 4 * i));
        line("LDC R27, c[0x2][0x2000] ;"); // 0, but no literal
        // Neither memory has a state that it starts in.
        for (std::uint32_t at = 0; at < kThreadBytes; at += 8)
            line(fmt::format("STS.64 [R2+{0:#x}], RZ ;\nSTL.64 [RZ+{0:#x}], RZ ;", at));
        while (left_ > 0) {
            block(0);
            together();
        }
        store();
        for (unsigned i = 0; i < routines_; ++i) routine(i);
        return std::move(text_);
    }

private:
    void line(std::string_view text) { text_.append(text).append("\n"); }
    [[nodiscard]] std::string label() { return fmt::format("X{}", labels_++); }
    [[nodiscard]] std::uint32_t some_register() { return kFirst + random_.below(kWorkRegisters); }
    [[nodiscard]] std::string some_guard() {
        return fmt::format("@{}P{} ", random_.one_in(2) ? "!" : "", random_.below(7));
    }

    /// Some statements in a row.
    void block(unsigned depth) {
        for (std::uint32_t i = 1 + random_.below(4); i-- > 0 && left_ > 0;) statement(depth);
    }
    void statement(unsigned depth) {
        const std::uint32_t kind = random_.below(depth < kMostDepth ? 12 : 8);
        switch (kind) {
            case 6: return shared();
            case 7: return random_.one_in(2) ? local() : global();
            case 8: return choice(depth);
            case 9: return loop(depth);
            case 10: return early_return(depth);
            case 11: return call(depth);
            default: return arithmetic();
        }
    }

    // ---- instructions
    void arithmetic() {
        const FormChoice choice = forms()[random_.below(static_cast<std::uint32_t>(forms().size()))];
        std::uint64_t word = 0;
        do word = ours(random_word(random_, choice.form), choice);
        while (isa::maxwell::form_of(word) != choice.form || !is_lifted(word));
        const Instruction in{word, 0, choice.form};
        print_instruction(text_, in, isa::maxwell::kPlainControl, 0);
        text_ += '\n';
        clean(in, choice.leaves);
        --left_;
    }
    /// The word with registers and constants that the kernel has. Devices round doubles to the nearest only; some compute
    /// wrongly with floats that are a literal 0.
    std::uint64_t ours(std::uint64_t word, const FormChoice& choice) {
        const FieldId round = isa::maxwell::field_of(choice.form, Role::Round);
        const Op op = isa::maxwell::row(choice.form).op;
        const bool converts = op == Op::F2F || op == Op::I2F;
        const bool is_double =
            choice.leaves == Leaves::Double || (converts && Instruction{word, 0, choice.form}[FieldId::ToFloat8] == 3);
        if (is_double && round != FieldId::End) word = isa::maxwell::row(round).put(word, 0);
        for (const FieldId id : isa::maxwell::row(choice.form).text) {
            const auto& field = isa::maxwell::row(id);
            const std::uint64_t value = field.of(word);
            const bool vanishes = field.role == Role::D && value == isa::maxwell::kZeroRegister;
            const bool reads_zero = choice.leaves == Leaves::Bits && value == isa::maxwell::kZeroRegister;
            if (field.kind == Kind::Register && !vanishes && !reads_zero) word = field.put(word, some_register());
            if (field.kind == Kind::Cbuf) word = field.put(word, std::uint64_t{2} << 14 | (value & 0x3ff));
        }
        return word;
    }
    /// Hosts choose the bits of NaN, and some lose the sign of zero (docs/devices.md): both are made the same.
    void clean(const Instruction& in, Leaves leaves) {
        if (leaves == Leaves::Bits || !in.has(Role::D) || in[Role::D] == isa::maxwell::kZeroRegister) return;
        const std::uint32_t d = in[Role::D];
        if (leaves == Leaves::Converted) {
            constexpr Leaves kByType[] = {Leaves::Bits, Leaves::Halves, Leaves::Float, Leaves::Double};
            leaves = kByType[in[FieldId::ToFloat8] & 3];
        }
        if (leaves == Leaves::Float)
            line(
                fmt::format("FSETP.NAN.AND P6, PT, R{0}, R{0}, PT ;\n@P6 MOV32I R{0}, 0x7fc00000 ;\n"
                            "FSETP.EQ.AND P6, PT, R{0}, RZ, PT ;\n@P6 MOV R{0}, R27 ;",
                            d));
        if (leaves == Leaves::Double)
            line(fmt::format(
                "DSETP.NAN.AND P6, PT, R{0}, R{0}, PT ;\n@P6 MOV32I R{1}, 0x7ff80000 ;\n@P6 MOV R{0}, R27 ;\n"
                "DSETP.EQ.AND P6, PT, R{0}, RZ, PT ;\n@P6 MOV R{1}, R27 ;",
                d, d + 1));
        if (leaves == Leaves::Halves)
            line(
                fmt::format("HSETP2.NAN.AND P6, P5, R{0}, R{0}, PT ;\n@P6 MOV32I R{0}, 0x7e007e00 ;\n"
                            "@P5 MOV32I R{0}, 0x7e007e00 ;\nHSETP2.EQ.AND P6, P5, R{0}, RZ, PT ;\n"
                            "@P6 MOV R{0}, R27 ;\n@P5 MOV R{0}, R27 ;",
                            d));
    }
    /// An address in R26, in the thread's own 64 bytes; aligned to so many bytes.
    void set_address(std::uint32_t align) {
        line(fmt::format("LOP32I.AND R{}, R{}, {:#x} ;", kScratch, some_register(), 63 & ~(align - 1)));
    }
    struct Size {
        std::string_view name;
        std::uint32_t bytes;
    };
    Size some_size() {
        constexpr Size kSizes[] = {{".U8", 1}, {".S8", 1}, {".U16", 2}, {".S16", 2}, {"", 4}, {"", 4}, {".64", 8}};
        return kSizes[random_.below(std::size(kSizes))];
    }
    void access(std::string_view load, std::string_view store) {
        const Size size = some_size();
        set_address(size.bytes);
        if (load == "LDS") line(fmt::format("IADD R{0}, R{0}, R2 ;", kScratch));
        const std::string guard = random_.one_in(3) ? some_guard() : "";
        random_.one_in(2)
            ? line(fmt::format("{}{}{} R{}, [R{}] ;", guard, load, size.name, some_register(), kScratch))
            : line(fmt::format("{}{}{} [R{}], R{} ;", guard, store, size.name, kScratch, some_register()));
        --left_;
    }
    void shared() {
        if (!random_.one_in(3)) return access("LDS", "STS");
        constexpr std::string_view kOps[] = {"ADD", "MIN", "MAX", "AND", "OR", "XOR", "EXCH", "INC", "DEC"};
        set_address(4);
        line(fmt::format("IADD R{0}, R{0}, R2 ;\nATOMS.{1} R{2}, [R{0}], R{3} ;", kScratch,
                         kOps[random_.below(std::size(kOps))], some_register(), some_register()));
        --left_;
    }
    void local() { access("LDL", "STL"); }
    void global() {
        const std::string guard = random_.one_in(3) ? some_guard() : "";
        const std::uint32_t at = 4 * random_.below(kResultBytes / 4);
        random_.one_in(2) ? line(fmt::format("{}LDG.E R{}, [R24+{:#x}] ;", guard, some_register(), at))
                          : line(fmt::format("{}STG.E [R24+{:#x}], R{} ;", guard, at, some_register()));
        --left_;
    }
    /// What all threads do together.
    void together() {
        switch (random_.below(6)) {
            case 0:
                return line(
                    fmt::format("VOTE.ANY R{}, P{}, P{} ;", some_register(), random_.below(7), random_.below(7)));
            case 1:
                return line(fmt::format("SHFL.BFLY P{}, R{}, R{}, {:#x}, 0x1f ;", random_.below(7), some_register(),
                                        some_register(), 1 + random_.below(7)));
            case 2:
                return line(fmt::format("BAR.RED.POPC 0x0, P{} ;\nB2R.RESULT P{}, R{}, 0x0 ;", random_.below(7),
                                        random_.below(7), some_register()));
            default: return;
        }
    }

    // ---- flow
    void choice(unsigned depth) {
        const std::string join = label(), other = label();
        line("SSY " + join + " ;\n" + some_guard() + "BRA " + other + " ;");
        block(depth + 1);
        line("SYNC ;\n" + other + ":");
        block(depth + 1);
        line("SYNC ;\n" + join + ":");
    }
    /// Some iterations; with CONT or a plain branch back, and an exit in the middle.
    void loop(unsigned depth) {
        const std::string head = label(), end = label(), next = label();
        const std::uint32_t counter = kCounters + depth;
        const bool continues = random_.one_in(2);
        line(fmt::format("MOV32I R{}, {:#x} ;\nPBK {} ;\n{}:", counter, 1 + random_.below(4), end, head));
        if (continues) line("PCNT " + next + " ;");
        block(depth + 1);
        if (random_.one_in(2)) line(some_guard() + "BRK ;");
        if (continues && random_.one_in(2)) line(some_guard() + "CONT ;");
        block(depth + 1);
        if (continues) line("CONT ;");
        line(next + ":");
        line(fmt::format("IADD32I R{0}, R{0}, -0x1 ;\nISETP.GT.AND P6, PT, R{0}, RZ, PT ;\n@P6 BRA {1} ;\nBRK ;\n{2}:",
                         counter, head, end));
    }
    /// Leaves early, over what is nested.
    void early_return(unsigned depth) {
        const std::string end = label();
        line("PRET " + end + " ;");
        block(depth + 1);
        line(some_guard() + "RET ;");
        block(depth + 1);
        line("RET ;\n" + end + ":");
    }
    void call(unsigned depth) {
        if (depth == 0 && routines_ < 3) line(fmt::format("CAL SUB{} ;", routines_++));
    }
    void routine(unsigned number) {
        line(fmt::format("SUB{}:", number));
        left_ += 4;
        block(1);
        line(some_guard() + "RET ;");
        block(1);
        line("RET ;");
    }
    void store() {
        std::uint32_t at = 0;
        const auto put = [&](std::uint32_t index) {
            line(fmt::format("STG.E [R24+{:#x}], R{} ;", at, index)), at += 4;
        };
        for (std::uint32_t i = 0; i < kWorkRegisters + 2; ++i) put(kFirst + i);
        line(fmt::format("P2R R{}, PR, RZ, 0x7f ;", kScratch));
        put(kScratch);
        line(fmt::format("P2R R{}, CC, RZ, 0xf ;", kScratch));
        put(kScratch);
        line("EXIT ;");
    }

    isa::Random random_;
    std::uint32_t left_; // how many instructions more
    std::string text_;
    unsigned labels_ = 0, routines_ = 0;
};

/// Whole numbers and floats, small, large and odd.
std::uint32_t some_word(isa::Random& random) {
    constexpr std::uint32_t kOdd[] = {0,          1,          0xffffffff, 0x80000000, 0x7fffffff, 0x7f800000,
                                      0xff800000, 0x7fc00000, 0x3f800000, 0xbf800000, 1,          0x00800000,
                                      0x007fffff, 0x3c003c00, 0x7c007bff, 0x4b000000, 0x3fe00000, 0x7ff00000};
    switch (random.below(4)) {
        case 0: return kOdd[random.below(std::size(kOdd))];
        case 1: return random.below(64);
        case 2: return std::bit_cast<std::uint32_t>((static_cast<float>(random.below(4096)) - 2048.0F) / 64.0F);
        default: return static_cast<std::uint32_t>(random.next());
    }
}

} // namespace

std::string random_kernel_text(std::uint64_t seed) { return kResultInR4 + Writer(seed).write(); }

Result<MaxwellVector> random_kernel(std::uint64_t seed) {
    const auto code = isa::maxwell::assemble(random_kernel_text(seed), {});
    if (!code) return std::unexpected(code.error());
    MaxwellVector kernel{.id = fmt::format("seed {}", seed), .name = "random", .code = *code};
    isa::Random random(~seed);
    for (std::uint32_t i = 0; i < kInputBytes / 4; ++i) {
        const std::uint32_t word = some_word(random);
        for (unsigned k = 0; k < 4; ++k) kernel.input.push_back(static_cast<std::uint8_t>(word >> (8 * k)));
    }
    kernel.shared_bytes = kThreads * kThreadBytes;
    kernel.local_bytes = kThreadBytes;
    kernel.result_bytes = kThreads * kResultBytes;
    kernel.workgroup = {kThreads, 1, 1};
    return kernel;
}

} // namespace relit::test
