// Translations through a cache: looked up in two steps (key.hpp), made where they are not found, and kept.
#pragma once

#include "cache/cache.hpp"
#include "translate/linked.hpp"
#include "translate/record.hpp"
#include "translate/translate.hpp"

#include <optional>
#include <span>
#include <string>

namespace relit::translate {

/// What entries of a cache are of.
enum class EntryKind : std::uint8_t {
    Sets = 1,
    Source = 2,
    Shader = 3,
    Draw = 4,
    DrawSets = 5,
    Shared = 6 // one of those as HTTP carries it, in the folder of a server; under the key of its address
};

/// The number of this translator's version, for cache::Settings::build.
[[nodiscard]] std::uint64_t build_number();
/// Where an entry lies: under its program key (Sets, DrawSets, Source) or full key.
[[nodiscard]] cache::Key key_of(std::string_view key, EntryKind kind);
/// The key again, 32 hex digits.
[[nodiscard]] std::string key_text(const cache::Key& key, EntryKind kind);
/// "shader"; empty where there is no such kind.
[[nodiscard]] std::string_view name_of(EntryKind kind);
/// What becomes of two entries of this kind under one key.
[[nodiscard]] cache::Join join_of(EntryKind kind);
/// Whether a value that HTTP brought can be read, and is of its key; those of other translators are taken as they are.
[[nodiscard]] Status check_delivery(const cache::Delivery& delivery);
/// Whether an entry from elsewhere is what it says: its value can be read, and is of its key.
[[nodiscard]] Status check_entry(const cache::Label& label, Bytes value);

/// A translation made anew from what the cache itself keeps of it.
enum class Again : std::uint8_t { Same, Different, NotKept };
/// `value` is that of a Shader or Draw; NotKept where the cache has not its files, or they are not translated any more.
[[nodiscard]] Again translate_again(cache::Cache& cache, EntryKind kind, Bytes value,
                                    const isa::Frontend* (*frontend_named)(std::string_view));

/// Whether a result was found or had to be made.
enum class Came : std::uint8_t { Found, Made };

/// Only what the cache has.
[[nodiscard]] std::optional<Translation> find_translation(cache::Cache& cache, const isa::Program& program,
                                                          const ir::Context& context, const lang::Target& target,
                                                          const Route& route = {});

/// The result of translate(), by the cache where it has it. `files` of the programs are kept with a new translation: then it
/// can be made anew from the cache alone. A route's watcher sees nothing of a translation that is found.
[[nodiscard]] Result<Translation> translate(cache::Cache& cache, const isa::Program& program,
                                            const ir::Context& context, const lang::Target& target,
                                            const Route& route = {}, std::span<const ProgramFiles> files = {},
                                            Came* came = nullptr);
/// The same of translate_linked().
[[nodiscard]] Result<Linked> translate_linked(cache::Cache& cache, Programs programs, const ir::Context& context,
                                              const lang::Target& target, const Route& route = {},
                                              std::span<const ProgramFiles> files = {}, Came* came = nullptr);

/// The key of the translation in the cache that translate() would give, and where it is not there, what made it miss.
struct Lookup {
    std::string program_key;
    std::optional<std::string> full_key; // it is there
    std::string why;                     // it is not: one sentence
};
[[nodiscard]] Lookup look_up(cache::Cache& cache, Programs programs, const ir::Context& context,
                             const lang::Target& target, const Route& route = {},
                             std::span<const ProgramFiles> files = {});

} // namespace relit::translate
