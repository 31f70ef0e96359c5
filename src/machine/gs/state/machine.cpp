#include "machine/gs/state/machine.hpp"

#include "machine/gs/state/layout.hpp"
#include "machine/gs/state/palette.hpp"

#include <algorithm>

namespace relit::machine::gs {
namespace {

/// Odd addresses are of context 2.
constexpr bool is_second(std::uint32_t address) { return (address & 1) != 0; }

} // namespace

void Machine::write(std::uint32_t address, std::uint64_t value, WorkList& out) {
    assumptions_.of_address(address);
    address = register_of(address);
    if (!set(registers_, address, value)) return;
    switch (address) {
#define GS_REG(number, name, word, effect, purpose) \
    case number: return effect(number, out);
#include "machine/gs/state/registers.inc"
#undef GS_REG
        default: return;
    }
}

void Machine::take_data(Bytes bytes, WorkList& out) {
    if (!bytes.empty()) out.items.emplace_back(TransferData{bytes, {}});
}

void Machine::vsync(std::uint8_t field, WorkList& out) {
    assumptions_.of_display(privileged);
    out.items.emplace_back(Vsync{field, privileged});
}

void Machine::restore(const Registers& registers, WorkList& out) {
    registers_ = registers;
    registers_.PRMODE = registers_.PRIM;
    queue_.clear();
    clut_bases_ = {};
    // A state does not hold the palette buffer: what the context in force would load is loaded.
    const bool second = draw_state().prim[Prim::context] != 0;
    const Tex0& tex0 = second ? registers_.TEX0_2 : registers_.TEX0_1;
    if (loads_entries(tex0)) out.items.emplace_back(LoadPalette{tex0, registers_.TEXCLUT});
}

void Machine::latch(std::uint32_t, WorkList&) {}
void Machine::set_prim(std::uint32_t, WorkList&) {
    merge_attributes();
    queue_.clear();
}
void Machine::set_attributes(std::uint32_t, WorkList&) { merge_attributes(); }
void Machine::draw_vertex(std::uint32_t address, WorkList& out) { kick(address, true, out); }
void Machine::queue_vertex(std::uint32_t address, WorkList& out) { kick(address, false, out); }
void Machine::take_data(std::uint32_t, WorkList& out) { out.items.emplace_back(TransferData{{}, registers_.HWREG}); }

void Machine::set_texture(std::uint32_t address, WorkList& out) {
    const Tex0& tex0 = is_second(address) ? registers_.TEX0_2 : registers_.TEX0_1;
    const Tex1& tex1 = is_second(address) ? registers_.TEX1_2 : registers_.TEX1_1;
    if (tex1[Tex1::automatic_bases])
        find_levels(tex0, is_second(address) ? registers_.MIPTBP1_2 : registers_.MIPTBP1_1);
    load_palette(address, tex0, out);
}

void Machine::set_palette(std::uint32_t address, WorkList& out) {
    const Tex2& from = is_second(address) ? registers_.TEX2_2 : registers_.TEX2_1;
    Tex0& tex0 = is_second(address) ? registers_.TEX0_2 : registers_.TEX0_1;
    tex0.set(Tex0::format, from[Tex2::format]).set(Tex0::clut_base, from[Tex2::clut_base]);
    tex0.set(Tex0::clut_format, from[Tex2::clut_format]).set(Tex0::clut_linear, from[Tex2::clut_linear]);
    tex0.set(Tex0::clut_offset, from[Tex2::clut_offset]).set(Tex0::clut_load, from[Tex2::clut_load]);
    load_palette(address, tex0, out);
}

void Machine::start_transfer(std::uint32_t, WorkList& out) {
    const StartTransfer start{registers_.BITBLTBUF, registers_.TRXPOS, registers_.TRXREG,
                              registers_.TRXDIR[TrxDir::direction]};
    assumptions_.of_transfer(start);
    out.items.emplace_back(start);
}

void Machine::signal(std::uint32_t, WorkList&) {
    const std::uint32_t mask = registers_.SIGNAL[Signal::mask], old = privileged.SIGLBLID[SigLblId::signal];
    privileged.SIGLBLID.set(SigLblId::signal, (old & ~mask) | (registers_.SIGNAL[Signal::id] & mask));
    privileged.CSR.set(Csr::signal, true);
}
void Machine::finish(std::uint32_t, WorkList&) { privileged.CSR.set(Csr::finish, true); }
void Machine::label(std::uint32_t, WorkList&) {
    const std::uint32_t mask = registers_.LABEL[Signal::mask], old = privileged.SIGLBLID[SigLblId::label];
    privileged.SIGLBLID.set(SigLblId::label, (old & ~mask) | (registers_.LABEL[Signal::id] & mask));
}

// PRIM and PRMODE are two addresses of one register: PRMODECONT says which of them sets the attributes. The type comes from
// PRIM; attributes that the other address is given are lost [HW: PCSX2, pull request 3831].
void Machine::merge_attributes() {
    Prim &prim = registers_.PRIM, &mode = registers_.PRMODE;
    const Primitive type = prim[Prim::primitive];
    if (!registers_.PRMODECONT[PrModeCont::from_prim]) prim = mode;
    mode = prim.set(Prim::primitive, type);
}

void Machine::kick(std::uint32_t address, bool draws, WorkList& out) {
    Draw draw;
    if (!queue_.push(registers_.PRIM[Prim::primitive], vertex(address), draw.vertices) || !draws) return;
    const DrawState state = draw_state();
    if (out.states.empty() || out.states.back() != state) {
        assumptions_.of_draw(state);
        out.states.push_back(state);
    }
    draw.state = static_cast<std::uint32_t>(out.states.size() - 1);
    out.items.emplace_back(draw);
}

Vertex Machine::vertex(std::uint32_t address) const {
    const Registers& r = registers_;
    Vertex vertex;
    const auto set_position = [&](const auto& xyz) {
        using W = std::remove_cvref_t<decltype(xyz)>;
        vertex.x = static_cast<std::uint16_t>(xyz[W::x]), vertex.y = static_cast<std::uint16_t>(xyz[W::y]);
        vertex.z = xyz[W::z];
    };
    vertex.fog = static_cast<std::uint8_t>(r.FOG[Fog::fog]);
    const auto set_position_and_fog = [&](const Xyzf& xyzf) {
        set_position(xyzf);
        vertex.fog = static_cast<std::uint8_t>(xyzf[Xyzf::fog]);
    };
    switch (static_cast<Address>(address)) {
        case Address::XYZF2: set_position_and_fog(r.XYZF2); break;
        case Address::XYZF3: set_position_and_fog(r.XYZF3); break;
        case Address::XYZ3: set_position(r.XYZ3); break;
        default: set_position(r.XYZ2); break;
    }
    const auto byte = [](std::uint32_t v) { return static_cast<std::uint8_t>(v); };
    vertex.rgba = {byte(r.RGBAQ[Rgbaq::r]), byte(r.RGBAQ[Rgbaq::g]), byte(r.RGBAQ[Rgbaq::b]), byte(r.RGBAQ[Rgbaq::a])};
    vertex.s = r.ST[St::s], vertex.t = r.ST[St::t], vertex.q = r.RGBAQ[Rgbaq::q];
    vertex.u = static_cast<std::uint16_t>(r.UV[Uv::u]), vertex.v = static_cast<std::uint16_t>(r.UV[Uv::v]);
    return vertex;
}

DrawState Machine::draw_state() const {
    const Registers& r = registers_;
    Prim prim = r.PRIM;
    prim.set(Prim::fixed, false).set(Prim::r0, 0U).set(Prim::r1, 0U);
    DrawState state;
    state.prim = prim;
    state.texa = r.TEXA, state.fogcol = r.FOGCOL;
    state.dimx = r.DIMX, state.dthe = r.DTHE;
    state.colclamp = r.COLCLAMP, state.pabe = r.PABE, state.scanmsk = r.SCANMSK;
    const bool second = prim[Prim::context] != 0;
    const auto of = [&](const auto& first, const auto& other) -> const auto& { return second ? other : first; };
    state.offset = of(r.XYOFFSET_1, r.XYOFFSET_2);
    state.tex0 = of(r.TEX0_1, r.TEX0_2);
    state.tex1 = of(r.TEX1_1, r.TEX1_2);
    state.clamp = of(r.CLAMP_1, r.CLAMP_2);
    state.mips = {of(r.MIPTBP1_1, r.MIPTBP1_2), of(r.MIPTBP2_1, r.MIPTBP2_2)};
    state.scissor = of(r.SCISSOR_1, r.SCISSOR_2);
    state.alpha = of(r.ALPHA_1, r.ALPHA_2);
    state.test = of(r.TEST_1, r.TEST_2);
    state.fba = of(r.FBA_1, r.FBA_2);
    state.frame = of(r.FRAME_1, r.FRAME_2);
    state.zbuf = of(r.ZBUF_1, r.ZBUF_2);
    return state;
}

void Machine::load_palette(std::uint32_t address, const Tex0& tex0, WorkList& out) {
    if (!loads_entries(tex0) || !loads_palette(tex0)) return;
    assumptions_.of_palette(is_second(address) ? 2 : 1, tex0);
    out.items.emplace_back(LoadPalette{tex0, registers_.TEXCLUT});
}

bool Machine::loads_palette(const Tex0& tex0) {
    const std::uint32_t base = tex0[Tex0::clut_base], how = tex0[Tex0::clut_load];
    if (how == 0 || how > 5) return false;
    if (how == 1) return true;
    std::uint32_t& kept = clut_bases_[how % 2];
    if (how >= 4 && kept == base) return false;
    kept = base;
    return true;
}

// Levels 1 to 3 are squares of a half, a fourth and an eighth of the width TW, one after the other behind a square of that
// width: TBW and TH do not count. A console does it for no Z format, and for words only up to 512 pixels [HW, reference 9.2].
void Machine::find_levels(const Tex0& tex0, MipBases& mips) const {
    constexpr std::uint32_t kDepth = 0x30, kMostWords = 9, kMost = 10;
    const PixelFormat format = tex0[Tex0::format];
    const Layout& layout = layout_of(format);
    std::uint32_t size = tex0[Tex0::log_width];
    const bool is_depth = (static_cast<std::uint32_t>(format) & kDepth) == kDepth;
    if (is_depth || size > (layout.element == 5 ? kMostWords : kMost)) return;
    std::uint64_t area = ((std::uint64_t{1} << layout.element) << 2 * size) / 8 / kBlockBytes; // in blocks
    std::uint32_t base = tex0[Tex0::base];
    const auto next = [&](const Field<std::uint32_t>& base_field, const Field<std::uint32_t>& width_field) {
        area = std::max<std::uint64_t>(area, 1);
        base = (base + static_cast<std::uint32_t>(area)) & 0x3fff;
        area /= 4;
        size -= size == 0 ? 0 : 1;
        mips.set(base_field, base).set(width_field, std::max((1U << size) / 64, 1U));
    };
    next(MipBases::base0, MipBases::width0);
    next(MipBases::base1, MipBases::width1);
    next(MipBases::base2, MipBases::width2);
}

} // namespace relit::machine::gs
