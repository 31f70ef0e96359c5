#include "render/gs/player/verifying.hpp"

#include "machine/gs/state/accesses.hpp"
#include "machine/gs/state/buffers.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace relit::render::gs::player {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all kinds of work

namespace {

/// How much work may wait for a comparison.
constexpr std::size_t kMostItems = 1U << 16, kMostBytes = 1U << 25;

std::uint32_t word_at(Bytes bytes, std::size_t word) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + 4 * word, sizeof(value));
    return value;
}

} // namespace

VerifyingRenderer::VerifyingRenderer(std::unique_ptr<Renderer> truth, std::unique_ptr<Renderer> tested)
    : truth_(std::move(truth)), tested_(std::move(tested)) {
    begin_window();
}

void VerifyingRenderer::begin_window() {
    RendererState before = truth_->save(std::move(window_.before));
    window_ = {};
    window_.before = std::move(before);
    window_.draws = draws_;
    passes_ = tested_->passes();
}

void VerifyingRenderer::keep(const Work& work, std::span<const DrawState> states) {
    WorkList& kept = window_.work;
    kept.items.push_back(work);
    if (auto* draw = std::get_if<Draw>(&kept.items.back())) {
        ++draws_;
        const DrawState& state = states[draw->state];
        if (kept.states.empty() || kept.states.back() != state) kept.states.push_back(state);
        draw->state = static_cast<std::uint32_t>(kept.states.size() - 1);
    }
    if (auto* data = std::get_if<TransferData>(&kept.items.back()); data != nullptr && !data->bytes.empty()) {
        window_.bytes.emplace_back(data->bytes.begin(), data->bytes.end());
        window_.byte_count += data->bytes.size();
        data->bytes = window_.bytes.back();
    }
}

void VerifyingRenderer::perform(const Work& work, std::span<const DrawState> states) {
    if (mismatch_) return;
    keep(work, states);
    is_between_ = true;
    truth_->perform(work, states), tested_->perform(work, states);
    is_between_ = false;
    const bool is_full = window_.work.items.size() >= kMostItems || window_.byte_count >= kMostBytes;
    if (is_full || tested_->passes() != passes_) compare();
}

void VerifyingRenderer::compare() {
    if (mismatch_ || is_between_) return;
    ++comparisons_;
    mismatch_ = difference();
    if (!mismatch_) return begin_window();
    find_draw(*mismatch_);
    if (mismatch_->state) find_pixel(*mismatch_);
}

namespace {

std::optional<Mismatch> difference_of(Bytes wanted, Bytes found) {
    if (std::memcmp(wanted.data(), found.data(), wanted.size()) == 0) return {};
    Mismatch mismatch;
    for (std::size_t word = kMemoryBytes / 4; word-- > 0;) {
        if (word_at(wanted, word) == word_at(found, word)) continue;
        ++mismatch.words;
        mismatch.first_word = static_cast<std::uint32_t>(word);
        mismatch.wanted = word_at(wanted, word), mismatch.found = word_at(found, word);
    }
    return mismatch;
}

/// Images that differ; where their sizes do, the pixel is that after the last of the smaller one.
Mismatch difference_of(const Image& wanted, const Image& found) {
    const auto [one, other] = std::ranges::mismatch(wanted.rgba, found.rgba);
    const auto pixel = static_cast<std::size_t>(one - wanted.rgba.begin()) / 4;
    const auto value = [&](const Image& image) {
        return 4 * pixel < image.rgba.size() ? word_at(image.rgba, pixel) : 0;
    };
    const std::size_t width = std::max(wanted.width, 1U);
    Mismatch mismatch;
    mismatch.pixel = {.x = static_cast<std::int32_t>(pixel % width),
                      .y = static_cast<std::int32_t>(pixel / width),
                      .is_shown = true,
                      .wanted = value(wanted),
                      .found = value(found)};
    return mismatch;
}

Bytes memory_of(Renderer& renderer, std::optional<unsigned> sample) {
    return sample ? renderer.read_sample(*sample) : renderer.read({});
}

} // namespace

std::optional<Mismatch> VerifyingRenderer::difference() {
    const Bytes wanted = truth_->read({}), got = tested_->read({});
    if (auto mismatch = difference_of(wanted, got)) return mismatch;
    for (unsigned i = 0; truth_->samples() > 1 && i < truth_->samples(); ++i) {
        const Bytes sample = truth_->read_sample(i), got_sample = tested_->read_sample(i);
        auto mismatch = difference_of(sample, got_sample);
        if (!mismatch) continue;
        mismatch->sample = i;
        return mismatch;
    }
    if (!(truth_->clut() == tested_->clut())) return Mismatch{.palette = true};
    return {};
}

