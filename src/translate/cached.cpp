#include "translate/cached.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::translate {
namespace {

constexpr std::uint64_t kApart = 0x9e3779b97f4a7c15U;                  // entries of one key, but of several kinds
constexpr std::string_view kUsual = "usual", kObserved = ", observed"; // passes, in words
constexpr std::size_t kMostSets = 64;                                  // of one program; the oldest go

std::vector<std::string> names_of(const ir::Context& read) {
    std::vector<std::string> names;
    for (const auto& [name, value] : read.values) names.emplace_back(name);
    return names;
}

/// All sets of both, each once.
std::vector<std::uint8_t> join_sets(Bytes old, Bytes fresh) {
    auto all = key_sets_of(old).value_or(KeySets{});
    for (auto& set : key_sets_of(fresh).value_or(KeySets{}))
        if (std::ranges::find(all, set) == all.end()) all.push_back(std::move(set));
    if (all.size() > kMostSets) all.erase(all.begin(), all.end() - kMostSets);
    return bytes_of(all);
}

/// Two bodies of one address: what is there stays, unless it is one that grows.
std::vector<std::uint8_t> join_shared(Bytes old, Bytes fresh) {
    const auto address = cache::address_in(old);
    const auto join = address ? join_of(static_cast<EntryKind>(address->kind)) : nullptr;
    const auto there = address ? cache::open_body(*address, old) : std::unexpected("");
    if (!there) return {fresh.begin(), fresh.end()};
    const auto more = cache::open_body(*address, fresh);
    if (join == nullptr || !more || more->label != there->label) return {old.begin(), old.end()};
    const auto joined = join(there->value, more->value);
    if (joined == there->value) return {old.begin(), old.end()};
    return cache::body_of(*address, there->label, joined);
}

/// How the two results differ for a cache.
template <class T>
struct Kinds;
template <>
struct Kinds<Translation> {
    static constexpr EntryKind kSets = EntryKind::Sets, kResult = EntryKind::Shader;
    static Result<Translation> read(Bytes bytes) { return translation_of(bytes); }
};
template <>
struct Kinds<Linked> {
    static constexpr EntryKind kSets = EntryKind::DrawSets, kResult = EntryKind::Draw;
    static Result<Linked> read(Bytes bytes) { return linked_of(bytes); }
};

/// What is asked for: all that the first step depends on, and its key.
struct Question {
    Question(Programs programs, const lang::Target& target, const Route& route, const ir::Context& asked)
        : text(program_text(programs, target, route)), first(key_of_text(text)), context(asked) {}

    [[nodiscard]] std::string key(std::string_view lines) const { return key_of_text(first + std::string(lines)); }

    std::string text, first;
    const ir::Context& context;
};

/// `lines`: what the second step adds.
cache::Value find(cache::Cache& cache, const Question& asked, EntryKind kind, std::string_view key,
                  std::string_view lines = {}) {
    const std::string_view inputs[] = {asked.text, lines};
    return cache.find(key_of(key, kind), static_cast<std::uint8_t>(kind), inputs);
}
void put(cache::Cache& cache, const Question& asked, EntryKind kind, std::string_view key, std::string_view lines,
         std::vector<std::uint8_t> bytes) {
    const std::string_view inputs[] = {asked.text, lines};
    cache.put(key_of(key, kind), static_cast<std::uint8_t>(kind), std::move(bytes), join_of(kind), inputs);
}

KeySets sets_of(const cache::Value& bytes) {
    return bytes == nullptr ? KeySets{} : key_sets_of(*bytes).value_or(KeySets{});
}

/// The latest set is the likeliest.
template <class T>
std::optional<T> found(cache::Cache& cache, const Question& asked, const KeySets& sets) {
    for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
        const std::string lines = context_text(*set, asked.context), key = asked.key(lines);
        const cache::Value bytes = find(cache, asked, Kinds<T>::kResult, key, lines);
        if (bytes == nullptr) continue;
        auto result = Kinds<T>::read(*bytes);
        if (result && result->key == key) return std::move(*result);
    }
    return {};
}

