#include "machine/rsx/programs.hpp"

#include "isa/rsx/vp/encoding/control_flow.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace relit::machine::rsx {
namespace {

using isa::PushHeader;
using isa::rsx::Method;
using isa::rsx::vp::Word128;
namespace fp = isa::rsx::fp;
namespace vp = isa::rsx::vp;

constexpr const isa::PushMethod& row_of(Method method) { return isa::rsx::kMethods[static_cast<std::size_t>(method)]; }

// ---- the vertex program as a stream

/// Writes methods as the console's memory holds them.
class PushWriter {
public:
    void words(Method method, std::span<const std::uint32_t> arguments) {
        PushHeader header;
        header.insert(PushHeader::method, row_of(method).address / 4);
        header.insert(PushHeader::count, arguments.size());
        word(header.raw[0]);
        for (const std::uint32_t argument : arguments) word(argument);
    }
    void one(Method method, std::uint32_t argument) { words(method, {&argument, 1}); }
    [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
    void word(std::uint32_t value) {
        for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes_.push_back(static_cast<std::uint8_t>(value >> shift));
    }
    std::vector<std::uint8_t> bytes_;
};

bool reads_constant(const Word128& word) {
    for (unsigned i = 0; i < 3; ++i)
        if (vp::reads(word, i) && vp::source(word, i).type == vp::Type::Constant) return true;
    return false;
}

/// The constants that the program names.
std::set<std::uint32_t> constants_named(const VertexProgram& program) {
    std::set<std::uint32_t> named;
    for (const Word128& word : program.slots)
        if (reads_constant(word) && !word[Word128::constant_relative] && word[Word128::constant] < kConstants)
            named.insert(word[Word128::constant]);
    return named;
}

// ---- textures

constexpr std::uint32_t kFirstDepth = 0x90, kLastDepth = 0x93, kY16X16 = 0x95, kHilo8 = 0x98, kHiloS8 = 0x99,
                        kY16X16Float = 0x9f; // formats (RPCS3 3aac7d7)

/// SET_TEXTURE_FORMAT: the format in bits 15:8, with 0x20 for linear memory and 0x40 for coordinates that count texels.
std::uint32_t format_of(const State& state, std::uint32_t unit) {
    constexpr std::uint32_t kFormat = 0x1a04, kFlags = 0x60;
    return state.at(kFormat + 0x20 * unit) >> 8 & 0xff & ~kFlags;
}

/// Depth formats are compared unless the comparison always or never passes, or texels with alpha 0 are killed, as in
/// RPCS3 3aac7d7.
bool compares_depth(const State& state, std::uint32_t unit) {
    constexpr std::uint32_t kAddress = 0x1a08, kControl = 0x1a0c, kNever = 0, kAlways = 7, kAlphaKill = 4;
    const std::uint32_t format = format_of(state, unit), function = state.at(kAddress + 0x20 * unit) >> 28 & 7;
    return format >= kFirstDepth && format <= kLastDepth && function != kNever && function != kAlways &&
           (state.at(kControl + 0x20 * unit) & kAlphaKill) == 0;
}

// ---- the context

/// Returns true if the machine looks at the register in a draw.
bool counts(const State& state, const Draw& draw, Method method, std::uint32_t address) {
    const std::uint32_t unit = (address - row_of(method).address) / 0x20;
    switch (method) {
        case Method::AlphaFunc:
        case Method::AlphaRef: return (state.at(row_of(Method::AlphaTest).address) & 1) != 0;
        case Method::PointSize:
        case Method::PointSprite: return draw.primitive == kPoints;
        case Method::Texture: return state.has_texture(unit, false);
        case Method::VertexTexture: return state.has_texture(unit, true);
        case Method::AttributeFormat: return (state.at(address) >> 4 & 15) != 0; // no lanes: it is no array
        default: return true;
    }
}

} // namespace

Result<VertexProgram> vertex_program_of(const State& state) {
    const std::uint32_t start = state.at(row_of(Method::ProgramStart).address) & 0xffff;
    const auto flow = vp::control_flow_of(state.slots, start, state.at(row_of(Method::BranchBits).address));
    if (!flow) return std::unexpected(flow.error());
    VertexProgram program;
    program.start = start;
    for (const vp::Subroutine& subroutine : flow->subroutines)
        program.numbers.insert(program.numbers.end(), subroutine.slots.begin(), subroutine.slots.end());
    std::ranges::sort(program.numbers);
    const auto rest = std::ranges::unique(program.numbers);
    program.numbers.erase(rest.begin(), rest.end());
    for (const std::uint32_t number : program.numbers) program.slots.push_back(state.slots[number]);
    if (std::ranges::none_of(program.slots, [](const Word128& word) { return word[Word128::end]; }))
        return fail(fmt::format("no slot has END from slot {} on", start));
    return program;
}

std::vector<std::uint8_t> stream_of(const VertexProgram& program, const State& state) {
    PushWriter out;
    for (std::size_t i = 0; i < program.slots.size(); ++i) {
        if (i == 0 || program.numbers[i] != program.numbers[i - 1] + 1)
            out.one(Method::ProgramLoad, program.numbers[i]);
        out.words(Method::Program, program.slots[i].raw);
    }
    out.one(Method::ProgramStart, program.start);
    const std::set<std::uint32_t> named = constants_named(program);
    const bool any = reads_any_constant(program);
    for (std::uint32_t i = 0; i < kConstants; ++i) {
        if (!state.constants[i].is_loaded || (!any && !named.contains(i))) continue;
        out.one(Method::ConstantLoad, i);
        out.words(Method::Constant, state.constants[i].lanes);
    }
    return out.take();
}

std::vector<std::uint32_t> missing_constants(const VertexProgram& program, const State& state) {
    std::vector<std::uint32_t> missing;
    for (const std::uint32_t number : constants_named(program))
        if (!state.constants[number].is_loaded) missing.push_back(number);
    return missing;
}

bool reads_any_constant(const VertexProgram& program) {
    return std::ranges::any_of(
        program.slots, [](const Word128& word) { return reads_constant(word) && word[Word128::constant_relative]; });
}

isa::StateValues context_of(const State& state, const Draw& draw) {
    isa::rsx::MethodState registers;
    for (std::size_t i = 0; i < isa::rsx::kMethods.size(); ++i)
        for (std::uint32_t at = isa::rsx::kMethods[i].address; at <= isa::rsx::kMethods[i].last; at += 4)
            if (counts(state, draw, static_cast<Method>(i), at)) registers[at] = state.at(at);
    isa::StateValues values = isa::rsx::state_values_of(registers);
    for (std::uint32_t i = 0; i < kTextures; ++i) {
        if (!state.has_texture(i, false)) continue;
        if (compares_depth(state, i)) values[isa::numbered_key("rsx.fp.texture#.shadow", i)] = 1;
        // R and B are X, G and A are Y (RPCS3 3aac7d7, its Vulkan formats).
        if (format_of(state, i) == kY16X16) values[isa::numbered_key("rsx.fp.texture#.order", i)] = 1;
    }
    return values;
}

bool is_of_viewport(std::string_view key) {
    return key.starts_with("rsx.vp.viewport_") || key.starts_with("rsx.vp.surface_") ||
           key.starts_with("rsx.vp.depth_");
}

std::vector<std::uint32_t> missing_textures(const VertexProgram& program, const State& state) {
    std::set<std::uint32_t> missing;
    for (const Word128& word : program.slots)
        if (word[Word128::vec] == vp::Vec::Txl && !state.has_texture(word[Word128::unit], true))
            missing.insert(word[Word128::unit]);
    return {missing.begin(), missing.end()};
}

std::vector<std::uint32_t> missing_textures(const fp::Program& program, const State& state) {
    std::set<std::uint32_t> missing;
    for (const fp::Instruction& instruction : program.instructions) {
        const std::uint32_t unit = instruction.word[fp::Word128::unit];
        if (fp::info(instruction.word[fp::Word128::op]).op_class == fp::OpClass::Texture &&
            !state.has_texture(unit, false))
            missing.insert(unit);
    }
    return {missing.begin(), missing.end()};
}

std::vector<std::uint32_t> unordered_textures(const State& state) {
    std::vector<std::uint32_t> units;
    for (std::uint32_t i = 0; i < kTextures; ++i) {
        const std::uint32_t format = format_of(state, i);
        const bool has_two = format == kHilo8 || format == kHiloS8 || format == kY16X16Float;
        if (state.has_texture(i, false) && has_two) units.push_back(i);
    }
    return units;
}

} // namespace relit::machine::rsx
