#include "isa/r500/fs/lift/inputs.hpp"

#include "isa/r500/fs/context_keys.hpp"
#include "isa/r500/fs/text/notes.hpp"

#include <array>
#include <bitset>
#include <span>
#include <string>

namespace relit::isa::r500::fs {
namespace {

constexpr ir::Type kFloats = ir::kF32.with_lanes(4);
constexpr std::uint32_t kZeroPointer = 62, kOnePointer = 63, kUnknownCount = 0xffffffff, kColourFromBack = 2;
enum ColourSource : std::uint32_t { kColour = 1, kPosition = 2, kFace = 3 };

/// Components that are written before somebody reads them are none that a program is given.
class ReadFirst {
public:
    void add(const Word192& word) {
        if (word[Common::type] == Type::Fc) return;
        if (word[Common::type] == Type::Tex) return add_tex(word);
        for (const UnitFields* unit : kUnitFields) {
            const bool alpha = unit->kind == UnitKind::Alpha;
            for (unsigned i = 0; i < unit->sources.size(); ++i) {
                const SourceFields& source = unit->sources[i];
                if (word[*source.constant] || word[*source.address] >= kTemps) continue;
                read(word[*source.address], components_read(word, alpha, i));
            }
        }
        for (const UnitFields* unit : kUnitFields) {
            const std::uint32_t mask = word[*unit->mask];
            write(word[*unit->temp], unit->kind == UnitKind::Alpha ? mask << 3 : mask);
        }
    }
    [[nodiscard]] bool is_read(std::uint32_t temp) const { return read_[temp] != 0; }

private:
    void add_tex(const Word192& word) {
        if (word[Tex::op] == TexOp::Nop) return;
        read_address(word, kCoordinates);
        if (word[Tex::op] == TexOp::DxDy) read_address(word, kDx), read_address(word, kDy);
        write(word[Tex::temp], word[Common::rgb_mask] | word[Common::alpha_mask] << 3);
    }
    void read_address(const Word192& word, const AddressFields& fields) {
        for (const Field<Number>* component : fields.components) read(word[*fields.temp], 1U << word[*component]);
    }
    void read(std::uint32_t temp, std::uint32_t mask) { read_[temp] |= mask & ~written_[temp]; }
    void write(std::uint32_t temp, std::uint32_t mask) { written_[temp] |= mask; }

    std::array<std::uint32_t, kTemps> read_{}, written_{};
};

} // namespace

void Inputs::put(std::uint32_t temp, ir::Id value) {
    if (temp < temps_) registers_.store({temp, false}, 0, value, 15, ir::kNone);
}

void Inputs::begin(const Program& program) {
    temps_ = temps_of(program.code);
    const std::uint64_t count = context_.read_or(kUnknownCount, key::rs_inst_count);
    if (count == kUnknownCount) return assume(program);
    interpolate(RegisterWord{{{static_cast<std::uint32_t>(count)}}}[field::RS_INST_COUNT__INST_COUNT] + 1);
}

/// Nothing says what the temporaries begin as: those that are read before they are written are taken for coordinates.
void Inputs::assume(const Program& program) {
    ReadFirst first;
    for (const Instruction& one : program.code) first.add(one.word);
    std::uint64_t likely = 0;
    for (std::uint32_t i = 0; i < kVaryingCoordinates; ++i)
        if (first.is_read(i)) likely |= std::uint64_t{1} << i;
    const std::uint64_t mask = context_.read_or(likely, key::inputs);
    if (mask == likely && mask != 0) {
        std::string names;
        for (std::uint32_t i = 0; i < kVaryingCoordinates; ++i)
            if ((mask >> i & 1) != 0) names += (names.empty() ? "temp[" : " temp[") + std::to_string(i) + "]";
        context_.assume(key::inputs.name, names,
                        "no RS_INST_COUNT: read before they are written, so texture coordinates");
    }
    for (std::uint32_t i = 0; i < kVaryingCoordinates; ++i)
        if ((mask >> i & 1) != 0) put(i, texture(i));
}

void Inputs::interpolate(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const RegisterWord instruction{{{static_cast<std::uint32_t>(context_.read(key::rs_inst, i))}}};
        if (instruction[field::RS_INST__TEX_CN] != 0) coordinate(instruction);
        if (instruction[field::RS_INST__COL_CN] != 0) colour(instruction);
    }
}

void Inputs::coordinate(RegisterWord instruction) {
    const std::uint32_t number = instruction[field::RS_INST__TEX_ID];
    const RegisterWord vector{{{static_cast<std::uint32_t>(context_.read(key::rs_ip, number))}}};
    put(instruction[field::RS_INST__TEX_ADDR],
        ir_.compose({pointed(vector[field::RS_IP__TEX_PTR_S]), pointed(vector[field::RS_IP__TEX_PTR_T]),
                     pointed(vector[field::RS_IP__TEX_PTR_R]), pointed(vector[field::RS_IP__TEX_PTR_Q])}));
}

/// Pointers count components of all coordinates that are there, one behind the other.
ir::Id Inputs::pointed(std::uint32_t pointer) {
    if (pointer == kOnePointer) return ir_.f32(1);
    if (pointer == kZeroPointer) return ir_.f32(0);
    const std::uint64_t counts = context_.read(key::out_vtx_fmt_1);
    constexpr std::uint32_t kBits = 3, kMost = 7, kSpriteComponents = 2;
    for (std::uint32_t set = 0; set < kVaryingCoordinates; ++set) {
        const auto said = static_cast<std::uint32_t>(counts >> (kBits * set) & kMost);
        const std::uint32_t count = is_sprite(set) ? kSpriteComponents : said;
        if (pointer < count) return ir_.lane(texture(set), pointer);
        pointer -= count;
    }
    return ir_.f32(0);
}

