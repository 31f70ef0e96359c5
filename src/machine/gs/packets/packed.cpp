#include "machine/gs/packets/packed.hpp"

namespace relit::machine::gs {
namespace {

constexpr PackedInfo kPacked[] = {
#define GS_PACKED(number, name, word, text, purpose) {text, purpose, word::fields},
#include "machine/gs/packets/packed.inc"
#undef GS_PACKED
};
constexpr unsigned kDescriptorNumbers[] = {
#define GS_PACKED(number, name, word, text, purpose) number,
#include "machine/gs/packets/packed.inc"
#undef GS_PACKED
};
constexpr bool in_order() {
    for (unsigned i = 0; i < 16; ++i)
        if (kDescriptorNumbers[i] != i) return false;
    return std::size(kDescriptorNumbers) == 16;
}
static_assert(in_order(), "packed.inc lists all sixteen descriptors, by number");

} // namespace

const PackedInfo& packed_info(unsigned descriptor) { return kPacked[descriptor & 15]; }

} // namespace relit::machine::gs
