// Whether a command ended as documents promise (docs/exit-codes.md, docs/json.md), and what it wrote is what they promise.
#pragma once

#include "tests/soak/mutant/child.hpp"
#include "tests/soak/mutant/commands.hpp"

#include <string>

namespace relit::soak::mutant {

enum class Verdict : std::uint8_t { Accepted, Refused, OutOfMemory, Wrong };

struct Judgement {
    Verdict verdict = Verdict::Accepted;
    std::string why; // it is wrong
};

/// Its end and its messages.
[[nodiscard]] Judgement judge_end(const Command& command, const Ended& ended, const Mutant& mutant);

} // namespace relit::soak::mutant
