// What tests of passes share: the program's text after some passes.
#pragma once

#include "ir/print.hpp"
#include "pass/pass.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace relit::pass {

/// Runs the passes and prints the functions, declarations omitted.
inline std::string after(ir::Module& module, std::string_view list) {
    const Status status = run_passes(module, list);
    EXPECT_TRUE(status) << status.error().text;
    const std::string text = ir::print(module);
    return text.substr(text.find("function 0"));
}

} // namespace relit::pass
