// Gives mutants of one kind to the program and looks at what it does.
#pragma once

#include "tests/soak/mutant/inputs.hpp"
#include "tests/soak/soak.hpp"

#include <filesystem>
#include <string>

namespace relit::soak::mutant {

class Examiner {
public:
    explicit Examiner(Kind kind);
    Examiner(const Examiner&) = delete;
    Examiner& operator=(const Examiner&) = delete;
    ~Examiner();

    /// What is wrong with the mutant of a seed, the command that shows it and where the mutant is kept; empty if nothing is.
    [[nodiscard]] std::string examine(std::uint64_t seed, Tally& tally);

private:
    Kind kind_;
    std::filesystem::path folder_; // with work/ and temporary/
};

} // namespace relit::soak::mutant
