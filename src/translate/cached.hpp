// Translations through a cache: looked up in two steps (key.hpp), made where they are not found, and kept.
#pragma once

#include "cache/cache.hpp"
#include "translate/entries.hpp"
#include "translate/linked.hpp"
#include "translate/translate.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace relit::translate {

/// A translation made anew from what the cache itself keeps of it.
enum class Revalidation : std::uint8_t { Same, Different, NotKept };
/// `value` is that of a Shader or Draw; NotKept where the cache has not its files, or they are not translated any more.
[[nodiscard]] Revalidation revalidate(cache::Cache& cache, EntryKind kind, Bytes value,
                                      const isa::Frontend* (*frontend_named)(std::string_view));

/// Whether the cache had a result; after a miss it was translated.
enum class CacheResult : std::uint8_t { Hit, Miss };

/// A result that the cache has, too.
template <class T>
using Shared = std::shared_ptr<const T>;

/// Only what the cache has; null where it has nothing.
[[nodiscard]] Shared<Translation> find_translation(cache::Cache& cache, const isa::Program& program,
                                                   const ir::Context& context, const lang::Target& target,
                                                   const PipelineOptions& pipeline = {});

/// The result of translate(), never null, by the cache where there is one and it has it. `files` of the programs are kept
/// with a new translation: then it can be made anew from the cache alone. The watcher of the options sees nothing of a translation
/// that is found.
[[nodiscard]] Result<Shared<Translation>> translate(cache::Cache* cache, const isa::Program& program,
                                                    const ir::Context& context, const lang::Target& target,
                                                    const PipelineOptions& pipeline = {},
                                                    std::span<const ProgramFiles> files = {},
                                                    CacheResult* cache_result = nullptr);
/// The same of translate_linked().
[[nodiscard]] Result<Shared<Linked>> translate_linked(cache::Cache* cache, Programs programs,
                                                      const ir::Context& context, const lang::Target& target,
                                                      const PipelineOptions& pipeline = {},
                                                      std::span<const ProgramFiles> files = {},
                                                      CacheResult* cache_result = nullptr);

/// The key of the translation in the cache that translate() would give, and where it is not there, what made it miss.
struct Lookup {
    std::string program_key;
    std::optional<std::string> full_key; // it is there
    std::string why;                     // it is not: one sentence
};
[[nodiscard]] Lookup look_up(cache::Cache& cache, Programs programs, const ir::Context& context,
                             const lang::Target& target, const PipelineOptions& pipeline = {},
                             std::span<const ProgramFiles> files = {});

} // namespace relit::translate
