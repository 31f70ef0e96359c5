// Instructions that store values as words into records, at the ends of a program.
#pragma once

#include "ir/builder.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace relit::verify {

inline constexpr std::uint32_t kRecordWord = 4, kRecordWordBits = 32;

[[nodiscard]] std::vector<ir::BlockId> returns_of(const ir::Function& function);

/// Calls `write` with the builder after all instructions of a block of the first function.
template <class Write>
void append(ir::Builder& ir, ir::BlockId block, Write write) {
    ir::Terminator end = std::exchange(ir.module().functions[0].blocks[block].end, {});
    ir.move_to(0, block);
    write();
    ir.module().functions[0].blocks[block].end = end;
}

/// Stores a value at an address of a storage buffer: a word for each lane, two for one of 64 bits, the low one first.
void store_words(ir::Builder& ir, std::uint32_t resource, ir::Id address, ir::Id value);

} // namespace relit::verify
