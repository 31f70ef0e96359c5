// The context keys beside the code that a translation may depend on, and the recorder through which they are read.
#pragma once

#include "base/result.hpp"
#include "ir/context_values.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::ir {

/// Named numbers, opaque here: isa/<guest> owns their names and fields ("nv2a.arithmetic"). Text form: one
/// "name = value" a line, sorted.
struct Context {
    ContextValues values;
    [[nodiscard]] bool operator==(const Context&) const = default;
};

[[nodiscard]] std::string print(const Context& context);
/// Appends what print() gives.
void print(std::string& text, const Context& context);
[[nodiscard]] Result<Context> parse_context(std::string_view text);

/// A context key that translations may read, as a row of a guest's table. A '#' in its name stands for a number. `values` are
/// names with '|' between them, which count from 0 or from the number after a colon ("never:0x200|less"), and words in
/// capitals for any number of 32 bits, or of a range ("BYTES 0..49152"). A FLOAT is its bits. `usual` is the value where
/// neither the context nor the program's file says one: one of `values`, a number, a decimal number with a point, or
/// "all" for all bits; else words that say what it follows from, and lifters compute it.
struct ContextKey {
    constexpr ContextKey(std::string_view key, std::string_view choices, std::string_view otherwise,
                         std::string_view meaning);

    std::string_view name, values, usual, purpose;
    std::optional<std::uint64_t> default_value; // that of `usual`; nothing where it is computed
};

/// A context key without a value, for which a translation inferred one from the program.
struct Assumption {
    std::string name, value, why; // "maxwell.shared_size", "4096", "the highest address that it uses"
    [[nodiscard]] bool operator==(const Assumption&) const = default;
};

/// A context key that neither the context nor the program's file said, and the value that was taken.
struct DefaultedKey {
    std::string name;
    const ContextKey* row;
    std::uint64_t value;
};

/// Lets a translation read context keys and remembers which it read and what it saw: together with the program's canonical
/// bytes they are the whole cache key.
class ContextReader {
public:
    /// How the program will be read. `readable`: as it stands (Module::readable), not optimised; `named`: with the text of
    /// the guest instructions that it came from (Module::origins).
    /// `leaves_out_unknown`: words that do not decode are omitted, with an approximation for each, rather than refused.
    /// `traceable`: each instruction loads the registers that it reads, and stores those that it writes.
    /// `registers`: what they hold in the end is read, as `run` does.
    struct Wanted {
        bool readable = false, named = true, leaves_out_unknown = false, traceable = false, registers = true;
    };
    /// The context outlives it.
    explicit ContextReader(const Context& context) : ContextReader(context, Wanted{}) {}
    ContextReader(const Context& context, Wanted wanted) : context_(context), wanted_(wanted) {}
    explicit ContextReader(Context&&) = delete;
    ContextReader(Context&&, Wanted) = delete;
    /// Context keys that a program's file itself brings: they hold where neither the context nor an earlier file says.
    void bring(const Context& context) { brought_.values.add(context.values); }
    [[nodiscard]] const Context& brought() const { return brought_; }
    /// The key's value; the file's where the context does not say, the usual one where neither does. `numbers` stand for
    /// the '#' in its name.
    template <class... Numbers>
    [[nodiscard]] std::uint64_t read(const ContextKey& key, Numbers... numbers) {
        const std::uint32_t all[] = {static_cast<std::uint32_t>(numbers)..., 0};
        return read_named(key, {all, sizeof...(numbers)}, usual_of(key));
    }
    /// The same of a key whose usual value the lifter has computed.
    template <class... Numbers>
    [[nodiscard]] std::uint64_t read_or(std::uint64_t computed, const ContextKey& key, Numbers... numbers) {
        const std::uint32_t all[] = {static_cast<std::uint32_t>(numbers)..., 0};
        return read_named(key, {all, sizeof...(numbers)}, computed);
    }
    [[nodiscard]] const Context& seen() const { return seen_; }
    /// Those of them that have their defaults, in the order in which they were read.
    [[nodiscard]] const std::vector<DefaultedKey>& defaulted() const { return defaulted_; }
    /// Gives up seen(), for who is the last to ask.
    [[nodiscard]] Context take_seen() { return std::move(seen_); }
    /// Tells the one who asked for the translation what it may get wrong, or what is wrong with the program; once.
    void approximate(std::string_view text);
    /// The same of the word at `offset` in the file; nothing where the text is empty.
    void approximate_at(std::uint64_t offset, std::string_view text);
    [[nodiscard]] const std::vector<std::string>& approximations() const { return approximations_; }
    /// Reports a value that was inferred; the last one of a name counts.
    void assume(std::string_view name, std::string_view value, std::string_view why);
    [[nodiscard]] const std::vector<Assumption>& assumed() const { return assumed_; }
    [[nodiscard]] bool readable() const { return wanted_.readable; }
    [[nodiscard]] bool named() const { return wanted_.named; }
    [[nodiscard]] bool traceable() const { return wanted_.traceable; }
    [[nodiscard]] bool reads_registers() const { return wanted_.registers; }
    /// True where registers are values from the start (Builder::build_ssa).
    [[nodiscard]] bool builds_ssa() const { return !wanted_.readable && !wanted_.traceable; }
    [[nodiscard]] bool leaves_out_unknown() const { return wanted_.leaves_out_unknown; }

private:
    [[nodiscard]] std::uint64_t read_named(const ContextKey& key, std::span<const std::uint32_t> numbers,
                                           std::uint64_t otherwise);
    [[nodiscard]] static std::uint64_t usual_of(const ContextKey& key);

