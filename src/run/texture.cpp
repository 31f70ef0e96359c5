#include "run/texture.hpp"

#include "ir/evaluate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace relit::run {
namespace {

using ir::Filter;
using ir::Level;
using ir::Op;
using ir::Sampler;
using ir::Texel;
using ir::TextureDim;
using ir::Wrap;

using Colour = std::array<double, 4>;
using Point = std::array<double, 3>;
using Cell = std::array<std::int64_t, 3>;

double number(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
std::int64_t whole(std::uint64_t bits) { return static_cast<std::int32_t>(bits); }

/// The operands of one operation, by what they are.
struct Parts {
    std::vector<std::uint64_t> coordinates, texel;
    std::optional<std::uint64_t> reference, level, sample;
    Point along_x{}, along_y{};
    Cell offsets{};
};

Parts parts_of(const ir::Inst& inst, const ir::TextureUse& use, unsigned flat,
               std::span<const std::uint64_t> operands) {
    const bool queries = inst.op == Op::QuerySize || inst.op == Op::QueryLevels;
    Parts parts;
    std::size_t at = use.handle ? 1 : 0;
    for (unsigned i = 0; !queries && i < use.coordinates; ++i) parts.coordinates.push_back(operands[at++]);
    if (use.reference) parts.reference = operands[at++];
    if (use.lod || use.bias) parts.level = operands[at++];
    for (unsigned i = 0; use.gradients && i < flat; ++i) parts.along_x[i] = number(operands[at++]);
    for (unsigned i = 0; use.gradients && i < flat; ++i) parts.along_y[i] = number(operands[at++]);
    for (unsigned i = 0; use.offsets && i < flat; ++i) parts.offsets[i] = whole(operands[at++]);
    if (use.sample) parts.sample = operands[at++];
    parts.texel.assign(operands.begin() + static_cast<std::ptrdiff_t>(at), operands.end());
    return parts;
}

// ---- where a coordinate leads to

// The texel along one side, or -1 for the border.
std::int64_t wrapped(Wrap wrap, std::int64_t at, std::int64_t size) {
    const auto mirrored = [](std::int64_t n) { return n >= 0 ? n : -(1 + n); };
    const auto modulo = [](std::int64_t n, std::int64_t by) { return ((n % by) + by) % by; };
    switch (wrap) {
        case Wrap::Repeat: return modulo(at, size);
        case Wrap::Mirror: return size - 1 - mirrored(modulo(at, 2 * size) - size);
        case Wrap::Clamp: return std::clamp<std::int64_t>(at, 0, size - 1);
        case Wrap::Border: return at < 0 || at >= size ? -1 : at;
        case Wrap::MirrorOnce: return std::clamp<std::int64_t>(mirrored(at), 0, size - 1);
    }
    return at;
}

/// A point along one side, counted in texels; one that is far away is brought near by whole periods of the wrap, so that
/// what is added and cut off below is exact. Infinity and NaN lead anywhere inside.
double brought_near(Wrap wrap, double at, std::int64_t size) {
    constexpr double kFar = 0x1p40;
    if (std::fabs(at) < kFar) return at;
    if (!std::isfinite(at)) return 0;
    const bool has_period = wrap == Wrap::Repeat || wrap == Wrap::Mirror;
    return has_period ? std::fmod(at, 2 * static_cast<double>(size)) : std::copysign(kFar, at);
}

struct OnFace {
    std::uint32_t face = 0;
    Point at{};
};

/// Which side of the direction a face lies across, and which of the others, with what sign, are s and t on it.
struct Face {
    unsigned across, s, t;
    double sign_s, sign_t;
};
constexpr std::array<Face, 6> kFaces = {
    {{0, 2, 1, -1, -1}, {0, 2, 1, 1, -1}, {1, 0, 2, 1, 1}, {1, 0, 2, 1, -1}, {2, 0, 1, 1, -1}, {2, 0, 1, -1, -1}}};

// Of equal axes z comes before y, and y before x.
std::uint32_t face_number(const Point& direction) {
    const double far_x = std::fabs(direction[0]), far_y = std::fabs(direction[1]), far_z = std::fabs(direction[2]);
    if (far_z >= far_x && far_z >= far_y) return direction[2] < 0 ? 5 : 4;
    if (far_y >= far_x) return direction[1] < 0 ? 3 : 2;
    return direction[0] < 0 ? 1 : 0;
}

// In a float, as devices have it. g++ 12 does not round where it computes two of these side by side.
[[gnu::noinline]] float coordinate_on_face(double along, double far) {
    return static_cast<float>(along / (2 * far) + 0.5);
}

OnFace face_of(const Point& direction) {
    const std::uint32_t number = face_number(direction);
    const Face& face = kFaces[number];
    const double far = std::fabs(direction[face.across]);
    return {number,
            {coordinate_on_face(face.sign_s * direction[face.s], far),
             coordinate_on_face(face.sign_t * direction[face.t], far), 0}};
}

/// How fast s and t change where the direction changes so: the derivative of what face_of computes (Vulkan, cube map derivatives).
Point slope_on_face(const Point& direction, const Point& slope) {
    const Face& face = kFaces[face_number(direction)];
    const double far = direction[face.across], away = slope[face.across];
    const auto along = [&](unsigned side) { return (slope[side] * far - direction[side] * away) / (2 * far * far); };
    return {along(face.s), along(face.t), 0}; // signs do not matter to a length
}

// ---- one operation on one texture

class Reader {
public:
    Reader(const ir::Module& module, const ir::Inst& inst, ir::Bound& bound, std::span<const std::uint64_t> operands,
           ir::Conversion conversion)
        : inst_(inst), use_(module.texture_uses[inst.imm]), resource_(module.resources[use_.resource]),
          texture_(bound.texture), sampler_(bound.sampler), flat_(ir::dimensions(resource_.dim)),
          parts_(parts_of(inst, use_, flat_, operands)), conversion_(conversion) {}

    std::vector<std::uint64_t> answer() {
        if (texture_.levels.empty()) return {};
        switch (inst_.op) {
            case Op::Sample: return sampled();
            case Op::Gather: return gathered();
            case Op::Fetch: return bits_of(texel_at(addressed()));
            case Op::LoadImage: return bits_of(loaded());
            case Op::StoreImage: store(); return {};
            case Op::AtomicImage: return {change()};
            case Op::QuerySize: return size();
            case Op::QueryLevels: return {texture_.levels.size()};
            default: return {}; // QueryLod: there are no derivatives here
        }
    }

private:
    struct Address {
        std::size_t level = 0;
        std::uint64_t layer = 0;
        Cell at{};
        std::uint64_t sample = 0;
        bool is_inside = true;
    };

    static std::vector<std::uint64_t> bits_of(const Texel& texel) { return {texel.begin(), texel.end()}; }

    std::size_t index_of(const Address& address) const {
        const Level& level = texture_.levels[address.level];
        const auto x = static_cast<std::uint64_t>(address.at[0]), y = static_cast<std::uint64_t>(address.at[1]),
                   z = static_cast<std::uint64_t>(address.at[2]);
        const std::uint64_t texel = ((address.layer * level.depth + z) * level.height + y) * level.width + x;
        return texel * texture_.samples + address.sample;
    }

    Cell sides(std::size_t level) const {
        const Level& of = texture_.levels[level];
        return {of.width, of.height, of.depth};
    }

    // ---- by number

    Address addressed() const {
        Address address;
        const auto& coordinates = parts_.coordinates;
        const bool cube = resource_.dim == TextureDim::Cube;
        const unsigned along = cube ? 2 : flat_;
        for (unsigned i = 0; i < along; ++i) address.at[i] = whole(coordinates[i]) + parts_.offsets[i];
        const std::uint64_t last = resource_.arrayed ? coordinates.back() : 0;
        address.layer = cube ? last * 6 + coordinates[2] : last;
        address.level = parts_.level.value_or(0);
        address.sample = parts_.sample.value_or(0);
        address.is_inside = address.level < texture_.levels.size() && address.layer < texture_.layers &&
                            address.sample < texture_.samples;
        for (unsigned i = 0; address.is_inside && i < 3; ++i) {
            address.is_inside = address.at[i] >= 0 && address.at[i] < sides(address.level)[i];
        }
        return address;
    }

    Texel texel_at(const Address& address) const {
        return address.is_inside ? texture_.levels[address.level].texels[index_of(address)] : Texel{};
    }

    // As the image's format keeps it.
    Texel as_kept(const Texel& texel) const {
        return resource_.format == ir::ImageFormat::Unknown
                   ? texel
                   : ir::kept(ir::texel_format(resource_.format), texel, conversion_);
    }

    Texel loaded() const {
        const Address address = addressed();
        return address.is_inside ? as_kept(texel_at(address)) : Texel{};
    }

    void store() {
        const Address address = addressed();
        if (!address.is_inside) return;
        Texel texel{};
        for (std::size_t i = 0; i < parts_.texel.size(); ++i) texel[i] = static_cast<std::uint32_t>(parts_.texel[i]);
        texture_.levels[address.level].texels[index_of(address)] = as_kept(texel);
    }

    // What was there; the operands are the new one and what a comparison wants.
    std::uint64_t change() {
        const Address address = addressed();
        if (!address.is_inside) return 0;
        std::uint32_t& texel = texture_.levels[address.level].texels[index_of(address)][0];
        const std::uint32_t before = texel;
        const std::uint64_t with = parts_.texel[0];
        if (use_.atomic == Op::AtomicCompareExchange) {
            texel = before == parts_.texel[1] ? static_cast<std::uint32_t>(with) : before;
        } else if (use_.atomic == Op::AtomicExchange) {
            texel = static_cast<std::uint32_t>(with);
        } else {
            const std::array<ir::Type, 2> types{ir::kI32, ir::kI32};
            const std::array<ir::Value, 2> operands{ir::Value{{before}}, ir::Value{{with}}};
            const ir::Value after = ir::evaluate(ir::plain_operation(use_.atomic), ir::kI32, types, {}, 0, operands);
            texel = static_cast<std::uint32_t>(after.lanes[0]);
        }
        return before;
    }

    std::vector<std::uint64_t> size() const {
        const Level& level =
            texture_.levels[std::min<std::size_t>(parts_.level.value_or(0), texture_.levels.size() - 1)];
        const bool cube = resource_.dim == TextureDim::Cube;
        std::vector<std::uint64_t> all{level.width, level.height, level.depth};
        all.resize(cube ? 2 : flat_);
        if (resource_.arrayed) all.push_back(cube ? texture_.layers / 6 : texture_.layers);
        return all;
    }

    // ---- by coordinates

    std::uint64_t layer() const {
        if (!resource_.arrayed) return 0;
        const std::uint32_t count = resource_.dim == TextureDim::Cube ? texture_.layers / 6 : texture_.layers;
        const double nearest = std::nearbyint(number(parts_.coordinates.back()));
        return static_cast<std::uint64_t>(std::fmin(std::fmax(nearest, 0.0), count - 1.0)); // of NaN the first
    }

    Point direction() const {
        Point at{};
        for (unsigned i = 0; i < flat_; ++i) at[i] = number(parts_.coordinates[i]);
        return at;
    }
    OnFace on_face() const { return resource_.dim == TextureDim::Cube ? face_of(direction()) : OnFace{0, direction()}; }

    // Of the texels that one step to the right or down passes.
    double level_of_gradients() const {
        const auto length = [&](const Point& slope) {
            const Point along = resource_.dim == TextureDim::Cube ? slope_on_face(direction(), slope) : slope;
            double sum = 0;
            for (unsigned i = 0; i < flat_; ++i) {
                const double side = static_cast<double>(sides(0)[i]) * along[i];
                sum += side * side;
            }
            return std::sqrt(sum);
        };
        return std::log2(std::max(length(parts_.along_x), length(parts_.along_y)));
    }

    double level() const {
        double level = use_.gradients ? level_of_gradients() : parts_.level ? number(*parts_.level) : 0;
        level += static_cast<double>(sampler_.bias);
        const auto lowest = static_cast<double>(sampler_.lowest), highest = static_cast<double>(sampler_.highest);
        return std::fmin(std::fmax(level, lowest), highest); // of NaN the lowest
    }

    // A texel of the level, after wrapping; what is compared becomes 0 or 1.
    Colour colour(std::size_t level, std::uint64_t layer, const Cell& cell) const {
        Address address{.level = level, .layer = layer, .at = {}};
        bool border = false;
        const unsigned along = resource_.dim == TextureDim::Cube ? 2 : flat_;
        for (unsigned i = 0; i < along; ++i) {
            address.at[i] = wrapped(wrap_of(i), cell[i] + parts_.offsets[i], sides(level)[i]);
            border = border || address.at[i] < 0;
        }
        const Texel texel = border ? sampler_.border : texel_at(address);
        Colour colour{};
        for (unsigned i = 0; i < 4; ++i) {
            colour[i] = resource_.sampled == ir::Kind::F32 ? number(texel[i]) : static_cast<double>(texel[i]);
        }
        if (parts_.reference) colour = {compared(number(*parts_.reference), colour[0]) ? 1.0 : 0.0, 0, 0, 0};
        return colour;
    }

    bool compared(double reference, double texel) const {
        switch (sampler_.compare) {
            case ir::Compare::Never: return false;
            case ir::Compare::Less: return reference < texel;
            case ir::Compare::Equal: return reference == texel;
            case ir::Compare::LessEqual: return reference <= texel;
            case ir::Compare::Greater: return reference > texel;
            case ir::Compare::NotEqual: return reference != texel;
            case ir::Compare::GreaterEqual: return reference >= texel;
            case ir::Compare::Always: return true;
        }
        return false;
    }

    Wrap wrap_of(unsigned axis) const { return resource_.dim == TextureDim::Cube ? Wrap::Clamp : sampler_.wrap[axis]; }

    Point scaled(const Point& at, std::size_t level) const {
        Point scaled{};
        for (unsigned i = 0; i < 3; ++i) {
            const std::int64_t side = sides(level)[i];
            scaled[i] =
                brought_near(wrap_of(i), sampler_.counts_texels ? at[i] : at[i] * static_cast<double>(side), side);
        }
        return scaled;
    }

    Colour from_level(std::size_t level, Filter filter, const OnFace& at, std::uint64_t layer) const {
        const bool cube = resource_.dim == TextureDim::Cube;
        const unsigned along = cube ? 2 : flat_;
        const Point point = scaled(at.at, level);
        Cell low{};
        Point part{};
        for (unsigned i = 0; i < along; ++i) {
            const double from = filter == Filter::Linear ? point[i] - 0.5 : point[i];
            low[i] = static_cast<std::int64_t>(std::floor(from));
            part[i] = from - std::floor(from);
        }
        if (cube) layer = layer * 6 + at.face;
        if (filter == Filter::Nearest) return colour(level, layer, low);
        Colour sum{};
        for (unsigned corner = 0; corner < (1U << along); ++corner) {
            Cell cell = low;
            double weight = 1;
            for (unsigned i = 0; i < along; ++i) {
                const bool high = (corner >> i & 1) != 0;
                cell[i] += high ? 1 : 0;
                weight *= high ? part[i] : 1 - part[i];
            }
            const Colour texel = colour(level, layer, cell);
            for (unsigned i = 0; i < 4; ++i) sum[i] += weight == 0 ? 0 : weight * texel[i];
        }
        return sum;
    }

    std::vector<std::uint64_t> as_bits(const Colour& colour) const {
        std::vector<std::uint64_t> bits;
        for (const double lane : colour) {
            const bool is_float = resource_.sampled == ir::Kind::F32;
            bits.push_back(is_float ? std::bit_cast<std::uint32_t>(static_cast<float>(lane))
                                    : static_cast<std::uint32_t>(lane));
        }
        return bits;
    }

    std::vector<std::uint64_t> sampled() const {
        const double level = this->level();
        const Filter filter = level <= 0 ? sampler_.magnify : sampler_.minify;
        const double last = static_cast<double>(texture_.levels.size()) - 1;
        const double within = std::clamp(level, 0.0, last);
        const OnFace at = on_face();
        const std::uint64_t layer = this->layer();
        if (sampler_.between == Filter::Nearest) {
            const double nearest = std::clamp(std::ceil(within + 0.5) - 1, 0.0, last);
            return as_bits(from_level(static_cast<std::size_t>(nearest), filter, at, layer));
        }
        const auto low = static_cast<std::size_t>(within);
        const double part = within - std::floor(within);
        Colour colour = from_level(low, filter, at, layer);
        if (part == 0) return as_bits(colour);
        const Colour next = from_level(low + 1, filter, at, layer);
        for (unsigned i = 0; i < 4; ++i) colour[i] = colour[i] * (1 - part) + next[i] * part;
        return as_bits(colour);
    }

    // The four texels that a linear filter would take, counted from the lower left against the clock.
    std::vector<std::uint64_t> gathered() const {
        constexpr Cell kCorners[] = {{0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}};
        const OnFace at = on_face();
        std::uint64_t layer = this->layer();
        if (resource_.dim == TextureDim::Cube) layer = layer * 6 + at.face;
        const Point point = scaled(at.at, 0);
        Colour all{};
        for (unsigned i = 0; i < 4; ++i) {
            Cell cell{};
            for (unsigned axis = 0; axis < 2; ++axis) {
                cell[axis] = static_cast<std::int64_t>(std::floor(point[axis] - 0.5)) + kCorners[i][axis];
            }
            all[i] = colour(0, layer, cell)[parts_.reference ? 0 : use_.component];
        }
        return as_bits(all);
    }

    const ir::Inst& inst_;
    const ir::TextureUse& use_;
    const ir::Resource& resource_;
    ir::TextureData& texture_;
    const Sampler& sampler_;
    unsigned flat_;
    Parts parts_;
    ir::Conversion conversion_;
};

} // namespace

std::vector<std::uint64_t> access_texture(const ir::Module& module, const ir::Inst& inst, ir::Bound& bound,
                                          std::span<const std::uint64_t> operands, ir::Conversion conversion) {
    return Reader(module, inst, bound, operands, conversion).answer();
}

} // namespace relit::run
