#include "cache/url.hpp"

#include <algorithm>

namespace relit::cache {
namespace {

constexpr std::string_view kBeforeHost = "://";

/// How much of a word, behind "://", is no host. A password may have any character: where a number of a port ought to be and is
/// none, everything up to the last '@' belongs to it.
std::size_t user_bytes(std::string_view word) {
    const std::string_view host = word.substr(0, word.find_first_of("/?#"));
    const std::size_t colon = host.rfind(':');
    const bool is_port = colon == host.npos || host.find_first_not_of("0123456789", colon + 1) == host.npos ||
                         host.substr(colon).find(',') != host.npos; // "http://host:1,read-only"
    const std::size_t at = host.find('@') == host.npos && !is_port ? word.rfind('@') : host.rfind('@');
    return at == word.npos ? 0 : at + 1;
}

} // namespace

std::string without_passwords(std::string_view text) {
    std::string shown;
    for (;;) {
        const std::size_t begin = text.find(kBeforeHost);
        if (begin == text.npos) return shown.append(text);
        shown.append(text.substr(0, begin + kBeforeHost.size()));
        text.remove_prefix(begin + kBeforeHost.size());
        const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n\"'"));
        text.remove_prefix(user_bytes(word.substr(0, word.find(kBeforeHost))));
    }
}

} // namespace relit::cache
