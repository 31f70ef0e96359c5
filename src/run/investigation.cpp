#include "run/investigation.hpp"

#include "run/interpreter.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace relit::run {
namespace {

/// A float's exponent and fraction.
struct FloatLayout {
    unsigned bits = 0, fraction = 0;
};
FloatLayout layout_of(ir::Kind kind) {
    if (kind == ir::Kind::F16) return {16, 10};
    return kind == ir::Kind::F32 ? FloatLayout{32, 23} : FloatLayout{64, 52};
}

bool is_such(Oddity oddity, std::uint64_t bits, ir::Kind kind) {
    const FloatLayout layout = layout_of(kind);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << layout.fraction) - 1);
    const std::uint64_t ones = (std::uint64_t{1} << (layout.bits - 1 - layout.fraction)) - 1;
    const std::uint64_t exponent = bits >> layout.fraction & ones;
    switch (oddity) {
        case Oddity::Nan: return exponent == ones && fraction != 0;
        case Oddity::Infinity: return exponent == ones && fraction == 0;
        default: return exponent == 0 && fraction != 0;
    }
}

} // namespace

Investigation::Investigation(const ir::Module& module, Query query)
    : module_(module), query_(std::move(query)), history_(module),
      tracer_(module, [this](const TracedStep& step) { hear(step); }) {
    tracer_.record(history_);
}

void Investigation::hear(const TracedStep& step) {
    if (query_.first) return answer_ ? void() : look_for_oddity(step);
    if (!is_asked(step)) return;
    const bool is_memory = !query_.lanes.empty() && query_.lanes[0].storage == Storage::Memory;
    const std::size_t whose = is_memory && !query_.origin ? last_writer_.value_or(query_.invocation) : step.invocation;
    capture(step, whose, query_.lanes.empty() ? step.writes : query_.lanes);
}

/// Returns true if the invocation has the memory of the one that is asked about.
bool Investigation::is_shared(std::size_t invocation, std::uint32_t resource) const {
    const std::span<const std::uint8_t> own = history_.buffer_of(query_.invocation, resource);
    return own.empty() || own.data() == history_.buffer_of(invocation, resource).data();
}

/// Memory at the end of a run is asked for after each step, of the invocation that wrote it last.
bool Investigation::is_asked(const TracedStep& step) {
    if (query_.origin)
        return step.invocation == query_.invocation && step.origin == *query_.origin &&
               (query_.iteration == 0 || step.iteration == query_.iteration);
    if (query_.lanes.empty() || query_.lanes[0].storage != Storage::Memory) return step.invocation == query_.invocation;
    const auto is_wanted = [&](const TracedLane& write) {
        return std::ranges::any_of(query_.lanes, [&](const TracedLane& lane) {
            return lane.storage == write.storage && lane.index == write.index && lane.at / 4 == write.at / 4 &&
                   is_shared(step.invocation, lane.index);
        });
    };
    if (std::ranges::any_of(step.writes, is_wanted)) last_writer_ = step.invocation;
    return true;
}

void Investigation::capture(const TracedStep& step, std::size_t invocation, const std::vector<TracedLane>& lanes) {
    const auto is_there = [&](const TracedLane& lane) {
        return lane.storage != Storage::Memory || !bytes_of(invocation, lane).empty();
    };
    if (!std::ranges::all_of(lanes, is_there)) return;
    answer_ = {.lanes = lanes,
               .at = {invocation, step.number},
               .origin = step.origin,
               .iteration = step.iteration,
               .slice = {}};
    made_.clear();
    for (TracedLane& lane : answer_->lanes) {
        lane.bits = bits_of(invocation, lane);
        for (const Made& made : makers_of(invocation, lane)) made_.push_back(made);
    }
}

void Investigation::look_for_oddity(const TracedStep& step) {
    if (query_.is_of_one && step.invocation != query_.invocation) return;
    const auto odd =
        std::ranges::find_if(step.writes, [&](const TracedLane& lane) { return is_odd(step.invocation, lane); });
    if (odd != step.writes.end()) capture(step, step.invocation, {*odd});
}

/// Two halves that a word packs are looked at one by one.
bool Investigation::is_odd(std::size_t invocation, const TracedLane& lane) const {
    const std::vector<Made> made = makers_of(invocation, lane);
    ir::Kind kind = lane.kind;
    for (const Made& one : made)
        if (!ir::is_float(kind)) kind = history_.float_kind(one);
    if (!ir::is_float(kind)) return false;
    const unsigned width = layout_of(kind).bits;
    for (unsigned at = 0; at < ir::bits_of(lane.kind); at += width)
        if (is_such(*query_.first, lane.bits >> at, kind)) return true;
    return false;
}

std::span<const std::uint64_t> Investigation::registers_of(std::size_t invocation, const TracedLane& lane) const {
    const std::vector<std::uint64_t>& file = tracer_.state_of(invocation).files[lane.index];
    if (lane.at >= file.size()) return {};
    const auto rest = std::span(file).subspan(lane.at);
    return rest.first(std::min<std::size_t>(rest.size(), ir::lanes_taken(module_.files[lane.index], {lane.kind, 1})));
}

/// Of memory, also of what the run did not access; empty for anything else, and beyond the end of the buffer.
std::span<const std::uint8_t> Investigation::bytes_of(std::size_t invocation, const TracedLane& lane) const {
    if (lane.storage != Storage::Memory) return {};
    std::span<const std::uint8_t> buffer = history_.buffer_of(invocation, lane.index);
    if (buffer.empty()) buffer = tracer_.buffer_of(invocation, lane.index);
    const std::size_t size = std::max(1U, ir::bits_of(lane.kind) / 8);
    return lane.at > buffer.size() || buffer.size() - lane.at < size ? buffer.first(0) : buffer.subspan(lane.at, size);
}

std::vector<Made> Investigation::makers_of(std::size_t invocation, const TracedLane& lane) const {
    std::vector<Made> all;
    if (lane.storage == Storage::Register) {
        const std::vector<std::uint64_t>& file = tracer_.state_of(invocation).files[lane.index];
        for (const std::uint64_t& each : registers_of(invocation, lane))
            for (const Made& made : history_.makers_of(file, &each)) all.push_back(made);
    }
    const std::span<const std::uint8_t> bytes = bytes_of(invocation, lane);
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint32_t))
        for (const Made& made : history_.makers_of(invocation, lane.index, &bytes[at])) all.push_back(made);
    return all;
}

std::uint64_t Investigation::bits_of(std::size_t invocation, const TracedLane& lane) const {
    std::uint64_t bits = 0;
    if (lane.storage == Storage::Register) {
        const unsigned width = ir::bits_of(module_.files[lane.index].kind);
        const auto registers = registers_of(invocation, lane);
        for (std::size_t i = 0; i < registers.size(); ++i) bits |= registers[i] << (i * width);
    }
    if (const auto bytes = bytes_of(invocation, lane); !bytes.empty()) std::memcpy(&bits, bytes.data(), bytes.size());
    const unsigned width = ir::bits_of(lane.kind);
    return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

Result<std::optional<Answer>> Investigation::answer() const {
    if (history_.is_full())
        return fail(FaultKind::NotSupported,
                    fmt::format("the run has more than {} instructions of the IR, as many as are kept to say why; "
                                "run fewer invocations, or set --loop-limit",
                                History::kMostNodes));
    std::optional<Answer> answer = answer_;
    if (answer) answer->slice = history_.slice(made_);
    return answer;
}

} // namespace relit::run
