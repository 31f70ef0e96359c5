// Any text is refused with a line and column or makes a dump; that dump is read from its bytes, and comes back from its own text.
#include "machine/gs/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace relit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace machine::gs;
    constexpr std::size_t kMost = std::size_t{1} << 20;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)recognise_text(text);
    auto dump = parse_text(text, kMost);
    if (!dump) {
        if (dump.error().line == 0) std::abort();
        return 0;
    }
    // Without its 4 MiB of memory, where the text says nothing of it, a dump is checked much sooner.
    const bool has_state = std::ranges::any_of(std::array{".state", ".memory", ".path", ".q", ".unread", ".version"},
                                               [&](const char* name) { return text.find(name) != text.npos; });
    if (!has_state) dump->header.container = Container::Stream;
    const std::vector<std::uint8_t> file = write_dump(*dump);
    const Reading reading = read_dump(file, {}, dump->header.container);
    const auto again = parse_text(print_text(reading.dump));
    if (!again || (!reading.fault && write_dump(*again) != file)) std::abort();
    return 0;
}
