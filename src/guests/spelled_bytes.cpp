#include "guests/spelled_bytes.hpp"

#include "base/printable.hpp"
#include "codec/numbers.hpp"
#include "codec/word_text.hpp"
#include "guests/guests.hpp"
#include "guests/isa_line.hpp"
#include "guests/recognise.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::guests {
namespace {

/// The bytes that the numbers are in one order.
struct Trial {
    std::endian order;
    std::vector<std::uint8_t> bytes;
};

Bytes looked_at(Bytes file) { return file.first(std::min(file.size(), codec::kLookedAt)); }

/// The order of bytes in files of a guest.
std::endian own_order(const codec::Codec& codec) {
    return codec.layout != nullptr ? codec.layout({}).order : std::endian::little;
}

/// Returns the codec that reads the bytes: the one that is named, or the only one that recognises them, in `sureness`.
const codec::Codec* codec_of(const codec::Codec* named, Bytes file, std::string_view file_name, Sureness& sureness) {
    if (named != nullptr) {
        sureness = named->recognise(looked_at(file)).sureness;
        return named;
    }
    const auto found = likely(candidates_of(looked_at(file)), file_name);
    if (found.size() != 1) return nullptr;
    sureness = found[0].recognition.sureness;
    return found[0].codec;
}

bool reads_as_it_is(const codec::Codec* named, Bytes text, std::string_view file_name) {
    if (named != nullptr) return named->recognise(looked_at(text)).sureness != Sureness::No;
    return !likely(candidates_of(looked_at(text)), file_name).empty();
}

std::string assumption(const codec::Codec& codec, std::size_t element, std::endian order) {
    if (element == 1) return fmt::format("arrays of bytes, taken for a file of {}", codec.name);
    return fmt::format("arrays of numbers of {} bits, taken for a file of {} with {}-endian words", 8 * element,
                       codec.name, order == std::endian::little ? "little" : "big");
}

/// Takes the better order of bytes.
std::optional<SpelledBytes> best_of(const codec::Codec* named, std::span<Trial> trials, std::size_t element,
                                    std::string_view file_name) {
    std::optional<SpelledBytes> best;
    Sureness most{};
    for (Trial& trial : trials) {
        Sureness sureness{};
        const codec::Codec* const codec = codec_of(named, trial.bytes, file_name, sureness);
        if (codec == nullptr || (named == nullptr && sureness == Sureness::No)) continue;
        const bool is_own = trial.order == own_order(*codec);
        if (best && (sureness < most || (sureness == most && !is_own))) continue;
        most = sureness;
        best = SpelledBytes{codec, std::move(trial.bytes), assumption(*codec, element, trial.order)};
    }
    return best;
}

/// Sources of any program have arrays.
std::unexpected<Fault> unrecognised(Fault fault) {
    fault.text = "no known kind of program: " + fault.text;
    return std::unexpected(std::move(fault));
}

} // namespace

bool may_spell_bytes(const codec::Codec* named, Bytes begin) {
    const std::string_view text = text_of(begin.first(std::min(begin.size(), codec::kWordTextHeadWithin)));
    const auto head = codec::find_word_text_head(text);
    if (!head || *head) return true;
    if (!codec::declares_array(text)) return false;
    return named == nullptr ? !reads_as_it_is(nullptr, begin, {}) : frontend_named(named->name) != nullptr;
}

Result<std::optional<SpelledBytes>> read_marked(const codec::Codec* named, std::string_view text) {
    const auto head = codec::find_word_text_head(text);
    if (!head) return std::unexpected(head.error());
    if (!*head) return std::nullopt;
    const std::string what = printable((*head)->what.substr(0, 80));
    const codec::Codec* const codec = codec_named((*head)->what);
    if (codec == nullptr)
        return fail(fmt::format("by their first line these numbers are {}, not a file of a guest language", what));
    if (named != nullptr && named != codec)
        return fail(fmt::format("the numbers are of {} by their first line, and --isa names {}", what, named->name));
    auto bytes = codec::read_word_text(text, **head);
    if (!bytes) return std::unexpected(bytes.error());
    return SpelledBytes{codec, std::move(*bytes), {}};
}

Result<std::optional<SpelledBytes>> read_spelled(const codec::Codec* named, std::string_view text,
                                                 std::string_view file_name) {
    auto marked = read_marked(named, text);
    if (!marked || *marked || !codec::declares_array(text)) return marked;
    const Bytes file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    if (reads_as_it_is(named, file, file_name)) return std::nullopt;
    std::vector<Trial> trials;
    std::size_t element = 0;
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        if (element == 1) break; // bytes have no order
        auto numbers = codec::read_arrays(text, {.order = order});
        if (!numbers) return named != nullptr ? std::unexpected(numbers.error()) : unrecognised(numbers.error());
        element = numbers->element;
        trials.push_back({order, std::move(numbers->bytes)});
    }
    auto best = best_of(named, trials, element, file_name);
    if (best) return best;
    return unrecognised(
        {FaultKind::BadInput, "arrays of numbers that no guest recognises; name one with --isa", {}, 0, 0});
}

} // namespace relit::guests
