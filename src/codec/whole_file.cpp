#include "codec/whole_file.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace relit::codec {
namespace {

class WholeDocument final : public Document {
public:
    WholeDocument(const WholeFile& functions, std::vector<std::uint8_t> bytes, const TextOptions& options)
        : functions_(functions), bytes_(std::move(bytes)), options_(options) {}

    Result<Heading> heading() override {
        if (const Status listed = make_listing(); !listed) return std::unexpected(listed.error());
        return Heading{listing_->unknown, listing_->warnings};
    }
    Status list(const LineSink& sink) override {
        if (const Status listed = make_listing(); !listed) return listed;
        (void)std::ranges::all_of(listing_->lines, sink);
        return {};
    }
    Status explain(const ExplanationSink& sink) override {
        if (const Status listed = make_listing(); !listed) return listed;
        const auto all = functions_.explain(bytes_, options_);
        if (!all) return std::unexpected(all.error());
        (void)std::ranges::all_of(*all, [&](const Explanation& one) { return sink(listing_->lines[one.line], one); });
        return {};
    }
    Status properties(std::vector<Property>& into) override {
        auto all = functions_.properties(bytes_);
        if (!all) return std::unexpected(all.error());
        std::ranges::move(*all, std::back_inserter(into));
        return {};
    }

private:
    Status make_listing() {
        if (listing_) return {};
        auto made = functions_.list(bytes_, options_);
        if (!made) return std::unexpected(made.error());
        listing_ = std::move(*made);
        return {};
    }

    const WholeFile& functions_;
    std::vector<std::uint8_t> bytes_;
    TextOptions options_;
    std::optional<Listing> listing_;
};

} // namespace

Status read_up_to(const ReadBytes& read, std::size_t most, std::vector<std::uint8_t>& into) {
    // Most files are small: to clear a large buffer for one takes longer than to read and translate it.
    constexpr std::size_t kSmall = std::size_t{16} << 10, kMost = std::size_t{1} << 20;
    // To move a large one to a larger place takes the memory of both; room that is not used takes none.
    constexpr std::size_t kLarge = std::size_t{32} << 20;
    std::array<std::uint8_t, kSmall> small; // not cleared
    while (into.size() < most) {
        const std::size_t before = into.size();
        const bool is_small = before < kSmall;
        if (before >= kLarge) into.reserve(most);
        if (!is_small) into.resize(std::min(most, before + std::min(before, kMost)));
        const auto free =
            is_small ? std::span(small).first(std::min(most - before, kSmall)) : std::span(into).subspan(before);
        const auto got = read(free);
        if (is_small && got) into.insert(into.end(), small.begin(), small.begin() + static_cast<std::ptrdiff_t>(*got));
        if (!is_small) into.resize(before + (got ? *got : 0));
        if (!got) return std::unexpected(got.error());
        if (*got == 0) break;
    }
    return {};
}

Result<std::vector<std::uint8_t>> read_all(const ReadBytes& read, std::vector<std::uint8_t> bytes) {
    if (const Status done = read_up_to(read, kMaxWholeFile + 1, bytes); !done) return std::unexpected(done.error());
    if (bytes.size() > kMaxWholeFile) return fail_at(kMaxWholeFile, "larger than 256 MiB, the limit");
    return bytes;
}

Result<std::unique_ptr<Document>> open_whole_file(const WholeFile& functions, const ReadBytes& input,
                                                  const TextOptions& options) {
    auto bytes = read_all(input);
    if (!bytes) return std::unexpected(bytes.error());
    return std::make_unique<WholeDocument>(functions, std::move(*bytes), options);
}

} // namespace relit::codec
