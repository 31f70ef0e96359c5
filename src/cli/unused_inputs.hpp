// Inputs of `run` that the program does not use: a note if its guest has such inputs, otherwise a mistake.
#pragma once

#include "base/result.hpp"
#include "guests/inputs.hpp"

#include <set>
#include <string>
#include <string_view>

namespace relit::cli {

class UnusedInputs {
public:
    /// `file`: of the inputs, as messages name it.
    UnusedInputs(std::string_view guest, std::string file) : guest_(guest), file_(std::move(file)) {}

    /// Takes a name that the program does not have. Says once that it is not used; fails if no program of the guest has it,
    /// with the names that they have.
    [[nodiscard]] Status take(std::string_view name, guests::InputKind kind);

private:
    std::string_view guest_;
    std::string file_;
    std::set<std::string, std::less<>> told_;
};

} // namespace relit::cli
