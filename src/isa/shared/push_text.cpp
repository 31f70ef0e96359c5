#include "isa/shared/push_text.hpp"

#include "base/text.hpp"
#include "isa/reader.hpp"
#include "isa/text.hpp"

#include <bit>

namespace relit::isa {
namespace {

constexpr std::size_t kOnALine = 8;

} // namespace

const PushMethod* method_at(PushMethods methods, std::uint32_t address) {
    for (const PushMethod& row : methods)
        if (address >= row.address && address <= row.last) return &row;
    return nullptr;
}

void PushLister::run(Bytes file, const std::function<void(const PushItem&)>& see) {
    PushReader reader(file, rules_);
    while (const auto item = reader.next()) {
        add(*item);
        if (see) see(*item);
    }
    flush();
    if (file.size() % 4 != 0) tail(file);
}

void PushLister::add(const PushItem& item) {
    if (!continues(item)) flush();
    pending_.push_back(item);
    uniform_ = pending_.size() == 1 || (uniform_ && item.word == pending_.front().word);
    if (item.kind == PushKind::Header) return header();
    if (item.kind == PushKind::Control) return control();
    if (!is_whole_slot()) return;
    slot_(pending_.front().offset, {pending_[0].word, pending_[1].word, pending_[2].word, pending_[3].word});
    pending_.clear();
}

/// Whether the word can stand on the line of those that are pending.
bool PushLister::continues(const PushItem& item) const {
    if (pending_.empty()) return true;
    const PushItem& last = pending_.back();
    if (item.kind != last.kind) return false;
    const bool same = uniform_ && item.word == pending_.front().word;
    if (item.kind == PushKind::Rest) return same || pending_.size() < kOnALine;
    const PushMethod* row = method_at(methods_, item.address);
    if (row != method_at(methods_, last.address)) return false;
    if (row == nullptr) return same || pending_.size() < kOnALine;
    return item.address == last.address + 4 && (item.address - row->address) % 16 != 0;
}

bool PushLister::is_whole_slot() const {
    if (pending_.size() != 4 || pending_.front().kind != PushKind::Argument) return false;
    const PushMethod* row = method_at(methods_, pending_.front().address);
    return row != nullptr && row->holds == PushMethod::Holds::Slots &&
           (pending_.front().address - row->address) % 16 == 0;
}

void PushLister::header() {
    const PushHeader header{{{pending_.front().word}}};
    const PushMethod* row = method_at(methods_, header.address());
    std::string text = ".method ";
    if (row != nullptr && row->address == header.address()) {
        text += row->name;
    } else {
        print_hex(text, header.address(), 4);
    }
    text += ", ";
    print_number(text, header[PushHeader::count]);
    if (header[PushHeader::subchannel] != 0) {
        text += ", subchannel ";
        print_number(text, header[PushHeader::subchannel]);
    }
    if (header.increments_not()) text += ", fixed";
    const bool inside = row != nullptr && row->address != header.address();
    directive_(pending_.front().offset, std::move(text), std::string(inside ? row->name : std::string_view{}));
    pending_.clear();
}

void PushLister::control() {
    std::string text = ".data ";
    print_hex(text, pending_.front().word);
    std::string note(describe_control(pending_.front().word));
    if (!rules_.passes_control || !is_control(pending_.front().word)) note += "; what follows is not read";
    directive_(pending_.front().offset, std::move(text), std::move(note));
    pending_.clear();
}

void PushLister::flush() {
    if (pending_.empty()) return;
    std::string text;
    if (uniform_ && pending_.size() > 4) {
        text = ".fill ";
        print_number(text, static_cast<std::int64_t>(pending_.size()));
        text += ", ";
        print_hex(text, pending_.front().word);
    } else {
        text = ".data ";
        for (const PushItem& item : pending_) {
            if (&item != &pending_.front()) text += ", ";
            print_hex(text, item.word);
        }
    }
    directive_(pending_.front().offset, std::move(text), values());
    pending_.clear();
}

std::string PushLister::values() const {
    const PushMethod* row = method_at(methods_, pending_.front().address);
    if (pending_.front().kind != PushKind::Argument || row == nullptr || row->holds != PushMethod::Holds::Floats)
        return {};
    std::string text;
    for (const PushItem& item : pending_) {
        text += text.empty() ? "" : ", ";
        text += shortest_decimal(std::bit_cast<float>(item.word));
    }
    return text;
}

void PushLister::tail(Bytes file) {
    std::string text = ".byte ";
    const Bytes rest = file.last(file.size() % 4);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (i != 0) text += ", ";
        print_hex(text, rest[i], 2);
    }
    directive_(file.size() - rest.size(), std::move(text), {});
}

bool PushDirectives::wrong(std::size_t at, std::string text) {
    fault_ = in_.fault(at, std::move(text));
    return false;
}

bool PushDirectives::number(std::uint32_t& into, std::uint32_t most) {
    const std::size_t at = in_.token_offset();
    const auto found = in_.number();
    if (!found || *found > most) return wrong(at, "a number up to " + std::to_string(most) + " is expected");
    into = *found;
    return true;
}

bool PushDirectives::method() {
    PushHeader header;
    const std::size_t at = in_.token_offset();
    const std::string_view name = in_.word();
    std::uint32_t address = 0, count = 0;
    if (name.empty() && !number(address)) return false;
    for (const PushMethod& row : methods_)
        if (!name.empty() && equal_ignoring_case(row.name, name)) address = row.address;
    const auto most = static_cast<std::uint32_t>(detail::low_mask(PushHeader::method.width()));
    if ((!name.empty() && address == 0) || address % 4 != 0 || address / 4 > most)
        return wrong(at, "this is not a method");
    if (!in_.accept(',')) return wrong(in_.at(), "',' and the number of arguments are expected");
    if (!number(count, static_cast<std::uint32_t>(detail::low_mask(PushHeader::count.width())))) return false;
    header.set(PushHeader::method, address / 4).set(PushHeader::count, count);
    while (in_.accept(','))
        if (!method_option(header)) return false;
    add_(bytes_, header.raw[0]);
    return true;
}

bool PushDirectives::method_option(PushHeader& header) {
    const std::size_t at = in_.token_offset();
    const std::string_view word = in_.word();
    std::uint32_t subchannel = 0;
    if (word == "fixed") {
        header.set(PushHeader::kind, 2U);
    } else if (word == "subchannel") {
        if (!number(subchannel, 7)) return false;
        header.set(PushHeader::subchannel, subchannel);
    } else {
        return wrong(at, "fixed or subchannel is expected");
    }
    return true;
}

bool PushDirectives::data() {
    std::uint32_t value = 0;
    do {
        if (!number(value)) return false;
        add_(bytes_, value);
    } while (in_.accept(','));
    return true;
}

bool PushDirectives::fill() {
    std::uint32_t count = 0, value = 0;
    const std::size_t at = in_.token_offset();
    if (!number(count)) return false;
    if (!in_.accept(',')) return wrong(in_.at(), "',' is expected");
    if (!number(value)) return false;
    if (bytes_.size() + 4ULL * count > kMaxPushBytes) return wrong(at, "the file grows too large");
    for (std::uint32_t i = 0; i < count; ++i) add_(bytes_, value);
    return true;
}

bool PushDirectives::byte() {
    std::uint32_t value = 0;
    do {
        if (!number(value, 255)) return false;
        bytes_.push_back(static_cast<std::uint8_t>(value));
    } while (in_.accept(','));
    return true;
}

} // namespace relit::isa
