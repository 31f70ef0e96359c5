// What tests of passes share: the program's text after some passes, and the operations of a block.
#pragma once

#include "ir/print.hpp"
#include "pass/pass.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace relit::pass {

/// Runs the passes and prints the functions, declarations omitted.
inline std::string after(ir::Module& module, std::string_view list) {
    const Status status = run_passes(module, list);
    EXPECT_TRUE(status) << status.error().text;
    const std::string text = ir::print(module);
    return text.substr(text.find("function 0"));
}

inline std::vector<ir::Op> ops(const ir::Module& module, ir::BlockId block) {
    std::vector<ir::Op> found;
    for (const ir::Id id : module.functions[0].blocks[block].insts) found.push_back(module[id].op);
    return found;
}

} // namespace relit::pass
