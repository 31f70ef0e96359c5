// Arithmetic of 64 bits as the reference has it (reference/divide.hpp, plane.hpp, lod.cpp). Nothing here is a float.
const int64_t kLimit = int64_t(1) << 40;

// How many bits the magnitude of a number has.
int bits_of(int64_t value) {
    const uint64_t size = uint64_t(value < 0 ? -value : value);
    const uint high = uint(size >> 32);
    return high != 0 ? 33 + findMSB(high) : 1 + findMSB(uint(size));
}

int64_t floor_div(int64_t a, int64_t b) {
    const int64_t quotient = a / b;
    return quotient - (quotient * b != a && (a < 0) != (b < 0) ? 1 : 0);
}

// size * 2^scale / below for a quotient of at most 42 bits, where the product does not fit: bit by bit.
uint64_t divide_bitwise(uint64_t size, int scale, uint64_t below) {
    uint64_t quotient = size / below, rest = size - quotient * below;
    for (int i = 0; i < scale; ++i) {
        rest <<= 1, quotient <<= 1;
        if (rest >= below) rest -= below, quotient |= 1;
    }
    return quotient;
}

// above * 2^scale / below, cut toward zero and kept within the limit; scale is not negative.
int64_t divide(int64_t above, int scale, int64_t below) {
    if (above == 0) return 0;
    const bool negative = (above < 0) != (below < 0);
    const int size = bits_of(above);
    if (below == 0 || size - bits_of(below) + scale > 41) return negative ? -kLimit : kLimit;
    const uint64_t a = uint64_t(above < 0 ? -above : above), b = uint64_t(below < 0 ? -below : below);
    const uint64_t quotient = size + scale < 64 ? (a << scale) / b : divide_bitwise(a, scale, b);
    const int64_t kept = min(int64_t(quotient), kLimit);
    return negative ? -kept : kept;
}

// Divides by a power of two and cuts toward zero; a negative power multiplies. Kept within the limit.
int64_t shift_to_zero(int64_t value, int by) {
    const uint64_t size = uint64_t(value < 0 ? -value : value);
    const int bits = bits_of(value) - by;
    if (bits <= 0) return 0;
    int64_t kept = kLimit;
    if (bits <= 41) kept = min(int64_t(by >= 0 ? size >> by : size << -by), kLimit);
    return value < 0 ? -kept : kept;
}

// What the level of detail sees of |count| * 2^unit: 128 times its exponent plus the seven bits after its leading one.
int coarse_log(int64_t count, int unit) {
    if (count == 0) return -127 * 128;
    const uint64_t size = uint64_t(count < 0 ? -count : count);
    const int top = bits_of(count) - 1;
    const int mantissa = int(top >= 7 ? size >> (top - 7) : size << (7 - top));
    return (top + unit - 1) * 128 + mantissa;
}
