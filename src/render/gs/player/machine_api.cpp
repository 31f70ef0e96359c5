// The public face of the GS (include/relit/gs_machine.hpp) over machine and reference renderer.
#include <relit/gs_machine.hpp>

#include "machine/gs/gif.hpp"
#include "machine/gs/machine.hpp"
#include "machine/gs/playback.hpp"
#include "render/gs/aspect.hpp"
#include "render/gs/feedback.hpp"
#include "render/gs/reference/renderer.hpp"
#include "render/gs/scanout.hpp"

#include <algorithm>

namespace relit::api::gs {
namespace {

namespace inner = machine::gs;

/// The value of a register from fields by name; nothing where a name is not known or a value does not fit.
std::optional<std::uint64_t> value_of(const inner::RegisterInfo& info, std::initializer_list<Field> fields) {
    inner::RawWord word;
    for (const Field& field : fields) {
        const auto found = std::ranges::find(info.fields, field.name, &FieldInfo::name);
        if (found == info.fields.end() || field.name == "-") return {};
        if (field.value > detail::low_mask(found->width())) return {};
        word.insert(*found, field.value);
    }
    return inner::value_of(word);
}

render::gs::ScanoutOptions scanout_of(const VsyncOptions& options) {
    return {.deinterlace = static_cast<render::gs::Deinterlace>(options.deinterlace),
            .keeps_offsets = options.keeps_offsets,
            .shows_all = options.shows_all,
            .drops_blur = options.drops_blur};
}

static_assert(static_cast<int>(Deinterlace::None) == static_cast<int>(render::gs::Deinterlace::None));

} // namespace

struct Machine::Inner {
    inner::Machine machine;
    inner::Gif gif;
    inner::WorkList work;
    render::gs::reference::Renderer renderer;
    render::gs::Fields fields;
    render::gs::Counts taken;
    std::function<void(Event)> told;

    // What the GIF writes to.
    void write(std::uint8_t address, std::uint64_t value) {
        machine.write(address, value, work);
        flush();
        if (!told) return;
        switch (static_cast<inner::Address>(address)) {
            case inner::Address::SIGNAL: return told(Event::Signal);
            case inner::Address::FINISH: return told(Event::Finish);
            case inner::Address::LABEL: return told(Event::Label);
            default: return;
        }
    }
    void take_data(Bytes bytes) {
        machine.take_data(bytes, work);
        flush();
    }
    void flush() {
        renderer.perform(work);
        work.clear();
    }
};

Machine::Machine() : inner_(std::make_unique<Inner>()) {}
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
    inner_->write(address, value);
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
    if (inner::privileged_register(offset) == nullptr) return {};
    std::array<std::uint8_t, inner::kPrivilegedBytes> page{};
    inner::store(inner_->machine.privileged, page);
    return little_endian(Bytes(page).subspan(offset, 8));
}

std::size_t Machine::gif_transfer(Path path, std::span<const std::uint8_t> bytes) {
    return inner::transfer(inner_->gif, static_cast<std::uint8_t>(path), bytes, *inner_);
}

bool Machine::write_packed(std::span<const std::uint8_t> descriptors, std::span<const std::uint8_t> quadwords) {
    constexpr std::size_t kMost = 16;
    if (descriptors.empty() || descriptors.size() > kMost) return false;
    if (quadwords.size() % (descriptors.size() * inner::kQword) != 0) return false;
    inner::GifWrites writes(inner_->gif.q, *inner_);
    for (std::size_t at = 0; at < quadwords.size() / inner::kQword; ++at)
        writes.packed(descriptors[at % descriptors.size()] & 15, &quadwords[at * inner::kQword]);
    return true;
}

void Machine::write_image_upload(const Upload& to, std::span<const std::uint8_t> pixels) {
    using namespace inner; // NOLINT(google-build-using-namespace): all registers
    const auto write = [&](Address address, const auto& word) {
        inner_->write(static_cast<std::uint8_t>(address), inner::value_of(word));
    };
    BitBltBuf buffer;
    buffer.set(BitBltBuf::destination, to.base).set(BitBltBuf::destination_width, to.buffer_width);
    buffer.set(BitBltBuf::destination_format, static_cast<PixelFormat>(to.format & 0x3f));
    write(Address::BITBLTBUF, buffer);
    write(Address::TRXPOS, TrxPos{}.set(TrxPos::destination_x, to.x).set(TrxPos::destination_y, to.y));
    write(Address::TRXREG, TrxReg{}.set(TrxReg::width, to.width).set(TrxReg::height, to.height));
    write(Address::TRXDIR, TrxDir{}.set(TrxDir::direction, Direction::HostToLocal));
    inner_->take_data(pixels);
}

