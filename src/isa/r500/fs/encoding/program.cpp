#include "isa/r500/fs/encoding/program.hpp"

#include <algorithm>
#include <array>

namespace relit::isa::r500::fs {
namespace {

constexpr std::array<std::uint32_t, 2> kPorts = {reg::GA_US_VECTOR_INDEX, reg::GA_US_VECTOR_DATA};

constexpr RegisterKey kKeys[] = {
#define R500_STATE(name, count, key) {reg::name, count, key},
#include "isa/r500/fs/encoding/state.inc"
#undef R500_STATE
};

Word192 word_at(Bytes bytes) {
    Word192 word;
    for (std::size_t i = 0; i < word.raw.size(); ++i)
        word.raw[i] = static_cast<std::uint32_t>(little_endian(bytes.subspan(4 * i, 4)));
    return word;
}

Result<Program> load_raw(Bytes file) {
    if (file.empty()) return fail_at(0, "the file is empty");
    if (file.size() % kInstructionBytes != 0)
        return fail_at(file.size() - file.size() % kInstructionBytes,
                       "an instruction is cut off: a raw program is a multiple of 24 bytes");
    if (file.size() / kInstructionBytes > kFragmentInstructions)
        return fail_at(kFragmentInstructions * kInstructionBytes, "more than 512 instructions");
    Program program;
    for (std::size_t at = 0; at < file.size(); at += kInstructionBytes)
        program.code.push_back({static_cast<std::uint32_t>(at / kInstructionBytes), at, word_at(file.subspan(at))});
    return program;
}

/// Instructions of which any dword is loaded; those that are missing are 0, and a warning says so.
void collect_code(Program& program) {
    bool incomplete = false;
    for (const auto& [index, written] : program.state.fragment_code) {
        const std::uint32_t number = index / kFragmentDwords;
        if (program.code.empty() || program.code.back().number != number)
            program.code.push_back({number, written.offset, {}});
        program.code.back().word.raw[index % kFragmentDwords] = written.value;
    }
    for (const Instruction& one : program.code)
        for (std::uint32_t i = 0; i < kFragmentDwords; ++i)
            incomplete = incomplete || !program.state.fragment_code.contains(one.number * kFragmentDwords + i);
    if (incomplete) program.warnings.emplace_back("an instruction is loaded in part: the rest of it counts as 0");
}

void read_range(Program& program) {
    const auto address = program.read(reg::US_CODE_ADDR);
    if (!address) return;
    const RegisterWord word{{{*address}}}, offset{{{program.read(reg::US_CODE_OFFSET).value_or(0)}}};
    CodeRange range;
    range.offset = offset[field::US_CODE_OFFSET__OFFSET_ADDR];
    range.start = range.offset + word[field::US_CODE_ADDR__START_ADDR];
    range.end = range.offset + word[field::US_CODE_ADDR__END_ADDR];
    program.range = range;
}

Result<Program> load_stream(Bytes file) {
    const auto packets = parse_packets(file);
    if (!packets) return std::unexpected(packets.error());
    Program program;
    program.kind = FileKind::Stream;
    program.state = state_of(*packets);
    program.machine_state = values_of(program.state, kKeys);
    collect_code(program);
    read_range(program);
    return program;
}

} // namespace

const Instruction* Program::find(std::uint32_t number) const {
    const auto found = std::ranges::lower_bound(code, number, {}, &Instruction::number);
    return found == code.end() || found->number != number ? nullptr : &*found;
}

CodeRange Program::code_range() const {
    if (range) return *range;
    CodeRange all;
    if (const auto offset = read(reg::US_CODE_OFFSET))
        all.offset = RegisterWord{{{*offset}}}[field::US_CODE_OFFSET__OFFSET_ADDR];
    if (code.empty()) return all;
    all.start = code.front().number;
    all.end = code.back().number;
    return all;
}

FileKind kind_of(Bytes binary) { return is_stream(binary, kPorts) ? FileKind::Stream : FileKind::Raw; }

Result<Program> load_binary(Bytes file) {
    return kind_of(file) == FileKind::Stream ? load_stream(file) : load_raw(file);
}

} // namespace relit::isa::r500::fs
