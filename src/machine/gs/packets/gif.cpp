#include "machine/gs/packets/gif.hpp"

#include "machine/gs/state/registers.hpp"

namespace relit::machine::gs {
namespace {

std::uint64_t colour(const PackedRgbaq& in, std::uint32_t q) {
    Rgbaq out;
    out.set(Rgbaq::r, in[PackedRgbaq::r]).set(Rgbaq::g, in[PackedRgbaq::g]).set(Rgbaq::b, in[PackedRgbaq::b]);
    return value_of(out.set(Rgbaq::a, in[PackedRgbaq::a]).set(Rgbaq::q, q));
}

std::uint64_t texels(const PackedUv& in) {
    return value_of(Uv{}.set(Uv::u, in[PackedUv::u]).set(Uv::v, in[PackedUv::v]));
}

RegisterWrite vertex(const PackedXyzf& in) {
    Xyzf out;
    out.set(Xyzf::x, in[PackedXyzf::x]).set(Xyzf::y, in[PackedXyzf::y]);
    out.set(Xyzf::z, in[PackedXyzf::z]).set(Xyzf::fog, in[PackedXyzf::fog]);
    const Address address = in[PackedXyzf::no_kick] ? Address::XYZF3 : Address::XYZF2;
    return {static_cast<std::uint8_t>(address), value_of(out)};
}

RegisterWrite vertex(const PackedXyz& in) {
    Xyz out;
    out.set(Xyz::x, in[PackedXyz::x]).set(Xyz::y, in[PackedXyz::y]).set(Xyz::z, in[PackedXyz::z]);
    const Address address = in[PackedXyz::no_kick] ? Address::XYZ3 : Address::XYZ2;
    return {static_cast<std::uint8_t>(address), value_of(out)};
}

std::uint64_t fog(const PackedFog& in) { return value_of(Fog{}.set(Fog::fog, in[PackedFog::fog])); }

} // namespace

RegisterWrite unpack_register(unsigned descriptor, const std::uint8_t* qword, std::uint32_t q) {
    const auto same = static_cast<std::uint8_t>(descriptor); // descriptors below 14 are addresses
    switch (static_cast<Descriptor>(descriptor)) {
        case Descriptor::RGBAQ: return {same, colour(qword_of<PackedRgbaq>(qword), q)};
        case Descriptor::UV: return {same, texels(qword_of<PackedUv>(qword))};
        case Descriptor::XYZF2: return vertex(qword_of<PackedXyzf>(qword));
        case Descriptor::XYZ2: return vertex(qword_of<PackedXyz>(qword));
        case Descriptor::FOG: return {same, fog(qword_of<PackedFog>(qword))};
        case Descriptor::XYZF3: return {same, vertex(qword_of<PackedXyzf>(qword)).value};
        case Descriptor::XYZ3: return {same, vertex(qword_of<PackedXyz>(qword)).value};
        default: return {same, load64(qword)};
    }
}

GifPath path_of(const SavedPath& saved) {
    GifPath path;
    path.tag.raw = saved.tag;
    path.loops_left = path.tag[GifTag::loops];
    path.next_register = saved.next_register % path.tag.register_count();
    return path;
}

SavedPath saved_of(const GifPath& path) {
    GifTag tag = path.tag;
    tag.set(GifTag::loops, path.loops_left);
    return {tag.raw, path.next_register};
}

Gif gif_of(const SavedState& state) {
    Gif gif;
    std::ranges::transform(state.paths, gif.paths.begin(), path_of);
    gif.q = state.q;
    return gif;
}

} // namespace relit::machine::gs
