#include "machine/gs/state/draw_registers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

class List {
public:
    explicit List(std::uint32_t context) : context_(context + 1) {}

    template <class W>
    void add(std::string_view name, const W& word) {
        all_.push_back({general_register(name), value_of(word)});
    }
    template <class W>
    void add_of_context(std::string_view name, const W& word) {
        add(fmt::format("{}_{}", name, context_), word);
    }
    std::vector<RegisterValue> take() {
        std::ranges::sort(all_, {}, [](const RegisterValue& one) { return one.info->address; });
        return std::move(all_);
    }

private:
    std::uint32_t context_;
    std::vector<RegisterValue> all_;
};

} // namespace

std::vector<RegisterValue> registers_of(const DrawState& state) {
    List list(state.prim[Prim::context]);
    list.add("PRIM", state.prim);
    list.add_of_context("XYOFFSET", state.offset);
    list.add_of_context("TEX0", state.tex0);
    list.add_of_context("TEX1", state.tex1);
    list.add_of_context("CLAMP", state.clamp);
    list.add_of_context("MIPTBP1", state.mips[0]);
    list.add_of_context("MIPTBP2", state.mips[1]);
    list.add_of_context("SCISSOR", state.scissor);
    list.add_of_context("ALPHA", state.alpha);
    list.add_of_context("TEST", state.test);
    list.add_of_context("FBA", state.fba);
    list.add_of_context("FRAME", state.frame);
    list.add_of_context("ZBUF", state.zbuf);
    list.add("TEXA", state.texa);
    list.add("FOGCOL", state.fogcol);
    list.add("DIMX", state.dimx);
    list.add("DTHE", state.dthe);
    list.add("COLCLAMP", state.colclamp);
    list.add("PABE", state.pabe);
    list.add("SCANMSK", state.scanmsk);
    return list.take();
}

double number_of(std::uint32_t float_bits) {
    constexpr std::uint32_t kMostExponent = 0x7f800000, kOneBits = 0x3f800000, kMantissa = 0x007fffff;
    if ((float_bits & kMostExponent) != kMostExponent) return std::bit_cast<float>(float_bits);
    constexpr int kExponent = 128;
    const double number = std::ldexp(std::bit_cast<float>(kOneBits | (float_bits & kMantissa)), kExponent);
    return (float_bits >> 31) != 0 ? -number : number;
}

} // namespace relit::machine::gs
