#include "cli/json_input.hpp"

#include "codec/codec.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <streambuf>
#include <vector>

#include <fmt/format.h>

namespace relit::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostValues = std::size_t{1} << 20; // of one item

/// The input as a parser takes it, which knows at which line and column it stands.
class Source : public std::streambuf {
public:
    explicit Source(const ReadBytes& read) : read_(read) {}

    /// A mistake in the character that was taken last.
    [[nodiscard]] Fault mistake(std::string text) const {
        if (fault_) return *fault_;
        Position at = place_;
        for (const char* c = eback(); c < gptr(); ++c) at.take(*c);
        return fail_line(at.line, std::max(at.column, 1U), is_done_ ? text + ": it ends too early" : std::move(text))
            .error();
    }

protected:
    int_type underflow() override {
        for (const char* c = eback(); c < egptr(); ++c) place_.take(*c);
        taken_ += static_cast<std::size_t>(egptr() - eback());
        setg(buffer_.data(), buffer_.data(), buffer_.data());
        if (fault_ || is_done_) return traits_type::eof();
        const auto got = read_({reinterpret_cast<std::uint8_t*>(buffer_.data()), buffer_.size()});
        if (!got) fault_ = got.error();
        if (got && taken_ + *got > codec::kMaxWholeFile)
            fault_ = fail_at(codec::kMaxWholeFile, "larger than 256 MiB, the limit").error();
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
    std::array<char, std::size_t{1} << 16> buffer_{};
    Position place_; // before the buffer
    std::size_t taken_ = 0;
    bool is_done_ = false;
    std::optional<Fault> fault_;
};

/// Makes values of what a parser tells, and gives them away as soon as they are whole.
class Builder : public nlohmann::json_sax<Json> {
public:
    Builder(const Source& source, const TakeJson& take) : source_(source), take_(take) {}

    bool null() override { return leaf(nullptr); }
    bool boolean(bool value) override { return leaf(value); }
    bool number_integer(std::int64_t value) override { return leaf(value); }
    bool number_unsigned(std::uint64_t value) override { return leaf(value); }
    bool number_float(double value, const std::string& /*text*/) override { return leaf(value); }
    bool string(std::string& value) override { return leaf(std::move(value)); }
    bool binary(Json::binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool key(std::string& name) override {
        if (!open_.back().keys.insert(name).second) return wrong(fmt::format("the key \"{}\" a second time", name));
        // Not by operator[], which would go through all keys before it.
        slot_ = &open_.back().value->get_ref<Json::object_t&>().emplace_back(name, Json()).second;
        return true;
    }
    bool start_array(std::size_t /*size*/) override {
        if (is_list_ || !open_.empty()) return open(Json::array());
        is_list_ = true;
        return true;
    }
    bool end_array() override { return open_.empty() || close(); }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& /*told*/) override {
        return wrong("not JSON");
    }

    [[nodiscard]] Result<bool> result() const {
        if (fault_) return std::unexpected(*fault_);
        return is_list_;
    }

private:
    /// An object or a list that has not ended.
    struct Open {
        Json* value = nullptr;
        std::set<std::string, std::less<>> keys; // of an object, so far
    };

    bool wrong(std::string text) {
        if (!fault_) fault_ = source_.mistake(std::move(text));
        return false;
    }
    /// Where the value stands: in the list or the object that is open, or on its own. Nowhere where there are too many.
    Json* put(Json value) {
        if (values_++ == kMostValues) {
            (void)wrong(fmt::format("more than {} values in one set", kMostValues));
            return nullptr;
        }
        Json* const place = open_.empty()                    ? &root_
                            : open_.back().value->is_array() ? &open_.back().value->emplace_back()
                                                             : slot_;
        *place = std::move(value);
        return place;
    }
    bool leaf(Json value) {
        if (put(std::move(value)) == nullptr) return false;
        return !open_.empty() || give();
    }
    bool open(Json value) {
        if (open_.size() + (is_list_ ? 1 : 0) == kDeepestJson)
            return wrong(fmt::format("nested deeper than {} levels", kDeepestJson));
        Json* const place = put(std::move(value));
        if (place != nullptr) open_.push_back({place, {}});
        return place != nullptr;
    }
    bool close() {
        open_.pop_back();
        return !open_.empty() || give();
    }
    bool give() {
        values_ = 0;
        Status taken = take_(root_, is_list_);
        if (!taken) fault_ = std::move(taken.error());
        return !fault_;
    }

    const Source& source_;
    const TakeJson& take_;
    Json root_;
    std::vector<Open> open_; // none moves while one of its members is open
    Json* slot_ = nullptr;   // of the key that was read last
    std::size_t values_ = 0; // in this item
    bool is_list_ = false;
    std::optional<Fault> fault_;
};

} // namespace

Result<bool> read_json(const ReadBytes& read, const TakeJson& take) {
    Source source(read);
    std::istream in(&source);
    Builder builder(source, take);
    (void)Json::sax_parse(in, &builder);
    return builder.result();
}

} // namespace relit::cli
