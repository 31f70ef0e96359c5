#include "base/json/reader.hpp"

#include "base/json/document.hpp"
#include "base/printable.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <set>
#include <streambuf>
#include <vector>

#include <fmt/format.h>

namespace relit {
namespace {

/// The input as a parser takes it, which knows at which line and column it stands.
class Source : public std::streambuf {
public:
    Source(const ReadBytes& read, std::uint64_t most) : read_(read), most_(most) {}

    /// Why reading ended before the end.
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
    /// A mistake in the character that was taken last.
    [[nodiscard]] Fault mistake(std::string text) const {
        if (fault_) return *fault_;
        Position at = position_;
        for (const char* c = eback(); c < gptr(); ++c) at.take(*c);
        return fail_line(at.line, std::max(at.column, 1U), is_done_ ? text + ": it ends too early" : std::move(text))
            .error();
    }

protected:
    int_type underflow() override {
        for (const char* c = eback(); c < egptr(); ++c) position_.take(*c);
        taken_ += static_cast<std::size_t>(egptr() - eback());
        setg(buffer_.data(), buffer_.data(), buffer_.data());
        if (fault_ || is_done_) return traits_type::eof();
        const auto got = read_({reinterpret_cast<std::uint8_t*>(buffer_.data()), buffer_.size()});
        if (!got) fault_ = got.error();
        if (got && taken_ + *got > most_)
            fault_ = fail_at(most_, fmt::format("larger than {} MiB, the limit", most_ >> 20)).error();
        is_done_ = got && *got == 0;
        if (fault_ || is_done_) return traits_type::eof();
        setg(buffer_.data(), buffer_.data(), buffer_.data() + *got);
        return traits_type::to_int_type(*gptr());
    }

private:
    /// Of the character that was taken last, counted from 1.
    struct Position {
        std::uint32_t line = 1, column = 0;
        bool ends_line = false;

        void take(char c) {
            if (ends_line) ++line, column = 0;
            ++column;
            ends_line = c == '\n';
        }
    };

    const ReadBytes& read_;
    std::uint64_t most_; // bytes
    std::array<char, std::size_t{1} << 16> buffer_{};
    Position position_; // before the buffer
    std::size_t taken_ = 0;
    bool is_done_ = false;
    std::optional<Fault> fault_;
};

/// Makes values of what a parser tells, and gives each away as soon as it is whole.
template <class Json>
class Builder : public nlohmann::json_sax<Json> {
public:
    using Take = std::function<Status(Json& value, bool is_item)>;

    /// `by_item`: of a document that is a list each item is given, else all of the document.
    Builder(const Source& source, const JsonLimits& limits, bool by_item, Take take)
        : source_(source), limits_(limits), take_(std::move(take)), by_item_(by_item) {}

    bool null() override { return leaf(nullptr); }
    bool boolean(bool value) override { return leaf(value); }
    bool number_integer(std::int64_t value) override { return leaf(value); }
    bool number_unsigned(std::uint64_t value) override { return leaf(value); }
    bool number_float(double value, const std::string& /*text*/) override { return leaf(value); }
    bool string(std::string& value) override { return leaf(std::move(value)); }
    bool binary(typename Json::binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool key(std::string& name) override {
        slot_ = new_member(name);
        if (slot_ == nullptr) return wrong(fmt::format("the key \"{}\" a second time", printable(name)));
        return true;
    }
    bool start_array(std::size_t /*size*/) override {
        if (!by_item_ || is_list_ || !open_.empty()) return open(Json::array());
        is_list_ = true;
        return true;
    }
    bool end_array() override { return open_.empty() || close(); }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const typename Json::exception& /*told*/) override {
        return wrong("not JSON");
    }

    [[nodiscard]] Result<bool> result() const {
        if (fault_) return std::unexpected(*fault_);
        return is_list_;
    }

private:
    static constexpr bool kIsOrdered = std::is_same_v<Json, nlohmann::ordered_json>;

    /// An object or a list that has not ended.
    struct Open {
        Json* value = nullptr;
        std::set<std::string, std::less<>> keys; // of an object whose members are a list, so far
    };

