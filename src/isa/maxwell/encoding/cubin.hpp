// Cubins: ELF files of NVIDIA's CUDA compilers, with the kernels of a module for one architecture (docs/isa/cubin.md).
#pragma once

#include "isa/maxwell/encoding/elf.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::isa::maxwell {

/// A place in the file.
struct FileRange {
    std::uint64_t offset = 0, size = 0;
};

/// A parameter of a kernel; `offset` counts from the first one in c[0].
struct CubinParameter {
    std::uint32_t ordinal = 0, offset = 0, size = 0;
};
struct CubinRelocation {
    std::uint64_t offset = 0; // in the code
    std::uint32_t type = 0;
    std::string_view symbol;
};
/// A function in the code of a kernel, which the kernel calls.
struct CubinFunction {
    std::uint64_t offset = 0;
    std::string_view name;
};

/// A name for bytes of a constant buffer: "param2" for a parameter, whose own name cubins do not have; that of a
/// `__constant__` variable.
struct CubinName {
    std::uint32_t bank = 0, offset = 0, size = 0; // of the constant buffer; bytes
    std::string name;                             // printable
};

/// A kernel, or a function that others call.
struct CubinKernel {
    std::string_view name; // mangled
    bool is_entry = false; // the host can launch it
    FileRange code;
    std::size_t section = 0; // its number
    std::uint32_t registers = 0, barriers = 0;
    std::uint64_t shared_bytes = 0;       // of a workgroup, without what the host adds at a launch
    std::uint32_t local_bytes = 0;        // of a thread: the stack, which grows down to 0
    std::array<std::uint32_t, 3> block{}; // size of a workgroup that the kernel requires; 0: any
    std::uint32_t parameter_base = 0x140; // offset of the first parameter in c[0]
    std::uint32_t parameter_bytes = 0;
    std::vector<CubinParameter> parameters;       // by offset
    std::map<std::uint32_t, FileRange> constants; // by constant buffer: what the compiler put there; c[3] the module's
    FileRange relocations;
    bool has_addends = false;
};

struct Cubin {
    std::uint32_t architecture = 0;   // 61 of sm_61
    std::vector<CubinKernel> kernels; // in the order of their sections
};

/// More parameters of one kernel than this are a fault; so are more relocations of a section.
inline constexpr std::size_t kMostParameters = 4096;
inline constexpr std::size_t kMostRelocations = 1048576;
/// `__constant__` variables of a module; with each other, the constants of all have kMostConstantBytes.
inline constexpr std::size_t kMostVariables = 65536;
/// Bytes of a constant buffer.
inline constexpr std::uint64_t kMostConstantBytes = 65536;

[[nodiscard]] bool is_cubin(Bytes file);
/// The number in "sm_61" by the header of a cubin.
[[nodiscard]] std::uint32_t architecture_of(const Elf& elf);
/// "sm_61 (Pascal)"
[[nodiscard]] std::string architecture_name(std::uint32_t architecture);
/// Returns true if the instructions are those that Relit reads: sm_50 to sm_62.
[[nodiscard]] bool is_maxwell(std::uint32_t architecture);
/// NotSupported, naming the architecture, where is_maxwell() does not hold.
[[nodiscard]] Status check_architecture(std::uint32_t architecture);

/// Reads the kernels of a cubin. Names lie in the file. Fails with BadInput at the offset of what is wrong, and as
/// check_architecture() does.
[[nodiscard]] Result<Cubin> read_cubin(Bytes file);
/// The relocations of a kernel's code by offset, and the functions in it after its beginning.
[[nodiscard]] Result<std::vector<CubinRelocation>> relocations_of(Bytes file, const CubinKernel& kernel);
[[nodiscard]] Result<std::vector<CubinFunction>> functions_of(Bytes file, const CubinKernel& kernel);
/// The names for what a kernel reads from constant buffers, by bank and offset: symbols of data in a section of constants
/// (cuobjdump -elf lists them), and parameters.
[[nodiscard]] Result<std::vector<CubinName>> constant_names_of(Bytes file, const CubinKernel& kernel);
/// Returns "gain", "gain+0x4" for the bytes at an offset; empty where they have no name.
[[nodiscard]] std::string constant_name_at(std::span<const CubinName> names, std::uint32_t bank, std::uint64_t offset);

/// "R_CUDA_ABS32_20", or "relocation 200" where the type has no name here.
[[nodiscard]] std::string relocation_name(std::uint32_t type);

} // namespace relit::isa::maxwell
