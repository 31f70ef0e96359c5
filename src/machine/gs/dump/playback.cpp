#include "machine/gs/dump/playback.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::gs {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10;

/// Where the GIF writes to.
struct GifSink {
    Machine& machine;
    WorkList& out;
    std::vector<HostEvent>& events;

    void write(std::uint8_t address, std::uint64_t value) {
        machine.write(address, value, out);
        if (auto event = host_event_of(machine, address)) {
            event->done = out.items.size();
            events.push_back(*event);
        }
    }
    void take_data(Bytes bytes) { machine.take_data(bytes, out); }
};

/// The transfer that was under way. What its bytes before `trx_end` wrote is in the saved memory.
std::optional<StartTransfer> transfer_of(const SavedState& state) {
    if (state.trx_end >= state.trx_total) return std::nullopt;
    StartTransfer start{.bitbltbuf = word_of<BitBltBuf>(state.trx_BITBLTBUF),
                        .trxpos = word_of<TrxPos>(state.trx_TRXPOS),
                        .trxreg = word_of<TrxReg>(state.trx_TRXREG),
                        .direction = state.trx_write != 0 ? Direction::HostToLocal : Direction::LocalToHost};
    const PixelFormat format = state.trx_write != 0 ? start.bitbltbuf[BitBltBuf::destination_format]
                                                    : start.bitbltbuf[BitBltBuf::source_format];
    start.arrived = static_cast<std::uint32_t>(std::uint64_t{state.trx_end} * 8 / layout_of(format).bits);
    return start;
}

PartPosition position_of(const PacketPart& part) {
    const Event& event = part.event;
    return {part.number, part.from, event.offset, part.bytes.size(), event.kind, event.detail};
}

} // namespace

void restore(Machine& machine, const SavedState& state, WorkList& out) {
    machine.restore(registers_of(state), out);
    if (const auto transfer = transfer_of(state)) out.items.emplace_back(*transfer);
}

Registers registers_of(const SavedState& state) {
    Registers registers;
    each_saved(state, state.version, [&](std::string_view name, const auto& value) {
        if (const RegisterInfo* info = general_register(name)) set(registers, info->address, std::uint64_t{value});
    });
    constexpr std::uint32_t kLastWithPrMode = 6; // of old versions, which save two registers where the GS has one
    if (state.version <= kLastWithPrMode && !registers.PRMODECONT[PrModeCont::from_prim]) {
        const Primitive type = registers.PRIM[Prim::primitive];
        registers.PRIM = registers.PRMODE;
        registers.PRIM.set(Prim::primitive, type);
    }
    registers.XYZ2 = word_of<Xyz>(state.XYZ);
    // Fog is saved as its number alone.
    registers.FOG = {};
    registers.FOG.set(Fog::fog, state.FOG);
    return registers;
}

Playback::Playback(const Front& front, NextPart next, WorkList& out) : next_(std::move(next)) {
    if (front.state) {
        restore(machine_, *front.state, out);
        gif_ = gif_of(*front.state);
    }
    if (front.privileged.size() == kPrivilegedBytes)
        machine_.privileged = privileged_of(std::span(front.privileged).first<kPrivilegedBytes>());
}

bool Playback::step(WorkList& out) {
    events_.clear();
    if (is_played_) {
        auto next = next_();
        if (!next) return false;
        before_ = point();
        part_ = next;
        played_ = 0;
    } else {
        before_ = point();
    }
    is_played_ = true;
    play_packet(out);
    for (; seen_assumptions_ < machine_.assumptions().size(); ++seen_assumptions_)
        assumptions_.push_back({machine_.assumptions()[seen_assumptions_], part_->number, part_->event.offset});
    return true;
}

void Playback::play_packet(WorkList& out) {
    const Bytes data = part_->bytes;
    switch (part_->event.kind) {
        case EventKind::Transfer: play_transfer(out); break;
        case EventKind::VSync: machine_.vsync(part_->event.detail, out); break;
        case EventKind::ReadFifo: machine_.read_back(part_->event.size, out); break;
        case EventKind::Registers:
            if (data.size() == kPrivilegedBytes) machine_.privileged = privileged_of(data.first<kPrivilegedBytes>());
            break;
    }
}

PlaybackPoint Playback::point() const {
    const auto part = part_ ? std::optional(position_of(*part_)) : std::nullopt;
    return {machine_, gif_, part, played_, is_played_};
}

Status Playback::go_to(const PlaybackPoint& point) {
    while (point.part && (!part_ || position_of(*part_) != *point.part)) {
        auto next = next_();
        if (!next || next->number > point.part->number)
            return fail_at(
                point.part->offset,
                fmt::format("the dump has no packet {} as it was when the snapshot was taken", point.part->number));
        part_ = next;
    }
    machine_ = point.machine, gif_ = point.gif;
    played_ = static_cast<std::size_t>(point.played), is_played_ = point.is_played;
    seen_assumptions_ = machine_.assumptions().size();
    events_.clear();
    return {};
}

void Playback::play_transfer(WorkList& out) {
    const bool is_window = static_cast<Path>(part_->event.detail) == Path::Path1Window;
    if (is_window && part_->from != 0) return;
    const Bytes left = part_->bytes.subspan(played_), piece = left.first(std::min(left.size(), kPiece));
    transfer(gif_, part_->event.detail, piece, GifSink{machine_, out, events_});
    played_ += piece.size();
    is_played_ = is_window || played_ == part_->bytes.size();
}

} // namespace relit::machine::gs
