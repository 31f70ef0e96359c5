// Which executed instructions made each value of a run: a graph whose nodes are instructions of the IR each time that one is executed,
// and the branches on which they depend. A slice is what is reached backwards from a value.
#pragma once

#include "ir/module.hpp"
#include "run/regions.hpp"
#include "run/trace.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace relit::run {

struct State;

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0; // a constant, or what the run was given

/// Lanes of what a node gives, a mask.
struct Made {
    NodeId node = kNoNode;
    std::uint8_t lanes = 0;
};

/// A value needs the instructions that it was computed by, down to inputs, constants and texels; the branches that led to these; and the
/// branches of the invocation that could have led to another store of a register or of memory. Stores with computed addresses, of all
/// invocations that share the memory, are told apart: they could have been to the same place. Not needed is why an invocation was not
/// there when others exchanged values. Memory: about 32 bytes for each executed instruction of the IR. Used by one thread.
class History {
public:
    static constexpr std::size_t kMostNodes = std::size_t{1} << 23;

    explicit History(const ir::Module& module)
        : module_(module), steps_(1), nodes_(1), patterns_(module.insts.size()) {}

    /// Returns true if the run had more instructions than a history keeps: nothing can be said about its values.
    [[nodiscard]] bool is_full() const { return nodes_.size() > kMostNodes; }

    // ---- called by Tracer
    void begin_step(std::size_t invocation, std::uint64_t number);
    /// `lanes`: some of those of `file`, in the state that has them.
    void read_register(std::size_t invocation, unsigned lane, std::span<const std::uint64_t> file,
                       std::span<const std::uint64_t> lanes);
    void write_register(std::size_t invocation, unsigned lane, std::span<const std::uint64_t> lanes);
    /// `size` bytes of a resource from `at` on.
    struct MemoryLane {
        std::uint32_t resource = 0;
        std::uint64_t at = 0, size = 0;
        std::span<const std::uint8_t> buffer; // all of them

        [[nodiscard]] std::span<const std::uint8_t> bytes() const { return buffer.subspan(at, size); }
    };
    void read_memory(std::size_t invocation, unsigned lane, const MemoryLane& memory);
    void write_memory(std::size_t invocation, unsigned lane, const MemoryLane& memory);
    /// The instruction asks the texture or image; `changes`: it stores to it.
    void look_up(std::size_t invocation, std::uint32_t resource, bool changes);

    /// Operands of an instruction in a frame: where its values and what made them are.
    struct Operands {
        std::span<const std::uint32_t> slots;
        const ir::Value* values = nullptr;
        const NodeId* makers = nullptr;
    };
    /// The instruction was executed, after all that it read and wrote was told. `state`: of the invocation.
    [[nodiscard]] NodeId execute(std::size_t invocation, const State& state, ir::Id id, const Operands& operands);
    /// The same of one that takes the values of others: `given` are nodes, each lane by lane; `chosen_by`: an operand that says whose.
    [[nodiscard]] NodeId exchange(std::size_t invocation, ir::Id inst, std::span<const NodeId> given, NodeId chosen_by);
    [[nodiscard]] NodeId branch(std::size_t invocation, NodeId condition);
    /// A value that came along an edge: it depends on the branch that led there.
    [[nodiscard]] NodeId pass_along(std::size_t invocation, NodeId value);
    /// The branch that the invocation's next instructions depend on.
    void set_control(std::size_t invocation, NodeId branch) { threads_[invocation].control = branch; }
    /// The paths of a branch join: what another path may have stored depends on it. `makers`: of the frame's values; empty: it ends.
    void join(std::size_t invocation, const State& state, const Regions::Stores& stores, NodeId branch,
              std::span<NodeId> makers);

    // ---- asked after a run, or during it
    /// The makers of what a lane of a file, or a byte of memory of an invocation, holds now; empty: it was given.
    [[nodiscard]] std::vector<Made> makers_of(std::span<const std::uint64_t> file, const std::uint64_t* lane) const;
    [[nodiscard]] std::vector<Made> makers_of(std::size_t invocation, std::uint32_t resource,
                                              const std::uint8_t* byte) const;
    /// The memory that the invocation accesses by that name, if it did so yet.
    [[nodiscard]] std::span<const std::uint8_t> buffer_of(std::size_t invocation, std::uint32_t resource) const;
    /// The kind of the float that the instruction computed where the lane only moved since; Void for anything else.
    [[nodiscard]] ir::Kind float_kind(Made made) const;

