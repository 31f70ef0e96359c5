#include "isa/shared/push.hpp"

#include <algorithm>

namespace relit::isa {
namespace {

constexpr std::string_view kReserved = "not a method header";

} // namespace

std::optional<PushItem> PushReader::next() {
    if (file_.size() - at_ < 4) return {};
    PushItem item{PushKind::Rest, at_, static_cast<std::uint32_t>(rules_.order(file_.subspan(at_, 4))), 0};
    at_ += 4;
    if (stopped_) return item;
    if (wanted_ != 0) {
        item.kind = PushKind::Argument;
        item.address = address_;
        address_ += step_;
        --wanted_;
        return item;
    }
    const PushHeader header{{{item.word}}};
    if (!header.is_method()) {
        stopped_ = !rules_.passes_control || !is_control(item.word);
        item.kind = PushKind::Control;
        return item;
    }
    item.kind = PushKind::Header;
    item.address = address_ = header.address();
    wanted_ = header[PushHeader::count];
    step_ = header.increments_not() ? 0 : 4;
    return item;
}

PushRun PushReader::skip_arguments() {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(wanted_, (file_.size() - at_) / 4));
    if (count == 0) return {};
    const PushRun run{count, address_, address_ + step_ * (count - 1)};
    at_ += std::size_t{count} * 4;
    wanted_ -= count;
    address_ += step_ * count;
    return run;
}

std::string_view describe_control(std::uint32_t word) {
    const PushHeader header{{{word}}};
    if (header[PushHeader::kind] == 1 && header[PushHeader::low] == 0) return "a jump of the old form";
    if (header[PushHeader::low] == 1) return "a jump";
    if (header[PushHeader::low] == 2) return "a call";
    if (word == 0x00020000) return "a return";
    return kReserved;
}

bool is_control(std::uint32_t word) { return describe_control(word) != kReserved; }

} // namespace relit::isa
