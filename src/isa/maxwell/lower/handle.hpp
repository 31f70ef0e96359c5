// Where the handles of textures come from, once registers are values: words of constant buffers, also joined from two, also
// chosen by conditions and indices.
#pragma once

#include "ir/context.hpp"
#include "ir/module.hpp"

#include <compare>
#include <map>
#include <optional>
#include <vector>

namespace relit::isa::maxwell {

/// A word of a constant buffer.
struct BufferWord {
    std::uint32_t slot = 0, offset = 0;
    [[nodiscard]] auto operator<=>(const BufferWord&) const = default;
};
inline constexpr std::uint32_t kNoSlot = 32; // the handle is the number `offset` itself

/// A handle in one word, or the halves for texture and sampler in two.
struct Handle {
    BufferWord texture;
    std::optional<BufferWord> sampler{};
    [[nodiscard]] auto operator<=>(const Handle&) const = default;
};

/// A condition on a value: a bool that is true, or not; an i32 that is a number, or the handle itself.
struct Test {
    enum class Kind : std::uint8_t { Holds, Fails, IsNumber, IsHandle } kind = Kind::Holds;
    ir::Id value = ir::kNone;
    std::uint32_t number = 0;
    Handle handle{};
};
/// The handle if all tests pass and those of no candidate before it do.
struct Candidate {
    std::vector<Test> tests;
    Handle handle;
    bool is_whole = true; // the value is the unchanged handle, so that the two can be compared
};

class HandleTrace {
public:
    /// `first`: of the handles that the driver keeps.
    HandleTrace(const ir::Module& module, const BufferWord& first, ir::ContextReader& context);
    /// The last has no tests. Empty where the handle comes from elsewhere, or from too many constants. What comes from
    /// elsewhere is compared with as many of the driver's own handles as a context key says.
    [[nodiscard]] std::vector<Candidate> candidates(ir::Id handle);

private:
    using Candidates = std::vector<Candidate>;
    [[nodiscard]] Candidates trace(ir::Id id, unsigned depth);
    [[nodiscard]] Candidates of_load(const ir::Inst& load, std::uint32_t further);
    /// How many an index can choose from where the code does not say.
    [[nodiscard]] std::uint64_t most_at_index();
    [[nodiscard]] Candidates of_choice(const ir::Inst& select, unsigned depth);
    [[nodiscard]] Candidates of_part(ir::Id of, unsigned depth);
    [[nodiscard]] Candidates of_two(const ir::Inst& join, unsigned depth);
    [[nodiscard]] Candidates with_number(Candidates words, std::uint32_t number);
    [[nodiscard]] bool is_of_sampler(ir::Id half) const;
    [[nodiscard]] Candidates of_edges(ir::Id param, unsigned depth);
    [[nodiscard]] Candidates by_value(ir::Id handle);

    const ir::Module& module_;
    BufferWord first_;
    ir::ContextReader& context_;
    std::uint32_t looks_ = 0;
    std::map<ir::Id, std::vector<ir::Id>> incoming_; // of block parameters
    std::vector<ir::Id> visiting_;                   // block parameters that are being traced
};

} // namespace relit::isa::maxwell
