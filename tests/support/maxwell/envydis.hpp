// Whether a Maxwell instruction says the same as a line of envytools' disassembler, whose spelling is its own: words in
// any order, registers, numbers, addresses and predicates in the same order.
#pragma once

#include "isa/maxwell/encoding/control.hpp"
#include "isa/maxwell/encoding/instruction.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace relit::test {

/// Empty where they agree; else what either says.
[[nodiscard]] std::string envydis_difference(const isa::maxwell::Instruction& in, std::string_view line);
/// The same of a word that schedules three instructions: "sched (st 0x1 wr 0x0) (st 0xf) (st 0x6 wt 0x3)".
[[nodiscard]] std::string envydis_schedule_difference(std::uint64_t word, std::string_view line);

/// One line of a .dis file: "00000008: 02570000 f0c80000  C  mov $r0 $ctaidx"; false where it has no word.
struct EnvydisLine {
    std::uint32_t address = 0;
    std::uint64_t word = 0;
    std::string_view text;
};
[[nodiscard]] bool read_envydis_line(std::string_view line, EnvydisLine& into);
/// Whether envydis itself did not know a bit of it.
[[nodiscard]] bool is_approximate(std::string_view text);

} // namespace relit::test
