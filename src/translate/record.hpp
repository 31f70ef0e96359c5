// Translations as bytes, for who keeps them: every field, nothing of this process. Bytes that are damaged give a fault.
#pragma once

#include "translate/linked.hpp"
#include "translate/translate.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit::translate {

/// A result, and why it is the one that it is: what leads to it, and what was said of the keys that it read.
template <class T>
struct Kept {
    T result;                // has the keys that it read, with the values that it saw
    std::string program_key; // the first step
    ir::Context said;        // those of the keys that the context had
};
[[nodiscard]] std::vector<std::uint8_t> bytes_of(const Kept<Translation>& kept);
[[nodiscard]] std::vector<std::uint8_t> bytes_of(const Kept<Linked>& kept);
[[nodiscard]] Result<Kept<Translation>> kept_translation_of(Bytes bytes);
[[nodiscard]] Result<Kept<Linked>> kept_linked_of(Bytes bytes);

/// Of either: all but the result itself.
struct Reason {
    std::string program_key;
    ir::Context said, read;
};
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

/// The context keys that earlier translations under one program key read, a set each; the latest last. Values do not matter.
using KeySets = std::vector<ir::Context>;
[[nodiscard]] bool has_same_names(const ir::Context& one, const ir::Context& other);
[[nodiscard]] std::vector<std::uint8_t> bytes_of(const KeySets& sets);
[[nodiscard]] Result<KeySets> key_sets_of(Bytes bytes);

} // namespace relit::translate
