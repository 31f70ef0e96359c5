// Cg binary containers put together dword by dword, as the reference lays them out: for tests of the code that reads them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace relit::test {

struct CgParameter {
    std::uint32_t type = 1048, resource = 2178, variability = 4102, index = 0; // a float4, uniform, in C
    std::string name, semantic;
    std::vector<std::uint32_t> value;     // none, or four
    std::vector<std::uint32_t> constants; // offsets into the microcode
    std::uint32_t direction = 4097, number = 0, referenced = 1, shared = 0;
};

struct CgFile {
    std::uint32_t profile = 0x1b5b;
    std::vector<std::uint8_t> code;
    std::vector<CgParameter> parameters;
    std::vector<std::uint8_t> program; // the header of the program, as bytes
};

[[nodiscard]] std::vector<std::uint8_t> big_endian_bytes(const std::vector<std::uint32_t>& dwords);
/// Instructions, slot, registers, inputs, outputs, clip planes.
[[nodiscard]] std::vector<std::uint8_t> cg_vertex_header(const std::array<std::uint32_t, 6>& dwords);
/// Three dwords: instructions, inputs, partial types; three halves: texture coordinates, those of two dimensions, those
/// at the centroid; four bytes: registers, whether H0 is the result, depth, kills.
[[nodiscard]] std::vector<std::uint8_t> cg_fragment_header(const std::array<std::uint32_t, 3>& dwords,
                                                           const std::array<std::uint16_t, 3>& halves,
                                                           const std::array<std::uint8_t, 4>& bytes);
/// Header, parameters, names and values, the program's header, the microcode; 16 bytes aligned.
[[nodiscard]] std::vector<std::uint8_t> cg_container(const CgFile& file);
/// A legal container of `code` with random parameters, its parts in random order with random bytes between.
[[nodiscard]] std::vector<std::uint8_t> random_cg_container(std::uint32_t profile, std::vector<std::uint8_t> code,
                                                            std::uint64_t seed);

} // namespace relit::test
