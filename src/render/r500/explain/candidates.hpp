// Changes of one register that might let a draw write, to be tried one by one.
#pragma once

#include "machine/r500/capture/draw.hpp"

#include <map>
#include <string_view>
#include <vector>

namespace relit::render::r500::explain {

/// A step that can keep a draw from writing, in the order of the pipeline.
enum class Test : std::uint8_t { Vertices, Clipping, Culling, Scissor, Program, Alpha, Stencil, Depth, Mask, Target };
[[nodiscard]] std::string_view name_of(Test test);

/// Usual: the value is what drivers write. Relaxed: it turns a test off. Derived: made of other registers. Seen: another draw of the
/// capture has it. Near: a bit of the value differs. Program: instructions are replaced. Upload: what was loaded goes elsewhere.
enum class Kind : std::uint8_t { Usual, Relaxed, Derived, Seen, Near, Program, Upload };

struct SuspectRow {
    std::string_view reg, field; // an empty field is all of the register
    Kind kind{};
    std::uint32_t alone = 0, passing = 0;
    Test test{};
};
inline constexpr std::uint32_t kNone = ~0U; // no value rejects everything on its own
[[nodiscard]] std::span<const SuspectRow> suspect_rows();

struct Candidate {
    std::uint32_t number = 0; // of the register that is changed; of a program its port
    std::uint32_t before = 0, value = 0;
    Kind kind{};
    Test test{};
    bool rejects_alone = false; // the value before rejects whatever is drawn
    bool is_plausible = false;  // the value before is usual, or what other registers imply
    bool is_odd = false;      // the value before has bits that the register does not have, or is where nothing is read
    std::uint64_t upload = 0; // of Kind::Upload: its number, and where its index is written
    std::uint32_t submission = 0, dword = 0;
};
/// The state with the change, which is none of Kind::Upload.
void apply(const Candidate& candidate, machine::r500::State& state);

/// Returns true if a value has bits that no field of its register has; drivers write 0 there.
[[nodiscard]] bool has_reserved_bits(std::uint32_t number, std::uint32_t value);

/// Values that registers have in the draws of a capture, by number.
using SeenValues = std::map<std::uint32_t, std::vector<std::uint32_t>>;
[[nodiscard]] SeenValues seen_values(const machine::r500::Capture& capture);

/// From the table, from other registers, and from other draws.
[[nodiscard]] std::vector<Candidate> candidates(const machine::r500::Draw& draw, const SeenValues& seen);
/// For draws that none of those helps: every register that is read, with each of its bits the other way round, or 0.
[[nodiscard]] std::vector<Candidate> near_candidates(const machine::r500::Draw& draw);

} // namespace relit::render::r500::explain
