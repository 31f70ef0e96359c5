// How IFE, LOOP and REP of a fragment program nest: where ELSE, ENDIF and the ends of loops are.
#pragma once

#include "isa/rsx/fp/encoding/program.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace relit::isa::rsx::fp {

enum class MarkKind : std::uint8_t { Else, EndIf, EndLoop, EndRep };
inline constexpr std::string_view kMarkNames[] = {"ELSE", "ENDIF", "ENDLOOP", "ENDREP"};

/// An instruction that an address of an earlier instruction means.
struct Mark {
    std::size_t at = 0; // index of the instruction before which it stands
    MarkKind kind = MarkKind::Else;
    std::size_t opener = 0; // index of the IFE, LOOP or REP
    [[nodiscard]] bool operator==(const Mark&) const = default;
};

struct Nesting {
    bool proper = true;      // else the rest says nothing
    std::size_t breaker = 0; // where not proper: index of the instruction whose addresses do not nest
    std::vector<Mark> marks; // in the order in which they stand
    unsigned depth = 0;      // of IFE, LOOP and REP within each other
};
[[nodiscard]] Nesting nesting_of(const Program& program);

} // namespace relit::isa::rsx::fp