/// By the sets that are here, then by those that only the server has.
template <class T>
std::optional<T> found(cache::Cache& cache, const Question& asked) {
    constexpr EntryKind kSets = Kinds<T>::kSets;
    const std::uint64_t before = cache.counts().remote_hits;
    const KeySets sets = sets_of(find(cache, asked, kSets, asked.first));
    if (auto result = found<T>(cache, asked, sets)) return result;
    const bool knows_the_servers = cache.remote() == nullptr || sets.empty() || cache.counts().remote_hits != before;
    if (knows_the_servers) return {};
    const std::string_view inputs[] = {asked.text};
    KeySets others =
        sets_of(cache.refresh(key_of(asked.first, kSets), static_cast<std::uint8_t>(kSets), inputs, join_of(kSets)));
    std::erase_if(others, [&](const auto& set) { return std::ranges::find(sets, set) != sets.end(); });
    return found<T>(cache, asked, others);
}

/// Of the keys that were read, what the context had.
ir::Context said_of(const ir::Context& read, const ir::Context& context) {
    ir::Context said;
    for (const auto& [name, value] : read.values)
        if (const std::uint64_t* const given = context.values.find(name); given != nullptr)
            said.values.find_or_add(name, *given);
    return said;
}

template <class T>
void keep(cache::Cache& cache, const Question& asked, const T& result, const Origin& origin) {
    const std::vector<std::string> names = names_of(result.read);
    // Only a server takes the text.
    const std::string lines = cache.remote() == nullptr ? std::string() : context_text(names, asked.context);
    put(cache, asked, Kinds<T>::kResult, result.key, lines,
        bytes_of(result, Reason{asked.first, result.read, said_of(result.read, asked.context)}));
    put(cache, asked, EntryKind::Source, asked.first, {}, bytes_of(origin));
    put(cache, asked, Kinds<T>::kSets, asked.first, {}, bytes_of(KeySets{names})); // last: it leads to the others
}

/// The files as they are; where there are none, the names of the guests.
Origin origin_for(Programs programs, const lang::Target& target, const Route& route,
                  std::span<const ProgramFiles> files) {
    Origin origin{.translator = std::string(translator_version()),
                  .target = target_text(target),
                  .passes = route.passes.value_or(std::string(kUsual)),
                  .asked = target,
                  .programs = {files.begin(), files.end()}};
    if (route.observe) origin.passes += kObserved;
    if (files.empty())
        for (const isa::Program* program : programs)
            origin.programs.push_back({.guest = std::string(program->frontend.name()), .files = {}});
    return origin;
}

/// Two vertex programs that run one after the other are one.
isa::ProgramPtr parsed(const ProgramFiles& files, const isa::Frontend* frontend) {
    if (frontend == nullptr || files.files.empty()) return nullptr;
    auto first = frontend->parse(files.files[0]);
    if (!first || files.files.size() == 1) return first ? std::move(*first) : nullptr;
    const auto second = frontend->parse(files.files[1]);
    if (!second || frontend->join == nullptr) return nullptr;
    auto both = frontend->join(**first, **second);
    return both ? std::move(*both) : nullptr;
}

// ---- why it is not there

std::string value_text(const ir::Context& context, std::string_view name) {
    const std::uint64_t* const value = context.values.find(name);
    return value == nullptr ? "not given" : fmt::format("{}", *value);
}