bool Inputs::is_sprite(std::uint32_t set) {
    const std::uint64_t word = context_.read(key::gb_enable);
    constexpr std::uint32_t kFirstSource = 16;
    return (word & 1) != 0 && (word >> (kFirstSource + 2 * set) & 3) != 0;
}

ir::Id Inputs::texture(std::uint32_t set) {
    if (is_sprite(set)) {
        const ir::Id place = ir_.add(ir::Op::ReadBuiltin, ir::kF32.with_lanes(2), std::span<const ir::Id>{},
                                     static_cast<std::uint32_t>(ir::Builtin::PointCoord));
        return ir_.compose({ir_.lane(place, 0), ir_.lane(place, 1), ir_.f32(0), ir_.f32(1)});
    }
    if (!textures_) {
        textures_ = ir_.file("texcoord", ir::Kind::F32, 4, kVaryingCoordinates, ir::Role::Input);
        for (std::uint16_t i = 0; i < kVaryingCoordinates; ++i)
            ir_.place(*textures_, {.reg = i, .number = static_cast<std::uint8_t>(kCoordinateLocation + i)});
    }
    return ir_.load(*textures_, set * 4, kFloats);
}

// ---- colours

void Inputs::colour(RegisterWord instruction) {
    const std::uint32_t source = instruction[field::RS_INST__COL_CN], temp = instruction[field::RS_INST__COL_ADDR];
    const ir::Id zero = ir_.f32(0);
    if (source == kPosition) {
        const ir::Id place = position();
        return put(temp, ir_.compose({ir_.lane(place, 0), ir_.lane(place, 1), zero, zero}));
    }
    if (source == kFace) {
        const ir::Id back = ir_.Select(ir_.FLt(facing(), zero), ir_.f32(1), zero);
        return put(temp, ir_.compose({back, zero, zero, zero}));
    }
    const RegisterWord vector{
        {{static_cast<std::uint32_t>(context_.read(key::rs_ip, instruction[field::RS_INST__COL_ID]))}}};
    const std::uint32_t number = vector[field::RS_IP__COL_PTR] % kVaryingColours;
    put(temp, formatted(colour(number), vector[field::RS_IP__COL_FMT]));
}

bool Inputs::is_flat(std::uint32_t colour, bool alpha) {
    const std::uint64_t shading = context_.read(key::ga_color_control);
    return (shading >> (4 * colour + (alpha ? 2 : 0)) & 3) == 1;
}

ir::Id Inputs::colour(std::uint32_t number) {
    if (!colours_) {
        colours_ = ir_.file("colour", ir::Kind::F32, 4, kVaryingColours, ir::Role::Input);
        for (std::uint16_t i = 0; i < kVaryingColours; ++i) {
            if (is_flat(i, false) != is_flat(i, true)) context_.doubt("RGB and alpha of a colour are shaded alike");
            ir_.place(*colours_,
                      {.reg = i,
                       .number = static_cast<std::uint8_t>(kColourLocation + i),
                       .interpolation = is_flat(i, false) ? ir::Interpolation::Flat : ir::Interpolation::Smooth});
        }
    }
    const ir::Id front = ir_.load(*colours_, number * 4, kFloats);
    // Colours 2 and 3, where vertices have them, are 0 and 1 of primitives that are seen from the back.
    const RegisterWord present = read(key::out_vtx_fmt_0);
    const bool has_back = number == 0   ? present[field::VAP_OUT_VTX_FMT_0__VTX_COLOR_2_PRESENT] != 0
                          : number == 1 ? present[field::VAP_OUT_VTX_FMT_0__VTX_COLOR_3_PRESENT] != 0
                                        : false;
    if (!has_back) return front;
    const ir::Id back = ir_.load(*colours_, (number + kColourFromBack) * 4, kFloats);
    return ir_.Select(ir_.splat(ir_.FLt(facing(), ir_.f32(0)), 4), back, front);
}

/// 0 and 1 in place of components that do not come.
ir::Id Inputs::formatted(ir::Id value, std::uint32_t format) {
    struct Format {
        std::uint32_t zeros, ones; // masks
    };
    constexpr std::array<Format, 16> kFormats = {
        {{0, 0}, {8, 0}, {0, 8}, {0, 0}, {7, 0}, {15, 0}, {7, 8}, {0, 0}, {0, 7}, {8, 7}, {0, 15}}};
    const Format& row = kFormats[format];
    if (row.zeros != 0) value = ir_.blend(value, ir_.f32(0, 4), row.zeros);
    return row.ones == 0 ? value : ir_.blend(value, ir_.f32(1, 4), row.ones);
}

ir::Id Inputs::position() {
    if (!position_) {
        position_ = ir_.file("position", ir::Kind::F32, 4, 1, ir::Role::Input);
        ir_.place(*position_, {.semantic = ir::Semantic::Position});
    }
    return ir_.load(*position_, 0, kFloats);
}

ir::Id Inputs::facing() {
    if (!facing_) {
        facing_ = ir_.file("facing", ir::Kind::F32, 1, 1, ir::Role::Input);
        ir_.place(*facing_, {.semantic = ir::Semantic::FrontFacing});
    }
    return ir_.load(*facing_, 0, ir::kF32);
}

} // namespace relit::isa::r500::fs
