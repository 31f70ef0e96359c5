// The public face of the GS (include/relit/gs_machine.hpp) over machine and renderer.
#include <relit/gs_machine.hpp>

#include "base/out_of_memory.hpp"
#include "machine/gs/api.hpp"
#include "machine/gs/dump/playback.hpp"
#include "machine/gs/dump/recorder.hpp"
#include "render/gs/player/api.hpp"
#include "render/gs/player/lost_state.hpp"
#include "render/gs/player/snapshot.hpp"
#include "render/gs/reference/renderer.hpp"

#include <algorithm>

namespace relit::api::gs {
namespace {

namespace inner = machine::gs;
namespace player = render::gs::player;

/// The value of a register from fields by name; nothing where a name is not known or a value does not fit.
std::optional<std::uint64_t> value_of(const inner::RegisterInfo& info, std::initializer_list<Field> fields) {
    inner::RawWord word;
    for (const Field& field : fields) {
        const auto found = std::ranges::find(info.fields, field.name, &FieldInfo::name);
        if (found == info.fields.end() || field.name == "-") return {};
        if (field.value > relit::detail::low_mask(found->width())) return {};
        word.insert(*found, field.value);
    }
    return inner::value_of(word);
}

} // namespace

struct Machine::Inner {
    std::unique_ptr<render::gs::Renderer> renderer;
    inner::Machine machine;
    inner::Gif gif;
    inner::WorkList work;
    std::vector<render::gs::Fields> fields;
    render::gs::Counts taken;
    std::optional<inner::Recorder> recorder;
    std::function<void(const Event&)> handler;

    explicit Inner(std::unique_ptr<render::gs::Renderer> by) : renderer(std::move(by)) {}

