// What a stream does that no document defines: said once for each code, with where it came first.
#pragma once

#include "machine/gs/state/work.hpp"

#include <string>
#include <vector>

namespace relit::machine::gs {

enum class AssumptionKind : std::uint8_t {
#define ASSUMPTION(kind, text) kind,
#include "machine/gs/state/assumptions.inc"
#undef ASSUMPTION
};

struct Assumption {
    AssumptionKind kind = AssumptionKind::Frame;
    std::uint8_t context = 0; // 1 or 2: of the register, or the circuit; 0 if it has none
    std::uint32_t code = 0;   // the field's value
    [[nodiscard]] bool operator==(const Assumption&) const = default;
};
/// For people, without an offset: "FRAME_1.PSM is 0x05, ...".
[[nodiscard]] std::string text_of(const Assumption& assumption);

/// What a machine's writes gave reason to. They change nothing, and are not part of what a machine saves.
class Assumptions {
public:
    /// In the order in which they came; each kind and code once.
    [[nodiscard]] const std::vector<Assumption>& all() const { return all_; }

    void of_address(std::uint32_t address);
    /// Of a state that a primitive is drawn with.
    void of_draw(const DrawState& state);
    /// `context`: 1 or 2.
    void of_palette(std::uint8_t context, const Tex0& tex0);
    void of_transfer(const StartTransfer& start);
    void of_display(const Privileged& registers);

private:
    void add(AssumptionKind kind, std::uint8_t context, std::uint32_t code);

    std::vector<Assumption> all_;
    bool palette_is_of_csm1_ = false; // the one that was loaded last
};

/// A assumption and the packet that it came from.
struct LocatedAssumption : Assumption {
    std::uint64_t packet = 0, offset = 0; // number, from 0, and offset in the uncompressed file
};
/// "packet 3 at 0x1f80: FRAME_1.PSM is 0x05, ..."
[[nodiscard]] std::string text_of(const LocatedAssumption& assumption);

} // namespace relit::machine::gs
