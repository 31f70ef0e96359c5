// Words made of named bit-fields: the one idea behind every instruction, header and register that Relit reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace relit {

/// A contiguous run of bits inside a word. Bit 0 is the least significant bit of the word's first 32-bit unit.
struct BitRun {
    std::uint16_t bit = 0;
    std::uint16_t width = 0;
};

/// What is known about a field without its C++ type: enough to print, explain, fuzz and document it.
struct FieldInfo {
    static constexpr std::size_t kMaxRuns = 3;

    std::string_view name;
    std::array<BitRun, kMaxRuns> runs{};           // low part of the value first; unused runs have width 0
    std::span<const std::string_view> value_names; // indexed by value; empty where values are plain numbers

    [[nodiscard]] constexpr unsigned width() const {
        unsigned total = 0;
        for (const BitRun& run : runs) total += run.width;
        return total;
    }
    /// The name of `value`, or an empty view where it has none.
    [[nodiscard]] constexpr std::string_view name_of(std::uint64_t value) const {
        return value < value_names.size() ? value_names[value] : std::string_view{};
    }
};

/// A named run of bits (or up to three runs, low part first) whose value has the type T: an integer, bool or enum.
template <class T>
struct Field : FieldInfo {
    using Value = T;

    constexpr Field(std::string_view field_name, unsigned bit, unsigned field_width,
                    std::span<const std::string_view> names = {})
        : FieldInfo{field_name, {BitRun{narrow(bit), narrow(field_width)}}, names} {}
    constexpr Field(std::string_view field_name, std::array<BitRun, kMaxRuns> field_runs,
                    std::span<const std::string_view> names = {})
        : FieldInfo{field_name, field_runs, names} {}

private:
    static constexpr std::uint16_t narrow(unsigned v) { return static_cast<std::uint16_t>(v); }
};

namespace detail {
[[nodiscard]] constexpr std::uint64_t low_mask(unsigned width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}
} // namespace detail

/// CRTP base of a device word of `Bits` bits, stored as 32-bit units, least significant unit first.
/// Self lists its fields in `static constexpr auto fields = fields_of(...)` and asserts covers(fields, Bits).
template <class Self, unsigned Bits>
struct Word {
    static constexpr unsigned kBits = Bits;
    std::array<std::uint32_t, (Bits + 31) / 32> raw{};

    // Always inline: who names a field names a constant, of which a shift and a mask is left.
    template <class T>
    [[nodiscard, gnu::always_inline]] constexpr T operator[](const Field<T>& field) const {
        return static_cast<T>(extract(field));
    }
    template <class T>
    [[gnu::always_inline]] constexpr Self& set(const Field<T>& field, T value) {
        insert(field, static_cast<std::uint64_t>(value));
        return static_cast<Self&>(*this);
    }
    /// The field's bits as an unsigned number, its low run in the low bits.
    [[nodiscard, gnu::always_inline]] constexpr std::uint64_t extract(const FieldInfo& field) const {
        const auto& [first, second, third] = field.runs;
        std::uint64_t value = read(first);
        if (second.width != 0) value |= read(second) << first.width;
        if (third.width != 0) value |= read(third) << (first.width + second.width);
        return value;
    }
    /// Stores the low field.width() bits of `value`; higher bits are dropped.
    [[gnu::always_inline]] constexpr void insert(const FieldInfo& field, std::uint64_t value) {
        const auto& [first, second, third] = field.runs;
        write(first, value);
        if (second.width != 0) write(second, value >> first.width);
        if (third.width != 0) write(third, value >> (first.width + second.width));
    }
    [[nodiscard]] constexpr bool operator==(const Word&) const = default;

private:
    [[nodiscard]] static constexpr bool is_in_one_unit(BitRun run) { return run.bit % 32 + run.width <= 32; }

    [[nodiscard, gnu::always_inline]] constexpr std::uint64_t read(BitRun run) const {
        if (!is_in_one_unit(run)) return read_units(run);
        return (raw[run.bit / 32] >> (run.bit % 32)) & detail::low_mask(run.width);
    }
    [[nodiscard]] constexpr std::uint64_t read_units(BitRun run) const {
        std::uint64_t value = 0;
        for (unsigned done = 0; done < run.width;) {
            const unsigned at = run.bit + done;
            const unsigned here = std::min(32 - at % 32, run.width - done);
            const std::uint64_t part = (raw[at / 32] >> (at % 32)) & detail::low_mask(here);
            value |= part << done;
            done += here;
        }
        return value;
    }
    [[gnu::always_inline]] constexpr void write(BitRun run, std::uint64_t value) {
        if (!is_in_one_unit(run)) return write_units(run, value);
        write_unit(run.bit, run.width, value);
    }
    constexpr void write_units(BitRun run, std::uint64_t value) {
        for (unsigned done = 0; done < run.width;) {
            const unsigned at = run.bit + done;
            const unsigned here = std::min(32 - at % 32, run.width - done);
            write_unit(at, here, value >> done);
            done += here;
        }
    }
    [[gnu::always_inline]] constexpr void write_unit(unsigned at, unsigned width, std::uint64_t value) {
        const auto mask = static_cast<std::uint32_t>(detail::low_mask(width) << (at % 32));
        const auto part = static_cast<std::uint32_t>(value << (at % 32));
        raw[at / 32] = (raw[at / 32] & ~mask) | (part & mask);
    }
};

/// Gathers fields of any value type into one array, in the order in which they are printed.
template <class... T>
[[nodiscard]] constexpr auto fields_of(const Field<T>&... field) {
    return std::array<FieldInfo, sizeof...(T)>{static_cast<const FieldInfo&>(field)...};
}

/// Whether every bit of a word of `bits` bits is owned by exactly one field.
template <std::size_t N>
[[nodiscard]] constexpr bool covers(const std::array<FieldInfo, N>& fields, unsigned bits) {
    std::array<unsigned char, 1024> owners{};
    if (bits > owners.size()) return false;
    for (const FieldInfo& field : fields) {
        for (const BitRun& run : field.runs) {
            for (unsigned i = 0; i < run.width; ++i) {
                if (run.bit + i >= bits) return false;
                if (++owners[run.bit + i] > 1) return false;
            }
        }
    }
    for (unsigned i = 0; i < bits; ++i) {
        if (owners[i] != 1) return false;
    }
    return true;
}

} // namespace relit
