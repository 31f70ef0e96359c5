#include "isa/r500/encoding/stream_values.hpp"

namespace relit::isa::r500 {

StateValues values_of(const StreamState& state, std::span<const RegisterKey> keys) {
    StateValues values;
    for (const RegisterKey& key : keys) {
        const RegisterRow& row = *register_at(program_registers(), key.reg)->row;
        for (std::uint32_t i = 0; i < key.count; ++i)
            if (const auto value = state.read(key.reg + i * row.stride)) values[numbered_key(key.key, i)] = *value;
    }
    return values;
}

} // namespace relit::isa::r500
