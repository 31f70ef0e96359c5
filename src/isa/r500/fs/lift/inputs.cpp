#include "isa/r500/fs/lift/inputs.hpp"
#include "isa/r500/encoding/colour_formats.hpp"

#include "isa/r500/fs/context_keys.hpp"
#include "isa/r500/fs/encoding/notes.hpp"

#include <array>
#include <bit>
#include <bitset>
#include <span>
#include <string>

namespace relit::isa::r500::fs {
namespace {

constexpr ir::Type kFloats = ir::kF32.with_lanes(4);
constexpr std::uint32_t kZeroPointer = 62, kOnePointer = 63, kUnknownCount = 0xffffffff, kColourFromBack = 2,
                        kColoursAsTextures = 2; // colours 2 and 3
enum ColourSource : std::uint32_t { kColour = 1, kPosition = 2, kFace = 3 };

/// Components that are written before they are read are not inputs of the program.
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
    if (temp < registers_.temps()) registers_.store({temp, false}, 0, value, 15, ir::kNone);
}

void Inputs::begin(const Program& program) {
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
        if (instruction[field::RS_INST__W_CN] != 0)
            context_.approximate("the rasteriser writes W to a temporary (RS_INST_" + std::to_string(i) +
                                 "): it is not known in which form, and left out");
    }
}

void Inputs::coordinate(RegisterWord instruction) {
    const std::uint32_t number = instruction[field::RS_INST__TEX_ID];
    const RegisterWord vector{{{static_cast<std::uint32_t>(context_.read(key::rs_ip, number))}}};
    if (vector[field::RS_IP__OFFSET_EN] != 0)
        context_.approximate("an offset is added to a texture coordinate (RS_IP_" + std::to_string(number) +
                             "): what to is not known, and it is left out");
    put(instruction[field::RS_INST__TEX_ADDR],
        ir_.compose({pointed(vector[field::RS_IP__TEX_PTR_S]), pointed(vector[field::RS_IP__TEX_PTR_T]),
                     pointed(vector[field::RS_IP__TEX_PTR_R]), pointed(vector[field::RS_IP__TEX_PTR_Q])}));
}

/// Pointers count components of all coordinates that are there, one after the other.
ir::Id Inputs::pointed(std::uint32_t pointer) {
    if (pointer == kOnePointer) return ir_.f32(1);
    if (pointer == kZeroPointer) return ir_.f32(0);
    for (std::uint32_t set = 0; set < kVaryingCoordinates + kColoursAsTextures; ++set) {
        const std::uint32_t count = components_of(set);
        if (pointer < count) return ir_.lane(texture(set), pointer);
        pointer -= count;
    }
    context_.approximate("a component that no texture coordinate has is interpolated (a pointer of RS_IP), as 0");
    return ir_.f32(0);
}

/// Of a texture coordinate, how many the rasteriser counts. Two colours can count as coordinates after the others.
std::uint32_t Inputs::components_of(std::uint32_t set) {
    constexpr std::uint32_t kBits = 3, kMost = 7, kSpriteComponents = 2, kAll = 4;
    if (set >= kVaryingCoordinates) {
        const RegisterWord control = read(key::clip_cntl), present = read(key::out_vtx_fmt_0);
        const bool first = set == kVaryingCoordinates;
        const bool is_on = first ? control[field::VAP_CLIP_CNTL__COLOR2_IS_TEXTURE] != 0 &&
                                       present[field::VAP_OUT_VTX_FMT_0__VTX_COLOR_2_PRESENT] != 0
                                 : control[field::VAP_CLIP_CNTL__COLOR3_IS_TEXTURE] != 0 &&
                                       present[field::VAP_OUT_VTX_FMT_0__VTX_COLOR_3_PRESENT] != 0;
        return is_on ? kAll : 0;
    }
    if (is_sprite(set)) return kSpriteComponents;
    return static_cast<std::uint32_t>(context_.read(key::out_vtx_fmt_1) >> (kBits * set) & kMost);
}

bool Inputs::is_sprite(std::uint32_t set) {
    const RegisterWord word = read(key::gb_enable);
    const Field<std::uint32_t> source{"TEX_SOURCE", 16 + 2 * set, 2};
    return word[field::GB_ENABLE__POINT_STUFF_ENABLE] != 0 && word[source] != 0;
}

