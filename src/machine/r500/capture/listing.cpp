#include "machine/r500/capture/listing.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

void add_note(std::string& note, std::string_view text) { note.append(note.empty() ? "" : "; ").append(text); }

bool covers(const PacketLine& line, std::uint32_t dword) {
    return dword >= line.at && dword < line.at + line.dwords.size();
}

} // namespace

std::string range_text(const Submission& submission) {
    if (!submission.is_part) return {};
    const std::size_t end = submission.first + submission.dwords.size();
    if (submission.dwords.size() == 1) return fmt::format("dword {} of stream {}", submission.first, submission.index);
    return fmt::format("dwords {} to {} of stream {}", submission.first, end - 1, submission.index);
}

std::string text_of(const BufferRef& buffer, std::uint32_t addend) {
    if (!buffer.handle) return fmt::format("relocation {} + {:#x}", buffer.relocation, addend);
    return fmt::format("buffer {} + {:#x}", *buffer.handle, addend);
}

std::string text_of(const Violation& violation) {
    const RuleInfo& rule = rule_info(violation.rule);
    return fmt::format("{}: {} ({})", rule.whose == Whose::Kernel ? "kernel" : "note", violation.text, rule.name);
}

std::vector<ListedLine> listed(const Walker& walker, Dwords stream) {
    std::vector<ListedLine> lines;
    for (PacketLine& line : lines_of(walker.packet(), stream)) lines.push_back({std::move(line), {}});
    for (ListedLine& one : lines) {
        for (const RelocatedAddress& address : walker.relocated_addresses())
            if (covers(one.line, address.dword)) add_note(one.note, text_of(address.buffer, address.addend));
    }
    std::string& head = lines.front().note;
    if (walker.draw() != nullptr) add_note(head, fmt::format("draw {}", walker.draw()->number));
    if (walker.is_taken()) add_note(head, fmt::format("relocation {}", walker.packet().body[0] / 4));
    // A violation at an offset outside the packet is of the NOP after it.
    for (const Violation& violation : walker.violations()) {
        std::size_t i = 0;
        while (i + 1 < lines.size() && !covers(lines[i].line, violation.dword)) ++i;
        add_note(covers(lines[i].line, violation.dword) ? lines[i].note : head, text_of(violation));
    }
    if (walker.packet().kind == PacketKind::Cut && walker.is_of_part())
        add_note(head,
                 fmt::format("the log has {} of its {} dwords", walker.packet().size(), walker.packet().wanted + 1));
    for (const Message& message : walker.messages()) {
        const auto at =
            std::ranges::find_if(lines, [&](const ListedLine& one) { return covers(one.line, message.dword); });
        add_note(at == lines.end() ? head : at->note, fmt::format("log: {}", message.text));
    }
    return lines;
}

} // namespace relit::machine::r500
