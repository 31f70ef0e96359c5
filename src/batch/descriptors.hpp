// The descriptors that a forked process keeps open.
#pragma once

#include <initializer_list>

namespace relit::batch {

/// Closes all descriptors but the standard streams and these. A child that kept the lock of a store would keep out the next run after
/// its supervisor was killed.
void close_all_but(std::initializer_list<int> kept);

} // namespace relit::batch
