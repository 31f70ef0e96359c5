// The public face of GS dumps (include/relit/gs.hpp) over the inner types.
#include "machine/gs/api.hpp"

#include "base/exit_code.hpp"
#include "base/out_of_memory.hpp"
#include "machine/gs/dump/builder.hpp"
#include "machine/gs/dump/reader.hpp"
#include "machine/gs/text/text.hpp"

#include <algorithm>

namespace relit::api::gs {
namespace {

namespace inner = machine::gs;

[[nodiscard]] Compression compression_of(Packing packing) { return static_cast<Compression>(packing); }
static_assert(static_cast<int>(Packing::Xz) == static_cast<int>(Compression::Xz));
static_assert(static_cast<int>(Packing::Zstd) == static_cast<int>(Compression::Zstd));
[[nodiscard]] inner::Path path_of(Path path) { return static_cast<inner::Path>(path); }
static_assert(static_cast<int>(Path::Path1) == static_cast<int>(inner::Path::Path1));
static_assert(static_cast<int>(Path::Path2) == static_cast<int>(inner::Path::Path2));
static_assert(static_cast<int>(Path::Path3) == static_cast<int>(inner::Path::Path3));

} // namespace

Error error_of(const Fault& fault) {
    return {exit_code(fault.kind), fault.text, fault.offset, fault.line, fault.column};
}

ReadBytes reader_of(Read read) {
    return [read = std::move(read)](std::span<std::uint8_t> into) -> Result<std::size_t> {
        return std::min(read(into), into.size());
    };
}

Expected<std::vector<std::uint8_t>> written(const Result<inner::Dump>& dump, Packing packing) {
    if (!dump) return std::unexpected(error_of(dump.error()));
    auto bytes = inner::write_dump(*dump, compression_of(packing));
    if (!bytes) return std::unexpected(error_of(bytes.error()));
    return std::move(*bytes);
}

Expected<DumpText> disassemble(File dump) {
    return or_out_of_memory([&]() -> Expected<DumpText> {
        const inner::Reading reading = inner::read_dump(dump);
        const bool nothing = !reading.dump.state && reading.dump.events.empty();
        if (reading.fault && nothing) return std::unexpected(error_of(*reading.fault));
        DumpText text{inner::print_text(reading.dump), {}};
        if (reading.fault) text.damage = error_of(*reading.fault);
        return text;
    });
}

Expected<std::optional<Error>> disassemble(const Read& read, const TellLine& line) {
    return or_out_of_memory([&]() -> Expected<std::optional<Error>> {
        inner::DumpReader reader(reader_of(read));
        if (reader.fault() && !reader.has_anything()) return std::unexpected(error_of(*reader.fault()));
        inner::print_text(
            reader.front(), [&] { return reader.next(); }, {},
            [&](const inner::TextLine& one) { line(inner::print_line(one)); });
        return reader.fault() ? std::optional(error_of(*reader.fault())) : std::nullopt;
    });
}

struct DumpReader::State {
    inner::DumpReader reader;
};

DumpReader::DumpReader(Read read) : state_(new State{inner::DumpReader(reader_of(std::move(read)))}) {}
DumpReader::~DumpReader() = default;
DumpReader::DumpReader(DumpReader&&) noexcept = default;
DumpReader& DumpReader::operator=(DumpReader&&) noexcept = default;

std::string_view DumpReader::serial() const { return state_->reader.front().header.serial(); }

std::vector<std::uint8_t> DumpReader::state() const {
    std::vector<std::uint8_t> block;
    if (const auto& state = state_->reader.front().state) inner::write_saved(*state, block);
    return block;
}

std::span<const std::uint8_t> DumpReader::privileged() const { return state_->reader.front().privileged; }

std::optional<Packet> DumpReader::next() {
    const auto part = state_->reader.next();
    if (!part) return {};
    const inner::Event& event = part->event;
    Packet packet{.kind = static_cast<PacketKind>(event.kind), .offset = event.offset, .bytes = part->bytes};
    static_assert(static_cast<int>(PacketKind::Registers) == static_cast<int>(inner::EventKind::Registers));
    if (packet.kind == PacketKind::Transfer) packet.path = static_cast<Path>(event.detail);
    if (packet.kind == PacketKind::Vsync) packet.field = event.detail;
    if (packet.kind == PacketKind::ReadBack) packet.quadwords = event.size;
    return packet;
}

std::optional<Error> DumpReader::damage() const {
    const auto& fault = state_->reader.fault();
    return fault ? std::optional(error_of(*fault)) : std::nullopt;
}

Expected<std::vector<std::uint8_t>> assemble(std::string_view text, Packing packing) {
    return or_out_of_memory(
        [&]() -> Expected<std::vector<std::uint8_t>> { return written(inner::parse_text(text), packing); });
}

struct DumpWriter::State {
    Path path;
    inner::Builder builder;
};

DumpWriter::DumpWriter(Path path) : state_(std::make_unique<State>(path, inner::Builder(path_of(path)))) {}
DumpWriter::~DumpWriter() = default;
DumpWriter::DumpWriter(DumpWriter&&) noexcept = default;
DumpWriter& DumpWriter::operator=(DumpWriter&&) noexcept = default;

DumpWriter& DumpWriter::serial(std::string_view serial) {
    state_->builder.serial(serial);
    return *this;
}

DumpWriter& DumpWriter::crc(std::uint32_t crc) {
    state_->builder.crc(crc);
    return *this;
}

DumpWriter& DumpWriter::write(std::uint8_t address, std::uint64_t value) {
    state_->builder.write(address, value);
    return *this;
}

DumpWriter& DumpWriter::write_privileged(std::uint16_t offset, std::uint64_t value) {
    state_->builder.write_privileged(offset, value);
    return *this;
}

DumpWriter& DumpWriter::packed(std::span<const std::uint8_t> descriptors, std::span<const Qword> data,
                               std::optional<std::uint16_t> prim) {
    std::vector<inner::Descriptor> registers;
    for (const std::uint8_t one : descriptors) registers.push_back(static_cast<inner::Descriptor>(one & 15));
    const auto word = prim ? std::optional(inner::word_of<inner::Prim>(*prim & 0x7ffU)) : std::nullopt;
    state_->builder.packed(registers, data, word);
    return *this;
}

DumpWriter& DumpWriter::upload(const Upload& to, File pixels) {
    const auto format = static_cast<machine::gs::PixelFormat>(to.format & 63);
    state_->builder.upload({to.base, to.buffer_width, format, to.x, to.y, to.width, to.height}, pixels);
    return *this;
}

DumpWriter& DumpWriter::packets(Path path, File bytes) {
    state_->builder.through(path_of(path)).raw(bytes).through(path_of(state_->path));
    return *this;
}

DumpWriter& DumpWriter::vsync(std::uint8_t field) {
    state_->builder.vsync(field);
    return *this;
}

DumpWriter& DumpWriter::read_back(std::uint32_t qwords) {
    state_->builder.read_back(qwords);
    return *this;
}

Expected<std::vector<std::uint8_t>> DumpWriter::finish(Packing packing) {
    return or_out_of_memory([&]() -> Expected<std::vector<std::uint8_t>> {
        const Path path = state_->path;
        const auto dump = state_->builder.finish();
        *this = DumpWriter(path);
        return written(dump, packing);
    });
}

} // namespace relit::api::gs
