#include "machine/gs/state/draw_registers.hpp"

#include "machine/gs/state/layout.hpp"

#include <bit>
#include <cmath>

namespace relit::machine::gs {
namespace {

constexpr Address address_of(bool is_second, Address first, Address second) { return is_second ? second : first; }

/// Calls see(address of the register in the state's context, word of each state) for each row.
template <class See, class... States>
void each_register(bool is_second, See&& see, const States&... states) {
#define DRAW_REG(member, first, second) see(address_of(is_second, Address::first, Address::second), states.member...);
#include "machine/gs/state/draw_registers.inc"
#undef DRAW_REG
}
bool is_second(const DrawState& state) { return state.prim[Prim::context] != 0; }
const RegisterInfo* register_at(Address address) { return general_register(static_cast<std::uint32_t>(address)); }

/// Sets the bits of all fields that have a name.
template <class W>
constexpr void mark_named(W& word) {
    for (const FieldInfo& field : W::fields)
        if (field.name != "-") word.insert(field, ~std::uint64_t{0});
}
constexpr DrawState kNamed = [] {
    DrawState named;
#define DRAW_REG(member, first, second) mark_named(named.member);
#include "machine/gs/state/draw_registers.inc"
#undef DRAW_REG
    return named;
}();

void clear(auto& word, const auto&... fields) { (word.set(fields, {}), ...); }

/// The registers of a texture, of a state that has one.
void clear_unused_texture(DrawState& relevance, const DrawState& state) {
    clear(relevance.tex0, Tex0::clut_load); // loading is work of its own
    if (!is_indexed(state.tex0[Tex0::format]))
        clear(relevance.tex0, Tex0::clut_base, Tex0::clut_format, Tex0::clut_linear, Tex0::clut_offset);
    if (state.tex1[Tex1::max_level] == 0) relevance.mips = {};
    const auto has_region = [](WrapMode mode) { return mode >= WrapMode::RegionClamp; };
    if (!has_region(state.clamp[Clamp::s_mode])) clear(relevance.clamp, Clamp::min_u, Clamp::max_u);
    if (!has_region(state.clamp[Clamp::t_mode])) clear(relevance.clamp, Clamp::min_v, Clamp::max_v);
}

void clear_unused_tests(DrawState& relevance, const Test& test) {
    if (!test[Test::alpha_on]) clear(relevance.test, Test::alpha_test);
    if (!test[Test::alpha_on] || test[Test::alpha_test] == AlphaTest::Always)
        clear(relevance.test, Test::alpha_reference, Test::alpha_fail);
    if (!test[Test::destination_on]) clear(relevance.test, Test::destination_bit);
    if (test[Test::depth_on]) return;
    clear(relevance.test, Test::depth_test);
    relevance.zbuf = {};
}

/// PRIM with the type of the primitives that are drawn.
DrawState with_kind(const DrawState& state) {
    DrawState same = state;
    same.prim.set(Prim::primitive, kind_of(state.prim[Prim::primitive]));
    return same;
}

} // namespace

std::vector<RegisterValue> registers_of(const DrawState& state) {
    std::vector<RegisterValue> all;
    each_register(
        is_second(state),
        [&](Address address, const auto& word) { all.push_back({register_at(address), value_of(word)}); }, state);
    return all;
}

Primitive kind_of(Primitive primitive) {
    switch (primitive) {
        case Primitive::LineStrip: return Primitive::Line;
        case Primitive::TriangleStrip:
        case Primitive::TriangleFan: return Primitive::Triangle;
        default: return primitive;
    }
}

DrawState relevance_of(const DrawState& state) {
    DrawState relevance = kNamed;
    const Prim& prim = state.prim;
    clear(relevance.prim, Prim::fixed);
    if (prim[Prim::textured]) {
        clear_unused_texture(relevance, state);
    } else {
        clear(relevance.prim, Prim::uv);
        relevance.tex0 = {}, relevance.tex1 = {}, relevance.clamp = {}, relevance.mips = {}, relevance.texa = {};
    }
    constexpr std::uint32_t kFix = 2; // and 3, which is read as FIX too
    if (!prim[Prim::fogged]) relevance.fogcol = {};
    if (!prim[Prim::blended] && !prim[Prim::antialiased]) relevance.alpha = {}, relevance.pabe = {};
    if (state.alpha[Alpha::c] < kFix) clear(relevance.alpha, Alpha::fix);
    if (!state.dthe[Switch::on]) relevance.dimx = {};
    clear_unused_tests(relevance, state.test);
    return relevance;
}

DrawWords relevant_words(const DrawState& state) {
    DrawWords words{};
    std::size_t count = 0;
    each_register(
        false,
        [&](Address, const auto& word, const auto& relevant) { words[count++] = value_of(word) & value_of(relevant); },
        with_kind(state), relevance_of(state));
    return words;
}

bool draw_alike(const DrawState& before, const DrawState& after) {
    return relevant_words(before) == relevant_words(after);
}

std::vector<FieldChange> changes_between(const DrawState& before, const DrawState& after) {
    std::vector<FieldChange> changes;
    const auto compare = [&](Address address, const auto& left, const auto& right, const auto& relevant) {
        if (left == right) return;
        const RegisterInfo* info = register_at(address);
        for (const FieldInfo& field : info->fields)
            if (relevant.extract(field) != 0 && left.extract(field) != right.extract(field))
                changes.push_back({info, &field, left.extract(field), right.extract(field)});
    };
    each_register(is_second(after), compare, with_kind(before), with_kind(after), relevance_of(after));
    return changes;
}

double number_of(std::uint32_t float_bits) {
    constexpr std::uint32_t kMostExponent = 0x7f800000, kOneBits = 0x3f800000, kMantissa = 0x007fffff;
    if ((float_bits & kMostExponent) != kMostExponent) return std::bit_cast<float>(float_bits);
    constexpr int kExponent = 128;
    const double number = std::ldexp(std::bit_cast<float>(kOneBits | (float_bits & kMantissa)), kExponent);
    return (float_bits >> 31) != 0 ? -number : number;
}

} // namespace relit::machine::gs
