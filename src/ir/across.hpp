// Which operations give what other invocations computed.
#pragma once

#include "ir/op.hpp"

namespace relit::ir {

/// Derivatives, shuffles, ballots and votes: invocations must come to them together. Sampling with an implicit level
/// looks across too, but what it gives is not another invocation's value.
[[nodiscard]] constexpr bool exchanges(Op op) {
    switch (op) {
        case Op::FDdx:
        case Op::FDdy:
        case Op::Shuffle:
        case Op::Ballot:
        case Op::VoteAll:
        case Op::VoteAny: return true;
        default: return false;
    }
}

} // namespace relit::ir
