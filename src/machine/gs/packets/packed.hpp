// The quadwords of GIF packets: the tag, and how each register lies in a PACKED quadword. A field named "-" means nothing.
#pragma once

#include "base/bits.hpp"

#include <array>
#include <span>

namespace relit::machine::gs {

enum class TagFormat : std::uint8_t { Packed, RegList, Image, Image3 };
inline constexpr std::array<std::string_view, 4> kTagFormatNames{"PACKED", "REGLIST", "IMAGE", "IMAGE3"};

/// What stands in front of every run of data: how many loops of which registers, or of quadwords of an image.
struct GifTag : Word<GifTag, 128> {
    static constexpr Field<std::uint32_t> loops{"NLOOP", 0, 15}, r0{"-", 16, 30}, prim{"PRIM", 47, 11},
        count{"NREG", 60, 4};
    static constexpr Field<bool> last{"EOP", 15, 1}, sets_prim{"PRE", 46, 1};
    static constexpr Field<TagFormat> format{"FLG", 58, 2, kTagFormatNames};
    static constexpr Field<std::uint64_t> registers{"REGS", 64, 64};
    static constexpr auto fields = fields_of(loops, last, r0, sets_prim, prim, format, count, registers);

    /// Registers of a loop.
    [[nodiscard]] constexpr std::uint32_t register_count() const {
        const std::uint32_t n = (*this)[count];
        return n == 0 ? 16 : n;
    }
    /// The descriptor of one of them.
    [[nodiscard]] constexpr unsigned descriptor(std::uint32_t which) const {
        return static_cast<unsigned>((*this)[registers] >> 4 * which & 15);
    }
};
static_assert(covers(GifTag::fields, 128));

/// RGBAQ: the colour; Q is the latch's.
struct PackedRgbaq : Word<PackedRgbaq, 128> {
    static constexpr Field<std::uint32_t> r{"R", 0, 8}, g{"G", 32, 8}, b{"B", 64, 8}, a{"A", 96, 8}, r0{"-", 8, 24},
        r1{"-", 40, 24}, r2{"-", 72, 24}, r3{"-", 104, 24};
    static constexpr auto fields = fields_of(r, r0, g, r1, b, r2, a, r3);
};
static_assert(covers(PackedRgbaq::fields, 128));

/// ST: floats; Q goes to the latch.
struct PackedSt : Word<PackedSt, 128> {
    static constexpr Field<std::uint32_t> s{"S", 0, 32}, t{"T", 32, 32}, q{"Q", 64, 32}, r0{"-", 96, 32};
    static constexpr auto fields = fields_of(s, t, q, r0);
};
static_assert(covers(PackedSt::fields, 128));

/// UV, 10.4.
struct PackedUv : Word<PackedUv, 128> {
    static constexpr Field<std::uint32_t> u{"U", 0, 14}, v{"V", 32, 14}, r0{"-", 14, 18}, r1{"-", 46, 18},
        r2{"-", 64, 32}, r3{"-", 96, 32};
    static constexpr auto fields = fields_of(u, r0, v, r1, r2, r3);
};
static_assert(covers(PackedUv::fields, 128));

/// XYZF2/3. With ADC the vertex draws nothing.
struct PackedXyzf : Word<PackedXyzf, 128> {
    static constexpr Field<std::uint32_t> x{"X", 0, 16}, y{"Y", 32, 16}, z{"Z", 68, 24}, fog{"F", 100, 8},
        r0{"-", 16, 16}, r1{"-", 48, 20}, r2{"-", 92, 8}, r3{"-", 108, 3}, r4{"-", 112, 16};
    static constexpr Field<bool> no_kick{"ADC", 111, 1};
    static constexpr auto fields = fields_of(x, r0, y, r1, z, r2, fog, r3, no_kick, r4);
};
static_assert(covers(PackedXyzf::fields, 128));

/// XYZ2/3. With ADC the vertex draws nothing.
struct PackedXyz : Word<PackedXyz, 128> {
    static constexpr Field<std::uint32_t> x{"X", 0, 16}, y{"Y", 32, 16}, z{"Z", 64, 32}, r0{"-", 16, 16},
        r1{"-", 48, 16}, r2{"-", 96, 15}, r3{"-", 112, 16};
    static constexpr Field<bool> no_kick{"ADC", 111, 1};
    static constexpr auto fields = fields_of(x, r0, y, r1, z, r2, no_kick, r3);
};
static_assert(covers(PackedXyz::fields, 128));

/// FOG.
struct PackedFog : Word<PackedFog, 128> {
    static constexpr Field<std::uint32_t> fog{"F", 100, 8}, r0{"-", 0, 32}, r1{"-", 32, 32}, r2{"-", 64, 32},
        r3{"-", 96, 4}, r4{"-", 108, 20};
    static constexpr auto fields = fields_of(r0, r1, r2, r3, fog, r4);
};
static_assert(covers(PackedFog::fields, 128));

/// PRIM, TEX0, CLAMP: the register as it is, in the low half.
struct PackedWhole : Word<PackedWhole, 128> {
    static constexpr Field<std::uint64_t> value{"VALUE", 0, 64}, r0{"-", 64, 64};
    static constexpr auto fields = fields_of(value, r0);
};
static_assert(covers(PackedWhole::fields, 128));

/// A+D: any register by its address.
struct PackedAddress : Word<PackedAddress, 128> {
    static constexpr Field<std::uint64_t> value{"VALUE", 0, 64}, r0{"-", 72, 56};
    static constexpr Field<std::uint32_t> address{"ADDR", 64, 8};
    static constexpr auto fields = fields_of(value, address, r0);
};
static_assert(covers(PackedAddress::fields, 128));

/// NOP and the reserved descriptor.
struct PackedNothing : Word<PackedNothing, 128> {
    static constexpr Field<std::uint64_t> r0{"-", 0, 64}, r1{"-", 64, 64};
    static constexpr auto fields = fields_of(r0, r1);
};
static_assert(covers(PackedNothing::fields, 128));

/// Descriptors, and addresses of the registers that they name.
enum class Descriptor : std::uint8_t {
#define GS_PACKED(number, name, word, text, purpose) name = number,
#include "machine/gs/packets/packed.inc"
#undef GS_PACKED
};

/// A row of packed.inc.
struct PackedInfo {
    std::string_view name, purpose;
    std::span<const FieldInfo> fields;
};
[[nodiscard]] const PackedInfo& packed_info(unsigned descriptor);

} // namespace relit::machine::gs