/// Does the work once more, piece by piece.
void VerifyingRenderer::find_draw(Mismatch& mismatch) {
    mismatch.first_draw = window_.draws + 1, mismatch.last_draw = draws_;
    [[maybe_unused]] const Status untraced = truth_->trace(nullptr); // events of its pixel are told already
    truth_->restore(window_.before), tested_->restore(window_.before);
    std::uint64_t draws = window_.draws;
    for (const Work& work : window_.work.items) {
        truth_->perform(work, window_.work.states), tested_->perform(work, window_.work.states);
        const auto* draw = std::get_if<Draw>(&work);
        if (draw != nullptr) ++draws;
        const auto now = difference();
        if (!now) continue;
        mismatch = *now;
        mismatch.first_draw = mismatch.last_draw = draws;
        if (draw == nullptr) return;
        mismatch.draw = *draw, mismatch.state = window_.work.states[draw->state];
        return;
    }
    mismatch.only_together = true;
}

void VerifyingRenderer::find_pixel(Mismatch& mismatch) {
    const PixelBox box = pixels_of(*mismatch.draw, *mismatch.state);
    const Memory wanted(memory_of(*truth_, mismatch.sample)), found(memory_of(*tested_, mismatch.sample));
    const std::array buffers{frame_of(mismatch.state->frame), depth_of(mismatch.state->zbuf, mismatch.state->frame)};
    for (std::int32_t y = box.y0; y <= box.y1; ++y) {
        for (std::int32_t x = box.x0; x <= box.x1; ++x) {
            for (const Buffer& buffer : buffers) {
                const PixelBits bits(buffer.format);
                const auto at = address_of(buffer, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
                if (wanted.raw(bits, at) == found.raw(bits, at)) continue;
                mismatch.pixel = {.x = x,
                                  .y = y,
                                  .is_depth = buffer == buffers[1],
                                  .wanted = wanted.raw(bits, at),
                                  .found = found.raw(bits, at)};
                return;
            }
        }
    }
}

Bytes VerifyingRenderer::read(MemoryRange range) {
    compare();
    return truth_->read(range);
}

Bytes VerifyingRenderer::read_sample(unsigned sample) {
    compare();
    return truth_->read_sample(sample);
}

void VerifyingRenderer::write(std::uint32_t begin, Bytes bytes) {
    compare();
    truth_->write(begin, bytes), tested_->write(begin, bytes);
    if (!mismatch_) begin_window();
}

std::vector<std::uint8_t> VerifyingRenderer::read_back(std::uint32_t qwords) {
    compare();
    auto bytes = truth_->read_back(qwords);
    (void)tested_->read_back(qwords);
    if (!mismatch_) begin_window();
    return bytes;
}

Image VerifyingRenderer::scanout(const Vsync& vsync, const ScanoutOptions& options) {
    compare();
    Image wanted = truth_->scanout(vsync, options);
    if (mismatch_) return wanted;
    const Image found = tested_->scanout(vsync, options);
    if (found != wanted) mismatch_ = difference_of(wanted, found);
    if (mismatch_) mismatch_->first_draw = mismatch_->last_draw = draws_;
    return wanted;
}

void VerifyingRenderer::feed_back(const Vsync& vsync, const ScanoutOptions& options) {
    compare();
    truth_->feed_back(vsync, options), tested_->feed_back(vsync, options);
    if (!mismatch_) begin_window();
}

void VerifyingRenderer::restore(const RendererState& state) {
    truth_->restore(state), tested_->restore(state);
    if (!mismatch_) begin_window();
}

Status VerifyingRenderer::status() {
    if (const Status good = tested_->status(); !good) return good;
    if (mismatch_) return fail(FaultKind::Device, text_of(*mismatch_));
    return {};
}

std::string text_of(const Mismatch& mismatch) {
    const std::string draws =
        mismatch.first_draw >= mismatch.last_draw
            ? fmt::format("{}draw {}", mismatch.draw || mismatch.only_together ? "" : "after ", mismatch.last_draw)
            : fmt::format("draws {} to {}{}", mismatch.first_draw, mismatch.last_draw,
                          mismatch.only_together ? ", but not one by one" : "");
    if (mismatch.palette) return draws + ": the palette buffers differ";
    if (mismatch.pixel && mismatch.pixel->is_shown)
        return fmt::format("{}: pixel {},{} of the display is {:#010x}, not {:#010x}", draws, mismatch.pixel->x,
                           mismatch.pixel->y, mismatch.pixel->found, mismatch.pixel->wanted);
    const std::string pixel = mismatch.pixel
                                  ? fmt::format("pixel {},{} of the {} is {:#010x}, not {:#010x}; ", mismatch.pixel->x,
                                                mismatch.pixel->y, mismatch.pixel->is_depth ? "depth buffer" : "frame",
                                                mismatch.pixel->found, mismatch.pixel->wanted)
                                  : std::string();
    const std::string of_sample = mismatch.sample ? fmt::format(" of sample {}", *mismatch.sample) : std::string();
    return fmt::format("{}: {}{} words of local memory{} differ, the first at {:#x}: {:#010x}, not {:#010x}", draws,
                       pixel, mismatch.words, of_sample, 4 * mismatch.first_word, mismatch.found, mismatch.wanted);
}

} // namespace relit::render::gs::player
