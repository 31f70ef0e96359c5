// Translations as bytes, for who keeps them: every field, nothing of this process. Bytes that are damaged give a fault.
#pragma once

#include "translate/linked.hpp"
#include "translate/translate.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit::translate {

/// Why a translation is the one that it is: which keys of its context it read, and what was said of them.
struct Reason {
    std::string program_key; // the first step
    ir::Context read;        // the keys that it read, with the values that it saw
    ir::Context said;        // those of them that the context had
};

[[nodiscard]] std::vector<std::uint8_t> bytes_of(const Translation& translation, const Reason& reason);
[[nodiscard]] std::vector<std::uint8_t> bytes_of(const Linked& linked, const Reason& reason);
[[nodiscard]] Result<Translation> translation_of(Bytes bytes);
[[nodiscard]] Result<Linked> linked_of(Bytes bytes);
[[nodiscard]] Result<Reason> reason_of(Bytes bytes);

/// A program's files: two where two vertex programs run one after the other.
struct ProgramFiles {
    std::string guest;
    std::vector<std::vector<std::uint8_t>> files;
};
/// What leads to a program key, for people and for who translates anew.
struct Origin {
    std::string translator, target, passes; // as text
    lang::Target asked;                     // what `target` says
    std::vector<ProgramFiles> programs;     // none where who translated had no files
};
[[nodiscard]] std::vector<std::uint8_t> bytes_of(const Origin& origin);
[[nodiscard]] Result<Origin> origin_of(Bytes bytes);

/// The context keys that earlier translations under one program key read, a set each; the latest last.
using KeySets = std::vector<std::vector<std::string>>;
[[nodiscard]] std::vector<std::uint8_t> bytes_of(const KeySets& sets);
[[nodiscard]] Result<KeySets> key_sets_of(Bytes bytes);

} // namespace relit::translate
