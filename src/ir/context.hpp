// The context keys beside the code that a translation may depend on, and the recorder through which they are read.
#pragma once

#include "base/result.hpp"
#include "ir/context_values.hpp"

#include <cstdint>
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

/// A context key that was not given and for which a translation took a value that the program itself makes likely.
struct Assumption {
    std::string name, value, why; // "maxwell.shared_size", "4096", "the highest address that it uses"
    [[nodiscard]] bool operator==(const Assumption&) const = default;
};

/// Lets a translation read context keys and remembers which it read and what it saw: together with the program's canonical
/// bytes they are the whole cache key.
class ContextReader {
public:
    /// How the program will be read. `spoken`: as it stands (Module::spoken), not optimised; `named`: with the text of
    /// the guest instructions that it came from (Module::origins).
    /// `leaves_out_unknown`: words that do not decode are left out, with a doubt for each, rather than refused.
    struct Wanted {
        bool spoken = false, named = true, leaves_out_unknown = false;
    };
    explicit ContextReader(const Context& context) : ContextReader(context, Wanted{}) {}
    ContextReader(const Context& context, Wanted wanted) : context_(context), wanted_(wanted) {}
    /// Context keys that a program's file itself brings: they hold where neither the context nor an earlier file says.
    void bring(const Context& context) { brought_.values.add(context.values); }
    [[nodiscard]] const Context& brought() const { return brought_; }
    /// The context key's value; the file's where the context does not say, `otherwise` where neither does.
    [[nodiscard]] std::uint64_t read(std::string_view name, std::uint64_t otherwise);
    /// The same of a context key in whose name a '#' stands for `number`.
    [[nodiscard]] std::uint64_t read(std::string_view name, std::uint32_t number, std::uint64_t otherwise);
    [[nodiscard]] const Context& seen() const { return seen_; }
    /// The same for who is the last to ask.
    [[nodiscard]] Context take_seen() { return std::move(seen_); }
    /// Tells the one who asked for the translation what it may get wrong, or what is wrong with the program; once.
    void doubt(std::string_view text);
    /// The same of the word at `offset` in the file; nothing where the text is empty.
    void doubt_at(std::uint64_t offset, std::string_view text);
    [[nodiscard]] const std::vector<std::string>& doubts() const { return doubts_; }
    /// Tells the one who asked for the translation what was taken for granted; of one name the last counts.
    void assume(std::string_view name, std::string_view value, std::string_view why);
    [[nodiscard]] const std::vector<Assumption>& assumed() const { return assumed_; }
    [[nodiscard]] bool spoken() const { return wanted_.spoken; }
    [[nodiscard]] bool named() const { return wanted_.named; }
    [[nodiscard]] bool leaves_out_unknown() const { return wanted_.leaves_out_unknown; }

private:
    const Context& context_;
    Wanted wanted_;
    Context brought_, seen_;
    std::string name_; // of the context key that is read, where it has a number
    std::vector<std::string> doubts_;
    std::vector<Assumption> assumed_;
};

} // namespace relit::ir
