#include "tests/support/maxwell/over.hpp"

#include "isa/maxwell/maxwell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace relit::test {

std::string text_over(std::string_view text) {
    return fmt::format(
        "S2R R22, SR_TID.X ;\nSHL R21, R22, 0x5 ;\nLDC.128 R0, c[0x2][R21] ;\nLDC.128 R4, c[0x2][R21+0x10] ;\n{}\n"
        "S2R R22, SR_TID.X ;\nMOV R20, c[0x0][0x140] ;\nMOV R21, c[0x0][0x144] ;\nSHL R22, R22, 0x4 ;\n"
        "IADD R20.CC, R20, R22 ;\nIADD.X R21, R21, RZ ;\nSTG.E.128 [R20], R16 ;\nEXIT ;\n",
        text);
}

Result<MaxwellVector> kernel_over(std::string_view text, std::span<const MaxwellGiven> samples) {
    const auto code = isa::maxwell::assemble(text_over(text), {});
    if (!code) return std::unexpected(code.error());
    MaxwellVector kernel{.id = "samples", .name = "samples", .code = *code};
    const auto threads = static_cast<std::uint32_t>(samples.size());
    kernel.input.resize(samples.size_bytes());
    std::memcpy(kernel.input.data(), samples.data(), samples.size_bytes());
    kernel.result_bytes = threads * sizeof(MaxwellLeft);
    kernel.shared_bytes = kernel.local_bytes = 4096;
    kernel.workgroup = {threads, 1, 1};
    return kernel;
}

std::vector<MaxwellLeft> left_in(const std::vector<std::uint8_t>& bytes) {
    std::vector<MaxwellLeft> left(bytes.size() / sizeof(MaxwellLeft));
    std::memcpy(left.data(), bytes.data(), left.size() * sizeof(MaxwellLeft));
    return left;
}

Result<std::vector<MaxwellLeft>> run_over(std::string_view text, std::span<const MaxwellGiven> samples) {
    std::vector<MaxwellLeft> all;
    while (!samples.empty()) {
        const auto some = samples.first(std::min(samples.size(), kMostSamples));
        samples = samples.subspan(some.size());
        const auto kernel = kernel_over(text, some);
        if (!kernel) return std::unexpected(kernel.error());
        const auto bytes = interpret(*kernel, Warps::AreSubgroups);
        if (!bytes) return std::unexpected(bytes.error());
        const std::vector<MaxwellLeft> left = left_in(*bytes);
        all.insert(all.end(), left.begin(), left.end());
    }
    return all;
}

} // namespace relit::test
