#include "machine/r500/capture/compare.hpp"

#include "machine/r500/registers/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr std::uint32_t kPorts[] = {reg::VAP_PVS_VECTOR_INDX_REG, reg::VAP_PVS_VECTOR_DATA_REG,
                                    reg::VAP_PVS_VECTOR_DATA_REG_128, reg::GA_US_VECTOR_INDEX, reg::GA_US_VECTOR_DATA};

std::string compared_text(const State& state, std::uint32_t number) {
    return state.has(number) ? value_text(number, state[number].raw[0]) : "-";
}

std::string compared_text(const std::vector<VertexArray>& arrays, std::size_t i) {
    if (i >= arrays.size()) return "-";
    return fmt::format("{} dwords, stride {}, offset {:#x}", arrays[i].size, arrays[i].stride, arrays[i].offset);
}

std::string compared_text(const Draw& draw) {
    const OpInfo* const op = op_info(draw.opcode);
    return fmt::format("{} {}, {} vertices", op->name, value_text(reg::VAP_VF_CNTL, draw.vf_cntl.raw[0]), draw.count);
}

void add(std::vector<Difference>& all, std::string what, std::string left, std::string right) {
    if (left != right) all.push_back({std::move(what), std::move(left), std::move(right)});
}

} // namespace

bool is_port(std::uint32_t number) { return std::ranges::find(kPorts, number) != std::end(kPorts); }

std::vector<Difference> compare(const Draw& left, const Draw& right) {
    std::vector<Difference> all;
    add(all, "draw", compared_text(left), compared_text(right));
    for (std::uint32_t number = 0; number < kRegisterBytes; number += 4) {
        if (number == reg::VAP_VF_CNTL || is_port(number)) continue;
        if (left.state.has(number) == right.state.has(number) && left.state[number] == right.state[number]) continue;
        add(all, register_name(number), compared_text(left.state, number), compared_text(right.state, number));
    }
    for (std::size_t i = 0; i < std::max(left.state.arrays.size(), right.state.arrays.size()); ++i)
        add(all, fmt::format("vertex array {}", i), compared_text(left.state.arrays, i),
            compared_text(right.state.arrays, i));
    if (left.embedded != right.embedded)
        add(all, "vertices in the packet", fmt::format("{} dwords", left.embedded.size()),
            fmt::format("{} others", right.embedded.size()));
    return all;
}

} // namespace relit::machine::r500
