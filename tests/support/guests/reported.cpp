#include "tests/support/guests/reported.hpp"

#include <gtest/gtest.h>

namespace relit::test {

Reported translated(const isa::Frontend& guest, Bytes file, const ir::Context& context) {
    constexpr lang::Target kTarget{.dialect = lang::Dialect::GlslVulkan, .version = 450};
    const auto done = translate::translate(guest, file, context, kTarget);
    if (!done) return {.text = {}, .notes = done.error().text, .is_refused = true};
    Reported reported{.text = done->artifact.text};
    for (const std::string& note : done->artifact.approximate) reported.notes += note + "\n";
    for (const ir::Assumption& one : done->artifact.assumed)
        reported.assumed += one.name + " = " + one.value + ": " + one.why + "\n";
    return reported;
}

Reported translated(const isa::Frontend& guest, std::string_view text, const ir::Context& context) {
    const auto file = codec::assemble(guest.codec, text, {});
    EXPECT_TRUE(file) << text;
    return file ? translated(guest, *file, context) : Reported{};
}

void expect_translated(const Reported& reported, std::string_view wanted, std::string_view name) {
    const bool has = reported.text.find(wanted) != std::string::npos;
    EXPECT_TRUE(!reported.is_refused && has && !reported.notes_of(name)) << wanted << "\n"
                                                                         << reported.text << reported.notes;
}

void expect_listed(const Reported& reported, std::string_view name) {
    EXPECT_TRUE(reported.notes_of(name) || reported.assumes(name))
        << name << "\n"
        << reported.text << reported.notes << reported.assumed;
}

} // namespace relit::test
