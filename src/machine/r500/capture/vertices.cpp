#include "machine/r500/capture/vertices.hpp"

#include "base/half.hpp"

#include <algorithm>
#include <bit>

namespace relit::machine::r500 {
namespace {

enum class Kind : std::uint8_t { Float, Half, Fixed, Color };
struct TypeInfo {
    std::uint32_t number;
    std::string_view name;
    std::uint32_t dwords;
    Kind kind;
    std::array<std::uint16_t, 4> widths;
};
constexpr TypeInfo kTypes[] = {
#define R500_ELEMENT(number, name, dwords, kind, x, y, z, w) {number, name, dwords, Kind::kind, {x, y, z, w}},
#include "machine/r500/capture/element_types.inc"
#undef R500_ELEMENT
};

const TypeInfo* type_info(std::uint32_t number) { return number < std::size(kTypes) ? &kTypes[number] : nullptr; }

constexpr std::size_t kMostElements = 16, kMostDwords = 8;
constexpr std::uint32_t kOne = 0x3f800000; // 1.0

/// The dwords of an element as one word.
struct ElementWord : Word<ElementWord, 32 * kMostDwords> {};

std::uint32_t bits_of(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

/// Signed fractions by VAP_PSC_SGN_NORM_CNTL (AMD's document): 0 has a zero and goes a step below -1, 1 clamps that, 2 has no zero.
double signed_fraction(std::int64_t value, unsigned width, std::uint32_t method) {
    const auto greatest = static_cast<double>((std::int64_t{1} << (width - 1)) - 1);
    const auto real = static_cast<double>(value);
    if (method == 2) return (2 * real + 1) / (2 * greatest + 1);
    return method == 1 ? std::max(real / greatest, -1.0) : real / greatest;
}

std::uint32_t fixed(const Element& element, std::uint64_t bits, unsigned width) {
    const std::int64_t sign = std::int64_t{1} << (width - 1);
    const auto plain = static_cast<std::int64_t>(bits);
    const std::int64_t value = element.is_signed ? (plain ^ sign) - sign : plain;
    if (!element.is_normalised) return bits_of(static_cast<double>(value));
    if (element.is_signed) return bits_of(signed_fraction(value, width, element.method));
    return bits_of(static_cast<double>(value) / static_cast<double>((std::int64_t{1} << width) - 1));
}

/// The components as stored, before they are selected: those that are missing are 0, 0, 0, 1.
std::array<std::uint32_t, 4> components(const Element& element, const TypeInfo& type, Dwords dwords) {
    ElementWord word;
    std::ranges::copy(dwords.first(type.dwords), word.raw.begin());
    std::array<std::uint32_t, 4> bits = {0, 0, 0, kOne};
    std::uint16_t at = 0;
    for (std::size_t i = 0; i < 4 && type.widths[i] != 0; ++i) {
        const std::uint16_t width = type.widths[i];
        const std::uint64_t raw = word.extract({"component", {BitRun{at, width}}, {}});
        at = static_cast<std::uint16_t>(at + width);
        if (type.kind == Kind::Float)
            bits[i] = static_cast<std::uint32_t>(raw);
        else if (type.kind == Kind::Half)
            bits[i] = std::bit_cast<std::uint32_t>(float_from_half(static_cast<std::uint16_t>(raw)));
        else
            bits[i] = fixed(element, raw, width);
    }
    if (type.kind == Kind::Color) std::swap(bits[0], bits[2]);
    return bits;
}

std::optional<std::array<std::uint32_t, 4>> second_half(const TypeInfo& type, Dwords dwords) {
    if (type.kind != Kind::Float || type.dwords != kMostDwords) return std::nullopt;
    std::array<std::uint32_t, 4> half{};
    std::ranges::copy(dwords.subspan(kMostDwords - half.size(), half.size()), half.begin());
    return half;
}

// Fields of both halves of a VAP_PROG_STREAM_CNTL and of its EXT, which have one layout.
constexpr unsigned kHalf = 16;
Element element_of(RegisterWord control, RegisterWord extension) {
    Element element;
    element.type = control[field::VAP_PROG_STREAM_CNTL__DATA_TYPE_0];
    element.skipped = control[field::VAP_PROG_STREAM_CNTL__SKIP_DWORDS_0];
    element.input = control[field::VAP_PROG_STREAM_CNTL__DST_VEC_LOC_0];
    element.is_signed = control[field::VAP_PROG_STREAM_CNTL__SIGNED_0] != 0;
    element.is_normalised = control[field::VAP_PROG_STREAM_CNTL__NORMALIZE_0] != 0;
    element.select = {extension[field::VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_X_0],
                      extension[field::VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_Y_0],
                      extension[field::VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_Z_0],
                      extension[field::VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_W_0]};
    element.mask = extension[field::VAP_PROG_STREAM_CNTL_EXT__WRITE_ENA_0];
    return element;
}

} // namespace

std::vector<Element> elements_of(const State& state) {
    std::vector<Element> all;
    for (std::uint32_t i = 0; i < kMostElements; ++i) {
        const unsigned shift = i % 2 * kHalf;
        const RegisterWord control = word_of(state[reg::VAP_PROG_STREAM_CNTL + 4 * (i / 2)].raw[0] >> shift);
        all.push_back(element_of(control, word_of(state[reg::VAP_PROG_STREAM_CNTL_EXT + 4 * (i / 2)].raw[0] >> shift)));
        all.back().method = (state[reg::VAP_PSC_SGN_NORM_CNTL].raw[0] >> 2 * i) & 3;
        if (control[field::VAP_PROG_STREAM_CNTL__LAST_VEC_0] != 0) break;
    }
    return all;
}

std::uint32_t dwords_of(std::uint32_t type) {
    const TypeInfo* const info = type_info(type);
    return info == nullptr ? 0 : info->dwords;
}

std::optional<InputValue> decode(const Element& element, Dwords dwords) {
    const TypeInfo* const type = type_info(element.type);
    if (type == nullptr || dwords.size() < type->dwords) return std::nullopt;
    const auto stored = components(element, *type, dwords);
    InputValue value{element.input, element.mask, {}, second_half(*type, dwords)};
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint32_t select = element.select[i];
        value.bits[i] = select < 4 ? stored[select] : select == 5 ? kOne : 0;
    }
    return value;
}

std::optional<std::uint32_t> VertexReader::index(std::uint32_t i) {
    const IndexSource& source = draw_.indices;
    const std::uint32_t at = source.is_wide ? i : i / 2;
    std::optional<std::uint32_t> dword;
    if (!source.is_in_buffer) {
        if (at < source.dwords.size()) dword = source.dwords[at];
    } else if (source.buffer && source.buffer->handle && at < source.buffer_dwords) {
        dword = memory_.dword(*source.buffer->handle, source.offset + std::uint64_t{4} * at);
    }
    if (!dword || source.is_wide) return dword;
    return i % 2 == 0 ? *dword & 0xffff : *dword >> 16;
}

std::optional<std::uint32_t> VertexReader::vertex_number(std::uint32_t i) {
    if (draw_.walk != VertexSource::Indices) return i;
    auto number = index(i);
    if (!number) return std::nullopt;
    const State& state = draw_.state;
    if (state.has(reg::VAP_VF_MAX_VTX_INDX))
        number = std::min(*number, state[reg::VAP_VF_MAX_VTX_INDX].raw[0] & 0xffffff);
    if (state.has(reg::VAP_VF_MIN_VTX_INDX))
        number = std::max(*number, state[reg::VAP_VF_MIN_VTX_INDX].raw[0] & 0xffffff);
    const auto offset = static_cast<std::int32_t>(state[reg::VAP_INDEX_OFFSET].raw[0] << 7) >> 7; // 25 bits, signed
    return *number + static_cast<std::uint32_t>(offset);
}

/// One list: the embedded dwords, or what each array has for it.
std::optional<std::vector<std::uint32_t>> VertexReader::dwords_of_vertex(std::uint32_t number) {
    std::vector<std::uint32_t> dwords;
    if (draw_.walk == VertexSource::Embedded) {
        const std::uint64_t size = draw_.state[reg::VAP_VTX_SIZE][field::VAP_VTX_SIZE__DWORDS_PER_VTX];
        if (size * (std::uint64_t{number} + 1) > draw_.embedded.size()) return std::nullopt;
        const auto begin = draw_.embedded.begin() + static_cast<std::ptrdiff_t>(size * number);
        dwords.assign(begin, begin + static_cast<std::ptrdiff_t>(size));
        return dwords;
    }
    for (const VertexArray& array : draw_.state.arrays) {
        if (!array.buffer || !array.buffer->handle) return std::nullopt;
        const std::uint64_t begin = array.offset + std::uint64_t{4} * array.stride * number;
        for (std::uint32_t i = 0; i < array.size; ++i) {
            const auto dword = memory_.dword(*array.buffer->handle, begin + std::uint64_t{4} * i);
            if (!dword) return std::nullopt;
            dwords.push_back(*dword);
        }
    }
    return dwords;
}

std::optional<FetchedVertex> VertexReader::vertex(std::uint32_t number) {
    const auto dwords = dwords_of_vertex(number);
    if (!dwords) return std::nullopt;
    FetchedVertex vertex;
    Dwords rest = *dwords;
    for (const Element& element : elements_) {
        const auto value = decode(element, rest);
        if (!value) return std::nullopt;
        vertex.push_back(*value);
        rest = rest.subspan(std::min<std::size_t>(dwords_of(element.type) + element.skipped, rest.size()));
    }
    return vertex;
}

} // namespace relit::machine::r500
