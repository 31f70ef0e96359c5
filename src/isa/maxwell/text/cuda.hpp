// Kernels of CUDA in texts: comments of listings, and the properties of files with several kernels.
#pragma once

#include "base/property.hpp"
#include "codec/codec.hpp"
#include "isa/maxwell/encoding/cubin.hpp"

#include <vector>

namespace relit::isa::maxwell {

/// Adds to the listing of a kernel's code: the kernel and its parameters, the functions in it, the symbols of relocations,
/// which parameter a constant is, the values of constants. `file` is the cubin.
[[nodiscard]] Status add_comments(codec::Listing& listing, Bytes file, std::uint32_t architecture,
                                  const CubinKernel& kernel);

/// The properties of a cubin, a fat binary or its host as a whole: kernels, images.
[[nodiscard]] Result<std::vector<Property>> properties_of_cuda(Bytes file);
/// Adds those of a kernel.
void add_properties(std::vector<Property>& properties, std::uint32_t architecture, const CubinKernel& kernel);

} // namespace relit::isa::maxwell
