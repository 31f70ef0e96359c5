// Any texts are titles, names, commands, messages and contents of a report: the page has the elements of one with harmless texts.
#include "report/compact.hpp"
#include "report/page.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace relit;

namespace {

report::Report report_of(std::span<const std::string> texts) {
    report::Report report{.title = texts[0],
                          .version = texts[1],
                          .parts = {{texts[2], texts[3], texts[4], {{texts[5], 0}}}},
                          .documents = {}};
    report.documents.push_back({.command = texts[6], .form = texts[7], .content = texts[8], .messages = {}});
    return report;
}

std::string page_of(const report::Report& report) {
    std::string page;
    report::write_page(report, [&](std::string_view piece) { page += piece; });
    return page;
}

} // namespace

/// Zero bytes part the texts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kTexts = 9;
    std::array<std::string, kTexts> texts, harmless;
    harmless.fill("a");
    for (std::size_t i = 0, at = 0; i < kTexts && at < size; ++i) {
        const auto* const end = std::find(data + at, data + size, 0);
        texts[i].assign(data + at, end);
        at = static_cast<std::size_t>(end - data) + 1;
    }
    if (texts.back().empty()) texts.back() = "a";
    const std::string page = page_of(report_of(texts)), plain = page_of(report_of(harmless));
    if (std::ranges::count(page, '<') != std::ranges::count(plain, '<')) std::abort();
    if (std::ranges::count(page, '>') < std::ranges::count(plain, '>')) std::abort();
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t'; };
    if (std::ranges::count_if(page, is_control) != std::ranges::count_if(plain, is_control)) std::abort();
    (void)report::compact_explanation(texts[8]).has_value();
    (void)report::compact_steps(texts[8]).has_value();
    return 0;
}