/// The keys in which the context differs from the nearest translation that is there.
std::string difference(std::span<const Reason> known, const ir::Context& context) {
    std::vector<std::string> best;
    for (const Reason& one : known) {
        std::vector<std::string> all;
        for (const auto& [name, seen] : one.read.values) {
            const std::string asked = value_text(context, name), has = value_text(one.said, name);
            if (asked != has) all.push_back(fmt::format("{} is {}, there {}", name, asked, has));
        }
        if (!all.empty() && (best.empty() || all.size() < best.size())) best = std::move(all);
    }
    if (best.empty()) return "the entry itself was dropped";
    return fmt::format("no translation with these values of context keys; the nearest differs: {}",
                       fmt::join(best, "; "));
}

/// What is there under a program key, of the translations whose reasons can be read.
std::vector<Reason> reasons_of(cache::Cache& cache, const std::string& first) {
    std::vector<Reason> all;
    if (cache.store() == nullptr) return all;
    const Status read = cache.store()->each([&](const cache::Key&, Bytes bytes) {
        const auto entry = cache::open_entry(bytes);
        const auto kind = entry ? static_cast<EntryKind>(entry->label.kind) : EntryKind::Source;
        if (kind != EntryKind::Shader && kind != EntryKind::Draw) return true;
        if (auto reason = reason_of(entry->stored); reason && reason->program_key == first) all.push_back(*reason);
        return true;
    });
    return read ? all : std::vector<Reason>{};
}

/// Which other keys the same programs have: of another target, other passes or another translator.
std::string other_origins(cache::Cache& cache, Programs programs, const Origin& wanted) {
    std::vector<std::string> all;
    const Status read = cache.store() == nullptr ? Status{} : cache.store()->each([&](const cache::Key&, Bytes bytes) {
        const auto entry = cache::open_entry(bytes);
        if (!entry || static_cast<EntryKind>(entry->label.kind) != EntryKind::Source) return true;
        const auto origin = origin_of(entry->stored);
        const bool is_same =
            origin && origin->programs.size() == programs.size() &&
            std::ranges::equal(origin->programs, wanted.programs, {}, &ProgramFiles::files, &ProgramFiles::files);
        if (!is_same) return true;
        if (origin->translator != wanted.translator)
            all.push_back(fmt::format("translator \"{}\"", origin->translator));
        else if (origin->target != wanted.target)
            all.emplace_back("another target");
        else if (origin->passes != wanted.passes)
            all.push_back(fmt::format("passes {}", origin->passes));
        return true;
    });
    if (!read || all.empty()) return "no translation of this program is there";
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return fmt::format("the program is there, but for {}", fmt::join(all, ", "));
}

} // namespace

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

cache::Join join_of(EntryKind kind) {
    if (kind == EntryKind::Shared) return join_shared;
    return kind == EntryKind::Sets || kind == EntryKind::DrawSets ? join_sets : nullptr;
}

std::uint64_t build_number() {
    const std::string_view text = translator_version();
    return hash_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}).low;
}

cache::Key key_of(std::string_view key, EntryKind kind) {
    constexpr std::size_t kHalf = 16;
    if (key.size() != 2 * kHalf) return {};
    return {parse_hex(key.substr(0, kHalf), kHalf).value_or(0) ^ kApart * static_cast<std::uint64_t>(kind),
            parse_hex(key.substr(kHalf), kHalf).value_or(0)};
}

std::string key_text(const cache::Key& key, EntryKind kind) {
    return to_string(Hash128{key.high ^ kApart * static_cast<std::uint64_t>(kind), key.low});
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
        return key_of(result->key, kind) == label.key ? Status{} : fail("the entry is of another key");
    };
    switch (kind) {
        case EntryKind::Sets:
        case EntryKind::DrawSets: return status_of(key_sets_of(value));
        case EntryKind::Source: return status_of(origin_of(value));
        case EntryKind::Shader: return is_of_key(translation_of(value));
        case EntryKind::Draw: return is_of_key(linked_of(value));
        case EntryKind::Shared: return check_shared(label.key, value);
    }
    return fail("the entry is of no kind that is known");
}