    /// The steps that the values need, in the order in which they began; and those on which only depends that a store with a computed
    /// address was not to the same place.
    struct Slice {
        std::vector<Writer> steps, elsewhere;
    };
    [[nodiscard]] Slice slice(std::span<const Made> values) const;

private:
    /// Lanes of another node that lanes of this one need. `needs` 0: of the same numbers.
    struct Edge {
        NodeId from = kNoNode;
        std::uint8_t when = 0, needs = 0; // masks
        bool is_elsewhere = false;        // to the address of a store to another place
    };
    struct Node {
        ir::Id inst = ir::kNone;
        std::uint32_t first = 0, step = 0; // in edges_, in steps_
        NodeId control = kNoNode;
    };
    /// The edges of an instruction to its operands.
    struct Pattern {
        struct Need {
            std::uint32_t operand = 0;
            std::uint8_t when = 0, needs = 0;
        };
        std::vector<Need> needs;
        bool is_known = false;
    };
    struct WrittenLane {
        unsigned lane = 0; // of the value
        std::span<const std::uint64_t> registers;
        std::span<const std::uint8_t> bytes;
    };
    /// The reads and writes of an instruction before it is a node.
    struct Thread {
        std::uint32_t step = 0;
        NodeId control = kNoNode, discard = kNoNode;
        std::vector<Edge> reads;
        std::vector<WrittenLane> writes;
        std::optional<std::uint32_t> written; // a resource
    };
    /// Memory of an invocation, or memory that all have.
    struct Memory {
        std::size_t invocation = 0;
        std::uint32_t resource = 0;
        [[nodiscard]] auto operator<=>(const Memory&) const = default;
    };

    [[nodiscard]] const Pattern& pattern_of(ir::Id id);
    [[nodiscard]] std::span<const Edge> edges_of(NodeId id) const;
    /// Of images, and of memory that is shared, the one of all invocations.
    [[nodiscard]] Memory memory(std::size_t invocation, std::uint32_t resource) const;
    [[nodiscard]] bool is_image(std::uint32_t resource) const;
    NodeId add(ir::Id inst, std::uint32_t step, NodeId control);
    void add_edge(Made from, std::uint8_t when);
    void add_operands(ir::Id id, const Operands& operands);
    void add_discards(Thread& thread, const ir::Inst& inst, NodeId node);
    void note_writes(std::size_t invocation, const State& state, ir::Id id, NodeId node, NodeId address);
    void note_written_bytes(const WrittenLane& lane, NodeId node);
    /// A node that needs both; `is_elsewhere`: the second as the address of a store to another place.
    [[nodiscard]] NodeId merged(Made value, NodeId with, bool is_elsewhere = false);
    [[nodiscard]] std::vector<std::uint32_t> steps_behind(std::span<const Made> values, bool with_elsewhere) const;

    const ir::Module& module_;
    std::vector<Writer> steps_; // 0: none
    std::vector<Node> nodes_;   // 0: none
    std::vector<Edge> edges_;
    std::vector<Pattern> patterns_; // by instruction
    std::unordered_map<std::size_t, Thread> threads_;
    std::unordered_map<const std::uint64_t*, Made> makers_of_lanes_; // by their place in a State
    std::unordered_map<const std::uint8_t*, Made> makers_of_words_;  // by word of 32 bits
    std::map<Memory, std::span<const std::uint8_t>> buffers_;
    std::unordered_map<const void*, NodeId> makers_of_files_; // by all that could have changed any lane of a file
    std::map<Memory, NodeId> makers_of_resources_; // by all that could have changed a word, or did of an image
    std::map<Memory, NodeId> stores_elsewhere_; // stores to computed places of a resource, and branches of any to such
};

} // namespace relit::run
