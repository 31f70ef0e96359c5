// Cuts an NV2A push buffer into words with their meaning.
#include "isa/nv2a/pushbuffer.hpp"

namespace relit::isa::nv2a {

const MethodInfo* method_at(std::uint32_t address) {
    for (const MethodInfo& row : kMethods)
        if (address >= row.address && address <= row.last) return &row;
    return nullptr;
}

std::optional<PushItem> PushReader::next() {
    if (in_.left() < 4) return {};
    PushItem item{PushKind::Rest, in_.offset(), in_.u32le(), 0};
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
        stopped_ = true;
        item.kind = PushKind::Control;
        return item;
    }
    item.kind = PushKind::Header;
    item.address = address_ = header.address();
    wanted_ = header[PushHeader::count];
    step_ = header.increments_not() ? 0 : 4;
    return item;
}

std::string_view describe_control(std::uint32_t word) {
    const PushHeader header{{{word}}};
    if (header[PushHeader::kind] == 1 && header[PushHeader::low] == 0) return "a jump of the old form";
    if (header[PushHeader::low] == 1) return "a jump";
    if (header[PushHeader::low] == 2) return "a call";
    if (word == 0x00020000) return "a return";
    return "not a method header";
}

} // namespace relit::isa::nv2a
