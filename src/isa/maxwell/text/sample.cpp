// Random legal programs: words of every form, alone, with a program header, in a container.
#include "isa/maxwell/encoding/control.hpp"
#include "isa/maxwell/encoding/header.hpp"
#include "isa/maxwell/encoding/program.hpp"
#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/sample_word.hpp"

namespace relit::isa::maxwell {
namespace {

Control random_control(Random& random) {
    Control control = kPlainControl;
    if (random.one_in(2)) control.raw[0] = static_cast<std::uint32_t>(random.next()) & 0x1fffff;
    return control;
}

/// The word with a random target inside the code, if it has one.
std::uint64_t with_target(Random& random, std::uint64_t word, std::size_t index, std::uint32_t words) {
    const Instruction in{word, 0, form_of(word)};
    if (!target_of(in)) return word;
    const std::int64_t to = std::int64_t{random.below(words)} * kWordBytes;
    const std::int64_t from = (static_cast<std::int64_t>(index) + 1) * kWordBytes;
    return row(FieldId::Target20).put(word, static_cast<std::uint64_t>(to - from));
}

std::vector<std::uint64_t> random_code(Random& random) {
    const std::uint32_t words = (1 + random.below(12)) * kWordsInGroup;
    std::vector<std::uint64_t> code(words);
    for (std::uint32_t i = 0; i < words; ++i) {
        if (i % kWordsInGroup == 0) continue;
        const auto form = static_cast<Form>(random.below(static_cast<std::uint32_t>(kForms)));
        code[i] = i + 1 == words ? 0xe30000000007000f // EXIT
                                 : with_target(random, random_word(random, form), i, words);
        code[i / kWordsInGroup * kWordsInGroup] |= control_bits(random_control(random), std::uint64_t{i} * kWordBytes);
    }
    return code;
}

void append_sph(std::vector<std::uint8_t>& bytes, Random& random, std::uint32_t shader) {
    Sph sph;
    for (std::size_t i = 5; i < sph.raw.size(); ++i) sph.raw[i] = static_cast<std::uint32_t>(random.next());
    sph.set(Sph::type, shader == 5 ? 2U : 1U).set(Sph::version, 3U).set(Sph::shader, shader).set(Sph::sass_version, 3U);
    for (const std::uint32_t raw : sph.raw) append_bytes(bytes, raw, 4);
}

/// A compute program in a container, with constants after its code.
std::vector<std::uint8_t> container(const std::vector<std::uint64_t>& code, Random& random) {
    constexpr std::uint32_t kSection = 256;
    const auto code_bytes = static_cast<std::uint32_t>(code.size() * kWordBytes);
    const std::uint32_t constants = (code_bytes + kSection - 1) / kSection * kSection;
    const std::uint32_t constant_bytes = 4 * random.below(16);
    DkshHeader header;
    header.set(DkshHeader::magic, kDkshMagic).set(DkshHeader::header_size, 24U).set(DkshHeader::control_size, kSection);
    header.set(DkshHeader::code_size, constants + kSection).set(DkshHeader::programs, 24U).set(DkshHeader::count, 1U);
    DkshProgram program;
    program.set(DkshProgram::type, 5U).set(DkshProgram::registers, random.below(255));
    program.set(DkshProgram::constants, constants).set(DkshProgram::constant_bytes, constant_bytes);
    program.set(DkshProgram::block_x, 32U).set(DkshProgram::block_y, 1U).set(DkshProgram::block_z, 1U);
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t raw : header.raw) append_bytes(bytes, raw, 4);
    for (const std::uint32_t raw : program.raw) append_bytes(bytes, raw, 4);
    bytes.resize(kSection);
    for (const std::uint64_t word : code) append_bytes(bytes, word, kWordBytes);
    bytes.resize(std::size_t{kSection} + constants);
    for (std::uint32_t i = 0; i < constant_bytes; ++i) append_bytes(bytes, random.next(), 1);
    bytes.resize(std::size_t{kSection} + constants + kSection);
    return bytes;
}

} // namespace

std::vector<std::uint8_t> sample(std::uint64_t seed) {
    Random random(seed);
    const std::vector<std::uint64_t> code = random_code(random);
    if (random.one_in(8)) return container(code, random);
    std::vector<std::uint8_t> bytes;
    if (random.one_in(4)) append_sph(bytes, random, 1 + random.below(5));
    for (const std::uint64_t word : code) append_bytes(bytes, word, kWordBytes);
    return bytes;
}

} // namespace relit::isa::maxwell
