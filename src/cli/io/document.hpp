// A file that a verb shows through its codec, line by line: how it is opened, where the answer goes, how it ends.
#pragma once

#include "cli/io/program.hpp"
#include "codec/codec.hpp"

#include <memory>
#include <optional>

namespace relit::cli {

class ShownDocument {
public:
    /// Checks --option. Reports what keeps the file from being shown at all, and gives its exit code.
    [[nodiscard]] static std::expected<std::unique_ptr<ShownDocument>, Exit> open(const Options& options,
                                                                                  const std::string& file);
    ShownDocument(const Options& options, const std::string& file) : options_(options), file_(file) {}

    [[nodiscard]] const codec::Codec& codec() const { return *codec_; }
    [[nodiscard]] codec::Document& document() { return *document_; }
    /// Opens the answer where it is not open yet; false where it cannot be written.
    [[nodiscard]] bool write(std::string_view text);
    /// For those that write by themselves: opened; nullptr where it cannot be.
    [[nodiscard]] Output* output();
    /// Of the input as it lies in the file. Reads what is left of it.
    [[nodiscard]] std::uint64_t input_bytes();
    /// Closes the answer; `read` is how the document ended: what was written before a fault stays.
    [[nodiscard]] Exit finish(const Status& read);

private:
    [[nodiscard]] std::string output_name() const;

    const Options& options_;
    const std::string& file_;
    const codec::Codec* codec_ = nullptr;
    ReadBytes input_;
    std::uint64_t input_bytes_ = 0;
    std::unique_ptr<codec::Document> document_;
    std::optional<Output> output_;
    Status opened_;
};

} // namespace relit::cli
