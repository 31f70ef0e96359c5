// JSON as text, written as it is said: indented by two, in UTF-8.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relit {

/// One value: an object or an array with all that is in it. Bytes that are not UTF-8 become U+FFFD.
class JsonWriter {
public:
    void begin_object() { begin('{'); }
    void begin_array() { begin('['); }
    /// Of the innermost that is open.
    void end();

    /// In an object, before each value.
    void key(std::string_view name);
    void value(std::string_view text);
    void value(std::unsigned_integral auto number) { add(std::uint64_t{number}); }
    template <class T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }

    /// When all is closed; with a line end.
    [[nodiscard]] std::string take();

private:
    struct Open {
        char end = '}';
        bool is_empty = true;
    };
    void begin(char bracket);
    void begin_value();
    void begin_line();
    void add(std::uint64_t number);
    void add_quoted(std::string_view text);

    std::string text_;
    std::vector<Open> open_;
    bool follows_key_ = false;
};

} // namespace relit