float Inputs::number(const ir::ContextKey& key) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(context_.read(key)));
}

/// Hosts count from 0 to 1 along x and y.
ir::Id Inputs::sprite_texture() {
    const ir::Id point_coordinate = ir_.add(ir::Op::ReadBuiltin, ir::kF32.with_lanes(2), std::span<const ir::Id>{},
                                            static_cast<std::uint32_t>(ir::Builtin::PointCoord));
    const auto between = [&](unsigned lane, const ir::ContextKey& at_0, const ir::ContextKey& at_1) {
        const float least = number(at_0), greatest = number(at_1);
        const ir::Id along = ir_.lane(point_coordinate, lane);
        if (least == 0 && greatest == 1) return along;
        return ir_.FAdd({ir_.FMul(along, ir_.f32(greatest - least)), ir_.f32(least)});
    };
    return ir_.compose({between(0, key::ga_point_s0, key::ga_point_s1), between(1, key::ga_point_t1, key::ga_point_t0),
                        ir_.f32(0), ir_.f32(1)});
}

ir::Interpolation Inputs::smooth() {
    const bool in_perspective = read(key::gb_select)[field::GB_SELECT__W_SELECT] == 0;
    return in_perspective ? ir::Interpolation::Smooth : ir::Interpolation::NoPerspective;
}

ir::Id Inputs::vertex_texture(std::uint32_t set) {
    if (set >= kVaryingCoordinates) return vertex_colour(set - kVaryingCoordinates + kColourFromBack);
    if (!textures_) {
        textures_ = ir_.file("texcoord", ir::Kind::F32, 4, kVaryingCoordinates, ir::Role::Input);
        for (std::uint16_t i = 0; i < kVaryingCoordinates; ++i)
            ir_.add_io_slot(
                *textures_,
                {.reg = i, .number = static_cast<std::uint8_t>(kCoordinateLocation + i), .interpolation = smooth()});
    }
    return ir_.load(*textures_, set * 4, kFloats);
}

ir::Id Inputs::texture(std::uint32_t set) {
    const ir::Id value = is_sprite(set) ? sprite_texture() : vertex_texture(set);
    const RegisterWord select = read(key::gb_select);
    if (select[field::GB_SELECT__FOG_STUFF_ENABLE] == 0 || select[field::GB_SELECT__FOG_STUFF_TEX] != set) return value;
    return ir_.blend(value, ir_.splat(fog_distance(), 4), 1U << select[field::GB_SELECT__FOG_STUFF_COMP]);
}

// No public source says what the numbers of fog go through: they are taken as the names of the registers say.
ir::Id Inputs::fog_distance() {
    constexpr std::uint32_t kW = 4, kZ = 5;
    const std::uint32_t from = read(key::gb_select)[field::GB_SELECT__FOG_SELECT];
    context_.approximate("the distance of fog is taken to be its source times GA_FOG_SCALE plus GA_FOG_OFFSET");
    ir::Id source = ir::kNone;
    if (from < kVaryingColours) {
        source = ir_.lane(colour(from), 3);
    } else if (from == kZ) {
        source = ir_.lane(position(), 2);
    } else {
        if (from != kW) context_.approximate("a source of fog that is not defined is taken for W");
        source = ir_.FRcp(ir_.lane(position(), 3));
    }
    const float scale = number(key::ga_fog_scale), offset = number(key::ga_fog_offset);
    if (scale != 1) source = ir_.FMul(source, ir_.f32(scale));
    return offset == 0 ? source : ir_.FAdd(source, ir_.f32(offset));
}

// ---- colours

