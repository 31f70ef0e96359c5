// What the host reads, writes and shows of local memory while the device draws.
#include "render/gs/compute/renderer.hpp"
#include "render/gs/display/feedback.hpp"
#include "render/gs/display/scanout.hpp"

#include <algorithm>

namespace relit::render::gs::compute {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

namespace {

bool is_for_device(const Window& window) {
    return std::uint64_t{window.width} * window.height <= DisplayPipeline::kMostPixels;
}

/// Whether no two pixels of a feedback share a word, and none lies past the end of coordinates.
bool writes_once(const Feedback& feedback) {
    const auto at = [](std::uint32_t coordinate) { return static_cast<std::int32_t>(coordinate); };
    constexpr std::uint32_t kCoordinates = 2048;
    const std::uint32_t right = feedback.x + feedback.width, bottom = feedback.y + feedback.height;
    return right <= kCoordinates && bottom <= kCoordinates &&
           is_one_to_one(feedback.buffer, {at(feedback.x), at(feedback.y), at(right) - 1, at(bottom) - 1});
}

/// The numbers of the pages that a range has.
struct PagesOf {
    std::size_t begin = 0, end = 0;
    explicit PagesOf(MemoryRange range)
        : begin(range.begin / kPageBytes), end((std::size_t{range.begin} + range.size + kPageBytes - 1) / kPageBytes) {}
};

} // namespace

/// Primitives that cover no pixel were noted, but nothing of them is submitted.
Timeline Renderer::last_use(MemoryRange range, bool is_read_too) const {
    const PagesOf pages(range);
    Timeline value = 0;
    for (std::size_t i = pages.begin; i < pages.end; ++i)
        value = std::max({value, drawn_at_[i], is_read_too ? read_at_[i] : 0});
    return batch_.is_empty() ? std::min(value, submitted()) : value;
}

Timeline Renderer::value_of(MemoryRange range) const {
    const Timeline value = last_use(range, true);
    return value > pipeline_.timeline().reached() ? value : 0;
}

Bytes Renderer::read(MemoryRange range) {
    reach(last_use(range, false), Barrier::Read);
    return memory_.bytes().subspan(range.begin, range.size);
}

std::span<std::uint8_t> Renderer::map(MemoryRange range) {
    reach(value_of(range), Barrier::Read);
    const PagesOf pages(range);
    for (std::size_t i = pages.begin; i < pages.end; ++i) textures_.wrote(static_cast<std::uint32_t>(i));
    if (samples_) samples_->transferred().note_bytes(range.begin, range.size);
    return memory_.bytes().subspan(range.begin, range.size);
}

void Renderer::write(std::uint32_t begin, Bytes bytes) {
    std::ranges::copy(bytes, map({begin, static_cast<std::uint32_t>(bytes.size())}).begin());
}

Timeline Renderer::flush() {
    submit(Barrier::Flush);
    return submitted();
}

Timeline Renderer::reached() {
    const Status done = pipeline_.poll();
    if (status_) status_ = done;
    deliver();
    return pipeline_.timeline().reached();
}

void Renderer::wait(Timeline value) {
    reach(value, Barrier::Read);
    deliver();
}

void Renderer::deliver() {
    while (!waiting_.empty() && waiting_.front().value <= pipeline_.timeline().reached()) {
        const std::function<void()> take = std::move(waiting_.front().take);
        waiting_.pop_front();
        take();
    }
}

void Renderer::make_room_to_wait() {
    deliver();
    while (waiting_.size() >= Pipeline::kInFlight) wait(waiting_.front().value);
}

Timeline Renderer::read_later(MemoryRange range, const std::function<void(Bytes)>& take) {
    submit(Barrier::Read);
    make_room_to_wait();
    const auto value = status_ ? pipeline_.copy(range) : std::unexpected(status_.error());
    if (!value) {
        if (status_) status_ = std::unexpected(value.error());
        wait(submitted());
        take(memory_.bytes().subspan(range.begin, range.size));
        return 0;
    }
    const PagesOf pages(range);
    for (std::size_t i = pages.begin; i < pages.end; ++i) read_at_[i] = *value;
    waiting_.push_back({*value, [this, value = *value, take] { take(pipeline_.copied(value)); }});
    return *value;
}

/// Pages that a scan reads are not written meanwhile.
void Renderer::note_scan(const Scan& scan, Timeline value) {
    static constexpr std::uint32_t kSide = 2048;
    const auto pixels = [](std::uint32_t count, std::uint32_t unit) {
        return std::min((count + unit - 1) / unit, kSide);
    };
    for (const std::optional<Circuit>& circuit : {scan.merge.first, scan.merge.second}) {
        if (!circuit) continue;
        const std::uint32_t width = pixels(circuit->clocks, circuit->clocks_a_pixel);
        const std::uint32_t halves = 3 * circuit->x / 2;
        const bool wide = circuit->has_three_bytes;
        for (const PageBlocks& blocks : blocks_of(circuit->buffer, wide ? halves : circuit->x, circuit->y,
                                                  wide ? std::min(3 * width / 2 + 2, kSide) : width,
                                                  pixels(circuit->lines, circuit->lines_a_pixel)))
            read_at_[blocks.page % kPages] = value;
    }
}

Timeline Renderer::scan_later(const Vsync& vsync, const ScanoutOptions& options,
                              const std::function<void(Image)>& take) {
    submit(Barrier::Display);
    make_room_to_wait();
    const auto on_host = [this, vsync, options] { return scan(memory_, vsync.registers, vsync.field, options); };
    const Scan one(vsync.registers, vsync.field, options);
    const bool is_for_host = !status_ || !is_for_device(one.window);
    const auto value = is_for_host ? Result<Timeline>(0) : pipeline_.scan(one, options.half_is_opaque);
    if (!value) status_ = std::unexpected(value.error());
    if (!value || is_for_host) {
        wait(submitted());
        take(on_host());
        return 0;
    }
    note_scan(one, *value);
    waiting_.push_back({*value, [this, value = *value, on_host, take] {
                            auto image = pipeline_.take_scan(value);
                            if (status_ && !image) status_ = std::unexpected(image.error());
                            take(status_ ? std::move(*image) : on_host());
                        }});
    return *value;
}

Image Renderer::scanout(const Vsync& vsync, const ScanoutOptions& options) {
    Image image;
    wait(scan_later(vsync, options, [&](Image scan) { image = std::move(scan); }));
    return image;
}

void Renderer::feed_back(const Vsync& vsync, const ScanoutOptions& options) {
    if (!vsync.registers.EXTWRITE[ExtWrite::write]) return;
    finish(Barrier::Display);
    deliver();
    textures_.wrote_all();
    const Feedback feedback(vsync.registers, vsync.field, options);
    const Scan one(vsync.registers, vsync.field, options, feedback.from);
    if (!status_ || !is_for_device(one.window) || !writes_once(feedback))
        return gs::feed_back(memory_, vsync.registers, vsync.field, options);
    status_ = pipeline_.feed_back(one, options.half_is_opaque, feedback);
    if (samples_ == nullptr) return;
    for (std::uint32_t y = 0; y < feedback.height; ++y)
        for (std::uint32_t x = 0; x < feedback.width; ++x)
            samples_->transferred().note(address_of(feedback.buffer, feedback.x + x, feedback.y + y), ~0U);
}

Bytes Renderer::read_sample(unsigned sample) {
    if (samples_ == nullptr) return read({});
    finish(Barrier::Read);
    samples_->copy_transfers(memory_);
    return samples_->plane(sample).bytes();
}

} // namespace relit::render::gs::compute
