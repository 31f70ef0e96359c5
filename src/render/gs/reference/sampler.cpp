#include "render/gs/reference/sampler.hpp"

#include <algorithm>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

constexpr std::uint32_t kMostLevel = 6;

/// a at weight 0, sixteenths of the way to b; rounds down.
Rgba mixed(const Rgba& a, const Rgba& b, std::int32_t weight) {
    Rgba result{};
    for (std::size_t i = 0; i < 4; ++i) result[i] = a[i] + ((b[i] - a[i]) * weight >> 4);
    return result;
}

// Sizes above 1024 count as one texel (reference 9.1: GSdx).
std::int32_t size_of(std::uint32_t log, unsigned level) { return log > 10 ? 1 : std::max(1, (1 << log) >> level); }

} // namespace

std::int32_t Wrap::operator()(std::int32_t at) const {
    switch (mode) {
        case WrapMode::Repeat: return at & (size - 1);
        case WrapMode::Clamp: return std::clamp(at, 0, size - 1);
        case WrapMode::RegionClamp: return at < least ? least : std::min(at, most);
        case WrapMode::RegionRepeat: return (at & (size - 1) & least) | most;
    }
    return at;
}

LevelChoice choose_level(const Tex1& tex1, std::int32_t log_q) {
    const auto most = static_cast<std::int32_t>(std::min(tex1[Tex1::max_level], kMostLevel));
    const std::int32_t lod = level_of_detail(tex1, log_q);
    if (lod <= 0) return {0, 0, tex1[Tex1::magnify] != 0, lod};
    const std::uint32_t minify = tex1[Tex1::minify];
    const bool linear = minify == 1 || minify >= 4;
    if (minify < 2) return {0, 0, linear, lod};
    const std::int32_t kept = std::min(lod, 16 * most);
    if (minify % 2 == 0) return {static_cast<std::uint8_t>(std::min((kept + 8) >> 4, most)), 0, linear, lod};
    return {static_cast<std::uint8_t>(kept >> 4), static_cast<std::uint8_t>(kept & 15), linear, lod};
}

Sampler::Sampler(MemoryBefore memory, const Clut& clut, const DrawState& state)
    : memory_(std::move(memory)), tex1_(state.tex1), format_(state.tex0[Tex0::format]), bits_(format_),
      texa_(state.texa), indexed_(machine::gs::is_indexed(format_)) {
    if (indexed_) palette_ = clut.colours(state.tex0, texa_);
    const std::uint32_t most = tex1_[Tex1::minify] < 2 ? 0 : std::min(tex1_[Tex1::max_level], kMostLevel);
    for (unsigned number = 0; number <= most; ++number) set_level(number, state);
    const bool linear = tex1_[Tex1::minify] == 1,
               same = tex1_[Tex1::minify] < 2 && linear == (tex1_[Tex1::magnify] != 0);
    if (tex1_[Tex1::fixed_level] || same) choice_ = choose_level(tex1_, 0);
}

void Sampler::set_level(unsigned number, const DrawState& state) {
    const auto limit = [&](const Field<std::uint32_t>& field) {
        return static_cast<std::int32_t>(state.clamp[field] >> number);
    };
    Level& level = levels_[number];
    level.addresses = Addresses(machine::gs::level_of(state.tex0, state.mips, number));
    level.u = {state.clamp[Clamp::s_mode], size_of(state.tex0[Tex0::log_width], number), limit(Clamp::min_u),
               limit(Clamp::max_u)};
    level.v = {state.clamp[Clamp::t_mode], size_of(state.tex0[Tex0::log_height], number), limit(Clamp::min_v),
               limit(Clamp::max_v)};
}

template <class See>
Colour Sampler::texel(unsigned number, std::int32_t u, std::int32_t v, See&& see) const {
    const Level& level = levels_[number];
    const auto x = static_cast<std::uint32_t>(level.u(u)), y = static_cast<std::uint32_t>(level.v(v));
    const std::uint32_t address = level.addresses(x, y), raw = memory_.raw(bits_, address);
    const Colour colour = indexed_ ? palette_[raw] : expand(format_, raw, texa_);
    see(TexelRead{number, x, y, bits_.at(address), raw, colour});
    return colour;
}

template <class See>
Rgba Sampler::sample_level(unsigned number, const TexelPosition& position, bool linear, See&& see) const {
    const auto texel_at = [&](std::int32_t u, std::int32_t v) { return rgba_of(texel(number, u, v, see)); };
    // [HW, reference 7.3 rule 6]: a level's share, sixteenths toward zero, half a texel, and only then the field's ends.
    const std::int64_t half = linear ? 8 : 0;
    const std::int32_t u = saturate(sixteenths_of(position.fine_u >> number) - half),
                       v = saturate(sixteenths_of(position.fine_v >> number) - half);
    const std::int32_t x = u >> 4, y = v >> 4, fx = u & 15, fy = v & 15;
    if (!linear) return texel_at(x, y);
    const Rgba first = texel_at(x, y), second = texel_at(x + 1, y);
    const Rgba third = texel_at(x, y + 1), fourth = texel_at(x + 1, y + 1);
    const Rgba above = mixed(first, second, fx), below = mixed(third, fourth, fx);
    return mixed(above, below, fy);
}

template <class See>
Rgba Sampler::sample_levels(const LevelChoice& choice, const TexelPosition& position, See&& see) const {
    const Rgba colour = sample_level(choice.level, position, choice.linear, see);
    if (choice.weight == 0) return colour;
    return mixed(colour, sample_level(choice.level + 1U, position, choice.linear, see), choice.weight);
}

Rgba Sampler::sample(const TexelPosition& position) const {
    const LevelChoice choice = choice_ ? *choice_ : choose_level(tex1_, position.log_q);
    return sample_levels(choice, position, [](const TexelRead&) {});
}

Sample Sampler::look(const TexelPosition& position) const {
    Sample sample;
    sample.choice = choose_level(tex1_, position.log_q);
    (void)sample_levels(sample.choice, position, [&](const TexelRead& read) { sample.texels[sample.count++] = read; });
    return sample;
}

Rgba apply_function(TextureFunction function, bool has_alpha, const Rgba& texel, const Rgba& vertex) {
    const auto product = [](std::int32_t t, std::int32_t c) { return t * c >> 7; };
    const bool highlights = function == TextureFunction::Highlight || function == TextureFunction::Highlight2;
    Rgba result = texel;
    if (function != TextureFunction::Decal)
        for (std::size_t i = 0; i < 3; ++i)
            result[i] = std::min(product(texel[i], vertex[i]) + (highlights ? vertex[3] : 0), 255);
    if (!has_alpha)
        result[3] = vertex[3];
    else if (function == TextureFunction::Modulate)
        result[3] = std::min(product(texel[3], vertex[3]), 255);
    else if (function == TextureFunction::Highlight)
        result[3] = std::min(texel[3] + vertex[3], 255);
    return result;
}

} // namespace relit::render::gs::reference
