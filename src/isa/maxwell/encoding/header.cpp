// Which fields headers have, and what they say.
#include "isa/maxwell/encoding/header.hpp"

#include <algorithm>
#include <span>

namespace relit::isa::maxwell {
namespace {

using Number = Field<std::uint32_t>;

constexpr auto kCommon =
    fields_of(Sph::type, Sph::version, Sph::shader, Sph::many_targets, Sph::kills, Sph::global_store, Sph::sass_version,
              Sph::r0, Sph::passthrough, Sph::r1, Sph::load_or_store, Sph::fp64, Sph::stream_out, Sph::local_low,
              Sph::patch_attributes, Sph::local_high, Sph::threads, Sph::stack, Sph::topology, Sph::r2,
              Sph::max_vertices, Sph::store_first, Sph::r3, Sph::store_last, Sph::in_system_ab);

constexpr Number kInGenerics{"in_generics", 192, 32}, kInGenerics8{"in_generics8", 224, 32},
    kInGenerics16{"in_generics16", 256, 32}, kInGenerics24{"in_generics24", 288, 32}, kInColors{"in_colors", 320, 16},
    kInSystemC{"in_system_c", 336, 16}, kInTextures{"in_textures", 352, 32}, kInTextures8{"in_textures8", 384, 8},
    kInRest{"in_rest", 392, 8}, kOutSystemAb{"out_system_ab", 400, 32}, kOutGenerics{"out_generics", 432, 32},
    kOutGenerics8{"out_generics8", 464, 32}, kOutGenerics16{"out_generics16", 496, 32},
    kOutGenerics24{"out_generics24", 528, 32}, kOutColors{"out_colors", 560, 16}, kOutSystemC{"out_system_c", 576, 16},
    kOutTextures{"out_textures", 592, 32}, kOutTextures8{"out_textures8", 624, 8}, kOutRest{"out_rest", 632, 8};

constexpr auto kVtg =
    fields_of(kInGenerics, kInGenerics8, kInGenerics16, kInGenerics24, kInColors, kInSystemC, kInTextures, kInTextures8,
              kInRest, kOutSystemAb, kOutGenerics, kOutGenerics8, kOutGenerics16, kOutGenerics24, kOutColors,
              kOutSystemC, kOutTextures, kOutTextures8, kOutRest);

// Two bits for each component: 1 constant, 2 perspective, 3 screen linear.
constexpr Number kPsGenerics{"in_generics", 192, 32}, kPsGenerics4{"in_generics4", 224, 32},
    kPsGenerics8{"in_generics8", 256, 32}, kPsGenerics12{"in_generics12", 288, 32},
    kPsGenerics16{"in_generics16", 320, 32}, kPsGenerics20{"in_generics20", 352, 32},
    kPsGenerics24{"in_generics24", 384, 32}, kPsGenerics28{"in_generics28", 416, 32}, kPsColors{"in_colors", 448, 16},
    kPsSystemC{"in_system_c", 464, 16}, kPsTextures{"in_textures", 480, 32}, kPsTextures4{"in_textures4", 512, 32},
    kPsTextures8{"in_textures8", 544, 16}, kPsRest{"in_rest", 560, 16}, kPsTargets{"targets", 576, 32},
    kPsSampleMask{"sample_mask", 608, 1}, kPsDepth{"depth", 609, 1}, kPsRest2{"out_rest", 610, 30};

constexpr auto kPs = fields_of(kPsGenerics, kPsGenerics4, kPsGenerics8, kPsGenerics12, kPsGenerics16, kPsGenerics20,
                               kPsGenerics24, kPsGenerics28, kPsColors, kPsSystemC, kPsTextures, kPsTextures4,
                               kPsTextures8, kPsRest, kPsTargets, kPsSampleMask, kPsDepth, kPsRest2);

template <std::size_t... N>
constexpr auto joined_fields(const std::array<FieldInfo, N>&... parts) {
    std::array<FieldInfo, (N + ...)> all{};
    std::size_t at = 0;
    const auto add = [&](const auto& part) {
        for (const FieldInfo& field : part) all[at++] = field;
    };
    (add(parts), ...);
    return all;
}
constexpr auto kVtgFields = joined_fields(kCommon, kVtg);
constexpr auto kPsFields = joined_fields(kCommon, kPs);
static_assert(covers(kVtgFields, 640), "every bit of a header before the pixel has one owner");
static_assert(covers(kPsFields, 640), "every bit of a pixel program's header has one owner");

constexpr std::uint32_t kPixelShader = 5, kSphVersion = 3;

// ---- programs of a container; word 15 is reserved

constexpr auto kProgramHead = fields_of(DkshProgram::type, DkshProgram::entry, DkshProgram::registers,
                                        DkshProgram::constants, DkshProgram::constant_bytes, DkshProgram::scratch);
constexpr Number w6{"w6", 192, 32}, w7{"w7", 224, 32}, w8{"w8", 256, 32}, w9{"w9", 288, 32}, w10{"w10", 320, 32},
    w11{"w11", 352, 32}, w12{"w12", 384, 32}, w13{"w13", 416, 32}, w14{"w14", 448, 32}, w15{"w15", 480, 32};

constexpr auto kVertexProgram =
    joined_fields(kProgramHead, fields_of(DkshProgram::alternative_entry, Number{"alternative_registers", 224, 32}, w8,
                                          w9, w10, w11, w12, w13, w14, w15));
constexpr auto kFragmentProgram = joined_fields(
    kProgramHead,
    fields_of(Number{"table_3d1", 192, 8}, DkshProgram::early_tests, Number{"post_depth_coverage", 208, 8},
              Number{"per_sample", 216, 8}, Number{"table_3d1_0", 224, 32}, Number{"table_3d1_1", 256, 32},
              Number{"table_3d1_2", 288, 32}, Number{"table_3d1_3", 320, 32}, Number{"param_d8", 352, 32},
              Number{"param_65b", 384, 16}, Number{"param_489", 400, 16}, w13, w14, w15));
constexpr auto kGeometryProgram = joined_fields(
    kProgramHead,
    fields_of(Number{"flag_47c", 192, 8}, Number{"has_table_490", 200, 8}, Number{"r0", 208, 16},
              Number{"table_490_0", 224, 32}, Number{"table_490_1", 256, 32}, Number{"table_490_2", 288, 32},
              Number{"table_490_3", 320, 32}, Number{"table_490_4", 352, 32}, Number{"table_490_5", 384, 32},
              Number{"table_490_6", 416, 32}, Number{"table_490_7", 448, 32}, w15));
constexpr auto kTessEvaluationProgram =
    joined_fields(kProgramHead, fields_of(Number{"param_c8", 192, 32}, w7, w8, w9, w10, w11, w12, w13, w14, w15));
constexpr auto kComputeProgram = joined_fields(
    kProgramHead, fields_of(DkshProgram::block_x, DkshProgram::block_y, DkshProgram::block_z, DkshProgram::shared_bytes,
                            DkshProgram::local_positive, DkshProgram::local_negative, DkshProgram::stack,
                            DkshProgram::barriers, w14, w15));
constexpr auto kOtherProgram = joined_fields(kProgramHead, fields_of(w6, w7, w8, w9, w10, w11, w12, w13, w14, w15));
static_assert(covers(kVertexProgram, 512) && covers(kFragmentProgram, 512) && covers(kGeometryProgram, 512) &&
              covers(kTessEvaluationProgram, 512) && covers(kComputeProgram, 512) && covers(kOtherProgram, 512));

// ---- bits of the maps

void set_bit(Sph& sph, std::uint32_t at) { sph.raw[at / 32] |= 1U << (at % 32); }
bool bit(const Sph& sph, std::uint32_t at) { return (sph.raw[at / 32] >> (at % 32) & 1) != 0; }

// Before the pixel, the bit of the attribute word at a[4 * n] is bit n of the input map, and of the output map.
constexpr std::uint32_t kInputMap = 160, kOutputMap = 400, kMapBits = 240;

} // namespace

std::span<const FieldInfo> fields_of_sph(const Sph& sph) {
    if (sph[Sph::shader] == kPixelShader) return kPsFields;
    return kVtgFields;
}

Stage stage_of(const Sph& sph) {
    const std::uint32_t shader = sph[Sph::shader];
    return shader <= kPixelShader ? static_cast<Stage>(shader) : Stage::Unknown;
}

// Compilers set bits of r2 and r3.
std::string fault_of(const Sph& sph) {
    const auto wrong = [&](const Field<std::uint32_t>& field, std::string_view wanted) {
        return std::string(field.name) + " is " + std::to_string(sph[field]) + ", not " + std::string(wanted);
    };
    const std::uint32_t shader = sph[Sph::shader];
    if (shader < 1 || shader > kPixelShader) return wrong(Sph::shader, "1 to 5");
    if (sph[Sph::version] != kSphVersion) return wrong(Sph::version, "3");
    if (shader == kPixelShader && sph[Sph::type] != 2) return wrong(Sph::type, "2, as of shader 5");
    if (shader != kPixelShader && sph[Sph::type] != 1) return wrong(Sph::type, "1, as of shaders 1 to 4");
    return sph[Sph::r0] != 0 ? wrong(Sph::r0, "0") : "";
}

bool looks_like_sph(const Sph& sph) {
    const std::uint32_t shader = sph[Sph::shader], type = sph[Sph::type];
    const int right = (shader >= 1 && shader <= kPixelShader ? 1 : 0) + (type == 1 || type == 2 ? 1 : 0) +
                      (sph[Sph::version] == kSphVersion ? 1 : 0);
    return right >= 2;
}

namespace {

/// Attribute words side by side, and where a map has bits of them, as many each.
struct Section {
    std::uint32_t first, words, at, bits;
};
// A pixel's have one bit or, of what is interpolated, how (Reads).
constexpr Section kPixelInputs[] = {
    {0, 32, kInputMap, 1}, {32, 128, 192, 2}, {160, 8, 448, 2}, {176, 16, 464, 1}, {192, 40, 480, 2}};
constexpr Section kInputs[] = {{0, kMapBits, kInputMap, 1}}, kOutputs[] = {{0, kMapBits, kOutputMap, 1}};

std::span<const Section> inputs_of(const Sph& sph) {
    return sph[Sph::shader] == kPixelShader ? std::span<const Section>(kPixelInputs) : kInputs;
}
std::span<const Section> outputs_of(const Sph& sph) {
    return sph[Sph::shader] == kPixelShader ? std::span<const Section>() : kOutputs;
}

std::uint32_t bits(const Sph& sph, std::uint32_t at, std::uint32_t count) {
    return sph.raw[at / 32] >> (at % 32) & ((1U << count) - 1); // which lie within a word
}

const Section* section_of(std::span<const Section> map, std::uint32_t word) {
    const auto has = [&](const Section& section) { return word - section.first < section.words; };
    const auto found = std::ranges::find_if(map, has);
    return found == map.end() ? nullptr : &*found;
}
std::uint32_t bits_of_word(const Sph& sph, const Section& section, std::uint32_t word) {
    return bits(sph, section.at + section.bits * (word - section.first), section.bits);
}
bool has_word(const Sph& sph, std::span<const Section> map, std::uint32_t word) {
    const Section* section = section_of(map, word);
    return section != nullptr && bits_of_word(sph, *section, word) != 0;
}

std::uint64_t rows_of(const Sph& sph, std::span<const Section> map) {
    constexpr std::uint32_t kRowWords = 4;
    std::uint64_t rows = 0;
    for (const Section& section : map) {
        const std::uint32_t each = kRowWords * section.bits;
        for (std::uint32_t i = 0; i < section.words / kRowWords; ++i)
            if (bits(sph, section.at + each * i, each) != 0)
                rows |= std::uint64_t{1} << (section.first / kRowWords + i);
    }
    return rows;
}

} // namespace

Reads attribute_input(const Sph& sph, std::uint32_t address) {
    constexpr std::uint32_t kInterpolationBits = 2, kFog = 0x2e8 / 4;
    const std::uint32_t word = address / 4;
    const Section* section = section_of(kPixelInputs, word);
    if (section != nullptr && section->bits == kInterpolationBits)
        return static_cast<Reads>(bits_of_word(sph, *section, word));
    return word == kFog && reads_attribute(sph, address) ? Reads::Perspective : Reads::Nothing;
}

bool reads_attribute(const Sph& sph, std::uint32_t address) { return has_word(sph, inputs_of(sph), address / 4); }
bool writes_attribute(const Sph& sph, std::uint32_t address) { return has_word(sph, outputs_of(sph), address / 4); }

std::uint64_t rows_read(const Sph& sph) { return rows_of(sph, inputs_of(sph)); }
std::uint64_t rows_written(const Sph& sph) { return rows_of(sph, outputs_of(sph)); }

Sph joined(const Sph& first, const Sph& second) {
    Sph both = first;
    for (std::uint32_t word = 0; word < kMapBits; ++word) {
        if (bit(second, kInputMap + word) && !bit(first, kOutputMap + word)) set_bit(both, kInputMap + word);
        if (bit(second, kOutputMap + word)) set_bit(both, kOutputMap + word);
    }
    return both;
}

std::uint32_t target_components(const Sph& sph, std::uint32_t target) { return sph[kPsTargets] >> (4 * target) & 15; }
bool writes_sample_mask(const Sph& sph) { return sph[kPsSampleMask] != 0; }
bool writes_depth(const Sph& sph) { return sph[kPsDepth] != 0; }

Sph read_sph(Bytes bytes) {
    Sph sph;
    Cursor in(bytes);
    for (std::uint32_t& raw : sph.raw) raw = in.u32le();
    return sph;
}

std::span<const FieldInfo> fields_of_program(const DkshProgram& program) {
    switch (stage_of(program)) {
        case Stage::Vertex: return kVertexProgram;
        case Stage::Fragment: return kFragmentProgram;
        case Stage::Geometry: return kGeometryProgram;
        case Stage::TessEvaluation: return kTessEvaluationProgram;
        case Stage::Compute: return kComputeProgram;
        default: return kOtherProgram;
    }
}

Stage stage_of(const DkshProgram& program) {
    static constexpr Stage kTypes[] = {Stage::Vertex,      Stage::Fragment,       Stage::Geometry,
                                       Stage::TessControl, Stage::TessEvaluation, Stage::Compute};
    const std::uint32_t type = program[DkshProgram::type];
    return type < std::size(kTypes) ? kTypes[type] : Stage::Unknown;
}

} // namespace relit::isa::maxwell
