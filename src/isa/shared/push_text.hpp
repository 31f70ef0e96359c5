// Streams of methods as text: what the listings and assemblers of all machines that have them share.
#pragma once

#include "isa/shared/push.hpp"
#include "isa/text_types.hpp"

#include <array>
#include <functional>

namespace relit::isa {

class Reader;

/// A method, or a run of them from `address` to `last`, that concerns programs.
struct PushMethod {
    enum class Holds : std::uint8_t { Words, Slots, Floats };

    std::uint32_t address = 0, last = 0;
    std::string_view name;
    Holds holds = Holds::Words;
};
using PushMethods = std::span<const PushMethod>;
/// The row whose range holds `address`, or nullptr.
[[nodiscard]] const PushMethod* method_at(PushMethods methods, std::uint32_t address);

/// Groups the words of a stream into lines.
class PushLister {
public:
    /// Adds a line that is no instruction.
    using Directive = std::function<void(std::uint64_t offset, std::string text, std::string note)>;
    /// Adds the line of a slot that four arguments make.
    using Slot = std::function<void(std::uint64_t offset, const std::array<std::uint32_t, 4>& words)>;

    PushLister(PushMethods methods, PushRules rules, Directive directive, Slot slot)
        : methods_(methods), rules_(rules), directive_(std::move(directive)), slot_(std::move(slot)) {}

    /// Calls `see` for every word.
    void run(Bytes file, const std::function<void(const PushItem&)>& see = {});

private:
    void add(const PushItem& item);
    [[nodiscard]] bool continues(const PushItem& item) const;
    [[nodiscard]] bool is_whole_slot() const;
    void header();
    void control();
    void flush();
    [[nodiscard]] std::string values() const;
    void tail(Bytes file);

    PushMethods methods_;
    PushRules rules_;
    Directive directive_;
    Slot slot_;
    std::vector<PushItem> pending_;
    bool uniform_ = true; // all that are pending are the same word
};

/// Reads the directives that such listings have, after their names.
class PushDirectives {
public:
    using Add = void (*)(std::vector<std::uint8_t>& bytes, std::uint32_t word);

    PushDirectives(PushMethods methods, Reader& in, Add add, std::vector<std::uint8_t>& bytes, Fault& fault)
        : methods_(methods), in_(in), add_(add), bytes_(bytes), fault_(fault) {}

    /// ".method NAME or address, count" and then "subchannel N", "fixed".
    bool method();
    bool data(); // words
    bool fill(); // a count and a word
    bool byte();

private:
    bool wrong(std::size_t at, std::string text);
    bool number(std::uint32_t& into, std::uint32_t most = UINT32_MAX);
    bool method_option(PushHeader& header);

    PushMethods methods_;
    Reader& in_;
    Add add_;
    std::vector<std::uint8_t>& bytes_;
    Fault& fault_;
};

} // namespace relit::isa
