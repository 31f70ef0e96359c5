#include "render/gs/reference/ramp.hpp"

#include "render/gs/reference/plane.hpp"

#include <utility>

namespace relit::render::gs::reference {
namespace {

/// A mantissa on the scale of another exponent; what lies far below that is cut off.
Wide aligned(const GsFloat& number, std::int32_t exponent) {
    constexpr std::int32_t kMost = 38;
    const std::int32_t up = kMost + number.exponent - exponent;
    return up < 0 ? shift_to_zero(number.mantissa, -up, kLimit) : number.mantissa * (Wide{1} << std::min(up, kMost));
}

} // namespace

RampEnds RampEnds::of_st(std::uint32_t from, std::uint32_t to, std::uint32_t q, std::int32_t log_size) {
    const GsFloat a(from), b(to), divisor(q);
    const std::int32_t exponent = a.mantissa == 0   ? b.exponent
                                  : b.mantissa == 0 ? a.exponent
                                                    : std::max(a.exponent, b.exponent);
    constexpr std::int32_t kAligned = 38;
    return {aligned(a, exponent), aligned(b, exponent), exponent - kAligned - divisor.exponent + log_size,
            divisor.mantissa};
}

Ramp::Ramp(std::int32_t a, std::int32_t b, const RampEnds& ends, bool may_read_low)
    : ends_(ends), start_(std::min(a, b)), length_(std::max(1, std::abs(b - a))), second_(ceil_pixel(start_) + 1) {
    if (b < a) std::swap(ends_.from, ends_.to);
    const Wide rise = ends_.to - ends_.from;
    // Where Q is 0 all is far away: there is no step.
    if (ends_.q != 0) step_ = divide(rise * 16, ends_.scale + 15, Wide{ends_.q} * length_, Round::Down, kLimit);
    const std::int32_t extent = ceil_pixel(start_ + length_) - ceil_pixel(start_);
    low_ = may_read_low && reads_low(static_cast<std::int64_t>(rise) * 16, length_, extent);
}

std::int64_t Ramp::exact(std::int32_t pixel, std::int32_t bits, Round round) const {
    const Wide above = ends_.from * length_ + (ends_.to - ends_.from) * (16 * pixel - start_);
    return divide(above, ends_.scale + bits, Wide{ends_.q} * length_, round, kLimit);
}

} // namespace relit::render::gs::reference
