#include "base/hash/running_hash.hpp"

#include <new>

#include <xxhash.h>

namespace relit {
namespace {

XXH3_state_t* as_state(void* state) { return static_cast<XXH3_state_t*>(state); }

} // namespace

void RunningHash::Free::operator()(void* state) const { (void)XXH3_freeState(as_state(state)); }

RunningHash::RunningHash() : state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    (void)XXH3_128bits_reset(as_state(state_.get()));
}

void RunningHash::add(Bytes bytes) { (void)XXH3_128bits_update(as_state(state_.get()), bytes.data(), bytes.size()); }

Hash128 RunningHash::value() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(as_state(state_.get()));
    return {hash.high64, hash.low64};
}

} // namespace relit
