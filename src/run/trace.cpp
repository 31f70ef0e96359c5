#include "run/trace.hpp"

#include "run/history.hpp"
#include "run/interpreter.hpp"
#include "run/regions.hpp"

#include <algorithm>
#include <bit>

namespace relit::run {
namespace {

bool is_same(const TracedLane& a, const TracedLane& b) {
    return a.storage == b.storage && a.index == b.index && a.at == b.at && a.kind == b.kind;
}

unsigned bytes_of(ir::Kind kind) { return std::max(1U, ir::bits_of(kind) / 8); }

} // namespace

std::span<const std::uint8_t> Tracer::buffer_of(std::size_t invocation, std::uint32_t resource) const {
    if (bound_ != nullptr && !(*bound_)[resource].bytes.empty()) return (*bound_)[resource].bytes;
    return state_of(invocation).resources[resource];
}

void Tracer::begin(std::size_t invocation, const State& state) {
    Thread& thread = threads_[invocation];
    thread = {};
    thread.state = &state;
    thread.iterations.resize(module_.origins.size() + 1);
}

void Tracer::come_to(std::size_t invocation, std::uint32_t origin) {
    Thread& thread = threads_[invocation];
    const bool goes_on = thread.is_open && (origin == 0 || (origin == thread.step.origin && !thread.went_back));
    thread.went_back = thread.went_back && origin == 0;
    if (goes_on) return;
    close(thread, origin);
    open(thread, invocation, origin);
}

void Tracer::go_back(std::size_t invocation) { threads_[invocation].went_back = true; }

void Tracer::branch(std::size_t invocation, const Junction& at, NodeId condition) {
    Thread& thread = threads_[invocation];
    thread.has_branch = true;
    const std::uint32_t join = regions_->join(at.routine, at.step_block);
    std::vector<Region>& regions = thread.regions;
    const bool joins_same = !regions.empty() && regions.back().depth == at.depth && regions.back().join == join;
    if (!joins_same) regions.push_back({.depth = at.depth, .join = join});
    Region& region = regions.back();
    region.step = thread.step.number;
    const auto is_known = [&](const Junction& one) { return one.step_block == at.step_block; };
    if (std::ranges::none_of(region.branches, is_known)) region.branches.push_back(at);
    if (history_ == nullptr) return;
    region.node = history_->branch(invocation, condition);
    history_->set_control(invocation, region.node);
}

void Tracer::enter(std::size_t invocation, const State& state, std::size_t depth, std::uint32_t step_block,
                   std::span<NodeId> makers) {
    Thread& thread = threads_[invocation];
    while (!thread.regions.empty() && thread.regions.back().depth == depth && thread.regions.back().join == step_block)
        end_region(invocation, thread, state, makers);
}

void Tracer::leave(std::size_t invocation, const State& state, std::size_t depth) {
    Thread& thread = threads_[invocation];
    while (!thread.regions.empty() && thread.regions.back().depth >= depth) end_region(invocation, thread, state, {});
}

void Tracer::end_region(std::size_t invocation, Thread& thread, const State& state, std::span<NodeId> makers) {
    const Region region = std::move(thread.regions.back());
    thread.regions.pop_back();
    if (history_ == nullptr) return;
    for (const Junction& branch : region.branches)
        history_->join(invocation, state, regions_->stores(branch.routine, branch.step_block), region.node, makers);
    history_->set_control(invocation, thread.regions.empty() ? kNoNode : thread.regions.back().node);
}

void Tracer::discard(std::size_t invocation) { threads_[invocation].step.discards = true; }

void Tracer::open(Thread& thread, std::size_t invocation, std::uint32_t origin) {
    thread.step = {.number = ++thread.steps, .invocation = invocation, .origin = origin};
    thread.step.iteration = ++thread.iterations[origin];
    thread.step.under = thread.regions.empty() ? 0 : thread.regions.back().step;
    if (history_ != nullptr) history_->begin_step(invocation, thread.steps);
    thread.is_open = true;
    thread.has_branch = false;
}

void Tracer::close(Thread& thread, std::uint32_t next) {
    if (!thread.is_open) return;
    if (thread.has_branch) thread.step.goes_to = next;
    thread.is_open = false;
    sink_(thread.step);
}

void Tracer::add_read(Thread& thread, const TracedLane& lane) {
    const bool is_own = lane.writer == Writer{thread.step.invocation, thread.step.number};
    const auto is_known = [&](const TracedLane& read) { return is_same(read, lane); };
    if (!is_own && std::ranges::none_of(thread.step.reads, is_known)) thread.step.reads.push_back(lane);
}

void Tracer::add_write(Thread& thread, const TracedLane& lane) {
    const auto known =
        std::ranges::find_if(thread.step.writes, [&](const TracedLane& write) { return is_same(write, lane); });
    if (known == thread.step.writes.end())
        thread.step.writes.push_back(lane);
    else
        known->bits = lane.bits;
}

void Tracer::read_register(std::size_t invocation, unsigned of_value, TracedLane lane,
                           std::span<const std::uint64_t> file, std::span<const std::uint64_t> lanes) {
    if (history_ != nullptr) history_->read_register(invocation, of_value, file, lanes);
    for (const std::uint64_t& each : lanes)
        if (const auto found = writers_of_lanes_.find(&each);
            found != writers_of_lanes_.end() && found->second.step > lane.writer.step)
            lane.writer = found->second;
    add_read(threads_[invocation], lane);
}

void Tracer::write_register(std::size_t invocation, unsigned of_value, const TracedLane& lane,
                            std::span<const std::uint64_t> lanes) {
    if (history_ != nullptr) history_->write_register(invocation, of_value, lanes);
    Thread& thread = threads_[invocation];
    for (const std::uint64_t& each : lanes) writers_of_lanes_[&each] = {invocation, thread.step.number};
    add_write(thread, lane);
}

void Tracer::read_memory(std::size_t invocation, unsigned of_value, TracedLane lane,
                         std::span<const std::uint8_t> buffer) {
    if (history_ != nullptr)
        history_->read_memory(invocation, of_value, {lane.index, lane.at, bytes_of(lane.kind), buffer});
    if (const auto found = writers_of_memory_.find(word_of(buffer.data() + lane.at)); found != writers_of_memory_.end())
        lane.writer = found->second;
    add_read(threads_[invocation], lane);
}

void Tracer::write_memory(std::size_t invocation, unsigned of_value, const TracedLane& lane,
                          std::span<const std::uint8_t> buffer) {
    if (history_ != nullptr)
        history_->write_memory(invocation, of_value, {lane.index, lane.at, bytes_of(lane.kind), buffer});
    Thread& thread = threads_[invocation];
    const std::uint8_t *const byte = buffer.data() + lane.at, *const first = word_of(byte);
    const std::uint64_t end = static_cast<std::uint64_t>(byte - first) + bytes_of(lane.kind);
    for (std::uint64_t at = 0; at < end; at += sizeof(std::uint32_t))
        writers_of_memory_[first + at] = {invocation, thread.step.number};
    add_write(thread, lane);
}

void Tracer::read_builtin(std::size_t invocation, const TracedLane& lane) { add_read(threads_[invocation], lane); }

void Tracer::look_up(std::size_t invocation, TracedLookup lookup, bool changes) {
    if (history_ != nullptr) history_->look_up(invocation, module_.texture_uses[lookup.use].resource, changes);
    threads_[invocation].step.lookups.push_back(std::move(lookup));
}

void Tracer::give(std::size_t invocation, ir::Id inst, ir::Value& value) {
    if (change_) change_({invocation, threads_[invocation].steps}, inst, value);
}

void Tracer::end(std::size_t invocation) {
    const auto thread = threads_.find(invocation);
    if (thread == threads_.end()) return;
    close(thread->second, 0);
    threads_.erase(thread);
}

} // namespace relit::run