Again translate_again(cache::Cache& cache, EntryKind kind, Bytes value,
                      const isa::Frontend* (*frontend_named)(std::string_view)) {
    const auto reason = reason_of(value);
    constexpr EntryKind kSource = EntryKind::Source;
    const cache::Value kept =
        reason ? cache.find(key_of(reason->program_key, kSource), static_cast<std::uint8_t>(kSource)) : nullptr;
    const auto origin = kept != nullptr ? origin_of(*kept) : fail("");
    if (!origin || origin->passes.ends_with(kObserved)) return Again::NotKept;
    std::vector<isa::ProgramPtr> programs;
    std::vector<const isa::Program*> row;
    for (const ProgramFiles& files : origin->programs) {
        auto program = parsed(files, frontend_named(files.guest));
        if (program == nullptr) return Again::NotKept;
        row.push_back(programs.emplace_back(std::move(program)).get());
    }
    Route route;
    if (origin->passes != kUsual) route.passes = origin->passes;
    if (program_key(row, origin->asked, route) != reason->program_key) return Again::NotKept;
    std::vector<std::uint8_t> again;
    if (kind == EntryKind::Shader) {
        if (const auto made = translate(*row[0], reason->said, origin->asked, route)) again = bytes_of(*made, *reason);
    } else if (const auto made = translate_linked(row, reason->said, origin->asked, route)) {
        again = bytes_of(*made, *reason);
    }
    return std::ranges::equal(again, value) ? Again::Same : Again::Different;
}

std::optional<Translation> find_translation(cache::Cache& cache, const isa::Program& program,
                                            const ir::Context& context, const lang::Target& target,
                                            const Route& route) {
    const isa::Program* const one[] = {&program};
    return found<Translation>(cache, Question(one, target, route, context));
}

Result<Translation> translate(cache::Cache& cache, const isa::Program& program, const ir::Context& context,
                              const lang::Target& target, const Route& route, std::span<const ProgramFiles> files,
                              Came* came) {
    const isa::Program* const one[] = {&program};
    const Question asked(one, target, route, context);
    auto known = found<Translation>(cache, asked);
    if (came != nullptr) *came = known ? Came::Found : Came::Made;
    if (known) return std::move(*known);
    auto made = translate(program, context, target, route, asked.first);
    if (made) keep(cache, asked, *made, origin_for(one, target, route, files));
    return made;
}

Result<Linked> translate_linked(cache::Cache& cache, Programs programs, const ir::Context& context,
                                const lang::Target& target, const Route& route, std::span<const ProgramFiles> files,
                                Came* came) {
    const Question asked(programs, target, route, context);
    auto known = found<Linked>(cache, asked);
    if (came != nullptr) *came = known ? Came::Found : Came::Made;
    if (known) return std::move(*known);
    auto made = translate_linked(programs, context, target, route, asked.first);
    if (made) keep(cache, asked, *made, origin_for(programs, target, route, files));
    return made;
}

Lookup look_up(cache::Cache& cache, Programs programs, const ir::Context& context, const lang::Target& target,
               const Route& route, std::span<const ProgramFiles> files) {
    const Question asked(programs, target, route, context);
    Lookup lookup{.program_key = asked.first, .full_key = {}, .why = {}};
    const bool is_linked = programs.size() > 1;
    const KeySets sets = sets_of(find(cache, asked, is_linked ? EntryKind::DrawSets : EntryKind::Sets, asked.first));
    for (const auto& set : sets) {
        const std::string lines = context_text(set, context);
        std::string key = asked.key(lines);
        if (find(cache, asked, is_linked ? EntryKind::Draw : EntryKind::Shader, key, lines) != nullptr)
            lookup.full_key = std::move(key);
    }
    if (lookup.full_key) return lookup;
    lookup.why = sets.empty() ? other_origins(cache, programs, origin_for(programs, target, route, files))
                              : difference(reasons_of(cache, lookup.program_key), context);
    return lookup;
}

} // namespace relit::translate
