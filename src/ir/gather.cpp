#include "ir/gather.hpp"

#include <algorithm>
#include <array>

namespace relit::ir {
namespace {

/// As many parts as a value can have: bytes of 64-bit lanes. Most have one a lane and are not worth memory of their own.
struct Parts {
    std::array<Part, std::size_t{kMaxLanes} * 8> list;
    std::size_t count = 0;

    void add(const Part& part) { list[count++] = part; }
    [[nodiscard]] std::span<const Part> all() const { return std::span(list).first(count); }
};

/// Joins parts that continue each other in one value, as long as they stay within `most` bits of a result lane.
Parts joined(std::span<const Part> parts, std::uint32_t most) {
    Parts result;
    std::uint32_t at = 0;
    for (const Part& part : parts) {
        Part* last = result.count == 0 ? nullptr : &result.list[result.count - 1];
        const bool joins =
            last != nullptr && at % most != 0 && last->value == part.value && last->at + last->bits == part.at;
        if (joins)
            last->bits += part.bits;
        else
            result.add(part);
        at += part.bits;
    }
    return result;
}

} // namespace

Id Gatherer::bitcast(Type type, Id value) {
    return module_[value].type == type ? value : add(Op::Bitcast, type, {value});
}

Id Gatherer::lane(Id value, std::uint32_t index) {
    const Type type = module_[value].type;
    return type.lanes == 1 ? value : add(Op::Swizzle, type.scalar(), {value}, index);
}

/// Whether the part is a lane of its value, as it is.
bool Gatherer::is_lane(const Part& part) const {
    return part.bits == bits_of(module_[part.value].type.kind) && part.at % part.bits == 0;
}

/// Whether the parts are the value's bits, all of them in order.
bool Gatherer::is_all_of(Id value, Type type, std::span<const Part> parts) const {
    if (bits_of(module_[value].type) != bits_of(type)) return false;
    std::uint32_t at = 0;
    for (const Part& part : parts) {
        if (part.at != at) return false;
        at += part.bits;
    }
    return at == bits_of(type);
}

Id Gatherer::gather(Type type, std::span<const Part> given) {
    const std::uint32_t bits = bits_of(type.kind);
    if (given.size() == type.lanes) return gather_joined(type, given); // one a lane
    return gather_joined(type, joined(given, bits).all());
}

Id Gatherer::gather_joined(Type type, std::span<const Part> parts) {
    const std::uint32_t bits = bits_of(type.kind);
    const Id first = parts[0].value;
    const bool same = std::ranges::all_of(parts.subspan(1), [&](const Part& part) { return part.value == first; });
    if (same && is_all_of(first, type, parts)) return bitcast(type, first);
    const bool lanes = std::ranges::all_of(parts, [&](const Part& part) { return part.bits == bits && is_lane(part); });
    if (same && lanes) return from_one(type, parts);
    if (const Id other = lanes ? other_in_place(type, parts) : kNone; other != kNone)
        return from_two(type, parts, other);
    return composed(type, parts);
}

Id Gatherer::composed(Type type, std::span<const Part> parts) {
    const std::uint32_t bits = bits_of(type.kind);
    std::array<Id, kMaxLanes> scalars{};
    auto part = parts.begin();
    for (unsigned i = 0; i < type.lanes; ++i) {
        const auto start = part;
        for (std::uint32_t have = 0; have < bits; ++part) have += part->bits;
        scalars[i] = scalar(type.kind, std::span(start, part));
    }
    if (type.lanes == 1) return scalars[0];
    return at_.add(module_, Op::Compose, type, std::span(scalars).first(type.lanes));
}

/// Where each part stands in its value as it stands in the result, and they are of two values only: the second one.
Id Gatherer::other_in_place(Type type, std::span<const Part> lanes) const {
    Id other = kNone;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (module_[lanes[i].value].type != type || lanes[i].at != i * lanes[i].bits) return kNone;
        if (lanes[i].value == lanes[0].value) continue;
        if (other != kNone && lanes[i].value != other) return kNone;
        other = lanes[i].value;
    }
    return other;
}

Id Gatherer::from_two(Type type, std::span<const Part> lanes, Id other) {
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) mask |= lanes[i].value == other ? 1U << i : 0U;
    return add(Op::Blend, type, {lanes[0].value, other}, mask);
}

Id Gatherer::from_one(Type type, std::span<const Part> lanes) {
    const Id value = lanes[0].value;
    std::uint32_t imm = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) imm |= lanes[i].at / lanes[i].bits << (8 * i);
    const Type from = module_[value].type;
    const Id taken =
        from.lanes == 1 && type.lanes == 1 ? value : add(Op::Swizzle, from.with_lanes(type.lanes), {value}, imm);
    return bitcast(type, taken);
}

Id Gatherer::scalar(Kind kind, std::span<const Part> parts) {
    if (parts.size() == 1 && is_lane(parts[0])) {
        return bitcast({kind, 1}, lane(parts[0].value, parts[0].at / parts[0].bits));
    }
    const bool inside = parts[0].bits < bits_of(module_[parts[0].value].type.kind) && parts[0].at % parts[0].bits == 0;
    if (parts.size() == 1 && inside) return extract(kind, parts[0]);
    // Two halves, each built the same way; a part that runs over the middle is cut there.
    const std::uint32_t half = bits_of(kind) / 2;
    Parts low, high;
    std::uint32_t at = 0;
    for (const Part& part : parts) {
        const std::uint32_t below = at >= half ? 0 : std::min(part.bits, half - at);
        if (below != 0) low.add({part.value, part.at, below});
        if (below != part.bits) high.add({part.value, part.at + below, part.bits - below});
        at += part.bits;
    }
    const Kind smaller = integer_of_bits(half);
    const Id first = scalar(smaller, low.all()), second = scalar(smaller, high.all());
    return bitcast({kind, 1}, add(Op::Compose, {smaller, 2}, {first, second}));
}

/// Part of a lane: the lane is seen as a vector of smaller ones.
Id Gatherer::extract(Kind kind, const Part& part) {
    const std::uint32_t wide = bits_of(module_[part.value].type.kind);
    const Id whole = lane(part.value, part.at / wide);
    const std::uint32_t pieces = std::min<std::uint32_t>(wide / part.bits, kMaxLanes);
    const bool reached = wide / pieces == part.bits;
    const Kind piece = reached ? kind : integer_of_bits(wide / pieces);
    const Part inside{bitcast({piece, static_cast<std::uint8_t>(pieces)}, whole), part.at % wide, part.bits};
    return reached ? lane(inside.value, inside.at / part.bits) : extract(kind, inside);
}

} // namespace relit::ir
