// Values of registers as text, `v0 = 1 0.5 -inf 0x40000000   c3 = 2 _`: they are put into a state, or compared with it.
#pragma once

#include "base/result.hpp"
#include "ir/module.hpp"
#include "run/interpreter.hpp"
#include "tests/support/test_file.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace relit::test {

struct RegisterText {
    std::string name; // "v0"
    std::vector<std::string> lanes;
    std::size_t line = 0; // of the file
};
/// One `NAME = LANES` after another, several on a line with three blanks or more between them; `#` begins a remark.
[[nodiscard]] Result<std::vector<RegisterText>> read_registers(const TestSection& section);

/// Puts the lanes into the state of an invocation.
[[nodiscard]] Status put(const ir::Module& module, run::State& state, const RegisterText& text);

/// The first lane that is not as the text says, with what it is: "o0.y is 0x3f800000 (1.0), not 0x40000000 (2.0)"; empty if
/// there is none. Fails where the text does not fit the module.
[[nodiscard]] Result<std::string> difference(const ir::Module& module, const run::State& state,
                                             const RegisterText& text);

} // namespace relit::test
