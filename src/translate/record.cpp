#include "translate/record.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>
#include <type_traits>

namespace relit::translate {
namespace {

constexpr std::size_t kUsualSize = 4096;

// One function a type says which fields it has; Writer and Reader go over them in the same order.

class Writer {
public:
    static constexpr bool kReads = false;
    explicit Writer(std::size_t room) { bytes_.reserve(room); }
    void number(std::uint64_t value) { // seven bits a byte, the last without its highest bit
        for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::uint8_t>(value | 0x80));
        bytes_.push_back(static_cast<std::uint8_t>(value));
    }
    void raw(Bytes bytes) {
        number(bytes.size());
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void text(std::string_view text) { raw({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}); }
    [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
    std::vector<std::uint8_t> bytes_;
};

class Reader {
public:
    static constexpr bool kReads = true;
    explicit Reader(Bytes bytes) : in_(bytes) {}
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t byte = in_.u8();
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return value;
        }
        in_.skip(in_.left() + 1);
        return 0;
    }
    Bytes raw() { return in_.take(static_cast<std::size_t>(number())); }
    /// Of a list whose items take a byte or more each.
    std::size_t count() {
        const std::uint64_t count = number();
        if (count > in_.left()) in_.skip(in_.left() + 1);
        return in_.failed() ? 0 : static_cast<std::size_t>(count);
    }
    [[nodiscard]] bool has_failed() const { return in_.failed(); }
    [[nodiscard]] bool is_good() const { return !in_.failed() && in_.at_end(); }

private:
    Cursor in_;
};

template <class Io, class T>
    requires std::integral<T> || std::is_enum_v<T>
void field(Io& io, T& value) {
    if constexpr (Io::kReads)
        value = static_cast<T>(io.number());
    else
        io.number(static_cast<std::uint64_t>(value));
}

template <class Io>
void field(Io& io, std::string& text) {
    if constexpr (Io::kReads)
        text = text_of(io.raw());
    else
        io.text(text);
}

template <class Io>
void field(Io& io, std::vector<std::uint8_t>& bytes) {
    if constexpr (Io::kReads) {
        const Bytes raw = io.raw();
        bytes.assign(raw.begin(), raw.end());
    } else {
        io.raw(bytes);
    }
}

/// And back.
void to_little_endian(std::vector<std::uint32_t>& words) {
    if constexpr (std::endian::native != std::endian::little)
        for (std::uint32_t& word : words) word = std::byteswap(word);
}

/// Words of SPIR-V, as they lie in its files.
template <class Io>
void field(Io& io, std::vector<std::uint32_t>& words) {
    if constexpr (Io::kReads) {
        const Bytes raw = io.raw();
        words.resize(raw.size() / sizeof(std::uint32_t));
        if (!words.empty()) std::memcpy(words.data(), raw.data(), words.size() * sizeof(std::uint32_t));
        to_little_endian(words);
    } else {
        std::vector<std::uint32_t> copy;
        if constexpr (std::endian::native != std::endian::little) to_little_endian(copy = words);
        const auto& lies = copy.empty() ? words : copy;
        io.raw({reinterpret_cast<const std::uint8_t*>(lies.data()), lies.size() * sizeof(std::uint32_t)});
    }
}

template <class Io>
void field(Io& io, ir::Context& context) {
    if constexpr (Io::kReads) {
        for (std::size_t left = io.count(); left > 0; --left) {
            const std::string_view name = text_of(io.raw());
            context.values.find_or_add(name, io.number());
        }
    } else {
        io.number(context.values.size());
        for (const auto& [name, value] : context.values) {
            io.text(name);
            io.number(value);
        }
    }
}

template <class Io>
void field(Io& io, std::map<std::uint32_t, std::string>& by_number) {
    if constexpr (Io::kReads) {
        for (std::size_t left = io.count(); left > 0; --left) {
            const auto key = static_cast<std::uint32_t>(io.number());
            field(io, by_number[key]);
        }
    } else {
        io.number(by_number.size());
        for (auto& [key, text] : by_number) {
            io.number(key);
            field(io, text);
        }
    }
}

template <class Io, class T>
void field(Io& io, std::vector<T>& list);

template <class Io, class... Fields>
void fields(Io& io, Fields&... all) {
    (field(io, all), ...);
}

template <class Io>
void field(Io& io, lang::Member& m) {
    fields(io, m.name, m.offset, m.guest_offset, m.count, m.is_array);
}
template <class Io>
void field(Io& io, lang::Binding& b) {
    fields(io, b.kind, b.name, b.set, b.binding, b.location, b.index, b.size, b.type, b.members);
}
template <class Io>
void field(Io& io, ir::Assumption& a) {
    fields(io, a.name, a.value, a.why);
}
template <class Io>
void field(Io& io, lang::Artifact& a) {
    fields(io, a.words, a.text, a.interface, a.approximate, a.assumed, a.partial, a.features, a.line_instructions);
}
template <class Io>
void field(Io& io, lang::Slot& s) {
    fields(io, s.name, s.is_resource, s.index, s.word, s.words);
}
template <class Io>
void field(Io& io, lang::Layout& l) {
    fields(io, l.in, l.out, l.in_words, l.out_words, l.loop_limit_word);
}
template <class Io>
void field(Io& io, LinkedStage& s) {
    fields(io, s.stage, s.artifact);
}
/// What is not the reason.
template <class Io>
void rest(Io& io, Translation& t) {
    fields(io, t.artifact, t.layout, t.vertex_formats, t.key);
}
template <class Io>
void rest(Io& io, Linked& l) {
    fields(io, l.stages, l.vertex_formats, l.key);
}
/// The reason lies in front, for who wants nothing else.
template <class Io, class T>
void field(Io& io, Kept<T>& k) {
    fields(io, k.program_key, k.said, k.result.read);
    rest(io, k.result);
}
template <class Io>
void field(Io& io, ProgramFiles& p) {
    fields(io, p.guest, p.files);
}
template <class Io>
void field(Io& io, lang::Target& target) {
    auto& [dialect, interface, version, literal, debug_lines, leaves_out_unknown, debug_operations, line_instructions,
           keeps_denormals, keeps_signed_zero, flushes_denormals, has_int64, has_int16, has_int8, has_float16,
           has_float64, has_atomic_int64, has_subgroups, has_demote, fuses, loops_end_at_head, constants, loop_limit] =
        target; // all of them, or it does not compile
    fields(io, dialect, interface, version, literal, debug_lines, leaves_out_unknown, debug_operations,
           line_instructions, keeps_denormals, keeps_signed_zero, flushes_denormals, has_int64, has_int16, has_int8,
           has_float16, has_float64, has_atomic_int64, has_subgroups, has_demote, fuses, loops_end_at_head, constants,
           loop_limit);
}
template <class Io>
void field(Io& io, Origin& o) {
    fields(io, o.translator, o.target, o.passes, o.asked, o.programs);
}

template <class Io, class T>
void field(Io& io, std::vector<T>& list) {
    if constexpr (Io::kReads) {
        constexpr std::size_t kAtOnce = 64; // what a count says may be much more than there is
        std::size_t left = io.count();
        list.reserve(std::min(left, kAtOnce));
        for (; left > 0; --left) field(io, list.emplace_back());
    } else {
        io.number(list.size());
        for (T& item : list) field(io, item);
    }
}

template <class... Parts>
std::vector<std::uint8_t> written(const Parts&... parts) {
    Writer writer(kUsualSize);
    (field(writer, const_cast<Parts&>(parts)), ...); // which a Writer only reads
    return writer.take();
}

template <class... Parts>
Status read(Bytes bytes, Parts&... parts) {
    Reader reader(bytes);
    (field(reader, parts), ...);
    if (!reader.is_good()) return fail("the record is damaged");
    return {};
}

} // namespace

