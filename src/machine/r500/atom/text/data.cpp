#include "machine/r500/atom/text/data.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::machine::r500::atom {
namespace {

constexpr std::size_t kBytesALine = 32, kLeastFill = 24, kLeastText = 8, kMostText = 96;

/// How many bytes from the first on are the same.
std::size_t run_of_same(Bytes bytes) {
    const auto end = std::ranges::find_if(bytes, [&](std::uint8_t byte) { return byte != bytes[0]; });
    return static_cast<std::size_t>(end - bytes.begin());
}

std::size_t run_of_text(Bytes bytes) {
    bytes = bytes.first(std::min(bytes.size(), kMostText));
    const auto end = std::ranges::find_if_not(bytes, is_plain);
    return static_cast<std::size_t>(end - bytes.begin());
}

/// How many bytes from the first on are best written as plain hex.
std::size_t run_of_bytes(Bytes bytes) {
    std::size_t at = 1;
    while (at < bytes.size() && at < kBytesALine && run_of_same(bytes.subspan(at)) < kLeastFill &&
           run_of_text(bytes.subspan(at)) < kLeastText)
        ++at;
    return at;
}

std::string hex_of(Bytes bytes) {
    std::string text = ".bytes ";
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

} // namespace

bool is_plain(std::uint8_t c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

codec::Line directive(std::uint64_t offset, std::string text, std::string note) {
    codec::Line line;
    line.offset = offset;
    line.text = std::move(text);
    line.note = std::move(note);
    line.instruction = false;
    return line;
}

void add_data(std::vector<codec::Line>& lines, Bytes bytes, std::uint64_t offset) {
    while (!bytes.empty()) {
        std::size_t count = run_of_same(bytes);
        if (count >= kLeastFill) {
            lines.push_back(directive(offset, fmt::format(".fill {}, 0x{:02x}", count, bytes[0])));
        } else if (count = run_of_text(bytes); count >= kLeastText) {
            const std::string text(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
            lines.push_back(directive(offset, fmt::format(".text \"{}\"", text)));
        } else {
            count = run_of_bytes(bytes);
            lines.push_back(directive(offset, hex_of(bytes.first(count))));
        }
        bytes = bytes.subspan(count);
        offset += count;
    }
}

} // namespace relit::machine::r500::atom
