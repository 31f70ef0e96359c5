#include "run/trace.hpp"

#include <algorithm>
#include <bit>

namespace relit::run {
namespace {

bool is_same(const TracedLane& a, const TracedLane& b) {
    return a.storage == b.storage && a.index == b.index && a.at == b.at && a.kind == b.kind;
}

/// The word of 32 bits that a byte lies in.
const std::uint8_t* word_of(const std::uint8_t* byte) {
    return byte - std::bit_cast<std::uintptr_t>(byte) % sizeof(std::uint32_t);
}

} // namespace

void Tracer::begin(std::size_t invocation) {
    Thread& thread = threads_[invocation];
    thread = {};
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
void Tracer::branch(std::size_t invocation) { threads_[invocation].has_branch = true; }
void Tracer::discard(std::size_t invocation) { threads_[invocation].step.discards = true; }

void Tracer::open(Thread& thread, std::size_t invocation, std::uint32_t origin) {
    thread.step = {.number = ++thread.steps, .invocation = invocation, .origin = origin};
    thread.step.iteration = ++thread.iterations[origin];
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

void Tracer::read_register(std::size_t invocation, TracedLane lane, std::span<const std::uint64_t> lanes) {
    for (const std::uint64_t& each : lanes)
        if (const auto found = writers_of_lanes_.find(&each);
            found != writers_of_lanes_.end() && found->second.step > lane.writer.step)
            lane.writer = found->second;
    add_read(threads_[invocation], lane);
}

void Tracer::write_register(std::size_t invocation, const TracedLane& lane, std::span<const std::uint64_t> lanes) {
    Thread& thread = threads_[invocation];
    for (const std::uint64_t& each : lanes) writers_of_lanes_[&each] = {invocation, thread.step.number};
    add_write(thread, lane);
}

void Tracer::read_memory(std::size_t invocation, TracedLane lane, const std::uint8_t* word) {
    if (const auto found = writers_of_memory_.find(word_of(word)); found != writers_of_memory_.end())
        lane.writer = found->second;
    add_read(threads_[invocation], lane);
}

void Tracer::write_memory(std::size_t invocation, const TracedLane& lane, const std::uint8_t* word) {
    Thread& thread = threads_[invocation];
    const std::uint8_t* const first = word_of(word);
    const std::uint64_t end = static_cast<std::uint64_t>(word - first) + std::max(1U, ir::bits_of(lane.kind) / 8);
    for (std::uint64_t at = 0; at < end; at += sizeof(std::uint32_t))
        writers_of_memory_[first + at] = {invocation, thread.step.number};
    add_write(thread, lane);
}

void Tracer::read_builtin(std::size_t invocation, const TracedLane& lane) { add_read(threads_[invocation], lane); }

void Tracer::look_up(std::size_t invocation, TracedLookup lookup) {
    threads_[invocation].step.lookups.push_back(std::move(lookup));
}

void Tracer::end(std::size_t invocation) {
    const auto thread = threads_.find(invocation);
    if (thread == threads_.end()) return;
    close(thread->second, 0);
    threads_.erase(thread);
}

} // namespace relit::run
