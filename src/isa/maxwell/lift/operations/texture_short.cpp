// Textures, short forms: which operands are where follows from the shape; results are picked by a code of three bits
// and go to two pairs of registers.
#include "isa/maxwell/lift/access.hpp"
#include "isa/maxwell/lift/operations/operations.hpp"

#include <string_view>

namespace relit::isa::maxwell {
namespace {

/// Values of the shape fields. `first` are the operands from Ra on, `second` those from Rb on: a layer, x y z, l level,
/// r reference, o offsets, m sample.
struct ShortForm {
    ir::TextureDim dim = ir::TextureDim::D2;
    std::string_view first, second;
    bool at_zero = false;
};
constexpr ShortForm kNoForm{};
constexpr ShortForm kSampled[16] = {
    {ir::TextureDim::D1, "x", "", true},
    {ir::TextureDim::D2, "x", "y"},
    {ir::TextureDim::D2, "x", "y", true},
    {ir::TextureDim::D2, "xy", "l"},
    {ir::TextureDim::D2, "xy", "r"},
    {ir::TextureDim::D2, "xy", "lr"},
    {ir::TextureDim::D2, "xy", "r", true},
    {ir::TextureDim::D2, "ax", "y"},
    {ir::TextureDim::D2, "ax", "y", true},
    {ir::TextureDim::D2, "ax", "yr", true},
    {ir::TextureDim::D3, "xy", "z"},
    {ir::TextureDim::D3, "xy", "z", true},
    {ir::TextureDim::Cube, "xy", "z"},
    {ir::TextureDim::Cube, "xy", "zl"},
    kNoForm,
    kNoForm,
};
constexpr ShortForm kFetched[16] = {
    {ir::TextureDim::D1, "x", ""},
    {ir::TextureDim::D1, "x", "l"},
    {ir::TextureDim::D2, "x", "y"},
    kNoForm,
    {ir::TextureDim::D2, "xy", "o"},
    {ir::TextureDim::D2, "xy", "l"},
    {ir::TextureDim::D2, "xy", "m"},
    {ir::TextureDim::D3, "xy", "z"},
    {ir::TextureDim::D2, "ax", "y"},
    kNoForm,
    kNoForm,
    kNoForm,
    {ir::TextureDim::D2, "xy", "lo"},
    kNoForm,
    kNoForm,
    kNoForm,
};

void take(Lift& lift, RegisterList& from, std::string_view what, Access& access, bool floats) {
    for (const char each : what) {
        const ir::Id bits = from.bits();
        const auto value = [&] { return floats ? lift.ir.bitcast(ir::kF32, bits) : bits; };
        switch (each) {
            case 'a':
                access.layer = layer_bits(lift, bits);
                if (floats) access.layer = lift.ir.convert(ir::Op::UToF, ir::Kind::F32, access.layer);
                break;
            case 'l': access.lod = value(); break;
            case 'r': access.reference = value(); break;
            case 'm': access.sample = bits; break;
            case 'o': access.offsets = packed_offsets(lift, bits, ir::dimensions(access.shape.dim), 0, 4, 4); break;
            default: access.coordinates.push_back(value()); break;
        }
    }
}

Access access_of(Lift& lift, const ShortForm& form, bool floats) {
    const auto has = [&](char what) { return form.first.contains(what) || form.second.contains(what); };
    Access access{.shape = {.dim = form.dim, .arrayed = has('a'), .multisampled = has('m'), .shadow = has('r')}};
    access.handle = bound_handle(lift);
    RegisterList a(lift, Role::A), b(lift, Role::B);
    take(lift, a, form.first, access, floats);
    take(lift, b, form.second, access, floats);
    return access;
}

/// The components by the code: one or two where there is no second destination, else three or four.
std::string_view picked(const Lift& lift) {
    constexpr std::string_view kFew[] = {"0", "1", "2", "3", "01", "03", "13", "23"};
    constexpr std::string_view kMany[] = {"012", "013", "023", "123", "0123", "", "", ""};
    const std::uint32_t code = lift.in[Role::Lanes] & 7;
    return lift.in[Role::D2] == kZeroRegister ? kFew[code] : kMany[code];
}

/// Two and two, the first two to Rd; as halves two go into one register.
void put_picked(Lift& lift, ir::Id value, std::string_view lanes, bool halves) {
    const auto component = [&](std::size_t i) {
        const unsigned lane = static_cast<unsigned>(lanes[i] - '0');
        if (lift.ir.type_of(value).lanes > 1) return lift.ir.lane(value, lane);
        return lane == 3 ? lift.ir.f32(1) : value; // of a comparison
    };
    const auto packed = [&](std::size_t i) {
        const ir::Id second = i + 1 < lanes.size() ? component(i + 1) : lift.ir.f32(0);
        const ir::Id both = lift.ir.compose({component(i), second});
        return lift.ir.bitcast(ir::kI32, lift.ir.convert(ir::Op::FConvert, ir::Kind::F16, both));
    };
    const std::uint32_t to[] = {lift.in[Role::D], lift.in[Role::D2]};
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const std::uint32_t pair = to[i / 2];
        if (pair == kZeroRegister) continue;
        if (!halves) lift.put(pair + static_cast<std::uint32_t>(i % 2), component(i));
        if (halves && i % 2 == 0) lift.put(pair, packed(i));
    }
}

void sample_short(Lift& lift, bool halves) {
    const ShortForm& form = kSampled[lift.in[Role::Shape] & 15];
    if (form.first.empty()) return lift.refuse("an unknown shape");
    Access access = access_of(lift, form, true);
    if (form.at_zero && lift.ir.module().stage == ir::Stage::Fragment) access.lod = lift.ir.f32(0);
    const ir::Type type = access.reference != ir::kNone ? ir::kF32 : ir::kF32.with_lanes(4);
    put_picked(lift, build(lift, ir::Op::Sample, type, access), picked(lift), halves);
}

void fetch_short(Lift& lift, bool halves) {
    const ShortForm& form = kFetched[lift.in[Role::Shape] & 15];
    if (form.first.empty()) return lift.refuse("an unknown shape");
    Access access = access_of(lift, form, false);
    if (access.lod == ir::kNone && !access.shape.multisampled) access.lod = lift.i32(0);
    put_picked(lift, build(lift, ir::Op::Fetch, ir::kF32.with_lanes(4), access), picked(lift), halves);
}

void gather_short(Lift& lift, bool halves) {
    const bool moved = lift.is_on(Role::Offsets), compared = lift.is_on(Role::Compared);
    Access access{.shape = {.shadow = compared}};
    access.handle = bound_handle(lift);
    access.component = static_cast<std::uint8_t>(lift.in[Role::Component]);
    RegisterList a(lift, Role::A), b(lift, Role::B);
    access.coordinates.push_back(a.real());
    access.coordinates.push_back(moved || compared ? a.real() : b.real());
    if (moved) access.offsets = packed_offsets(lift, b.bits(), 2, 0, 8, 6);
    if (compared) access.reference = b.real();
    put_picked(lift, build(lift, ir::Op::Gather, ir::kF32.with_lanes(4), access), "0123", halves);
}

} // namespace

void lift_texs(Lift& lift) { sample_short(lift, lift.in.op() == Op::TEXS_F16); }
void lift_tlds(Lift& lift) { fetch_short(lift, lift.in.op() == Op::TLDS_F16); }
void lift_tld4s(Lift& lift) { gather_short(lift, lift.in.op() == Op::TLD4S_F16); }

} // namespace relit::isa::maxwell
