// Which bits of an RSX vertex program's word its text says.
#include "isa/rsx/vp/text/spelling.hpp"

#include <algorithm>
#include <array>

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

/// All bits of some fields.
constexpr W ones(const auto&... field) {
    W word;
    (word.insert(field, ~std::uint64_t{0}), ...);
    return word;
}

constexpr W kAddress = ones(W::address, W::address_lane);
constexpr W kCondition = ones(W::condition, W::cc_select, W::cc_x, W::cc_y, W::cc_z, W::cc_w);
constexpr auto kSources = [] { // without what names the register
    std::array<W, kSourceFields.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const SourceFields& f = kSourceFields[i];
        all[i] = ones(*f.x, *f.y, *f.z, *f.w, *f.type, *f.abs, *f.negate);
    }
    return all;
}();
constexpr std::array<W, kSourceFields.size()> kTemporaries = {ones(W::temp0), ones(W::temp1), ones(W::temp2)};

/// Takes what text says from one word into another.
class SpelledBits {
public:
    SpelledBits(const Word128& from, Fill fill) : from_(from), fill_(fill), spelled_(blank_word(fill)) {}

    Word128 all() {
        take(ones(W::vec, W::sca, W::end));
        for (unsigned i = 0; i < 3; ++i)
            if (reads(from_, i)) source_fields(i);
        vec_target();
        sca_target();
        if (writes_output(from_)) output();
        conditions();
        if (vec_has_result(from_) || sca_has_result(from_)) take(ones(W::saturate));
        control_flow();
        if (from_[W::vec] == Vec::Txl) take(ones(W::unit));
        if (from_[W::vec] == Vec::Ara) take(ones(W::address));
        return spelled_;
    }

private:
    void take(const W& fields) {
        for (std::size_t i = 0; i < fields.raw.size(); ++i)
            spelled_.raw[i] = (spelled_.raw[i] & ~fields.raw[i]) | (from_.raw[i] & fields.raw[i]);
    }

    void source_fields(unsigned which) {
        take(kSources[which]);
        switch (from_[*kSourceFields[which].type]) {
            case Type::None: return;
            case Type::Temp: return take(kTemporaries[which]);
            case Type::Input: return indexed(ones(W::input, W::in_relative), from_[W::in_relative]);
            case Type::Constant: return indexed(ones(W::constant, W::constant_relative), from_[W::constant_relative]);
        }
    }
    void indexed(const W& fields, bool relative) {
        take(fields);
        if (relative) take(kAddress);
    }

    void mask(const Field<std::uint32_t>& field) {
        spelled_.set(field, from_[field] == 0 ? 15U : from_[field]); // text has no word for an empty mask
    }
    void vec_target() {
        if (writes_address(from_[W::vec])) take(ones(W::vec_temp)), mask(W::vec_mask);
        if (!vec_has_result(from_)) return;
        mask(W::vec_mask);
        if (vec_writes_temp(from_)) take(ones(W::vec_temp));
    }
    void sca_target() {
        if (!sca_has_result(from_)) return;
        mask(W::sca_mask);
        spelled_.set(W::sca_temp, sca_writes_temp(from_) ? from_[W::sca_temp] : kNoTemp);
    }
    void output() { indexed(ones(W::out_source, W::output, W::out_relative), from_[W::out_relative]); }

    void conditions() {
        if (writes_condition(from_)) take(ones(W::cc_write, W::cc_source, W::cc_select));
        const bool predicated = can_be_predicated(from_) && is_predicated(from_),
                   branches = branches_on_condition(from_);
        if (predicated || branches) take(kCondition);
        spelled_.set(W::cc_test, predicated || (branches && !can_be_predicated(from_) && fill_ == Fill::Mesa));
    }

    void control_flow() {
        const Sca op = from_[W::sca];
        if (has_target(op)) take(ones(W::target));
        if (looks_at_bit(op)) take(ones(W::bit, W::bit_wanted));
        if (has_target(op) && info(op).reads == 'a') take(kAddress);
        if (info(op).op_class == OpClass::Stack) take(ones(W::address));
    }

    const Word128& from_;
    Fill fill_;
    Word128 spelled_;
};

} // namespace

Word128 bits_in_text(const Word128& word, Fill fill) { return SpelledBits(word, fill).all(); }

Fill fill_of(std::span<const Word128> slots) {
    const auto lists = [&](Fill fill) {
        return std::ranges::count_if(
            slots, [&](const Word128& word) { return is_known(word) && !(bits_in_text(word, fill) == word); });
    };
    return lists(Fill::Mesa) < lists(Fill::Sony) ? Fill::Mesa : Fill::Sony;
}

std::optional<Fill> fill_named(std::string_view name) {
    for (const Fill fill : {Fill::Sony, Fill::Mesa})
        if (kFillNames[static_cast<unsigned>(fill)] == name) return fill;
    return {};
}

Result<Style> style_of(const TextOptions& options) {
    const auto found = options.find("addresses");
    if (found == options.end() || found->second == "slots") return Style{Addresses::Slots};
    if (found->second == "bytes") return Style{Addresses::Bytes};
    if (found->second == "none") return Style{Addresses::None};
    return fail(FaultKind::Usage, "addresses is slots, bytes or none, not '" + found->second + "'");
}

} // namespace relit::isa::rsx::vp
