#include "isa/maxwell/maxwell.hpp"
#include "isa/maxwell/text/sample_word.hpp"
#include "isa/maxwell/text/spelling.hpp"
#include "tests/soak/soak.hpp"
#include "tests/support/guests/text.hpp"

namespace relit::soak {
namespace {

using isa::maxwell::assemble;
using isa::maxwell::Form;
using isa::maxwell::form_of;
using isa::maxwell::kForms;
using isa::maxwell::kGroupBytes;
using isa::maxwell::kPlainControl;
using isa::maxwell::kWordBytes;
using isa::maxwell::print_control;
using isa::maxwell::print_instruction;
using isa::maxwell::random_word;

/// A legal word of each form, and random words of any kind, through text; all in one program.
std::string words_fault(std::uint64_t seed) {
    isa::Random random(seed);
    std::vector<std::uint64_t> words;
    for (std::size_t i = 0; i < kForms; ++i) words.push_back(random_word(random, static_cast<Form>(i)));
    for (unsigned i = 0; i < 64; ++i) words.push_back(random.next());
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto address = static_cast<std::uint32_t>(i / 3 * kGroupBytes + (i % 3 + 1) * kWordBytes);
        print_control(text, kPlainControl);
        print_instruction(text, {words[i], address, form_of(words[i])}, kPlainControl, 0);
        text += '\n';
    }
    const auto bytes = assemble(text, {});
    if (!bytes) return "seed " + std::to_string(seed) + ": " + describe(bytes.error(), "text") + "\n" + text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t at = i / 3 * kGroupBytes + (i % 3 + 1) * kWordBytes;
        if (little_endian(Bytes(*bytes).subspan(at, kWordBytes)) != words[i])
            return "seed " + std::to_string(seed) + ": word " + std::to_string(i) + " is another\n" + text;
    }
    return {};
}

} // namespace

std::string maxwell_roundtrip(std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t seed = first; seed < end; ++seed) {
        const char* addresses = seed % 2 == 0 ? "bytes" : "none";
        std::string fault = test::round_trip_fault(isa::maxwell::kFrontend, {{"addresses", addresses}}, seed);
        if (fault.empty()) fault = words_fault(seed);
        if (!fault.empty()) return fault;
    }
    return {};
}

} // namespace relit::soak
