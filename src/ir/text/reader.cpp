#include "ir/text/reader.hpp"

#include "ir/text/parse.hpp"

namespace relit::ir {
namespace {

constexpr std::uint32_t kAmbiguous = ~std::uint32_t{0};

} // namespace

bool Reader::beyond(std::size_t most, std::string_view what) {
    (void)wrong(fmt::format("more than {} {}", most, what));
    fault.kind = FaultKind::NotSupported;
    return false;
}

bool Reader::escape(std::string& out) {
    begin_ = at.column();
    if (at.peek_here() == 'x') {
        const auto byte = parse_hex(at.rest().substr(1, 2), 2);
        if (!byte) return wrong("expected two hex digits");
        out += static_cast<char>(*byte);
        at.skip(3);
        return true;
    }
    const char c = at.peek_here();
    if (c != 'n' && c != '"' && c != '\\') return wrong("unknown escape");
    out += c == 'n' ? '\n' : c;
    at.skip(1);
    return true;
}

bool Reader::text(std::string& out, std::size_t longest) {
    if (!expect("\"")) return false;
    while (at.peek_here() != '"') {
        if (at.rest().empty()) return wrong("the string is not terminated");
        if (out.size() >= longest) return wrong(fmt::format("longer than {} characters", longest));
        const char c = at.peek_here();
        at.skip(1);
        if (c != '\\') {
            out += c;
        } else if (!escape(out)) {
            return false;
        }
    }
    at.skip(1);
    return true;
}

bool Reader::name(std::string& out) {
    begin();
    if (at.peek() == '"') return text(out, kLongestName);
    out = at.word();
    if (out.empty()) return wrong("expected a name");
    return out.size() <= kLongestName || wrong(fmt::format("longer than {} characters", kLongestName));
}

bool Reader::type(Type& out) {
    const std::string_view word = token();
    const std::size_t times = word.find('x');
    const std::size_t kind = index_in(kKindNames, word.substr(0, times));
    if (kind >= kKindNames.size()) return wrong("expected a type");
    out.kind = static_cast<Kind>(kind);
    out.lanes = out.kind == Kind::Void ? 0 : 1;
    if (times == word.npos) return true;
    const std::string_view lanes = word.substr(times + 1);
    if (lanes.size() != 1 || lanes[0] < '2' || lanes[0] > '4' || out.kind == Kind::Void)
        return wrong("a type has 1 to 4 lanes");
    out.lanes = static_cast<std::uint8_t>(lanes[0] - '0');
    return true;
}

void Reader::remember(Names& names, const std::string& name, std::size_t index) {
    const auto [at, is_new] = names.emplace(name, static_cast<std::uint32_t>(index));
    if (!is_new) at->second = kAmbiguous;
}

bool Reader::reference(const Names& names, std::size_t count, std::string_view what, std::uint32_t& out) {
    begin();
    if (at.accept('#')) return number(out) && (out < count || wrong(fmt::format("there is no {} {}", what, out)));
    const auto found = names.find(at.word());
    if (found == names.end()) return wrong(fmt::format("expected a {}", what));
    if (found->second == kAmbiguous) return wrong(fmt::format("more than one {} has this name", what));
    out = found->second;
    return true;
}

bool Reader::next_index(std::size_t expected) {
    std::size_t index = 0;
    if (!number(index)) return false;
    if (index != expected) return wrong(fmt::format("expected number {}", expected));
    return index < kMostDeclarations || beyond(kMostDeclarations, "declarations");
}

} // namespace relit::ir
