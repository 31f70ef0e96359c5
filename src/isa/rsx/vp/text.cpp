// Which bits of an RSX vertex program's word its text says.
#include "isa/rsx/vp/text.hpp"

#include <algorithm>

namespace relit::isa::rsx::vp {
namespace {

using W = Word128;

/// Copies what text says from one word to another.
class Said {
public:
    Said(const Word128& from, Fill fill) : from_(from), said_(blank_word(fill)) {}

    Word128 all() {
        copy(W::vec), copy(W::sca), copy(W::end);
        for (unsigned i = 0; i < 3; ++i)
            if (reads(from_, i)) source_fields(i);
        vec_target();
        sca_target();
        if (writes_output(from_)) output();
        conditions();
        if (vec_has_result(from_) || sca_has_result(from_)) copy(W::saturate);
        course();
        if (from_[W::vec] == Vec::Txl) copy(W::unit);
        if (from_[W::vec] == Vec::Ara) copy(W::address);
        return said_;
    }

private:
    void copy(const FieldInfo& field) { said_.insert(field, from_.extract(field)); }
    void copy_address() { copy(W::address), copy(W::address_lane); }

    void source_fields(unsigned which) {
        const SourceFields& f = kSourceFields[which];
        for (const FieldInfo* field : {f.x, f.y, f.z, f.w}) copy(*field);
        copy(*f.type), copy(*f.abs), copy(*f.negate);
        switch (from_[*f.type]) {
            case Type::None: return;
            case Type::Temp: return copy(*f.temp);
            case Type::Input: return indexed(W::input, W::in_relative);
            case Type::Constant: return indexed(W::constant, W::constant_relative);
        }
    }
    void indexed(const FieldInfo& index, const Field<bool>& relative) {
        copy(index), copy(relative);
        if (from_[relative]) copy_address();
    }

    void mask(const Field<std::uint32_t>& field) {
        said_.set(field, from_[field] == 0 ? 15U : from_[field]); // text has no word for an empty mask
    }
    void vec_target() {
        if (writes_address(from_[W::vec])) copy(W::vec_temp), mask(W::vec_mask);
        if (!vec_has_result(from_)) return;
        mask(W::vec_mask);
        if (vec_writes_temp(from_)) copy(W::vec_temp);
    }
    void sca_target() {
        if (!sca_has_result(from_)) return;
        mask(W::sca_mask);
        said_.set(W::sca_temp, sca_writes_temp(from_) ? from_[W::sca_temp] : kNoTemp);
    }
    void output() {
        copy(W::out_source);
        indexed(W::output, W::out_relative);
    }

    void conditions() {
        if (writes_condition(from_)) copy(W::cc_write), copy(W::cc_source), copy(W::cc_select);
        const Sca op = from_[W::sca];
        const bool has_place = vec_has_result(from_) || writes_address(from_[W::vec]) ||
                               (op != Sca::Nop && !looks_at_bit(op)); // nothing else has room for a test
        if (!has_place || !shows_test(from_)) return;
        copy(W::cc_test), copy(W::condition), copy(W::cc_select);
        copy(W::cc_x), copy(W::cc_y), copy(W::cc_z), copy(W::cc_w);
    }

    void course() {
        const Sca op = from_[W::sca];
        if (has_target(op)) copy(W::target);
        if (looks_at_bit(op)) copy(W::bit), copy(W::bit_wanted);
        if (has_target(op) && info(op).reads == 'a') copy_address();
        if (info(op).does == Does::Stack) copy(W::address);
    }

    const Word128& from_;
    Word128 said_;
};

} // namespace

Word128 said_by_text(const Word128& word, Fill fill) { return Said(word, fill).all(); }

Fill fill_of(std::span<const Word128> slots) {
    const auto lists = [&](Fill fill) {
        return std::ranges::count_if(
            slots, [&](const Word128& word) { return is_known(word) && !(said_by_text(word, fill) == word); });
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
