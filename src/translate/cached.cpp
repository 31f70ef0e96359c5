#include "translate/cached.hpp"

#include <algorithm>
#include <concepts>

#include <fmt/format.h>

namespace relit::translate {
namespace {

constexpr EntryKind kSource = EntryKind::Source;
constexpr std::string_view kUsual = "usual", kObserved = ", observed"; // passes, in words

/// How the two results differ for a cache.
template <class T>
constexpr EntryKind kSetsOf = std::same_as<T, Linked> ? EntryKind::DrawSets : EntryKind::Sets;
template <class T>
constexpr EntryKind kResultOf = std::same_as<T, Linked> ? EntryKind::Draw : EntryKind::Shader;

// ---- looking up

/// The inputs of a lookup: all that the first step depends on, and its key.
struct Query {
    Query(Programs programs, const lang::Target& target, const PipelineOptions& pipeline, const ir::Context& from)
        : text(program_text(programs, target, pipeline)), hash(hash_of_text(text)), first(to_string(hash)),
          context(from) {}

    std::string text;
    Hash128 hash;
    std::string first; // as text, as full keys begin
    const ir::Context& context;
};

/// The second step, by a set of keys.
struct Candidate {
    Candidate(const Query& query, const ir::Context& read) : text(query.first) {
        add_context(text, read, query.context);
        lines = std::string_view(text).substr(query.first.size());
        hash = hash_of_text(text);
    }
    Candidate(const Candidate&) = delete;
    Candidate& operator=(const Candidate&) = delete;