    // What the GIF writes to.
    void write(std::uint8_t address, std::uint64_t value) {
        machine.write(address, value, work);
        flush();
        if (!handler) return;
        if (const auto event = inner::host_event_of(machine, address)) handler(event_of(*event));
    }
    /// The same from outside a packet.
    void write_alone(std::uint8_t address, std::uint64_t value) {
        if (recorder) recorder->write(address, value, gif);
        write(address, value);
    }
    void take_data(Bytes bytes) {
        machine.take_data(bytes, work);
        flush();
    }
    [[nodiscard]] inner::SavedState saved() const {
        inner::SavedState state;
        const inner::Registers& registers = machine.registers();
        inner::each_saved(state, state.version, [&](std::string_view name, auto& member) {
            using T = std::remove_reference_t<decltype(member)>;
            if (const inner::RegisterInfo* one = inner::general_register(name))
                member = static_cast<T>(*inner::get(registers, one->address));
        });
        state.TRXREG_2 = state.TRXREG;
        state.FOG = registers.FOG[inner::Fog::fog];
        state.XYZ = inner::value_of(registers.XYZ2);
        std::ranges::copy(renderer->read({}), state.memory.begin());
        std::ranges::transform(gif.paths, state.paths.begin(), inner::saved_of);
        state.q = gif.q;
        return state;
    }
    void flush() {
        renderer->perform(work);
        work.clear();
    }
    /// Those on their way use fields of earlier ones.
    void finish_frames() const { renderer->wait(renderer->flush()); }
};

namespace {

/// The range from an offset on, if it lies inside memory.
std::optional<render::gs::MemoryRange> range_of(std::uint32_t offset, std::size_t size) {
    if (offset > inner::kMemoryBytes || size > inner::kMemoryBytes - offset) return {};
    return render::gs::MemoryRange{offset, static_cast<std::uint32_t>(size)};
}

} // namespace

std::vector<std::string_view> renderers() {
    std::vector<std::string_view> names;
    for (const player::RendererInfo& one : player::all_renderers()) names.push_back(one.name);
    return names;
}

Machine::Machine() : inner_(std::make_unique<Inner>(std::make_unique<render::gs::reference::Renderer>())) {}
Expected<Machine> Machine::with(const RendererChoice& choice) {
    return or_out_of_memory([&]() -> Expected<Machine> {
        auto renderer = make_renderer(choice);
        if (!renderer) return std::unexpected(renderer.error());
        Machine machine;
        machine.inner_ = std::make_unique<Inner>(std::move(*renderer));
        return machine;
    });
}
Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

bool Machine::set(std::string_view name, std::initializer_list<Field> fields) {
    const inner::RegisterInfo* general = inner::general_register(name);
    const inner::RegisterInfo* info = general != nullptr ? general : inner::privileged_register(name);
    if (info == nullptr) return false;
    const auto value = value_of(*info, fields);
    if (!value) return false;
    return general != nullptr ? write_register(static_cast<std::uint8_t>(info->address), *value)
                              : write_privileged(static_cast<std::uint16_t>(info->address), *value);
}

bool Machine::write_register(std::uint8_t address, std::uint64_t value) {
    if (inner::general_register(address) == nullptr) return false;
    inner_->write_alone(address, value);
    return true;
}
std::optional<std::uint64_t> Machine::read_register(std::uint8_t address) const {
    return inner::get(inner_->machine.registers(), address);
}

bool Machine::write_privileged(std::uint16_t offset, std::uint64_t value) {
    if (inner::privileged_register(offset) == nullptr) return false;
    std::array<std::uint8_t, inner::kPrivilegedBytes> page{};
    inner::store(inner_->machine.privileged, page);
    for (std::size_t i = 0; i < 8; ++i) page[offset + i] = static_cast<std::uint8_t>(value >> 8 * i);
    inner_->machine.privileged = inner::privileged_of(page);
    return true;
}
std::optional<std::uint64_t> Machine::read_privileged(std::uint16_t offset) const {
    return privileged_value(inner_->machine.privileged, offset);
}

std::size_t Machine::gif_transfer(Path path, std::span<const std::uint8_t> bytes) {
    const std::size_t done = inner::transfer(inner_->gif, static_cast<std::uint8_t>(path), bytes, *inner_);
    if (inner_->recorder) inner_->recorder->transfer(static_cast<inner::Path>(path), bytes.first(done));
    return done;
}

template <class Inner>
struct OutsidePackets {
    Inner& all;
    void write(std::uint8_t address, std::uint64_t value) const { all.write_alone(address, value); }
};

bool Machine::write_packed(std::span<const std::uint8_t> descriptors, std::span<const std::uint8_t> quadwords) {
    constexpr std::size_t kMost = 16;
    if (descriptors.empty() || descriptors.size() > kMost) return false;
    if (quadwords.size() % (descriptors.size() * inner::kQword) != 0) return false;
    const OutsidePackets<Inner> target{*inner_};
    inner::GifWrites writes(inner_->gif.q, target);
    for (std::size_t at = 0; at < quadwords.size() / inner::kQword; ++at)
        writes.packed(descriptors[at % descriptors.size()] & 15, &quadwords[at * inner::kQword]);
    return true;
}

void Machine::write_image_upload(const Upload& to, std::span<const std::uint8_t> pixels) {
    using namespace inner; // NOLINT(google-build-using-namespace): all registers
    const auto write = [&](Address address, const auto& word) {
        inner_->write_alone(static_cast<std::uint8_t>(address), inner::value_of(word));
    };
    BitBltBuf buffer;
    buffer.set(BitBltBuf::destination, to.base).set(BitBltBuf::destination_width, to.buffer_width);
    buffer.set(BitBltBuf::destination_format, static_cast<PixelFormat>(to.format & 0x3f));
    write(Address::BITBLTBUF, buffer);
    write(Address::TRXPOS, TrxPos{}.set(TrxPos::destination_x, to.x).set(TrxPos::destination_y, to.y));
    write(Address::TRXREG, TrxReg{}.set(TrxReg::width, to.width).set(TrxReg::height, to.height));
    write(Address::TRXDIR, TrxDir{}.set(TrxDir::direction, Direction::HostToLocal));
    if (inner_->recorder) inner_->recorder->image(pixels, inner_->gif);
    inner_->take_data(pixels);
}

std::vector<std::uint8_t> Machine::read_transfer_fifo(std::uint32_t quadwords) {
    if (inner_->recorder) inner_->recorder->read_back(quadwords);
    return inner_->renderer->read_back(quadwords);
}

std::vector<std::string> Machine::warnings() const {
    std::vector<std::string> all;
    for (const inner::Assumption& assumption : inner_->machine.assumptions()) all.push_back(text_of(assumption));
    return all;
}

std::span<const std::uint8_t> Machine::memory() const { return inner_->renderer->read({}); }
bool Machine::write_memory(std::uint32_t offset, std::span<const std::uint8_t> bytes) {
    if (!range_of(offset, bytes.size())) return false;
    if (inner_->recorder) inner_->recorder->cannot("that local memory was written without a transfer");
    inner_->renderer->write(offset, bytes);
    return true;
}

Timeline Machine::vsync_later(const VsyncOptions& options, TakeImage handler) {
    Inner& all = *inner_;
    const auto field = static_cast<std::uint8_t>(options.field);
    if (all.recorder) all.recorder->vsync(field, all.machine.privileged);
    const inner::Vsync vsync{field, all.machine.privileged};
    return player::show_later(*all.renderer, vsync, scanout_of(options), all.fields,
                              [vsync, options, handler = std::move(handler)](relit::Image frame) {
                                  handler(image_of(std::move(frame), vsync, options));
                              });
}

Image Machine::vsync(const VsyncOptions& options) {
    Image shown;
    wait(vsync_later(options, [&](Image image) { shown = std::move(image); }));
    return shown;
}

Timeline Machine::flush() { return inner_->renderer->flush(); }
Timeline Machine::reached() { return inner_->renderer->reached(); }
void Machine::wait(Timeline value) { inner_->renderer->wait(value); }

Timeline Machine::page_value(unsigned page) const {
    if (page >= inner::kPages) return 0;
    return inner_->renderer->value_of({page * inner::kPageBytes, inner::kPageBytes});
}

std::span<const std::uint8_t> Machine::map(std::uint32_t offset, std::uint32_t size) const {
    const auto range = range_of(offset, size);
    return range ? inner_->renderer->read(*range) : Bytes();
}

std::span<std::uint8_t> Machine::map_for_writing(std::uint32_t offset, std::uint32_t size) {
    const auto range = range_of(offset, size);
    if (!range) return {};
    if (inner_->recorder) inner_->recorder->cannot("that local memory was written without a transfer");
    return inner_->renderer->map(*range);
}

std::optional<Timeline> Machine::read_later(std::uint32_t offset, std::uint32_t size, TakeBytes handler) {
    const auto range = range_of(offset, size);
    if (!range) return {};
    return inner_->renderer->read_later(*range, handler);
}

std::optional<Error> Machine::failure() const {
    const Status good = inner_->renderer->status();
    return good ? std::nullopt : std::optional(error_of(good.error()));
}

bool Machine::can_skip_vsync(const VsyncOptions& options) const {
    const auto& display = inner_->machine.privileged;
    return !display.EXTWRITE[inner::ExtWrite::write] && !render::gs::gives_field(display, scanout_of(options));
}

std::vector<std::uint8_t> Machine::save_state() const {
    std::vector<std::uint8_t> block;
    inner::write_saved(inner_->saved(), block);
    return block;
}

bool Machine::load_state(std::span<const std::uint8_t> state) {
    const inner::SavedReading reading = inner::read_saved(state);
    if (!reading.complete || !inner::is_known_version(reading.state.version)) return false;
    Inner& all = *inner_;
    if (all.recorder) all.recorder->cannot("that a state was loaded");
    all.finish_frames();
    all.renderer->write(0, reading.state.memory);
    all.gif = inner::gif_of(reading.state);
    inner::restore(all.machine, reading.state, all.work);
    all.fields.clear();
    all.flush();
    return true;
}

std::vector<std::uint8_t> Machine::save_snapshot() const {
    const Inner& all = *inner_;
    all.finish_frames();
    return player::write(player::MachineSnapshot{all.machine, all.gif, all.renderer->saved(), all.fields, all.taken});
}

Expected<void> Machine::load_snapshot(File snapshot) {
    return or_out_of_memory([&]() -> Expected<void> {
        Inner& all = *inner_;
        auto read = player::read_machine_snapshot(snapshot);
        if (!read) return std::unexpected(error_of(read.error()));
        if (const Status fits = player::check_samples(read->renderer, *all.renderer); !fits)
            return std::unexpected(error_of(fits.error()));
        if (all.recorder) all.recorder->cannot("that a snapshot was loaded");
        all.finish_frames();
        all.machine = read->machine, all.gif = read->gif;
        all.renderer->restore(read->renderer);
        all.fields = std::move(read->fields), all.taken = read->told;
        return {};
    });
}

void Machine::reset() {
    Inner& all = *inner_;
    all.finish_frames();
    render::gs::RendererState blank;
    blank.memory.resize(inner::kMemoryBytes);
    all.renderer->restore(blank);
    auto fresh = std::make_unique<Inner>(std::move(all.renderer));
    fresh->handler = std::move(all.handler);
    fresh->recorder = std::move(all.recorder);
    if (fresh->recorder) fresh->recorder->cannot("that the machine was reset");
    inner_ = std::move(fresh);
}

void Machine::reset_registers() {
    if (inner_->recorder) inner_->recorder->cannot("that the machine was reset");
    inner_->finish_frames();
    inner_->machine = {};
    inner_->gif = {};
    inner_->fields.clear();
}

PathState Machine::path_state(Path path) const {
    const inner::SavedPath saved = inner::saved_of(inner_->gif.paths[static_cast<std::size_t>(path)]);
    return {saved.tag, inner_->gif.paths[static_cast<std::size_t>(path)].loops_left, saved.next_register};
}

void Machine::on_event(std::function<void(const Event&)> handler) { inner_->handler = std::move(handler); }

std::vector<std::string> Machine::lost_by_state() const {
    return player::lost_in(inner_->saved(), inner_->machine, inner_->renderer->saved());
}
std::vector<std::string> Machine::start_recording() {
    inner_->recorder.emplace(inner_->saved(), inner_->machine.privileged);
    return lost_by_state();
}
bool Machine::is_recording() const { return inner_->recorder.has_value(); }
Expected<std::vector<std::uint8_t>> Machine::finish_recording(Packing packing) {
    return or_out_of_memory([&]() -> Expected<std::vector<std::uint8_t>> {
        constexpr int kUsage = 2;
        if (!inner_->recorder) return std::unexpected(Error{kUsage, "nothing is being recorded", {}, 0, 0});
        const auto dump = inner_->recorder->finish();
        inner_->recorder.reset();
        return written(dump, packing);
    });
}

Statistics Machine::take_statistics() {
    const auto& now = inner_->renderer->counts();
    auto& then = inner_->taken;
    const Statistics since{now.primitives - then.primitives, now.pixels - then.pixels,
                           now.palettes - then.palettes,     now.transfers - then.transfers,
                           now.copies - then.copies,         now.uploaded_bytes - then.uploaded_bytes};
    then = now;
    return since;
}

} // namespace relit::api::gs
