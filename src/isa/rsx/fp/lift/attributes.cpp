#include "isa/rsx/fp/lift/attributes.hpp"
#include "isa/rsx/fp/context_keys.hpp"
#include "isa/rsx/fp/encoding/bindings.hpp"
#include "isa/rsx/lift/labels.hpp"
#include "isa/rsx/lift/lanes.hpp"

#include "base/result.hpp"

#include <string>

namespace relit::isa::rsx::fp {
namespace {

constexpr std::uint32_t kColourLocation = 1, kBackLocation = 3, kFogLocation = 5;
constexpr std::uint32_t kFogBinding = 2;
/// Location of a texture coordinate: o[7] to o[14], o[15] and, for the last, o[6].
constexpr std::array<std::uint8_t, kTexcoords> kTexcoordLocation = {7, 8, 9, 10, 11, 12, 13, 14, 15, 6};

constexpr std::uint64_t kControlCentroid = 16; // of a coordinate's control word

enum FogMode : std::uint64_t { kLinear = 0x2601, kExp = 0x0800, kExp2, kExpAbs, kExp2Abs, kLinearAbs };

} // namespace

std::uint32_t Attributes::file(File& file, const char* name, std::uint32_t count) {
    if (!file.declared) file.index = ir_.file(name, ir::Kind::F32, 4, count, ir::Role::Input);
    file.declared = true;
    return file.index;
}

ir::Id Attributes::position() {
    const bool first = !position_.declared;
    const std::uint32_t index = file(position_, "wpos", 1);
    if (first) ir_.add_io_slot(index, {.semantic = ir::Semantic::Position});
    return ir_.load(index, 0, kFloats);
}

ir::Id Attributes::window_position() {
    const std::uint64_t window = context_.read(key::window);
    ir::Id value = position();
    if ((window >> 12 & 15) != 0) {
        const ir::Id height = ir_.f32(static_cast<float>(window & 0xfff), 4);
        value = ir_.blend(value, ir_.FSub(height, value), 2);
    }
    if ((window >> 16 & 15) != 0) value = ir_.blend(value, ir_.FSub(value, ir_.f32(0.5F, 4)), 3);
    return value;
}

ir::Id Attributes::facing() {
    const bool first = !facing_.declared;
    const std::uint32_t index = file(facing_, "ssa", 1);
    if (first) ir_.add_io_slot(index, {.semantic = ir::Semantic::FrontFacing});
    return ir_.load(index, 0, kFloats);
}

ir::Id Attributes::colour(std::uint32_t number) {
    const auto declared = [&](File& which, const char* name, std::uint32_t location) {
        const bool first = !which.declared;
        const std::uint32_t index = file(which, name, 2);
        if (!first) return index;
        const bool flat = context_.read(key::flat) != 0;
        for (std::uint16_t i = 0; i < 2; ++i)
            ir_.add_io_slot(index, {.reg = i,
                                    .number = static_cast<std::uint8_t>(location + i),
                                    .interpolation = flat ? ir::Interpolation::Flat : ir::Interpolation::Smooth});
        return index;
    };
    ir::Id value = ir_.load(declared(colours_, "col", kColourLocation), number * 4, kFloats);
    if (context_.read(key::two_sided) != 0) {
        const ir::Id back = ir_.load(declared(back_, "bfc", kBackLocation), number * 4, kFloats);
        const ir::Id front_seen = ir_.splat(ir_.FGt({ir_.lane(facing(), 0), ir_.f32(0)}), 4);
        value = ir_.Select(front_seen, value, back);
    }
    return ir_.FSat(value);
}

// Modes are exponentials of a line through the coordinate; the line's numbers are methods 0x08d0 and 0x08d4.
ir::Id Attributes::fog_factor(ir::Id coordinate, std::uint64_t mode) {
    // The chip's exponentials are of base 2; emulators write 11.084 and the square of 4.709 for base e.
    constexpr float kExpScale = 16, kExp2Scale = -32;
    const std::uint32_t buffer = ir_.constant_buffer("fog", kFogBinding, 16);
    const auto parameter = [&](std::uint32_t which) { return ir_.load_buffer(buffer, ir_.i32(4 * which), ir::kF32); };
    const bool of_size = mode >= kExpAbs && mode <= kLinearAbs;
    const ir::Id x = of_size ? ir_.FAbs(coordinate) : coordinate;
    const ir::Id line = ir_.FAdd({ir_.FMul(parameter(1), x), parameter(0)});
    if (mode == kLinear || mode == kLinearAbs) return ir_.FSub(line, ir_.f32(1));
    const ir::Id below = ir_.FSub(line, ir_.f32(1.5F));
    if (mode == kExp || mode == kExpAbs) return ir_.FExp2(ir_.FMul(ir_.f32(kExpScale), below));
    return ir_.FExp2(ir_.FMul({ir_.f32(kExp2Scale), ir_.FMul(below, below)}));
}

ir::Id Attributes::fog() {
    const bool first = !fog_.declared;
    const std::uint32_t index = file(fog_, "fogc", 1);
    if (first) ir_.add_io_slot(index, {.number = kFogLocation});
    const ir::Id coordinate = ir_.load(index, 0, ir::kF32), zero = ir_.f32(0);
    const std::uint64_t mode = context_.read(key::fog_mode);
    if (mode != 0 && mode != kLinear && (mode < kExp || mode > kLinearAbs))
        context_.approximate("fog mode " + std::to_string(mode) + " does not exist: it is taken for exp2");
    const ir::Id factor = mode == 0 ? zero : ir_.FSat(fog_factor(coordinate, mode));
    return ir_.compose({coordinate, factor, zero, zero});
}

std::uint32_t Attributes::texcoords() {
    if (texcoords_.declared) return texcoords_.index;
    const std::uint32_t index = file(texcoords_, "tex", kTexcoords);
    for (std::uint16_t i = 0; i < kTexcoords; ++i) ir_.add_io_slot(index, {.reg = i, .number = kTexcoordLocation[i]});
    return index;
}

/// How a coordinate is interpolated matters where it is read.
void Attributes::use_texcoord(std::uint32_t number) {
    if ((control(number) & kControlCentroid) == 0) return;
    const std::uint32_t file = texcoords();
    ir_.module().files[file].io_slots[number].interpolation = ir::Interpolation::Centroid;
}

void Attributes::add_texcoord_slot(std::uint32_t file, std::uint16_t reg, std::uint32_t number) {
    const bool centroid = (control(number) & kControlCentroid) != 0;
    ir_.add_io_slot(file, {.reg = reg,
                           .number = kTexcoordLocation[number],
                           .interpolation = centroid ? ir::Interpolation::Centroid : ir::Interpolation::Smooth});
}

std::uint64_t Attributes::control(std::uint32_t texcoord) {
    std::optional<std::uint64_t>& known = controls_[texcoord];
    if (!known) known = context_.read(key::texcoord, texcoord);
    return *known;
}

bool Attributes::is_sprite(std::uint32_t number) {
    if (!sprite_) sprite_ = context_.read(key::point_sprite);
    return (*sprite_ & 1) != 0 && (*sprite_ >> (8 + number) & 1) != 0;
}

bool Attributes::is_flat(std::uint32_t number) { return (control(number) & 1) != 0; }

// The forms of two dimensions and of points are those that RPCS3 found in tests of the hardware.
ir::Id Attributes::texcoord(std::uint32_t number) {
    const auto clip_w = [&] { return ir_.FRcp(reciprocal_w()); };
    if (is_sprite(number)) {
        const ir::Id point_coordinate = ir_.add(ir::Op::ReadBuiltin, ir::kF32.with_lanes(2), std::span<const ir::Id>{},
                                                static_cast<std::uint32_t>(ir::Builtin::PointCoord));
        const bool flat = is_flat(number);
        return ir_.compose({ir_.lane(point_coordinate, 0), ir_.lane(point_coordinate, 1), ir_.f32(flat ? 0.0F : 1.0F),
                            flat ? clip_w() : ir_.f32(0)});
    }
    const ir::Id value = ir_.load(texcoords(), number * 4, kFloats);
    use_texcoord(number);
    if (!is_flat(number)) return value;
    return ir_.compose({ir_.lane(value, 0), ir_.lane(value, 1), ir_.f32(0), clip_w()});
}

/// The pipeline has multiplied by w: that is undone. Where w stands in the last lane 1 is left of it; points have no w.
ir::Id Attributes::without_perspective(std::uint32_t number, ir::Id value) {
    if (is_sprite(number)) return value;
    value = ir_.FMul(value, ir_.splat(reciprocal_w(), 4));
    return is_flat(number) ? ir_.blend(value, ir_.f32(1, 4), 8) : value;
}

/// Whether some coordinate is read from the file of all of them, which then has the locations of all.
bool Attributes::are_together(const UsedAttributes& used) {
    bool together = used.indexed;
    for (std::uint32_t i = 0; i < kInputs; ++i) {
        const bool texcoord = used.by_number[i] && kInputRows[i].kind == InputKind::Texcoord;
        together = together || (texcoord && !is_sprite(kInputRows[i].number) && is_flat(kInputRows[i].number));
    }
    return together;
}

void Attributes::declare_variables(const UsedAttributes& used) {
    const bool together = are_together(used);
    for (std::uint32_t i = 0; i < kInputs; ++i) {
        if (!used.by_number[i] || kInputRows[i].kind == InputKind::None) continue;
        const std::string name = "f_" + std::string(kInputNames[i]);
        const std::uint32_t number = kInputRows[i].number;
        const bool texcoord = kInputRows[i].kind == InputKind::Texcoord;
        if (texcoord && !together && !is_sprite(number)) {
            add_texcoord_slot(file(variables_[i], name.c_str(), 1), 0, number);
            continue;
        }
        const ir::Id value = computed(i);
        variables_[i] = {ir_.file(name, ir::Kind::F32, 4, 1, ir::Role::Register), true};
        ir_.store(variables_[i].index, 0, value);
    }
}

ir::Id Attributes::load(std::uint32_t attribute, bool linear) {
    const ir::Id value =
        variables_[attribute].declared ? ir_.load(variables_[attribute].index, 0, kFloats) : computed(attribute);
    const InputInfo& row = kInputRows[attribute];
    return linear && row.kind == InputKind::Texcoord ? without_perspective(row.number, value) : value;
}

ir::Id Attributes::computed(std::uint32_t attribute) {
    const InputInfo& row = kInputRows[attribute];
    switch (row.kind) {
        case InputKind::Position: return window_position();
        case InputKind::Colour: return colour(row.number);
        case InputKind::Fog: return fog();
        case InputKind::Texcoord: return texcoord(row.number);
        case InputKind::Facing: return facing();
        case InputKind::None: return ir_.f32(0, 4);
    }
    unreachable("attribute");
}

ir::Id Attributes::load_indexed(ir::Id index, std::int32_t first, bool linear) {
    const ir::Id number = ir_.IAdd(index, ir_.i32(static_cast<std::uint32_t>(first)));
    ir::Id value = ir_.load_at(texcoords(), 0, number, kFloats);
    if (linear) value = ir_.FMul(value, ir_.splat(reciprocal_w(), 4));
    for (std::uint32_t i = 0; i < kTexcoords; ++i) {
        use_texcoord(i);
        if (!is_sprite(i) && !is_flat(i)) continue;
        const ir::Id special = linear ? without_perspective(i, texcoord(i)) : texcoord(i);
        value = ir_.Select(ir_.splat(ir_.IEq(number, ir_.i32(i)), 4), special, value);
    }
    return value;
}

const Attributes::File* Attributes::file_of(InputKind kind) const {
    switch (kind) {
        case InputKind::Position: return &position_;
        case InputKind::Colour: return &colours_;
        case InputKind::Fog: return &fog_;
        case InputKind::Texcoord: return &texcoords_;
        case InputKind::Facing: return &facing_;
        case InputKind::None: return nullptr;
    }
    return nullptr;
}

void Attributes::label(const cg::Bound& one) {
    const auto input = input_of(one);
    const File* const file = input ? file_of(kInputRows[*input].kind) : nullptr;
    if (file == nullptr || !file->declared) return;
    add_label(ir_.module().files[file->index].labels, kInputRows[*input].number, one);
}

} // namespace relit::isa::rsx::fp
