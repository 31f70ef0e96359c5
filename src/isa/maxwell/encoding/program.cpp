// Reads programs from files of every kind.
#include "isa/maxwell/encoding/program.hpp"

#include "isa/maxwell/encoding/cuda.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace relit::isa::maxwell {
namespace {

std::vector<std::uint64_t> words_of(Bytes code) {
    std::vector<std::uint64_t> words;
    words.reserve(code.size() / kWordBytes);
    static_assert(std::endian::native == std::endian::little);
    for (std::size_t at = 0; at + kWordBytes <= code.size(); at += kWordBytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, &code[at], kWordBytes);
        words.push_back(word);
    }
    return words;
}

void take_sph(Program& program, const Sph& sph) {
    program.sph = sph;
    program.stage = stage_of(sph);
    program.local_bytes = sph[Sph::local_low] + sph[Sph::local_high];
    if (const std::string fault = fault_of(sph); !fault.empty())
        program.warnings.push_back("the program header is none that is known: its field " + fault);
}

/// What the container says of the program, and its constants.
void take_dksh(Program& program, const DkshProgram& dksh, Bytes file, std::uint32_t code_section) {
    program.dksh = dksh;
    if (program.stage != Stage::Unknown && program.stage != stage_of(dksh))
        program.warnings.emplace_back("container and program header name different stages");
    if (program.stage == Stage::Unknown || stage_of(dksh) != Stage::Unknown) program.stage = stage_of(dksh);
    if (const std::uint32_t bytes = dksh[DkshProgram::constant_bytes]; bytes != 0) {
        const Bytes constants = file.subspan(std::size_t{code_section} + dksh[DkshProgram::constants], bytes);
        program.constants.assign(constants.begin(), constants.end());
    }
    if (program.stage != Stage::Compute) return;
    program.shared_bytes = dksh[DkshProgram::shared_bytes];
    program.local_bytes = dksh[DkshProgram::local_positive] + dksh[DkshProgram::local_negative];
    program.block = {dksh[DkshProgram::block_x], dksh[DkshProgram::block_y], dksh[DkshProgram::block_z]};
}

void take_kernel(Program& program, const Cubin& cubin, Bytes file) {
    const CubinKernel& kernel = cubin.kernels[0];
    CudaKernel& cuda = program.cuda.emplace();
    cuda.name = kernel.name;
    cuda.architecture = cubin.architecture;
    cuda.parameter_base = kernel.parameter_base;
    cuda.parameter_bytes = kernel.parameter_bytes;
    for (const auto& [bank, range] : kernel.constants) {
        const Bytes bytes = file.subspan(range.offset, range.size);
        cuda.constants[bank].assign(bytes.begin(), bytes.end());
    }
    if (auto names = constant_names_of(file, kernel)) cuda.names = std::move(*names);
    program.stage = Stage::Compute;
    program.shared_bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(kernel.shared_bytes, UINT32_MAX));
    program.local_bytes = kernel.local_bytes;
    program.block = kernel.block;
}

std::string hex_address(std::uint64_t value) {
    std::string text;
    print_hex(text, static_cast<std::uint32_t>(value), 4);
    return text;
}

bool is_nothing(const Instruction& in) { return in.known() && in.op() == Op::NOP; }

/// Caveats that need no knowledge of the flow.
void warn(Program& program) {
    const auto is_unknown = [](const Instruction& in) { return !in.known(); };
    if (const auto count = std::ranges::count_if(program.code, is_unknown); count != 0)
        program.warnings.push_back(std::to_string(count) + " words do not decode as instructions, the first at " +
                                   hex_address(std::ranges::find_if(program.code, is_unknown)->address));
    const std::int64_t end = static_cast<std::int64_t>(program.words.size()) * kWordBytes;
    for (const Instruction& in : program.code) {
        if (!in.has(Role::Target)) continue;
        const auto target = target_of(in);
        if (!target || (*target >= 0 && *target < end && *target % kWordBytes == 0)) continue;
        program.warnings.push_back("the instruction at " + hex_address(in.address) + " goes outside the code");
        break;
    }
    const auto last = std::ranges::find_if_not(program.code.rbegin(), program.code.rend(), is_nothing); // but filling
    if (last != program.code.rend() && !ends_flow(*last))
        program.warnings.emplace_back("the last instruction can run off the end of the code");
}

Result<Program> read_binary(Bytes whole, std::size_t which) {
    const auto one = OneProgram::of(whole);
    if (!one) return std::unexpected(one.error());
    const Bytes file = one->bytes();
    const auto container = read_container(file);
    if (!container) return std::unexpected(container.error());
    const auto regions = regions_of(*container, which);
    if (!regions) return std::unexpected(regions.error());
    Program program;
    program.kind = container->kind;
    program.code_offset = regions->code.offset;
    program.header_error = container->header_error;
    if (!program.header_error.empty()) program.warnings.push_back(program.header_error);
    program.words = words_of(file.subspan(regions->code.offset, regions->code.size));
    while (program.words.size() > 2 && program.words.back() == 0) program.words.pop_back(); // filling
    if (regions->sph) take_sph(program, read_sph(file.subspan(regions->sph->offset, kSphBytes)));
    if (container->kind == FileKind::Dksh)
        take_dksh(program, container->programs[which], file, container->header[DkshHeader::control_size]);
    if (container->kind == FileKind::Cubin) take_kernel(program, container->cubin, file);
    return program;
}

/// By a reader of binary files.
Result<Program> load_by(Result<Program> (*read)(Bytes file, std::size_t which), Bytes file, std::size_t which) {
    if (!is_text(file)) return read(file, which);
    const auto assembled = assemble(text_of(file), {});
    if (!assembled) return std::unexpected(assembled.error());
    auto program = of_text(read(*assembled, which));
    if (program) program->kind = FileKind::Text;
    return program;
}

} // namespace

const Instruction* Program::at(std::int64_t address) const {
    if (address < 0 || address % kWordBytes != 0) return nullptr;
    const std::uint64_t word = first_at(static_cast<std::uint64_t>(address)) / kWordBytes;
    if (word >= words.size()) return nullptr;
    return &code[word - word / (kGroupBytes / kWordBytes) - 1];
}

std::vector<Instruction> decode(std::span<const std::uint64_t> words) {
    std::vector<Instruction> code;
    code.reserve(words.size() - (words.size() + 3) / 4);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto address = static_cast<std::uint32_t>(i * kWordBytes);
        if (!is_control(address)) code.push_back({words[i], address, form_of(words[i])});
    }
    return code;
}

bool ends_flow(const Instruction& in) {
    if (!in.known() || in.guard() != kTruePredicate) return false;
    if (in.has(Role::Test) && in[Role::Test] != kTrueTest) return false;
    switch (in.op()) {
        case Op::BRA:
        case Op::BRK:
        case Op::BRX:
        case Op::CONT:
        case Op::EXIT:
        case Op::JMP:
        case Op::JMX:
        case Op::LONGJMP:
        case Op::RET:
        case Op::RTT:
        case Op::SYNC: return true;
        default: return false;
    }
}

Result<Program> load_binary(Bytes file, std::size_t which) {
    auto program = read_binary(file, which);
    if (!program) return program;
    program->code = decode(program->words);
    warn(*program);
    return program;
}

Result<Program> load(Bytes file, std::size_t which) { return load_by(load_binary, file, which); }
Result<Program> load_undecoded(Bytes file, std::size_t which) { return load_by(read_binary, file, which); }

} // namespace relit::isa::maxwell