    bool wrong(std::string text) {
        if (!fault_) fault_ = source_.mistake(std::move(text));
        return false;
    }
    /// The value of a new member of the object that is open; null where it has one of that name.
    Json* new_member(const std::string& name) {
        auto& object = open_.back().value->template get_ref<typename Json::object_t&>();
        if constexpr (kIsOrdered) { // its own look-up would go through all members
            if (!open_.back().keys.insert(name).second) return nullptr;
            if (object.size() == object.capacity()) grow(object);
            return &object.emplace_back(name, Json()).second;
        } else {
            const auto [member, is_new] = object.try_emplace(name);
            return is_new ? &member->second : nullptr;
        }
    }
    /// As the vector that it is would, but that copies the members, for they cannot be moved without a copy of their names.
    static void grow(typename Json::object_t& object) {
        constexpr std::size_t kLeast = 8;
        JsonDocument<Json> larger(Json::object());
        auto& members = (*larger).template get_ref<typename Json::object_t&>();
        members.reserve(std::max(kLeast, 2 * object.size()));
        for (auto& [name, value] : object) members.emplace_back(name, std::move(value));
        std::swap(object, members);
    }
    /// Where the value stands: in the list or the object that is open, or on its own. Nowhere where there are too many.
    Json* put(Json value) {
        if (values_++ == limits_.values) {
            (void)wrong(fmt::format("more than {} values{}", limits_.values, by_item_ ? " in one set" : ""));
            return nullptr;
        }
        Json* const added = open_.empty()                    ? &*root_
                            : open_.back().value->is_array() ? &open_.back().value->emplace_back()
                                                             : slot_;
        take_apart(*added); // the root, of the item before
        *added = std::move(value);
        return added;
    }
    bool leaf(Json value) {
        if (put(std::move(value)) == nullptr) return false;
        return !open_.empty() || give();
    }
    bool open(Json value) {
        if (open_.size() + (is_list_ ? 1 : 0) == limits_.depth)
            return wrong(fmt::format("nested deeper than {} levels", limits_.depth));
        Json* const added = put(std::move(value));
        if (added != nullptr) open_.push_back({added, {}});
        return added != nullptr;
    }
    bool close() {
        open_.pop_back();
        return !open_.empty() || give();
    }
    bool give() {
        values_ = 0;
        Status taken = take_(*root_, is_list_);
        if (!taken) fault_ = std::move(taken.error());
        return !fault_;
    }

    const Source& source_;
    const JsonLimits& limits_;
    Take take_;
    bool by_item_;
    JsonDocument<Json> root_;
    std::vector<Open> open_; // none moves while one of its members is open
    Json* slot_ = nullptr;   // of the key that was read last
    std::size_t values_ = 0; // in this item
    bool is_list_ = false;
    std::optional<Fault> fault_;
};

template <class Json>
Result<bool> read(const ReadBytes& bytes, const JsonLimits& limits, bool by_item, typename Builder<Json>::Take take) {
    Source source(bytes, limits.bytes);
    std::istream in(&source);
    Builder<Json> builder(source, limits, by_item, std::move(take));
    (void)Json::sax_parse(in, &builder);
    Result<bool> result = builder.result();
    if (result && source.fault()) return std::unexpected(*source.fault()); // the parser takes it for the end
    return result;
}

} // namespace

Result<bool> read_json(const ReadBytes& bytes, const JsonLimits& limits, const TakeJson& take) {
    return read<nlohmann::ordered_json>(bytes, limits, true, take);
}

Result<JsonDocument<nlohmann::json>> read_json(std::string_view text, const JsonLimits& limits) {
    JsonDocument<nlohmann::json> all;
    const Bytes bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto done = read<nlohmann::json>(reader_of(bytes), limits, false, [&all](nlohmann::json& value, bool) {
        *all = std::move(value);
        return Status();
    });
    if (!done) return std::unexpected(done.error());
    return all;
}

Result<JsonDocument<nlohmann::json>> read_json(std::string_view text, const JsonLimits& limits, std::string_view name) {
    auto json = read_json(text, limits);
    if (json || json.error().line == 0) return json;
    const Fault& wrong = json.error();
    return fail(fmt::format("{}: line {}, column {}: {}", name, wrong.line, wrong.column, wrong.text));
}

} // namespace relit
