// What the parser of the text form reads within a line: words, numbers, names, types; and what went wrong there.
#pragma once

#include "base/result.hpp"
#include "base/text.hpp"
#include "ir/names.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include <charconv>

#include <fmt/format.h>

namespace relit::ir {

inline constexpr std::string_view kNameLetters = "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Functions return false where the text is not what they want, with the fault noted.
class Reader {
public:
    using Names = std::map<std::string, std::uint32_t, std::less<>>;

    Scanner at{""};
    Fault fault;

    /// Skips blanks and notes the offset: faults in what is read next are reported there.
    void begin() {
        (void)at.at_end();
        begin_ = at.column();
    }
    [[nodiscard]] std::uint32_t begin_column() const { return begin_; }
    /// At the last of what was read.
    bool wrong(std::string text) {
        fault = {FaultKind::BadInput, std::move(text), {}, at.line(), begin_};
        return false;
    }
    /// The text asks for more of something than is read.
    bool beyond(std::size_t most, std::string_view what);
    bool ends() {
        begin();
        return at.at_end() || at.peek() == ';' || at.rest().starts_with("//");
    }
    bool expect(std::string_view wanted) {
        begin();
        return at.accept(wanted) || wrong(fmt::format("expected '{}'", wanted));
    }
    std::string_view token() {
        begin();
        return at.while_of(kNameLetters);
    }
    template <class Number>
    bool number(Number& value, std::uint64_t most = std::numeric_limits<Number>::max());
    bool text(std::string& out, std::size_t longest);
    bool name(std::string& out);
    bool type(Type& out);
    template <class Value, std::size_t N>
    bool one_of(const std::array<std::string_view, N>& names, Value& out, std::string_view what);
    bool reference(const Names& names, std::size_t count, std::string_view what, std::uint32_t& out);
    static void remember(Names& names, const std::string& name, std::size_t index);
    bool next_index(std::size_t expected);

private:
    bool escape(std::string& out);

    std::uint32_t begin_ = 1;
};

template <class Number>
bool Reader::number(Number& value, std::uint64_t most) {
    begin();
    const std::string_view digits = at.while_of("0123456789abcdefABCDEFx");
    const bool hex = digits.starts_with("0x");
    std::uint64_t read = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data() + (hex ? 2 : 0), end, read, hex ? 16 : 10);
    if (error != std::errc{} || stop != end) return wrong("expected a number");
    if (read > most) return wrong(fmt::format("{} is too large", digits));
    value = static_cast<Number>(read);
    return true;
}

template <class Value, std::size_t N>
bool Reader::one_of(const std::array<std::string_view, N>& names, Value& out, std::string_view what) {
    const std::size_t index = index_in(names, token());
    if (index >= N) return wrong(fmt::format("expected a {}", what));
    out = static_cast<Value>(index);
    return true;
}

} // namespace relit::ir
