#include "machine/gs/state/saved.hpp"

#include <algorithm>

namespace relit::machine::gs {
namespace {

constexpr std::size_t kPathBytes = 20;

template <class T>
void get(Cursor& in, T& into) {
    into = static_cast<T>(little_endian(in.take(sizeof(T))));
}

template <class T>
void put(std::vector<std::uint8_t>& into, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        into.push_back(static_cast<std::uint8_t>(std::uint64_t{value} >> (8 * i)));
}

/// Part of the memory is better than none.
void get_memory(Cursor& in, std::vector<std::uint8_t>& memory) {
    const std::size_t here = std::min(in.left(), memory.size());
    const Bytes part = in.take(here);
    std::copy(part.data(), part.data() + part.size(), memory.data());
    if (here < memory.size()) in.skip(memory.size() - here);
}

} // namespace

std::size_t saved_size(std::uint32_t version) {
    std::size_t size = sizeof(version);
    const SavedState state{.memory = {}}; // only its members' sizes matter
    each_saved(state, version, [&](std::string_view, const auto& member) { size += sizeof(member); });
    return size + kMemoryBytes + state.paths.size() * kPathBytes + sizeof(state.q);
}

std::size_t saved_size(const SavedState& state) {
    const std::size_t known = is_known_version(state.version) ? saved_size(state.version) : sizeof(state.version);
    return known + state.unread.size();
}

SavedReading read_saved(Bytes block) {
    SavedReading reading;
    SavedState& state = reading.state;
    Cursor in(block);
    get(in, state.version);
    if (is_known_version(state.version)) {
        each_saved(state, state.version, [&](std::string_view, auto& member) { get(in, member); });
        get_memory(in, state.memory);
        for (SavedPath& path : state.paths) {
            for (std::uint32_t& unit : path.tag) get(in, unit);
            get(in, path.next_register);
        }
        get(in, state.q);
    }
    reading.complete = !in.failed();
    const Bytes rest = reading.complete ? in.take(in.left()) : Bytes{};
    state.unread.assign(rest.begin(), rest.end());
    return reading;
}

void write_saved(const SavedState& state, std::vector<std::uint8_t>& into) {
    put(into, state.version);
    if (is_known_version(state.version)) {
        each_saved(state, state.version, [&](std::string_view, const auto& member) { put(into, member); });
        into.insert(into.end(), state.memory.begin(), state.memory.end());
        for (const SavedPath& path : state.paths) {
            for (const std::uint32_t unit : path.tag) put(into, unit);
            put(into, path.next_register);
        }
        put(into, state.q);
    }
    into.insert(into.end(), state.unread.begin(), state.unread.end());
}

} // namespace relit::machine::gs
