// What tests of passes share: the program's text after some passes, and the operations of a block.
#pragma once

#include "ir/text/print.hpp"
#include "pass/pass.hpp"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace relit::pass {

/// The text with a number for every value, in the order of their definitions: what a pass makes of names is not its affair.
inline std::string numbered(const std::string& text) {
    const std::regex value(R"(%\w+)"), definition(R"((%\w+): )");
    std::map<std::string, std::string> numbers;
    for (std::sregex_iterator at(text.begin(), text.end(), definition), end; at != end; ++at)
        numbers.try_emplace((*at)[1], "%" + std::to_string(numbers.size() + 1));
    std::string all;
    auto from = text.begin();
    for (std::sregex_iterator at(from, text.end(), value), end; at != end; ++at) {
        all.append(from, (*at)[0].first).append(numbers[at->str()]);
        from = (*at)[0].second;
    }
    return all.append(from, text.end());
}

/// Runs the passes and prints the functions, declarations omitted.
inline std::string after(ir::Module& module, std::string_view list) {
    const Status status = run_passes(module, list);
    EXPECT_TRUE(status) << status.error().text;
    const std::string text = ir::print(module);
    return numbered(text.substr(text.find("function 0")));
}

inline std::vector<ir::Op> ops(const ir::Module& module, ir::BlockId block) {
    std::vector<ir::Op> found;
    for (const ir::Id id : module.functions[0].blocks[block].insts) found.push_back(module[id].op);
    return found;
}

} // namespace relit::pass
