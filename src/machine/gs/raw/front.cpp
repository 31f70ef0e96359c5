// The front of a dump of raw packets: the state after a reset, and a display that shows what the packets draw.
#include "machine/gs/packets/gif.hpp"
#include "machine/gs/raw/raw.hpp"
#include "machine/gs/state/machine.hpp"

#include <algorithm>
#include <bitset>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace relit::machine::gs {
namespace {

/// Plays packets to learn what they draw to, and which registers they rely on without a write.
class FrameFinder {
public:
    explicit FrameFinder(const Registers& registers) { machine_.restore(registers, work_); }

    void write(std::uint8_t address, std::uint64_t value) {
        written_.set(register_of(address));
        work_.clear();
        machine_.write(address, value, work_);
        for (const Work& one : work_.items)
            if (const Draw* draw = std::get_if<Draw>(&one)) note_draw(work_.states[draw->state]);
    }
    void take_data(Bytes) {}

    /// The frame of the last draw, and the size of what all draws to it may reach.
    struct Shown {
        Frame frame;
        std::uint32_t width = 0, height = 0;
    };
    [[nodiscard]] const std::optional<Shown>& shown() const { return shown_; }
    [[nodiscard]] std::vector<std::string> warnings() const {
        std::vector<std::string> all;
        if (!missing_.empty())
            all.push_back(fmt::format("not written before a draw: {}; 0, as after a reset, is assumed",
                                      fmt::join(missing_, ", ")));
        if (relies_on_mode_)
            all.emplace_back(
                "PRMODECONT is not written before the first draw; AC=1 is assumed: PRIM has the attributes");
        return all;
    }

private:
    void note_draw(const DrawState& state) {
        const std::uint32_t context = state.prim[Prim::context];
        const auto expect = [&](Address of_first, std::string_view name) {
            if (!written_[static_cast<std::size_t>(of_first) + context])
                missing_.push_back(fmt::format("{}_{}", name, context + 1));
        };
        if (!seen_[context]) {
            expect(Address::XYOFFSET_1, "XYOFFSET");
            expect(Address::SCISSOR_1, "SCISSOR");
            expect(Address::TEST_1, "TEST");
            expect(Address::FRAME_1, "FRAME");
            expect(Address::ZBUF_1, "ZBUF");
            relies_on_mode_ = relies_on_mode_ || !written_[static_cast<std::size_t>(Address::PRMODECONT)];
        }
        seen_[context] = true;
        const Frame& frame = state.frame;
        const bool is_same = shown_ && shown_->frame[Frame::base] == frame[Frame::base] &&
                             shown_->frame[Frame::width] == frame[Frame::width];
        if (!is_same) shown_ = Shown{};
        shown_->frame = frame;
        shown_->width = std::max(shown_->width, state.scissor[Scissor::x1] + 1);
        shown_->height = std::max(shown_->height, state.scissor[Scissor::y1] + 1);
    }

    Machine machine_;
    WorkList work_;
    std::bitset<kAddresses> written_;
    std::bitset<2> seen_;
    std::vector<std::string> missing_;
    bool relies_on_mode_ = false;
    std::optional<Shown> shown_;
};

/// Circuit 1 shows the frame. The rectangle is cut to the frame's width, and to the rows that memory has from its base.
Privileged display_of(FrameFinder::Shown& shown) {
    const Frame& frame = shown.frame;
    const PixelFormat format = frame[Frame::format];
    const Layout& layout = layout_of(format);
    const std::uint32_t width = frame[Frame::width] * 64,
                        across = std::max(layout.pages_across(frame[Frame::width]), 1U);
    const std::uint32_t rows = ((kPages - frame[Frame::base]) / across) << layout.page_y;
    shown.width = std::min(shown.width, width);
    shown.height = std::clamp(shown.height, 1U, std::max(rows, 1U));
    if (shown.width == 0) return {};
    constexpr std::uint32_t kMostClocks = 4096, kUsual = 4; // of DW; clocks of a pixel in the usual modes
    const std::uint32_t clocks = std::clamp(kMostClocks / shown.width, 1U, kUsual);
    Privileged registers;
    registers.PMODE.set(PMode::circuit1, true)
        .set(PMode::crtmd, 1U)
        .set(PMode::fixed_alpha, true)
        .set(PMode::alpha, 255U);
    registers.DISPFB1.set(DispFb::base, frame[Frame::base]).set(DispFb::width, frame[Frame::width]);
    registers.DISPFB1.set(DispFb::format, format);
    registers.DISPLAY1.set(Display::x, 636U).set(Display::y, 50U).set(Display::magnify_x, clocks - 1);
    registers.DISPLAY1.set(Display::width, shown.width * clocks - 1).set(Display::height, shown.height - 1);
    return registers;
}

} // namespace

Front front_of(const RawPackets& packets) {
    Front front;
    front.header.container = Container::Packets;
    front.state.emplace();
    front.state->PRMODECONT = value_of(PrModeCont{}.set(PrModeCont::from_prim, true));
    front.privileged.resize(kPrivilegedBytes);
    front.warnings = packets.warnings;
    Registers registers;
    registers.PRMODECONT.set(PrModeCont::from_prim, true);
    FrameFinder finder(registers);
    Gif gif;
    transfer(gif, static_cast<std::uint8_t>(Path::Path3), packets.bytes(), finder);
    std::ranges::move(finder.warnings(), std::back_inserter(front.warnings));
    auto shown = finder.shown();
    if (!shown) return front;
    store(display_of(*shown), std::span(front.privileged).first<kPrivilegedBytes>());
    front.warnings.push_back(
        shown->width == 0
            ? "the packets have no display registers, and FRAME of the last draw has no width: nothing is displayed"
            : fmt::format(
                  "the packets have no display registers: after the last of them, the frame of the last draw is assumed to be "
                  "displayed, FBP={}, FBW={}, PSM={}, {}x{} pixels by its scissor",
                  shown->frame[Frame::base], shown->frame[Frame::width],
                  kFormatNames[static_cast<std::size_t>(layout_of(shown->frame[Frame::format]).format)], shown->width,
                  shown->height));
    return front;
}

} // namespace relit::machine::gs
