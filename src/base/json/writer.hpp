// JSON as text, written value by value. Nothing is kept of a document but the text that has not gone to its sink yet.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace relit {

/// How a document looks. Strings are UTF-8; what is not becomes U+FFFD.
struct JsonStyle {
    bool one_line = false;        ///< without line ends and blanks, else indented by two
    bool one_line_values = false; ///< indented is only the outermost: each value in it is on one line
    bool only_ascii = false;      ///< other characters as \uXXXX: names of files may hold anything
};

/// Writes one value: an object or an array with all that is in it, or a single value.
/// Every begin_ is followed by an end(), and in an object every value by its key; nothing checks it.
class JsonWriter {
public:
    /// Takes pieces of the text, in order.
    using Sink = std::function<void(std::string_view)>;

    explicit JsonWriter(JsonStyle style = {}) : style_(style) {}
    /// Gives the text to `sink` in pieces of some 64 KiB, the last by take(): for documents that may not fit into memory.
    JsonWriter(Sink sink, JsonStyle style) : style_(style), sink_(std::move(sink)) {}

    void begin_object() { begin('{'); }
    void begin_array() { begin('['); }
    void begin_object(std::string_view name) {
        key(name);
        begin('{');
    }
    void begin_array(std::string_view name) {
        key(name);
        begin('[');
    }
    /// Of the innermost that is open.
    void end();

    /// In an object, before each value.
    void key(std::string_view name);
    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(std::nullptr_t /*null*/) { add_word("null"); }
    void value(std::same_as<bool> auto flag) { add_word(flag ? "true" : "false"); }
    void value(std::unsigned_integral auto number)
        requires(!std::same_as<decltype(number), bool>)
    {
        add(std::uint64_t{number});
    }
    void value(std::signed_integral auto number) { add(std::int64_t{number}); }
    /// The shortest decimal that reads back to the same double; null where it is not finite.
    void value(std::floating_point auto number) { add(static_cast<double>(number)); }
    /// null where there is none.
    template <class T>
    void value(const std::optional<T>& content) {
        if (content)
            value(*content);
        else
            value(nullptr);
    }
    /// The one that a function writes.
    template <std::invocable<JsonWriter&> Write>
    void value(const Write& write) {
        write(*this);
    }
    /// An array of values.
    template <std::ranges::input_range Range>
        requires(!std::convertible_to<const Range&, std::string_view>)
    void value(const Range& items) {
        begin_array();
        for (const auto& item : items) value(item);
        end();
    }
    template <class T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }
    /// A name and what value() takes, to which it refers.
    class Member {
    public:
        template <class T>
        Member(std::string_view name, const T& content)
            : name_(name), content_(static_cast<const void*>(&content)),
              write_([](JsonWriter& json, const void* it) { json.value(*static_cast<const T*>(it)); }) {}

    private:
        friend JsonWriter;
        std::string_view name_;
        const void* content_;
        void (*write_)(JsonWriter& json, const void* content);
    };
    using Members = std::initializer_list<Member>;
    /// members({{"x", 1}, {"y", 2}})
    void members(Members all);
    /// A value that is an object of these.
    void object(Members all);
    /// The same as a member.
    void object(std::string_view name, Members all) {
        key(name);
        object(all);
    }
    /// A member that is an array of objects: `add_members` writes what is in each.
    template <std::ranges::input_range Range, class AddMembers>
    void objects(std::string_view name, const Range& items, const AddMembers& add_members) {
        begin_array(name);
        for (const auto& item : items) {
            begin_object();
            add_members(item);
            end();
        }
        end();
    }

    /// What has not gone to the sink, with a line end; where there is a sink, that too goes there, and "" comes back.
    std::string take();

private:
    struct Open {
        char end = '}';
        bool is_empty = true;
    };
    void begin(char bracket);
    void begin_value();
    void begin_line();
    [[nodiscard]] bool has_lines() const;
    void add(std::uint64_t number);
    void add(std::int64_t number);
    void add(double number);
    void add_word(std::string_view word);
    void add_quoted(std::string_view text);
    void add_character(std::string_view utf8);
    void pass_on(std::size_t least);

    std::string text_;
    std::vector<Open> open_;
    JsonStyle style_;
    Sink sink_;
    bool follows_key_ = false;
};

} // namespace relit
