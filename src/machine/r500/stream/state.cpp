#include "machine/r500/stream/state.hpp"

namespace relit::machine::r500 {
namespace {

/// The viewport has two addresses.
std::uint32_t main_number(std::uint32_t number) {
    const bool is_alias = number >= reg::VAP_VPORT_XSCALE_ALIAS && number <= reg::VAP_VPORT_ZOFFSET_ALIAS;
    return is_alias ? number - reg::VAP_VPORT_XSCALE_ALIAS + reg::VAP_VPORT_XSCALE : number;
}

} // namespace

void State::write(std::uint32_t number, std::uint32_t value) {
    number = main_number(number);
    values[number / 4] = value;
    written.set(number / 4);
    switch (number) {
        case reg::VAP_PVS_VECTOR_INDX_REG:
            vertex_at_ = std::size_t{4} * word_of(value)[field::VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET];
            break;
        case reg::VAP_PVS_VECTOR_DATA_REG:
        case reg::VAP_PVS_VECTOR_DATA_REG_128: vertex_memory.store(vertex_at_++, value); break;
        case reg::GA_US_VECTOR_INDEX: fragment_at_ = 0; break;
        case reg::GA_US_VECTOR_DATA: store_fragment(value); break;
        default: break;
    }
}

void State::store_fragment(std::uint32_t value) {
    const RegisterWord index = (*this)[reg::GA_US_VECTOR_INDEX];
    const std::size_t first = index[field::GA_US_VECTOR_INDEX__INDEX];
    const std::size_t at = fragment_at_++;
    if (index[field::GA_US_VECTOR_INDEX__TYPE] == 0)
        fragment_code.store(6 * first + at, value);
    else
        fragment_constants.store(4 * first + at, value);
}

} // namespace relit::machine::r500