void Inputs::colour(RegisterWord instruction) {
    const std::uint32_t source = instruction[field::RS_INST__COL_CN], temp = instruction[field::RS_INST__COL_ADDR];
    const ir::Id zero = ir_.f32(0);
    if (source == kPosition) {
        const ir::Id window = position();
        return put(temp, ir_.compose({ir_.lane(window, 0), ir_.lane(window, 1), zero, zero}));
    }
    if (source == kFace) {
        const ir::Id back = ir_.Select({ir_.FLt(facing(), zero), ir_.f32(1), zero});
        return put(temp, ir_.compose({back, zero, zero, zero}));
    }
    const RegisterWord vector{
        {{static_cast<std::uint32_t>(context_.read(key::rs_ip, instruction[field::RS_INST__COL_ID]))}}};
    const std::uint32_t pointer = vector[field::RS_IP__COL_PTR], number = pointer % kVaryingColours;
    if (pointer != number)
        context_.approximate("colour " + std::to_string(pointer) +
                             " is interpolated, which vertices do not have (RS_IP): " + std::to_string(number) +
                             " is taken");
    put(temp, formatted(colour(number), vector[field::RS_IP__COL_FMT]));
}

bool Inputs::is_flat(std::uint32_t colour, bool alpha) {
    const std::uint64_t shading = context_.read(key::ga_color_control);
    return (shading >> (4 * colour + (alpha ? 2 : 0)) & 3) == 1;
}

ir::Id Inputs::vertex_colour(std::uint32_t number) {
    if (!colours_) {
        colours_ = ir_.file("colour", ir::Kind::F32, 4, kVaryingColours, ir::Role::Input);
        for (std::uint16_t i = 0; i < kVaryingColours; ++i) {
            if (is_flat(i, false) != is_flat(i, true))
                context_.approximate("RGB and alpha of a colour are shaded alike");
            ir_.add_io_slot(*colours_, {.reg = i,
                                        .number = static_cast<std::uint8_t>(kColourLocation + i),
                                        .interpolation = is_flat(i, false) ? ir::Interpolation::Flat : smooth()});
        }
    }
    return ir_.load(*colours_, number * 4, kFloats);
}

ir::Id Inputs::colour(std::uint32_t number) {
    const ir::Id front = vertex_colour(number);
    // Colours 2 and 3, where vertices have them, are 0 and 1 of primitives that are seen from the back.
    const RegisterWord present = read(key::out_vtx_fmt_0);
    const bool has_back = number == 0   ? present[field::VAP_OUT_VTX_FMT_0__VTX_COLOR_2_PRESENT] != 0
                          : number == 1 ? present[field::VAP_OUT_VTX_FMT_0__VTX_COLOR_3_PRESENT] != 0
                                        : false;
    if (!has_back || components_of(kVaryingCoordinates + number) != 0) return front;
    const ir::Id back = vertex_colour(number + kColourFromBack);
    return ir_.Select(ir_.splat(ir_.FLt({facing(), ir_.f32(0)}), 4), back, front);
}

/// 0 and 1 in place of components that do not come.
ir::Id Inputs::formatted(ir::Id value, std::uint32_t format) {
    const ColourFormat& row = kColourFormats[format];
    if (!row.is_known)
        context_.approximate("a form of colours without a meaning (RS_IP, COL_FMT " + std::to_string(format) +
                             "): all components are taken as they come");
    if (row.zeros != 0) value = ir_.blend(value, ir_.f32(0, 4), row.zeros);
    return row.ones == 0 ? value : ir_.blend(value, ir_.f32(1, 4), row.ones);
}

ir::Id Inputs::position() {
    if (!position_) {
        position_ = ir_.file("position", ir::Kind::F32, 4, 1, ir::Role::Input);
        ir_.add_io_slot(*position_, {.semantic = ir::Semantic::Position});
    }
    return ir_.load(*position_, 0, kFloats);
}

/// Quads begin at even pixels.
ir::Id Inputs::is_second_of_quad(bool vertical) {
    const ir::Id pixel = ir_.convert(ir::Op::FToU, ir::Kind::I32, ir_.lane(position(), vertical ? 1 : 0));
    return ir_.INe({ir_.IAnd(pixel, ir_.i32(1)), ir_.i32(0)});
}

ir::Id Inputs::facing() {
    if (!facing_) {
        facing_ = ir_.file("facing", ir::Kind::F32, 1, 1, ir::Role::Input);
        ir_.add_io_slot(*facing_, {.semantic = ir::Semantic::FrontFacing});
    }
    return ir_.load(*facing_, 0, ir::kF32);
}

} // namespace relit::isa::r500::fs
