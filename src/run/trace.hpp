// A run, guest instruction by guest instruction: the values that each reads and writes, and which step wrote what it reads. Of modules
// whose instructions load and store the registers that they use (ir::ContextReader::Wanted::traceable).
#pragma once

#include "ir/bound.hpp"
#include "ir/evaluate.hpp"
#include "ir/module.hpp"

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace relit::run {

enum class Storage : std::uint8_t { Register, Memory, Builtin };

/// A step of an invocation. Step 0: none of this run wrote the value, it was given.
struct Writer {
    std::size_t invocation = 0;
    std::uint64_t step = 0;
    [[nodiscard]] auto operator<=>(const Writer&) const = default;
};

/// A lane as an instruction reads or writes it.
struct TracedLane {
    Storage storage{};
    std::uint32_t index = 0; // in Module::files or Module::resources; an ir::Builtin
    std::uint64_t at =
        0;           // lane of the file, the first of several that it takes; byte of the resource; lane of the builtin
    ir::Kind kind{}; // as the instruction takes it
    std::uint64_t bits = 0;   // zero-extended
    std::uint64_t before = 0; // of a write: the bits that it replaces
    Writer writer;            // of a read; of several lanes of a file, that with the highest step
};

/// A texture or an image that an instruction asks, with the first lane of each operand.
struct TracedLookup {
    std::uint32_t use = 0; // in Module::texture_uses
    std::vector<std::uint64_t> operands, result;
    ir::Kind kind{}; // of the result
};

/// A guest instruction that an invocation executed, or what comes before the first.
struct TracedStep {
    std::uint64_t number = 0; // from 1, of the invocation
    std::size_t invocation = 0;
    std::uint32_t origin = 0;      // 1 + index in Module::origins; 0: before the first instruction
    std::uint64_t under = 0;       // the step of the branch that it depends on; 0: none
    std::uint64_t iteration = 0;   // how often the invocation came to the instruction, this time included
    std::vector<TracedLane> reads; // each lane once; none that the step wrote before
    std::vector<TracedLane> writes;
    std::vector<TracedLookup> lookups;
    bool discards = false;
    /// The origin that follows where the step has a branch with a condition; 0: the end of the program.
    std::optional<std::uint32_t> goes_to;
};

/// The word of 32 bits that a byte of memory lies in: stores are noted by words.
[[nodiscard]] inline const std::uint8_t* word_of(const std::uint8_t* byte) {
    return byte - std::bit_cast<std::uintptr_t>(byte) % sizeof(std::uint32_t);
}

class History;
class Regions;
struct State;
using NodeId = std::uint32_t; // of a History

/// A choice of a routine that a frame runs; `depth` counts frames.
struct Junction {
    std::size_t depth = 0;
    std::uint32_t routine = 0, step_block = 0;
};

/// Gathers the steps of a run and gives each to a function once it is complete: in the order of an invocation, and those of
/// invocations that wait for one another in turns. Memory: the writer of each lane and of each word of memory that was written.
/// Used by one thread.
class Tracer {
public:
    using Sink = std::function<void(const TracedStep& step)>;

    /// `only`: the invocation that is traced; else all. The module outlives the tracer.
    Tracer(const ir::Module& module, Sink sink, std::optional<std::size_t> only = {})
        : module_(module), sink_(std::move(sink)), only_(only) {}

    /// Notes in `history`, which outlives the run, on what each value depends; for a tracer of all invocations.
    void record(History& history) { history_ = &history; }
    [[nodiscard]] History* history() { return history_; }
    [[nodiscard]] bool follows(std::size_t invocation) const { return !only_ || *only_ == invocation; }
    /// May change what an instruction of the IR gives, before anything uses it: for tests of what depends on what.
    using Change = std::function<void(const Writer& step, ir::Id inst, ir::Value& value)>;
    void change_values(Change change) { change_ = std::move(change); }
    /// The registers of an invocation whose steps the sink hears.
    [[nodiscard]] const State& state_of(std::size_t invocation) const { return *threads_.at(invocation).state; }
    /// The bytes of a buffer as such an invocation sees it, but for memory that it shares with its workgroup.
    [[nodiscard]] std::span<const std::uint8_t> buffer_of(std::size_t invocation, std::uint32_t resource) const;

    // Called by the interpreter. `regions` are those of the program that it runs; `bound` is that of its Host.
    void begin_run(Regions& regions, const std::vector<ir::Bound>* bound) {
        regions_ = &regions;
        bound_ = bound;
    }
    // Of invocations that follows() names.
    void begin(std::size_t invocation, const State& state);
    /// An instruction of this origin is next; 0 belongs to the step that is open.
    void come_to(std::size_t invocation, std::uint32_t origin);
    /// An edge back was followed: an instruction that comes again is another step.
    void go_back(std::size_t invocation);
    void branch(std::size_t invocation, const Junction& at, NodeId condition);
    /// A step block of the frame is next, or the frames from `depth` on end: branches whose paths join there are no longer what
    /// decides. `makers`: of the values of the frame, in a history.
    void enter(std::size_t invocation, const State& state, std::size_t depth, std::uint32_t step_block,
               std::span<NodeId> makers);
    void leave(std::size_t invocation, const State& state, std::size_t depth);
    void discard(std::size_t invocation);
    /// `of_value`: which lane of the instruction's value; `lanes`: those of `file` that it takes, in the state that has them, which
    /// may be another invocation's.
    void read_register(std::size_t invocation, unsigned of_value, TracedLane lane, std::span<const std::uint64_t> file,
                       std::span<const std::uint64_t> lanes);
    void write_register(std::size_t invocation, unsigned of_value, const TracedLane& lane,
                        std::span<const std::uint64_t> lanes);
    /// `buffer`: the resource, at which the lane lies.
    void read_memory(std::size_t invocation, unsigned of_value, TracedLane lane, std::span<const std::uint8_t> buffer);
    void write_memory(std::size_t invocation, unsigned of_value, const TracedLane& lane,
                      std::span<const std::uint8_t> buffer);
    void read_builtin(std::size_t invocation, const TracedLane& lane);
    /// `changes`: it stores to an image.
    void look_up(std::size_t invocation, TracedLookup lookup, bool changes);
    void give(std::size_t invocation, ir::Id inst, ir::Value& value);
    void end(std::size_t invocation);

private:
    /// Everything that depends on a branch, until its paths join; of several whose paths join there, on the last.
    struct Region {
        std::size_t depth = 0;
        std::uint32_t join = 0;
        std::uint64_t step = 0;
        NodeId node = 0;
        std::vector<Junction> branches{};
    };
    struct Thread {
        const State* state = nullptr;
        TracedStep step;
        std::vector<Region> regions;
        bool is_open = false, has_branch = false, went_back = false;
        std::uint64_t steps = 0;
        std::vector<std::uint64_t> iterations; // by origin
    };

    void open(Thread& thread, std::size_t invocation, std::uint32_t origin);
    void end_region(std::size_t invocation, Thread& thread, const State& state, std::span<NodeId> makers);
    void close(Thread& thread, std::uint32_t next);
    void add_read(Thread& thread, const TracedLane& lane);
    void add_write(Thread& thread, const TracedLane& lane);

    const ir::Module& module_;
    Sink sink_;
    std::optional<std::size_t> only_;
    Change change_;
    History* history_ = nullptr;
    Regions* regions_ = nullptr;                    // of the run
    const std::vector<ir::Bound>* bound_ = nullptr; // of the run
    std::unordered_map<std::size_t, Thread> threads_;
    std::unordered_map<const std::uint64_t*, Writer> writers_of_lanes_; // by their place in a State
    std::unordered_map<const std::uint8_t*, Writer> writers_of_memory_; // by word of 32 bits
};

} // namespace relit::run
