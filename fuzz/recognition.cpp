// Files of any kind: the line .isa of a text, numbers that show a file, the kind of a file that no codec recognises, and the guest of text with mistakes.
#include "content/foreign.hpp"
#include "guests/isa_line.hpp"
#include "guests/kind.hpp"
#include "guests/spelled_bytes.hpp"
#include "isa/text.hpp"

#include <cstdlib>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace relit;
    const Bytes bytes(data, size);
    (void)content::foreign_kind(bytes, isa::is_text(bytes));
    const auto line = guests::find_isa_line(bytes);
    std::vector<std::uint8_t> text(data, data + size);
    const auto named = guests::take_isa_line(nullptr, text);
    if (named.has_value() != line.has_value()) std::abort();
    // The line is blank: it names nothing any more, unless another follows it.
    if (line && *line && ((*line)->codec != *named || text[(*line)->begin] != ' ')) std::abort();
    const auto shown = guests::read_marked(nullptr, text_of(bytes));
    if (shown && *shown && (*shown)->bytes.empty()) std::abort();
    if (size <= 4096) (void)guests::read_spelled(nullptr, text_of(bytes), "file").has_value();
    if (size <= 4096) (void)guests::kind_of_file(bytes, "file").has_value();
    return 0;
}
