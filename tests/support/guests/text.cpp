#include "tests/support/guests/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::test {
namespace {

std::string show(const codec::TextOptions& options) {
    std::string text;
    for (const auto& [name, value] : options) text += name + "=" + value + " ";
    return text;
}

} // namespace

std::vector<codec::TextOptions> dialects_of(const isa::Frontend& guest) {
    std::vector<codec::TextOptions> all = {{}};
    for (const std::string_view option : guest.codec.text_options) {
        const std::size_t equals = option.find('=');
        const std::string name(option.substr(0, equals));
        std::string_view values = option.substr(equals + 1);
        while (!values.empty()) {
            const std::size_t end = std::min(values.find('|'), values.size());
            all.push_back({{name, std::string(values.substr(0, end))}});
            values.remove_prefix(std::min(end + 1, values.size()));
        }
    }
    return all;
}

std::string round_trip_fault(const isa::Frontend& guest, const codec::TextOptions& options, std::uint64_t seed) {
    const std::vector<std::uint8_t> file = guest.codec.sample(seed);
    const auto fault = [&](std::string_view what, std::string_view text) {
        return fmt::format("{} {}seed {}: {}\n{}", guest.name(), show(options), seed, what, text);
    };
    const auto listing = codec::list(guest.codec, file, options);
    if (!listing) return fault(listing.error().text, "");
    const std::string text = codec::print(*listing);
    if (listing->unknown != 0) return fault("a line is not known", text);
    // The text says itself how it is to be read: no options.
    const auto again = codec::assemble(guest.codec, text, {});
    if (!again) return fault(fmt::format("line {}: {}", again.error().line, again.error().text), text);
    return *again == file ? "" : fault("other bytes", text);
}

} // namespace relit::test