    const Context& context_;
    Wanted wanted_;
    Context brought_, seen_;
    std::vector<DefaultedKey> defaulted_;
    std::string name_; // of the context key that is read, where it has a number
    std::vector<std::string> approximations_;
    std::vector<Assumption> assumed_;
};

// ---- the values of rows, at compile time

/// A whole number, decimal or 0x; nothing for anything else.
[[nodiscard]] constexpr std::optional<std::uint64_t> whole_number(std::string_view text) {
    const bool hex = text.starts_with("0x");
    if (hex) text.remove_prefix(2);
    if (text.empty()) return {};
    std::uint64_t value = 0;
    for (const char c : text) {
        const bool digit = c >= '0' && c <= '9', letter = hex && c >= 'a' && c <= 'f';
        if (!digit && !letter) return {};
        value = value * (hex ? 16 : 10) + static_cast<std::uint64_t>(digit ? c - '0' : c - 'a' + 10);
    }
    return value;
}

/// One of the values that a row lists: a name with its number, or, without a name, any number from `first` to `last`.
struct ContextChoice {
    std::string_view name;
    std::uint64_t first = 0, last = 0;
};

/// "COUNT", "COUNT 1..32": a word in capitals for any number of 32 bits, or of a range; nothing for anything else.
[[nodiscard]] constexpr std::optional<ContextChoice> number_range(std::string_view text) {
    const std::size_t word = std::min(text.find(' '), text.size());
    if (word == 0) return {};
    for (const char c : text.substr(0, word))
        if (c < 'A' || c > 'Z') return {};
    ContextChoice range{.name = {}, .first = 0, .last = 0xffffffff};
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) return range;
    range.first = whole_number(text.substr(word + 1, dots - word - 1)).value_or(0);
    range.last = whole_number(text.substr(dots + 2)).value_or(0);
    return range;
}

/// Calls visit(ContextChoice) for each of ContextKey::values, in their order.
template <class Visit>
constexpr void for_each_choice(std::string_view values, Visit&& visit) {
    std::uint64_t next = 0;
    while (!values.empty()) {
        const std::string_view one = values.substr(0, values.find('|'));
        values.remove_prefix(std::min(one.size() + 1, values.size()));
        if (const auto range = number_range(one)) {
            visit(*range);
            continue;
        }
        const std::size_t colon = one.find(':');
        if (colon != std::string_view::npos) next = whole_number(one.substr(colon + 1)).value_or(next);
        visit(ContextChoice{one.substr(0, colon), next, next});
        ++next;
    }
}

/// The value of ContextKey::usual among `values`; nothing where it is computed.
[[nodiscard]] constexpr std::optional<std::uint64_t> default_among(std::string_view values, std::string_view usual) {
    std::optional<std::uint64_t> named;
    for_each_choice(values, [&](const ContextChoice& one) {
        if (!named && !one.name.empty() && one.name == usual) named = one.first;
    });
    if (named) return named;
    if (usual == "all") return 0xffffffff;
    if (usual == "0.0" || usual == "1.0") return std::bit_cast<std::uint32_t>(usual == "1.0" ? 1.0F : 0.0F);
    return whole_number(usual);
}

constexpr ContextKey::ContextKey(std::string_view key, std::string_view choices, std::string_view otherwise,
                                 std::string_view meaning)
    : name(key), values(choices), usual(otherwise), purpose(meaning), default_value(default_among(choices, otherwise)) {
}

} // namespace relit::ir