    std::string text;
    std::string_view lines; // what it adds
    Hash128 hash;
};

/// `lines`: what the second step adds.
cache::Value find(cache::Cache& cache, const Query& query, EntryKind kind, const Hash128& key,
                  std::string_view lines = {}) {
    const std::string_view inputs[] = {query.text, lines};
    return cache.find(key_of(key, kind), kind_of(kind), inputs);
}
void put(cache::Cache& cache, const Query& query, EntryKind kind, const cache::Key& key, std::string_view lines,
         cache::Value value) {
    const std::string_view inputs[] = {query.text, lines};
    cache.put(key, kind_of(kind), std::move(value), inputs);
}

/// None where there is no value.
const KeySets& sets_of(const cache::Value& value) {
    static const KeySets kNone;
    return value == nullptr ? kNone : static_cast<const Sets&>(*value).sets();
}

template <class T>
Shared<T> result_in(const cache::Value& value) {
    return {value, &static_cast<const CachedValue<T>&>(*value).result()};
}

/// The latest set is the likeliest.
template <class T>
Shared<T> found(cache::Cache& cache, const Query& query, const KeySets& sets) {
    for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
        const Candidate one(query, *set);
        const cache::Value value = find(cache, query, kResultOf<T>, one.hash, one.lines);
        if (value == nullptr) continue;
        if (auto result = result_in<T>(value); result->key == to_string(one.hash)) return result;
    }
    return nullptr;
}

/// By the sets that are here, then by those that only the server has.
template <class T>
Shared<T> found(cache::Cache& cache, const Query& query) {
    const std::uint64_t before = cache.remote() == nullptr ? 0 : cache.counts().remote_hits;
    const cache::Value value = find(cache, query, kSetsOf<T>, query.hash);
    const KeySets& sets = sets_of(value);
    if (auto result = found<T>(cache, query, sets)) return result;
    const bool knows_the_servers = cache.remote() == nullptr || sets.empty() || cache.counts().remote_hits != before;
    if (knows_the_servers) return nullptr;
    const std::string_view inputs[] = {query.text};
    KeySets others = sets_of(cache.refresh(key_of(query.hash, kSetsOf<T>), kind_of(kSetsOf<T>), inputs));
    std::erase_if(others, [&](const ir::Context& set) { return has_set(sets, set); });
    return found<T>(cache, query, others);
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
Shared<T> keep(cache::Cache& cache, const Query& query, T made, Origin origin) {
    std::string lines; // only a server takes it
    if (cache.remote() != nullptr) add_context(lines, made.read, query.context);
    ir::Context said = said_of(made.read, query.context);
    const cache::Value value =
        std::make_shared<const CachedValue<T>>(Kept<T>{std::move(made), query.first, std::move(said)});
    const Shared<T> result = result_in<T>(value);
    put(cache, query, kResultOf<T>, key_of(result->key, kResultOf<T>), lines, value);
    put(cache, query, kSource, key_of(query.hash, kSource), {}, std::make_shared<const Source>(std::move(origin)));
    // Last: it leads to the others.
    put(cache, query, kSetsOf<T>, key_of(query.hash, kSetsOf<T>), {},
        std::make_shared<const Sets>(KeySets{result->read}));
    return result;
}

/// The files as they are; where there are none, the names of the guests. Without its texts.
Origin origin_for(Programs programs, const lang::Target& target, const PipelineOptions& pipeline,
                  std::span<const ProgramFiles> files) {
    Origin origin{.translator = {},
                  .target = {},
                  .passes = pipeline.passes.value_or(std::string(kUsual)),
                  .asked = target,
                  .programs = {files.begin(), files.end()}};
    if (pipeline.observe) origin.passes += kObserved;
    if (files.empty())
        for (const isa::Program* program : programs)
            origin.programs.push_back({.guest = std::string(program->frontend.name()), .files = {}});
    return origin;
}

/// By the cache where there is one and it has it, else by `make`, which takes the program key.
template <class T, class Make>
Result<Shared<T>> by(cache::Cache* cache, Programs programs, const ir::Context& context, const lang::Target& target,
                     const PipelineOptions& pipeline, std::span<const ProgramFiles> files, CacheResult* cache_result,
                     const Make& make) {
    if (cache_result != nullptr) *cache_result = CacheResult::Miss;
    if (cache == nullptr) {
        auto made = make({});
        if (!made) return std::unexpected(made.error());
        return std::make_shared<const T>(std::move(*made));
    }
    const Query query(programs, target, pipeline, context);
    if (auto known = found<T>(*cache, query)) {
        if (cache_result != nullptr) *cache_result = CacheResult::Hit;
        return known;
    }
    auto made = make(query.first);
    if (!made) return std::unexpected(made.error());
    return keep(*cache, query, std::move(*made), origin_for(programs, target, pipeline, files));
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
            const std::string wanted = value_text(context, name), has = value_text(one.said, name);
            if (wanted != has) all.push_back(fmt::format("{} is {}, there {}", name, wanted, has));
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
        if (origin->translator != translator_version())
            all.push_back(fmt::format("translator \"{}\"", origin->translator));
        else if (origin->target != words_of(wanted.asked))
            all.push_back(fmt::format("target \"{}\"", origin->target));
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

Revalidation revalidate(cache::Cache& cache, EntryKind kind, Bytes value,
                        const isa::Frontend* (*frontend_named)(std::string_view)) {
    const auto reason = reason_of(value);
    const cache::Value kept = reason ? cache.find(key_of(reason->program_key, kSource), kind_of(kSource)) : nullptr;
    const Origin* const origin = kept != nullptr ? &static_cast<const Source&>(*kept).origin() : nullptr;
    if (origin == nullptr || origin->passes.ends_with(kObserved)) return Revalidation::NotKept;
    std::vector<isa::ProgramPtr> programs;
    std::vector<const isa::Program*> row;
    for (const ProgramFiles& files : origin->programs) {
        auto program = parsed(files, frontend_named(files.guest));
        if (program == nullptr) return Revalidation::NotKept;
        row.push_back(programs.emplace_back(std::move(program)).get());
    }
    PipelineOptions pipeline;
    if (origin->passes != kUsual) pipeline.passes = origin->passes;
    if (program_key(row, origin->asked, pipeline) != reason->program_key) return Revalidation::NotKept;
    std::vector<std::uint8_t> again;
    if (kind == EntryKind::Shader) {
        if (auto made = translate(*row[0], reason->said, origin->asked, pipeline))
            again = bytes_of(Kept<Translation>{std::move(*made), reason->program_key, reason->said});
    } else if (auto made = translate_linked(row, reason->said, origin->asked, pipeline)) {
        again = bytes_of(Kept<Linked>{std::move(*made), reason->program_key, reason->said});
    }
    return std::ranges::equal(again, value) ? Revalidation::Same : Revalidation::Different;
}

Shared<Translation> find_translation(cache::Cache& cache, const isa::Program& program, const ir::Context& context,
                                     const lang::Target& target, const PipelineOptions& pipeline) {
    const isa::Program* const one[] = {&program};
    return found<Translation>(cache, Query(one, target, pipeline, context));
}

Result<Shared<Translation>> translate(cache::Cache* cache, const isa::Program& program, const ir::Context& context,
                                      const lang::Target& target, const PipelineOptions& pipeline,
                                      std::span<const ProgramFiles> files, CacheResult* cache_result) {
    const isa::Program* const one[] = {&program};
    return by<Translation>(cache, one, context, target, pipeline, files, cache_result, [&](std::string_view first) {
        return translate(program, context, target, pipeline, first);
    });
}

Result<Shared<Linked>> translate_linked(cache::Cache* cache, Programs programs, const ir::Context& context,
                                        const lang::Target& target, const PipelineOptions& pipeline,
                                        std::span<const ProgramFiles> files, CacheResult* cache_result) {
    return by<Linked>(cache, programs, context, target, pipeline, files, cache_result, [&](std::string_view first) {
        return translate_linked(programs, context, target, pipeline, first);
    });
}

Lookup look_up(cache::Cache& cache, Programs programs, const ir::Context& context, const lang::Target& target,
               const PipelineOptions& pipeline, std::span<const ProgramFiles> files) {
    const Query query(programs, target, pipeline, context);
    Lookup lookup{.program_key = query.first, .full_key = {}, .why = {}};
    const bool is_linked = programs.size() > 1;
    const cache::Value value = find(cache, query, is_linked ? EntryKind::DrawSets : EntryKind::Sets, query.hash);
    const KeySets& sets = sets_of(value);
    for (const auto& set : sets) {
        const Candidate one(query, set);
        if (find(cache, query, is_linked ? EntryKind::Draw : EntryKind::Shader, one.hash, one.lines) != nullptr)
            lookup.full_key = to_string(one.hash);
    }
    if (lookup.full_key) return lookup;
    lookup.why = sets.empty() ? other_origins(cache, programs, origin_for(programs, target, pipeline, files))
                              : difference(reasons_of(cache, lookup.program_key), context);
    return lookup;
}

} // namespace relit::translate
