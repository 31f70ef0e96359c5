// Inputs of the program as sets of files, and their mutants: damaged as they are, or inside of what they are packed in.
#pragma once

#include "tests/soak/mutant/damage.hpp"

#include <functional>
#include <string>
#include <vector>

namespace relit::soak::mutant {

struct File {
    std::string path; // in the folder that commands run in
    FileBytes bytes;
    bool is_fixed = false; // never damaged
};

/// What commands are given.
struct Input {
    std::string from;     // where it comes from
    std::string argument; // the file or folder that commands name
    std::vector<File> files;
    std::string isa{}; // of its program, if it has one
    /// Makes the files from others, which are damaged instead: for files with checksums.
    std::function<std::vector<File>(const std::vector<File>& parts)> build{};
};

struct Mutant {
    Input input;
    Damage damage;
};

/// A damaged copy. `donor` is an input of the same kind.
[[nodiscard]] Mutant mutate(const Input& input, const Input& donor, Chance& chance);

/// What stands in a file that is packed as a whole, or its bytes.
[[nodiscard]] FileBytes unpacked(Bytes file);

} // namespace relit::soak::mutant