std::vector<std::uint8_t> bytes_of(const Kept<Translation>& kept) { return written(kept); }
std::vector<std::uint8_t> bytes_of(const Kept<Linked>& kept) { return written(kept); }
std::vector<std::uint8_t> bytes_of(const Origin& origin) { return written(origin); }
std::vector<std::uint8_t> bytes_of(const KeySets& sets) {
    Writer writer(kUsualSize);
    writer.number(sets.size());
    for (const ir::Context& set : sets) {
        writer.number(set.values.size());
        for (const auto& [name, value] : set.values) writer.text(name);
    }
    return writer.take();
}

Result<Kept<Translation>> kept_translation_of(Bytes bytes) {
    Kept<Translation> kept;
    if (const Status good = read(bytes, kept); !good) return std::unexpected(good.error());
    return kept;
}
Result<Kept<Linked>> kept_linked_of(Bytes bytes) {
    Kept<Linked> kept;
    if (const Status good = read(bytes, kept); !good) return std::unexpected(good.error());
    for (const LinkedStage& stage : kept.result.stages)
        if (stage.stage > ir::Stage::Compute) return fail("the record names a stage that does not exist");
    return kept;
}
Result<Reason> reason_of(Bytes bytes) {
    Reader reader(bytes);
    Reason reason;
    fields(reader, reason.program_key, reason.said, reason.read);
    if (reader.has_failed() || reason.program_key.empty()) return fail("the record is damaged");
    return reason;
}
Result<Origin> origin_of(Bytes bytes) {
    Origin origin;
    if (const Status good = read(bytes, origin); !good) return std::unexpected(good.error());
    const lang::Target& t = origin.asked;
    if (t.dialect > lang::Dialect::GlslOpenGl || t.interface > lang::Interface::Harness ||
        t.constants > lang::ConstantLayout::Packed)
        return fail("the record names a target that does not exist");
    return origin;
}
bool has_same_names(const ir::Context& one, const ir::Context& other) {
    return std::ranges::equal(one.values, other.values, {}, &ir::ContextValues::Entry::first,
                              &ir::ContextValues::Entry::first);
}

Result<KeySets> key_sets_of(Bytes bytes) {
    Reader reader(bytes);
    KeySets sets;
    for (std::size_t left = reader.count(); left > 0 && !reader.has_failed(); --left) {
        ir::Context& set = sets.emplace_back();
        for (std::size_t names = reader.count(); names > 0; --names) set.values.find_or_add(text_of(reader.raw()), 0);
    }
    if (!reader.is_good()) return fail("the record is damaged");
    return sets;
}

} // namespace relit::translate
