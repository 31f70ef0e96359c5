#include "translate/entries.hpp"

#include "base/hash/hash.hpp"
#include "base/text.hpp"
#include "translate/key.hpp"

#include <algorithm>
#include <memory>

namespace relit::translate {
namespace {

constexpr std::uint64_t kKindFactor = 0x9e3779b97f4a7c15U; // entries of one key, but of several kinds
constexpr std::size_t kMostSets = 64;                      // of one program; the oldest go
constexpr std::size_t kBeside = 512;                       // what a value takes beside its lists and texts, about

std::size_t size_of(const lang::Artifact& artifact) {
    constexpr std::size_t kOfBinding = 160;
    return artifact.words.size() * sizeof(std::uint32_t) + artifact.text.size() +
           artifact.interface.size() * kOfBinding;
}

/// All sets of both, each once.
std::vector<std::uint8_t> join_sets(Bytes old, Bytes fresh) {
    auto all = key_sets_of(old).value_or(KeySets{});
    for (auto& set : key_sets_of(fresh).value_or(KeySets{}))
        if (!has_set(all, set)) all.push_back(std::move(set));
    if (all.size() > kMostSets) all.erase(all.begin(), all.end() - kMostSets);
    return bytes_of(all);
}

/// Two bodies of one address: what is there stays, unless it is one that grows.
std::vector<std::uint8_t> join_shared(Bytes old, Bytes fresh) {
    const auto address = cache::address_in(old);
    const auto join = address ? kind_of(static_cast<EntryKind>(address->kind)).join : nullptr;
    const auto there = address ? cache::open_body(*address, old) : std::unexpected("");
    if (!there) return {fresh.begin(), fresh.end()};
    const auto more = cache::open_body(*address, fresh);
    if (join == nullptr || !more || more->label != there->label) return {old.begin(), old.end()};
    const auto joined = join(there->value, more->value);
    if (joined == there->value) return {old.begin(), old.end()};
    return cache::body_of(*address, there->label, joined);
}

cache::Value read_shader(Bytes bytes) {
    auto kept = kept_translation_of(bytes);
    return kept ? std::make_shared<const CachedValue<Translation>>(std::move(*kept)) : nullptr;
}
cache::Value read_draw(Bytes bytes) {
    auto kept = kept_linked_of(bytes);
    return kept ? std::make_shared<const CachedValue<Linked>>(std::move(*kept)) : nullptr;
}
cache::Value read_sets(Bytes bytes) {
    auto sets = key_sets_of(bytes);
    return sets ? std::make_shared<const Sets>(std::move(*sets)) : nullptr;
}
cache::Value read_source(Bytes bytes) {
    auto origin = origin_of(bytes);
    return origin ? std::make_shared<const Source>(std::move(*origin)) : nullptr;
}

} // namespace

// ---- values

bool has_set(const KeySets& sets, const ir::Context& wanted) {
    return std::ranges::any_of(sets, [&](const ir::Context& set) { return has_same_names(set, wanted); });
}

std::size_t size_of(const Translation& translation) { return kBeside + size_of(translation.artifact); }
std::size_t size_of(const Linked& linked) {
    std::size_t size = kBeside;
    for (const LinkedStage& stage : linked.stages) size += size_of(stage.artifact);
    return size;
}

std::size_t Sets::size() const {
    constexpr std::size_t kOfName = 36; // and its value
    std::size_t size = kBeside;
    for (const ir::Context& set : sets_) size += set.values.size() * kOfName;
    return size;
}

std::vector<std::uint8_t> Source::bytes() const {
    Origin whole = origin_;
    if (whole.translator.empty()) {
        whole.translator = translator_version();
        whole.target = words_of(whole.asked);
    }
    return bytes_of(whole);
}

std::size_t Source::size() const {
    std::size_t size = kBeside;
    for (const ProgramFiles& program : origin_.programs)
        for (const auto& file : program.files) size += file.size();
    return size;
}

// ---- kinds and keys

std::string_view name_of(EntryKind kind) {
    switch (kind) {
        case EntryKind::Sets: return "key sets";
        case EntryKind::Source: return "program";
        case EntryKind::Shader: return "shader";
        case EntryKind::Draw: return "draw";
        case EntryKind::DrawSets: return "key sets of draws";
        case EntryKind::Shared: return "shared";
    }
    return {};
}

cache::Kind kind_of(EntryKind kind) {
    const auto number = static_cast<std::uint8_t>(kind);
    switch (kind) {
        case EntryKind::Sets:
        case EntryKind::DrawSets: return {.number = number, .read = read_sets, .join = join_sets};
        case EntryKind::Source: return {.number = number, .read = read_source};
        case EntryKind::Shader: return {.number = number, .read = read_shader};
        case EntryKind::Draw: return {.number = number, .read = read_draw};
        case EntryKind::Shared: break;
    }
    return cache::blobs(number, kind == EntryKind::Shared ? join_shared : nullptr);
}

std::uint64_t build_number() {
    const std::string_view text = translator_version();
    return hash_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}).low;
}

cache::Key key_of(const Hash128& key, EntryKind kind) {
    return {key.high ^ kKindFactor * static_cast<std::uint64_t>(kind), key.low};
}

cache::Key key_of(std::string_view key, EntryKind kind) {
    constexpr std::size_t kHalf = 16;
    if (key.size() != 2 * kHalf) return {};
    return key_of({parse_hex(key.substr(0, kHalf), kHalf).value_or(0), parse_hex(key.substr(kHalf), kHalf).value_or(0)},
                  kind);
}

std::string key_text(const cache::Key& key, EntryKind kind) {
    return to_string(Hash128{key.high ^ kKindFactor * static_cast<std::uint64_t>(kind), key.low});
}

namespace {

template <class T>
Status status_of(const Result<T>& result) {
    return result ? Status{} : std::unexpected(result.error());
}

Status check_shared(const cache::Key& key, Bytes body) {
    const auto address = cache::address_in(body);
    if (!address || cache::key_of(*address) != key) return fail("the entry is of another address");
    const auto delivery = cache::open_body(*address, body);
    if (!delivery) return fail(std::string(delivery.error()));
    return check_delivery(*delivery);
}

} // namespace

Status check_delivery(const cache::Delivery& delivery) {
    if (static_cast<EntryKind>(delivery.label.kind) == EntryKind::Shared) return fail("a shared value in another");
    if (delivery.label.build != build_number()) return {}; // only that translator can read it
    return check_entry(delivery.label, delivery.value);
}

Status check_entry(const cache::Label& label, Bytes value) {
    const auto kind = static_cast<EntryKind>(label.kind);
    const auto is_of_key = [&](const auto& result) {
        if (!result) return Status(std::unexpected(result.error()));
        return key_of(result->result.key, kind) == label.key ? Status{} : fail("the entry is of another key");
    };
    switch (kind) {
        case EntryKind::Sets:
        case EntryKind::DrawSets: return status_of(key_sets_of(value));
        case EntryKind::Source: return status_of(origin_of(value));
        case EntryKind::Shader: return is_of_key(kept_translation_of(value));
        case EntryKind::Draw: return is_of_key(kept_linked_of(value));
        case EntryKind::Shared: return check_shared(label.key, value);
    }
    return fail("the entry is of no kind that is known");
}

} // namespace relit::translate