std::vector<std::uint8_t> Machine::read_transfer_fifo(std::uint32_t quadwords) {
    return inner_->renderer.read_back(quadwords);
}

std::span<const std::uint8_t> Machine::memory() const { return std::as_const(inner_->renderer).memory().bytes(); }
std::span<std::uint8_t> Machine::memory() { return inner_->renderer.memory().bytes(); }

Picture Machine::vsync(const VsyncOptions& options) {
    const render::gs::ScanoutOptions scanned = scanout_of(options);
    Inner& all = *inner_;
    Image image =
        render::gs::scanout(all.renderer.memory(), all.machine.privileged, options.field, scanned, all.fields);
    render::gs::feed_back(all.renderer.memory(), all.machine.privileged, options.field, scanned);
    if (options.across != 0 && options.down != 0 && !image.rgba.empty())
        image = render::gs::with_aspect(image, options.across, options.down);
    const render::gs::Merge merge(all.machine.privileged);
    return {image.width, image.height, std::move(image.rgba), merge.first || merge.second,
            all.machine.privileged.SMODE2[inner::SMode2::interlaced]};
}

bool Machine::can_skip_vsync(const VsyncOptions& options) const {
    const auto& display = inner_->machine.privileged;
    return !display.EXTWRITE[inner::ExtWrite::write] && !render::gs::gives_field(display, scanout_of(options));
}

std::vector<std::uint8_t> Machine::save_state() const {
    inner::SavedState state;
    const inner::Registers& registers = inner_->machine.registers();
    inner::each_saved(state, state.version, [&](std::string_view name, auto& member) {
        using T = std::remove_reference_t<decltype(member)>;
        if (const inner::RegisterInfo* info = inner::general_register(name))
            member = static_cast<T>(*inner::get(registers, info->address));
    });
    state.TRXREG_2 = state.TRXREG;
    state.FOG = registers.FOG[inner::Fog::fog];
    state.XYZ = inner::value_of(registers.XYZ2);
    std::ranges::copy(memory(), state.memory.begin());
    std::ranges::transform(inner_->gif.paths, state.paths.begin(), inner::saved_of);
    state.q = inner_->gif.q;
    std::vector<std::uint8_t> block;
    inner::write_saved(state, block);
    return block;
}

bool Machine::load_state(std::span<const std::uint8_t> state) {
    const inner::SavedReading reading = inner::read_saved(state);
    if (!reading.complete || !inner::is_known_version(reading.state.version)) return false;
    Inner& all = *inner_;
    std::ranges::copy(reading.state.memory, all.renderer.memory().bytes().begin());
    all.gif = inner::gif_of(reading.state);
    all.machine.restore(inner::registers_of(reading.state), all.work);
    all.fields.clear();
    all.flush();
    return true;
}

void Machine::reset() {
    std::function<void(Event)> told = std::move(inner_->told);
    inner_ = std::make_unique<Inner>();
    inner_->told = std::move(told);
}

void Machine::reset_registers() {
    inner_->machine = {};
    inner_->gif = {};
    inner_->fields.clear();
}

PathState Machine::path_state(Path path) const {
    const inner::SavedPath saved = inner::saved_of(inner_->gif.paths[static_cast<std::size_t>(path)]);
    return {saved.tag, inner_->gif.paths[static_cast<std::size_t>(path)].loops_left, saved.next_register};
}

void Machine::on_event(std::function<void(Event)> told) { inner_->told = std::move(told); }

Statistics Machine::take_statistics() {
    const auto& now = inner_->renderer.counts();
    auto& then = inner_->taken;
    const Statistics since{now.primitives - then.primitives, now.pixels - then.pixels,
                           now.palettes - then.palettes,     now.transfers - then.transfers,
                           now.copies - then.copies,         now.uploaded_bytes - then.uploaded_bytes};
    then = now;
    return since;
}

} // namespace relit::api::gs
