// The text form of modules, which ir/text/parse.hpp reads back. Values are numbered from 1 in the order in which they are
// printed, those of a register behind its name (`%r4_1`), so that equal programs have equal text.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit::ir {

/// Where things stand in the text: lines from 1, 0 for what is not in it.
struct Lines {
    std::vector<std::uint32_t> files, resources, uses; // by index
    std::vector<std::uint32_t> insts;                  // by Id; a block parameter stands in its block's line
    std::vector<std::uint32_t> functions;              // by FunctionId
    std::vector<std::vector<std::uint32_t>> blocks;    // by FunctionId, BlockId
    std::vector<std::vector<std::uint32_t>> endings;   // the same, of the terminators
    std::vector<std::vector<std::uint32_t>> nodes;     // by FunctionId, NodeId
};

/// The whole module; never fails, whatever the module holds.
[[nodiscard]] std::string print(const Module& module, Lines* lines = nullptr);
/// By Id, the text of each instruction as print() has it; empty for what no block holds.
[[nodiscard]] std::vector<std::string> print_insts(const Module& module);
/// One instruction; values are called by their ids.
[[nodiscard]] std::string print(const Module& module, Id inst);

} // namespace relit::ir
