// Runs command tables: as Linux radeon and amdgpu atom.c do, with callbacks where the card would be.
#pragma once

#include "machine/r500/atom/indirect_io.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace relit::machine::r500::atom {

/// What is read and written. Numbers are: of a register its dword index, of IO (what programs of indirect IO reach) too, of
/// memory a byte address after the start of the scratch memory, of PLLs and the memory controller their register.
enum class Space : std::uint8_t { Register, Io, Memory, Pll, MemoryController };

struct Hardware {
    std::function<std::uint32_t(Space space, std::uint32_t number)> read = [](Space, std::uint32_t) { return 0U; };
    std::function<void(Space space, std::uint32_t number, std::uint32_t value)> write = [](Space, std::uint32_t,
                                                                                           std::uint32_t) {};
    std::function<void(std::uint32_t microseconds)> delay = [](std::uint32_t) {};
    /// Takes lines as the kernel's trace has them; none are made where it is empty.
    std::function<void(std::string_view line)> trace{};
};

struct Limits {
    std::uint64_t steps = std::uint64_t{1} << 20;
    std::size_t depth = 32;                        // of calls
    std::uint64_t passed = std::uint64_t{1} << 24; // cases and bytes of data that instructions have with them
};

/// What tables share while they run.
struct State {
    std::uint32_t quotient = 0, remainder = 0;
    std::uint32_t fb_base = 0;
    std::uint16_t data_block = 0, io_attributes = 0, register_block = 0;
    std::uint8_t shift = 0;
    bool equal = false, above = false;
    enum class Port : std::uint8_t { Ati, Pci, SysIo } port = Port::Ati;
    std::uint32_t ati_port = 0; // 0: registers directly, else a program of indirect IO
};

/// A table that has been called.
struct Frame {
    const Table* table = nullptr;
    std::uint32_t at = 0;            // in the image
    std::size_t first_parameter = 0; // its dword of all parameters
    std::vector<std::uint32_t> work_space{};
};

/// A run that can be inspected between instructions.
struct Execution {
    const Image* image = nullptr;
    const Hardware* hardware = nullptr;
    Limits limits{};
    State state{};
    std::vector<std::uint32_t> parameters{};
    std::vector<Frame> frames{};
    std::uint64_t steps = 0;  // instructions, those of indirect IO among them
    std::uint64_t passed = 0; // with instructions: cases, bytes of data
    IoPrograms io_programs{};
    /// What a table did that no source gives a meaning to, once each.
    std::vector<std::string> assumptions{};
};

/// A run that has called nothing yet. Image and hardware outlive it.
[[nodiscard]] Execution begin_run(const Image& image, std::span<const std::uint32_t> parameters,
                                  const Hardware& hardware, const Limits& limits);
/// Begins a call of a command table; nothing happens where the image has none of that number.
[[nodiscard]] Status enter(Execution& run, unsigned index);
/// Executes one instruction of the innermost table. Fails at the limit of steps, with what repeats (endless.hpp).
[[nodiscard]] Status step(Execution& run);

struct Outcome {
    std::vector<std::uint32_t> parameters; // as the tables leave them
    State state;
    std::uint64_t steps = 0;
    std::vector<std::string> assumptions;
};
/// Runs a command table to its end. Fails where the image has none, where it runs into what no source defines, and at a limit.
[[nodiscard]] Result<Outcome> run_table(const Image& image, unsigned table, std::span<const std::uint32_t> parameters,
                                        const Hardware& hardware, const Limits& limits = {});

} // namespace relit::machine::r500::atom
