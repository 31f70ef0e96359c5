#include "isa/r500/encoding/stream_values.hpp"

#include <string>

namespace relit::isa::r500 {
namespace {

std::string numbered(std::string_view key, std::uint32_t number) {
    std::string name(key);
    if (const std::size_t place = name.find('#'); place != std::string::npos)
        name.replace(place, 1, std::to_string(number));
    return name;
}

} // namespace

StateValues values_of(const StreamState& state, std::span<const RegisterKey> keys) {
    StateValues values;
    for (const RegisterKey& key : keys) {
        const RegisterRow& row = *register_at(program_registers(), key.reg)->row;
        for (std::uint32_t i = 0; i < key.count; ++i)
            if (const auto value = state.read(key.reg + i * row.stride)) values[numbered(key.key, i)] = *value;
    }
    return values;
}

} // namespace relit::isa::r500
