// Files of CUDA: cubins, fat binaries, and the programs of the host that contain them. One kernel of them is a program.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::isa::maxwell {

/// Returns true if it is a cubin, a fat binary, or an ELF file with a section of fat binaries.
[[nodiscard]] bool is_cuda(Bytes file);

/// The kernel that is meant; empty: any.
struct KernelChoice {
    std::string_view name{};         // mangled; or a part that no other kernel has
    std::string_view architecture{}; // "sm_61"
};

/// The cubin with the kernel that is named, in which the sections of code of all others are marked as unused; offsets in it
/// are those of the cubin. Without a name and an architecture: the only kernel. Fails with Usage where none or several match,
/// naming them; with NotSupported where the file has code of other architectures alone.
[[nodiscard]] Result<std::vector<std::uint8_t>> select_kernel(Bytes file, const KernelChoice& choice);

/// A file as the readers of one program take it: the cubin with the only kernel of a file of CUDA, any other file as it is.
class OneProgram {
public:
    [[nodiscard]] static Result<OneProgram> of(Bytes file);
    [[nodiscard]] Bytes bytes() const { return owned_.empty() ? file_ : Bytes(owned_); }

private:
    Bytes file_;
    std::vector<std::uint8_t> owned_; // empty: it is the file
};

} // namespace relit::isa::maxwell
